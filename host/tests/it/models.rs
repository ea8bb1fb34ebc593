//! Connected models: roles, fallbacks, usage, budgets, and servers on this machine.

use sitewright::platform::config::LocalServers;

use crate::prelude::*;
use crate::util::model_server::chunk;
use crate::util::store::on_postgres;
use crate::util::tools::shared_bundle;

const SECRET_KEY: &str = "sk-very-secret-0123456789";

/// A server without a model, whose models are not retried.
async fn unconnected() -> TestApp {
    TestApp::with_plugins(|config| config.model_retries = 0).await
}

/// Connects a provider; returns the id of the connection.
async fn connect(admin: &mut Client, kind: &str, url: &str) -> String {
    let new = json!({ "kind": kind, "name": "Provider", "url": url, "key": SECRET_KEY });
    admin.post("/api/admin/models/connections", new).await.is(201).id()
}

/// Adds a model with prices of 2 and 8 USD; returns its id.
async fn add(admin: &mut Client, connection: &str, name: &str) -> String {
    let path = format!("/api/admin/models/connections/{connection}/models");
    let new = json!({ "name": name, "input_usd": 2, "output_usd": 8 });
    admin.post(&path, new).await.is(201).id()
}

async fn assign(admin: &mut Client, role: &str, models: &[&str]) {
    admin.put_with(&format!("/api/admin/models/roles/{role}"), json!({ "models": models })).await.is(200);
}

/// A server with these replies, connected with one model, which has the role `best`.
async fn connected(admin: &mut Client, replies: impl IntoIterator<Item = Reply>) -> (ModelServer, String) {
    let server = ModelServer::start(replies).await;
    let connection = connect(admin, "openai", &server.url).await;
    let model = add(admin, &connection, "test-model").await;
    assign(admin, "best", &[&model]).await;
    (server, model)
}

async fn overview(admin: &mut Client) -> Value {
    admin.get("/api/admin/models").await.is(200).body
}

async fn usage(admin: &mut Client) -> Value {
    admin.get("/api/admin/models/usage").await.is(200).body
}

#[app_test(unconnected())]
async fn a_connected_model_writes_without_a_restart_until_it_is_removed(
    app: TestApp,
    mut user: user,
    mut admin: administrator,
) {
    has(
        &overview(&mut admin).await,
        json!({ "connected": false, "connections": [], "default_role": "best" }),
    );
    has(&user.run(json!({ "topic": "tea" })).await.body, json!({ "drafted": true, "words": 0 }));

    let (server, model) = connected(&mut admin, [Reply::text("Fresh tea every day.")]).await;
    let run = user.run(json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "status": "succeeded", "drafted": false, "words": 4 }));
    assert_eq!(server.keys(), [Some(format!("Bearer {SECRET_KEY}"))]);
    has(&server.bodies()[0], json!({ "model": "test-model", "stream_options": { "include_usage": true } }));
    has(&overview(&mut admin).await, json!({ "connected": true }));

    // A disabled model is not used.
    let path = format!("/api/admin/models/{model}");
    admin.put_with(&path, json!({ "name": "test-model", "enabled": false })).await.is(200);
    has(&user.run(json!({ "topic": "tea" })).await.body, json!({ "drafted": true }));
    admin.put_with(&path, json!({ "name": "renamed", "label": "Ours" })).await.is(200);
    has(&user.run(json!({ "topic": "tea" })).await.body, json!({ "drafted": false }));
    assert_eq!(server.bodies()[1]["model"], "renamed");

    admin.delete(&path).await.is(204);
    has(&user.run(json!({ "topic": "tea" })).await.body, json!({ "drafted": true }));
    assert_eq!(server.seen().requests, 2);
}

