//! The other processes: forwards their messages, and detects dead ones.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use serde_json::value::RawValue;
use tokio::time::{MissedTickBehavior, interval};

use super::Realtime;
use super::protocol::Code;
use crate::platform::bus::{Heard, Subscriber};
use crate::platform::prelude::*;

/// The heartbeat interval, and the silence after which a process is dead.
const ALIVE_EVERY: Duration = Duration::from_secs(3);
const GONE_AFTER: Duration = Duration::from_secs(10);

/// Messages between processes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Word {
    /// A frame for all subscribers of a channel, except the socket that it comes from.
    Tell {
        channel: String,
        frame: String,
        except: Option<String>,
        /// Whether later subscribers get it, too.
        #[serde(default)]
        kept: bool,
    },
    /// A user's first socket joined a presence channel, or the last one left.
    Joined {
        channel: String,
        user: String,
        info: Box<RawValue>,
    },
    Left {
        channel: String,
        user: String,
    },
    /// A user's sockets must connect again, so that their permissions are checked.
    Reconnect {
        user: String,
    },
    /// A process started, and requests the members.
    Hello,
    /// All members with a socket of this process.
    Present {
        members: Vec<(String, String, Box<RawValue>)>,
    },
    /// A heartbeat.
    Alive,
    /// A process stops.
    Bye,
}

/// Handles messages from the bus until the server stops.
pub(super) fn follow(app: &App, realtime: Realtime, mut ears: Subscriber<Word>) {
    if !realtime.0.bus.has_others() {
        return;
    }
    let stop = app.stop.clone();
    app.tasks.spawn(async move {
        let mut others = Others { realtime, seen: HashMap::new() };
        let mut ticks = interval(ALIVE_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = ticks.tick() => others.look_around(),
                heard = ears.next() => match heard {
                    Some(heard) => others.hear(heard),
                    None => return,
                },
            }
        }
    });
}

struct Others {
    realtime: Realtime,
    /// The last message of each process.
    seen: HashMap<String, Instant>,
}

impl Others {
    fn say(&self, word: Word) {
        self.realtime.0.bus.tell(&word);
    }

    fn look_around(&mut self) {
        self.say(Word::Alive);
        let gone: Vec<String> = self
            .seen
            .iter()
            .filter(|(_, seen)| seen.elapsed() > GONE_AFTER)
            .map(|(process, _)| process.clone())
            .collect();
        for process in gone {
            tracing::info!(process, "another process is dead");
            self.forget(&process);
        }
    }

    fn forget(&mut self, process: &str) {
        self.seen.remove(process);
        self.realtime.0.hub.forget_process(process, &HashSet::new());
    }

    fn hear(&mut self, heard: Heard<Word>) {
        match heard {
            Heard::Connected => {
                self.say(Word::Hello);
                self.tell_members();
            }
            Heard::Word { from, word } => {
                // A process that was wrongly considered dead sends its members again.
                let is_stranger = self.seen.insert(from.clone(), Instant::now()).is_none();
                if is_stranger && matches!(word, Word::Alive) {
                    self.say(Word::Hello);
                }
                self.understand(&from, word);
            }
        }
    }

    fn tell_members(&self) {
        self.say(Word::Present { members: self.realtime.0.hub.own_members() });
    }

    fn understand(&mut self, from: &str, word: Word) {
        let hub = &self.realtime.0.hub;
        match word {
            Word::Tell { channel, frame, except, kept } => {
                hub.tell(&channel, &frame.into(), except.as_deref(), kept);
            }
            Word::Joined { channel, user, info } => hub.joined_elsewhere(from, &channel, &user, &info),
            Word::Left { channel, user } => hub.left_elsewhere(from, &channel, &user),
            Word::Reconnect { user } => hub.end_account(&user, Code::Reconnect),
            Word::Hello => self.tell_members(),
            Word::Present { members } => {
                let still: HashSet<(String, String)> =
                    members.iter().map(|(channel, user, _)| (channel.clone(), user.clone())).collect();
                hub.forget_process(from, &still);
                for (channel, user, info) in members {
                    hub.joined_elsewhere(from, &channel, &user, &info);
                }
            }
            Word::Alive => {}
            Word::Bye => self.forget(from),
        }
    }
}
