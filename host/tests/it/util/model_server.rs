//! A fake OpenAI-compatible provider on a loopback port: each request takes the next reply of its script, and the
//! last reply is repeated.

use std::collections::VecDeque;

use axum::body::Bytes;
use axum::http::{Response, header};
use axum::response::IntoResponse;
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
    seen: watch::Sender<Seen>,
    gate: watch::Sender<bool>,
}

impl ModelServer {
    pub async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let script = Arc::new(Script {
            replies: Mutex::new(replies.into_iter().collect()),
            last: Mutex::default(),
            bodies: Mutex::default(),
            keys: Mutex::default(),
            seen: watch::Sender::new(Seen::default()),
            gate: watch::Sender::new(false),
        });
        let routes = Router::new().route("/v1/chat/completions", post(answer)).with_state(script.clone());
        Self { url: format!("http://{}/v1", super::serve(routes).await), script }
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

    /// The `Authorization` headers of all requests.
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

async fn answer(State(script): State<Arc<Script>>, headers: HeaderMap, body: Bytes) -> Response<Body> {
    let body: Value = serde_json::from_slice(&body).expect("the host sends JSON");
    let key = headers.get(header::AUTHORIZATION).and_then(|key| key.to_str().ok()).map(str::to_owned);
    let format = body["response_format"]["type"].as_str().map(str::to_owned);
    lock(&script.bodies).push(body);
    lock(&script.keys).push(key);
    script.seen.send_modify(|seen| seen.requests += 1);
    let reply = {
        let next = lock(&script.replies).pop_front();
        let mut last = lock(&script.last);
        if next.is_some() {
            last.clone_from(&next);
        }
        last.clone()
    };
    write(script, reply.unwrap_or_else(|| Reply::text("ok")), format.as_deref())
}

fn write(script: Arc<Script>, reply: Reply, format: Option<&str>) -> Response<Body> {
    match reply {
        Reply::Says(pieces) => events(script, said(pieces).chain(ending()).collect(), End::Proper),
        Reply::Holds(pieces) => events(script, said(pieces).collect(), End::AtGate),
        Reply::Cuts(pieces) => events(script, said(pieces).collect(), End::Broken),
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
        Reply::RefusesFormat(_, text) => events(script, said(vec![text]).chain(ending()).collect(), End::Proper),
    }
}

/// One chunk as providers send it.
pub fn chunk(delta: Value, finish: Option<&str>) -> String {
    let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish });
    let chunk = json!({ "id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice] });
    format!("data: {chunk}\n\n")
}

fn said(pieces: Vec<String>) -> impl Iterator<Item = String> {
    pieces.into_iter().map(|piece| chunk(json!({ "content": piece }), None))
}

fn ending() -> impl Iterator<Item = String> {
    [chunk(json!({}), Some("stop")), "data: [DONE]\n\n".to_owned()].into_iter()
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Proper,
    AtGate,
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
        if end == End::AtGate {
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
            End::AtGate => Some(Ok(Bytes::from(ending().collect::<String>()))),
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
