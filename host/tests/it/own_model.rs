//! A user's own model: connected where the plan allows it, used by all runs of the account, at no cost of words.

use sitewright::platform::fetch::{Names, Networks};

use crate::prelude::*;
use crate::trials::FREE;

const KEY: &str = "sk-own-0123456789";

/// A server with a model of the operator, which may call 127.0.0.1 for users.
async fn serve() -> TestApp {
    let replies = [Reply::text("From the operator.")];
    TestApp::with_model_and(replies, |config| {
        config.model_retries = 0;
        config.fetch_private = Networks::parse("127.0.0.1").expect("a network");
        config.fetch_names = Names::parse("private.test=127.0.0.2").expect("a name");
    })
    .await
}

/// Sets whether the free plan allows an own model.
async fn allow(admin: &mut Client, own_model: bool) {
    let plans = admin.get("/api/admin/products").await.is(200).body;
    let plans = plans["data"].as_array().expect("plans");
    let mut free = plans.iter().find(|plan| plan["id"] == FREE).expect("the free plan").clone();
    free["own_model"] = own_model.into();
    has(&admin.put_with("/api/admin/products/0", free).await.is(200).body, json!({ "own_model": own_model }));
}

fn wish(server: &ModelServer) -> Value {
    json!({ "kind": "openai", "url": server.url, "key": KEY, "name": "test-model" })
}

/// An own model of the user, whose plan allows it.
pub async fn connect(
    admin: &mut Client,
    user: &mut Client,
    replies: impl IntoIterator<Item = Reply>,
) -> ModelServer {
    let server = ModelServer::start(replies).await;
    allow(admin, true).await;
    user.put_with("/api/user/model", wish(&server)).await.is(200);
    server
}

async fn tea(user: &mut Client) -> Value {
    user.run(json!({ "topic": "tea" })).await.body
}

#[app_test(serve())]
async fn an_own_model_answers_all_runs_without_words_while_the_plan_allows_it(
    app: TestApp,
    model: model,
    mut user: user,
    mut admin: administrator,
) {
    let server = ModelServer::start([Reply::text("From my own model.")]).await;
    has(&user.get("/api/user/model").await.is(200).body, json!({ "allowed": false, "model": null }));
    user.put_with("/api/user/model", wish(&server)).await.refused(402, "own-model.not-in-plan");
    user.post("/api/user/model/check", wish(&server)).await.refused(402, "own-model.not-in-plan");

    allow(&mut admin, true).await;
    let offered = user.post("/api/user/model/check", wish(&server)).await.is(200).body;
    has(&offered["models"][1], json!({ "name": "other-model" }));
    has(&user.get("/api/user/model").await.body, json!({ "allowed": true, "model": null }));
    let stored = user.put_with("/api/user/model", wish(&server)).await.is(200);
    let expected = json!({ "kind": "openai", "url": server.url, "name": "test-model", "has_key": true, "key_lost": false });
    has(&stored.body, json!({ "allowed": true, "model": expected }));

    let left = user.get("/api/words").await.body["left"].clone();
    let (_, mut program) = user.key(json!({})).await;
    for client in [&mut user, &mut program] {
        let run = tea(client).await;
        let expected = json!({ "text": "From my own model." });
        has(&run, json!({ "status": "succeeded", "drafted": false, "words": 0, "outcome": expected }));
    }
    assert_eq!(server.keys(), [Some(format!("Bearer {KEY}")), Some(format!("Bearer {KEY}"))]);
    assert_eq!((user.get("/api/words").await.body["left"].clone(), model.seen().requests), (left, 0));
    let usage = admin.get("/api/admin/models/usage").await.is(200).body;
    has(&usage["models"][0], json!({ "id": "own", "calls": 2, "words": 8, "cost_usd": 0.0 }));

    // Another account has the operator's model.
    has(&tea(&mut app.user().await).await, json!({ "outcome": { "text": "From the operator." } }));

    allow(&mut admin, false).await;
    has(&tea(&mut user).await, json!({ "outcome": { "text": "From the operator." }, "words": 3 }));
    let kept = user.get("/api/user/model").await.body;
    has(&kept, json!({ "allowed": false, "model": { "name": "test-model", "has_key": true } }));
    allow(&mut admin, true).await;
    has(&tea(&mut user).await, json!({ "outcome": { "text": "From my own model." } }));

    user.delete("/api/user/model").await.is(204);
    user.delete("/api/user/model").await.is(204);
    has(&tea(&mut user).await, json!({ "outcome": { "text": "From the operator." } }));
    let done = actions(&mut admin).await;
    for action in ["own-model.connected", "own-model.removed"] {
        assert!(done.iter().any(|known| known == action), "{done:?}");
    }
}

