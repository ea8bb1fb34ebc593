//! Long computations: exports, imports, images, searches in long texts. They run on blocking threads, a few at a time
//! on the whole server, so that requests are still answered and memory is bounded.
//!
//! A request whose size the client chooses takes its account's [`Turn`] before it loads anything. An account has one
//! turn at a time, on one connection or on a hundred.

use std::sync::Weak;
use std::thread;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::{Problem, Result};
use crate::libraries::*;
use crate::tasks::blocking;

/// Computations of all turns that run at the same time.
const AT_ONCE: usize = 2;
/// How long a request waits for the turn of its account.
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// `Retry-After` for an account whose turn is taken, in seconds.
const TRY_AGAIN: u64 = 10;
/// Accounts that are kept before those without a turn are dropped.
const REMEMBERED: usize = 1_000;

/// The permits for long computations of one server.
pub struct Conversions {
    places: Arc<Semaphore>,
    /// For computations of at most some tens of milliseconds: one permit per processor.
    short: Arc<Semaphore>,
    accounts: Mutex<HashMap<String, Weak<Semaphore>>>,
}

impl Default for Conversions {
    fn default() -> Self {
        let processors = thread::available_parallelism().map_or(AT_ONCE, usize::from);
        Self {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            short: Arc::new(Semaphore::new(processors)),
            accounts: Mutex::default(),
        }
    }
}

/// The turn of an account. It ends when the last copy is dropped, and not before the work started in it has ended.
#[derive(Clone)]
pub struct Turn {
    places: Arc<Semaphore>,
    own: Arc<OwnedSemaphorePermit>,
}

impl Conversions {
    /// Waits for the account's turn. Returns 429 if an earlier request of the account does not end in time.
    pub async fn turn(&self, account: &str) -> Result<Turn> {
        let own = tokio::time::timeout(LONGEST_WAIT, self.of(account).acquire_owned()).await;
        let busy = || Problem::new(StatusCode::TOO_MANY_REQUESTS, "request.one-at-a-time");
        let own = own.map_err(|_| busy().retry_after(TRY_AGAIN))?.map_err(Problem::internal)?;
        Ok(Turn { places: self.places.clone(), own: Arc::new(own) })
    }

    /// Runs a computation of some tens of milliseconds at most.
    pub async fn short<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        compute(self.short.clone(), (), work).await
    }

    fn of(&self, account: &str) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = accounts.get(account).and_then(Weak::upgrade) {
            return own;
        }
        if accounts.len() >= REMEMBERED {
            accounts.retain(|_, own| own.strong_count() > 0);
        }
        let own = Arc::new(Semaphore::new(1));
        accounts.insert(account.to_owned(), Arc::downgrade(&own));
        own
    }
}

impl Turn {
    /// Runs a computation. Other accounts get their turn between two computations.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        compute(self.places.clone(), self.own.clone(), work).await
    }
}

/// A client that disconnects does not stop the thread: the permit and `held` are released when the work is done.
async fn compute<T: Send + 'static>(
    places: Arc<Semaphore>,
    held: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let place = places.acquire_owned().await.map_err(Problem::internal)?;
    let work = move || {
        let _held = (place, held);
        work()
    };
    blocking(work).await.map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn v2_an_account_has_one_turn_and_keeps_it_until_its_work_ends() {
        let conversions = Conversions::default();
        let turn = conversions.turn("anna").await.expect("the first turn");
        assert!(conversions.turn("anna").now_or_never().is_none(), "the turn is taken");
        assert!(conversions.turn("jan").now_or_never().is_some(), "others have their own");

        let (go_on, wait) = mpsc::channel::<()>();
        let mut work = Box::pin(turn.run(move || wait.recv()));
        assert!(work.as_mut().now_or_never().is_none());
        // The client disconnects while the thread computes.
        drop(work);
        drop(turn);
        assert!(conversions.turn("anna").now_or_never().is_none(), "the work goes on");
        go_on.send(()).expect("the work waits");
        conversions.turn("anna").await.expect("the turn after it");
    }
}
