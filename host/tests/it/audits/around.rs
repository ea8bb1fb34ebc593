//! Tasks of findings, logins of sites, deployments, and agents.

use super::*;
use crate::util::agent::{call, problem, tools};

/// Checks a rule on a page again, and waits until it is verified.
async fn verify(client: &mut Client, audit: &Audit, rule: &str, page: &Value) {
    let path = format!("/api/audits/{}/again", audit.id);
    client.post(&path, json!({ "rule": rule, "page": page })).await.is(202);
    becomes("the finding is verified", async || {
        !audit.findings(client, rule, "&show=verified").await.is_empty()
    })
    .await;
}

fn untitled() -> Reply {
    Reply::Html(page("", "<h1>Prices</h1><p><a href=\"/\">Home</a></p>"))
}

fn titled() -> Reply {
    Reply::Html(page("<title>Prices of oak tables in York</title>", "<h1>Prices</h1>"))
}

#[tokio::test]
async fn a_task_follows_its_finding() {
    let site = site().await;
    let app = auditing(&site).await;
    let (mut client, mut other) = (app.user().await, app.user().await);
    project(&mut client).await;
    client.language = Some("en");
    let first = Audit::run(&mut client, &site, json!({})).await;
    let found = first.findings(&mut client, "title-missing", "").await;
    has(&found[0], json!({ "task": null }));
    let number = found[0]["page"].clone();
    let path = format!("/api/audits/{}/tasks", first.id);
    let of_page = json!({ "rule": "title-missing", "page": number });
    let task = client.post(&path, of_page.clone()).await.is(201).body;
    has(&task, json!({ "state": "open", "/finding/rule": "title-missing", "/finding/audit_id": first.id }));
    assert!(task["title"].as_str().is_some_and(|title| title.ends_with(": /prices")), "{task}");
    assert!(task["note"].as_str().is_some_and(|note| !note.is_empty()), "{task}");
    assert_eq!(client.post(&path, of_page).await.is(200).id(), task["id"]);
    let whole = client.post(&path, json!({ "rule": "title-missing" })).await.is(201).body;
    has(&whole, json!({ "/finding/page_url": null }));
    client.post(&path, json!({ "rule": "title-too-long" })).await.is(404);
    client.post(&path, json!({ "rule": "title-missing", "page": 99 })).await.is(404);
    other.post(&path, json!({ "rule": "title-missing" })).await.is(404);
    let found = first.findings(&mut client, "title-missing", "").await;
    has(&found[0], json!({ "/task/id": task["id"], "/task/state": "open" }));
    let rule = first.get(&mut client, "rules/title-missing").await;
    has(&rule, json!({ "/task/id": whole["id"] }));

    site.put("/prices", titled());
    verify(&mut client, &first, "title-missing", &number).await;
    for id in [&task["id"], &whole["id"]] {
        let path = format!("/api/tasks/{}", id.as_str().expect("an id"));
        // Tasks close once the rules about the site were checked, too.
        becomes("the task is closed", async || client.get(&path).await.body["state"] == "done").await;
        assert!(client.get(&path).await.body["verified_at"].is_string());
    }
    site.put("/prices", untitled());
    Audit::run(&mut client, &site, json!({})).await;
    for id in [&task["id"], &whole["id"]] {
        let path = format!("/api/tasks/{}", id.as_str().expect("an id"));
        client.get(&path).await.is(200).has(json!({ "state": "open", "verified_at": null }));
    }
}

#[tokio::test]
async fn nothing_is_verified_while_the_server_does_not_answer() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let first = Audit::run(&mut client, &site, json!({})).await;
    let number = first.findings(&mut client, "title-missing", "").await[0]["page"].clone();
    let of_page = json!({ "rule": "title-missing", "page": number });
    let task = client.post(&format!("/api/audits/{}/tasks", first.id), of_page.clone()).await.is(201).id();
    let task = format!("/api/tasks/{task}");

    site.put("/prices", Reply::Status(503));
    client.post(&format!("/api/audits/{}/again", first.id), of_page).await.is(202);
    let page = format!("pages/{number}");
    becomes("the page was fetched", async || first.get(&mut client, &page).await["status"] == 503).await;
    assert_eq!(first.findings(&mut client, "title-missing", "").await.len(), 1);
    assert_eq!(first.findings(&mut client, "title-missing", "&show=verified").await.len(), 0);

    let second = Audit::run(&mut client, &site, json!({})).await;
    client.get(&task).await.is(200).has(json!({ "state": "open", "verified_at": null }));
    let rules = second.get(&mut client, "rules").await;
    let rules = rules.as_array().expect("rules");
    let missing = rules.iter().find(|rule| rule["rule"] == "title-missing").expect("the rule");
    has(missing, json!({ "errors": 0, "fixed": 0 }));
    let compared =
        second.get(&mut client, &format!("compare/{}/findings?rule=title-missing", first.id)).await;
    has(&compared, json!({ "total": 1, "/data/0/change": "unchecked" }));
}

