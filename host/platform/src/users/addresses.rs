//! The addresses of users: the verified one, and one that waits for verification.

use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::error::Result;

/// Makes a verified address that of the user. `is_proven` if the owner of the mailbox verified it, and not an
/// administrator.
pub async fn verify_email(tx: &mut Conn, id: &str, email: &str, is_proven: bool) -> Result<()> {
    let query = db::query(
        "UPDATE users SET email = $2, pending_email = CASE WHEN pending_email = $2 THEN NULL ELSE pending_email END,
             email_proven = (email_proven OR $3), email_verified_at = COALESCE(email_verified_at, $4), updated_at = $4 WHERE id = $1",
    );
    query.binds((id, email, is_proven, Timestamp::now())).run(tx).await
}

/// Changes the address without verification, for servers that require none.
pub async fn change_email(tx: &mut Conn, id: &str, email: &str) -> Result<()> {
    db::query("UPDATE users SET email = $2, pending_email = NULL, email_proven = (email_proven AND email = $2), updated_at = $3 WHERE id = $1")
        .binds((id, email, Timestamp::now()))
        .run(tx)
        .await
}

/// Stores the address that waits for verification, or that none does. The user's own address needs none.
pub async fn claim_email(tx: &mut Conn, id: &str, email: Option<&str>) -> Result<()> {
    let query = db::query(
        "UPDATE users SET pending_email = CASE WHEN email = $2 THEN NULL ELSE $2 END, updated_at = $3 WHERE id = $1",
    );
    query.binds((id, email, Timestamp::now())).run(tx).await
}

/// Deletes users who claim an address that another user has now verified. They could do nothing, so nothing is lost.
pub async fn remove_claims(tx: &mut Conn, email: &str, but: &str) -> Result<()> {
    db::query("DELETE FROM users WHERE pending_email = $1 AND email_verified_at IS NULL AND id <> $2")
        .binds((email, but))
        .run(tx)
        .await
}
