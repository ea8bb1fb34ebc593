//! What is known of a page while it loads.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sitewright_crawler::render::Unrendered;
use tokio::sync::watch;
use tokio::time::Instant;

/// What is known of a page while it loads.
pub struct Loading {
    inner: Mutex<State>,
    pub changed: watch::Sender<()>,
}

pub struct State {
    /// The document has been answered.
    pub has_document: bool,
    pub has_loaded: bool,
    /// The context of our scripts in the page.
    pub world: Option<i64>,
    /// Where scripts tried to lead.
    pub moved_to: Option<String>,
    pub exceptions: u32,
    pub exception: String,
    pub requests: u32,
    pub foreign_requests: u32,
    pub bytes: u64,
    pub in_flight: u32,
    /// The last request that began or ended.
    pub active: Instant,
    /// When the network of the phone has transferred everything so far.
    pub link_free: Instant,
    /// Why it will not be rendered.
    pub end: Option<Unrendered>,
}

impl Loading {
    pub fn new() -> Self {
        let now = Instant::now();
        Self {
            inner: Mutex::new(State {
                has_document: false,
                has_loaded: false,
                world: None,
                moved_to: None,
                exceptions: 0,
                exception: String::new(),
                requests: 0,
                foreign_requests: 0,
                bytes: 0,
                in_flight: 0,
                active: now,
                link_free: now,
                end: None,
            }),
            changed: watch::Sender::new(()),
        }
    }

    pub fn get(&self) -> MutexGuard<'_, State> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes what waits for it.
    pub fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.get());
        self.changed.send_replace(());
    }

    /// Notes why the page will not be rendered; the first reason stays.
    pub fn end(&self, reason: Unrendered) {
        self.change(|state| {
            state.end.get_or_insert(reason);
        });
    }
}