#[app_test(unconnected())]
async fn a_key_is_never_returned_and_goes_to_its_host_only(app: TestApp, mut admin: administrator) {
    let server = ModelServer::start([]).await;
    let id = connect(&mut admin, "openai", &server.url).await;
    let path = format!("/api/admin/models/connections/{id}");
    let seen = [
        admin.get("/api/admin/models").await,
        admin.patch(&path, json!({ "name": "Other" })).await.is(200),
        admin.get("/api/admin/audit-log").await,
        admin.get(&format!("{path}/offered")).await.is(200),
    ];
    for answer in &seen {
        assert!(!answer.text().contains(SECRET_KEY), "{}", answer.body);
    }
    has(&seen[1].body, json!({ "name": "Other", "has_key": true, "key_lost": false }));
    let stored: String = app.value("SELECT secret FROM model_connections").await;
    assert!(!stored.contains(SECRET_KEY));

    // Another path of the same host is fine, another host needs the key again.
    admin.patch(&path, json!({ "url": format!("{}/v2", server.root()) })).await.is(200);
    let moved = admin.patch(&path, json!({ "url": "https://evil.example/v1" })).await.is(422);
    assert!(moved.body["errors"]["key"].is_array(), "{}", moved.body);
    let moved = json!({ "url": "https://new.example/v1", "key": "sk-new" });
    admin.patch(&path, moved).await.is(200);
    has(&admin.patch(&path, json!({ "key": "" })).await.body, json!({ "has_key": false }));

    let refused =
        admin.post("/api/admin/models/connections", json!({ "kind": "openai", "key": "a b" })).await;
    assert!(refused.is(422).body["errors"]["key"].is_array());
    for url in ["ftp://a", "https://user:key@a.example", "a"] {
        let new = json!({ "kind": "openai", "url": url });
        assert!(
            admin.post("/api/admin/models/connections", new).await.is(422).body["errors"]["url"].is_array()
        );
    }
    admin.delete(&path).await.is(204);
    let actions = crate::admin::actions(&mut admin).await;
    assert_eq!(
        (actions[0].as_str(), actions.last().map(String::as_str)),
        ("model.connection-deleted", Some("model.connection-created"))
    );
}

/// A check asks the provider and stores nothing. A failure is reported at the field that it depends on.
#[app_test(unconnected())]
async fn a_connection_is_checked_before_it_is_stored(app: TestApp, mut admin: administrator) {
    let server = ModelServer::start([]).await;
    let check = "/api/admin/models/connections/check";
    let new = |url: &str| json!({ "kind": "openai", "url": url, "key": SECRET_KEY });
    for url in [server.url.clone(), format!("{}/chat/completions", server.url)] {
        let offered = admin.post(check, new(&url)).await.is(200).body;
        has(&offered["models"][0], json!({ "name": "test-model", "added": false, "purpose": "text" }));
        assert_eq!(
            offered["models"].as_array().and_then(|all| all.last()).map(|last| &last["purpose"]),
            Some(&json!("other"))
        );
    }
    assert_eq!(overview(&mut admin).await["connections"], json!([]));
    for (url, text) in [
        ("http://127.0.0.1:9/v1", "No server responds"),
        // It has no list here.
        (server.root(), "ends in /v1. Details: 404 Not Found"),
        ("ftp://a", "web address"),
    ] {
        let errors = admin.post(check, new(url)).await.is(422).body["errors"].clone();
        assert!(errors["url"][0].as_str().is_some_and(|said| said.contains(text)), "{url}: {errors}");
    }

    let connection = connect(&mut admin, "openai", &server.url).await;
    add(&mut admin, &connection, "other-model").await;
    let path = format!("/api/admin/models/connections/{connection}");
    let offered = admin.post(&format!("{path}/check"), json!({})).await.is(200).body;
    has(&offered["models"][1], json!({ "name": "other-model", "added": true }));
    let moved = json!({ "url": "http://127.0.0.1:9/v1" });
    let refused = admin.post(&format!("{path}/check"), moved.clone()).await.is(422).body;
    assert!(refused["errors"]["key"].is_array(), "{refused}");
    has(&overview(&mut admin).await["connections"][0], json!({ "url": server.url }));

    // The provider of a stored connection is gone.
    let moved = json!({ "url": moved["url"], "key": "" });
    admin.patch(&path, moved).await.is(200);
    let gone = admin.get(&format!("{path}/offered")).await.is(422).body;
    assert!(gone["errors"]["url"].is_array(), "{gone}");
    admin
        .post("/api/admin/models/connections/settings/check", json!({}))
        .await
        .refused(409, "models.from-settings");
}

