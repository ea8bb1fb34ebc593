//! The charges of runs in every case, and the limits of their plugins' model calls.

use crate::prelude::*;
use crate::util::model_server::chunk;

/// A plugin that calls the model and ends as its input requests.
pub const ASKER: &str = "asker";
/// The same, with few declared words.
const MODEST: &str = "modest";

pub async fn serve(replies: impl IntoIterator<Item = Reply>, change: impl FnOnce(&mut Config)) -> TestApp {
    let bundle = bundle();
    for (id, words) in [(ASKER, 500), (MODEST, 10)] {
        add_plugin(bundle.path(), id, &manifest(id, words), &guest(ASKER));
    }
    let folder = bundle.path().to_owned();
    let app = TestApp::with_model_and(replies, |config| {
        config.bundle = Some(folder);
        change(config);
    });
    app.await.keeping(bundle)
}

impl Client {
    pub async fn asks(&mut self, input: Value) -> Value {
        self.run_to_end(ASKER, input).await.body
    }

    async fn words_left(&mut self) -> i64 {
        self.get("/api/words").await.body["left"].as_i64().expect("a number")
    }
}

const FREE: &str = "SELECT CAST(COALESCE(SUM(calls), 0) AS BIGINT) FROM free_calls";

#[app_test(serve([Reply::text("Four words of text.")], |config| config.quarantine_traps = 0))]
async fn v6_shown_text_is_charged_however_the_plugin_ends(app: TestApp, mut user: user) {
    user.language = Some("en");
    for end in ["refuse", "reject", "limit", "nonsense", "panic", "well"] {
        let left = user.words_left().await;
        let run = user.asks(json!({ "end": end, "calls": 2 })).await;
        assert_eq!(run["status"], if end == "well" { "succeeded" } else { "failed" }, "{run}");
        assert_eq!((&run["words"], left - user.words_left().await), (&json!(8), 8), "{end}: {run}");
        if end != "well" {
            let message = run["problem"]["message"].as_str().unwrap_or_default();
            assert!(message.ends_with("8 words were charged for the text already written."), "{message}");
        }
    }
    assert_eq!(app.value::<i64>(FREE).await, 0);
}

#[app_test(serve([Reply::text("Three good words.")], |_| {}))]
async fn v6_a_call_without_words_costs_one_at_least(app: TestApp, model: model, mut user: user) {
    user.asks(json!({ "calls": 30, "words": 0 })).await.has(json!({ "status": "succeeded", "words": 90 }));
    model.then([Reply::text("👍")]);
    user.asks(json!({ "calls": 3, "words": 0 })).await.has(json!({ "status": "succeeded", "words": 3 }));
}

#[app_test(serve([Reply::text(&"word ".repeat(50))], |_| {}))]
async fn w1_a_run_takes_a_multiple_of_what_its_manifest_declares_and_no_more(app: TestApp, mut user: user) {
    let run = user.run_to_end(MODEST, json!({ "calls": 200, "at_once": false, "end": "pass" })).await.body;
    assert_eq!(run["problem"]["code"], "run.words-used-up", "{run}");
    let words = run["words"].as_i64().expect("a number");
    assert!((400..=700).contains(&words), "{run}");
    // A plugin that declares more words may use more.
    let run = user.asks(json!({ "calls": 30, "at_once": false, "end": "pass" })).await;
    assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(1500)), "{run}");
}

#[app_test(serve([Reply::text("Three good words.")], |_| {}))]
async fn v6_prompts_have_their_bounds(app: TestApp, model: model, mut user: user) {
    let run = user.asks(json!({ "prompt": 180_000, "end": "pass" })).await;
    has(&run, json!({ "problem": { "code": "model.prompt-too-long" }, "words": 0 }));
    assert_eq!(model.seen().requests, 0);
    // Each prompt is within its limit, but all of them together are not.
    let many = json!({ "prompt": 19_000, "calls": 40, "at_once": false, "end": "pass" });
    user.run_to_end(MODEST, many).await.has(json!({ "problem": { "code": "run.prompts-used-up" } }));
    assert!(model.seen().requests < 6, "{:?}", model.seen());
}

