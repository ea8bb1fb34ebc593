//! Advances the epoch every millisecond while guests run, which is when their loops look up and
//! let others run. While nobody runs it sleeps, so that an idle server is idle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread::{self, Thread};
use std::time::Duration;

use wasmtime::Engine;

const TICK: Duration = Duration::from_millis(1);

/// Ticks without a guest before it goes to sleep: waking it costs more than a few idle ticks.
const IDLE_TICKS: u32 = 100;

pub(crate) struct Ticker {
    shared: Arc<Shared>,
    thread: Thread,
}

#[derive(Default)]
struct Shared {
    running: AtomicUsize,
    asleep: AtomicBool,
    stop: AtomicBool,
}

impl Ticker {
    pub(crate) fn start(engine: Engine) -> std::io::Result<Ticker> {
        let shared = Arc::new(Shared::default());
        let ticking = shared.clone();
        let thread =
            thread::Builder::new().name("guest-ticker".to_owned()).spawn(move || tick(&engine, &ticking))?;
        Ok(Ticker { shared, thread: thread.thread().clone() })
    }

    /// Ticks at least until the guard is dropped.
    pub(crate) fn guest_runs(&self) -> Running<'_> {
        self.shared.running.fetch_add(1, SeqCst);
        if self.shared.asleep.load(SeqCst) {
            self.thread.unpark();
        }
        Running(&self.shared)
    }

    pub(crate) fn running(&self) -> usize {
        self.shared.running.load(SeqCst)
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.stop.store(true, SeqCst);
        self.thread.unpark();
    }
}

/// One guest that runs.
pub(crate) struct Running<'a>(&'a Shared);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
    }
}

fn tick(engine: &Engine, shared: &Shared) {
    let mut idle = 0;
    while !shared.stop.load(SeqCst) {
        idle = if shared.running.load(SeqCst) == 0 { idle + 1 } else { 0 };
        if idle > IDLE_TICKS {
            sleep_until_a_guest_runs(shared);
            idle = 0;
        }
        engine.increment_epoch();
        thread::sleep(TICK);
    }
}

fn sleep_until_a_guest_runs(shared: &Shared) {
    shared.asleep.store(true, SeqCst);
    // A guest that came before `asleep` was set did not wake us, so look once more.
    while shared.running.load(SeqCst) == 0 && !shared.stop.load(SeqCst) {
        thread::park();
    }
    shared.asleep.store(false, SeqCst);
}