#[app_test(unconnected())]
async fn tools_use_the_role_that_is_chosen_for_them(app: TestApp, mut user: user, mut admin: administrator) {
    let server = ModelServer::start([Reply::text("Tea.")]).await;
    let connection = connect(&mut admin, "openai", &server.url).await;
    let (best, quick) =
        (add(&mut admin, &connection, "large").await, add(&mut admin, &connection, "small").await);
    assign(&mut admin, "best", &[&best]).await;
    assign(&mut admin, "quick", &[&quick]).await;
    let tool = format!("/api/admin/models/tools/{SCRIPTED}");
    let mut expected = Vec::new();
    for (path, body, name) in [
        (None, json!(null), "large"),
        (Some(tool.as_str()), json!({ "role": "quick" }), "small"),
        (Some(tool.as_str()), json!({ "role": null }), "large"),
        (Some("/api/admin/models/default-role"), json!({ "role": "quick" }), "small"),
        // A role without a model has those of the default role.
        (Some(tool.as_str()), json!({ "role": "vision" }), "small"),
    ] {
        if let Some(path) = path {
            admin.put_with(path, body).await.is(200);
        }
        user.run(json!({ "topic": "tea" })).await.is(201);
        expected.push(name);
    }
    let asked: Vec<Value> = server.bodies().iter().map(|body| body["model"].clone()).collect();
    assert_eq!(asked, expected);

    let seen = overview(&mut admin).await;
    assert_eq!(seen["tools"], json!([{ "tool": SCRIPTED, "name": "Scripted tool", "role": "vision" }]));
    assert_eq!(seen["roles"][0], json!({ "role": "quick", "models": [quick] }));
    admin.put_with(&tool, json!({ "role": "embeddings" })).await.is(422);
    admin.put_with(&tool, json!({})).await.is(422);
    admin.put_with("/api/admin/models/tools/none", json!({ "role": "quick" })).await.is(404);
    admin.put_with("/api/admin/models/roles/none", json!({ "models": [] })).await.is(404);
    for (models, why) in
        [(json!([best, best]), "Choose one"), (json!(["none"]), "removed"), (json!(["settings"]), "removed")]
    {
        let refused =
            admin.put_with("/api/admin/models/roles/best", json!({ "models": models })).await.is(422);
        let said = refused.body["message"].as_str().expect("a message");
        assert!(said.contains(why), "{models}: {said}");
    }
    admin
        .post(&format!("/api/admin/models/connections/{connection}/models"), json!({ "name": "large" }))
        .await
        .is(422);
}

#[app_test(unconnected())]
async fn a_fallback_answers_if_the_first_model_fails(app: TestApp, mut user: user, mut admin: administrator) {
    let half = || vec!["Half a ".to_owned()];
    let refusal = Reply::Events(vec![chunk(json!({ "refusal": "I cannot." }), None)]);
    let first = [Reply::status(500), Reply::Cuts(half()), Reply::Ends(half()), refusal];
    let (first, second, models) = with_fallback(&mut admin, first).await;
    for requests in 1..=3 {
        let run = user.run(json!({ "topic": "tea" })).await.body;
        let text = json!({ "text": "From the second one." });
        has(&run, json!({ "status": "succeeded", "outcome": text, "words": 4 }));
        assert_eq!((first.seen().requests, second.seen().requests), (requests, requests));
    }
    let run = user.run(json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "status": "failed", "problem": { "code": "model.declined" } }));
    assert_eq!((first.seen().requests, second.seen().requests), (4, 3));

    let seen = usage(&mut admin).await;
    has(&seen["total"], json!({ "calls": 7, "failures": 4, "words": 12 }));
    let of = |name: &str| {
        let all = seen["models"].as_array().expect("models");
        all.iter().find(|model| model["name"] == name).cloned().expect("counted")
    };
    has(&of("one"), json!({ "calls": 4, "failures": 4, "id": models[0] }));
    has(&of("two"), json!({ "calls": 3, "failures": 0, "output_tokens": 21 }));
}

