//! A web server on loopback that records its requests and answers as a test wishes.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sitewright_crawler::crawl::{Batch, Crawl, Link, Outcome, Page, Parsed, Settings, Sitemaps, Visit};
use sitewright_crawler::fetch::{self, PublicNetwork};
use sitewright_crawler::frontier::{Address, Found};
use sitewright_crawler::pace;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use url::Url;

/// A recorded request.
#[derive(Debug, Clone)]
pub struct Asked {
    pub method: String,
    pub path: String,
    /// Lines of the headers.
    pub headers: Vec<String>,
    pub at: Instant,
}

impl Asked {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// An answer.
pub enum Answer {
    /// Status, headers and body.
    Whole(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// The same after a time.
    After(Duration, u16, Vec<u8>),
    /// These bytes in place of HTTP; then the connection ends.
    Raw(Vec<u8>),
    /// The head, then a piece again and again with a pause, until the client leaves.
    Endless(String, Vec<u8>, Duration),
    /// Nothing, until the client leaves.
    Silence,
}

pub fn html(body: impl Into<String>) -> Answer {
    let body: String = body.into();
    Answer::Whole(200, vec![("Content-Type", "text/html".to_owned())], body.into_bytes())
}

pub fn text(body: &str) -> Answer {
    Answer::Whole(200, vec![("Content-Type", "text/plain".to_owned())], body.as_bytes().to_vec())
}

pub fn status(status: u16) -> Answer {
    Answer::Whole(status, Vec::new(), Vec::new())
}

pub fn redirect(to: impl Into<String>) -> Answer {
    Answer::Whole(301, vec![("Location", to.into())], Vec::new())
}

/// A page with links.
pub fn links<'a>(targets: impl IntoIterator<Item = &'a str>) -> Answer {
    html(targets.into_iter().map(|target| format!("<a href=\"{target}\">x</a>")).collect::<String>())
}

type Handler = dyn Fn(&Asked) -> Answer + Send + Sync;

struct State {
    handler: Box<Handler>,
    asked: Mutex<Vec<Asked>>,
    open: AtomicUsize,
    most_open: AtomicUsize,
}

/// Ends with the test.
pub struct Server {
    pub port: u16,
    state: Arc<State>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    pub async fn start(handler: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(State {
            handler: Box::new(handler),
            asked: Mutex::default(),
            open: AtomicUsize::new(0),
            most_open: AtomicUsize::new(0),
        });
        let shared = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                let state = shared.clone();
                tokio::spawn(async move { connection(stream, &state).await });
            }
        });
        Self { port, state, task }
    }

    pub fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://127.0.0.1:{}{path}", self.port)).expect("a URL")
    }

    /// The requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.state.asked.lock().expect("no test panics here").clone()
    }

    /// The requested paths so far, without robots.txt.
    pub fn paths(&self) -> Vec<String> {
        let asked = self.asked().into_iter().map(|asked| asked.path);
        asked.filter(|path| path != "/robots.txt").collect()
    }

    /// Most requests that were open at the same time.
    pub fn most_open(&self) -> usize {
        self.state.most_open.load(Ordering::SeqCst)
    }
}

async fn connection(stream: TcpStream, state: &State) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let asked = read(&mut stream).await?;
        let open = state.open.fetch_add(1, Ordering::SeqCst) + 1;
        state.most_open.fetch_max(open, Ordering::SeqCst);
        state.asked.lock().expect("no test panics here").push(asked.clone());
        let answer = (state.handler)(&asked);
        let sent = send(&mut stream, &asked, answer, state).await;
        sent?;
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> Option<Asked> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let line = line.trim_end().to_owned();
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let first = lines.remove(0);
    let mut words = first.split(' ').map(str::to_owned);
    Some(Asked { method: words.next()?, path: words.next()?, headers: lines, at: Instant::now() })
}

/// Sends an answer; `None` if the connection ends. A request counts as open until its last byte is written.
async fn send(stream: &mut BufReader<TcpStream>, asked: &Asked, answer: Answer, state: &State) -> Option<()> {
    let ended = || state.open.fetch_sub(1, Ordering::SeqCst);
    let (status, headers, body) = match answer {
        Answer::Whole(status, headers, body) => (status, headers, body),
        Answer::After(time, status, body) => {
            tokio::time::sleep(time).await;
            (status, vec![("Content-Type", "text/html".to_owned())], body)
        }
        Answer::Raw(bytes) => {
            ended();
            stream.write_all(&bytes).await.ok()?;
            return None;
        }
        Answer::Silence => {
            stream.read_line(&mut String::new()).await.ok()?;
            ended();
            return None;
        }
        Answer::Endless(head, piece, pause) => {
            let mut bytes = head.into_bytes();
            while stream.write_all(&bytes).await.is_ok() {
                bytes.clone_from(&piece);
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
            }
            ended();
            return None;
        }
    };
    let mut bytes = format!("HTTP/1.1 {status} Text\r\nContent-Length: {}\r\n", body.len()).into_bytes();
    for (name, value) in headers {
        bytes.extend(format!("{name}: {value}\r\n").bytes());
    }
    bytes.extend(b"\r\n");
    if asked.method != "HEAD" {
        bytes.extend(body);
    }
    // The client may send its next request as soon as it has the last byte.
    ended();
    stream.write_all(&bytes).await.ok()
}

