//! Runs that are followed from another process than the one that works on them.
//!
//! Whoever follows a run elsewhere says so to the process that has it, and says it again from time to time; that one
//! sends the events as long as it hears this, and nothing otherwise. A word that is lost is asked for again, since events
//! have numbers; that a process died is seen from the row of the run, as before.

mod mirror;
mod relay;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::{
    Run, Runs,
    events::{Copied, Event},
};
use crate::platform::bus::{Ears, Heard, Topic};

pub(super) use mirror::Mirror;

/// How far somebody has a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Place {
    attempt: i64,
    /// Number of the last event.
    last: u64,
}

/// What processes say about runs.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Word {
    /// Somebody follows this run of yours, and has it up to here.
    Follow { run: String, have: Place },
    /// Nobody follows it any more.
    Leave { run: String },
    /// What happened next.
    Events { run: String, attempt: i64, first: u64, events: Vec<Event> },
    /// Everything, for somebody who has less than the log reaches back to.
    State { run: String, state: Box<Copied> },
    /// It is not here, or not any more: the database says what became of it.
    Gone { run: String },
}

/// Who follows what from where.
pub(super) struct Across {
    topic: Topic<Word>,
    /// Events that are sent, by run and process.
    relays: Mutex<HashMap<(String, String), watch::Sender<Place>>>,
    /// Runs of others that are followed here.
    mirrors: Mutex<HashMap<String, Weak<Mirror>>>,
}

impl Across {
    pub fn new(topic: Topic<Word>) -> Self {
        Self { topic, relays: Mutex::default(), mirrors: Mutex::default() }
    }

    /// Whether the events of other processes can be heard at all.
    pub fn is_heard(&self) -> bool {
        self.topic.has_others()
    }

    /// Follows a run of another process, together with everybody who does so here.
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

    /// A run that was followed elsewhere is taken up here.
    pub fn taken_up(&self, run: &str) {
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

    fn understand(&self, runs: &Runs, from: &str, word: Word) {
        match word {
            Word::Follow { run, have } => relay::ask(runs, from, run, have),
            // Its task ends with the sender.
            Word::Leave { run } => drop(self.relays().remove(&(run, from.to_owned()))),
            Word::Events { run, attempt, first, events } => {
                if let Some(mirror) = self.mirror(&run)
                    && !mirror.channel.append(attempt, first, events)
                {
                    mirror.look();
                }
            }
            Word::State { run, state } => {
                if let Some(mirror) = self.mirror(&run)
                    && !mirror.channel.take_over(*state)
                {
                    mirror.look();
                }
            }
            Word::Gone { run } => {
                if let Some(mirror) = self.mirror(&run) {
                    mirror.look();
                }
            }
        }
    }
}

/// Listens to the other processes until the server stops.
pub(super) async fn listen(runs: Runs, mut ears: Ears<Word>) {
    let stop = runs.app().stop.clone();
    while let Some(Some(heard)) = stop.run_until_cancelled(ears.next()).await {
        match heard {
            Heard::Word { from, word } => runs.across().understand(&runs, &from, word),
            // What was said meanwhile was missed.
            Heard::Connected => {
                let mirrors: Vec<_> = runs.across().mirrors().values().filter_map(Weak::upgrade).collect();
                mirrors.iter().for_each(|mirror| mirror.look());
            }
        }
    }
}