/// Two providers with a model each; the second one answers if the first one fails.
async fn with_fallback(
    admin: &mut Client,
    first: impl IntoIterator<Item = Reply>,
) -> (ModelServer, ModelServer, [String; 2]) {
    let first = ModelServer::start(first).await;
    let second = ModelServer::start([Reply::text("From the second one.")]).await;
    let mut models = Vec::new();
    for (server, name) in [(&first, "one"), (&second, "two")] {
        let connection = connect(admin, "openai", &server.url).await;
        models.push(add(admin, &connection, name).await);
    }
    assign(admin, "best", &[&models[0], &models[1]]).await;
    (first, second, models.try_into().expect("two models"))
}

/// The first model hangs in the middle of its text; the second call of the run does not wait for it.
#[app_test(TestApp::with_plugins(|config| config.model_timeout = Duration::from_millis(500)))]
async fn a_model_that_hangs_is_replaced_for_the_rest_of_the_run(
    app: TestApp,
    mut user: user,
    mut admin: administrator,
) {
    let (first, second, _) = with_fallback(&mut admin, [Reply::Holds(vec!["Once upon a ".into()])]).await;
    let run = user.begin(json!({ "topic": "tea", "do": "ask-again" })).await;
    let events = user.events(&run, None).await;
    let run = &events.last().expect("an end").data["run"];
    has(run, json!({ "status": "succeeded", "outcome": { "text": "From the second one." }, "words": 8 }));
    assert_eq!((first.seen().requests, second.seen().requests), (1, 2));
    // The second text replaces the first one on the screen.
    let mut shown = vec![String::new()];
    for event in &events {
        match event.name.as_str() {
            "replace" => shown.push(String::new()),
            "delta" => {
                shown.last_mut().expect("a text").push_str(event.data["text"].as_str().expect("a text"))
            }
            _ => {}
        }
    }
    shown.retain(|text| !text.is_empty());
    let whole = ["Once upon a ", "From the second one."];
    assert!(shown.iter().all(|text| whole.contains(&text.as_str())), "{shown:?}");
}

#[app_test(unconnected())]
async fn calls_are_counted_with_their_tokens_and_costs(
    app: TestApp,
    mut user: user,
    mut admin: administrator,
) {
    let (server, model) = connected(&mut admin, [Reply::text("Fresh tea every day.")]).await;
    user.run(json!({ "topic": "tea", "do": "ask-again" })).await.is(201);
    let once = json!({
        "calls": 2, "failures": 0, "words": 8, "input_tokens": 22, "output_tokens": 14, "estimated": 0,
        "cost_usd": 0.000_156,
    });
    let seen = usage(&mut admin).await;
    has(&seen["total"], once.clone());
    for list in ["days", "models", "tools", "plans", "accounts"] {
        assert_eq!(seen[list].as_array().map(Vec::len), Some(1), "{list}");
        has(&seen[list][0], once.clone());
    }
    has(&seen["models"][0], json!({ "id": model, "name": "test-model" }));
    has(&seen["tools"][0], json!({ "id": SCRIPTED, "name": "Scripted tool" }));
    has(&seen["plans"][0], json!({ "id": "0", "name": "Free" }));
    has(&seen["accounts"][0], json!({ "id": id(&user), "name": "Test Person" }));
    assert_eq!(seen["days"][0]["day"], seen["to"]);

    // A server that refuses the option is asked without it, and its tokens are estimated.
    let complaint = json!({ "error": { "message": "Unknown field: stream_options" } }).to_string();
    server.then([Reply::Status(400, Vec::new(), complaint), Reply::text("Fresh tea every day.")]);
    user.run(json!({ "topic": "tea" })).await.is(201);
    assert_eq!(server.bodies().last().expect("a request").get("stream_options"), None);
    has(&usage(&mut admin).await["total"], json!({ "calls": 3, "estimated": 1, "words": 12 }));

    // Other periods are empty or refused.
    let old = admin.get("/api/admin/models/usage?from=2020-01-01&to=2020-01-31").await.is(200);
    has(&old.body, json!({ "from": "2020-01-01", "to": "2020-01-31", "total": { "calls": 0 }, "days": [] }));
    admin.get("/api/admin/models/usage?from=yesterday").await.is(422);

    // A deleted account leaves its numbers.
    user.delete_with("/api/user", json!({ "password": PASSWORD })).await.is(204);
    has(&usage(&mut admin).await["accounts"][0], json!({ "id": "", "name": null, "calls": 3 }));
}

