//! The model over real HTTP: every kind of answer and failure of a provider.

use sitewright::platform::model::{Heard, Model, ModelError, ModelSettings, Written, open};
use sitewright_engine::{Completion, CompletionRequest, Message, Role};

use crate::prelude::*;
use crate::util::model_server::chunk;

fn question() -> CompletionRequest {
    CompletionRequest {
        messages: vec![Message { role: Role::User, text: "Write a post about coffee.".into() }],
        max_words: 50,
        temperature: Some(0.7),
        schema: None,
        draft: Some("A draft.".into()),
        show_as: Some("variant-1".into()),
        images: Vec::new(),
    }
}

fn connect(server: &ModelServer, change: impl FnOnce(&mut ModelSettings)) -> Arc<dyn Model> {
    let mut settings = ModelSettings::new(&server.url, "sk-test", "test-model");
    change(&mut settings);
    open(Some(settings)).expect("a client")
}

/// Collects the text that is shown while the answer arrives.
fn listener() -> (Written, Arc<Mutex<Vec<String>>>) {
    let pieces = Arc::new(Mutex::new(Vec::new()));
    let heard = pieces.clone();
    let written: Written = Arc::new(move |part| match part {
        Heard::Piece(piece) => heard.lock().expect("not poisoned").push(piece.to_owned()),
        Heard::Again => panic!("one model does not replace its own text"),
    });
    (written, pieces)
}

fn no_listener() -> Written {
    Arc::new(|_| {})
}

async fn ask(replies: impl IntoIterator<Item = Reply>) -> (Result<Completion, ModelError>, ModelServer) {
    let server = ModelServer::start(replies).await;
    let answer = connect(&server, |_| {}).complete(question(), no_listener()).await;
    (answer, server)
}

fn text(answer: Result<Completion, ModelError>) -> String {
    answer.expect("an answer").text
}

#[tokio::test]
async fn an_answer_is_streamed_piece_by_piece_and_counted_in_words() {
    let server = ModelServer::start([Reply::text("Fresh coffee, every morning.")]).await;
    let (written, pieces) = listener();
    let answer = connect(&server, |_| {}).complete(question(), written).await.expect("an answer");
    assert_eq!(answer, Completion { text: "Fresh coffee, every morning.".into(), words: 4, drafted: false });
    assert_eq!(*pieces.lock().expect("not poisoned"), ["Fresh ", "coffee, ", "every ", "morning."]);

    let body = &server.bodies()[0];
    has(body, json!({ "model": "test-model", "stream": true }));
    assert_eq!(body["max_tokens"], 64 + 125);
    assert_eq!(body["temperature"], 0.7);
    assert_eq!(body["messages"], json!([{ "role": "user", "content": "Write a post about coffee." }]));
    assert_eq!(server.keys(), [Some("Bearer sk-test".to_owned())]);
}

#[tokio::test]
async fn without_a_key_no_authorization_is_sent() {
    let server = ModelServer::start([Reply::text("ok")]).await;
    let model = connect(&server, |settings| settings.key.clear());
    model.complete(question(), no_listener()).await.expect("an answer");
    assert_eq!(server.keys(), [None]);
}

#[tokio::test]
async fn no_more_words_are_charged_than_were_reserved() {
    let (answer, _server) = ask([Reply::text(&"word ".repeat(80))]).await;
    assert_eq!(answer.expect("an answer").words, 50);
}

#[tokio::test]
async fn odd_providers_are_understood() {
    let odd = vec![
        ": keep-alive\n\n".to_owned(),
        "data: {\"choices\":[]}\n\n".to_owned(),
        chunk(json!({ "role": "assistant", "content": null }), None),
        chunk(json!({ "content": "Fine" }), None),
        ": keep-alive\n\n".to_owned(),
        "data: {\"choices\":null,\"usage\":null}\n\n".to_owned(),
        chunk(json!({ "content": " day." }), None),
        "data: [DONE]\n\n".to_owned(),
    ];
    let (answer, _server) = ask([Reply::Events(odd)]).await;
    assert_eq!(text(answer), "Fine day.");

    let (answer, _server) = ask([Reply::Whole("All at once.".into())]).await;
    assert_eq!(text(answer), "All at once.");

    let thinking = ["<think>", "hm", "</think>\n", "Thought ", "over."].map(str::to_owned).to_vec();
    let (answer, _server) = ask([Reply::Says(thinking)]).await;
    assert_eq!(text(answer), "Thought over.");
}

