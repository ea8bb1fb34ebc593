//! Messages between the processes of one server. Each slice that needs it has its own topic with its own message
//! type.
//!
//! Delivery is best effort: publishing does not wait, and a message that the bus cannot carry is lost and logged. A
//! slice that needs every message numbers them and requests the missing ones.

mod redis;

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Messages that are buffered for a slice.
const UNHEARD: usize = 1024;

/// The connection to the other processes. Cheap to clone.
#[derive(Clone)]
pub struct Bus(Arc<Inner>);

struct Inner {
    /// The name of this process.
    process: String,
    /// The outgoing queue; `None` if one process is the whole server.
    line: Option<mpsc::Sender<Outgoing>>,
    ears: Mutex<Listening>,
}

#[derive(Default)]
struct Listening {
    connected: bool,
    topics: HashMap<&'static str, mpsc::Sender<Heard<Box<RawValue>>>>,
}

/// A message to be sent.
struct Outgoing {
    /// The receiving process; `None` for all others.
    to: Option<String>,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct Envelope<T, W> {
    from: String,
    topic: T,
    word: W,
}

/// A received item.
#[derive(Debug)]
pub enum Heard<W> {
    /// The bus is connected (again). Messages sent in the meantime were missed.
    Connected,
    Word {
        from: String,
        word: W,
    },
}

impl Bus {
    /// Opens the bus that the settings name. It connects in the background: without Redis the server works, but its
    /// processes receive no messages from each other.
    pub fn open(
        redis_url: Option<&str>,
        process: &str,
        stop: &CancellationToken,
        tasks: &TaskTracker,
    ) -> anyhow::Result<Self> {
        let (line, waiting) = redis_url.map(|_| mpsc::channel(redis::WAITING)).unzip();
        let inner = Inner { process: process.to_owned(), line, ears: Mutex::default() };
        let bus = Self(Arc::new(inner));
        if let (Some(url), Some(waiting)) = (redis_url, waiting) {
            redis::connect(url, &bus, waiting, stop, tasks)?;
        }
        Ok(bus)
    }

    /// Whether there may be other processes.
    pub fn has_others(&self) -> bool {
        self.0.line.is_some()
    }

    /// Returns both ends of a topic; each topic has one receiver.
    pub fn topic<W>(&self, name: &'static str) -> (Topic<W>, Subscriber<W>) {
        let (heard, ears) = mpsc::channel(UNHEARD);
        let mut listening = self.listening();
        if listening.connected {
            // The channel is new, so there is room.
            let _ = heard.try_send(Heard::Connected);
        }
        listening.topics.insert(name, heard);
        (
            Topic { bus: self.clone(), name, words: PhantomData },
            Subscriber { heard: ears, words: PhantomData },
        )
    }

    fn listening(&self) -> MutexGuard<'_, Listening> {
        self.0.ears.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the connection to every topic.
    async fn connected(&self) {
        let topics: Vec<_> = {
            let mut listening = self.listening();
            listening.connected = true;
            listening.topics.values().cloned().collect()
        };
        for topic in topics {
            // The receiver is gone: the server stops.
            let _ = topic.send(Heard::Connected).await;
        }
    }

    /// Passes a message to the slice that owns its topic. Messages of this process are skipped: it has handled them
    /// already.
    async fn hear(&self, text: &str) {
        match serde_json::from_str::<Envelope<String, Box<RawValue>>>(text) {
            Ok(Envelope { from, topic, word }) if from != self.0.process => {
                let ears = self.listening().topics.get(topic.as_str()).cloned();
                if let Some(ears) = ears {
                    let _ = ears.send(Heard::Word { from, word }).await;
                }
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "a message from the bus could not be parsed"),
        }
    }
}

/// The sending end of a topic.
pub struct Topic<W> {
    bus: Bus,
    name: &'static str,
    words: PhantomData<fn(W)>,
}

impl<W: Serialize> Topic<W> {
    pub fn has_others(&self) -> bool {
        self.bus.has_others()
    }

    /// Sends to all other processes.
    pub fn tell(&self, word: &W) {
        self.send(None, word);
    }

    /// Sends to one process.
    pub fn tell_process(&self, process: &str, word: &W) {
        self.send(Some(process.to_owned()), word);
    }

    fn send(&self, to: Option<String>, word: &W) {
        let Some(line) = &self.bus.0.line else { return };
        let envelope = Envelope { from: self.bus.0.process.clone(), topic: self.name, word };
        let sent =
            serde_json::to_string(&envelope).ok().map(|text| line.try_send(Outgoing { to, text }).is_ok());
        if sent != Some(true) {
            tracing::warn!(topic = self.name, "the queue for Redis is full; a message is lost");
        }
    }
}

/// The receiving end of a topic.
pub struct Subscriber<W> {
    heard: mpsc::Receiver<Heard<Box<RawValue>>>,
    words: PhantomData<fn() -> W>,
}

impl<W: DeserializeOwned> Subscriber<W> {
    /// Waits for the next item; waits for ever if there are no other processes.
    pub async fn next(&mut self) -> Option<Heard<W>> {
        loop {
            match self.heard.recv().await? {
                Heard::Connected => return Some(Heard::Connected),
                Heard::Word { from, word } => match serde_json::from_str(word.get()) {
                    Ok(word) => return Some(Heard::Word { from, word }),
                    // A process of another version may send unknown messages.
                    Err(error) => tracing::debug!(%error, "a message from the bus is unknown"),
                },
            }
        }
    }
}
