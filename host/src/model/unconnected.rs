//! No model: the answer is the plugin's own rule-based draft.

use futures::future::{BoxFuture, FutureExt, ready};
use sitewright_engine::{Completion, CompletionRequest};

use super::{Model, ModelError, Written};

pub(super) struct Unconnected;

impl Model for Unconnected {
    fn connected(&self) -> bool {
        false
    }

    fn complete(
        &self,
        request: CompletionRequest,
        written: Written,
    ) -> BoxFuture<'static, Result<Completion, ModelError>> {
        let answer = request.draft.ok_or(ModelError::NeedsModel).map(|text| {
            written(&text);
            Completion { text, words: 0, drafted: true }
        });
        ready(answer).boxed()
    }
}
