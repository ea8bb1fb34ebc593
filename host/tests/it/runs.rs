//! Runs: from the request to the document, with and without a model, and every kind of failure.

use crate::prelude::*;

async fn left(user: &mut Client) -> i64 {
    user.get("/api/words").await.body["left"].as_i64().expect("a number")
}

/// Kind and words of the ledger's entries, oldest first.
async fn ledger(user: &mut Client) -> Vec<(String, i64)> {
    let answer = user.get("/api/words?per_page=100").await;
    let entries = answer.body["entries"].as_array().expect("entries").iter().rev();
    entries
        .map(|entry| {
            (entry["kind"].as_str().unwrap_or_default().to_owned(), entry["amount"].as_i64().unwrap_or(0))
        })
        .collect()
}

fn entries(entries: &[(&str, i64)]) -> Vec<(String, i64)> {
    entries.iter().map(|(kind, words)| ((*kind).to_owned(), *words)).collect()
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn without_a_model_a_run_ends_in_a_draft_that_costs_nothing(app: TestApp, mut user: user) {
    let answer = user.run(json!({ "topic": "tea" })).await;
    assert_eq!((answer.status, answer.header("preference-applied")), (201, "wait=30"), "{}", answer.body);
    let run = &answer.body;
    has(run, json!({ "status": "succeeded", "drafted": true, "words": 0 }));
    assert_eq!(run["input"], json!({ "topic": "tea", "do": "ask", "count": 1 }));
    assert_eq!(run["outcome"]["text"], "A draft about tea.");
    assert_eq!(run["progress"], json!({ "done": 2, "total": 2, "label": "Done" }));

    let id = run["id"].as_str().expect("an id");
    assert_eq!(answer.header("location"), format!("/api/runs/{id}"));
    assert_eq!(user.get(&format!("/api/runs/{id}")).await.body, answer.body, "stored as it was reported");
    let document = user.get(&format!("/api/documents/{}", run["document_id"].as_str().expect("an id"))).await;
    has(&document.body, json!({ "text": "A draft about tea.", "title": "About tea", "run_id": id }));
    let list = user.get("/api/runs?tool=scripted&status=succeeded").await;
    assert_eq!((&list.body["total"], &list.body["data"][0]["id"]), (&json!(1), &json!(id)));
    assert!(list.body["data"][0].get("outcome").is_none());
    assert_eq!(ledger(&mut user).await, entries(&[("grant", 10_000)]));
}

#[app_test(TestApp::with_model([Reply::text("Fresh tea every day.")]))]
async fn with_a_model_the_words_that_were_written_are_charged(app: TestApp, model: model, mut user: user) {
    let run = user.run(json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "status": "succeeded", "words": 4, "drafted": false }));
    assert_eq!(run["outcome"]["text"], "Fresh tea every day.");
    assert_eq!(model.bodies()[0]["messages"][0]["content"], "Write about tea.");
    assert_eq!(ledger(&mut user).await, entries(&[("grant", 10_000), ("reserve", -50), ("settle", 46)]));
    assert_eq!(left(&mut user).await, 9_996);
}

#[app_test(TestApp::with_model([Reply::text("one two")]))]
async fn concurrent_model_calls_are_answered_in_order(app: TestApp, mut user: user) {
    let run = user.run(json!({ "topic": "tea", "do": "ask-all" })).await.body;
    has(&run, json!({ "outcome": { "text": "one two\n\none two\n\none two" }, "words": 6 }));
    assert_eq!(left(&mut user).await, 9_994);
}

