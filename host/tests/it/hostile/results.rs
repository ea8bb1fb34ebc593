//! Tools that are installed, and only then misbehave.

use super::base::Base;
use super::{Line, refusal};
use crate::prelude::*;

const RUNS: &str = "Runs";
const RESULTS: &str = "Results";
const UPDATES: &str = "Updates";

/// The input of the hostile tool, and the code of its end.
const ALL: &[(&str, &str, &str)] = &[
    ("computes without end", "loop", "plugin.cpu-limit"),
    ("allocates memory without end", "memory", "plugin.memory-limit"),
    ("recurses without end", "recursion", "plugin.stack-limit"),
    ("recurses without end with large frames", "large-frames", "plugin.trap"),
    ("returns 50 MB", "answer", "plugin.output-limit"),
    ("calls the host a million times", "calls", "plugin.host-call-limit"),
    ("passes 50 MB to the host", "data", "plugin.host-data-limit"),
    ("traps", "panic", "plugin.trap"),
];

/// A topic that becomes a result, and what must not appear in the exported files.
const TEXTS: &[(&str, &str, &str)] = &[
    ("a script", "<script>alert(1)</script>", "<script>"),
    ("an image with an event handler", "<img src=x onerror=alert(1)>", "<img"),
    ("a link with a script", "[free](javascript:alert(1))", "href=\"javascript"),
    ("a link with an encoded script", "[free](&#106;ava&#115;cript:alert(1))", "href=\"javascript"),
    ("a link to a data URL", "[free](data:text/html;base64,PHNjcmlwdD4=)", "href=\"data"),
    ("a tracking image", "![](https://evil.example/pixel)", "<img"),
    ("a frame", "<iframe src=//evil.example></iframe>", "<iframe"),
];

const REST: [(&str, &str, &str); 8] = [
    (RESULTS, "a title with path and header characters", "without path, header and direction characters"),
    (RESULTS, "a pattern with exponential backtracking: `^(a+)+$`", "validation.failed, immediately"),
    (UPDATES, "an older version of a plugin", "is installed beside the newer one and serves no account"),
    (UPDATES, "another package of the same version", "registry.version-taken"),
    (UPDATES, "a newer version by another publisher", "registry.other-publisher"),
    (UPDATES, "a newer version that requests more permissions", "waits for an administrator"),
    (UPDATES, "a revoked version again", "registry.revoked"),
    (UPDATES, "a version whose key was revoked afterwards", "plugin.revoked"),
];

pub fn lines() -> impl Iterator<Item = Line> {
    let runs = ALL.iter().map(|(name, _, end)| Line { group: RUNS, name, end });
    let texts = TEXTS.iter().map(|(name, ..)| Line { group: RESULTS, name, end: "shown as text" });
    runs.chain(texts).chain(REST.map(|(group, name, end)| Line { group, name, end }))
}

// Each exceeds its own limit, and one trap must not close the tool for the next.
#[app_test(TestApp::with_plugins(|config| config.quarantine_traps = 0))]
async fn a_run_that_exceeds_a_limit_is_ended(app: TestApp, mut client: user) {
    for (name, worst, end) in ALL {
        let run = client.run_to_end(HOSTILE, json!({ "do": worst })).await;
        assert_eq!(
            (&run.body["status"], &run.body["problem"]["code"]),
            (&json!("failed"), &json!(end)),
            "{name}"
        );
    }
    client.run_to_end(HOSTILE, json!({ "do": "nothing" })).await.has(json!({ "status": "succeeded" }));
}

async fn document(client: &mut Client, topic: &str) -> String {
    let run = client.run_to_end(SCRIPTED, json!({ "topic": topic })).await;
    assert_eq!(run.body["status"], "succeeded", "{topic}: {}", run.body);
    let id =
        client.get("/api/documents").await.body["data"][0]["id"].as_str().expect("a document").to_owned();
    format!("/api/documents/{id}/export")
}