#[tokio::test]
async fn v6_unusable_answers_are_free_up_to_a_bound_that_every_process_knows() {
    let replies = [Reply::text("Four words of text.")];
    let app = serve(replies, |config| config.free_model_calls = 10).await;
    let model = app.model();
    let mut user = app.user().await;
    user.language = Some("en");
    let left = user.words_left().await;
    for _ in 0..2 {
        let run = user.asks(json!({ "calls": 4, "end": "unavailable" })).await;
        assert_eq!((&run["status"], &run["words"]), (&json!("failed"), &json!(0)), "{run}");
        let message = run["problem"]["message"].as_str().unwrap_or_default();
        assert!(message.ends_with("Nothing was charged."), "{message}");
    }
    assert_eq!((app.value::<i64>(FREE).await, left), (8, user.words_left().await));
    // Ten calls are free; two of these four are, and the others are charged like any text.
    let run = user.asks(json!({ "calls": 4, "end": "unavailable" })).await;
    assert_eq!((&run["status"], &run["words"]), (&json!("failed"), &json!(8)), "{run}");
    assert_eq!(app.value::<i64>(FREE).await, 10);

    let url = model.url.clone();
    let app = app.restart(|config| (config.model_url, config.free_model_calls) = (Some(url), 10)).await;
    let mut again = copy(&app, &user);
    let asked = model.seen().requests;
    again.run_to_end(ASKER, json!({})).await.refused(402, "words.free-calls-used-up");
    assert_eq!(model.seen().requests, asked);
    // Other accounts have their own limit.
    let mut other = app.user().await;
    assert_eq!(other.asks(json!({})).await["status"], "succeeded");
    app.stop().await;
}

/// The same browser at a restarted server.
fn copy(app: &TestApp, client: &Client) -> Client {
    let mut copy = app.visitor();
    copy.cookies.clone_from(&client.cookies);
    copy.bearer.clone_from(&client.bearer);
    copy.language = client.language;
    copy
}

#[tokio::test]
async fn v6_a_provider_that_fails_half_way_is_not_charged_and_counted() {
    let replies = [
        Reply::text("Four words of text."),
        Reply::Cuts(vec!["Half a ".into()]),
        Reply::status(500),
        Reply::text("Four words of text."),
    ];
    let app = serve(replies, |_| {}).await;
    let model = app.model();
    let mut user = app.user().await;
    let left = user.words_left().await;
    let run = user.asks(json!({ "calls": 2, "at_once": false, "end": "pass" })).await;
    assert_eq!((&run["problem"]["code"], &run["words"]), (&json!("model.broken-off"), &json!(0)), "{run}");
    assert_eq!((app.value::<i64>(FREE).await, user.words_left().await), (2, left));
    // Without any text the call is neither charged nor counted.
    let run = user.asks(json!({ "end": "pass" })).await;
    assert_eq!((&run["problem"]["code"], &run["words"]), (&json!("model.unreachable"), &json!(0)), "{run}");
    assert_eq!((app.value::<i64>(FREE).await, user.words_left().await), (2, left));
    // A run that uses an incomplete answer is charged for it.
    model.then([Reply::Cuts(vec!["Half a ".into()]), Reply::text("Four words of text.")]);
    let run = user.asks(json!({ "calls": 2, "at_once": false })).await;
    assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(4)), "{run}");
    assert_eq!(app.value::<i64>(FREE).await, 3);
    app.stop().await;
}

