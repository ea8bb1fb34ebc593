//! On whom an administrator may act: an administrator on ordinary users, a super-administrator on everybody.

use axum::http::StatusCode;

use crate::platform::{
    db::{self, Conn},
    error::{Problem, Result},
};

use super::{Role, User};

/// Whether somebody of this role may act on somebody of that role.
pub fn reaches(admin: Role, person: Role) -> bool {
    match admin {
        Role::SuperAdmin => true,
        Role::Admin => person == Role::User,
        Role::User => false,
    }
}

/// What an administrator is now, whatever the session remembers; 403 for one who is none any more.
pub async fn role_now(conn: &mut Conn, admin: &User) -> Result<Role> {
    let role: Option<Role> = db::query_scalar(
        "SELECT role FROM users WHERE id = $1 AND deleted_at IS NULL AND suspended_at IS NULL",
    )
    .bind(&admin.id)
    .fetch_optional(conn)
    .await?;
    role.filter(|role| *role != Role::User).ok_or_else(Problem::forbidden)
}

/// Refuses a deed on somebody whom this administrator may not act on; on one's own account everybody may. 404 where there
/// is no such account.
pub async fn expect_reach(conn: &mut Conn, admin: &User, person_id: &str) -> Result<()> {
    let role = role_now(conn, admin).await?;
    let theirs: Option<Role> =
        db::query_scalar("SELECT role FROM users WHERE id = $1 AND deleted_at IS NULL")
            .bind(person_id)
            .fetch_optional(conn)
            .await?;
    let theirs = theirs.ok_or_else(Problem::not_found)?;
    if person_id == admin.id || reaches(role, theirs) { Ok(()) } else { Err(only_super_administrators()) }
}

/// The refusal of an administrator who is no super-administrator.
pub fn only_super_administrators() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "admin.only-super-administrators")
}
