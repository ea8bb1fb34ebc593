//! A fake website: pages by path, and a log of every request.

use std::time::Instant;

use axum::extract::Request;
use axum::http::{Response, header};

use sitewright::platform::config::HostPorts;
use sitewright::platform::fetch::{Names, Networks};

use crate::prelude::*;

/// Settings of a server that may read the sites of tests, and no other address of this machine.
pub fn reads_sites(config: &mut Config) {
    config.fetch_private = Networks::parse("127.0.0.1").expect("a network");
    config.fetch_pause = Duration::from_millis(1);
}

/// The response of a path.
#[derive(Clone)]
pub enum Reply {
    Html(String),
    Text(String),
    /// HTML with an `ETag`, by which the server tells that it has not changed.
    Tagged(String),
    /// Bytes with their content type.
    Bytes(&'static str, Vec<u8>),
    Status(u16),
    Redirect(String),
    /// This many bytes, in chunks and without Content-Length.
    Endless(usize),
    /// No response while the test runs.
    Silence,
}

impl Reply {
    pub fn html(text: &str) -> Self {
        Self::Html(text.to_owned())
    }
}

/// A received request.
#[derive(Debug, Clone)]
pub struct Visited {
    pub path: String,
    pub headers: HeaderMap,
    pub at: Instant,
}

struct Pages {
    replies: Mutex<HashMap<String, Reply>>,
    visited: Mutex<Vec<Visited>>,
}

pub struct Site {
    /// Without a trailing slash.
    pub url: String,
    pages: Arc<Pages>,
}

impl Site {
    /// A site with these pages; everything else is 404.
    pub async fn start<P: Into<String>>(pages: impl IntoIterator<Item = (P, Reply)>) -> Self {
        let replies = pages.into_iter().map(|(path, reply)| (path.into(), reply)).collect();
        let pages = Arc::new(Pages { replies: Mutex::new(replies), visited: Mutex::default() });
        let routes = Router::new().fallback(answer).with_state(pages.clone());
        Self { url: format!("http://{}", super::serve(routes).await), pages }
    }

    /// Settings of a server that reads this site under a domain; `names` are further ones, as in the settings.
    pub fn read_as(&self, config: &mut Config, domain: &str, names: &str) {
        reads_sites(config);
        let port = self.url.rsplit_once(':').expect("a port").1;
        config.fetch_names = Names::parse(&format!("{domain}=127.0.0.1{names}")).expect("names");
        config.plugin_http_plain = HostPorts::parse(&format!("{domain}:{port}")).expect("a port");
    }

    /// Changes the response of a path.
    pub fn put(&self, path: &str, reply: Reply) {
        self.pages.replies.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), reply);
    }

    pub fn visited(&self) -> Vec<Visited> {
        self.pages.visited.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The requested paths, in order.
    pub fn paths(&self) -> Vec<String> {
        self.visited().into_iter().map(|visited| visited.path).collect()
    }
}

async fn answer(State(pages): State<Arc<Pages>>, request: Request) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let visited = Visited { path: path.clone(), headers: request.headers().clone(), at: Instant::now() };
    pages.visited.lock().unwrap_or_else(PoisonError::into_inner).push(visited);
    let page = |kind: &str, body: Body| {
        Response::builder().header(header::CONTENT_TYPE, kind).body(body).expect("an answer")
    };
    let empty = |status: StatusCode, there: &str| {
        let answer = Response::builder().status(status).header(header::LOCATION, there);
        answer.body(Body::from("nothing")).expect("an answer")
    };
    let reply = pages.replies.lock().unwrap_or_else(PoisonError::into_inner).get(&path).cloned();
    match reply {
        Some(Reply::Html(text)) => page("text/html; charset=utf-8", Body::from(text)),
        Some(Reply::Tagged(text)) => {
            let tag = format!("\"{}\"", &sitewright::platform::auth::hash_of(&text)[..16]);
            let is_known = known.is_some_and(|known| known.as_bytes() == tag.as_bytes());
            let mut answer =
                page("text/html; charset=utf-8", if is_known { Body::empty() } else { text.into() });
            answer.headers_mut().insert(header::ETAG, tag.parse().expect("a header"));
            *answer.status_mut() = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
            answer
        }
        Some(Reply::Text(text)) => page("text/plain", Body::from(text)),
        Some(Reply::Bytes(kind, bytes)) => page(kind, Body::from(bytes)),
        Some(Reply::Status(status)) => empty(StatusCode::from_u16(status).expect("a status"), "/elsewhere"),
        Some(Reply::Redirect(there)) => empty(StatusCode::FOUND, &there),
        Some(Reply::Endless(bytes)) => {
            let pieces = bytes.div_ceil(16 * 1024);
            let pieces = (0..pieces).map(|_| Ok::<_, std::io::Error>(vec![b' '; 16 * 1024]));
            page("text/html", Body::from_stream(futures::stream::iter(pieces.collect::<Vec<_>>())))
        }
        Some(Reply::Silence) => {
            tokio::time::sleep(Duration::from_secs(3600)).await;
            empty(StatusCode::NO_CONTENT, "/")
        }
        None => empty(StatusCode::NOT_FOUND, "/"),
    }
}
