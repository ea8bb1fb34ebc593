//! An account's exception overrides its plan, until it ends.

use super::ceilings;
use crate::prelude::*;

const FREE: i64 = 0;

async fn let_end(app: &TestApp) {
    app.execute("UPDATE tool_exceptions SET ends_at = 1").await;
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_exception_grants_and_denies_tools(app: TestApp, mut admin: administrator) {
    let (mut client, mut other) = (app.user().await, app.user().await);
    client.language = Some("en");
    admin.set_cells(FREE, json!({ "tools": [SCRIPTED], "open": false })).await.is(200);
    let tomorrow = Timestamp::now().plus_ms(86_400_000).rfc3339();
    let given = json!({ "access": "allow", "reason": " Tries it for a month. ", "ends_at": tomorrow });
    let made = admin.except(&client.own_id(), SCRIPTED, given).await;
    assert_eq!((made.status, &made.body["reason"]), (200, &json!("Tries it for a month.")), "{}", made.body);
    client.run(json!({ "topic": "tea" })).await.is(201);
    assert_eq!(client.get(&format!("/api/tools/{SCRIPTED}")).await.body["lock"], Value::Null);
    other.run(json!({ "topic": "tea" })).await.refused(402, "plans.tool-locked");

    let refused = json!({ "access": "deny", "reason": "Misused." });
    admin.except(&client.own_id(), HOSTILE, refused).await.is(200);
    client.run_to_end(HOSTILE, json!({ "do": "nothing" })).await.refused(402, "ceilings.denied");
    let lock = client.get(&format!("/api/tools/{HOSTILE}")).await.body["lock"].clone();
    assert_eq!(lock, json!({ "plan": null, "denied": true }));
    assert!(!client.get("/api/tools").await.text().contains("Misused"), "the reason is for administrators");

    let expected = json!({ "total": 1, "/data/0/account/id": client.own_id() });
    admin.get(&format!("/api/admin/matrix/{SCRIPTED}/exceptions")).await.has(expected);
    let path = format!("/api/admin/users/{}/tools", client.own_id());
    assert_eq!(admin.get(&path).await.body["total"], 2);
    assert_eq!(admin.get(&format!("/api/admin/matrix?q={SCRIPTED}")).await.body["data"][0]["exceptions"], 1);

    let_end(&app).await;
    client.run(json!({ "topic": "tea" })).await.refused(402, "plans.tool-locked");
    client.run_to_end(HOSTILE, json!({ "do": "nothing" })).await.is(201);
    assert_eq!(admin.get(&path).await.body["data"][0]["is_over"], true);
    admin.delete(&format!("{path}/{HOSTILE}")).await.is(204);
    admin.delete(&format!("{path}/{HOSTILE}")).await.is(404);
    admin.get("/api/admin/audit-log?action=user.tool-excepted").await.has(json!({ "total": 2 }));
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn ceilings_of_an_account_override_those_of_the_plan(app: TestApp, mut admin: administrator) {
    let mut client = app.user().await;
    client.language = Some("en");
    let one = json!({ "tools": [SCRIPTED], "ceilings": ceilings(json!({ "runs_per_day": 1 })) });
    admin.set_cells(FREE, one).await.is(200);
    client.run(json!({ "topic": "tea" })).await.is(201);
    client.run(json!({ "topic": "tea" })).await.refused(402, "ceilings.runs");
    let two = json!({ "ceilings": ceilings(json!({ "runs_per_day": 2 })), "reason": "A large order." });
    admin.except(&client.own_id(), SCRIPTED, two).await.is(200);
    client.run(json!({ "topic": "tea" })).await.is(201);
    client.run(json!({ "topic": "tea" })).await.refused(402, "ceilings.own-runs");
    let none = json!({ "ceilings": ceilings(json!({})), "reason": "As much as they like." });
    admin.except(&client.own_id(), SCRIPTED, none).await.is(200);
    client.run(json!({ "topic": "tea" })).await.is(201);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_invalid_exception_is_refused_at_its_field(app: TestApp, mut admin: administrator) {
    let id = app.user().await.own_id();
    for (exception, at) in [
        (json!({ "reason": "Nothing." }), "access"),
        (json!({ "access": "deny", "reason": "  " }), "reason"),
        (json!({ "access": "deny", "reason": "x".repeat(501) }), "reason"),
        (json!({ "access": "deny", "reason": "Past.", "ends_at": "2020-01-01T00:00:00Z" }), "ends_at"),
        (json!({ "access": "deny", "reason": "When?", "ends_at": "soon" }), "ends_at"),
        (
            json!({ "ceilings": ceilings(json!({ "hosts": ["evil.test"] })), "reason": "Hosts." }),
            "ceilings.hosts",
        ),
    ] {
        admin.except(&id, SCRIPTED, exception.clone()).await.wrong(at);
    }
    let fine = json!({ "access": "deny", "reason": "Fine." });
    admin.except(&id, "no-such-tool", fine.clone()).await.is(404);
    admin.except("nobody", SCRIPTED, fine.clone()).await.is(404);
    let mut user = app.user().await;
    user.put_with(&format!("/api/admin/users/{id}/tools/{SCRIPTED}"), fine).await.is(403);
}