#[app_test(unconnected())]
async fn a_cancelled_call_is_counted(app: TestApp, mut user: user, mut admin: administrator) {
    let (server, _) = connected(&mut admin, [Reply::Holds(vec!["Once upon a time ".into()])]).await;
    let run = user.begin(json!({ "topic": "tea" })).await;
    user.follow(&run, None).await.until("delta").await;
    user.post(&format!("/api/runs/{run}/cancel"), json!({})).await.is(200);
    server.until("the stream was dropped", |seen| seen.dropped == 1).await;
    // The provider may see the end of the stream before the server has counted the call.
    becomes("the call is counted", async || usage(&mut admin).await["total"]["calls"] == 1).await;
    let seen = usage(&mut admin).await;
    has(&seen["total"], json!({ "calls": 1, "estimated": 1, "output_tokens": 5 }));
}

#[app_test(unconnected())]
async fn a_budget_that_is_used_up_refuses_calls_until_it_is_raised(
    app: TestApp,
    mut user: user,
    mut admin: administrator,
) {
    let (server, _) = connected(&mut admin, [Reply::text("Fresh tea every day.")]).await;
    for budget in [
        json!({ "monthly_usd": 0.000_05 }),
        json!({ "monthly_usd": null, "plans": [{ "plan_id": 0, "monthly_usd": 0.000_1 }] }),
    ] {
        admin.put_with("/api/admin/models/budgets", budget).await.is(200);
        has(&user.run(json!({ "topic": "tea" })).await.body, json!({ "status": "succeeded" }));
        let before = user.get("/api/words").await.body["left"].clone();
        let run = user.run(json!({ "topic": "tea" })).await.body;
        has(&run, json!({ "status": "failed", "problem": { "code": "model.budget-used-up" }, "words": 0 }));
        assert_eq!(user.get("/api/words").await.body["left"], before);
        usage(&mut admin).await;
        let raised = admin.put_with("/api/admin/models/budgets", json!({ "monthly_usd": 5 })).await.is(200);
        assert_eq!(raised.body["budgets"]["monthly_usd"], 5.0);
    }
    assert_eq!(server.seen().requests, 2);
    // Two calls of 78 micro-USD. An unread notice is not repeated.
    assert_eq!(overview(&mut admin).await["budgets"]["spent_usd"], 0.000_156);
    let notices = admin.get("/api/notifications").await.body;
    assert_eq!((&notices["total"], &notices["data"][0]["kind"]), (&json!(1), &json!("model-budget-used-up")));
    for (language, limit) in [("en", "$0.00"), ("pl", "0,00 $")] {
        admin.cookies.insert("locale".into(), language.into());
        assert!(admin.get("/api/notifications").await.text().contains(limit), "{language}");
    }

    let unknown = json!({ "monthly_usd": 1, "plans": [{ "plan_id": 77, "monthly_usd": 1 }] });
    admin.put_with("/api/admin/models/budgets", unknown).await.is(422);
    admin.put_with("/api/admin/models/budgets", json!({ "monthly_usd": -1 })).await.is(422);
    admin.put_with("/api/admin/models/budgets", json!({ "plans": [] })).await.is(422);
}

#[app_test(unconnected())]
async fn other_protocols_are_spoken(app: TestApp, mut user: user, mut admin: administrator) {
    for (kind, path) in
        [("anthropic", "/v1/messages"), ("gemini", "/v1beta/models/test-model:streamGenerateContent?alt=sse")]
    {
        let server =
            ModelServer::start([Reply::text("Fresh tea every day."), Reply::Ends(vec!["Half".into()])]).await;
        let connection = connect(&mut admin, kind, server.root()).await;
        let model = add(&mut admin, &connection, "test-model").await;
        assign(&mut admin, "best", &[&model]).await;
        let run = user.run(json!({ "topic": "tea" })).await.body;
        has(
            &run,
            json!({ "status": "succeeded", "words": 4, "outcome": { "text": "Fresh tea every day." } }),
        );
        assert_eq!(
            (server.paths(), server.keys()),
            (vec![path.to_owned()], vec![Some(SECRET_KEY.to_owned())])
        );
        let failed = user.run(json!({ "topic": "tea" })).await.body;
        has(&failed, json!({ "status": "failed", "problem": { "code": "model.broken-off" } }));
        let seen = usage(&mut admin).await;
        let counted =
            seen["models"].as_array().expect("models").iter().find(|known| known["id"] == model.as_str());
        has(counted.expect("counted"), json!({ "calls": 2, "failures": 1, "words": 4 }));
    }
    let seen = usage(&mut admin).await;
    // Two whole answers, and the beginnings of two others.
    assert!(seen["total"]["input_tokens"].as_i64().is_some_and(|input| input >= 44), "{seen}");
}

