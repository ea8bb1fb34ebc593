//! Messages between the processes of one server. Each slice that needs it has its own topic with its own message
//! type.
//!
//! Delivery is best effort: publishing does not wait, and a message that the bus cannot carry is lost and logged. A
//! slice that needs every message numbers them and requests the missing ones.

mod redis;

use crate::libraries::*;
use crate::tasks::Tasks;

/// Messages that are buffered for a slice.
const BUFFERED: usize = 1024;

/// The connection to the other processes. Cheap to clone.
#[derive(Clone)]
pub struct Bus(Arc<Inner>);

struct Inner {
    /// The name of this process.
    process: String,
    /// The outgoing queue; `None` if one process is the whole server.
    outgoing: Option<mpsc::Sender<Outgoing>>,
    incoming: Mutex<Incoming>,
}

#[derive(Default)]
struct Incoming {
    connected: bool,
    topics: HashMap<&'static str, mpsc::Sender<Received<Box<RawValue>>>>,
}

/// A message to be sent.
struct Outgoing {
    /// The receiving process; `None` for all others.
    to: Option<String>,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct Envelope<T, M> {
    from: String,
    topic: T,
    #[serde(rename = "word")]
    message: M,
}

/// A received item.
#[derive(Debug)]
pub enum Received<M> {
    /// The bus is connected (again). Messages sent in the meantime were missed.
    Connected,
    Message {
        from: String,
        message: M,
    },
}

impl Bus {
    /// Opens the bus that the settings name. It connects in the background: without Redis the server works, but its
    /// processes receive no messages from each other.
    pub fn open(
        redis_url: Option<&str>,
        process: &str,
        stop: &CancellationToken,
        tasks: &Tasks,
    ) -> anyhow::Result<Self> {
        let (outgoing, waiting) = redis_url.map(|_| mpsc::channel(redis::WAITING)).unzip();
        let inner = Inner { process: process.to_owned(), outgoing, incoming: Mutex::default() };
        let bus = Self(Arc::new(inner));
        if let (Some(url), Some(waiting)) = (redis_url, waiting) {
            redis::connect(url, &bus, waiting, stop, tasks)?;
        }
        Ok(bus)
    }

    /// Whether there may be other processes.
    pub fn has_others(&self) -> bool {
        self.0.outgoing.is_some()
    }

    /// Returns both ends of a topic; each topic has one receiver.
    pub fn topic<M>(&self, name: &'static str) -> (Topic<M>, Subscriber<M>) {
        let (sender, receiver) = mpsc::channel(BUFFERED);
        let mut incoming = self.incoming();
        if incoming.connected {
            // The channel is new, so there is room.
            let _ = sender.try_send(Received::Connected);
        }
        incoming.topics.insert(name, sender);
        (
            Topic { bus: self.clone(), name, messages: PhantomData },
            Subscriber { receiver, messages: PhantomData },
        )
    }

    fn incoming(&self) -> MutexGuard<'_, Incoming> {
        self.0.incoming.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the connection to every topic.
    async fn connected(&self) {
        let topics: Vec<_> = {
            let mut incoming = self.incoming();
            incoming.connected = true;
            incoming.topics.values().cloned().collect()
        };
        for topic in topics {
            // The receiver was dropped: the server stops.
            let _ = topic.send(Received::Connected).await;
        }
    }

    /// Passes a message to the slice that owns its topic. Messages of this process are skipped: it has handled them
    /// already.
    async fn receive(&self, text: &str) {
        match serde_json::from_str::<Envelope<String, Box<RawValue>>>(text) {
            Ok(Envelope { from, topic, message }) if from != self.0.process => {
                let sender = self.incoming().topics.get(topic.as_str()).cloned();
                if let Some(sender) = sender {
                    let _ = sender.send(Received::Message { from, message }).await;
                }
            }
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "a message from the bus could not be parsed"),
        }
    }
}

/// The sending end of a topic.
pub struct Topic<M> {
    bus: Bus,
    name: &'static str,
    messages: PhantomData<fn(M)>,
}

impl<M: Serialize> Topic<M> {
    pub fn has_others(&self) -> bool {
        self.bus.has_others()
    }

    /// Sends to all other processes.
    pub fn publish(&self, message: &M) {
        self.enqueue(None, message);
    }

    /// Sends to one process.
    pub fn send_to(&self, process: &str, message: &M) {
        self.enqueue(Some(process.to_owned()), message);
    }

    fn enqueue(&self, to: Option<String>, message: &M) {
        let Some(outgoing) = &self.bus.0.outgoing else { return };
        let envelope = Envelope { from: self.bus.0.process.clone(), topic: self.name, message };
        let text = serde_json::to_string(&envelope).ok();
        let sent = text.map(|text| outgoing.try_send(Outgoing { to, text }).is_ok());
        if sent != Some(true) {
            tracing::warn!(topic = self.name, "the queue for Redis is full; a message is lost");
        }
    }
}

/// The receiving end of a topic.
pub struct Subscriber<M> {
    receiver: mpsc::Receiver<Received<Box<RawValue>>>,
    messages: PhantomData<fn() -> M>,
}

impl<M: DeserializeOwned> Subscriber<M> {
    /// Waits for the next item; waits for ever if there are no other processes.
    pub async fn next(&mut self) -> Option<Received<M>> {
        loop {
            match self.receiver.recv().await? {
                Received::Connected => return Some(Received::Connected),
                Received::Message { from, message } => match serde_json::from_str(message.get()) {
                    Ok(message) => return Some(Received::Message { from, message }),
                    // A process of another version may send unknown messages.
                    Err(error) => tracing::debug!(%error, "a message from the bus is unknown"),
                },
            }
        }
    }
}
