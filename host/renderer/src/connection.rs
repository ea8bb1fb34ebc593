//! A connection to the browser: commands with their answers, and events.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::stream::{SplitSink, SplitStream};
use futures::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use sitewright_crawler::render::Unrendered;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::endpoint::Endpoint;

/// Bytes of one message of the browser: a document that was read, or an event.
const MESSAGE: usize = 32 * 1024 * 1024;
/// Events that wait to be handled. With more the connection is lost.
const EVENTS: usize = 10_000;
/// Messages that wait to be sent.
const COMMANDS: usize = 100;

type Socket = WebSocketStream<TcpStream>;
type Waiting = Arc<Mutex<HashMap<u64, oneshot::Sender<Result<Value, String>>>>>;

/// Something that happened in the browser.
#[derive(Debug, Deserialize)]
pub struct Event {
    pub method: String,
    #[serde(default)]
    pub params: Value,
    #[serde(default, rename = "sessionId")]
    pub session: Option<String>,
}

/// What the browser sends.
#[derive(Deserialize)]
#[serde(untagged)]
enum Incoming {
    Answer {
        id: u64,
        #[serde(default)]
        result: Value,
        #[serde(default)]
        error: Option<Refusal>,
    },
    Event(Event),
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

/// Why a command has no result.
#[derive(Debug)]
pub enum Fault {
    /// The connection is gone.
    Lost,
    /// The browser refused it.
    Refused(String),
}

impl From<Fault> for Unrendered {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Lost => Self::Lost,
            Fault::Refused(reason) => Self::Refused(reason),
        }
    }
}

/// Sends commands: cheap to clone.
#[derive(Clone)]
pub struct Commands {
    out: mpsc::Sender<Message>,
    waiting: Waiting,
    last: Arc<AtomicU64>,
}

impl Commands {
    /// Sends a command to the browser, or to one of its sessions, and waits for the result.
    pub async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, Fault> {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = session.into();
        }
        let (sender, answer) = oneshot::channel();
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(id, sender);
        let sent = self.out.send(Message::text(command.to_string())).await;
        sent.map_err(|_| Fault::Lost)?;
        answer.await.map_err(|_| Fault::Lost)?.map_err(Fault::Refused)
    }
}

pub struct Connection {
    pub commands: Commands,
    events: Option<mpsc::Receiver<Event>>,
    tasks: [JoinHandle<()>; 2],
}

impl Connection {
    pub async fn open(endpoint: &Endpoint) -> Result<Self, Unrendered> {
        let socket = endpoint.socket().await?;
        let stream = TcpStream::connect(endpoint.server()).await.map_err(|_| Unrendered::Unconnected)?;
        let sizes = WebSocketConfig::default().max_message_size(Some(MESSAGE)).max_frame_size(Some(MESSAGE));
        let shaken = client_async_with_config(socket.as_str(), stream, Some(sizes)).await;
        let (socket, _) = shaken.map_err(|_| Unrendered::Unconnected)?;
        let (sink, stream) = socket.split();
        let (out, commands) = mpsc::channel(COMMANDS);
        let (sender, events) = mpsc::channel(EVENTS);
        let waiting = Waiting::default();
        let tasks =
            [tokio::spawn(send(sink, commands)), tokio::spawn(receive(stream, waiting.clone(), sender))];
        let commands = Commands { out, waiting, last: Arc::default() };
        Ok(Self { commands, events: Some(events), tasks })
    }

    /// The events, once.
    pub fn events(&mut self) -> mpsc::Receiver<Event> {
        self.events.take().unwrap_or_else(|| mpsc::channel(1).1)
    }

    /// Ends the connection: the browser then drops its contexts, with pages that do not answer any more.
    pub async fn close(self, patience: Duration) {
        let closing = self.commands.out.send(Message::Close(None));
        // A browser that is gone does not take it.
        let _ = timeout(patience, closing).await;
        let [sending, _] = &self.tasks;
        let mut waited = Duration::ZERO;
        let step = Duration::from_millis(10);
        while !sending.is_finished() && waited < patience {
            tokio::time::sleep(step).await;
            waited += step;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

async fn send(mut sink: SplitSink<Socket, Message>, mut commands: mpsc::Receiver<Message>) {
    while let Some(message) = commands.recv().await {
        let is_last = message.is_close();
        if sink.send(message).await.is_err() || is_last {
            return;
        }
    }
}

/// Passes on what the browser sends. When the connection ends, every waiting call fails.
async fn receive(mut stream: SplitStream<Socket>, waiting: Waiting, events: mpsc::Sender<Event>) {
    while let Some(Ok(message)) = stream.next().await {
        let Ok(text) = message.to_text() else { continue };
        match serde_json::from_str(text) {
            Ok(Incoming::Answer { id, result, error }) => {
                let sender = waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
                let answer = error.map_or(Ok(result), |error| Err(error.message));
                // The caller may have given up.
                sender.map(|sender| sender.send(answer));
            }
            Ok(Incoming::Event(event)) => {
                // With too many events the page is lost rather than the memory of this server.
                if events.try_send(event).is_err() {
                    break;
                }
            }
            Err(_) => {}
        }
    }
    waiting.lock().unwrap_or_else(PoisonError::into_inner).clear();
}
