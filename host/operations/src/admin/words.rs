//! Words granted by an administrator. They cannot be taken back: the ledger only grants and charges.

use crate::billing::meters::{self, Allowance, Meter};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::messages::realtime;
use crate::platform::prelude::*;

use super::target;

/// Words for a user, with the reason.
#[derive(Deserialize, Validate, ToSchema)]
pub(super) struct WordsGift {
    #[garde(required, inner(range(min = 1, max = 10_000_000)))]
    #[schema(required, value_type = u32, minimum = 1, maximum = 10_000_000)]
    words: Option<i64>,
    /// For the audit log.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 200)))]
    #[schema(required, value_type = String, max_length = 200)]
    reason: Option<String>,
}

/// Grant words to a user
#[utoipa::path(post, path = "/api/admin/users/{id}/words", tag = "admin", request_body = WordsGift,
    params(("id" = String, Path, description = "Id of the user")), responses((status = 201, body = Allowance)))]
pub(super) async fn give_words(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(gift): Valid<WordsGift>,
) -> Result<Response> {
    // Validation keeps it small.
    let words = gift.words.and_then(|words| u32::try_from(words).ok()).unwrap_or_default();
    let reason = gift.reason.unwrap_or_default();
    let mut tx = app.db.write().await?;
    let person = target::any(&mut tx, &by.admin, &id).await?;
    let purse = Meter::Words.of(&person.id);
    meters::grant(&mut tx, purse, words, "gift").await?;
    let have = meters::allowance(&mut tx, purse).await?;
    let details = json!({ "words": words, "reason": reason });
    by.record(&mut tx, "user.words-given", Subject::user(&person.id), details).await?;
    realtime::publish(&app, &mut tx, &person.id, "words.changed", &have);
    committed(tx, (StatusCode::CREATED, Json(have)).into_response()).await
}