#[tokio::test]
async fn a_busy_provider_is_retried_after_its_retry_after() {
    let busy = Reply::Status(429, vec![("retry-after-ms", "1")], "{}".into());
    let (answer, server) = ask([busy.clone(), busy, Reply::text("at last")]).await;
    assert_eq!(text(answer), "at last");
    assert_eq!(server.seen().requests, 3);
}

#[tokio::test]
async fn a_provider_with_a_too_long_retry_after_is_given_up_at_once() {
    let (answer, server) = ask([Reply::Status(429, vec![("retry-after", "3600")], "{}".into())]).await;
    assert_eq!(answer, Err(ModelError::Busy));
    assert_eq!(server.seen().requests, 1);
}

#[tokio::test]
async fn a_failing_provider_is_retried_and_then_given_up() {
    let hasty =
        |status: u16| Reply::Status(status, vec![("retry-after-ms", "1")], "<html>oops</html>".into());
    let (answer, server) = ask([hasty(500), hasty(503), Reply::text("well again")]).await;
    assert_eq!(text(answer), "well again");
    assert_eq!(server.seen().requests, 3);

    let server = ModelServer::start([hasty(502)]).await;
    let model = connect(&server, |settings| settings.retries = 1);
    assert_eq!(model.complete(question(), no_listener()).await, Err(ModelError::Unreachable));
    assert_eq!(server.seen().requests, 2);
}

#[tokio::test]
async fn p18_configuration_errors_are_named_and_not_retried() {
    let said = |code: &str| json!({ "error": { "code": code, "message": "no" } }).to_string();
    for (status, body, expected) in [
        (401, "{}".to_owned(), ModelError::WrongKey),
        (403, "{}".to_owned(), ModelError::WrongKey),
        (404, said("model_not_found"), ModelError::Unknown),
        (402, said("Insufficient Balance"), ModelError::NoCredit),
        (429, said("insufficient_quota"), ModelError::NoCredit),
        (429, said("billing_hard_limit_reached"), ModelError::NoCredit),
        (400, "Your credit balance is too low to access the API.".to_owned(), ModelError::NoCredit),
        (400, said("context_length_exceeded"), ModelError::Rejected),
    ] {
        let (answer, server) = ask([Reply::Status(status, Vec::new(), body.clone())]).await;
        assert_eq!((answer, server.seen().requests), (Err(expected), 1), "{status} {body}");
    }
    let event = "data: {\"error\":{\"code\":\"insufficient_quota\",\"message\":\"pay\"}}\n\n".to_owned();
    let (answer, server) = ask([Reply::Events(vec![event])]).await;
    assert_eq!((answer, server.seen().requests), (Err(ModelError::NoCredit), 1));
}

#[tokio::test]
async fn q6_a_cut_text_is_no_answer() {
    for reason in ["length", "max_tokens", "MAX_TOKENS", "model_length"] {
        let events = vec![chunk(json!({ "content": "Half a sent" }), None), chunk(json!({}), Some(reason))];
        let (answer, _server) = ask([Reply::Events(events)]).await;
        assert_eq!(answer, Err(ModelError::CutOff), "{reason}");
    }
    // All of its tokens went into reasoning.
    let (answer, _server) = ask([Reply::Events(vec![chunk(json!({}), Some("length"))])]).await;
    assert_eq!(answer, Err(ModelError::CutOff));
    // A provider without a token limit is cut off by the host.
    let (answer, _server) = ask([Reply::Says(vec!["word ".repeat(100); 100])]).await;
    assert_eq!(answer, Err(ModelError::CutOff));
    let broken = vec![chunk(json!({ "content": "Half" }), None), chunk(json!({}), Some("error"))];
    let (answer, _server) = ask([Reply::Events(broken)]).await;
    assert_eq!(answer, Err(ModelError::BrokenOff));
}

/// Servers report the end in the last piece, as an event of its own, or both; a proxy that gives up reports none.
#[tokio::test]
async fn a_stream_without_its_end_is_broken_off() {
    let piece = |text: &str| chunk(json!({ "content": text }), None);
    let last = chunk(json!({ "content": " day." }), Some("stop"));
    let done = "data: [DONE]\n\n".to_owned();
    for ending in [vec![last.clone()], vec![piece(" day."), done.clone()], vec![last, done]] {
        let (answer, server) = ask([Reply::Events([vec![piece("Fine")], ending].concat())]).await;
        assert_eq!((text(answer).as_str(), server.seen().requests), ("Fine day.", 1));
    }
    let (answer, _server) = ask([Reply::Events(vec![piece("Fine"), piece(" da")])]).await;
    assert_eq!(answer, Err(ModelError::BrokenOff));
    // Nothing was shown yet, so the model is called again.
    let (answer, server) = ask([Reply::Events(vec![piece("")]), Reply::text("Fine day.")]).await;
    assert_eq!((text(answer).as_str(), server.seen().requests), ("Fine day.", 2));
}

