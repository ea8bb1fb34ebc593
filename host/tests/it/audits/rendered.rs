//! Audits whose pages a browser renders.

#[path = "../../../renderer/tests/rendered/chromium.rs"]
mod chromium;

use super::{Audit, page, project};
use crate::prelude::*;
use crate::util::becomes;
use crate::util::site::{Reply, Site};
use chromium::Chromium;

/// A home page whose title a script changes, and a page that no browser is asked for.
async fn scripted() -> Site {
    let body = "<h1>Oak tables</h1><p><a href=\"/about\">About</a></p><script>document.title = 'Written by a script'</script>";
    Site::start([
        ("/", Reply::Html(page("<title>Oak tables made to order in York</title>", body))),
        ("/about", Reply::Html(page("<title>About the workshop for oak tables</title>", "<h1>About</h1>"))),
    ])
    .await
}

/// A server with the built-in rule packs and a browser.
async fn auditing(site: &Site, browser: Option<String>) -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| {
        config.bundle = Some(built);
        config.browser_url = browser;
        site.read_as(config, super::DOMAIN, "");
    })
    .await
}

/// The state of the rule about titles that scripts change, and its findings.
async fn changed_titles(client: &mut Client, audit: &Audit) -> (Value, usize) {
    let rules = audit.get(client, "rules").await;
    let rules = rules.as_array().expect("rules");
    let rule = rules.iter().find(|rule| rule["rule"] == "js-title-changed").expect("the rule");
    let state = json!([rule["state"], rule["reason"]]);
    (state, audit.findings(client, "js-title-changed", "").await.len())
}

/// The rendered views of the pages, by path.
async fn renderings(client: &mut Client, audit: &Audit) -> BTreeMap<String, Value> {
    let pages = audit.get(client, "pages").await;
    let mut views = BTreeMap::new();
    for page in pages["data"].as_array().expect("pages") {
        let view = audit.get(client, &format!("pages/{}", page["number"])).await;
        let path = page["url"].as_str().and_then(|url| url.splitn(4, '/').nth(3)).expect("an address");
        views.insert(format!("/{path}"), view["rendering"].clone());
    }
    views
}

#[tokio::test]
async fn a_browser_renders_the_first_pages() {
    let (site, chromium) = (scripted().await, Chromium::start());
    let app = auditing(&site, Some(chromium.server())).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    let path = format!("/api/projects/{project}/audit-settings");
    let mut settings = client.get(&path).await.is(200).body;
    assert_eq!(settings["render"], 10);
    settings["render"] = json!(1);
    client.put_with(&path, settings).await.is(200);
    let audit = Audit::run(&mut client, &site, json!({})).await;
    has(&audit.view(&mut client).await, json!({ "rendered": 1 }));
    assert_eq!(changed_titles(&mut client, &audit).await, (json!(["checked", ""]), 1));
    let views = renderings(&mut client, &audit).await;
    has(
        &views["/"],
        json!({
            "state": "rendered", "/facts/title": "Written by a script", "/facts/links": 1, "/facts/links_sent": 1,
            "/facts/exceptions": 0, "/facts/inp_ms": null, "/facts/score": null,
        }),
    );
    assert!(views["/"]["facts"]["lcp_ms"].is_number(), "{}", views["/"]);
    has(&views["/about"], json!({ "state": "limit", "facts": {} }));

    // Checked again, the page is rendered again.
    let found = audit.findings(&mut client, "js-title-changed", "").await;
    site.put(
        "/",
        Reply::Html(page("<title>Oak tables made to order in York</title>", "<h1>Oak tables</h1>")),
    );
    let again = json!({ "rule": "js-title-changed", "page": found[0]["page"] });
    client.post(&format!("/api/audits/{}/again", audit.id), again).await.is(202);
    becomes("the title is verified", async || {
        !audit.findings(&mut client, "js-title-changed", "&show=verified").await.is_empty()
    })
    .await;
}

#[tokio::test]
async fn without_a_browser_its_rules_are_not_measured() {
    let site = scripted().await;
    let app = auditing(&site, None).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    has(&audit.view(&mut client).await, json!({ "rendered": 0 }));
    assert_eq!(changed_titles(&mut client, &audit).await, (json!(["needs", "render"]), 0));
    has(&renderings(&mut client, &audit).await["/"], json!({ "state": "unconnected" }));
}

#[tokio::test]
async fn a_browser_that_is_gone_does_not_end_the_audit() {
    let site = scripted().await;
    let app = auditing(&site, Some("http://127.0.0.1:1".to_owned())).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    has(&audit.view(&mut client).await, json!({ "state": "done", "rendered": 0 }));
    assert_eq!(changed_titles(&mut client, &audit).await, (json!(["needs", "render"]), 0));
    has(&renderings(&mut client, &audit).await["/"], json!({ "state": "failed", "problem": "unconnected" }));
}

/// What the test of the browser at an address says to an administrator.
async fn tested(browser: Option<String>, language: &'static str) -> Answer {
    let app = TestApp::with(|config| config.browser_url = browser).await;
    let mut admin = administrator(&app).await;
    admin.language = Some(language);
    admin.cookies.insert("locale".into(), language.into());
    admin.post("/api/admin/audit-browser/test", json!({})).await
}

#[tokio::test]
async fn an_administrator_tests_the_browser() {
    let chromium = Chromium::start();
    for address in [chromium.server(), chromium.socket.clone()] {
        let test = tested(Some(address), "en").await.is(200).body;
        has(&test, json!({ "ok": true, "problem": null }));
        assert!(test["product"].as_str().is_some_and(|product| product.contains("Chrome/")), "{test}");
    }
    tested(None, "en").await.refused(409, "audits.browser-none");
    let silent = tested(Some("http://127.0.0.1:1".to_owned()), "pl").await.is(200).body;
    has(&silent, json!({ "ok": false, "product": "", "/problem/code": "audits.browser-silent" }));
    mentions(&silent["problem"]["message"], "Pod tym adresem nic nie odpowiada");
    let site = scripted().await;
    let stranger = tested(Some(site.url.clone()), "en").await.is(200).body;
    has(&stranger, json!({ "ok": false, "/problem/code": "audits.browser-stranger" }));
}
