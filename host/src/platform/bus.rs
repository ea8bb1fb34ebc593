//! What the processes of one server tell one another, by topics: each slice that has something to say has its own, with
//! words of its own type.
//!
//! Nobody is waited for, and nothing is kept: a word that the bus cannot carry is lost, and said so in the log. Who needs
//! every word numbers them and asks again.

mod redis;

use std::{
    collections::HashMap,
    marker::PhantomData,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Words that wait for the slice that they are for.
const UNHEARD: usize = 1024;

/// The line to the other processes. Cheap to clone.
#[derive(Clone)]
pub struct Bus(Arc<Inner>);

struct Inner {
    /// The name of this process among others.
    process: String,
    /// What is to be carried; none where one process is the whole server.
    line: Option<mpsc::Sender<Parcel>>,
    ears: Mutex<Listening>,
}

#[derive(Default)]
struct Listening {
    connected: bool,
    topics: HashMap<&'static str, mpsc::Sender<Heard<Box<RawValue>>>>,
}

/// A word on its way.
struct Parcel {
    /// The process that it is for; all others where there is none.
    to: Option<String>,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct Envelope<T, W> {
    from: String,
    topic: T,
    word: W,
}

/// What is heard from the bus.
#[derive(Debug)]
pub enum Heard<W> {
    /// The line is there (again): what was said meanwhile was missed.
    Connected,
    Word {
        from: String,
        word: W,
    },
}

impl Bus {
    /// The bus that the settings name. It connects in the background: without Redis the server works, and its processes
    /// hear nothing of one another.
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

    /// Whether there may be anybody to tell.
    pub fn has_others(&self) -> bool {
        self.0.line.is_some()
    }

    /// A topic, to speak and to hear about it; each has one listener.
    pub fn topic<W>(&self, name: &'static str) -> (Topic<W>, Ears<W>) {
        let (heard, ears) = mpsc::channel(UNHEARD);
        let mut listening = self.listening();
        if listening.connected {
            // The channel is new, so there is room.
            let _ = heard.try_send(Heard::Connected);
        }
        listening.topics.insert(name, heard);
        (Topic { bus: self.clone(), name, words: PhantomData }, Ears { heard: ears, words: PhantomData })
    }

    fn listening(&self) -> MutexGuard<'_, Listening> {
        self.0.ears.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands on that the line is there.
    async fn connected(&self) {
        let topics: Vec<_> = {
            let mut listening = self.listening();
            listening.connected = true;
            listening.topics.values().cloned().collect()
        };
        for topic in topics {
            // Whoever listened has stopped: the server stops.
            let _ = topic.send(Heard::Connected).await;
        }
    }

    /// Hands a word on to the slice whose topic it is about. The process itself has heard its own before.
    async fn hear(&self, text: &str) {
        match serde_json::from_str::<Envelope<String, Box<RawValue>>>(text) {
            Ok(Envelope { from, topic, word }) if from != self.0.process => {
                let ears = self.listening().topics.get(topic.as_str()).cloned();
                if let Some(ears) = ears {
                    let _ = ears.send(Heard::Word { from, word }).await;
                }
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "what came over the bus was not understood"),
        }
    }
}

/// The speaker's side of a topic.
pub struct Topic<W> {
    bus: Bus,
    name: &'static str,
    words: PhantomData<fn(W)>,
}

impl<W: Serialize> Topic<W> {
    pub fn has_others(&self) -> bool {
        self.bus.has_others()
    }

    /// Tells all other processes.
    pub fn tell(&self, word: &W) {
        self.send(None, word);
    }

    /// Tells one process alone.
    pub fn tell_process(&self, process: &str, word: &W) {
        self.send(Some(process.to_owned()), word);
    }

    fn send(&self, to: Option<String>, word: &W) {
        let Some(line) = &self.bus.0.line else { return };
        let envelope = Envelope { from: self.bus.0.process.clone(), topic: self.name, word };
        let sent =
            serde_json::to_string(&envelope).ok().map(|text| line.try_send(Parcel { to, text }).is_ok());
        if sent != Some(true) {
            tracing::warn!(topic = self.name, "Redis does not keep up; other processes were not told");
        }
    }
}

/// The listener's side of a topic.
pub struct Ears<W> {
    heard: mpsc::Receiver<Heard<Box<RawValue>>>,
    words: PhantomData<fn() -> W>,
}

impl<W: DeserializeOwned> Ears<W> {
    /// What is heard next; waits for it, for ever where nobody else is.
    pub async fn next(&mut self) -> Option<Heard<W>> {
        loop {
            match self.heard.recv().await? {
                Heard::Connected => return Some(Heard::Connected),
                Heard::Word { from, word } => match serde_json::from_str(word.get()) {
                    Ok(word) => return Some(Heard::Word { from, word }),
                    // A process of another version may know more words.
                    Err(error) => tracing::debug!(%error, "a word from the bus was not understood"),
                },
            }
        }
    }
}
