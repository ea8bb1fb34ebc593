//! A version that is worse than the previous one is rolled back; one that traps is closed.

use crate::prelude::*;
use crate::util::packages::LONGEST;

/// A server whose engine closes nothing.
async fn patient() -> TestApp {
    TestApp::with(|config| (config.plugin_development, config.quarantine_traps) = (true, 0)).await
}

async fn breaks_down(user: &mut Client) {
    breaks_down_on(user, "x").await;
}

/// The same with its own input.
async fn breaks_down_on(user: &mut Client, letter: &str) {
    let run = user.run_to_end("motto", json!({ "topic": letter.repeat(LONGEST) })).await;
    assert_eq!(run.body["problem"]["code"], "plugin.trap", "{}", run.body);
}

async fn people<const N: usize>(app: &TestApp) -> [Client; N] {
    let mut people = Vec::new();
    for _ in 0..N {
        people.push(app.user().await);
    }
    people.try_into().unwrap_or_else(|_| panic!("as many as were asked for"))
}

async fn released(admin: &mut Client) -> Value {
    admin.get("/api/admin/plugins/motto").await.body["releases"][0].clone()
}

#[app_test(patient())]
async fn a_rise_in_traps_causes_a_rollback(app: TestApp, mut admin: administrator, mut user: anna) {
    let [mut second_user, mut third_user] = people(&app).await;
    let first = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    for _ in 0..4 {
        version(&mut user, "motto").await;
    }
    let second = admin.installs(Plain::new("motto", "1.1.0").pack(&app).await).await;
    breaks_down(&mut user).await;
    breaks_down(&mut second_user).await;
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.1.0", "two prove nothing");
    breaks_down(&mut third_user).await;
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    let release = released(&mut admin).await;
    has(&release, json!({ "state": "rolled-back", "reason": { "rise": "traps" }, "runs": 4, "traps": 3 }));
    assert_eq!(actions(&mut admin).await[0], "plugin.rolled-back");
    // Every administrator is notified once: on screen and by mail.
    registry::settle(&app.app).await.expect("settled");
    let expected = json!({ "total": 1, "/data/0/kind": "plugin-rolled-back", "/data/0/about": second });
    admin.get("/api/notifications").await.has(expected);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM mails WHERE template = 'plugin-rolled-back'").await, 1);
    assert_eq!(user.get("/api/notifications").await.body["total"], 0);

    let stats = admin.get(&format!("/api/admin/packages/{second}/stats")).await.body;
    assert_eq!((&stats["runs"], &stats["failures"], &stats["traps"]), (&json!(4), &json!(3), &json!(3)));
    let stats = admin.get(&format!("/api/admin/packages/{first}/stats")).await.body;
    assert_eq!((&stats["runs"], &stats["hours"][0]["traps"]), (&json!(5), &json!(0)), "{stats}");
    let failed = admin.get(&format!("/api/admin/packages/{second}/runs?status=failed")).await.body;
    assert_eq!((&failed["total"], &failed["data"][0]["problem"]["code"]), (&json!(3), &json!("plugin.trap")));
    let path =
        format!("/api/admin/packages/{second}/runs/{}", failed["data"][0]["id"].as_str().expect("an id"));
    let one = admin.get(&path).await.is(200);
    has(&one.body, json!({ "problem": { "cause": "it panicked" }, "attempt": 1, "words": 0, "input": null }));
    assert!(one.body["input_bytes"].as_i64().is_some_and(|bytes| bytes > 10), "{}", one.body);
    assert!(!one.text().contains("xxxx"), "input is not shown to administrators");
    assert_eq!(admin.get(&path.replace(&second, &first)).await.status, 404, "of another version");
    let affected = admin.get(&format!("/api/admin/packages/{second}/accounts")).await.body;
    has(&affected, json!({ "total": 3, "/data/0/id": id(&third_user) }));
    assert_eq!((&affected["data"][0]["runs"], &affected["data"][0]["failed"]), (&json!(1), &json!(1)));
}

#[app_test(patient())]
async fn v3_one_account_cannot_cause_a_rollback_for_others(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let [mut hostile] = people(&app).await;
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    admin.installs(Plain::new("motto", "1.1.0").pack(&app).await).await;
    for letter in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        breaks_down_on(&mut hostile, letter).await;
    }
    for _ in 0..6 {
        rates_badly(&mut hostile).await;
    }
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
    assert_eq!(released(&mut admin).await["traps"], 8, "administrators see it all the same");
    assert_eq!(admin.get("/api/notifications").await.body["total"], 0);
}

#[app_test(patient())]
async fn v3_the_only_account_of_a_version_can_cause_its_rollback(app: TestApp, mut admin: administrator) {
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    admin.install(Plain::new("motto", "1.1.0").pack(&app).await, "?stage=me").await.is(201);
    for letter in ["a", "b", "c"] {
        breaks_down_on(&mut admin, letter).await;
    }
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut admin, "motto").await, "1.0.0");
}

