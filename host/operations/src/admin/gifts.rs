//! Words and pages granted by an administrator. They cannot be taken back: the ledger only grants and charges.

use crate::billing::meters::{self, Allowance, Meter};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

use super::target;

/// An amount of a meter for a user, with the reason.
#[derive(Deserialize, Validate, ToSchema)]
pub(super) struct Gift {
    #[garde(required, inner(range(min = 1, max = 10_000_000)))]
    #[schema(required, value_type = u32, minimum = 1, maximum = 10_000_000)]
    amount: Option<i64>,
    /// For the audit log.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 200)))]
    #[schema(required, value_type = String, max_length = 200)]
    reason: Option<String>,
}

/// Grant words to a user
#[utoipa::path(post, path = "/api/admin/users/{id}/words", tag = "admin", request_body = Gift,
    params(("id" = String, Path, description = "Id of the user")), responses((status = 201, body = Allowance)))]
pub(super) async fn give_words(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(gift): Valid<Gift>,
) -> Result<Response> {
    give(&app, &by, &id, Meter::Words, gift).await
}

/// Grant pages to a user
#[utoipa::path(post, path = "/api/admin/users/{id}/pages", tag = "admin", request_body = Gift,
    params(("id" = String, Path, description = "Id of the user")), responses((status = 201, body = Allowance)))]
pub(super) async fn give_pages(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(gift): Valid<Gift>,
) -> Result<Response> {
    give(&app, &by, &id, Meter::Pages, gift).await
}

async fn give(app: &App, by: &ByAdmin, id: &str, meter: Meter, gift: Gift) -> Result<Response> {
    // Validation keeps it small.
    let amount = gift.amount.and_then(|amount| u32::try_from(amount).ok()).unwrap_or_default();
    let reason = gift.reason.unwrap_or_default();
    let mut tx = app.db.write().await?;
    let person = target::any(&mut tx, &by.admin, id).await?;
    meters::grant(&mut tx, meter.of(&person.id), amount, "gift").await?;
    let have = meters::publish(app, &mut tx, meter, &person.id).await?;
    let action = match meter {
        Meter::Words => "user.words-given",
        Meter::Pages => "user.pages-given",
    };
    let details = json!({ meter.name(): amount, "reason": reason });
    by.record(&mut tx, action, Subject::user(&person.id), details).await?;
    committed(tx, (StatusCode::CREATED, Json(have)).into_response()).await
}
