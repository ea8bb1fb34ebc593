//! A fake external system for plugins: it echoes requests, redirects, and misbehaves.

use std::io::Write as _;

use axum::body::Bytes;
use axum::extract::Query;
use axum::http::{Method, Response, Uri};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::AsyncReadExt as _;

use crate::prelude::*;

/// A received request.
#[derive(Debug, Clone)]
pub struct Came {
    pub method: Method,
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

pub struct Peer {
    pub port: u16,
    came: Arc<Mutex<Vec<Came>>>,
}

impl Peer {
    pub async fn start() -> Self {
        let came = Arc::<Mutex<Vec<Came>>>::default();
        let routes = Router::new().fallback(answer).with_state(came.clone());
        Self { port: super::serve(routes).await.port(), came }
    }

    /// The requests so far.
    pub fn came(&self) -> Vec<Came> {
        self.came.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A server that sends a header value byte by byte, without end; returns its port.
pub async fn dribbling() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let _ = stream.read(&mut [0; 1024]).await;
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nX-Slow: ").await;
                while stream.write_all(b"a").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            });
        }
    });
    port
}

/// The request, encoded as a server would to leak it.
fn written(how: &str, body: &[u8]) -> String {
    match how {
        "base64" => STANDARD.encode(body),
        "hex" => hex::encode_upper(body),
        "url" => body.iter().map(|byte| format!("%{byte:02X}")).collect(),
        "html" => body.iter().map(|byte| format!("&#{byte};")).collect(),
        _ => body.iter().map(|byte| format!("\\u00{byte:02x}")).collect(),
    }
}

async fn answer(
    State(came): State<Arc<Mutex<Vec<Came>>>>,
    method: Method,
    uri: Uri,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let path = uri.path().to_owned();
    let one =
        Came { method: method.clone(), path: path.clone(), headers: headers.clone(), body: body.clone() };
    came.lock().unwrap_or_else(PoisonError::into_inner).push(one);
    let built = Response::builder();
    let text = |name: &str| query.get(name).cloned().unwrap_or_default();
    match path.as_str() {
        "/echo" => {
            let said: String = headers
                .iter()
                .map(|(name, value)| format!("{name}={}\n", String::from_utf8_lossy(value.as_bytes())))
                .collect();
            let token = headers.get("x-token").cloned();
            let built = token.into_iter().fold(built, |built, token| built.header("x-echo", token));
            let body = [format!("{method} {uri}\n{said}\n").into_bytes(), body.to_vec()].concat();
            built.body(Body::from(body))
        }
        "/echo-written" => built.body(Body::from(written(&text("as"), &body))),
        "/redirect" => built
            .status(text("status").parse::<u16>().unwrap_or(302))
            .header("location", text("to"))
            .body(Body::empty()),
        "/loop" => built.status(302).header("location", "/loop").body(Body::empty()),
        "/bomb" => {
            let mut packed = GzEncoder::new(Vec::new(), Compression::best());
            packed.write_all(&vec![0; 50_000_000]).expect("packed");
            built.header("content-encoding", "gzip").body(Body::from(packed.finish().expect("packed")))
        }
        "/endless" => {
            let pieces = futures::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 64 * 1024]));
            built.body(Body::from_stream(pieces))
        }
        "/large" => built.body(Body::from(vec![b'x'; text("bytes").parse().unwrap_or(0)])),
        "/silence" => {
            tokio::time::sleep(Duration::from_secs(3600)).await;
            built.body(Body::empty())
        }
        "/status" => built.status(text("status").parse::<u16>().unwrap_or(200)).body(Body::from("as asked")),
        _ => built.status(404).body(Body::from("nothing here")),
    }
    .expect("an answer")
}
