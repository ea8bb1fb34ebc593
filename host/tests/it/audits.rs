//! Audits of sites: crawled, checked by the built-in packs, compared, and checked again.

mod around;
mod history;
mod rendered;
mod resumed;
mod sums;
mod unchanged;

use sitewright::platform::fetch::Networks;

use crate::prelude::*;
use crate::util::site::{Reply, Site};
use crate::util::{becomes, eventually};

const DOMAIN: &str = "shop.example.com";

/// Another site on the same server.
const ELSEWHERE: &str = "shop.example.org";

/// A server with the built-in rule packs that reads a site under [`DOMAIN`] and [`ELSEWHERE`].
async fn auditing(site: &Site) -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| {
        config.bundle = Some(built);
        site.read_as(config, DOMAIN, &format!(",{ELSEWHERE}=127.0.0.1"));
    })
    .await
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">{title}</head><body>{body}</body></html>"
    )
}

/// A home page, a page without a title, one that is fine, and a link to a page that is gone.
async fn site() -> Site {
    let links = "<h1>Oak tables</h1><p><a href=\"/prices\">Prices</a> <a href=\"/gone\">Old prices</a> <a href=\"/about\">About</a></p>";
    Site::start([
        ("/", Reply::Html(page("<title>Oak tables made to order in York</title>", links))),
        ("/prices", Reply::Html(page("", "<h1>Prices</h1><p><a href=\"/\">Home</a></p>"))),
        (
            "/about",
            Reply::Html(page("<title>About the workshop for oak tables in York</title>", "<h1>About</h1>")),
        ),
        ("/robots.txt", Reply::Text("User-agent: *\nDisallow: /closed\n".into())),
    ])
    .await
}

/// The project of the site, which has no encryption.
async fn project(client: &mut Client) -> i64 {
    let project = client.project(DOMAIN).await;
    let off = json!({ "off": true });
    let rules = json!({ "sec-http-page": off, "redirect-http-to-https-missing": off });
    let path = format!("/api/projects/{project}/audit-settings");
    client.put_with(&path, json!({ "rules": rules })).await.is(200);
    project
}

struct Audit {
    id: String,
}

impl Audit {
    /// Starts an audit of the site, and waits for its end.
    async fn run(client: &mut Client, site: &Site, more: Value) -> Self {
        let mut new = json!({ "start": Self::start(site) });
        for (name, value) in more.as_object().expect("an object") {
            new[name] = value.clone();
        }
        let audit = Self { id: client.post("/api/audits", new).await.is(202).id() };
        becomes("the audit is done", async || audit.view(client).await["state"] == "done").await;
        audit
    }

    fn start(site: &Site) -> String {
        format!("http://{DOMAIN}:{}/", site.url.rsplit_once(':').expect("a port").1)
    }

    async fn view(&self, client: &mut Client) -> Value {
        client.get(&format!("/api/audits/{}", self.id)).await.is(200).body
    }

    async fn get(&self, client: &mut Client, path: &str) -> Value {
        client.get(&format!("/api/audits/{}/{path}", self.id)).await.is(200).body
    }

    /// The findings of a rule.
    async fn findings(&self, client: &mut Client, rule: &str, more: &str) -> Vec<Value> {
        let list = self.get(client, &format!("findings?rule={rule}{more}")).await;
        list["data"].as_array().expect("a list").clone()
    }
}

/// What an audit found, by rule and address.
async fn found(client: &mut Client, audit: &Audit) -> BTreeSet<String> {
    let list = audit.get(client, "findings?per_page=100").await;
    let list = list["data"].as_array().expect("a list");
    list.iter().map(|one| format!("{} {} {}", one["rule"], one["url"], one["text"])).collect()
}

#[tokio::test]
async fn an_audit_finds_what_is_wrong_and_where() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    client.language = Some("en");
    let audit = Audit::run(&mut client, &site, json!({})).await;
    let view = audit.view(&mut client).await;
    has(&view, json!({ "state": "done", "pages": 3, "cause": "user", "changes": null, "limit": null }));
    let broken: Vec<Value> =
        audit.get(&mut client, "findings?level=error").await["data"].as_array().cloned().unwrap_or_default();
    let broken: Vec<String> = broken.iter().map(|one| format!("{} {}", one["rule"], one["url"])).collect();
    assert!(view["score"].as_f64().is_some_and(|score| score > 0.0 && score < 100.0), "{view} {broken:?}");
    assert_eq!(view["history"].as_array().map(Vec::len), Some(1));

    let rules = audit.get(&mut client, "rules").await;
    let rules = rules.as_array().expect("rules");
    let missing = rules.iter().find(|rule| rule["rule"] == "title-missing").expect("the rule");
    has(missing, json!({ "errors": 1, "state": "checked", "severity": "error", "category": "titles" }));
    assert!(missing["gain"].as_f64().is_some_and(|gain| gain > 0.0), "{missing}");
    let texts = audit.get(&mut client, "rules/title-missing").await;
    assert!(texts["why"].as_str().is_some_and(|why| !why.is_empty()), "{texts}");

    let found = audit.findings(&mut client, "title-missing", "").await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0]["url"].as_str().is_some_and(|url| url.ends_with("/prices")), "{found:?}");
    let number = found[0]["page"].as_i64().expect("a number");
    let page = audit.get(&mut client, &format!("pages/{number}")).await;
    has(
        &page,
        json!({ "status": 200, "title": "", "/facts/html": true, "/facts/title": null, "/headings/0/text": "Prices" }),
    );
    let links = audit.get(&mut client, &format!("pages/{number}/links?direction=in")).await;
    has(&links, json!({ "total": 1, "/data/0/text": "Prices", "/data/0/nofollow": false }));
    let links = audit.get(&mut client, &format!("pages/{number}/links?direction=out")).await;
    has(&links, json!({ "total": 1, "/data/0/text": "Home" }));
    let tree = audit.get(&mut client, "tree").await;
    has(&tree[0], json!({ "depth": 0, "status": 200 }));
    assert_eq!(tree[0]["pages"], 4, "the page that is gone was fetched, too: {tree}");
    assert!(!site.paths().iter().any(|path| path == "/closed"));
}