#[app_test(TestApp::with_model([Reply::text("First try."), Reply::Holds(vec!["Once ".into(), "upon".into()])]))]
async fn a_run_is_watched_live_and_resumed_after_a_disconnect(app: TestApp, model: model, mut user: user) {
    let id = user.begin(json!({ "topic": "tea", "do": "ask-again" })).await;

    let mut live = user.follow(&id, None).await;
    let mut shown = String::new();
    while shown != "Once upon" {
        let event = live.next().await.expect("an event");
        match event.name.as_str() {
            "replace" => shown.clear(),
            "delta" => shown.push_str(event.data["text"].as_str().expect("a text")),
            _ => {}
        }
    }
    // The connection breaks. A new one resumes after the first event.
    drop(live);
    let mut resumed = user.follow(&id, Some("1-1")).await;
    let mut transcript = Vec::new();
    while transcript.len() < 6 {
        let event = resumed.next().await.expect("an event");
        transcript.push(format!("{} {} {}", event.id.unwrap_or_default(), event.name, event.data));
    }
    assert_eq!(
        transcript,
        [
            r#"1-2 progress {"done":0,"label":"Writing","total":2}"#,
            r#"1-3 delta {"label":"variant-1","text":"First "}"#,
            r#"1-4 delta {"label":"variant-1","text":"try."}"#,
            r#"1-5 replace {"label":"variant-1"}"#,
            r#"1-6 delta {"label":"variant-1","text":"Once "}"#,
            r#"1-7 delta {"label":"variant-1","text":"upon"}"#,
        ]
    );
    // A late watcher gets the current state in few events, of which the last one has a number.
    let mut late = user.follow(&id, None).await;
    let first: Vec<_> = [late.next().await, late.next().await, late.next().await, late.next().await]
        .into_iter()
        .flatten()
        .collect();
    let names: Vec<_> = first.iter().map(|event| (event.name.as_str(), event.id.as_deref())).collect();
    assert_eq!(names, [("status", None), ("progress", None), ("replace", None), ("delta", Some("1-7"))]);
    assert_eq!(first[3].data["text"], "Once upon");

    model.open_gate();
    let finished = resumed.until("finished").await;
    assert_eq!(finished.data["run"]["outcome"]["text"], "Once upon");
    assert!(resumed.next().await.is_none(), "the stream ends");
    let again = user.events(&id, Some("1-7")).await;
    assert_eq!(again.len(), 1, "after the end there is only the final event");
    assert_eq!(again[0].data, finished.data);
}

#[app_test(TestApp::with_model([Reply::Holds(vec!["Once upon a time ".into()])]))]
async fn cancelling_stops_the_model_and_charges_the_written_text(app: TestApp, model: model, mut user: user) {
    let id = user.begin(json!({ "topic": "tea" })).await;
    user.follow(&id, None).await.until("delta").await;
    assert_eq!(left(&mut user).await, 9_950, "the words of the call are set aside");

    let cancelled = user.post(&format!("/api/runs/{id}/cancel"), json!({})).await;
    assert_eq!((cancelled.status, &cancelled.body["status"]), (200, &json!("cancelled")));
    assert_eq!(cancelled.body["words"], 4);
    model.until("the stream was dropped", |seen| seen.dropped == 1 && seen.open == 0).await;
    assert_eq!(left(&mut user).await, 9_996);
    let again = user.post(&format!("/api/runs/{id}/cancel"), json!({})).await;
    assert_eq!((again.status, &again.body["status"]), (200, &json!("cancelled")));
    assert_eq!(app.value::<i64>("SELECT count(*) FROM documents").await, 0);
}

#[app_test(TestApp::with_model_and([Reply::Holds(Vec::new())], |config| config.runs_per_account = 1))]
async fn a_waiting_run_knows_its_place_and_can_be_cancelled(app: TestApp, model: model, mut user: user) {
    let first = user.begin(json!({ "topic": "a" })).await;
    model.until("the first run asks", |seen| seen.open == 1).await;
    let second = user.begin(json!({ "topic": "b" })).await;
    let third = user.begin(json!({ "topic": "c" })).await;
    let status = user.follow(&third, None).await.next().await.expect("an event");
    assert_eq!(status.data, json!({ "status": "queued", "position": 2 }));
    assert_eq!(user.get(&format!("/api/runs/{first}")).await.body["status"], "running");

    let cancelled = user.post(&format!("/api/runs/{second}/cancel"), json!({})).await;
    has(&cancelled.body, json!({ "status": "cancelled", "started_at": null }));
    let status = user.follow(&third, None).await.next().await.expect("an event");
    assert_eq!(status.data, json!({ "status": "queued", "position": 1 }));
    model.open_gate();
    for id in [first, third] {
        // A stream that stays open without content is no answer.
        assert_eq!(user.ended(&id).await["problem"]["code"], "model.garbled");
    }
    assert_eq!(left(&mut user).await, 10_000);
}

