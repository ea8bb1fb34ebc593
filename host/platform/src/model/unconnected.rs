//! No model: the answer is the plugin's own rule-based draft.

use futures::future::{BoxFuture, FutureExt};
use sitewright_engine::{Completion, CompletionRequest};
use tokio::runtime::Handle;

use super::{Heard, Model, ModelError, Written, schema};

/// Holds the runtime for blocking work: guests run on other threads.
pub(super) struct Unconnected(pub Handle);

impl Model for Unconnected {
    fn connected(&self) -> bool {
        false
    }

    fn complete(
        &self,
        request: CompletionRequest,
        written: Written,
    ) -> BoxFuture<'static, Result<Completion, ModelError>> {
        let runtime = self.0.clone();
        async move {
            let Some(text) = request.draft.clone() else { return Err(ModelError::NeedsModel) };
            if request.schema.is_some() {
                // A draft is not validated, but the plugin's author should see early that a schema is refused.
                let read = runtime.spawn(async move { schema::read(&request).await.map(drop) });
                read.await.unwrap_or(Err(ModelError::Garbled))?;
            }
            written(Heard::Piece(&text));
            Ok(Completion { text, words: 0, drafted: true })
        }
        .boxed()
    }
}
