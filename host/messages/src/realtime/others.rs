//! The other processes: forwards their messages, and detects dead ones.

use tokio::time::{MissedTickBehavior, interval};

use super::Realtime;
use super::protocol::Code;
use crate::platform::bus::{Received, Subscriber};
use crate::platform::prelude::*;

/// The heartbeat interval, and the silence after which a process is dead.
const ALIVE_EVERY: Duration = Duration::from_secs(3);
const DEAD_AFTER: Duration = Duration::from_secs(10);

/// Messages between processes.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Message {
    /// A frame for all subscribers of a channel, except the socket that it comes from.
    #[serde(rename = "tell")]
    Frame {
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
pub(super) fn follow(app: &App, realtime: Realtime, mut subscriber: Subscriber<Message>) {
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
                _ = ticks.tick() => others.check(),
                received = subscriber.next() => match received {
                    Some(received) => others.receive(received),
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
    fn publish(&self, message: Message) {
        self.realtime.0.bus.publish(&message);
    }

    fn check(&mut self) {
        self.publish(Message::Alive);
        let dead: Vec<String> = self
            .seen
            .iter()
            .filter(|(_, seen)| seen.elapsed() > DEAD_AFTER)
            .map(|(process, _)| process.clone())
            .collect();
        for process in dead {
            tracing::info!(process, "another process is dead");
            self.forget(&process);
        }
    }

    fn forget(&mut self, process: &str) {
        self.seen.remove(process);
        self.realtime.0.hub.forget_process(process, &HashSet::new());
    }

    fn receive(&mut self, received: Received<Message>) {
        match received {
            Received::Connected => {
                self.publish(Message::Hello);
                self.publish_members();
            }
            Received::Message { from, message } => {
                // A process that was wrongly considered dead sends its members again.
                let is_new = self.seen.insert(from.clone(), Instant::now()).is_none();
                if is_new && matches!(message, Message::Alive) {
                    self.publish(Message::Hello);
                }
                self.handle(&from, message);
            }
        }
    }

    fn publish_members(&self) {
        self.publish(Message::Present { members: self.realtime.0.hub.own_members() });
    }

    fn handle(&mut self, from: &str, message: Message) {
        let hub = &self.realtime.0.hub;
        match message {
            Message::Frame { channel, frame, except, kept } => {
                hub.send(&channel, &frame.into(), except.as_deref(), kept);
            }
            Message::Joined { channel, user, info } => hub.joined_elsewhere(from, &channel, &user, &info),
            Message::Left { channel, user } => hub.left_elsewhere(from, &channel, &user),
            Message::Reconnect { user } => hub.end_account(&user, Code::Reconnect),
            Message::Hello => self.publish_members(),
            Message::Present { members } => {
                let still: HashSet<(String, String)> =
                    members.iter().map(|(channel, user, _)| (channel.clone(), user.clone())).collect();
                hub.forget_process(from, &still);
                for (channel, user, info) in members {
                    hub.joined_elsewhere(from, &channel, &user, &info);
                }
            }
            Message::Alive => {}
            Message::Bye => self.forget(from),
        }
    }
}