#[tokio::test]
async fn shown_text_is_not_retracted() {
    let cut = Reply::Cuts(vec!["Half a ".into(), "sent".into()]);
    let server = ModelServer::start([cut, Reply::text("another text")]).await;
    let (written, pieces) = listener();
    let answer = connect(&server, |_| {}).complete(question(), written).await;
    assert_eq!(answer, Err(ModelError::BrokenOff));
    assert_eq!(server.seen().requests, 1);
    assert_eq!(pieces.lock().expect("not poisoned").concat(), "Half a sent");
}

#[tokio::test]
async fn an_error_inside_the_stream_is_an_error() {
    let event = "data: {\"error\":{\"code\":502,\"message\":\"behind us\"}}\n\n".to_owned();
    let server = ModelServer::start([Reply::Events(vec![event])]).await;
    let model = connect(&server, |settings| settings.retries = 0);
    assert_eq!(model.complete(question(), no_listener()).await, Err(ModelError::BrokenOff));
}

#[tokio::test]
async fn garbage_and_silence_are_no_answers() {
    for reply in [
        Reply::Events(vec!["data: <html>\n\n".into()]),
        Reply::Says(Vec::new()),
        Reply::Says(vec!["  \n".into()]),
        Reply::Whole(String::new()),
    ] {
        let server = ModelServer::start([reply.clone()]).await;
        let model = connect(&server, |settings| settings.retries = 0);
        let answer = model.complete(question(), no_listener()).await;
        assert_eq!(answer, Err(ModelError::Garbled), "{reply:?}");
    }
}

#[tokio::test]
async fn a_refusal_of_the_model_is_reported_as_one() {
    let (answer, server) = ask([Reply::Events(vec![chunk(json!({ "refusal": "I cannot." }), None)])]).await;
    assert_eq!(answer, Err(ModelError::Declined));
    assert_eq!(server.seen().requests, 1);
}

#[tokio::test]
async fn every_wait_has_a_timeout() {
    let short = Duration::from_millis(50);
    let silent = ModelServer::start([Reply::Holds(Vec::new())]).await;
    let model = connect(&silent, |settings| (settings.first_token, settings.retries) = (short, 0));
    assert_eq!(model.complete(question(), no_listener()).await, Err(ModelError::TimedOut));

    let stuck = ModelServer::start([Reply::Holds(vec!["Once".into()])]).await;
    let model = connect(&stuck, |settings| settings.idle = short);
    assert_eq!(model.complete(question(), no_listener()).await, Err(ModelError::TimedOut));
    stuck.until("the stream was dropped", |seen| seen.dropped == 1).await;

    let endless = ModelServer::start([Reply::Holds(vec!["Once".into()])]).await;
    let model = connect(&endless, |settings| settings.total = short);
    assert_eq!(model.complete(question(), no_listener()).await, Err(ModelError::TimedOut));
    endless.until("the stream was dropped", |seen| seen.dropped == 1).await;
}

#[tokio::test]
async fn a_closed_port_is_unreachable() {
    let settings = ModelSettings { retries: 0, ..ModelSettings::new("http://127.0.0.1:9/v1", "", "m") };
    let model = open(Some(settings)).expect("a client");
    assert_eq!(model.complete(question(), no_listener()).await, Err(ModelError::Unreachable));
}

#[tokio::test]
async fn dropping_the_call_stops_the_provider() {
    let server = ModelServer::start([Reply::Holds(vec!["Once".into()])]).await;
    let asking = tokio::spawn(connect(&server, |_| {}).complete(question(), no_listener()));
    server.until("the stream is open", |seen| seen.open == 1).await;
    asking.abort();
    server
        .until("the stream was dropped", |seen| {
            *seen == crate::util::model_server::Seen { requests: 1, open: 0, dropped: 1 }
        })
        .await;
}

