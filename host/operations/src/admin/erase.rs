//! Deleting a user's account as an administrator.

use crate::messages::audit_log::{ByAdmin, Subject};
use crate::people::accounts;
use crate::platform::prelude::*;

use super::target;

/// The address of the account, typed by hand to confirm the right one.
#[derive(Deserialize, Validate, ToSchema)]
pub(super) struct Erasure {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254)))]
    #[schema(required, value_type = String, format = Email)]
    email: Option<String>,
}

/// Delete a user's account
///
/// Permanently: texts, settings, images, sessions. It cannot be undone.
#[utoipa::path(delete, path = "/api/admin/users/{id}", tag = "admin", request_body = Erasure,
    params(("id" = String, Path, description = "Id of the user")), responses(
    (status = 204, description = "The account is deleted"),
    (status = 409, description = "Something still runs"),
    (status = 423, description = "Confirm the password first"),
))]
pub(super) async fn erase_user(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(erasure): Valid<Erasure>,
) -> Result<Response> {
    auth::expect_confirmed(&app, &by.admin).await?;
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    let is_other = erasure.email.unwrap_or_default().to_lowercase() != person.email;
    refuse_if(is_other, || Problem::invalid_field("email", Text::key("admin.not-the-address")))?;
    accounts::erase(&app, &mut tx, &person.id).await.map_err(unfinished_work)?;
    by.record(&mut tx, "user.erased", Subject::user(&person.id), json!({})).await?;
    target::forget(&app, &mut tx, &person.id);
    committed(tx, no_content()).await
}

/// The unfinished work belongs to the user, not to the reader.
fn unfinished_work(problem: Problem) -> Problem {
    if problem.code() == "accounts.work-goes-on" { problem.named("admin.work-goes-on") } else { problem }
}