#[app_test(TestApp::with(|config| (config.plugin_development, config.quarantine_traps) = (true, 3)))]
async fn v3_traps_of_one_account_close_a_tool_only_for_it(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let [mut hostile] = people(&app).await;
    let digest = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    // The same input is blocked after two traps.
    for _ in 0..2 {
        breaks_down_on(&mut hostile, "a").await;
    }
    let topic = |letter: &str| json!({ "topic": letter.repeat(LONGEST) });
    hostile.run_tool("motto", topic("a"), None).await.refused(503, "plugin.paused-for-input");
    assert_eq!(version(&mut hostile, "motto").await, "1.0.0", "other inputs are fine");
    for letter in ["b", "c"] {
        breaks_down_on(&mut hostile, letter).await;
    }
    let closed = run(&mut hostile, "motto").await.refused(503, "plugin.paused-for-account");
    assert!(closed.headers.contains_key("retry-after"), "{}", closed.body);
    let text = closed.body["message"].as_str().expect("a message");
    assert!(text.contains("for your account for 1 more minute"), "{text}");
    assert!(closed.body["until"].as_str().is_some_and(|until| until.ends_with('Z')), "{}", closed.body);
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    // A program of the same account counts as that account.
    let mut program = hostile.program();
    let refused = program.run_tool("motto", json!({ "topic": "tea" }), None).await;
    assert_eq!(refused.problem(), (503, "plugin.paused-for-account"), "{}", refused.body);
    registry::settle(&app.app).await.expect("settled");
    admin.get(&format!("/api/admin/packages/{digest}")).await.has(json!({ "state": "ready" }));
}

#[tokio::test]
async fn v3_a_closed_tool_without_another_version_opens_by_itself() {
    let app = TestApp::with(|config| {
        config.plugin_development = true;
        config.quarantine_accounts = 2;
        // The next run is the probe.
        config.quarantine_pause = Duration::ZERO;
    });
    let app = app.await;
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let [mut one, mut two] = people(&app).await;
    let digest = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    breaks_down(&mut one).await;
    breaks_down(&mut two).await;
    for _ in 0..2 {
        registry::settle(&app.app).await.expect("settled");
    }
    admin.get("/api/notifications").await.has(json!({ "total": 1, "/data/0/kind": "plugin-quarantined" }));
    let package = admin.get(&format!("/api/admin/packages/{digest}")).await.body;
    assert_eq!(package["state"], "ready", "it opens by itself: {package}");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    breaks_down(&mut one).await;
    assert_eq!(version(&mut two, "motto").await, "1.0.0", "it is open again, and one breakdown is one");
    app.stop().await;
}

async fn rates_badly(user: &mut Client) {
    let document = run(user, "motto").await.string("document_id");
    user.put_with(&format!("/api/documents/{document}/rating"), json!({ "rating": "bad" })).await.is(204);
}

#[app_test(patient())]
async fn bad_ratings_cause_a_rollback_and_a_pinned_version_stays(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    admin.installs(Plain::new("motto", "1.1.0").pack(&app).await).await;
    let [mut second, mut third] = people(&app).await;
    for _ in 0..3 {
        rates_badly(&mut user).await;
    }
    rates_badly(&mut second).await;
    rates_badly(&mut third).await;
    admin.put("/api/admin/plugins/motto/pin").await.is(204);
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
    admin.delete("/api/admin/plugins/motto/pin").await.is(204);
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    assert_eq!(released(&mut admin).await["reason"]["rise"], "ratings");
}

#[app_test(TestApp::with(|config| (config.plugin_development, config.quarantine_accounts) = (true, 2)))]
async fn a_version_that_the_engine_closes_makes_room_for_the_one_before(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let [mut other] = people(&app).await;
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let second = admin.installs(Plain::new("motto", "1.1.0").pack(&app).await).await;
    breaks_down(&mut user).await;
    breaks_down(&mut other).await;
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    admin.get(&format!("/api/admin/packages/{second}")).await.has(json!({ "state": "quarantined" }));
    let path = format!("/api/admin/packages/{second}/quarantine");
    admin.delete(&path).await.is(204);
    admin.delete(&path).await.refused(409, "registry.not-quarantined");
    let body = json!({ "digest": second, "stage": "all" });
    admin.post("/api/admin/plugins/motto/release", body).await.is(200);
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
}

#[app_test(patient())]
async fn a_closed_version_without_a_replacement_is_shown_as_closed(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let digest = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let path = format!("/api/admin/packages/{digest}/quarantine");
    admin.put_with(&path, json!({ "reason": "It is looked at." })).await.is(204);
    run(&mut user, "motto").await.refused(503, "plugin.quarantined");
    admin.delete(&path).await.is(204);
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
}
