//! The caller of an API key, and the rate limit of the key.

use crate::platform::auth::{Account, Key};
use crate::platform::prelude::*;

/// Precision of a key's last use: one write per minute instead of one per request.
const USED_MS: i64 = 60 * 1000;

#[derive(sqlx::FromRow)]
struct Found {
    #[sqlx(flatten)]
    account: Account,
    key_id: String,
    key_name: String,
    #[sqlx(try_from = "Stored<Vec<Scope>>")]
    scopes: Vec<Scope>,
    #[sqlx(try_from = "Stored<Option<Vec<String>>>")]
    tools: Option<Vec<String>>,
    project_id: Option<i64>,
    is_suspended: bool,
    expires_at: Option<Timestamp>,
    last_used_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
}

/// The user of a key; 401 if it is unknown or expired, 429 if it is used too often.
pub(super) async fn find(app: &App, secret: &str) -> Result<Caller> {
    let found = db::query_as(
        "SELECT u.id, u.name, u.email, u.avatar, u.role, u.language, u.email_verified_at, '' AS session,
             CAST(NULL AS TEXT) AS impersonator_id, u.suspended_at IS NOT NULL AS is_suspended,
             k.id AS key_id, k.name AS key_name, k.scopes, k.tools, k.project_id, k.expires_at, k.last_used_at, k.revoked_at
         FROM api_keys k JOIN user_profiles u ON u.id = k.account_id WHERE k.secret_hash = $1",
    );
    let found: Option<Found> = found.bind(hash_of(secret)).fetch_optional(app.db.read()).await?;
    let refused = |status, code| Err(Problem::new(status, code));
    let Some(found) = found else { return refused(StatusCode::UNAUTHORIZED, "keys.unknown") };
    let now = Timestamp::now();
    if found.revoked_at.is_some() {
        return refused(StatusCode::UNAUTHORIZED, "keys.revoked");
    }
    if found.expires_at.is_some_and(|at| at <= now) {
        return refused(StatusCode::UNAUTHORIZED, "keys.expired");
    }
    if found.is_suspended {
        return refused(StatusCode::FORBIDDEN, "auth.suspended");
    }
    if found.account.email_verified_at.is_none() {
        return refused(StatusCode::FORBIDDEN, "auth.email-unverified");
    }
    let limit = Limit::new(app.config.key_requests_per_minute.max(1), MINUTE);
    app.rates.count_as("key", &found.key_id, limit, "keys.too-often")?;
    if found.last_used_at.is_none_or(|at| now.0 - at.0 >= USED_MS) {
        note_use(app, &found.key_id, now).await?;
    }
    let Found { account, key_id: id, key_name: name, scopes, tools, project_id: project, .. } = found;
    Ok(Caller::program(account, Key { id, name, scopes, tools, project }))
}

/// Of many concurrent requests only one writes.
async fn note_use(app: &App, key: &str, now: Timestamp) -> Result<()> {
    db::query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)")
        .binds((key, now, now.plus_ms(-USED_MS)))
        .run(&mut app.db.write_alone().await?)
        .await
}
