//! A fake provider on a loopback port, with the protocols of OpenAI, Anthropic and Gemini and the lists of models of
//! OpenAI and Ollama: each request takes the next reply of its script, and the last reply is repeated. A request for
//! several variants takes a reply for each of them.

use std::collections::VecDeque;

use axum::body::Bytes;
use axum::extract::{OriginalUri, State};
use axum::http::{Response, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use futures::stream::{self, Stream, StreamExt};
use tokio::sync::watch;

use crate::prelude::*;

/// How long a test waits for an expected event.
const PATIENCE: Duration = Duration::from_secs(120);

/// The provider's reply to one request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Streams these pieces and ends properly.
    Says(Vec<String>),
    /// Streams these pieces and then waits until the script's gate opens.
    Holds(Vec<String>),
    /// Streams these pieces and breaks the connection.
    Cuts(Vec<String>),
    /// Streams these pieces and ends the body without the protocol's end.
    Ends(Vec<String>),
    /// These raw events, then the end of the body.
    Events(Vec<String>),
    /// The complete answer at once, although a stream was requested.
    Whole(String),
    /// A status with headers and a body.
    Status(u16, Vec<(&'static str, &'static str)>, String),
    /// Refuses a request with this kind of `response_format`, answers others.
    RefusesFormat(&'static str, String),
}

impl Reply {
    /// A short answer, one word per piece.
    pub fn text(text: &str) -> Self {
        Self::Says(text.split_inclusive(' ').map(str::to_owned).collect())
    }

    pub fn status(status: u16) -> Self {
        Self::Status(status, Vec::new(), json!({ "error": { "message": "no" } }).to_string())
    }
}

/// The requests so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    pub requests: usize,
    /// Streams that are open now.
    pub open: usize,
    /// Streams that the client closed before their end.
    pub dropped: usize,
}

/// The running server; it ends with the test's runtime.
#[derive(Clone)]
pub struct ModelServer {
    pub url: String,
    script: Arc<Script>,
}

struct Script {
    replies: Mutex<VecDeque<Reply>>,
    last: Mutex<Option<Reply>>,
    bodies: Mutex<Vec<Value>>,
    keys: Mutex<Vec<Option<String>>>,
    paths: Mutex<Vec<String>>,
    seen: watch::Sender<Seen>,
    gate: watch::Sender<bool>,
}

impl Script {
    /// The next reply; the last one is repeated.
    fn next(&self) -> Reply {
        let next = lock(&self.replies).pop_front();
        let mut last = lock(&self.last);
        if next.is_some() {
            last.clone_from(&next);
        }
        last.clone().unwrap_or_else(|| Reply::text("ok"))
    }
}