#[app_test(TestApp::with_model_and([Reply::text("never")], |config| config.free_words = 60))]
async fn too_few_words_end_a_run_before_it_starts_or_when_it_needs_them(app: TestApp, model: model) {
    let mut user = app.user().await;
    let run = user.run(json!({ "topic": "tea", "do": "ask-greedily" })).await.body;
    has(&run, json!({ "status": "failed", "problem": { "status": 402, "code": "words.exhausted" } }));
    assert_eq!((&run["problem"]["left"], &run["problem"]["needed"]), (&json!(60), &json!(2000)));
    assert_eq!(left(&mut user).await, 60);
    assert_eq!(model.seen().requests, 0);

    let poor = TestApp::with_plugins(|config| {
        model.connect(config);
        config.free_words = 49;
    })
    .await;
    let mut user = poor.user().await;
    user.run(json!({ "topic": "tea" })).await.refused(402, "words.exhausted");
    assert_eq!(poor.value::<i64>("SELECT count(*) FROM runs").await, 0);
    poor.stop().await;
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_plugins_refusal_is_reported_with_its_status_and_costs_nothing(app: TestApp, mut user: user) {
    user.cookies.insert("locale".into(), "pl".into());
    for (script, status, code, message) in [
        ("need-model", 409, "model.needed", "To narzędzie wymaga modelu AI"),
        ("reject", 422, "validation.failed", "Not this topic (pl)."),
        ("refuse", 400, "plugin.refused", "Not today."),
        ("nonsense", 500, "plugin.malformed", "Wyniku tego narzędzia nie da się wykorzystać."),
        ("panic", 500, "plugin.trap", "To narzędzie uległo awarii."),
    ] {
        let answer = user.run(json!({ "topic": "tea", "do": script })).await;
        let problem = &answer.body["problem"];
        assert_eq!((answer.status, &answer.body["status"]), (201, &json!("failed")), "{script}");
        assert_eq!((&problem["status"], &problem["code"]), (&json!(status), &json!(code)), "{script}");
        assert!(
            problem["message"].as_str().is_some_and(|text| text.starts_with(message)),
            "{script}: {problem}"
        );
    }
    let rejected = user.run(json!({ "topic": "tea", "do": "reject" })).await;
    assert_eq!(rejected.body["problem"]["errors"], json!({ "input.topic": ["Not this topic (pl)."] }));
    assert_eq!(left(&mut user).await, 10_000);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM documents").await, 0);
}

#[app_test(TestApp::with_model([Reply::status(401)]))]
async fn a_failing_model_is_named_and_the_words_are_released(app: TestApp, model: model, mut user: user) {
    let run = user.run(json!({ "topic": "tea" })).await.body;
    has(&run, json!({ "status": "failed", "problem": { "status": 502, "code": "model.wrong-key" } }));
    assert_eq!(ledger(&mut user).await, entries(&[("grant", 10_000), ("reserve", -50), ("settle", 50)]));
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_invalid_input_is_reported_at_its_field_and_not_stored(app: TestApp, mut user: user) {
    let refused = user.run(json!({ "do": "dance", "count": 10, "extra": true })).await;
    assert_eq!(refused.problem(), (422, "validation.failed"));
    assert_eq!(
        refused.body["errors"],
        json!({
            "input.count": ["Enter 9 or less."],
            "input.do": ["Choose one of: ask, ask-again, ask-all, ask-greedily, ask-in-turn, need-model, reject, refuse, nonsense, panic."],
            "input.extra": ["This field is unknown."],
            "input.topic": ["Fill in this field."],
        })
    );
    user.cookies.insert("locale".into(), "pl".into());
    let refused = user.run(json!({ "topic": "" })).await;
    assert_eq!(refused.body["errors"], json!({ "input.topic": ["Wypełnij to pole."] }));
    assert_eq!(refused.body["message"], "Wypełnij to pole.");
    assert_eq!(user.run(json!("text")).await.problem(), (422, "validation.failed"));
    assert_eq!(user.run_tool("unknown", json!({}), None).await.problem(), (404, "not-found"));
    assert_eq!(user.run(json!({ "topic": "tea", "count": 2.0 })).await.body["input"]["count"], 2);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM runs").await, 1);
}

#[app_test(TestApp::with_model_and([Reply::Holds(vec!["ok".into()])], |config| config.max_instances = Some(1)))]
async fn accounts_take_turns(app: TestApp, model: model, mut ewa: user, mut jan: user) {
    let mut ids = vec![ewa.begin(json!({ "topic": "ewa-1" })).await];
    model.until("the first run asks", |seen| seen.open == 1).await;
    for topic in ["ewa-2", "ewa-3", "ewa-4"] {
        ids.push(ewa.begin(json!({ "topic": topic })).await);
    }
    let of_jan = jan.begin(json!({ "topic": "jan-1" })).await;
    model.open_gate();
    for id in &ids {
        assert_eq!(ewa.ended(id).await["status"], "succeeded");
    }
    assert_eq!(jan.ended(&of_jan).await["status"], "succeeded");
    let order: Vec<_> = model.bodies().iter().map(|body| body["messages"][0]["content"].clone()).collect();
    let order: Vec<_> = order.iter().filter_map(|text| text.as_str()?.split([' ', '.']).nth(2)).collect();
    assert_eq!(order, ["ewa-1", "ewa-2", "jan-1", "ewa-3", "ewa-4"]);
}

#[app_test(TestApp::with_model_and([Reply::Holds(vec!["ok".into()])], |config| {
    config.runs_per_account = 2;
    config.queue_per_account = 1;
    config.queue_total = 2;
}))]
async fn an_account_runs_its_share_and_queues_its_share(app: TestApp, model: model, mut ewa: user) {
    let mut ids = Vec::new();
    for running in 1..=2 {
        ids.push(ewa.begin(json!({ "topic": "tea" })).await);
        model.until("it runs", |seen| seen.open == running).await;
    }
    ids.push(ewa.begin(json!({ "topic": "tea" })).await);
    let refused = ewa.run(json!({ "topic": "tea" })).await.refused(429, "runs.too-many");
    assert_eq!(refused.header("retry-after"), "5");

    // Others do not have to wait.
    let mut jan = app.user().await;
    let of_jan = jan.begin(json!({ "topic": "tea" })).await;
    model.until("it runs", |seen| seen.open == 3).await;
    model.open_gate();
    for id in &ids {
        assert_eq!(ewa.ended(id).await["status"], "succeeded");
    }
    assert_eq!(jan.ended(&of_jan).await["status"], "succeeded");
}

