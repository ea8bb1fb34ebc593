//! A site of this process, whose pages are generated while they are served. It notes what is requested.

use std::io;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::pages::Pages;
use crate::prelude::*;

/// The path of the first page.
pub const START: &str = "/page/0";

pub struct Site {
    pub port: u16,
    state: Arc<State>,
}

struct State {
    pages: Pages,
    robots: Option<String>,
    /// How often each page was requested.
    requested: Vec<AtomicU8>,
    requests: AtomicUsize,
    /// When pages were requested, if there are rules for it.
    times: Mutex<Vec<Instant>>,
}

impl Site {
    /// It has a thread of its own until the benchmark ends.
    pub fn start(count: usize, robots: Option<String>) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(State {
            pages: Pages::new(count),
            robots,
            requested: (0..count).map(|_| AtomicU8::new(0)).collect(),
            requests: AtomicUsize::new(0),
            times: Mutex::default(),
        });
        let shared = state.clone();
        std::thread::spawn(move || runtime.block_on(serve(listener, shared)));
        Ok(Self { port, state })
    }

    /// Requests of pages so far.
    pub fn requests(&self) -> usize {
        self.state.requests.load(Ordering::Relaxed)
    }

    /// Pages that were requested more than once.
    pub fn requested_again(&self) -> usize {
        self.state.requested.iter().filter(|times| times.load(Ordering::Relaxed) > 1).count()
    }

    /// The pauses between the starts of requests of pages.
    pub fn pauses(&self) -> Vec<Duration> {
        let times = self.state.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }
}

async fn serve(listener: std::net::TcpListener, state: Arc<State>) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let state = state.clone();
        tokio::spawn(async move { answer(stream, &state).await });
    }
}

async fn answer(stream: TcpStream, state: &State) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut first, mut line) = (String::new(), String::new());
    loop {
        first.clear();
        if stream.read_line(&mut first).await? == 0 {
            return Ok(());
        }
        loop {
            line.clear();
            if stream.read_line(&mut line).await? <= 2 {
                break;
            }
        }
        let (kind, body) = state.body(first.split(' ').nth(1).unwrap_or_default());
        let status = if body.is_some() { "200 OK" } else { "404 Not Found" };
        let mut body = body.unwrap_or_default();
        let head =
            format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n", body.len());
        if first.starts_with("HEAD") {
            body.clear();
        }
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await?;
    }
}

impl State {
    fn body(&self, path: &str) -> (&'static str, Option<String>) {
        if path == "/robots.txt" {
            return ("text/plain", self.robots.clone());
        }
        let number = path.strip_prefix("/page/").and_then(|number| number.parse::<usize>().ok());
        let Some(number) = number.filter(|number| *number < self.pages.count) else {
            return ("text/html", None);
        };
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.requested[number].fetch_add(1, Ordering::Relaxed);
        if self.robots.is_some() {
            self.times.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
        }
        ("text/html; charset=utf-8", Some(self.pages.page(number)))
    }
}
