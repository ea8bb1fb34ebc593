//! A server on loopback that stands in for the shop: it plays a conversation, or makes trouble.

use axum::extract::{Request, State};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::stream;

use super::conversation::{Conversation, Exchange, LOGIN};
use crate::cli::prelude::*;

/// The most bytes of a received body.
const BODY_BYTES: usize = 32 << 20;

/// What the server answers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Play {
    /// The answers of the reading.
    Reading,
    /// The answers of this call of `write`, then those of the reading.
    Writing(usize),
    /// Any recorded answer.
    Anything,
    /// Trouble with every request.
    Trouble(Trouble),
}

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Trouble {
    /// This status, with an error of an API.
    Status(u16),
    /// The status 429 once, and then the recorded answer.
    TooMany,
    /// The connection is closed before there is an answer.
    Cut,
    /// 200 with a text that is neither JSON nor XML.
    Unreadable,
    /// 200 without a body.
    Empty,
    /// 200 with a web page.
    Page,
    /// 200 with a body without an end.
    Endless,
    /// A redirect to an address in a private network.
    Private,
}

/// A received request.
#[derive(Clone, Debug)]
pub(super) struct Received {
    method: String,
    host: String,
    /// The path with the query.
    target: String,
    body: Vec<u8>,
}

impl Received {
    /// Method and address, for a message.
    pub fn line(&self) -> String {
        format!("{} https://{}{}", self.method, self.host, self.target)
    }

    /// Whether its address or its body contains these bytes.
    pub fn has(&self, part: &str) -> bool {
        let is_in = |text: &[u8]| text.windows(part.len()).any(|window| window == part.as_bytes());
        is_in(self.target.as_bytes()) || is_in(&self.body)
    }
}

/// The running server.
pub(super) struct Server {
    pub port: u16,
    stop: CancellationToken,
    stand: Arc<Stand>,
}

struct Stand {
    conversation: Conversation,
    secrets: BTreeMap<String, String>,
    state: Mutex<Current>,
}

struct Current {
    play: Play,
    /// The recorded exchanges of a call of `write` that were used.
    used: HashSet<usize>,
    requests: Vec<Received>,
    /// Requests without a recorded answer.
    lacking: Vec<Received>,
}

/// The secret that stands in for the recorded one of this name.
pub(super) fn secret(name: &str) -> String {
    format!("stand-in-of-{name}-7f3c9a51")
}

/// The credentials of HTTP Basic with that secret.
pub(super) fn basic(secret: &str) -> String {
    STANDARD.encode(format!("{LOGIN}:{secret}"))
}

impl Server {
    pub async fn start(conversation: Conversation) -> anyhow::Result<Self> {
        let secrets = conversation.secrets.iter().map(|name| (name.clone(), secret(name))).collect();
        let state =
            Current { play: Play::Reading, used: HashSet::new(), requests: Vec::new(), lacking: Vec::new() };
        let stand = Arc::new(Stand { conversation, secrets, state: Mutex::new(state) });
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let (port, stop) = (listener.local_addr()?.port(), CancellationToken::new());
        let routes = Router::new().fallback(receive).with_state(stand.clone());
        let server = axum::serve(listener, routes).with_graceful_shutdown(stop.clone().cancelled_owned());
        tokio::spawn(server.into_future());
        Ok(Self { port, stop, stand })
    }

    pub fn conversation(&self) -> &Conversation {
        &self.stand.conversation
    }

    pub fn play(&self, play: Play) {
        let mut state = self.stand.state();
        (state.play, state.used) = (play, HashSet::new());
        state.requests.clear();
        state.lacking.clear();
    }

    /// The requests since the play began, or since the last call of this function.
    pub fn requests(&self) -> Vec<Received> {
        std::mem::take(&mut self.stand.state().requests)
    }

    /// The requests without a recorded answer since then.
    pub fn lacking(&self) -> Vec<Received> {
        std::mem::take(&mut self.stand.state().lacking)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn receive(State(stand): State<Arc<Stand>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, BODY_BYTES).await.unwrap_or_default();
    let host = head.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let received = Received {
        method: head.method.to_string(),
        host: host.rsplit_once(':').map_or(host, |(host, _)| host).to_owned(),
        target: head.uri.path_and_query().map(ToString::to_string).unwrap_or_default(),
        body: body.to_vec(),
    };
    stand.answer(received)
}

impl Stand {
    fn state(&self) -> MutexGuard<'_, Current> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, received: Received) -> Response {
        let mut state = self.state();
        state.requests.push(received.clone());
        if let Play::Trouble(trouble) = state.play
            && (trouble != Trouble::TooMany || state.requests.len() == 1)
        {
            return trouble.answer();
        }
        let found = self.find(&mut state, &self.veiled(&received));
        let Some(exchange) = found else {
            state.lacking.push(received);
            return whole(501, &[], "There is no recorded answer.");
        };
        let headers: Vec<(&str, &str)> =
            exchange.answer.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        whole(exchange.answer.status, &headers, exchange.answer.body.clone())
    }

