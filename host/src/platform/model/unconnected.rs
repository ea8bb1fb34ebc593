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
            // A draft is not validated, but the plugin's author should see early that a schema is refused.
            let request = match request.schema {
                Some(_) => {
                    let read = runtime.spawn(async move { schema::read(&request).await.map(|_| request) });
                    read.await.unwrap_or(Err(ModelError::Garbled))?
                }
                None => request,
            };
            let text = request.draft.ok_or(ModelError::NeedsModel)?;
            written(Heard::Piece(&text));
            Ok(Completion { text, words: 0, drafted: true })
        }
        .boxed()
    }
}