#[app_test(TestApp::with_model([Reply::text("From the settings.")]))]
async fn the_model_of_the_settings_is_used_until_another_is_assigned(
    app: TestApp,
    model: model,
    mut user: user,
    mut admin: administrator,
) {
    let seen = overview(&mut admin).await;
    has(
        &seen["connections"][0],
        json!({ "id": "settings", "from_settings": true, "url": model.url, "has_key": false }),
    );
    user.run(json!({ "topic": "tea" })).await.is(201);
    admin
        .patch("/api/admin/models/connections/settings", json!({}))
        .await
        .refused(409, "models.from-settings");
    admin.delete("/api/admin/models/connections/settings").await.refused(409, "models.from-settings");
    admin.delete("/api/admin/models/settings").await.refused(409, "models.from-settings");
    has(
        &admin.post("/api/admin/models/settings/test", json!({})).await.body,
        json!({ "ok": true, "cost_usd": null }),
    );

    let (server, other) = connected(&mut admin, [Reply::text("From the connection.")]).await;
    let run = user.run(json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "outcome": { "text": "From the connection." } }));
    // As a fallback of another one.
    server.clear();
    server.then([Reply::status(401)]);
    assign(&mut admin, "best", &[&other, "settings"]).await;
    let run = user.run(json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "outcome": { "text": "From the settings." } }));
    assert_eq!(model.seen().requests, 3);
    let models = usage(&mut admin).await["models"].clone();
    assert!(models.as_array().expect("models").iter().any(|model| model["id"] == "settings"), "{models}");
}

#[app_test(unconnected())]
async fn a_model_is_tested_with_a_real_request(app: TestApp, mut admin: administrator) {
    let (server, model) = connected(&mut admin, [Reply::text("It works well.")]).await;
    let path = format!("/api/admin/models/{model}/test");
    let test = admin.post(&path, json!({})).await.is(200).body;
    has(
        &test,
        json!({ "ok": true, "text": "It works well.", "words": 3, "cost_usd": 0.000_078, "output_tokens": 7, "problem": null }),
    );
    assert!(test["first_token_ms"].is_i64() && test["tokens_per_second"].is_f64(), "{test}");

    let said = json!({ "error": { "message": format!("no such key: {SECRET_KEY}") } }).to_string();
    server.clear();
    server.then([Reply::Status(401, Vec::new(), said)]);
    let test = admin.post(&path, json!({})).await.is(200).body;
    has(&test, json!({ "ok": false, "problem": { "code": "model.wrong-key" } }));
    // For administrators: what to do, the status and the provider's own words.
    let message = test["problem"]["message"].as_str().expect("a message");
    assert!(message.ends_with("Details: 401 Unauthorized: no such key: [key]"), "{message}");
    assert!(message.starts_with("The provider requires a valid key."), "{message}");
    has(&usage(&mut admin).await["tools"][0], json!({ "id": "", "name": null, "calls": 2 }));
    admin.post("/api/admin/models/none/test", json!({})).await.is(404);

    let connections = overview(&mut admin).await["connections"].clone();
    let id = connections[0]["id"].as_str().expect("an id");
    let offered = admin.get(&format!("/api/admin/models/connections/{id}/offered")).await.is(200).body;
    let names: Vec<_> = offered["models"]
        .as_array()
        .expect("models")
        .iter()
        .map(|model| (model["name"].as_str().expect("a name"), model["added"] == true))
        .collect();
    let expected = [("test-model", true), ("other-model", false), ("whisper-1", false)];
    assert_eq!(names, expected);
}

