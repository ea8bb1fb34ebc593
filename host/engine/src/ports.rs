//! What the host does for a running plugin. The host implements `Ports`; the engine calls it.

use std::sync::Arc;

use futures::future::{BoxFuture, join_all};

use crate::contract::{Completion, CompletionRequest, Context, Failure};
use crate::outside::Outside;

/// The host's side of the contract, for one run.
///
/// It is called on the engine's own threads, which all guests share: what takes more than a few
/// microseconds belongs on the host's runtime. When a run is cancelled, the futures returned here
/// are dropped, and must then stop what they do.
pub trait Ports: Send + Sync + 'static {
    /// Who and what the run is for.
    fn context(&self) -> &Context;

    /// Asks the model once.
    fn complete(&self, request: CompletionRequest) -> BoxFuture<'_, Result<Completion, Failure>>;

    /// Asks several independent questions at the same time; answers in the order of the questions.
    fn complete_all(
        &self,
        requests: Vec<CompletionRequest>,
    ) -> BoxFuture<'_, Vec<Result<Completion, Failure>>> {
        Box::pin(join_all(requests.into_iter().map(|request| self.complete(request))))
    }

    /// Shows how far the run is. Must return at once.
    fn progress(&self, done: u32, total: u32, label: &str);

    /// Memory that this run may have, where that is less than the engine gives every run.
    fn memory_bytes(&self) -> Option<usize> {
        None
    }

    /// What leads out of the run; none where there is no way out, and then every such call is refused.
    fn outside(&self) -> Option<&dyn Outside> {
        None
    }
}

/// For `describe`, which is pure: there is nobody to ask.
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
