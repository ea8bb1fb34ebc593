//! Access to a user's account: opened for a user who is locked out, closed after an intrusion.

use crate::messages::audit_log::{ByAdmin, ByConfirmedAdmin, Subject};
use crate::messages::realtime;
use crate::people::accounts;
use crate::platform::prelude::*;

use super::new_user::OneTimeLink;
use super::target;

/// Create a one-time sign-in link for a user
///
/// It is shown only once. A second factor is still required.
#[utoipa::path(post, path = "/api/admin/users/{id}/link", tag = "admin", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 200, body = OneTimeLink), (status = 423, description = "Confirm the password first")))]
pub(super) async fn make_link(
    app: App,
    ByConfirmedAdmin(by): ByConfirmedAdmin,
    Path(id): Path<String>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    let token = accounts::new_link(&app, &mut tx, &person.id).await?;
    by.record(&mut tx, "user.link-made", Subject::user(&person.id), json!({})).await?;
    committed(tx, (NO_STORE, Json(OneTimeLink::new(&app, &token))).into_response()).await
}

/// Mail a user a link to reset the password
#[utoipa::path(post, path = "/api/admin/users/{id}/password-reset", tag = "admin", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 202, description = "The mail is queued")))]
pub(super) async fn send_password_reset(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    let language = person.language.unwrap_or(locale);
    accounts::mail_reset(&app, &mut tx, &person.id, &person.email, language).await?;
    by.record(&mut tx, "user.reset-mailed", Subject::user(&person.id), json!({})).await?;
    committed(tx, StatusCode::ACCEPTED.into_response()).await
}

/// Disable a user's second factor
///
/// The user is notified by mail.
#[utoipa::path(delete, path = "/api/admin/users/{id}/two-factor", tag = "admin", params(("id" = String, Path, description = "Id of the user")), responses(
    (status = 204, description = "No code is required any more"),
    (status = 409, description = "Two-factor codes are not in use"),
    (status = 423, description = "Confirm the password first"),
))]
pub(super) async fn remove_second_factor(
    app: App,
    ByConfirmedAdmin(by): ByConfirmedAdmin,
    Path(id): Path<String>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    let was_on = accounts::remove_second_step(&app, &mut tx, &person.id).await?;
    refuse_if(!was_on, || Problem::conflict("accounts.two-factor-is-off"))?;
    by.record(&mut tx, "user.two-factor-removed", Subject::user(&person.id), json!({})).await?;
    committed(tx, no_content()).await
}

/// End all sessions of a user
#[utoipa::path(delete, path = "/api/admin/users/{id}/sessions", tag = "admin", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 204, description = "The user is signed out everywhere")))]
pub(super) async fn end_user_sessions(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    let count = auth::end_sessions(&app, &mut tx, &person.id, None).await?;
    let details = json!({ "count": count });
    by.record(&mut tx, "user.sessions-ended", Subject::user(&person.id), details).await?;
    realtime::reconnect(&app, &mut tx, &person.id);
    committed(tx, no_content()).await
}

/// End one session of a user
#[utoipa::path(delete, path = "/api/admin/users/{id}/sessions/{session}", tag = "admin", params(
    ("id" = String, Path, description = "Id of the user"), ("session" = String, Path, description = "Id of the session")),
    responses((status = 204, description = "It has ended")))]
pub(super) async fn end_user_session(
    app: App,
    by: ByAdmin,
    Path((id, session)): Path<(String, String)>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let person = target::other(&mut tx, &by.admin, &id).await?;
    auth::end_session_of(&app, &mut tx, &person.id, &session).await?;
    by.record(&mut tx, "user.session-ended", Subject::user(&person.id), json!({})).await?;
    realtime::reconnect(&app, &mut tx, &person.id);
    committed(tx, no_content()).await
}
