//! Temporary keys of an administrator for local commands, valid while the command runs.

use super::create::fresh_secret;
use crate::platform::{
    app::App,
    auth::Scope,
    clock::{DAY_MS, Timestamp},
    db,
    error::Result,
};

/// The name that its owner sees if it is left behind.
const NAME: &str = "sitewright plugin dev";
/// Expiry, for a command that was killed.
const DAYS: i64 = 1;
const SCOPES: [Scope; 4] = [Scope::ToolsRead, Scope::RunsRead, Scope::RunsWrite, Scope::PluginsWrite];

/// A temporary key.
pub struct Lent {
    pub id: String,
    pub secret: String,
}

/// Creates a key of an administrator: of the first one if no address is given; `None` if there is none.
pub async fn lend(app: &App, email: Option<&str>) -> Result<Option<Lent>> {
    let mut tx = app.db.write().await?;
    let now = Timestamp::now();
    db::query("DELETE FROM api_keys WHERE name = $1 AND expires_at <= $2")
        .bind(NAME)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    let account: Option<String> = db::query_scalar(
        "SELECT id FROM user_profiles WHERE role IN ('admin', 'super-admin') AND suspended_at IS NULL
             AND email_verified_at IS NOT NULL AND ($1 IS NULL OR email = $1) ORDER BY id LIMIT 1",
    )
    .bind(email.map(str::to_lowercase))
    .fetch_optional(&mut *tx)
    .await?;
    let Some(account) = account else { return Ok(None) };
    let (id, secret) = (db::new_id(), fresh_secret());
    db::query(
        "INSERT INTO api_keys (id, account_id, name, prefix, secret_hash, scopes, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&id)
    .bind(&account)
    .bind(NAME)
    .bind(secret.prefix())
    .bind(secret.hash())
    .bind(serde_json::to_string(&SCOPES)?)
    .bind(now)
    .bind(now.plus_ms(DAYS * DAY_MS))
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Some(Lent { id, secret: secret.text }))
}

/// Deletes a temporary key.
pub async fn take_back(app: &App, id: &str) -> Result<()> {
    db::query("DELETE FROM api_keys WHERE id = $1 AND name = $2")
        .bind(id)
        .bind(NAME)
        .execute(&mut app.db.write_alone().await?)
        .await?;
    Ok(())
}
