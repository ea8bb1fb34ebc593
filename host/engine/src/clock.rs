//! Measures the time that a guest computes, without the time that it waits.
//!
//! The clock runs only while the guest's own code runs: it starts when the run is polled or a host function returns,
//! and stops when the run waits or a host function begins.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::LazyLock;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The epoch callback stops the clock every millisecond. A much longer interval means that the machine was busy with
/// other work, which is not charged to the guest.
const LONGEST_STRETCH: u64 = 3_000_000;

/// Only the thread that polls the run accesses it; the atomics make it shareable with the callback.
#[derive(Default)]
pub(crate) struct GuestClock {
    /// Start time in nanoseconds since `START`; 0 while the clock is stopped.
    since: AtomicU64,
    used: AtomicU64,
    in_host: AtomicBool,
}

impl GuestClock {
    pub(crate) fn used(&self) -> Duration {
        Duration::from_nanos(self.used.load(Relaxed))
    }

    pub(crate) fn enter_host(&self) {
        self.stop();
        self.in_host.store(true, Relaxed);
    }

    pub(crate) fn leave_host(&self) {
        self.in_host.store(false, Relaxed);
        self.start();
    }

    pub(crate) fn stop(&self) {
        let since = self.since.load(Relaxed);
        if since != 0 {
            let stretch = nanos().saturating_sub(since).min(LONGEST_STRETCH);
            self.used.store(self.used.load(Relaxed) + stretch, Relaxed);
            self.since.store(0, Relaxed);
        }
    }

    fn start(&self) {
        self.since.store(nanos(), Relaxed);
    }
}

fn nanos() -> u64 {
    START.elapsed().as_nanos() as u64 + 1
}

/// Polls `run` with its clock running.
pub(crate) async fn clocked<F: Future>(clock: &GuestClock, run: F) -> F::Output {
    let mut run = pin!(run);
    poll_fn(|cx| {
        if !clock.in_host.load(Relaxed) {
            clock.start();
        }
        let state = run.as_mut().poll(cx);
        clock.stop();
        state
    })
    .await
}
