//! The registry: from a package file to a tool in the catalogue, and its removal.

mod catalogue;
mod crash;
mod elsewhere;
mod faults;
mod load;
mod releases;
mod trust;
pub mod ui;

use crate::prelude::*;

/// A server in plugin development mode, so that packages need no signature.
pub async fn workshop() -> TestApp {
    TestApp::with(|config| config.plugin_development = true).await
}

/// Runs the tool and returns the run.
pub async fn run(client: &mut Client, tool: &str) -> Answer {
    client.run_to_end(tool, json!({ "topic": "tea" })).await
}

/// The version that serves the client, from the tool's description.
pub async fn version(client: &mut Client, tool: &str) -> String {
    let run = run(client, tool).await.has(json!({ "status": "succeeded" }));
    assert_eq!(run.body["outcome"]["text"], run.body["tool_version"], "{}", run.body);
    run.string("tool_version")
}

/// A plugin in the list of all plugins.
async fn listed(admin: &mut Client, plugin: &str) -> Value {
    let list = admin.get("/api/admin/plugins?per_page=100").await;
    let all = list.body["data"].as_array().cloned().unwrap_or_default();
    all.into_iter().find(|one| one["id"] == plugin).unwrap_or_default()
}

#[app_test(workshop())]
async fn a_package_becomes_a_tool(app: TestApp, mut admin: administrator, mut user: anna) {
    user.get("/api/tools/motto").await.is(404);
    let package = Plain::new("motto", "1.0.0").pack(&app).await;
    let answer = admin.install(package.clone(), "").await.is(201);
    assert_eq!((&answer.body["state"], &answer.body["level"]), (&json!("ready"), &json!("local")));
    let digest = sitewright_package::digest(&package);
    assert_eq!(answer.body["digest"], digest);

    let tool = user.get("/api/tools/motto").await;
    has(&tool.body, json!({ "name": "Plain tool", "version": "1.0.0", "permissions": [] }));
    assert!(user.get("/api/tools/motto/icon.svg").await.text().starts_with("<svg"));
    run(&mut user, "motto").await.is(201).has(json!({ "outcome": { "text": "1.0.0" } }));
    let stored: String = app.value("SELECT package_digest FROM documents").await;
    assert_eq!(stored, digest);

    // Installing the same package again changes nothing.
    assert_eq!(admin.installs(package.clone()).await, digest);
    let plugin = admin.get("/api/admin/plugins/motto").await.body;
    assert_eq!((plugin["versions"].as_array().map(Vec::len), &plugin["digest"]), (Some(1), &json!(digest)));
}

#[app_test(workshop())]
async fn documents_outlive_the_plugin_and_the_plugin_a_restart(app: TestApp, mut admin: administrator) {
    let package = Plain::new("motto", "1.0.0").pack(&app).await;
    let digest = admin.installs(package.clone()).await;
    // A restart runs no component: the tool is in the catalogue, and runs.
    let app = app.restart(|config| config.plugin_development = true).await;
    let mut user = ewa(&app).await;
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    let mut admin = crate::admin::person(&app, Role::Admin, "Zofia", "zofia@example.com").await;
    admin.delete("/api/admin/plugins/motto").await.is(204);
    admin.delete("/api/admin/plugins/motto").await.is(404);
    run(&mut user, "motto").await.refused(404, "not-found");
    let mut log = actions(&mut admin).await;
    log.retain(|action| action.starts_with("plugin."));
    assert_eq!(log, ["plugin.uninstalled", "plugin.installed"]);
    let documents = user.get("/api/documents").await.body;
    let id = documents["data"][0]["id"].as_str().expect("a document").to_owned();
    user.get(&format!("/api/documents/{id}")).await.has(json!({ "text": "1.0.0", "tool_version": "1.0.0" }));

    // It can be installed again.
    assert_eq!(admin.installs(package).await, digest);
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
}

