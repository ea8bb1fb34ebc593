//! The model over real HTTP: every way a provider answers, and every way it does not.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use sitewright::model::{Model, ModelError, ModelSettings, Written, open};
use sitewright_engine::{Completion, CompletionRequest, Message, Role};

use crate::util::model_server::{ModelServer, Reply, chunk};

fn question() -> CompletionRequest {
    CompletionRequest {
        messages: vec![Message { role: Role::User, text: "Write a post about coffee.".into() }],
        max_words: 50,
        temperature: Some(0.7),
        schema: None,
        draft: Some("A draft.".into()),
        show_as: Some("variant-1".into()),
    }
}

fn connect(server: &ModelServer, change: impl FnOnce(&mut ModelSettings)) -> Arc<dyn Model> {
    let mut settings = ModelSettings::new(&server.url, "sk-test", "test-model");
    change(&mut settings);
    open(Some(settings)).expect("a client")
}

/// Collects what is shown while the answer arrives.
fn listener() -> (Written, Arc<Mutex<Vec<String>>>) {
    let pieces = Arc::new(Mutex::new(Vec::new()));
    let heard = pieces.clone();
    (Arc::new(move |piece: &str| heard.lock().expect("not poisoned").push(piece.to_owned())), pieces)
}

fn nobody() -> Written {
    Arc::new(|_: &str| {})
}

async fn ask(replies: impl IntoIterator<Item = Reply>) -> (Result<Completion, ModelError>, ModelServer) {
    let server = ModelServer::start(replies).await;
    let answer = connect(&server, |_| {}).complete(question(), nobody()).await;
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
    assert_eq!(body["model"], "test-model");
    assert_eq!(body["stream"], true);
    assert_eq!(body["max_tokens"], 64 + 125);
    assert_eq!(body["temperature"], 0.7);
    assert_eq!(body["messages"], json!([{ "role": "user", "content": "Write a post about coffee." }]));
    assert_eq!(server.keys(), [Some("Bearer sk-test".to_owned())]);
}

#[tokio::test]
async fn without_a_key_no_authorization_is_sent() {
    let server = ModelServer::start([Reply::text("ok")]).await;
    let model = connect(&server, |settings| settings.key.clear());
    model.complete(question(), nobody()).await.expect("an answer");
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
async fn a_busy_provider_is_asked_again_when_it_says() {
    let busy = Reply::Status(429, vec![("retry-after-ms", "1")], "{}".into());
    let (answer, server) = ask([busy.clone(), busy, Reply::text("at last")]).await;
    assert_eq!(text(answer), "at last");
    assert_eq!(server.seen().requests, 3);
}

#[tokio::test]
async fn a_provider_that_wants_more_patience_than_we_have_is_given_up_at_once() {
    let (answer, server) = ask([Reply::Status(429, vec![("retry-after", "3600")], "{}".into())]).await;
    assert_eq!(answer, Err(ModelError::Busy));
    assert_eq!(server.seen().requests, 1);
}

#[tokio::test]
async fn a_failing_provider_is_asked_again_and_then_given_up() {
    let hasty =
        |status: u16| Reply::Status(status, vec![("retry-after-ms", "1")], "<html>oops</html>".into());
    let (answer, server) = ask([hasty(500), hasty(503), Reply::text("well again")]).await;
    assert_eq!(text(answer), "well again");
    assert_eq!(server.seen().requests, 3);

    let server = ModelServer::start([hasty(502)]).await;
    let model = connect(&server, |settings| settings.retries = 1);
    assert_eq!(model.complete(question(), nobody()).await, Err(ModelError::Unreachable));
    assert_eq!(server.seen().requests, 2);
}

#[tokio::test]
async fn a_wrong_key_or_an_empty_purse_is_not_tried_again() {
    let (answer, server) = ask([Reply::status(401)]).await;
    assert_eq!(answer, Err(ModelError::Rejected));
    assert_eq!(server.seen().requests, 1);

    let purse = json!({ "error": { "code": "insufficient_quota", "message": "pay" } }).to_string();
    let (answer, server) = ask([Reply::Status(429, Vec::new(), purse)]).await;
    assert_eq!(answer, Err(ModelError::Rejected));
    assert_eq!(server.seen().requests, 1);
}

#[tokio::test]
async fn nothing_that_was_shown_is_taken_back() {
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
    assert_eq!(model.complete(question(), nobody()).await, Err(ModelError::BrokenOff));
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
        let answer = model.complete(question(), nobody()).await;
        assert_eq!(answer, Err(ModelError::Garbled), "{reply:?}");
    }
}

