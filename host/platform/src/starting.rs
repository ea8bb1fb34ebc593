//! Responses of a server that is still starting. The first start compiles every tool, which takes up to a minute: during it
//! the server reports what it does, instead of refusing connections.

use std::convert::Infallible;
use std::sync::atomic::AtomicU64;

use axum::extract::Request;
use axum::http::Method;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::auth;
use crate::config::Config;
use crate::error::Problem;
use crate::http::{self, NO_STORE};
use crate::libraries::*;
use crate::locale::Locale;

const PAGE: &str = include_str!("starting/page.html");
const SCRIPT: &str = include_str!("starting/wait.js");
const SCRIPT_PATH: &str = "/starting.js";

/// A start with compiled tools is faster than this. Its first requests wait and get their usual responses.
const QUICK: Duration = Duration::from_millis(700);
/// How soon a client should ask again.
const RETRY_SECONDS: u64 = 2;
/// The most connections at once; further ones wait.
const MOST: usize = 200;
/// The most time for one request and its response.
const PATIENCE: Duration = Duration::from_secs(10);

/// How far the start is. A copy refers to the same start.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    done: AtomicU64,
    of: AtomicU64,
}

impl Progress {
    /// Begins the preparation of this number of tools.
    pub fn expect(&self, tools: usize) {
        self.0.of.store(tools as u64, Relaxed);
    }

    /// One of them is prepared, or was left out.
    pub fn advance(&self) {
        self.0.done.fetch_add(1, Relaxed);
    }

    /// The key of the current step, and the prepared tools out of all.
    fn now(&self) -> (&'static str, u64, u64) {
        let (done, of) = (self.0.done.load(Relaxed), self.0.of.load(Relaxed));
        let step = match (done, of) {
            (_, 0) => "starting.database",
            (done, of) if done < of => "starting.tools",
            _ => "starting.packages",
        };
        (step, done, of)
    }
}

/// Responds on the port of the server until that is ready.
pub struct Waiting {
    ready: CancellationToken,
    task: JoinHandle<TcpListener>,
}

impl Waiting {
    pub fn start(listener: TcpListener, config: &Config, progress: Progress) -> Self {
        let ready = CancellationToken::new();
        let desk = Desk { config: config.clone(), progress };
        let task = tokio::spawn(attend(listener, Arc::new(desk), ready.clone()));
        Self { ready, task }
    }

    /// Ends the responses and returns the port. Connections that were not yet accepted wait for the server.
    pub async fn end(self) -> anyhow::Result<TcpListener> {
        self.ready.cancel();
        Ok(self.task.await?)
    }
}

async fn attend(listener: TcpListener, desk: Arc<Desk>, ready: CancellationToken) -> TcpListener {
    let room = Arc::new(Semaphore::new(MOST));
    let accept = async {
        tokio::time::sleep(QUICK).await;
        tracing::info!("the server is not ready yet; until then it responds with its progress");
        loop {
            let Ok(place) = room.clone().acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let answer = respond(stream, desk.clone());
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(PATIENCE, answer).await;
                        drop(place);
                    });
                }
                // Without descriptors, or for a client that has already left.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    };
    ready.run_until_cancelled(accept).await;
    listener
}

/// Responds to the one request of a connection: the next one is for the server that has started.
async fn respond(stream: TcpStream, desk: Arc<Desk>) {
    let service = service_fn(|request: hyper::Request<Incoming>| {
        let response = desk.response(&request.map(Body::new));
        async { Ok::<_, Infallible>(response) }
    });
    let served = http1::Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), service);
    if let Err(error) = served.await {
        tracing::trace!(%error, "a connection was aborted");
    }
}

struct Desk {
    config: Config,
    progress: Progress,
}

impl Desk {
    fn response(&self, request: &Request) -> Response {
        let locale = self.locale(request.headers());
        let script = ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT);
        let mut response = match request.uri().path() {
            "/healthz" => "ok\n".into_response(),
            SCRIPT_PATH => script.into_response(),
            _ if is_navigation(request) => self.page(locale).into_response(),
            _ => self.problem(locale).into_response(),
        };
        if response.status() == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_SECONDS.into());
        }
        response.headers_mut().extend(NO_STORE);
        http::protect(&mut response, self.config.is_https());
        response
    }

    /// The problem with the current step and its numbers, which the page shows.
    fn problem(&self, locale: Locale) -> impl IntoResponse + use<> {
        let (step, done, of) = self.progress.now();
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "server.starting")
            .with("step", say(locale, step))
            .with("done", done)
            .with("of", of);
        (problem.status(), axum::Json(problem.retry_after(RETRY_SECONDS).render(locale)))
    }

    fn page(&self, locale: Locale) -> impl IntoResponse + use<> {
        let (step, done, of) = self.progress.now();
        let values = [
            ("language", locale.tag().to_owned()),
            ("title", say(locale, "starting.title")),
            ("text", say(locale, "starting.text")),
            ("wait", say(locale, "starting.wait")),
            ("tools", say(locale, "starting.progress")),
            ("step", say(locale, step)),
            ("done", done.to_string()),
            ("of", of.max(1).to_string()),
            ("hidden", if of == 0 { "hidden" } else { "" }.to_owned()),
        ];
        // The values are the program's own sentences and numbers.
        let html = values
            .iter()
            .fold(PAGE.to_owned(), |html, (name, value)| html.replace(&format!("{{{{{name}}}}}"), value));
        (StatusCode::SERVICE_UNAVAILABLE, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], html)
    }

    /// The language of the site, then of the cookie, then of the browser: users are not known yet.
    fn locale(&self, headers: &HeaderMap) -> Locale {
        let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        text(header::HOST)
            .and_then(|host| self.config.language_of(host))
            .or_else(|| auth::cookie(headers, "locale").and_then(Locale::of_tag))
            .or_else(|| text(header::ACCEPT_LANGUAGE).and_then(Locale::of_accept_language))
            .unwrap_or_default()
    }
}

fn say(locale: Locale, key: &str) -> String {
    locale.say(key, &Map::new())
}

/// Whether a browser opens an address, and no program calls the API.
fn is_navigation(request: &Request) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    request.method() == Method::GET && accept.is_some_and(|accept| accept.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_goes_from_the_database_over_the_tools_to_the_packages() {
        let progress = Progress::default();
        assert_eq!(progress.now(), ("starting.database", 0, 0));
        progress.expect(2);
        assert_eq!(progress.now(), ("starting.tools", 0, 2));
        progress.advance();
        assert_eq!(progress.now(), ("starting.tools", 1, 2));
        progress.advance();
        assert_eq!(progress.now(), ("starting.packages", 2, 2));
    }
}