    /// The request with `{secret:NAME}` in place of the secrets, as it is recorded.
    fn veiled(&self, received: &Received) -> Received {
        let mut veiled = received.clone();
        if let Ok(text) = std::str::from_utf8(&received.body) {
            let fill = |text: String, (name, secret): (&String, &String)| {
                let basic = text.replace(&basic(secret), &format!("{{basic:{name}}}"));
                basic.replace(secret.as_str(), &format!("{{secret:{name}}}"))
            };
            veiled.body = self.secrets.iter().fold(text.to_owned(), fill).into_bytes();
        }
        veiled
    }

    fn find(&self, state: &mut Current, received: &Received) -> Option<&Exchange> {
        let Conversation { reading, writing, .. } = &self.conversation;
        let own = match state.play {
            Play::Writing(place) => writing.get(place).map_or(&[][..], |writing| &writing.exchanges),
            _ => &[],
        };
        if let Some(exchange) = in_turn(own, received, &mut state.used) {
            return Some(exchange);
        }
        let written = writing.iter().flat_map(|writing| &writing.exchanges);
        let more = written.filter(|_| state.play == Play::Anything);
        let all: Vec<&Exchange> = reading.iter().chain(more).collect();
        let by = |is: fn(&Exchange, &Received) -> bool| all.iter().find(|it| is(it, received)).copied();
        by(is_same).or_else(|| by(is_alike))
    }
}

/// The next answer to this request; the last one stays.
fn in_turn<'e>(
    exchanges: &'e [Exchange],
    received: &Received,
    used: &mut HashSet<usize>,
) -> Option<&'e Exchange> {
    let places = |is: fn(&Exchange, &Received) -> bool| -> Vec<usize> {
        let found = exchanges.iter().enumerate().filter(|(_, exchange)| is(exchange, received));
        found.map(|(place, _)| place).collect()
    };
    let mut same = places(is_same);
    if same.is_empty() {
        same = places(is_alike);
    }
    let unused = same.iter().find(|place| !used.contains(place));
    let place = *unused.or(same.last())?;
    used.insert(place);
    exchanges.get(place)
}

fn is_same(exchange: &Exchange, received: &Received) -> bool {
    let request = &exchange.request;
    is_there(exchange, received, |url| {
        url[url::Position::BeforePath..url::Position::AfterQuery] == received.target
    }) && request.body == received.body
}

/// The same parameters in any order, and equal JSON.
fn is_alike(exchange: &Exchange, received: &Received) -> bool {
    let other = Url::parse(&format!("https://{}{}", received.host, received.target)).ok();
    let sorted = |url: &Url| {
        let mut pairs: Vec<_> = url.query_pairs().into_owned().collect();
        pairs.sort();
        pairs
    };
    let is_alike = |url: &Url| {
        other.as_ref().is_some_and(|other| url.path() == other.path() && sorted(url) == sorted(other))
    };
    let json = |body: &[u8]| serde_json::from_slice::<Value>(body).ok();
    let (body, came) = (&exchange.request.body, &received.body);
    is_there(exchange, received, is_alike)
        && (body == came || json(body).is_some_and(|body| Some(body) == json(came)))
}

fn is_there(exchange: &Exchange, received: &Received, is: impl Fn(&Url) -> bool) -> bool {
    let request = &exchange.request;
    request.method == received.method
        && Url::parse(&request.url).is_ok_and(|url| url.host_str() == Some(&received.host) && is(&url))
}

impl Trouble {
    fn answer(self) -> Response {
        const JSON: &[(&str, &str)] = &[("content-type", "application/json")];
        const HTML: &[(&str, &str)] = &[("content-type", "text/html; charset=utf-8")];
        match self {
            Self::Status(status) => whole(status, JSON, "{}"),
            Self::TooMany => whole(429, &[("retry-after", "0")], ""),
            Self::Cut => {
                let end = stream::iter([Err::<Bytes, _>(std::io::Error::other("cut"))]);
                built(200, &[("content-length", "100")], Body::from_stream(end))
            }
            Self::Unreadable => whole(200, JSON, "This is no data."),
            Self::Empty => whole(200, JSON, ""),
            Self::Page => whole(200, HTML, "<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>"),
            Self::Endless => {
                let piece = Bytes::from_static(&[b' '; 16 * 1024]);
                let pieces = stream::repeat_with(move || Ok::<_, std::io::Error>(piece.clone()));
                built(200, JSON, Body::from_stream(pieces))
            }
            Self::Private => whole(302, &[("location", "https://10.0.0.1/")], ""),
        }
    }
}

fn whole(status: u16, headers: &[(&str, &str)], body: impl Into<Body>) -> Response {
    built(status, headers, body.into())
}

fn built(status: u16, headers: &[(&str, &str)], body: Body) -> Response {
    let mut response = Response::builder().status(status);
    for (name, value) in headers {
        response = response.header(*name, *value);
    }
    response.body(body).unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}
