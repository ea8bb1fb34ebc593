//! The user that an administrator acts on, and the permission.

use crate::messages::realtime;
use crate::platform::auth::reaches;
use crate::platform::prelude::*;

/// The user of an action.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Target {
    pub id: String,
    pub name: String,
    /// The user's address: until the first one is verified, the pending one.
    pub email: String,
    pub role: Role,
    pub language: Option<Locale>,
    pub suspended_at: Option<Timestamp>,
}

/// A user with an account; 404 otherwise.
pub(super) async fn find(conn: &mut Conn, id: &str) -> Result<Target> {
    db::query_as(
        "SELECT id, name, shown_email AS email, role, language, suspended_at FROM user_profiles WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(conn)
    .await?
    .ok_or_else(Problem::not_found)
}

/// Whether an administrator may impersonate a user of that role.
pub(super) fn may_impersonate(admin: Role, person: Role) -> bool {
    reaches(admin, person) && person != Role::SuperAdmin
}

/// Another user whom this administrator may manage.
pub(super) async fn other(tx: &mut Conn, admin: &User, id: &str) -> Result<Target> {
    let target = any(tx, admin, id).await?;
    refuse_if(target.id == admin.id, || Problem::new(StatusCode::FORBIDDEN, "admin.own-account"))?;
    Ok(target)
}

/// The same, including one's own account.
pub(super) async fn any(tx: &mut Conn, admin: &User, id: &str) -> Result<Target> {
    expect_reach(tx, admin, id).await?;
    find(tx, id).await
}

/// Clears this process's cache of a user, and makes their open pages subscribe again.
pub(super) fn forget(app: &App, tx: &mut Conn, id: &str) {
    app.sessions.forget_user(tx, id);
    realtime::reconnect(app, tx, id);
}
