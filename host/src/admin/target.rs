//! Whom an administrator acts on, and whether they may.

use axum::http::StatusCode;

use crate::{
    auth::{Role, User},
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
    locale::Locale,
};

/// The person that something is done to.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Target {
    pub id: String,
    pub name: String,
    /// The address that the person goes by: until the first one is proven, the one that waits for it.
    pub email: String,
    pub role: Role,
    pub language: Option<Locale>,
    pub suspended_at: Option<Timestamp>,
}

/// Somebody who has an account; 404 for anybody else.
pub(super) async fn find(conn: &mut Conn, id: &str) -> Result<Target> {
    db::query_as(
        "SELECT id, name, CASE WHEN email_verified_at IS NULL THEN COALESCE(pending_email, email) ELSE email END AS email,
             role, language, suspended_at
         FROM users WHERE id = $1 AND deleted_at IS NULL",
    )
    .bind(id)
    .fetch_optional(conn)
    .await?
    .ok_or_else(Problem::not_found)
}

/// What an administrator is now, whatever the session remembers.
pub(super) async fn role_now(conn: &mut Conn, admin: &User) -> Result<Role> {
    let role: Option<Role> = db::query_scalar(
        "SELECT role FROM users WHERE id = $1 AND deleted_at IS NULL AND suspended_at IS NULL",
    )
    .bind(&admin.id)
    .fetch_optional(conn)
    .await?;
    role.filter(|role| *role != Role::User).ok_or_else(Problem::forbidden)
}

/// Whether somebody of this role may act on somebody of that role.
pub(super) fn reaches(admin: Role, person: Role) -> bool {
    match admin {
        Role::SuperAdmin => true,
        Role::Admin => person == Role::User,
        Role::User => false,
    }
}

/// Whether an administrator may take the place of somebody of that role.
pub(super) fn may_impersonate(admin: Role, person: Role) -> bool {
    reaches(admin, person) && person != Role::SuperAdmin
}

/// Somebody else, on whom this administrator may act.
pub(super) async fn somebody_else(tx: &mut Conn, admin: &User, id: &str) -> Result<Target> {
    let target = anybody(tx, admin, id).await?;
    if target.id == admin.id {
        return Err(Problem::new(StatusCode::FORBIDDEN, "admin.own-account"));
    }
    Ok(target)
}

/// The same, oneself included.
pub(super) async fn anybody(tx: &mut Conn, admin: &User, id: &str) -> Result<Target> {
    let role = role_now(tx, admin).await?;
    let target = find(tx, id).await?;
    if target.id != admin.id && !reaches(role, target.role) {
        return Err(only_super_administrators());
    }
    Ok(target)
}

pub(super) fn only_super_administrators() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "admin.only-super-administrators")
}
