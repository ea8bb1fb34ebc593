//! Which users an administrator may manage: an administrator ordinary users, a super-administrator everyone.

use axum::http::StatusCode;

use crate::db::{self, Conn};
use crate::error::{Problem, Result};

use super::{Role, User};

/// Whether a user of role `admin` may manage a user of role `person`.
pub fn reaches(admin: Role, person: Role) -> bool {
    match admin {
        Role::SuperAdmin => true,
        Role::Admin => person == Role::User,
        Role::User => false,
    }
}

/// The administrator's current role, read from the database and not from the session; 403 without one.
pub async fn role_now(conn: &mut Conn, admin: &User) -> Result<Role> {
    let role = db::query_scalar("SELECT role FROM user_profiles WHERE id = $1 AND suspended_at IS NULL");
    let role: Option<Role> = role.bind(&admin.id).fetch_optional(conn).await?;
    role.filter(|role| *role != Role::User).ok_or_else(Problem::forbidden)
}

/// Refuses an action on a user whom this administrator may not manage; everyone may manage their own account. 404 if
/// there is no such account.
pub async fn expect_reach(conn: &mut Conn, admin: &User, person_id: &str) -> Result<()> {
    let role = role_now(conn, admin).await?;
    let theirs = db::query_scalar("SELECT role FROM user_profiles WHERE id = $1");
    let theirs: Option<Role> = theirs.bind(person_id).fetch_optional(conn).await?;
    let theirs = theirs.ok_or_else(Problem::not_found)?;
    if person_id == admin.id || reaches(role, theirs) { Ok(()) } else { Err(only_super_administrators()) }
}

/// The refusal for an administrator who is not a super-administrator.
pub fn only_super_administrators() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "admin.only-super-administrators")
}