#[tokio::test]
async fn a_check_again_that_fails_after_its_fetch_neither_fetches_nor_charges_twice() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    let used = client.get("/api/pages").await.is(200).body["used"].as_i64().expect("a number");
    let number = audit.findings(&mut client, "title-missing", "").await[0]["page"].clone();
    let visits = |site: &Site| site.paths().iter().filter(|path| *path == "/prices").count();
    let before = visits(&site);
    site.put("/prices", titled());
    // The checks of the whole site come after the fetch, and need these facts.
    app.execute("CREATE TABLE kept AS SELECT * FROM audit_sites").await;
    app.change(db::query("UPDATE audit_sites SET facts = $1").bind(vec![0_u8])).await;
    client.post(&format!("/api/audits/{}/again", audit.id), json!({ "page": number })).await.is(202);
    becomes("the job fails", async || {
        app.value::<i64>("SELECT COALESCE(MAX(failures), 0) FROM jobs WHERE kind = 'audits.again'").await > 0
    })
    .await;
    app.execute("UPDATE audit_sites SET facts = (SELECT facts FROM kept)").await;
    becomes("the job ends", async || {
        app.value::<i64>("SELECT count(*) FROM jobs WHERE kind = 'audits.again'").await == 0
    })
    .await;
    assert_eq!(audit.findings(&mut client, "title-missing", "&show=verified").await.len(), 1);
    assert_eq!(visits(&site), before + 1);
    let now = client.get("/api/pages").await.is(200).body["used"].as_i64().expect("a number");
    assert!((used + 1..=used + 3).contains(&now), "{used} {now}");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM audit_facts WHERE job IS NOT NULL").await, 1);
}

#[tokio::test]
async fn a_login_is_sent_to_its_host_only_and_never_shown() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    let port = site.url.rsplit_once(':').expect("a port").1.to_owned();
    let away = format!("http://{ELSEWHERE}:{port}/away");
    site.put("/about", Reply::Redirect(away.clone()));
    site.put(
        "/",
        Reply::Html(page(
            "<title>Oak</title>",
            &format!("<a href=\"/about\">A</a> <a href=\"{away}?b\">B</a>"),
        )),
    );
    let path = format!("/api/projects/{project}/audit-login");
    client.get(&path).await.is(200).has(json!({ "login": null }));
    let login = |host: &str, kind: &str, name: &str| json!({ "host": host, "kind": kind, "name": name, "secret": "open sesame" });
    client.put_with(&path, login("example.org", "basic", "ada")).await.is(422).wrong("host");
    client.put_with(&path, login(DOMAIN, "header", "two words")).await.is(422).wrong("name");
    client.put_with(&path, login(DOMAIN, "header", "X-Key")).await.is(200);
    let set = client.put_with(&path, login(DOMAIN, "basic", "ada")).await.is(200).body;
    assert_eq!(set, json!({ "login": { "host": DOMAIN, "kind": "basic", "name": "ada" } }));
    assert_eq!(app.value::<i64>("SELECT count(*) FROM connections").await, 1);
    let audit = Audit::run(&mut client, &site, json!({})).await;
    let basic = format!("Basic {}", STANDARD.encode("ada:open sesame"));
    let sent = |host: &str| -> Vec<Option<String>> {
        let visited = site.visited();
        let own = visited.iter().filter(|one| one.headers["host"] == format!("{host}:{port}").as_str());
        own.map(|one| {
            one.headers.get("authorization").and_then(|value| value.to_str().ok()).map(str::to_owned)
        })
        .collect()
    };
    assert!(!sent(DOMAIN).is_empty() && sent(DOMAIN).iter().all(|value| value.as_deref() == Some(&*basic)));
    assert!(
        !sent(ELSEWHERE).is_empty() && sent(ELSEWHERE).iter().all(Option::is_none),
        "{:?}",
        sent(ELSEWHERE)
    );
    let shown = [
        audit.view(&mut client).await.to_string(),
        audit.get(&mut client, "pages").await.to_string(),
        audit.get(&mut client, "pages/0").await.to_string(),
        client.get("/api/connections").await.is(200).body.to_string(),
        client.get(&path).await.is(200).body.to_string(),
        client.get(&format!("/api/projects/{project}/audit-settings")).await.is(200).body.to_string(),
    ];
    for text in shown {
        assert!(!text.contains("sesame") && !text.contains(&basic), "{text}");
    }
    client.delete(&path).await.is(204);
    client.get(&path).await.is(200).has(json!({ "login": null }));
    assert_eq!(app.value::<i64>("SELECT count(*) FROM connections").await, 0);
}

