//! The host functions of a running plugin. The host implements `Ports`; the engine calls it.

use std::sync::Arc;

use futures::future::{BoxFuture, join_all};

use crate::contract::{Completion, CompletionRequest, Context, Failure};
use crate::outside::Outside;

/// The host's side of the contract, for one run.
///
/// The engine calls it on its own threads, which all guests share: work that takes more than a few microseconds
/// belongs on the host's runtime. When a run is cancelled, the futures returned here are dropped and must then stop
/// their work.
pub trait Ports: Send + Sync + 'static {
    /// The language, project and brand kit of the run.
    fn context(&self) -> &Context;

    /// Sends one request to the model.
    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>>;

    /// Sends several independent requests at the same time; returns the answers in the order of the requests.
    fn complete_all(
        &self,
        requests: Vec<CompletionRequest>,
    ) -> BoxFuture<'_, Vec<Result<Completion, Failure>>> {
        Box::pin(join_all(requests.into_iter().map(|request| self.complete(request))))
    }

    /// Reports the progress of the run. Must return at once.
    fn progress(&self, done: u32, total: u32, label: &str);

    /// The memory limit of this run, if it is lower than the engine's.
    fn memory_bytes(&self) -> Option<usize> {
        None
    }

    /// The interfaces that lead out of the run. `None` refuses every such call.
    fn outside(&self) -> Option<&dyn Outside> {
        None
    }
}

/// For `describe`, which is pure and has no host functions.
pub(crate) struct NoPorts(Context);

impl NoPorts {
    pub(crate) fn speaking(language: &str) -> Arc<dyn Ports> {
        Arc::new(NoPorts(Context { interface_language: language.to_owned(), ..Context::default() }))
    }
}

impl Ports for NoPorts {
    fn context(&self) -> &Context {
        &self.0
    }

    fn complete(&self, _: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>> {
        Box::pin(async { Err(Failure::Refused("`describe` must not ask the model.".to_owned())) })
    }

    fn progress(&self, _: u32, _: u32, _: &str) {}
}