#[app_test(TestApp::with_model([Reply::Holds(vec!["ok".into()])]))]
async fn waiting_for_a_run_ends_at_the_timeout(app: TestApp, model: model, mut user: user) {
    let answer = user.run_tool("scripted", json!({ "topic": "tea" }), Some("wait=1")).await;
    assert_eq!((answer.status, answer.header("preference-applied")), (202, "wait=1"));
    assert_eq!(answer.body["status"], "running");
    model.open_gate();
    assert_eq!(user.ended(answer.body["id"].as_str().expect("an id")).await["status"], "succeeded");
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_request_that_is_sent_twice_starts_one_run(app: TestApp, mut user: user) {
    user.fetch_csrf_token().await;
    let request = |topic: &str, key: &str| {
        let body = json!({ "input": { "topic": topic } });
        user.request(Method::POST, "/api/tools/scripted/runs").json(&body).header("idempotency-key", key)
    };
    let requests: Vec<_> = (0..8).map(|_| request("tea", "order-1").header("prefer", "wait=30")).collect();
    let answers = join_all(requests.into_iter().map(|request| async {
        let answer = request.send().await.expect("the server answers");
        (answer.status().as_u16(), answer.json::<Value>().await.expect("JSON"))
    }))
    .await;
    for (status, run) in &answers {
        assert_eq!((*status, &run["id"]), (201, &answers[0].1["id"]), "{run}");
    }
    let (other, bad) = (request("coffee", "order-1"), request("tea", &"x".repeat(256)));
    assert_eq!(user.send(other).await.problem(), (409, "runs.key-reused"));
    assert_eq!(user.send(bad).await.problem(), (422, "validation.failed"));
    assert_eq!(app.value::<i64>("SELECT count(*) FROM runs").await, 1);
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn v3_a_tool_of_the_server_is_not_closed_by_input_that_takes_long(app: TestApp, mut user: user) {
    for _ in 0..3 {
        let limited = user.run_to_end(HOSTILE, json!({ "do": "loop" })).await.body;
        assert_eq!(limited["problem"]["code"], "plugin.cpu-limit", "{limited}");
        assert!(
            limited["problem"]["message"].as_str().is_some_and(|text| text.contains("250 ms")),
            "{limited}"
        );
    }
    for _ in 0..2 {
        let broken = user.run_to_end(HOSTILE, json!({ "do": "panic" })).await.body;
        assert_eq!(broken["problem"]["code"], "plugin.trap", "{broken}");
    }
    user.run_tool(HOSTILE, json!({ "do": "panic" }), None).await.refused(503, "plugin.paused-for-input");
    let other = user.run_to_end(HOSTILE, json!({ "do": "nothing" })).await;
    assert_eq!(other.body["status"], "succeeded", "{}", other.body);
    assert_eq!(user.run(json!({ "topic": "tea" })).await.body["status"], "succeeded");
}

#[app_test(TestApp::with_model([Reply::Holds(vec!["Half a ".into()])]))]
async fn a_restart_takes_over_interrupted_runs(app: TestApp, model: model, mut user: user) {
    let id = user.begin(json!({ "topic": "tea" })).await;
    user.follow(&id, None).await.until("delta").await;
    let token = user.token.clone();

    model.then([Reply::text("A whole text.")]);
    let app = app.restart(|config| model.connect(config)).await;
    let mut user = app.visitor();
    user.bearer = token;
    let run = user.ended(&id).await;
    has(&run, json!({ "status": "succeeded", "outcome": { "text": "A whole text." } }));
    let expected = [("grant", 10_000), ("reserve", -50), ("settle", 50), ("reserve", -50), ("settle", 47)];
    assert_eq!(ledger(&mut user).await, entries(&expected));
}

#[test]
fn every_end_of_a_run_has_its_sentence() {
    let limits = ["memory", "cpu", "wall", "host-data", "host-call", "output", "handle", "table", "stack"];
    let mut codes: Vec<String> = limits.iter().map(|limit| format!("plugin.{limit}-limit")).collect();
    codes.extend(["trap", "malformed", "internal"].map(|end| format!("plugin.{end}")));
    let model =
        ["needed", "busy", "unreachable", "timed-out", "broken-off", "rejected", "garbled", "declined"];
    codes.extend(model.map(|error| format!("model.{error}")));
    codes.extend(sitewright::catalogue::tools::CATEGORIES.map(|id| format!("tools.category.{id}")));
    codes.extend(
        sitewright_engine::Permission::ALL
            .map(|permission| format!("tools.permission.{}", permission.name())),
    );
    for code in codes {
        assert!(Locale::ALL.iter().all(|locale| locale.knows(&code)), "{code}");
    }
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn a_rewritten_variant_is_a_proposal_and_no_document(app: TestApp, mut client: user) {
    let document = client.run(json!({ "topic": "tea" })).await.string("document_id");
    let path = "/api/tools/scripted/runs";
    let body = json!({ "input": { "topic": "coffee" }, "revises": document });
    let request = client.request(Method::POST, path).header("prefer", "wait=10").json(&body);
    let proposal = client.send(request).await.is(201);
    assert_eq!(proposal.body["document_id"], document.as_str());
    assert!(proposal.body["outcome"]["text"].is_string(), "{}", proposal.body);
    assert_eq!(client.get("/api/documents").await.body["total"], 1);
    assert_eq!(client.get("/api/runs").await.body["total"], 1);

    let mut stranger = app.user().await;
    let stolen = stranger.post(path, body).await.is(422);
    assert!(stolen.body["errors"]["revises"].is_array(), "{}", stolen.body);
}
