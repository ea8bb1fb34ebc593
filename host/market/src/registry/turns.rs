//! The queue of package checks. A check reads, compiles and runs an uploaded package, so only a few run at the same
//! time, one per sender, and the queue is bounded.

use crate::platform::prelude::*;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Concurrent checks. As many components are compiled at once.
const AT_ONCE: usize = 2;
/// Running and waiting checks of one sender, and of all. Each waiting one holds its file, at most 32 MiB.
const OF_ONE: usize = 3;
const OF_ALL: usize = 16;
/// `Retry-After`, in seconds.
const TRY_AGAIN: u64 = 20;

/// The queue. Cheap to clone.
#[derive(Clone)]
pub struct Turns {
    senders: Arc<Mutex<HashMap<String, Sender>>>,
    all: Arc<Semaphore>,
}

struct Sender {
    packages: usize,
    one: Arc<Semaphore>,
}

impl Default for Turns {
    fn default() -> Self {
        Self { senders: Arc::default(), all: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Turns {
    /// Waits for the turn of this sender; refuses if too many checks wait already.
    pub async fn wait(&self, sender: &str) -> Result<Turn> {
        let (place, one) = self.enter(sender)?;
        let own = one.acquire_owned().await.map_err(Problem::internal)?;
        let all = self.all.clone().acquire_owned().await.map_err(Problem::internal)?;
        Ok(Turn { _permits: [own, all], _place: place })
    }

    fn enter(&self, sender: &str) -> Result<(Place, Arc<Semaphore>)> {
        let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = senders.values().map(|sender| sender.packages).sum();
        let new = || Sender { packages: 0, one: Arc::new(Semaphore::new(1)) };
        let known = senders.get(sender).map_or(0, |known| known.packages);
        if known >= OF_ONE {
            return Err(
                Problem::new(StatusCode::TOO_MANY_REQUESTS, "registry.one-at-a-time").retry_after(TRY_AGAIN)
            );
        }
        if all >= OF_ALL {
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "registry.busy").retry_after(TRY_AGAIN));
        }
        let known = senders.entry(sender.to_owned()).or_insert_with(new);
        known.packages += 1;
        let place = Place { turns: self.clone(), sender: sender.to_owned() };
        Ok((place, known.one.clone()))
    }
}

/// The permission to check a package, until this is dropped.
pub struct Turn {
    _permits: [OwnedSemaphorePermit; 2],
    _place: Place,
}

/// A running or waiting check.
struct Place {
    turns: Turns,
    sender: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut senders = self.turns.senders.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = senders.get_mut(&self.sender) {
            sender.packages -= 1;
            if sender.packages == 0 {
                senders.remove(&self.sender);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(refused: Result<Turn>) -> String {
        refused.err().map(|problem| problem.code().to_owned()).unwrap_or_default()
    }

    #[tokio::test]
    async fn one_sender_waits_and_others_do_not() {
        let turns = Turns::default();
        let first = turns.wait("acme").await.expect("a turn");
        let mut second = Box::pin(turns.wait("acme"));
        let mut third = Box::pin(turns.wait("acme"));
        assert!(futures::poll!(&mut second).is_pending() && futures::poll!(&mut third).is_pending());
        assert_eq!(code(turns.wait("acme").await), "registry.one-at-a-time");
        let other = turns.wait("other").await.expect("acme takes one place of two");
        drop(first);
        let second = second.await.expect("its turn");
        drop((second, other));
        assert!(third.await.is_ok());
        assert!(turns.senders.lock().expect("a lock").is_empty(), "no sender is kept");
    }

    #[tokio::test]
    async fn a_full_queue_refuses_checks() {
        let turns = Turns::default();
        let names: Vec<String> = (0..OF_ALL).map(|number| number.to_string()).collect();
        let mut waiting: Vec<_> = names.iter().map(|name| Box::pin(turns.wait(name))).collect();
        let mut held = Vec::new();
        for turn in &mut waiting {
            if let std::task::Poll::Ready(turn) = futures::poll!(turn) {
                held.push(turn.expect("a turn"));
            }
        }
        assert_eq!(held.len(), AT_ONCE);
        assert_eq!(code(turns.wait("late").await), "registry.busy");
        // Dropping a waiting check makes room.
        drop((waiting, held));
        assert!(turns.wait("late").await.is_ok());
    }
}
