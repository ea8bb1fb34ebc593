//! Users: the rows of accounts. The platform has this table because every request is of a user. Slices read the view
//! `user_profiles` and change users by these functions.

mod addresses;
mod business;
mod credentials;
mod search;

use crate::auth::Role;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::error::{Problem, Result, refuse_if};
use crate::locale::Locale;

pub use addresses::{change_email, claim_email, remove_claims, verify_email};
pub use business::Business;
pub use credentials::{Credentials, claimants, set_google, set_password, with_email, with_google, with_id};
pub use search::fold_new;

/// A new user.
pub struct NewUser<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub email: &'a str,
    /// The address that waits for verification.
    pub pending_email: Option<&'a str>,
    pub password_hash: Option<&'a str>,
    pub role: Role,
    pub language: Option<Locale>,
    /// Whether the owner of the mailbox has verified `email`.
    pub email_proven: bool,
    /// When `email` counts as verified.
    pub email_verified_at: Option<Timestamp>,
}

/// Stores a user; false if another one has the address.
pub async fn insert(tx: &mut Conn, new: NewUser<'_>) -> Result<bool> {
    let done = db::query(
        "INSERT INTO users (id, name, email, pending_email, password_hash, role, language, email_proven, email_verified_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) ON CONFLICT DO NOTHING",
    )
    .binds((new.id, new.name, new.email, new.pending_email, new.password_hash, new.role, new.language))
    .binds((new.email_proven, new.email_verified_at, Timestamp::now()))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Sets the name and the language; `None` keeps the stored value.
pub async fn set_profile(
    tx: &mut Conn,
    id: &str,
    name: Option<&str>,
    language: Option<Locale>,
) -> Result<()> {
    db::query("UPDATE users SET name = COALESCE($2, name), language = COALESCE($3, language), updated_at = $4 WHERE id = $1")
        .binds((id, name, language, Timestamp::now()))
        .run(tx)
        .await
}

/// Sets the URL of the avatar.
pub async fn set_avatar(tx: &mut Conn, id: &str, url: Option<&str>) -> Result<()> {
    let query = db::query("UPDATE users SET avatar = $2, updated_at = $3 WHERE id = $1");
    query.binds((id, url, Timestamp::now())).run(tx).await
}

pub async fn set_role(tx: &mut Conn, id: &str, role: Role) -> Result<()> {
    let query = db::query("UPDATE users SET role = $2, updated_at = $3 WHERE id = $1");
    query.binds((id, role, Timestamp::now())).run(tx).await
}

/// Suspends a user, or lifts the suspension.
pub async fn set_suspension(tx: &mut Conn, id: &str, since: Option<Timestamp>) -> Result<()> {
    let query = db::query("UPDATE users SET suspended_at = $2, updated_at = $3 WHERE id = $1");
    query.binds((id, since, Timestamp::now())).run(tx).await
}

/// Removes the personal data of a deleted account. Its row stays for the ledgers that refer to it.
pub async fn anonymize(tx: &mut Conn, id: &str) -> Result<()> {
    let query = db::query(
        "UPDATE users SET name = '-', email = $2, pending_email = NULL, password_hash = NULL, role = 'user', language = NULL,
             avatar = NULL, google_id = NULL, email_proven = FALSE, email_verified_at = NULL, deleted_at = $3, updated_at = $3
         WHERE id = $1",
    );
    query.binds((id, format!("{id}@deleted.invalid"), Timestamp::now())).run(tx).await
}

/// Deletes users who did not verify their address and registered before this time: the address was wrong, or belongs
/// to another user.
pub async fn remove_unverified(tx: &mut Conn, before: Timestamp) -> Result<()> {
    db::query("DELETE FROM users WHERE email_verified_at IS NULL AND deleted_at IS NULL AND created_at < $1")
        .bind(before)
        .run(tx)
        .await
}

/// Administrators with a verified address, in a fixed order.
pub async fn administrators(conn: &mut Conn) -> Result<Vec<String>> {
    let found = db::query_scalar(
        "SELECT id FROM user_profiles WHERE role IN ('admin', 'super-admin') AND email_verified_at IS NOT NULL ORDER BY id",
    );
    Ok(found.fetch_all(conn).await?)
}

/// Refuses an account that does not exist or was deleted.
pub async fn expect(conn: &mut Conn, id: &str) -> Result<()> {
    refuse_if(!exists(conn, id).await?, Problem::not_found)
}

/// Whether there is such an account.
pub async fn exists(conn: &mut Conn, id: &str) -> Result<bool> {
    let found = db::query_scalar("SELECT EXISTS (SELECT 1 FROM user_profiles WHERE id = $1)");
    Ok(found.bind(id).fetch_one(conn).await?)
}
