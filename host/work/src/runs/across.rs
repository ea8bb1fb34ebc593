//! Watching runs that another process executes.
//!
//! A watcher subscribes at the process that has the run and renews the subscription from time to time; that process
//! sends events as long as it is renewed. Lost messages are requested again, since events are numbered. The death of
//! a process is seen from the run's row.

mod mirror;
mod relay;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::events::{Copied, Event};
use super::{Run, Runs};
use crate::platform::bus::{Received, Subscriber, Topic};

pub(super) use mirror::Mirror;

/// A position in a run's events.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Place {
    attempt: i64,
    /// Number of the last event.
    last: u64,
}

/// Messages between processes about runs.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Message {
    /// Subscribes to a run of the receiver, from this position.
    Follow { run: String, have: Place },
    /// Ends a subscription.
    Leave { run: String },
    /// The next events.
    Events { run: String, attempt: i64, first: u64, events: Vec<Event> },
    /// The full state, for a subscriber that is behind the start of the log.
    State { run: String, state: Box<Copied> },
    /// The run is not here any more: the database has its state.
    Gone { run: String },
}

/// Subscriptions in both directions.
pub(super) struct Across {
    topic: Topic<Message>,
    /// Outgoing events, by run and process.
    relays: Mutex<HashMap<(String, String), watch::Sender<Place>>>,
    /// Runs of other processes that are watched here.
    mirrors: Mutex<HashMap<String, Weak<Mirror>>>,
}

impl Across {
    pub fn new(topic: Topic<Message>) -> Self {
        Self { topic, relays: Mutex::default(), mirrors: Mutex::default() }
    }

    /// Whether other processes can be reached at all.
    pub fn has_others(&self) -> bool {
        self.topic.has_others()
    }

    /// Watches a run of another process, shared with other watchers here.
    pub fn follow(&self, runs: &Runs, run: &Run) -> Arc<Mirror> {
        let mut mirrors = self.mirrors();
        let known = mirrors.get(&run.id).and_then(Weak::upgrade);
        if let Some(mirror) = known.filter(|mirror| mirror.is_of(run)) {
            return mirror;
        }
        mirrors.retain(|_, mirror| mirror.strong_count() > 0);
        let mirror = Mirror::begin(runs, run);
        mirrors.insert(run.id.clone(), Arc::downgrade(&mirror));
        mirror
    }

    fn mirror(&self, run: &str) -> Option<Arc<Mirror>> {
        self.mirrors().get(run)?.upgrade()
    }

    /// A run that was watched elsewhere is now executed here.
    pub fn taken_over(&self, run: &str) {
        if let Some(mirror) = self.mirror(run) {
            mirror.channel.moved();
        }
    }

    fn relays(&self) -> MutexGuard<'_, HashMap<(String, String), watch::Sender<Place>>> {
        self.relays.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn mirrors(&self) -> MutexGuard<'_, HashMap<String, Weak<Mirror>>> {
        self.mirrors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn handle(&self, runs: &Runs, from: &str, message: Message) {
        match message {
            Message::Follow { run, have } => relay::ask(runs, from, run, have),
            // Dropping the sender ends its task.
            Message::Leave { run } => drop(self.relays().remove(&(run, from.to_owned()))),
            Message::Events { run, attempt, first, events } => {
                if let Some(mirror) = self.mirror(&run)
                    && !mirror.channel.append(attempt, first, events)
                {
                    mirror.look();
                }
            }
            Message::State { run, state } => {
                if let Some(mirror) = self.mirror(&run)
                    && !mirror.channel.take_over(*state)
                {
                    mirror.look();
                }
            }
            Message::Gone { run } => {
                if let Some(mirror) = self.mirror(&run) {
                    mirror.look();
                }
            }
        }
    }
}

/// Handles messages of other processes until the server stops.
pub(super) async fn listen(runs: Runs, mut subscriber: Subscriber<Message>) {
    let stop = runs.app().stop.clone();
    while let Some(Some(received)) = stop.run_until_cancelled(subscriber.next()).await {
        match received {
            Received::Message { from, message } => runs.across().handle(&runs, &from, message),
            // Messages sent in the meantime were missed.
            Received::Connected => {
                let mirrors: Vec<_> = runs.across().mirrors().values().filter_map(Weak::upgrade).collect();
                mirrors.iter().for_each(|mirror| mirror.look());
            }
        }
    }
}
