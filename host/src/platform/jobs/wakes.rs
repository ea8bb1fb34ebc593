//! Wake-ups between those who enqueue jobs and the workers of this process.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tokio::sync::Notify;

/// The engine's handles within the application: which lane to wake.
#[derive(Clone, Default)]
pub struct Jobs(pub(super) Arc<OnceLock<Arc<Wakes>>>);

pub(super) struct Wakes {
    pub lanes: HashMap<&'static str, Arc<Notify>>,
    /// Woken when a job is due before the next look.
    pub schedule: Notify,
}

impl Jobs {
    /// Lets the workers look for jobs that have just been committed. Without an engine another process does.
    pub(super) fn wake(&self, lane: &str, ready: bool) {
        let Some(wakes) = self.0.get() else { return };
        match wakes.lanes.get(lane) {
            Some(lane) if ready => lane.notify_one(),
            _ => wakes.schedule.notify_one(),
        }
    }
}