/// Settings of requests to servers on loopback.
pub fn fetch_settings() -> fetch::Settings {
    fetch::Settings {
        language: Some("pl,en;q=0.5".to_owned()),
        network: Arc::new(PublicNetwork { private_hosts: vec!["127.0.0.1".to_owned()] }),
        ..fetch::Settings::new("Sitewright/0.1 (+https://sitewright.example/crawler)")
    }
}

/// Settings of a crawl of such a server without sitemaps.
pub fn settings() -> Settings {
    Settings {
        pace: pace::Settings { rest: Duration::from_millis(20), ..pace::Settings::default() },
        sitemaps: Sitemaps::None,
        external_delay: Duration::ZERO,
        ..Settings::new(fetch_settings())
    }
}

/// Finds links, images and canonical addresses in the plainest way. The payload is the length of the text.
pub fn parse(page: &Page<'_>) -> Parsed<usize> {
    let body = String::from_utf8_lossy(&page.reply.body);
    let base = body.split_once("<base href=\"").and_then(|(_, rest)| rest.split_once('"'));
    let base = base.map_or(page.url.clone(), |(base, _)| page.url.join(base).expect("a URL"));
    let mut links = Vec::new();
    for (mark, found) in [
        ("<a href=\"", Found::Link),
        ("<a rel=\"nofollow\" href=\"", Found::Link),
        ("<img src=\"", Found::Resource),
        ("<link rel=\"canonical\" href=\"", Found::Canonical),
    ] {
        let targets = body.split(mark).skip(1).filter_map(|rest| rest.split_once('"'));
        let targets = targets.filter_map(|(target, _)| page.normal.joined(&base, target));
        links.extend(targets.map(|url| Link {
            address: url.into(),
            found,
            is_followed: !mark.contains("nofollow"),
        }));
    }
    Parsed { links, payload: body.len() }
}

/// Everything that a crawl has returned.
pub struct Results {
    pub batches: Vec<Batch<usize>>,
}

impl Results {
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        self.batches.iter().flat_map(|batch| &batch.addresses)
    }

    pub fn visits(&self) -> impl Iterator<Item = &Visit<usize>> {
        self.batches.iter().flat_map(|batch| &batch.visits)
    }

    /// The visit of an address, by the end of it.
    pub fn visit(&self, end: &str) -> &Visit<usize> {
        let found = self.visits().find(|visit| visit.url.ends_with(end));
        found.unwrap_or_else(|| panic!("{end} was not visited"))
    }

    pub fn url(&self, number: u32) -> &str {
        let found = self.addresses().find(|address| address.number == number);
        &found.unwrap_or_else(|| panic!("{number} is no address")).url
    }

    pub fn last(&self) -> &Batch<usize> {
        self.batches.last().expect("at least one batch")
    }

    /// The names of the limits that were met, sorted.
    pub fn limits(&self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.last().limits.iter().map(|hit| hit.limit.name()).collect();
        names.sort_unstable();
        names
    }

    /// What a visit found, in one word.
    pub fn outcome(&self, end: &str) -> String {
        match &self.visit(end).outcome {
            Outcome::Page(page) => format!("{} {}", page.reply.status, page.reply.body_end),
            Outcome::Answer(answer) => answer.reply.status.to_string(),
            Outcome::Sitemap(sitemap) => format!("{} sitemap", sitemap.reply.status),
            Outcome::Disallowed(line) => format!("disallowed by {line:?}"),
            Outcome::Failed(failure) => failure.kind.name().to_owned(),
        }
    }
}

/// Takes all batches of a crawl.
pub fn all(mut crawl: Crawl<usize>) -> Pin<Box<dyn Future<Output = Results> + Send>> {
    Box::pin(async move {
        let mut batches = Vec::new();
        while let Some(batch) = crawl.next().await {
            assert!(batch.visits.len() <= Batch::<usize>::MOST);
            batches.push(batch);
        }
        assert!(batches.last().is_some_and(|batch| batch.end.is_some()), "the last batch has the end");
        Results { batches }
    })
}

/// Crawls a server from a path.
pub async fn crawl(settings: Settings, server: &Server, path: &str) -> Results {
    all(Crawl::new(settings, &server.url(path), parse).expect("a crawl")).await
}