#[tokio::test]
async fn a_site_in_a_private_network_is_audited_if_its_host_is_allowed() {
    let site = site().await;
    let app = TestApp::with(|config| {
        site.read_as(config, DOMAIN, &format!(",{ELSEWHERE}=127.0.0.1"));
        config.fetch_private = Networks::parse(DOMAIN).expect("a host");
    })
    .await;
    let mut client = app.user().await;
    client.project(DOMAIN).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    has(&audit.view(&mut client).await, json!({ "pages": 3 }));
    // Another host at the same address.
    client.project(ELSEWHERE).await;
    client.language = Some("pl");
    let start = Audit::start(&site).replace(DOMAIN, ELSEWHERE);
    let refused = client.post("/api/audits", json!({ "start": start })).await.is(422);
    assert_eq!(refused.fields(), ["start"]);
    mentions(&refused.body["errors"]["start"][0], "SITEWRIGHT_FETCH_PRIVATE=shop.example.org");
}

#[tokio::test]
async fn what_is_fixed_is_verified_and_what_comes_back_is_told() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let first = Audit::run(&mut client, &site, json!({})).await;
    let found = first.findings(&mut client, "title-missing", "").await;
    let number = found[0]["page"].clone();
    let again = format!("/api/audits/{}/again", first.id);

    site.put("/prices", Reply::Html(page("<title>Prices of oak tables in York</title>", "<h1>Prices</h1>")));
    client.post(&again, json!({ "rule": "title-missing", "page": number })).await.is(202);
    let verified = eventually("the finding is never verified", async || {
        let found = first.findings(&mut client, "title-missing", "&show=verified").await;
        found.first().cloned()
    })
    .await;
    assert!(verified["verified_at"].is_string(), "{verified}");
    assert_eq!(first.findings(&mut client, "title-missing", "").await.len(), 0);

    let second = Audit::run(&mut client, &site, json!({})).await;
    client.post(&again, json!({ "page": number })).await.refused(409, "audits.not-newest");
    site.put("/prices", Reply::Html(page("", "<h1>Prices</h1>")));
    let third = Audit::run(&mut client, &site, json!({})).await;
    let back = third.findings(&mut client, "title-missing", "").await;
    has(&back[0], json!({ "change": "back" }));
    let changes = third.view(&mut client).await["changes"].clone();
    has(&changes, json!({ "id": second.id, "returned": 1 }));
}

#[tokio::test]
async fn an_ignored_finding_does_not_count() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    let before = audit.view(&mut client).await["score"].as_f64().expect("a score");
    let ignore = json!({ "project": project, "rule": "title-missing", "reason": "The page will go." });
    let ignored = client.post("/api/audit-ignores", ignore).await.is(201).id();
    let after = audit.view(&mut client).await["score"].as_f64().expect("a score");
    assert!(after > before, "{before} {after}");
    assert_eq!(audit.findings(&mut client, "title-missing", "").await.len(), 0);
    assert_eq!(audit.findings(&mut client, "title-missing", "&show=ignored").await.len(), 1);
    client.delete(&format!("/api/audit-ignores/{ignored}")).await.is(204);
    assert_eq!(audit.view(&mut client).await["score"].as_f64(), Some(before));
}

#[tokio::test]
async fn an_audit_needs_pages_of_the_plan_a_project_and_its_site() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    assert_eq!(client.post("/api/audits", json!({})).await.is(422).fields(), ["project"]);
    project(&mut client).await;
    let elsewhere = json!({ "start": "https://example.org/" });
    assert_eq!(client.post("/api/audits", elsewhere).await.is(422).fields(), ["start"]);
    client.post("/api/audits", json!({ "pages": 1_000_000 })).await.refused(402, "pages.exhausted");
    let audit = Audit::run(&mut client, &site, json!({ "pages": 1 })).await;
    has(&audit.view(&mut client).await, json!({ "pages": 1, "limit": "pages" }));
    let left = client.get("/api/pages").await.is(200).body;
    assert_eq!(left["used"], 1, "{left}");
    client.delete(&format!("/api/audits/{}", audit.id)).await.is(204);
    client.get(&format!("/api/audits/{}", audit.id)).await.is(404);
}
