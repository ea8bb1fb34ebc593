//! Mailed links: creation, and single use.

use crate::platform::prelude::*;

/// The purpose of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Verifies an address.
    Verify,
    /// Resets the password.
    Reset,
}

text_column!(Kind);

/// Creates a link's token. An earlier verification link becomes invalid. Reset links stay valid until one is used: a
/// stranger who requests another mail must not invalidate the one that the owner has.
pub(super) async fn make(app: &App, tx: &mut Conn, user_id: &str, kind: Kind, email: &str) -> Result<String> {
    let (token, now) = (auth::new_secret(), Timestamp::now());
    let lifetime = match kind {
        Kind::Verify => app.config.verify_lifetime,
        Kind::Reset => app.config.reset_lifetime,
    };
    if kind == Kind::Verify {
        forget(tx, user_id, kind).await?;
    }
    db::query(
        "INSERT INTO mailed_links (token_hash, user_id, kind, email, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .binds((auth::hash_of(&token), user_id, kind, email, now))
    .bind(now.plus_ms(i64::try_from(lifetime.as_millis()).unwrap_or(i64::MAX / 2)))
    .execute(&mut *tx)
    .await?;
    Ok(token)
}

/// Deletes the links of a user.
pub(super) async fn forget(tx: &mut Conn, user_id: &str, kind: Kind) -> Result<()> {
    let query = db::query("DELETE FROM mailed_links WHERE user_id = $1 AND kind = $2");
    query.binds((user_id, kind)).run(&mut *tx).await
}

/// A used link.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Followed {
    pub user_id: String,
    pub email: String,
}

/// Uses up a link and the others of its kind; `None` if it is unknown, used or expired.
pub(super) async fn take(tx: &mut Conn, token: &str, kind: Kind) -> Result<Option<Followed>> {
    let followed: Option<Followed> = db::query_as(
        "DELETE FROM mailed_links WHERE token_hash = $1 AND kind = $2 AND expires_at > $3 RETURNING user_id, email",
    )
    .binds((auth::hash_of(token), kind, Timestamp::now()))
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(followed) = &followed {
        forget(tx, &followed.user_id, kind).await?;
    }
    Ok(followed)
}
