//! A server on loopback for all hosts of a site, with and without TLS on the same port.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use sitewright_crawler::fetch::Network;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

use crate::certificates;
use crate::file::{Answer, Site, normal};

/// The first byte of a connection with TLS.
const HANDSHAKE: u8 = 0x16;
/// Files that a page "*" does not stand for.
const USUAL_FILES: [&str; 4] = ["/robots.txt", "/sitemap.xml", "/favicon.ico", "/llms.txt"];

/// Ends with the test of the site.
pub struct Server {
    address: SocketAddr,
    state: Arc<State>,
    task: JoinHandle<()>,
}

struct State {
    answers: BTreeMap<String, Answer>,
    /// Scheme and host of all pages.
    origins: BTreeSet<String>,
    acceptor: TlsAcceptor,
    /// By which delays are divided.
    scale: u32,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    pub async fn start(site: &Site, scale: u32) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let origins: BTreeSet<String> = site.pages.iter().map(|page| page.origin()).collect();
        let hosts: BTreeSet<&str> = origins.iter().map(|origin| host(origin)).collect();
        let acceptor = certificates::server(hosts.into_iter().map(str::to_owned).collect()).into();
        let state = Arc::new(State { answers: site.answers(), origins, acceptor, scale });
        let shared = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                tokio::spawn(connection(stream, shared.clone()));
            }
        });
        Self { address, state, task }
    }

    /// The network of the site: nothing but its hosts.
    pub fn network(&self) -> Arc<dyn Network> {
        Arc::new(Loopback { address: self.address, state: self.state.clone() })
    }
}

fn host(origin: &str) -> &str {
    origin.split_once("://").map_or(origin, |(_, host)| host)
}

struct Loopback {
    address: SocketAddr,
    state: Arc<State>,
}

impl Network for Loopback {
    fn allows(&self, host: &str, _: IpAddr) -> bool {
        host.parse::<IpAddr>().is_err()
    }

    fn look_up(&self, name: &str) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> {
        let is_known = self.state.origins.iter().any(|origin| host(origin) == name);
        let found = if is_known { Ok(vec![self.address]) } else { Err(io::Error::other("no such name")) };
        Box::pin(async move { found })
    }
}

async fn connection(stream: TcpStream, state: Arc<State>) -> Option<()> {
    let mut first = [0];
    stream.peek(&mut first).await.ok()?;
    if first[0] == HANDSHAKE {
        let stream = state.acceptor.accept(stream).await.ok()?;
        answer_all(stream, "https", &state).await
    } else {
        answer_all(stream, "http", &state).await
    }
}

async fn answer_all(stream: impl AsyncRead + AsyncWrite + Unpin, scheme: &str, state: &State) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let (method, path, host) = read(&mut stream).await?;
        let origin = format!("{scheme}://{host}");
        if !state.origins.contains(&origin) {
            return None;
        }
        let answer = state.answer(&origin, &path);
        tokio::time::sleep(Duration::from_millis(answer.delay_ms) / state.scale).await;
        if answer.close {
            return None;
        }
        stream.write_all(&written(&answer, method == "HEAD")).await.ok()?;
        stream.flush().await.ok()?;
    }
}

/// Method, path and host of the next request.
async fn read(stream: &mut (impl AsyncBufRead + Unpin)) -> Option<(String, String, String)> {
    let mut line = String::new();
    stream.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
    let mut parts = line.split(' ').map(str::to_owned);
    let (method, path) = (parts.next()?, parts.next()?);
    let mut host = String::new();
    loop {
        let mut header = String::new();
        stream.read_line(&mut header).await.ok().filter(|length| *length > 0)?;
        match header.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("host") => host = value.trim().to_owned(),
            Some(_) => {}
            None => return Some((method, path, host)),
        }
    }
}

impl State {
    fn answer(&self, origin: &str, path: &str) -> Answer {
        let listed = self.answers.get(&normal(&format!("{origin}{path}")));
        let any = || self.answers.get(&format!("{origin}/*")).filter(|_| !USUAL_FILES.contains(&path));
        listed.or_else(any).cloned().unwrap_or_else(|| Answer {
            status: 404,
            headers: vec![("Content-Type".to_owned(), "text/html; charset=utf-8".to_owned())],
            body: b"<!doctype html><html lang=\"en\"><head><title>Not found</title></head><body><h1>Not found</h1></body></html>"
                .to_vec(),
            delay_ms: 0,
            close: false,
        })
    }
}

/// The bytes of an answer.
fn written(answer: &Answer, is_head: bool) -> Vec<u8> {
    let mut out = format!("HTTP/1.1 {} X\r\n", answer.status).into_bytes();
    let mut body = answer.body.clone();
    for (name, value) in &answer.headers {
        if name.eq_ignore_ascii_case("content-encoding") {
            body = encoded(&body, value);
        }
        let _ = write!(out, "{name}: {value}\r\n");
    }
    let _ = write!(out, "Content-Length: {}\r\n\r\n", body.len());
    if !is_head && !matches!(answer.status, 204 | 304) {
        out.extend(body);
    }
    out
}

fn encoded(body: &[u8], encoding: &str) -> Vec<u8> {
    assert_eq!(encoding, "gzip", "the server can encode with gzip only");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(body).and_then(|()| encoder.finish()).expect("memory is enough")
}