#[tokio::test]
async fn a_deployment_starts_one_audit_at_a_time() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    let path = format!("/api/projects/{project}/audit-deployment");
    client.get(&path).await.is(200).has(json!({ "active": false }));
    let first = client.post(&path, json!({})).await.is(201).string("url");
    let url = client.post(&path, json!({})).await.is(201).string("url");
    client.get(&path).await.is(200).has(json!({ "active": true }));
    let of =
        |url: &str| format!("/api/incoming/{}", url.rsplit_once("/api/incoming/").expect("an address").1);
    let secret = url.rsplit_once('/').expect("a secret").1.to_owned();
    assert_ne!(app.value::<String>("SELECT deployment FROM audit_settings").await, secret);
    let visitor = app.visitor();
    let deliver = async |path: String, name: &str| {
        let request = visitor.request(Method::POST, &path).header("idempotency-key", name);
        let reply = request.send().await.expect("an answer");
        (reply.status().as_u16(), reply.json::<Value>().await.unwrap_or_default())
    };
    assert_eq!(deliver(of(&first), "a").await.0, 404);
    assert_eq!(deliver(format!("{}?delay=soon", of(&url)), "a").await.0, 422);
    assert_eq!(deliver(format!("{}?delay=10", of(&url)), "a").await, (202, json!({ "starts": true })));
    assert_eq!(deliver(of(&url), "a").await, (202, json!({ "starts": false })));
    assert_eq!(app.value::<i64>("SELECT count(*) FROM jobs WHERE kind = 'audits.deployed'").await, 1);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM audits").await, 0, "it waits");
    // A later deployment does not wait for the delay of the one before.
    assert_eq!(deliver(of(&url), "b").await, (202, json!({ "starts": true })));
    becomes("the audit starts", async || {
        client.get("/api/audits").await.is(200).body["data"][0]["cause"] == "deployment"
    })
    .await;
    becomes("the job ends", async || {
        app.value::<i64>("SELECT count(*) FROM jobs WHERE kind = 'audits.deployed'").await == 0
    })
    .await;
    assert_eq!(app.value::<i64>("SELECT count(*) FROM audits").await, 1);
    client.delete(&path).await.is(204);
    assert_eq!(deliver(of(&url), "c").await.0, 404);
}

#[tokio::test]
async fn an_agent_audits_explains_and_verifies() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let (_, mut agent) = client.key(json!({ "scopes": ["audits:read", "audits:write"] })).await;
    agent.language = Some("en");
    let started = call(&mut agent, "start-audit", json!({ "start": Audit::start(&site), "pages": 20 })).await;
    let id = json!({ "audit": started["id"] });
    becomes("the audit is done", async || call(&mut agent, "get-audit", id.clone()).await["state"] == "done")
        .await;
    assert_eq!(call(&mut agent, "list-audits", json!({})).await["data"][0]["cause"], "agent");
    let rules = call(&mut agent, "list-audit-rules", id.clone()).await;
    let rules = rules["rules"].as_array().cloned().unwrap_or_default();
    assert!(rules.iter().any(|rule| rule["rule"] == "title-missing") && rules.len() < 200, "{rules:?}");
    let of_rule = json!({ "audit": started["id"], "rule": "title-missing" });
    let found = call(&mut agent, "list-audit-findings", of_rule.clone()).await;
    has(&found, json!({ "total": 1, "/data/0/level": "error" }));
    let text = call(&mut agent, "explain-audit-rule", of_rule.clone()).await;
    assert!(text["why"].as_str().is_some_and(|why| !why.is_empty()) && text["fixes"].is_array(), "{text}");
    site.put("/prices", titled());
    call(&mut agent, "check-audit-again", of_rule.clone()).await;
    let verified = json!({ "audit": started["id"], "rule": "title-missing", "show": "verified" });
    becomes("it is verified", async || {
        call(&mut agent, "list-audit-findings", verified.clone()).await["total"] == 1
    })
    .await;
    for (name, arguments, code) in [
        ("get-audit", json!({ "audit": "none" }), "not-found"),
        ("explain-audit-rule", json!({ "audit": started["id"], "rule": "none" }), "not-found"),
        ("check-audit-again", id, "validation.failed"),
        ("start-audit", json!({ "pages": 0 }), "validation.failed"),
    ] {
        assert_eq!(problem(&mut agent, name, arguments.clone()).await, code, "{name} {arguments}");
    }
    let (_, mut reader) = client.key(json!({ "scopes": ["audits:read"] })).await;
    let names: Vec<Value> = tools(&mut reader).await.iter().map(|tool| tool["name"].clone()).collect();
    assert!(!names.contains(&json!("start-audit")) && names.contains(&json!("get-audit")), "{names:?}");
}

#[tokio::test]
async fn an_ignored_finding_says_why_and_the_crawler_where_to_read_about_it() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    let url = audit.findings(&mut client, "title-missing", "").await[0]["url"].clone();
    for (reason, url) in [("All will go.", Value::Null), ("The page will go.", url)] {
        let ignore = json!({ "project": project, "rule": "title-missing", "reason": reason, "url": url });
        client.post("/api/audit-ignores", ignore).await.is(201);
    }
    let ignored = audit.findings(&mut client, "title-missing", "&show=ignored").await;
    has(&ignored[0], json!({ "ignored": true, "/ignore/reason": "The page will go." }));
    let visited = site.visited();
    let agent = visited[0].headers["user-agent"].to_str().expect("a text");
    let about = app.app.config.public_url.as_deref().map(|own| format!("(+{own}/docs/seo-audit)"));
    assert!(agent.starts_with("SitewrightBot/"), "{agent}");
    assert!(about.is_none_or(|about| agent.ends_with(&about)), "{agent}");
}
