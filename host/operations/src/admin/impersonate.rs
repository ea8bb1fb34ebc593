//! Starts an impersonation; `accounts/impersonation.rs` ends it.

use crate::messages::audit_log::{ByConfirmedAdmin, Subject};
use crate::people::accounts::{self, Impersonation};
use crate::platform::prelude::*;

use super::target::{self, may_impersonate};

/// Impersonate a user
///
/// Starts a session as the user; `/api/impersonation/end` ends it. Meanwhile security settings cannot be changed.
#[utoipa::path(post, path = "/api/admin/users/{id}/impersonate", tag = "admin", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 200, body = Impersonation), (status = 423, description = "Confirm the password first")))]
pub(super) async fn impersonate_user(
    app: App,
    ByConfirmedAdmin(by): ByConfirmedAdmin,
    Path(id): Path<String>,
    parts: Parts,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    if !may_impersonate(auth::role_now(&mut tx, &by.admin).await?, person.role) {
        return Err(auth::only_super_administrators().named("admin.not-in-this-place"));
    }
    let answer = accounts::begin_impersonation(&app, &mut tx, &parts, &by.admin, &person.id).await?;
    by.record(&mut tx, "user.impersonated", Subject::user(&person.id), json!({})).await?;
    committed(tx, answer).await
}
