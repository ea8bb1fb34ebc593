//! Passwords and Google accounts of users. The view `user_profiles` shows only whether a user has them.

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::error::Result;

/// A user with the hash of the password, if there is one.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Credentials {
    pub id: String,
    pub password_hash: Option<String>,
}

pub async fn with_id(conn: &mut Conn, id: &str) -> Result<Option<Credentials>> {
    let found = db::query_as("SELECT id, password_hash FROM users WHERE id = $1 AND deleted_at IS NULL");
    Ok(found.bind(id).fetch_optional(conn).await?)
}

/// The user with this address.
pub async fn with_email(conn: &mut Conn, email: &str) -> Result<Option<Credentials>> {
    let found = db::query_as("SELECT id, password_hash FROM users WHERE email = $1 AND deleted_at IS NULL");
    Ok(found.bind(email).fetch_optional(conn).await?)
}

/// Users without a verified address who claim this one, in the order of registration.
pub async fn claimants(conn: &mut Conn, email: &str) -> Result<Vec<Credentials>> {
    let found = db::query_as(
        "SELECT id, password_hash FROM users WHERE pending_email = $1 AND email_verified_at IS NULL AND deleted_at IS NULL
         ORDER BY id",
    );
    Ok(found.bind(email).fetch_all(conn).await?)
}

/// The id of the user with this Google account.
pub async fn with_google(conn: &mut Conn, google_id: &str) -> Result<Option<String>> {
    let found = db::query_scalar("SELECT id FROM users WHERE google_id = $1");
    Ok(found.bind(google_id).fetch_optional(conn).await?)
}

pub async fn set_password(tx: &mut Conn, id: &str, hash: &str) -> Result<()> {
    let query = db::query("UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1");
    query.binds((id, hash, Timestamp::now())).run(tx).await
}

/// Connects a Google account, or disconnects it.
pub async fn set_google(tx: &mut Conn, id: &str, google_id: Option<&str>) -> Result<()> {
    db::query("UPDATE users SET google_id = $2, updated_at = $3 WHERE id = $1 AND deleted_at IS NULL")
        .binds((id, google_id, Timestamp::now()))
        .run(tx)
        .await
}