impl ModelServer {
    pub async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let script = Arc::new(Script {
            replies: Mutex::new(replies.into_iter().collect()),
            last: Mutex::default(),
            bodies: Mutex::default(),
            keys: Mutex::default(),
            paths: Mutex::default(),
            seen: watch::Sender::new(Seen::default()),
            gate: watch::Sender::new(false),
        });
        let routes = Router::new()
            .route("/v1/chat/completions", post(answer))
            .route("/v1/messages", post(answer))
            .route("/v1beta/models/{call}", post(answer))
            .route("/v1/models", get(models))
            .route("/api/tags", get(tags))
            .with_state(script.clone());
        Self { url: format!("http://{}/v1", super::serve(routes).await), script }
    }

    /// The address without a path.
    pub fn root(&self) -> &str {
        self.url.trim_end_matches("/v1")
    }

    /// The paths of all requests for an answer, with their queries.
    pub fn paths(&self) -> Vec<String> {
        lock(&self.script.paths).clone()
    }

    /// Makes it the model of a server.
    pub fn connect(&self, config: &mut Config) {
        config.model_url = Some(self.url.clone());
        config.model_retries = 0;
    }

    /// Adds replies after the remaining ones.
    pub fn then(&self, replies: impl IntoIterator<Item = Reply>) {
        lock(&self.script.replies).extend(replies);
    }

    /// Drops the remaining replies.
    pub fn clear(&self) {
        lock(&self.script.replies).clear();
    }

    /// Lets every held stream end.
    pub fn open_gate(&self) {
        self.script.gate.send_replace(true);
    }

    /// The bodies of all requests, oldest first.
    pub fn bodies(&self) -> Vec<Value> {
        lock(&self.script.bodies).clone()
    }

    /// The headers with the key of all requests, `Authorization` or that of the protocol.
    pub fn keys(&self) -> Vec<Option<String>> {
        lock(&self.script.keys).clone()
    }

    pub fn seen(&self) -> Seen {
        *self.script.seen.borrow()
    }

    /// Waits until the state satisfies the condition.
    pub async fn until(&self, what: &str, condition: impl FnMut(&Seen) -> bool) {
        let mut seen = self.script.seen.subscribe();
        let met = tokio::time::timeout(PATIENCE, seen.wait_for(condition)).await;
        assert!(met.is_ok(), "timeout while waiting until {what}: {:?}", self.seen());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tokens that every complete stream reports, if they are requested.
pub const TOKENS: (u64, u64) = (11, 7);

/// How the pieces of an answer are written.
#[derive(Clone, Copy, PartialEq)]
enum Protocol {
    OpenAi { with_usage: bool },
    Anthropic,
    Gemini,
}

/// OpenAI's list of models.
async fn models() -> axum::Json<Value> {
    let model = |id: &str| json!({ "id": id, "object": "model", "created": 1, "owned_by": "test" });
    axum::Json(
        json!({ "object": "list", "data": [model("whisper-1"), model("test-model"), model("other-model")] }),
    )
}

/// Ollama's list of models.
async fn tags() -> axum::Json<Value> {
    let model = |name: &str, family: &str, size: &str| {
        json!({
            "name": name, "model": name, "modified_at": "2026-01-01T00:00:00Z", "size": 1, "digest": "d",
            "details": { "parent_model": "", "format": "gguf", "family": family, "families": [family],
                "parameter_size": size, "quantization_level": "Q4_K_M" },
        })
    };
    axum::Json(json!({ "models": [
        model("gemma3:4b", "gemma3", "4.3B"),
        model("SpeakLeash/bielik-11b-v2.6-instruct:Q4_K_M", "llama", "11.2B"),
        model("nomic-embed-text:latest", "nomic-bert", "137M"),
    ] }))
}

async fn answer(
    State(script): State<Arc<Script>>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let body: Value = serde_json::from_slice(&body).expect("the host sends JSON");
    let names = ["authorization", "x-api-key", "x-goog-api-key"];
    let key = names.iter().find_map(|name| headers.get(*name)?.to_str().ok()).map(str::to_owned);
    let format = body["response_format"]["type"].as_str().map(str::to_owned);
    let protocol = match uri.path() {
        "/v1/messages" => Protocol::Anthropic,
        path if path.ends_with(":streamGenerateContent") => Protocol::Gemini,
        _ => Protocol::OpenAi { with_usage: body["stream_options"]["include_usage"] == true },
    };
    let ordered = ordered(&body);
    lock(&script.bodies).push(body);
    lock(&script.keys).push(key);
    lock(&script.paths).push(uri.to_string());
    script.seen.send_modify(|seen| seen.requests += 1);
    let reply = script.next();
    let reply = match reply {
        Reply::Says(first) => {
            let rest = (1..ordered).map(|_| script.next()).map_while(|reply| match reply {
                Reply::Says(pieces) => Some(pieces),
                _ => None,
            });
            Reply::Says(std::iter::once(first).chain(rest).collect::<Vec<_>>().join(&"\n===\n".to_owned()))
        }
        other => other,
    };
    write(script, reply, format.as_deref(), protocol)
}

/// The number of variants that one answer shall contain.
fn ordered(body: &Value) -> usize {
    let prompt = body.to_string();
    let count = [" of them in one answer", " w jednej odpowiedzi"].into_iter().find_map(|after| {
        let (before, _) = prompt.split_once(after)?;
        before.rsplit(' ').next()?.parse().ok()
    });
    count.unwrap_or(1)
}

fn write(script: Arc<Script>, reply: Reply, format: Option<&str>, protocol: Protocol) -> Response<Body> {
    let said = |pieces: Vec<String>| said(protocol, pieces);
    let whole = |pieces: Vec<String>| [said(pieces), ending(protocol)].concat();
    match reply {
        Reply::Says(pieces) => events(script, whole(pieces), End::Proper),
        Reply::Holds(pieces) => events(script, said(pieces), End::AtGate(protocol)),
        Reply::Cuts(pieces) => events(script, said(pieces), End::Broken),
        Reply::Ends(pieces) => events(script, said(pieces), End::Proper),
        Reply::Events(events_as_they_are) => events(script, events_as_they_are, End::Proper),
        Reply::Whole(text) => axum::Json(json!({
            "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }]
        }))
        .into_response(),
        Reply::Status(status, headers, body) => {
            let mut response = (StatusCode::from_u16(status).expect("a status"), body).into_response();
            for (name, value) in headers {
                response.headers_mut().insert(name, value.parse().expect("a header"));
            }
            response
        }
        Reply::RefusesFormat(refused, _) if format == Some(refused) => {
            let complaint = format!("response_format {refused} is not supported");
            (StatusCode::BAD_REQUEST, json!({ "error": { "message": complaint } }).to_string()).into_response()
        }
        Reply::RefusesFormat(_, text) => events(script, whole(vec![text]), End::Proper),
    }
}

/// One chunk as providers send it.
pub fn chunk(delta: Value, finish: Option<&str>) -> String {
    let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
    let chunk = json!({ "id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice] });
    format!("data: {chunk}\n\n")
}

/// An event of Anthropic's stream, which repeats its type.
fn anthropic(event: Value) -> String {
    format!("event: {}\ndata: {event}\n\n", event["type"].as_str().expect("a type"))
}

fn gemini(text: &str, finish: Option<&str>) -> String {
    let content = json!({ "parts": [{ "text": text }], "role": "model" });
    let mut candidate = json!({ "content": content, "index": 0 });
    let mut usage = json!({ "promptTokenCount": TOKENS.0, "totalTokenCount": TOKENS.0 });
    if let Some(finish) = finish {
        candidate["finishReason"] = finish.into();
        usage["candidatesTokenCount"] = TOKENS.1.into();
    }
    format!(
        "data: {}\r\n\r\n",
        json!({ "candidates": [candidate], "usageMetadata": usage, "modelVersion": "m" })
    )
}

fn said(protocol: Protocol, pieces: Vec<String>) -> Vec<String> {
    let pieces = pieces.into_iter();
    match protocol {
        Protocol::OpenAi { .. } => pieces.map(|piece| chunk(json!({ "content": piece }), None)).collect(),
        Protocol::Gemini => pieces.map(|piece| gemini(&piece, None)).collect(),
        Protocol::Anthropic => {
            let usage = json!({ "input_tokens": TOKENS.0, "output_tokens": 1 });
            let message = json!({ "id": "m", "type": "message", "role": "assistant", "content": [], "model": "m",
                "stop_reason": null, "stop_sequence": null, "usage": usage });
            let begin = [
                anthropic(json!({ "type": "message_start", "message": message })),
                anthropic(
                    json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
                ),
                anthropic(json!({ "type": "ping" })),
            ];
            let delta = |piece: String| {
                let delta = json!({ "type": "text_delta", "text": piece });
                anthropic(json!({ "type": "content_block_delta", "index": 0, "delta": delta }))
            };
            begin.into_iter().chain(pieces.map(delta)).collect()
        }
    }
}

fn ending(protocol: Protocol) -> Vec<String> {
    match protocol {
        Protocol::OpenAi { with_usage } => {
            let usage = json!({ "prompt_tokens": TOKENS.0, "completion_tokens": TOKENS.1, "total_tokens": TOKENS.0 + TOKENS.1 });
            let last = json!({ "id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [], "usage": usage });
            let mut all = vec![chunk(json!({}), Some("stop"))];
            all.extend(with_usage.then(|| format!("data: {last}\n\n")));
            all.push("data: [DONE]\n\n".to_owned());
            all
        }
        Protocol::Gemini => vec![gemini("", Some("STOP"))],
        Protocol::Anthropic => {
            let stop = json!({ "stop_reason": "end_turn", "stop_sequence": null });
            vec![
                anthropic(json!({ "type": "content_block_stop", "index": 0 })),
                anthropic(
                    json!({ "type": "message_delta", "delta": stop, "usage": { "output_tokens": TOKENS.1 } }),
                ),
                anthropic(json!({ "type": "message_stop" })),
            ]
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Proper,
    AtGate(Protocol),
    Broken,
}

fn events(script: Arc<Script>, events: Vec<String>, end: End) -> Response<Body> {
    let line = Line::open(script);
    let gate = line.script.gate.subscribe();
    let body = stream::iter(events).map(|event| Ok(Bytes::from(event))).chain(last(line, gate, end));
    ([(header::CONTENT_TYPE, "text/event-stream")], Body::from_stream(body)).into_response()
}

/// The end of the stream, which also records how it ended.
fn last(
    line: Line,
    mut gate: watch::Receiver<bool>,
    end: End,
) -> impl Stream<Item = Result<Bytes, std::io::Error>> {
    let closing = async move {
        // Moved as a whole: a stream that is dropped before its end counts as such.
        let mut line = line;
        if matches!(end, End::AtGate(_)) {
            // The sender lives as long as the script.
            let _ = gate.wait_for(|open| *open).await;
        }
        if end == End::Broken {
            // Lets the server send its buffer before the connection breaks.
            tokio::task::yield_now().await;
        }
        line.ended = true;
        match end {
            End::Broken => Some(Err(std::io::Error::other("cut"))),
            End::AtGate(protocol) => Some(Ok(Bytes::from(ending(protocol).concat()))),
            End::Proper => None,
        }
    };
    stream::once(closing).filter_map(std::future::ready)
}

/// Counts an open stream, and how it was closed.
struct Line {
    script: Arc<Script>,
    ended: bool,
}

impl Line {
    fn open(script: Arc<Script>) -> Self {
        script.seen.send_modify(|seen| seen.open += 1);
        Self { script, ended: false }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let dropped = usize::from(!self.ended);
        self.script.seen.send_modify(|seen| {
            seen.open -= 1;
            seen.dropped += dropped;
        });
    }
}