/// As after an update of the server, whose engine cannot use the old compiled code.
#[tokio::test]
async fn a_component_is_compiled_again_if_its_code_is_missing() {
    let bundle = TempDir::new().expect("a folder");
    let (folder, again) = (bundle.path().to_owned(), bundle.path().to_owned());
    let app = TestApp::with(|config| (config.plugin_development, config.bundle) = (true, Some(folder))).await;
    let mut admin = administrator(&app).await;
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let bearer = admin.program().bearer;
    let app = app.restart(|config| {
        config.bundle = Some(again);
        // The link to the cache that all tests share.
        std::fs::remove_file(config.cache()).expect("removed");
        std::fs::create_dir(config.cache()).expect("a folder");
    });
    let app = app.await;
    let mut admin = app.visitor();
    admin.bearer = bearer;
    assert_eq!(version(&mut admin, "motto").await, "1.0.0");
    app.stop().await;
}

#[app_test(workshop())]
async fn a_newer_version_takes_over_and_one_call_rolls_it_back(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let first = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let second = admin.installs(Plain::new("motto", "1.1.0").pack(&app).await).await;
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
    // An older one is kept in addition.
    let older = admin.installs(Plain::new("motto", "0.9.0").pack(&app).await).await;
    assert_eq!(version(&mut user, "motto").await, "1.1.0");

    let back = admin.post("/api/admin/plugins/motto/rollback", json!({ "reason": "It fails." })).await;
    assert_eq!((back.status, &back.body["digest"]), (200, &json!(first)), "{}", back.body);
    assert_eq!(back.body["releases"][0]["state"], "rolled-back");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    let again = admin.post("/api/admin/plugins/motto/rollback", json!({ "reason": "It fails." })).await;
    assert_eq!(again.problem(), (409, "registry.nothing-before"));

    for (digest, expected) in [(&second, "1.1.0"), (&older, "0.9.0")] {
        let body = json!({ "digest": digest, "stage": "all" });
        admin
            .post("/api/admin/plugins/motto/release", body)
            .await
            .is(200)
            .has(json!({ "version": expected }));
        assert_eq!(version(&mut user, "motto").await, expected);
    }
}

#[app_test(workshop())]
async fn a_pinned_plugin_stays_as_it_is(app: TestApp, mut admin: administrator, mut user: anna) {
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    admin.put("/api/admin/plugins/motto/pin").await.is(204);
    let newer = admin.installs(Plain::new("motto", "2.0.0").pack(&app).await).await;
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    admin.get("/api/admin/plugins/motto").await.has(json!({ "pinned": true, "/versions/0/state": "ready" }));
    admin.delete("/api/admin/plugins/motto/pin").await.is(204);
    let body = json!({ "digest": newer, "stage": "all" });
    admin.post("/api/admin/plugins/motto/release", body).await.is(200);
    assert_eq!(version(&mut user, "motto").await, "2.0.0");
}

#[app_test(workshop())]
async fn a_version_with_more_permissions_waits_while_the_previous_one_works(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let answer = admin.install(Plain::new("motto", "1.1.0").asking().pack(&app).await, "").await;
    assert_eq!((answer.status, &answer.body["state"]), (201, &json!("waiting")), "{}", answer.body);
    assert_eq!(answer.body["permissions"][0]["import"], "model");
    assert_eq!(answer.body["more"], answer.body["permissions"]);
    let digest = answer.string("digest");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    assert_eq!(listed(&mut admin, "motto").await["waiting"], 1);
    let body = json!({ "digest": digest, "stage": "all" });
    admin.post("/api/admin/plugins/motto/release", body).await.refused(409, "registry.not-ready");

    let approve = format!("/api/admin/packages/{digest}/approve");
    assert_eq!(admin.post(&approve, json!({ "permissions": [] })).await.is(422).fields(), ["permissions"]);
    admin.post(&approve, json!({ "permissions": ["model"] })).await.is(200).has(json!({ "state": "ready" }));
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
    admin.post(&approve, json!({ "permissions": ["model"] })).await.refused(409, "registry.not-waiting");
    // A version that requests fewer permissions needs no approval.
    admin.installs(Plain::new("motto", "1.2.0").pack(&app).await).await;
    assert_eq!(version(&mut user, "motto").await, "1.2.0");
}
