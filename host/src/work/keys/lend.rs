//! Keys for a command beside the server: of an administrator, for as long as the command works.

use super::create::fresh_secret;
use crate::platform::{
    app::App,
    auth::Scope,
    clock::{DAY_MS, Timestamp},
    db,
    error::Result,
};

/// By which name its owner sees it, should it be left behind.
const NAME: &str = "sitewright plugin dev";
/// A command that is killed takes nothing back.
const DAYS: i64 = 1;
const SCOPES: [Scope; 4] = [Scope::ToolsRead, Scope::RunsRead, Scope::RunsWrite, Scope::PluginsWrite];

/// A key that was lent.
pub struct Lent {
    pub id: String,
    pub secret: String,
}

/// Makes a key of an administrator, the first one where no address is given; none where there is none.
pub async fn lend(app: &App, email: Option<&str>) -> Result<Option<Lent>> {
    let mut tx = app.db.write().await?;
    let now = Timestamp::now();
    db::query("DELETE FROM api_keys WHERE name = $1 AND expires_at <= $2")
        .bind(NAME)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    let account: Option<String> = db::query_scalar(
        "SELECT id FROM users WHERE role IN ('admin', 'super-admin') AND deleted_at IS NULL AND suspended_at IS NULL
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

/// Takes a lent key back: nothing of it stays.
pub async fn take_back(app: &App, id: &str) -> Result<()> {
    db::query("DELETE FROM api_keys WHERE id = $1 AND name = $2")
        .bind(id)
        .bind(NAME)
        .execute(&mut app.db.write_alone().await?)
        .await?;
    Ok(())
}