#[tokio::test]
async fn q6_a_text_that_was_cut_off_is_asked_for_once_more() {
    let cut = |text: &str| {
        Reply::Events(vec![chunk(json!({ "content": text }), None), chunk(json!({}), Some("length"))])
    };
    let app = serve([cut("Half a sent"), Reply::text("A whole sentence.")], |_| {}).await;
    let model = app.model();
    let mut user = app.user().await;
    let run = user.asks(json!({ "end": "pass" })).await;
    has(&run, json!({ "status": "succeeded", "words": 3, "outcome": { "text": "A whole sentence." } }));
    let bodies = model.bodies();
    assert_eq!(bodies.len(), 2);
    assert!(bodies[1]["max_tokens"].as_u64() > bodies[0]["max_tokens"].as_u64(), "the limit is higher");
    let rule =
        bodies[1]["messages"].as_array().and_then(|all| all.last()).expect("a rule")["content"].clone();
    assert!(rule.as_str().is_some_and(|rule| rule.contains("50 words at most")), "{rule}");
    let shown = user.events(run["id"].as_str().expect("an id"), None).await;
    assert_eq!(shown.last().expect("an event").data["run"]["outcome"]["text"], "A whole sentence.");
    assert_eq!(app.value::<i64>(FREE).await, 1);

    model.then([cut("Half a sent"), cut("Half another sent")]);
    user.language = Some("en");
    let run = user.asks(json!({ "end": "tell" })).await.has(json!({ "status": "succeeded", "words": 0 }));
    let output = run["outcome"]["text"].as_str().unwrap_or_default();
    assert!(output.starts_with("unavailable: The AI model's answer was cut off"), "{output}");
    app.stop().await;
}

#[tokio::test]
async fn p18_the_user_learns_who_can_fix_it() {
    let said = |code: &str| json!({ "error": { "code": code, "message": "no" } }).to_string();
    let replies = [
        Reply::Status(429, Vec::new(), said("insufficient_quota")),
        Reply::Status(401, Vec::new(), said("invalid_api_key")),
        Reply::Status(404, Vec::new(), said("model_not_found")),
    ];
    let app = serve(replies, |_| {}).await;
    let mut user = app.user().await;
    user.cookies.insert("locale".into(), "pl".into());
    for (code, said) in [
        ("model.no-credit", "skończyły się środki"),
        ("model.wrong-key", "nie przyjmuje klucza"),
        ("model.unknown", "nie zna modelu lub adresu"),
    ] {
        let run = user.asks(json!({ "end": "pass" })).await;
        assert_eq!((&run["problem"]["code"], &run["words"]), (&json!(code), &json!(0)), "{run}");
        let message = run["problem"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(said) && message.ends_with("Nie pobrano żadnych słów."), "{message}");
    }
    assert_eq!(app.value::<i64>(FREE).await, 0, "the provider did nothing");
    app.stop().await;
}

#[app_test(serve([Reply::text(r#"{"a":"b"}"#)], |_| {}))]
async fn v1_the_server_answers_while_plugins_send_hostile_schemas(app: TestApp, model: model) {
    let mut user = app.user().await;
    let level = |n: usize| json!({ "anyOf": [{ "$ref": format!("#/$defs/d{}", n + 1) }, { "$ref": format!("#/$defs/d{}", n + 1) }] });
    let mut levels: serde_json::Map<String, Value> = (0..45).map(|n| (format!("d{n}"), level(n))).collect();
    levels.insert("d45".into(), json!({ "type": "string" }));
    let doubling = json!({ "$ref": "#/$defs/d0", "$defs": levels }).to_string();
    for schema in [doubling, r#"{"type":"nope"}"#.into(), r#"{"$ref":"file:///etc/passwd"}"#.into()] {
        user.language = Some("en");
        let mut other = copy(&app, &user);
        let input = json!({ "schema": schema, "end": "tell", "calls": 4 });
        let (run, healthy) = tokio::join!(
            user.asks(input),
            tokio::time::timeout(Duration::from_secs(20), other.get("/healthz"))
        );
        assert_eq!(healthy.expect("the server answers").status, 200);
        assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(0)), "{run}");
        let output = run["outcome"]["text"].as_str().unwrap_or_default();
        assert!(output.starts_with("refused: This tool described the AI model's answer"), "{output}");
        let run = user.asks(json!({ "schema": schema, "end": "pass" })).await;
        has(&run["problem"], json!({ "code": "model.schema", "status": 400 }));
    }
    assert_eq!(model.seen().requests, 0);
    let run = user.asks(json!({ "schema": r#"{"type":"object","required":["a"]}"# })).await;
    assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(2)), "{run}");
}