#[tokio::test]
async fn a_refusal_of_the_model_is_told_as_one() {
    let (answer, server) = ask([Reply::Events(vec![chunk(json!({ "refusal": "I cannot." }), None)])]).await;
    assert_eq!(answer, Err(ModelError::Declined));
    assert_eq!(server.seen().requests, 1);
}

#[tokio::test]
async fn every_kind_of_waiting_has_its_end() {
    let short = Duration::from_millis(50);
    let silent = ModelServer::start([Reply::Holds(Vec::new())]).await;
    let model = connect(&silent, |settings| (settings.first_token, settings.retries) = (short, 0));
    assert_eq!(model.complete(question(), nobody()).await, Err(ModelError::TimedOut));

    let stuck = ModelServer::start([Reply::Holds(vec!["Once".into()])]).await;
    let model = connect(&stuck, |settings| settings.idle = short);
    assert_eq!(model.complete(question(), nobody()).await, Err(ModelError::TimedOut));
    stuck.until("the stream was dropped", |seen| seen.dropped == 1).await;

    let endless = ModelServer::start([Reply::Holds(vec!["Once".into()])]).await;
    let model = connect(&endless, |settings| settings.total = short);
    assert_eq!(model.complete(question(), nobody()).await, Err(ModelError::TimedOut));
    endless.until("the stream was dropped", |seen| seen.dropped == 1).await;
}

#[tokio::test]
async fn nobody_listening_is_unreachable() {
    let settings = ModelSettings { retries: 0, ..ModelSettings::new("http://127.0.0.1:9/v1", "", "m") };
    let model = open(Some(settings)).expect("a client");
    assert_eq!(model.complete(question(), nobody()).await, Err(ModelError::Unreachable));
}

#[tokio::test]
async fn dropping_the_question_stops_the_provider() {
    let server = ModelServer::start([Reply::Holds(vec!["Once".into()])]).await;
    let asking = tokio::spawn(connect(&server, |_| {}).complete(question(), nobody()));
    server.until("the stream is open", |seen| seen.open == 1).await;
    asking.abort();
    server
        .until("the stream was dropped", |seen| {
            *seen == crate::util::model_server::Seen { requests: 1, open: 0, dropped: 1 }
        })
        .await;
}

#[tokio::test]
async fn a_schema_is_sent_and_the_answer_held_against_it() {
    let schema = json!({ "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } }, "additionalProperties": false });
    let request = CompletionRequest { schema: Some(schema.to_string()), ..question() };

    let server = ModelServer::start([Reply::text(r#"{"title": "Coffee"}"#)]).await;
    let answer = connect(&server, |_| {}).complete(request.clone(), nobody()).await;
    assert_eq!(text(answer), r#"{"title": "Coffee"}"#);
    let format = &server.bodies()[0]["response_format"];
    assert_eq!(
        *format,
        json!({ "type": "json_schema", "json_schema": { "name": "answer", "schema": schema, "strict": true } })
    );

    let server = ModelServer::start([Reply::text(r#"{"name": "Coffee"}"#)]).await;
    let model = connect(&server, |settings| settings.retries = 0);
    assert_eq!(model.complete(request, nobody()).await, Err(ModelError::Garbled));
}

#[tokio::test]
async fn a_provider_without_schemas_is_asked_more_simply_and_remembered() {
    let request = CompletionRequest { schema: Some(r#"{"type":"object"}"#.into()), ..question() };
    let fenced = "```json\n{\"title\":\"Coffee\"}\n```".to_owned();
    let server = ModelServer::start([Reply::RefusesFormat("json_schema", fenced)]).await;
    let model = connect(&server, |_| {});
    let answer = model.complete(request.clone(), nobody()).await;
    assert_eq!(text(answer), r#"{"title":"Coffee"}"#);
    model.complete(request, nobody()).await.expect("an answer");

    let formats: Vec<_> =
        server.bodies().iter().map(|body| body["response_format"]["type"].clone()).collect();
    assert_eq!(formats, ["json_schema", "json_object", "json_object"]);
    let rule = server.bodies()[1]["messages"][1]["content"].as_str().expect("a rule").to_owned();
    assert!(rule.contains("JSON Schema"), "{rule}");
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
    assert_eq!(model.complete(without, nobody()).await, Err(ModelError::NeedsModel));
}