#[app_test(TestApp::with_plugins(|config| config.quarantine_traps = 0))]
async fn a_result_is_text_wherever_it_goes(app: TestApp, mut client: user) {
    for (name, topic, never) in TEXTS {
        let path = document(&mut client, topic).await;
        let page = client.get(&format!("{path}/html")).await;
        assert!(page.text().contains("A draft about"), "{name}: {}", page.text());
        assert!(!page.text().contains(never), "{name}: {}", page.text());
        assert!(page.header("content-disposition").starts_with("attachment; "), "{name}");
    }
    let path = document(&mut client, "../../x\u{202e}exe; filename=evil.html").await;
    let name = client.get(&format!("{path}/md")).await.header("content-disposition").to_owned();
    assert!(name.starts_with("attachment; filename=\"about-xexe-filename-evil-html.md\";"), "{name}");
    assert!(!name.contains("%2F") && !name.contains("%E2%80%AE"), "{name}");
}

/// A backtracking regex engine would not finish with this pattern.
#[tokio::test]
async fn a_pattern_takes_no_longer_than_its_text() {
    let app = TestApp::start().await;
    let mut admin = administrator(&app).await;
    let base = Base::new(&app, &mut admin).await;
    let mut files = base.files.clone();
    for language in ["en", "pl"] {
        let name = format!("describe/{language}.json");
        let mut described: Value = serde_json::from_slice(&files[&name]).expect("JSON");
        described["input"]["properties"]["topic"]["pattern"] = json!("^(a+)+$");
        files.insert(name, described.to_string().into_bytes());
    }
    // The component's own description is separate: the pattern is accepted, and the example does not match it.
    let package = base.acme.sign(&sitewright_package::pack(files).expect("packed"));
    let reported = refusal(&mut admin, package).await;
    assert!(reported.iter().all(|(code, _)| code == "package.example-unfit"), "{reported:?}");
    app.stop().await;
    let schema = r#"{"type":"object","properties":{"topic":{"type":"string","pattern":"^(a+)+$"}}}"#;
    let schema = sitewright::catalogue::tools::Schema::of_input(schema).expect("a schema");
    assert!(schema.check(&json!({ "topic": format!("{}!", "a".repeat(100_000)) })).is_err());
    assert!(schema.check(&json!({ "topic": "a".repeat(100_000) })).is_ok());
}

#[app_test]
async fn no_version_comes_back_or_in_by_another_way(app: TestApp, mut admin: administrator, mut user: anna) {
    let base = Base::new(&app, &mut admin).await;
    let signed = async |plain: Plain, key: &Key| key.sign(&plain.pack(&app).await);
    let newer = signed(Plain::new("motto", "1.1.0").by("acme"), &base.acme).await;
    let newer_digest = admin.installs(newer.clone()).await;
    let older_digest = admin.installs(base.good()).await;
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
    let plugin = admin.get("/api/admin/plugins/motto").await.body;
    assert_eq!(plugin["digest"], json!(newer_digest), "{older_digest} serves no account");

    let other = base.edited("LICENSE", "Do", "Don't do");
    assert_eq!(
        refusal(&mut admin, other).await,
        [("registry.version-taken".into(), "plugin.toml: version".into())]
    );
    let package = signed(Plain::new("motto", "9.0.0").by("mallory"), &base.mallory).await;
    assert_eq!(
        refusal(&mut admin, package).await,
        [("registry.other-publisher".into(), "plugin.toml: id".into())]
    );
    let asking = signed(Plain::new("motto", "1.2.0").by("acme").asking(), &base.acme).await;
    assert_eq!(admin.install(asking, "").await.body["state"], "waiting");
    assert_eq!(version(&mut user, "motto").await, "1.1.0");

    let revoke = format!("/api/admin/packages/{newer_digest}/revocation");
    let reason = || Some(json!({ "reason": "It tells secrets." }));
    admin.call(Method::PUT, &revoke, reason()).await.is(204);
    let again = admin.install(newer, "").await.refused(422, "registry.refused");
    assert!(again.body["errors"].to_string().contains("It tells secrets."), "{}", again.body);
    let release = json!({ "digest": older_digest, "stage": "all" });
    admin.post("/api/admin/plugins/motto/release", release).await.is(200);
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    let keys = admin.get("/api/admin/publishers").await.body["data"][0]["keys"].clone();
    let trusted =
        keys.as_array().expect("keys").iter().find(|key| key["revoked_at"].is_null()).expect("a key");
    let key = trusted["id"].as_str().expect("an id");
    let path = format!("/api/admin/keys/{key}/revocation");
    admin.call(Method::PUT, &path, reason()).await.is(204);
    run(&mut user, "motto").await.refused(503, "plugin.revoked");
}
