//! Five thousand open pages, and one message to all of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use futures::{StreamExt, stream};
use hmac::{Hmac, KeyInit, Mac};
use hyper::{Method, StatusCode};
use md5::{Digest, Md5};
use serde_json::json;
use sha2::Sha256;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::Client;
use crate::figures::{Bar, Figures, Latencies};
use crate::server::{Server, Setup};

const CONNECTIONS: usize = 5_000;
const MESSAGES: usize = 20;
/// The maximum number of concurrent handshakes.
const OPENING: usize = 64;
const KEY: &str = "bench";
const SECRET: &str = "bench-secret";
const PATIENCE: Duration = Duration::from_secs(30);
/// Ends the data of the message, so that a reader does not have to parse frames.
const MARK: &[u8] = b"#";

/// Arrival times of the messages, relative to the time of sending.
#[derive(Default)]
struct Arrivals {
    sent: Mutex<Option<Instant>>,
    delays: Mutex<Vec<Duration>>,
    count: AtomicUsize,
}

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let server = Setup::new()?
        .set("SITEWRIGHT_REALTIME_KEY", KEY)
        .set("SITEWRIGHT_REALTIME_SECRET", SECRET)
        .set("SITEWRIGHT_REALTIME_PORT", "")
        // All of them come from one address and have no permit.
        .set("SITEWRIGHT_REALTIME_CONNECTIONS", "20000")
        .set("SITEWRIGHT_REALTIME_CONNECTIONS_PER_ADDRESS", "10000")
        .set("SITEWRIGHT_REALTIME_HANDSHAKES_PER_ADDRESS", "100000")
        .start()
        .await?;
    let arrivals = Arc::new(Arrivals::default());
    let opened = open_all(&server, &arrivals).await?;
    let mut client = Client::connect(&server.address, None).await?;
    for number in 1..=MESSAGES {
        *lock(&arrivals.sent) = Some(Instant::now());
        send_to_all(&mut client).await?;
        wait_for(&arrivals, opened * number).await?;
    }
    let delays = Latencies::new(std::mem::take(&mut *lock(&arrivals.delays)));
    figures.add("realtime_connections", opened as f64, Bar::AtLeast(CONNECTIONS as f64));
    figures.add("realtime_broadcast_p99_ms", delays.quantile_ms(0.99), Bar::AtMost(250.0));
    figures.add("realtime_rss_mb", server.resident_mb()?, Bar::None);
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn open_all(server: &Server, arrivals: &Arc<Arrivals>) -> Result<usize> {
    let opening = stream::iter(0..CONNECTIONS).map(|_| open(server.address.clone(), arrivals.clone()));
    let opened: Vec<Result<()>> = opening.buffer_unordered(OPENING).collect().await;
    let failed = opened.iter().find_map(|done| done.as_ref().err());
    if let Some(error) = failed {
        eprintln!("a socket could not be opened: {error:#}");
    }
    Ok(opened.iter().filter(|done| done.is_ok()).count())
}

/// Opens a socket and subscribes to the channel; then records every arrival in the background.
async fn open(address: String, arrivals: Arc<Arrivals>) -> Result<()> {
    let mut socket = TcpStream::connect(&address).await?;
    socket.set_nodelay(true)?;
    let request = format!(
        "GET /app/{KEY}?protocol=7&client=bench&version=1.0 HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    socket.write_all(request.as_bytes()).await?;
    read_until(&mut socket, b"connection_established").await?;
    let wish = json!({ "event": "pusher:subscribe", "data": { "channel": "all" } }).to_string();
    socket.write_all(&masked(wish.as_bytes())).await?;
    read_until(&mut socket, b"subscription_succeeded").await?;
    tokio::spawn(async move {
        let mut buffer = [0; 1024];
        while let Ok(read @ 1..) = socket.read(&mut buffer).await {
            for _ in buffer[..read].iter().filter(|byte| MARK.contains(byte)) {
                arrivals.note();
            }
        }
    });
    Ok(())
}

impl Arrivals {
    fn note(&self) {
        if let Some(sent) = *lock(&self.sent) {
            lock(&self.delays).push(sent.elapsed());
        }
        self.count.fetch_add(1, Ordering::Relaxed);
    }
}

async fn read_until(socket: &mut TcpStream, words: &[u8]) -> Result<()> {
    let mut text = Vec::new();
    let reading = async {
        loop {
            ensure!(socket.read_buf(&mut text).await? > 0, "closed: {}", String::from_utf8_lossy(&text));
            if text.windows(words.len()).any(|window| window == words) {
                return Ok(());
            }
        }
    };
    tokio::time::timeout(PATIENCE, reading).await.context("the server sends nothing")?
}

/// A text frame of a client. Its mask may be all zeros.
fn masked(text: &[u8]) -> Vec<u8> {
    let length = u8::try_from(text.len()).unwrap_or(u8::MAX);
    assert!(length < 126, "the length fits in one byte");
    [&[0x81, 0x80 | length, 0, 0, 0, 0], text].concat()
}

async fn send_to_all(client: &mut Client) -> Result<()> {
    let body = json!({ "name": "bench", "channel": "all", "data": "#" }).to_string();
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let digest = hex::encode(Md5::digest(&body));
    let query = format!("auth_key={KEY}&auth_timestamp={seconds}&auth_version=1.0&body_md5={digest}");
    let path = "/apps/sitewright/events";
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes())?;
    mac.update(format!("POST\n{path}\n{query}").as_bytes());
    let signature = hex::encode(mac.finalize().into_bytes());
    let path = format!("{path}?{query}&auth_signature={signature}");
    let answer = client.send(Method::POST, &path, Bytes::from(body), None).await?;
    ensure!(answer.status == StatusCode::OK, "the event was refused: {}", answer.status);
    Ok(())
}

async fn wait_for(arrivals: &Arrivals, count: usize) -> Result<()> {
    let waiting = async {
        while arrivals.count.load(Ordering::Relaxed) < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.context("not every client received the message")
}
