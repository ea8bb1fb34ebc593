//! Schemas that plugins set for answers.
//!
//! A plugin chooses the schema, and a plugin or a user influences the answer. Both are bounded before any work is
//! done (see [`AnswerSchema`]), and the work runs on a few blocking threads, so that request threads never wait for
//! it.

use std::sync::Arc;

use serde_json::Value;
use sitewright_engine::CompletionRequest;
use sitewright_package::AnswerSchema;
use tokio::sync::Semaphore;

use super::{ModelError, answer_bytes};
use crate::tasks::blocking;

/// Schemas and answers that are processed at the same time.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// The keyword of a schema that a model need not follow: with the value "text" the answer may be text.
const FALLBACK: &str = "x-fallback";

/// The schema of a request.
pub(super) struct Wanted {
    schema: AnswerSchema,
    /// As it is sent to the model.
    pub document: Value,
    /// Whether an answer as text is as good. Such a schema is sent only to a provider that enforces it.
    pub or_text: bool,
}

/// Reads the schema of a request; refuses one that could make checking slow.
pub(super) async fn read(request: &CompletionRequest) -> Result<Option<Arc<Wanted>>, ModelError> {
    let Some(text) = request.schema.clone() else { return Ok(None) };
    let most_bytes = answer_bytes(request.max_words);
    match apart(move || AnswerSchema::read(&text, most_bytes)).await? {
        Ok(schema) => {
            let mut document = schema.document().clone();
            let fallback = document.as_object_mut().and_then(|members| members.remove(FALLBACK));
            Ok(Some(Arc::new(Wanted { schema, document, or_text: fallback.is_some_and(|to| to == "text") })))
        }
        Err(problems) => {
            let codes: Vec<&str> = problems.iter().take(5).map(|problem| problem.code.as_str()).collect();
            tracing::info!(?codes, "a plugin's schema for an answer is refused");
            Err(ModelError::Schema(codes.first().copied().unwrap_or_default()))
        }
    }
}

/// Whether an answer satisfies its schema.
pub(super) async fn is_satisfied(wanted: &Arc<Wanted>, answer: &str) -> Result<bool, ModelError> {
    let (wanted, answer) = (wanted.clone(), answer.to_owned());
    apart(move || wanted.schema.is_satisfied_by(&answer)).await
}

async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ModelError> {
    let permit = AT_ONCE.acquire().await.map_err(|_| ModelError::Garbled)?;
    let work = move || {
        // Held until the work has ended, even if the caller was dropped.
        let _permit = permit;
        work()
    };
    blocking(work).await.map_err(|error| {
        tracing::error!(%error, "a schema could not be read or checked");
        ModelError::Garbled
    })
}
