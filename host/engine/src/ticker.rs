//! Advances the epochs every millisecond while guests run, so that their loops yield to others. It sleeps while no
//! guest runs, so that an idle server uses no CPU.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::thread::{self, Thread};

use crate::lane::{Lane, Lanes, Running};
use crate::prelude::*;

const TICK: Duration = Duration::from_millis(1);

/// Ticks without a guest before it goes to sleep: waking it costs more than a few idle ticks.
const IDLE_TICKS: u32 = 100;

pub(crate) struct Ticker {
    shared: Arc<Shared>,
    thread: Thread,
}

#[derive(Default)]
struct Shared {
    asleep: AtomicBool,
    stop: AtomicBool,
}

impl Ticker {
    pub(crate) fn start(lanes: Arc<Lanes>) -> std::io::Result<Ticker> {
        let shared = Arc::new(Shared::default());
        let ticking = shared.clone();
        let thread =
            thread::Builder::new().name("guest-ticker".to_owned()).spawn(move || tick(&lanes, &ticking))?;
        Ok(Ticker { shared, thread: thread.thread().clone() })
    }

    /// Keeps ticking at least until the guard is dropped.
    pub(crate) fn guest_runs<'a>(&self, lane: &'a Lane) -> Running<'a> {
        let running = lane.guest_runs();
        if self.shared.asleep.load(SeqCst) {
            self.thread.unpark();
        }
        running
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.stop.store(true, SeqCst);
        self.thread.unpark();
    }
}

fn tick(lanes: &Lanes, shared: &Shared) {
    let mut idle = 0;
    while !shared.stop.load(SeqCst) {
        idle = if lanes.running() == 0 { idle + 1 } else { 0 };
        if idle > IDLE_TICKS {
            sleep_until_a_guest_runs(lanes, shared);
            idle = 0;
        }
        lanes.all().iter().for_each(|lane| lane.wasmtime.increment_epoch());
        thread::sleep(TICK);
    }
}

fn sleep_until_a_guest_runs(lanes: &Lanes, shared: &Shared) {
    shared.asleep.store(true, SeqCst);
    // A guest that started before `asleep` was set did not wake this thread, so check once more.
    while lanes.running() == 0 && !shared.stop.load(SeqCst) {
        thread::park();
    }
    shared.asleep.store(false, SeqCst);
}