#[tokio::test]
async fn a_server_on_this_machine_is_found_and_connected_with_one_call() {
    let (local, own) = (ModelServer::start([Reply::text("Local tea.")]).await, ModelServer::start([]).await);
    let places = format!("ollama={}, llama.cpp={}, vllm=http://127.0.0.1:9", local.root(), own.root());
    let app = TestApp::with_plugins(|config| {
        config.model_local = LocalServers::parse(&places).expect("addresses");
        // The server does not offer itself.
        config.public_url = Some(own.root().to_owned());
    })
    .await;
    let mut admin = administrator(&app).await;
    let found = admin.post("/api/admin/models/detected", json!({})).await.is(200).body;
    assert_eq!(found["servers"].as_array().map(Vec::len), Some(1), "{found}");
    has(&found["servers"][0], json!({ "name": "Ollama", "url": local.url, "connected": false }));
    assert_eq!(found["servers"][0]["models"].as_array().map(Vec::len), Some(3));
    assert_eq!(admin.get("/api/admin/models/detected").await.body, found);

    let path = format!("/api/admin/models/detected/{}", found["servers"][0]["id"].as_str().expect("an id"));
    let made = admin.post(&path, json!({})).await.is(201).body;
    let id_of = |name: &str| {
        let all = made["models"].as_array().expect("models");
        all.iter().find(|model| model["name"] == name).expect("added")["id"].clone()
    };
    let seen = overview(&mut admin).await;
    let expected = json!([
        { "role": "quick", "models": [id_of("gemma3:4b")] },
        { "role": "best", "models": [id_of("SpeakLeash/bielik-11b-v2.6-instruct:Q4_K_M")] },
        { "role": "vision", "models": [id_of("gemma3:4b")] },
        { "role": "embeddings", "models": [id_of("nomic-embed-text:latest")] },
    ]);
    assert_eq!(seen["roles"], expected);
    admin.post(&path, json!({})).await.refused(409, "models.connected-already");
    admin.post("/api/admin/models/detected/none", json!({})).await.is(404);
    assert_eq!(admin.get("/api/admin/models/detected").await.body["servers"][0]["connected"], true);

    let run = app.user().await.run(json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "status": "succeeded", "outcome": { "text": "Local tea." }, "drafted": false }));
    assert_eq!(local.keys(), [None]);

    let list = admin.get("/api/admin/models/recommended").await.is(200).body;
    assert!(list["models"].as_array().is_some_and(|models| models.len() > 8));
    app.stop().await;
}

/// A run decides at its start whether a model writes: what is removed later is still used by it.
#[app_test(unconnected())]
async fn a_run_keeps_the_models_that_it_started_with(app: TestApp, mut user: user, mut admin: administrator) {
    let (server, model) =
        connected(&mut admin, [Reply::Holds(vec!["First. ".into()]), Reply::text("Second one.")]).await;
    let run = user.begin(json!({ "topic": "tea", "do": "ask-again" })).await;
    server.until("the first call is open", |seen| seen.open == 1).await;
    admin.delete(&format!("/api/admin/models/{model}")).await.is(204);
    has(&overview(&mut admin).await, json!({ "connected": false }));
    server.open_gate();
    let ended = user.ended(&run).await;
    has(
        &ended,
        json!({ "status": "succeeded", "drafted": false, "words": 3, "outcome": { "text": "Second one." } }),
    );
    has(&user.run(json!({ "topic": "tea" })).await.body, json!({ "drafted": true }));
}

#[tokio::test]
async fn a_change_reaches_the_other_processes() {
    if !on_postgres() {
        return;
    }
    let store = Arc::new(Store::new());
    let start = || TestApp::in_folder(store.clone(), |config| config.bundle = Some(shared_bundle()));
    let (one, two) = (start().await, start().await);
    let (mut admin, mut user) = (administrator(&one).await, two.user().await);
    let (server, _) = connected(&mut admin, [Reply::text("Fresh tea every day.")]).await;
    // Without Redis the other process looks at the version every few seconds.
    while user.run(json!({ "topic": "tea" })).await.body["drafted"] == true {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(server.seen().requests, 1);
    one.stop().await;
    two.stop().await;
}
