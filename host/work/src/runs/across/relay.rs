//! The executing side: sends the events of a run to another process.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::{Message, Place};
use crate::runs::Runs;
use crate::runs::events::{Channel, Next};
use crate::runs::work::Live;

/// Model output of this interval is sent as one message, which saves nine tenths of them.
const BATCH: Duration = Duration::from_millis(20);

/// Handles the subscription of another process.
pub(super) fn ask(runs: &Runs, from: &str, run: String, have: Place) {
    let across = runs.across();
    let Some(live) = runs.find_any(&run) else {
        across.topic.send_to(from, &Message::Gone { run });
        return;
    };
    let key = (run, from.to_owned());
    let mut relays = across.relays();
    if relays.get(&key).is_some_and(|asked| asked.send(have).is_ok()) {
        return;
    }
    let (asked, asking) = watch::channel(have);
    relays.insert(key, asked);
    drop(relays);
    let relay = Relay { runs: runs.clone(), live, to: from.to_owned(), asking };
    runs.app().tasks.spawn(relay.carry());
}

struct Relay {
    runs: Runs,
    live: Arc<Live>,
    /// The watching process.
    to: String,
    asking: watch::Receiver<Place>,
}

impl Relay {
    /// Sends events until the run has ended, or the subscription has expired.
    async fn carry(mut self) {
        let (live, stop) = (self.live.clone(), self.runs.app().stop.clone());
        let patience = self.runs.app().config.process_silence;
        let mut sent = self.asked(&live.channel);
        let mut until = Instant::now() + patience;
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                () = sleep_until(until) => break,
                changed = self.asking.changed() => {
                    if changed.is_err() {
                        break;
                    }
                    (sent, until) = (self.asked(&live.channel), Instant::now() + patience);
                }
                next = live.channel.next(Some(sent)) => {
                    let Some(last) = self.send(next) else { break };
                    sent = last;
                    sleep(BATCH).await;
                }
            }
        }
        let Self { runs, asking, .. } = self;
        drop(asking);
        runs.across().relays().retain(|_, asked| !asked.is_closed());
    }

    /// The watcher's position; the beginning if it was at another attempt.
    fn asked(&mut self, channel: &Channel) -> u64 {
        let have = *self.asking.borrow_and_update();
        if have.attempt == channel.attempt { have.last } else { 0 }
    }

    /// Sends the next events and returns the watcher's new position; `None` at the end.
    fn send(&self, next: Next) -> Option<u64> {
        let run = self.live.ticket.id.clone();
        let (message, last) = match next {
            Next::Events { first: Some(first), events, last } => {
                (Message::Events { run, attempt: self.live.channel.attempt, first, events }, Some(last))
            }
            Next::Events { first: None, .. } => {
                let state = Box::new(self.live.channel.copy());
                let last = state.last;
                (Message::State { run, state }, Some(last))
            }
            Next::Finished(_) | Next::Moved => (Message::Gone { run }, None),
        };
        self.runs.across().topic.send_to(&self.to, &message);
        last
    }
}
