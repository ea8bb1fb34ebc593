//! API keys: created and shown once, limited by scopes and words, revoked at once.

use futures::stream::FuturesUnordered;

use crate::prelude::*;

const ALL: [&str; 5] = ["tools:read", "runs:write", "runs:read", "documents:read", "documents:write"];

impl Client {
    /// Creates a key with these options and returns its id and a program that uses it.
    pub async fn key(&mut self, wishes: Value) -> (String, Client) {
        let mut new = json!({ "name": "Robot", "scopes": ALL });
        new.as_object_mut().expect("an object").extend(wishes.as_object().expect("an object").clone());
        let made = self.post("/api/keys", new).await.is(201);
        let mut program = self.program();
        program.bearer = made.body["secret"].as_str().map(str::to_owned);
        (made.body["key"]["id"].as_str().expect("an id").to_owned(), program)
    }
}

async fn new_project(user: &mut Client, domain: &str) -> i64 {
    let new = json!({ "domain": domain, "language_code": "en", "location_code": 2840 });
    user.post("/api/project/addProject", new).await.body["project"]["id"].as_i64().expect("a number")
}

fn field<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.body["errors"][name][0].as_str().unwrap_or_default()
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_key_is_shown_once_and_stored_as_a_hash(app: TestApp, mut user: user) {
    let wishes = json!({ "name": " Claude ", "scopes": ["runs:write", "tools:read", "tools:read"], "tools": [SCRIPTED],
        "monthly_words": 500, "expires_in_days": 30 });
    let made = user.post("/api/keys", wishes).await;
    assert_eq!((made.status, made.header("cache-control")), (201, "no-store"), "{}", made.body);
    let (key, secret) = (&made.body["key"], made.body["secret"].as_str().expect("the key"));
    assert_eq!((key["name"].as_str(), secret.len()), (Some("Claude"), 67));
    assert!(secret.starts_with(key["prefix"].as_str().expect("a prefix")) && key["prefix"] != secret);
    assert_eq!(key["scopes"], json!(["tools:read", "runs:write"]), "in order, each once");
    assert_eq!((&key["tools"], &key["monthly_words"]), (&json!([SCRIPTED]), &json!(500)));
    has(key, json!({ "words": 0, "last_used_at": null, "revoked_at": null }));
    let kept: String = app.value("SELECT secret_hash FROM api_keys").await;
    assert_ne!(kept, secret);

    let list = user.get("/api/keys").await;
    assert_eq!((&list.body["total"], &list.body["data"][0]), (&json!(1), key));
    assert!(!list.text().contains(secret));
    let mut other = app.user().await;
    assert_eq!(other.get("/api/keys").await.body["total"], 0, "another user's");

    let mut program = user.program();
    program.bearer = Some(secret.to_owned());
    let own = program.get("/api/key").await;
    assert_eq!((own.status, &own.body["id"]), (200, &key["id"]), "{}", own.body);
    let exported = user.get("/api/keys").await.body["data"][0]["last_used_at"].clone();
    assert!(exported.is_string(), "it was used");
    program.get("/api/key").await;
    assert_eq!(
        user.get("/api/keys").await.body["data"][0]["last_used_at"],
        exported,
        "noted once in a minute"
    );
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_invalid_key_is_refused_at_its_field(app: TestApp, mut user: user, mut other: user) {
    let theirs = new_project(&mut other, "example.org").await;
    let good = json!({ "name": "Robot", "scopes": ["tools:read"] });
    for (wrong, at) in [
        (json!({ "name": "  " }), "name"),
        (json!({ "name": "x".repeat(81) }), "name"),
        (json!({ "scopes": [] }), "scopes"),
        (json!({ "scopes": ["admin"] }), "scopes.0"),
        (json!({ "tools": [] }), "tools"),
        (json!({ "tools": ["no-such-tool"] }), "tools"),
        (json!({ "project_id": theirs }), "project_id"),
        (json!({ "monthly_words": -1 }), "monthly_words"),
        (json!({ "expires_in_days": 0 }), "expires_in_days"),
        (json!({ "secret": "sw_mine" }), "secret"),
    ] {
        let mut body = good.clone();
        body.as_object_mut().expect("an object").extend(wrong.as_object().expect("an object").clone());
        let refused = user.post("/api/keys", body).await;
        assert_eq!(refused.status, 422, "{wrong}: {}", refused.body);
        assert!(!field(&refused, at).is_empty(), "{wrong}: {}", refused.body);
    }
    for _ in 0..50 {
        user.key(json!({})).await;
    }
    user.post("/api/keys", good.clone()).await.refused(409, "keys.too-many");
    let id = user.get("/api/keys").await.body["data"][0]["id"].as_str().expect("an id").to_owned();
    user.delete(&format!("/api/keys/{id}")).await.is(204);
    assert_eq!(user.post("/api/keys", good).await.status, 201, "there is room again");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_expired_or_revoked_key_is_invalid_at_once(app: TestApp, mut user: user) {
    let (id, mut program) = user.key(json!({ "expires_in_days": 1 })).await;
    program.get("/api/tools").await.is(200);
    let change = |sql: &'static str| app.change(db::query(sql).bind(&id));
    change("UPDATE api_keys SET expires_at = 1 WHERE id = $1").await;
    program.get("/api/tools").await.refused(401, "keys.expired");
    change("UPDATE api_keys SET expires_at = NULL WHERE id = $1").await;
    change("UPDATE users SET suspended_at = 1 WHERE id = (SELECT account_id FROM api_keys WHERE id = $1)")
        .await;
    program.get("/api/tools").await.refused(403, "auth.suspended");
    change("UPDATE users SET suspended_at = NULL WHERE id = (SELECT account_id FROM api_keys WHERE id = $1)")
        .await;
    program.get("/api/tools").await.is(200);

    let mut other = app.user().await;
    other.delete(&format!("/api/keys/{id}")).await.refused(404, "not-found");
    user.delete(&format!("/api/keys/{id}")).await.is(204);
    program.get("/api/tools").await.refused(401, "keys.revoked");
    assert_eq!(user.delete(&format!("/api/keys/{id}")).await.status, 204, "revoking is idempotent");
    assert!(user.get("/api/keys").await.body["data"][0]["revoked_at"].is_string());
    program.bearer = Some("sw_0123456789abcdef".to_owned());
    program.get("/api/tools").await.refused(401, "keys.unknown");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_key_answers_in_the_language_of_the_program_and_then_of_the_account(app: TestApp, mut user: user) {
    let (_, mut program) = user.key(json!({})).await;
    assert_eq!(program.get(&format!("/api/tools/{SCRIPTED}")).await.body["name"], "Scripted tool");
    app.execute("UPDATE users SET language = 'pl'").await;
    let name = program.get(&format!("/api/tools/{SCRIPTED}")).await.body["name"].clone();
    assert_eq!(name, "Narzędzie ze scenariuszem");
    program.language = Some("en");
    assert_eq!(program.get(&format!("/api/tools/{SCRIPTED}")).await.body["name"], "Scripted tool");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_key_for_some_tools_and_one_project_sees_nothing_else(app: TestApp, mut user: user) {
    let (first, second) =
        (new_project(&mut user, "example.com").await, new_project(&mut user, "example.org").await);
    user.post("/api/project/saveSelectedProject", json!({ "selectedProject": first })).await.is(200);
    let foreign = user.run(json!({ "topic": "coffee" })).await.body;
    let (_, mut bound) = user.key(json!({ "tools": [SCRIPTED], "project_id": second })).await;
    let (_, mut other_tool) = user.key(json!({ "tools": [HOSTILE] })).await;

    let own = bound.run(json!({ "topic": "tea" })).await.is(201);
    let (run, document) =
        (own.body["id"].as_str().expect("an id"), own.body["document_id"].as_str().expect("an id"));
    bound.get("/api/documents").await.has(json!({ "total": 1, "/data/0/project_id": second }));
    assert_eq!(bound.get(&format!("/api/documents?project={first}")).await.body["total"], 0);
    assert_eq!(bound.get("/api/documents?q=tea").await.body["total"], 1);
    assert_eq!(bound.get("/api/runs").await.body["total"], 1);
    bound.get(&format!("/api/runs/{run}")).await.is(200);
    bound.patch(&format!("/api/documents/{document}"), json!({ "title": "Green tea" })).await.is(200);

    let (run, document) =
        (foreign["id"].as_str().expect("an id"), foreign["document_id"].as_str().expect("an id"));
    for (method, path) in [
        (Method::GET, format!("/api/runs/{run}")),
        (Method::GET, format!("/api/runs/{run}/events")),
        (Method::POST, format!("/api/runs/{run}/cancel")),
        (Method::GET, format!("/api/documents/{document}")),
        (Method::GET, format!("/api/documents/{document}/export/md")),
        (Method::DELETE, format!("/api/documents/{document}")),
    ] {
        for program in [&mut bound, &mut other_tool] {
            let answer = program.call(method.clone(), &path, None).await;
            assert_eq!(answer.problem(), (404, "not-found"), "{method} {path}: {}", answer.body);
        }
    }
    let again = json!({ "input": { "topic": "tea" }, "revises": document });
    bound.post(&format!("/api/tools/{SCRIPTED}/runs"), again).await.is(422);

    let tools = other_tool.get("/api/tools").await.body;
    let ids: Vec<&str> =
        tools["tools"].as_array().expect("tools").iter().filter_map(|tool| tool["id"].as_str()).collect();
    assert_eq!(ids, [HOSTILE]);
    other_tool.run(json!({ "topic": "tea" })).await.refused(403, "keys.tool-missing");
    other_tool.get(&format!("/api/tools/{SCRIPTED}")).await.refused(403, "keys.tool-missing");
    assert_eq!(other_tool.get("/api/documents").await.body["total"], 0);
    assert_eq!(other_tool.get("/api/runs").await.body["total"], 0);

    // The key is deleted with its project, instead of becoming valid for all others.
    user.post("/api/project/deleteProject", json!({ "projectID": second })).await.is(200);
    bound.get("/api/tools").await.refused(401, "keys.unknown");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn idempotency_keys_are_separate_for_each_api_key(app: TestApp, mut user: user) {
    let (_, mut first) = user.key(json!({})).await;
    let (_, mut second) = user.key(json!({})).await;
    let mut ids = Vec::new();
    let mut again = copy(&first);
    for client in [&mut first, &mut second, &mut user, &mut again] {
        client.fetch_csrf_token().await;
        let request = client
            .request(Method::POST, &format!("/api/tools/{SCRIPTED}/runs"))
            .header("idempotency-key", "one")
            .header("prefer", "wait=30")
            .json(&json!({ "input": { "topic": "tea" } }));
        ids.push(client.send(request).await.id());
    }
    assert_eq!(ids[0], ids[3]);
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
}

#[app_test(TestApp::with_plugins(|config| config.key_requests_per_minute = 3))]
async fn too_many_requests_with_one_key_wait(app: TestApp, mut user: user) {
    let (_, mut program) = user.key(json!({})).await;
    for _ in 0..3 {
        program.get("/api/key").await.is(200);
    }
    let refused = program.get("/api/key").await.refused(429, "keys.too-often");
    let seconds: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
    let (_, mut other) = user.key(json!({})).await;
    assert_eq!(other.get("/api/key").await.status, 200, "each key is counted for itself");
}

/// The sum of the words of all keys' runs.
const COUNTED: &str = "SELECT CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM api_key_months";
const UNFINISHED: &str = "SELECT count(*) FROM runs WHERE status IN ('queued', 'running')";

#[tokio::test]
async fn twenty_concurrent_runs_do_not_exceed_the_keys_words() {
    let replies = [Reply::Holds(vec!["Fresh tea every day.".into()])];
    let app = TestApp::with_model_and(replies, |config| config.runs_per_account = 30).await;
    let model = app.model();
    let mut user = app.user().await;
    // Each run reserves 50 words: there is room for two at a time.
    let (_, program) = user.key(json!({ "monthly_words": 120 })).await;
    let begun = join_all((0..20).map(|_| {
        let mut one = copy(&program);
        async move { one.run_tool(SCRIPTED, json!({ "topic": "tea" }), None).await }
    }))
    .await;
    for answer in &begun {
        assert!(answer.status == 202 || answer.problem() == (402, "keys.spent"), "{}", answer.body);
    }
    model.until("two runs write", |seen| seen.open == 2).await;
    let mut follower = copy(&program);
    let mut going = FuturesUnordered::new();
    for run in begun.iter().filter(|answer| answer.status == 202) {
        let id = run.body["id"].as_str().expect("an id");
        let mut events = follower.follow(id, None).await;
        going.push(async move { events.until("finished").await.data["run"].clone() });
    }
    // The two continue until all others were refused, because the words that they do not use are released.
    let refused = going.len() - 2;
    let mut ended: Vec<Value> = going.by_ref().take(refused).collect().await;
    assert_eq!(app.value::<i64>(COUNTED).await, 100);
    model.open_gate();
    ended.extend(going.collect::<Vec<_>>().await);
    let wrote = ended.iter().filter(|run| run["status"] == "succeeded").count();
    assert_eq!(wrote, 2, "{ended:?}");
    for run in ended.iter().filter(|run| run["status"] != "succeeded") {
        has(run, json!({ "status": "failed", "problem": { "code": "keys.spent" } }));
    }
    assert_eq!(app.value::<i64>(UNFINISHED).await, 0);
    let key = user.get("/api/keys").await.body["data"][0].clone();
    assert_eq!(
        (&key["words_this_month"], &key["words"]),
        (&json!(8), &json!(8)),
        "what was written, no more"
    );
    assert_eq!(app.value::<i64>(COUNTED).await, 8);
    assert_eq!(
        app.value::<i64>("SELECT count(*) FROM runs WHERE key_id IS NOT NULL").await,
        ended.len() as i64
    );
    app.stop().await;
}

#[tokio::test]
async fn a_revoked_keys_run_and_a_cancelled_run_release_their_words() {
    let replies = [Reply::text("one two"), Reply::Holds(vec!["one two three ".into()])];
    let app = TestApp::with_model(replies).await;
    let model = app.model();
    let mut user = app.user().await;
    let (id, mut program) = user.key(json!({ "monthly_words": 60 })).await;
    let run = program.run(json!({ "topic": "tea" })).await.body;
    assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(2)), "{run}");
    let cancelled = program.begin(json!({ "topic": "tea" })).await;
    model.until("the model writes", |seen| seen.open == 1).await;
    assert_eq!(app.value::<i64>(COUNTED).await, 52, "two used, fifty set aside");
    let refused = program.run(json!({ "topic": "tea" })).await.refused(402, "keys.spent");
    has(&refused.body, json!({ "limit": 60, "left": 8, "needed": 50 }));
    let over = program.post(&format!("/api/runs/{cancelled}/cancel"), json!({})).await.body;
    assert_eq!(over["status"], "cancelled", "{over}");
    let words = over["words"].as_i64().expect("a number");
    assert_eq!(app.value::<i64>(COUNTED).await, 2 + words);

    // Runs that the user starts do not count for the key.
    model.then([Reply::text("three more words")]);
    assert_eq!(user.run(json!({ "topic": "tea" })).await.body["words"], 3);
    assert_eq!(app.value::<i64>(COUNTED).await, 2 + words);
    user.delete(&format!("/api/keys/{id}")).await.is(204);
    program.run(json!({ "topic": "tea" })).await.refused(401, "keys.revoked");
    app.stop().await;
}

/// The same program again.
fn copy(program: &Client) -> Client {
    let mut copy = program.program();
    copy.bearer.clone_from(&program.bearer);
    copy
}
