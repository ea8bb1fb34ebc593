//! What the processes of one server tell one another.

mod redis;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use crate::app::App;

pub(super) use self::redis::RedisBus;

/// Carries what one process says to all others. The process itself has heard it before and does not hear it again.
pub(super) trait Bus: Send + Sync {
    /// Whether there may be anybody to tell.
    fn has_others(&self) -> bool;
    /// Tells the others; never waits. What the bus cannot carry is lost, and said so in the log.
    fn tell(&self, word: &Word);
}

/// One process is the whole server.
pub(super) struct Alone;

impl Bus for Alone {
    fn has_others(&self) -> bool {
        false
    }

    fn tell(&self, _: &Word) {}
}

/// What is heard from the bus.
#[derive(Debug)]
pub(super) enum Heard {
    /// The line is there (again): what was said meanwhile was missed.
    Connected,
    Word {
        from: String,
        word: Word,
    },
}

/// What processes say.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Word {
    /// A frame for everybody in a channel, but for the socket that it comes from.
    Tell {
        channel: String,
        frame: String,
        except: Option<String>,
    },
    /// Somebody has the first socket in a presence channel, or gave up the last one.
    Joined {
        channel: String,
        user: String,
        info: Box<RawValue>,
    },
    Left {
        channel: String,
        user: String,
    },
    /// Somebody's sockets must connect anew, so that it is asked again what they may hear.
    Reconnect {
        user: String,
    },
    /// A process came, and wants to know who is there.
    Hello,
    /// Everybody who is there by a socket of this process.
    Present {
        members: Vec<(String, String, Box<RawValue>)>,
    },
    /// A process is still there.
    Alive,
    /// A process stops.
    Bye,
}

/// The bus that the settings name, and what is heard from it.
pub(super) fn open(app: &App, process: &str) -> anyhow::Result<(Arc<dyn Bus>, mpsc::Receiver<Heard>)> {
    let (heard, ears) = mpsc::channel(1024);
    let bus: Arc<dyn Bus> = match &app.config.redis_url {
        Some(url) => Arc::new(RedisBus::open(app, url, process, heard)?),
        None => Arc::new(Alone),
    };
    Ok((bus, ears))
}
