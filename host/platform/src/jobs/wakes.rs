//! Wakes the workers of this process when jobs are enqueued.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tokio::sync::Notify;

/// The handles by which the application wakes a lane.
#[derive(Clone, Default)]
pub struct Jobs(pub(super) Arc<OnceLock<Arc<Wakes>>>);

pub(super) struct Wakes {
    pub lanes: HashMap<&'static str, Arc<Notify>>,
    /// Woken when a job is due before the next poll.
    pub schedule: Notify,
}

impl Jobs {
    /// Lets the workers look for jobs that were just committed. Without workers here, another process runs them.
    pub(super) fn wake(&self, lane: &str, ready: bool) {
        let Some(wakes) = self.0.get() else { return };
        match wakes.lanes.get(lane) {
            Some(lane) if ready => lane.notify_one(),
            _ => wakes.schedule.notify_one(),
        }
    }
}