#[tokio::test]
async fn a_schema_is_sent_and_the_answer_validated() {
    let schema = json!({ "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } }, "additionalProperties": false });
    let request = CompletionRequest { schema: Some(schema.to_string()), ..question() };

    let server = ModelServer::start([Reply::text(r#"{"title": "Coffee"}"#)]).await;
    let answer = connect(&server, |_| {}).complete(request.clone(), no_listener()).await;
    assert_eq!(text(answer), r#"{"title": "Coffee"}"#);
    let format = &server.bodies()[0]["response_format"];
    assert_eq!(
        *format,
        json!({ "type": "json_schema", "json_schema": { "name": "answer", "schema": schema, "strict": true } })
    );

    let server = ModelServer::start([Reply::text(r#"{"name": "Coffee"}"#)]).await;
    let model = connect(&server, |settings| settings.retries = 0);
    assert_eq!(model.complete(request, no_listener()).await, Err(ModelError::Garbled));
}

#[tokio::test]
async fn a_provider_without_schemas_gets_a_simpler_request_and_is_remembered() {
    let request = CompletionRequest { schema: Some(r#"{"type":"object"}"#.into()), ..question() };
    let fenced = "```json\n{\"title\":\"Coffee\"}\n```".to_owned();
    let server = ModelServer::start([Reply::RefusesFormat("json_schema", fenced)]).await;
    let model = connect(&server, |_| {});
    let answer = model.complete(request.clone(), no_listener()).await;
    assert_eq!(text(answer), r#"{"title":"Coffee"}"#);
    model.complete(request, no_listener()).await.expect("an answer");

    let formats: Vec<_> =
        server.bodies().iter().map(|body| body["response_format"]["type"].clone()).collect();
    assert_eq!(formats, ["json_schema", "json_object", "json_object"]);
    let rule = server.bodies()[1]["messages"][1]["content"].as_str().expect("a rule").to_owned();
    assert!(rule.contains("JSON Schema"), "{rule}");
}

#[tokio::test]
async fn a_schema_that_text_may_replace_is_sent_to_those_who_enforce_it() {
    let schema = json!({ "type": "object", "required": ["Title", "Tags"], "additionalProperties": false, "properties": {
        "Title": { "type": "string" }, "Tags": { "type": "array", "items": { "type": "string" } } } });
    let mut asked = schema.clone();
    asked["x-fallback"] = "text".into();
    let request = CompletionRequest { schema: Some(asked.to_string()), ..question() };

    // The user sees the values, the plugin gets the JSON.
    let answer = r#"{"Title": "Fresh coffee", "Tags": ["beans", "roast"]}"#;
    let server = ModelServer::start([Reply::text(answer)]).await;
    let (written, pieces) = listener();
    let completion = connect(&server, |_| {}).complete(request.clone(), written).await;
    assert_eq!(text(completion), answer);
    assert_eq!(pieces.lock().expect("not poisoned").concat(), "Title: Fresh coffee\nTags:\n- beans\n- roast");
    assert_eq!(server.bodies()[0]["response_format"]["json_schema"]["schema"], schema);

    // A model that answers as text all the same, and a provider that knows no schema.
    let labelled = "Title: Fresh coffee\nTags:\n- beans";
    for reply in [Reply::text(labelled), Reply::RefusesFormat("json_schema", labelled.to_owned())] {
        let server = ModelServer::start([reply]).await;
        let (written, pieces) = listener();
        assert_eq!(text(connect(&server, |_| {}).complete(request.clone(), written).await), labelled);
        assert_eq!(pieces.lock().expect("not poisoned").concat(), labelled);
        let last = server.bodies().pop().expect("a request");
        assert_eq!(last["messages"].as_array().map(Vec::len), Some(1), "no rule about a schema: {last}");
    }
}

/// Schemas that would make checking slow, refer elsewhere, or are invalid.
fn hostile_schemas() -> Vec<(&'static str, String)> {
    let chain = |levels: usize, level: fn(Value, Value) -> Value| {
        let next = |n: usize| json!({ "$ref": format!("#/$defs/d{}", n + 1) });
        let mut defs: Map<String, Value> =
            (0..levels).map(|n| (format!("d{n}"), level(next(n), next(n)))).collect();
        defs.insert(format!("d{levels}"), json!({ "type": "string" }));
        json!({ "$ref": "#/$defs/d0", "$defs": defs }).to_string()
    };
    let nested = |levels: usize| (0..levels).fold(json!({}), |inner, _| json!({ "not": inner })).to_string();
    let many = |count: usize, rule: fn(usize) -> Value| {
        json!({ "type": "object", "anyOf": (0..count).map(rule).collect::<Vec<_>>() }).to_string()
    };
    vec![
        ("45 levels of two references", chain(45, |one, other| json!({ "anyOf": [one, other] }))),
        ("a chain of 20,000 references", chain(20_000, |one, _| one)),
        ("no type that exists", r#"{"type":"nope"}"#.into()),
        ("a reference to an address", r#"{"$ref":"http://169.254.169.254/latest/meta-data/"}"#.into()),
        ("a reference to a file", r#"{"$ref":"file:///etc/passwd"}"#.into()),
        ("a reference to itself", r##"{"properties":{"a":{"$ref":"#"}}}"##.into()),
        ("a reference by where it is read", r##"{"$dynamicRef":"#a"}"##.into()),
        ("another version's reference", r##"{"$recursiveRef":"#"}"##.into()),
        ("what each level looks at twice", r#"{"allOf":[{"unevaluatedProperties":false}]}"#.into()),
        ("what each item looks at twice", r#"{"allOf":[{"unevaluatedItems":false}]}"#.into()),
        ("a pattern that looks ahead", r#"{"properties":{"a":{"pattern":"^(?=(a+)+$)(a|a)*$"}}}"#.into()),
        ("a pattern that repeats what it found", r#"{"properties":{"a":{"pattern":"^(a*)*\\1$"}}}"#.into()),
        ("a pattern of a million states", r#"{"properties":{"a":{"pattern":"(a{1000}){1000}"}}}"#.into()),
        ("three hundred patterns", many(300, |_| json!({ "pattern": "\\w{20}" }))),
        ("forty levels", nested(40)),
        ("a hundred thousand levels", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))),
        ("two hundred kilobytes", json!({ "enum": (0..40_000).collect::<Vec<_>>() }).to_string()),
        ("twenty thousand choices", many(20_000, |n| json!({ "const": n }))),
        ("no JSON", "{".into()),
        ("no schema", "7".into()),
    ]
}

#[tokio::test]
async fn v1_a_schema_that_could_freeze_the_server_is_refused_before_the_model_is_asked() {
    let server = ModelServer::start([Reply::text(r#"{"a":"b"}"#)]).await;
    let (connected, unconnected) = (connect(&server, |_| {}), open(None).expect("a model"));
    for (name, schema) in hostile_schemas() {
        let request = CompletionRequest { schema: Some(schema), ..question() };
        for model in [&connected, &unconnected] {
            let answer = model.complete(request.clone(), no_listener()).await;
            assert!(
                matches!(answer, Err(ModelError::Schema(code)) if code.starts_with("package.")),
                "{name}: {answer:?}"
            );
        }
    }
    assert_eq!(server.seen().requests, 0);
}

#[tokio::test]
async fn v1_schemas_that_tools_need_are_taken() {
    let parts: Map<String, Value> = (0..40)
        .map(|n| {
            (format!("part{n}"), json!({ "type": "string", "description": "In <b>tags</b>", "minLength": 1 }))
        })
        .collect();
    let items = json!({ "type": "array", "uniqueItems": true, "minItems": 1, "items": { "type": "string", "pattern": "^[a-z]+$" } });
    for (schema, answer) in [
        (json!({ "type": "object", "properties": parts, "additionalProperties": false }), r#"{"part1":"a"}"#),
        (items, r#"["a","b"]"#),
        (json!({ "enum": ["yes", "no"] }), r#""yes""#),
        (json!(true), "[1]"),
    ] {
        let server = ModelServer::start([Reply::text(answer)]).await;
        let request = CompletionRequest { schema: Some(schema.to_string()), max_words: 2_000, ..question() };
        assert_eq!(text(connect(&server, |_| {}).complete(request, no_listener()).await), answer, "{schema}");
    }
}

#[tokio::test]
async fn v1_no_answer_takes_long_to_be_checked() {
    let begun = std::time::Instant::now();
    for (schema, answer) in [
        (r#"{"type":"array"}"#, format!("{}{}", "[".repeat(200_000), "]".repeat(200_000))),
        (
            r#"{"type":"array","uniqueItems":true,"maxItems":3}"#,
            json!((0..100_000).collect::<Vec<_>>()).to_string(),
        ),
        (
            r#"{"type":"string","maxLength":3,"pattern":"^[01]*1[01]{8}$"}"#,
            json!("01".repeat(200_000)).to_string(),
        ),
    ] {
        let server = ModelServer::start([Reply::Whole(answer)]).await;
        let model = connect(&server, |settings| settings.retries = 0);
        let request = CompletionRequest { schema: Some(schema.into()), max_words: 20_000, ..question() };
        assert_eq!(model.complete(request, no_listener()).await, Err(ModelError::Garbled), "{schema}");
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn without_a_model_the_draft_is_the_answer() {
    let model = open(None).expect("a model");
    assert!(!model.connected());
    let (written, pieces) = listener();
    let answer = model.complete(question(), written).await.expect("a draft");
    assert_eq!(answer, Completion { text: "A draft.".into(), words: 0, drafted: true });
    assert_eq!(*pieces.lock().expect("not poisoned"), ["A draft."]);

    let without = CompletionRequest { draft: None, ..question() };
    assert_eq!(model.complete(without, no_listener()).await, Err(ModelError::NeedsModel));
}