#[app_test(serve())]
async fn a_failure_of_an_own_model_fails_the_run_and_names_the_settings(
    app: TestApp,
    model: model,
    mut user: user,
    mut admin: administrator,
) {
    user.language = Some("en");
    let server = connect(&mut admin, &mut user, []).await;
    for (reply, code) in [
        (Reply::status(401), "own-model.wrong-key"),
        (Reply::status(402), "own-model.no-credit"),
        (Reply::status(429), "own-model.busy"),
        (Reply::status(503), "own-model.unreachable"),
        (Reply::Cuts(vec!["Half of".into()]), "own-model.unreachable"),
        (Reply::status(404), "own-model.rejected"),
    ] {
        server.then([reply]);
        let run = tea(&mut user).await;
        has(&run, json!({ "status": "failed", "problem": { "code": code }, "words": 0 }));
        let message = run["problem"]["message"].as_str().unwrap_or_default();
        assert!(message.contains("Settings → AI model"), "{message}");
    }
    assert_eq!(model.seen().requests, 0);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM free_calls").await, 0);

    // A cancelled run costs nothing either.
    server.then([Reply::Holds(vec!["Once upon a time ".into()])]);
    let run = user.begin(json!({ "topic": "tea" })).await;
    user.follow(&run, None).await.until("delta").await;
    let cancelled = user.post(&format!("/api/runs/{run}/cancel"), json!({})).await.is(200).body;
    has(&cancelled, json!({ "status": "cancelled", "words": 0 }));
}

#[app_test(serve())]
async fn an_own_model_has_a_public_encrypted_address_and_is_checked_before_it_is_stored(
    app: TestApp,
    mut user: user,
    mut admin: administrator,
) {
    allow(&mut admin, true).await;
    let server = ModelServer::start([]).await;
    for (field, change) in [
        ("url", json!({ "url": "https://10.0.0.1/v1" })),
        ("url", json!({ "url": "https://[::1]/v1" })),
        ("url", json!({ "url": "https://127.0.0.2/v1" })),
        // Resolves to an address that is not public.
        ("url", json!({ "url": "https://private.test/v1" })),
        ("url", json!({ "url": "http://model.example/v1" })),
        ("url", json!({ "url": "https://127.0.0.1:25/v1" })),
        ("url", json!({ "url": "https://user@model.example/v1" })),
        ("url", json!({ "url": format!("{}/nothing", server.root()) })),
        ("key", json!({ "key": "a b" })),
        ("name", json!({ "name": "unknown-model" })),
        ("name", json!({ "name": " " })),
    ] {
        let mut body = wish(&server);
        body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        let refused = user.put_with("/api/user/model", body).await.is(422);
        assert!(refused.body["errors"][field].is_array(), "{change}: {}", refused.body);
    }
    has(&user.get("/api/user/model").await.body, json!({ "model": null }));
}

#[app_test(serve())]
async fn the_key_of_an_own_model_is_never_returned_and_goes_to_its_host_only(
    app: TestApp,
    mut user: user,
    mut admin: administrator,
) {
    let server = connect(&mut admin, &mut user, [Reply::text("From my own model.")]).await;
    let other = ModelServer::start([]).await;
    let stored: String = app.value("SELECT secret FROM own_models").await;
    assert!(!stored.contains(KEY));
    let export = user.get("/api/user/export").await;
    let mut archive = zip::ZipArchive::new(Cursor::new(export.bytes)).expect("an archive");
    let mut file = String::new();
    archive.by_name("own-model.json").expect("the model").read_to_string(&mut file).expect("UTF-8");
    assert!(file.contains("test-model") && file.contains(&server.url), "{file}");
    let (shown, log) = (user.get("/api/user/model").await, admin.get("/api/admin/audit-log").await);
    let seen = [&*file, shown.text(), log.text()];
    assert!(seen.iter().all(|text| !text.contains(KEY) && !text.contains(&stored)), "{seen:?}");

    // The stored key stays for its host, and another host needs it again.
    let again = json!({ "kind": "openai", "url": server.url, "name": "other-model" });
    has(&user.put_with("/api/user/model", again).await.is(200).body["model"], json!({ "has_key": true }));
    tea(&mut user).await;
    assert_eq!(server.keys(), [Some(format!("Bearer {KEY}"))]);
    assert_eq!(server.bodies()[0]["model"], "other-model");
    let moved = json!({ "kind": "openai", "url": other.url, "name": "test-model" });
    let refused = user.put_with("/api/user/model", moved).await.is(422);
    assert!(refused.body["errors"]["key"].is_array(), "{}", refused.body);
    let without = json!({ "kind": "openai", "url": other.url, "key": "", "name": "test-model" });
    has(&user.put_with("/api/user/model", without).await.is(200).body["model"], json!({ "has_key": false }));

    user.delete_with("/api/user", json!({ "password": PASSWORD })).await.is(204);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM own_models").await, 0);
}

#[app_test(serve())]
async fn a_trial_uses_the_models_of_the_operator(app: TestApp, model: model, mut admin: administrator) {
    let mut same = app.visitor();
    same.cookies.clone_from(&admin.cookies);
    let server = connect(&mut admin, &mut same, [Reply::text("From my own model.")]).await;
    let trial = admin.trial(json!({ "tool": SCRIPTED }), FREE).await;
    let run = admin.tries(&trial, json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "status": "succeeded", "outcome": { "text": "From the operator." } }));
    assert_eq!((server.seen().requests, model.seen().requests), (0, 1));
}