#[tokio::test]
async fn q7_answers_that_a_tool_finds_useless_are_free_and_counted() {
    let model = ModelServer::start([Reply::text("I'm sorry, but I can't help with that.")]).await;
    let app = TestApp::with(|config| {
        config.model_url = Some(model.url.clone());
        config.free_model_calls = 20;
    })
    .await;
    let mut user = app.user().await;
    user.language = Some("en");
    let left = user.words_left().await;
    let input = user.get("/api/tools/facebook-post").await.body["example"].clone();
    let run = user.run_to_end("facebook-post", input.clone()).await.body;
    has(&run, json!({ "status": "failed", "words": 0, "problem": { "code": "plugin.unavailable" } }));
    assert_eq!(app.value::<i64>(FREE).await, model.seen().requests as i64);
    for _ in 0..20 {
        user.run_to_end("facebook-post", input.clone()).await;
    }
    assert_eq!(app.value::<i64>(FREE).await, 20);
    user.run_to_end("facebook-post", input).await.refused(402, "words.free-calls-used-up");
    // Concurrent calls beyond the limit are charged like any text.
    let beyond = left - user.words_left().await;
    assert_eq!(beyond % 8, 0, "{beyond}");
    assert!(beyond <= 8 * 9, "{beyond}");
    app.stop().await;
}

#[app_test(serve([], |_| {}))]
async fn w10_no_answer_lists_eighty_thousand_errors(app: TestApp, mut user: user) {
    let unknown: serde_json::Map<String, Value> = (0..80_000).map(|n| (format!("f{n}"), json!(1))).collect();
    let refused = user.run_tool(ASKER, Value::Object(unknown), None).await.refused(422, "validation.failed");
    assert_eq!(refused.body["errors"].as_object().map(serde_json::Map::len), Some(100));
}

/// Fewer random runs than in `runs/lives.rs`, but over HTTP: each is charged according to its own answers.
#[tokio::test]
async fn v6_random_runs_are_charged_for_readable_text() {
    const ENDS: [&str; 8] = ["well", "refuse", "unavailable", "panic", "nonsense", "limit", "reject", "tell"];
    let app = serve([], |config| (config.quarantine_traps, config.free_model_calls) = (0, 12)).await;
    let model = app.model();
    let mut user = app.user().await;
    let (left, mut charged, mut free) = (user.words_left().await, 0, 0_i64);
    let mut dice = 0x5eed_u64;
    let mut roll = move |sides: u64| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) % sides
    };
    for _ in 0..60 {
        let end = ENDS[roll(8) as usize];
        let answers: Vec<(u64, bool)> = (0..1 + roll(3)).map(|_| (1 + roll(9), roll(5) > 0)).collect();
        let said = |&(words, whole): &(u64, bool)| {
            let text = "word ".repeat(words as usize);
            if whole { Reply::Says(vec![text]) } else { Reply::Cuts(vec![text]) }
        };
        model.then(answers.iter().map(said));
        let run = user.run_to_end(ASKER, json!({ "calls": answers.len(), "at_once": false, "end": end }));
        let run = run.await;
        if free >= 12 {
            assert_eq!(run.problem(), (402, "words.free-calls-used-up"));
            break;
        }
        let run = run.body;
        // Once the limit is reached within the run, it makes no more calls.
        let mut cuts = 0;
        let asked = answers.iter().take_while(|(_, whole)| {
            let asks = free + cuts < 12;
            cuts += i64::from(!whole);
            asks
        });
        let (whole, cut): (Vec<_>, Vec<_>) = asked.partition(|(_, whole)| *whole);
        let is_free = run["status"] == "failed" && (end == "unavailable" || !cut.is_empty());
        let mut wasted: Vec<u64> = cut.iter().map(|(words, _)| *words).collect();
        let mut expected: u64 = whole.iter().map(|(words, _)| *words).sum();
        if is_free {
            wasted.extend(whole.iter().map(|(words, _)| *words));
            expected = 0;
        }
        wasted.sort_unstable();
        let beyond = wasted.len().saturating_sub((12 - free) as usize);
        expected += wasted.iter().take(beyond).sum::<u64>();
        free += (wasted.len() - beyond) as i64;
        assert_eq!(run["words"], expected, "{answers:?} {run}");
        charged += expected as i64;
        assert_eq!((app.value::<i64>(FREE).await, left - user.words_left().await), (free, charged), "{run}");
    }
    assert_eq!(free, 12, "the bound was met");
    app.stop().await;
}
