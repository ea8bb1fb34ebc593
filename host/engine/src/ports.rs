//! The host functions of a running plugin. The host implements `Ports`; the engine calls it.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;

use crate::calls::{Answer, Call};
use crate::contract::{Context, Failure};

/// The host's side of the contract, for one run.
///
/// The engine calls it on its own threads, which all guests share: work that takes more than a few microseconds
/// belongs on the host's runtime. When a run is cancelled, the futures returned here are dropped and must then stop
/// their work.
pub trait Ports: Send + Sync + 'static {
    /// The language, project and brand kit of the run.
    fn context(&self) -> &Context;

    /// Answers a call. The engine calls it in the order of the plugin's calls, which is the same in every run with
    /// the same answers; several futures may wait at the same time. A component makes only calls of the interfaces
    /// that it imports.
    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>>;

    /// Reports the progress of the run. Must return at once.
    fn progress(&self, done: u32, total: u32, label: &str);

    /// How long the calls of this run have waited for their turn, and will wait. This time does not count towards the
    /// run's time limit.
    fn waited(&self) -> Duration {
        Duration::ZERO
    }

    /// The memory limit of this run, if it is lower than the engine's.
    fn memory_bytes(&self) -> Option<usize> {
        None
    }
}

/// For `describe` and rule packs, which have no host functions of a run.
pub(crate) struct NoPorts(Context);

impl NoPorts {
    pub(crate) fn speaking(language: &str) -> Arc<dyn Ports> {
        Self::within(Context { interface_language: language.to_owned(), ..Context::default() })
    }

    pub(crate) fn within(context: Context) -> Arc<dyn Ports> {
        Arc::new(NoPorts(context))
    }
}

impl Ports for NoPorts {
    fn context(&self) -> &Context {
        &self.0
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        call.refuse()
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
