//! The crawls that this process runs.

use sitewright_crawler::crawl::Handle;

use crate::platform::prelude::*;

/// The crawls of this process, by audit.
#[derive(Clone, Default)]
pub(super) struct Handles(Arc<Mutex<HashMap<String, Handle>>>);

impl Handles {
    pub(super) fn put(&self, audit: &str, handle: Handle) {
        self.lock().insert(audit.to_owned(), handle);
    }

    pub(super) fn remove(&self, audit: &str) {
        self.lock().remove(audit);
    }

    /// Stops the crawl of an audit, if this process runs it. Another process sees the state with its next batch.
    pub(super) fn stop(&self, audit: &str) {
        if let Some(handle) = self.lock().get(audit) {
            handle.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Handle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
