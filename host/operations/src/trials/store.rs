//! The table of trials.

use super::MOST;
use crate::platform::prelude::*;
use crate::work::egress;

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Trial {
    pub id: String,
    pub account_id: String,
    pub tool: String,
    pub tool_version: String,
    /// `None` for a built-in tool.
    pub package_digest: Option<String>,
    pub product_id: i64,
    pub language: Locale,
    pub created_at: Timestamp,
    pub ends_at: Timestamp,
}

/// Stores a trial; the oldest ones of the account are deleted to make room.
pub async fn insert(tx: &mut Conn, trial: &Trial) -> Result<()> {
    db::query(
        "INSERT INTO trials (id, account_id, tool, tool_version, package_digest, product_id, language, created_at, ends_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .binds((&trial.id, &trial.account_id, &trial.tool, &trial.tool_version, &trial.package_digest))
    .binds((trial.product_id, trial.language, trial.created_at, trial.ends_at))
    .execute(&mut *tx)
    .await?;
    let old = db::query_as(
        "SELECT id, account_id, tool FROM trials WHERE account_id = $1 AND id NOT IN
             (SELECT id FROM trials WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
    );
    let old = old.binds((&trial.account_id, MOST)).fetch_all(&mut *tx).await?;
    forget(tx, old).await
}

/// An active trial of this account.
pub async fn find(conn: &mut Conn, account: &str, id: &str) -> Result<Trial> {
    let trial = db::query_as(
        "SELECT id, account_id, tool, tool_version, package_digest, product_id, language, created_at, ends_at
         FROM trials WHERE id = $1 AND account_id = $2 AND ends_at > $3",
    );
    let trial = trial.binds((id, account, Timestamp::now())).fetch_optional(conn).await?;
    trial.ok_or_else(Problem::not_found)
}

/// Whether the package is in an active trial.
pub async fn is_tried(conn: &mut Conn, digest: &str) -> Result<bool> {
    let is_tried =
        db::query_scalar("SELECT EXISTS (SELECT 1 FROM trials WHERE package_digest = $1 AND ends_at > $2)");
    Ok(is_tried.binds((digest, Timestamp::now())).fetch_one(conn).await?)
}

pub async fn clear(tx: &mut Conn, now: Timestamp) -> Result<()> {
    let over = db::query_as("SELECT id, account_id, tool FROM trials WHERE ends_at <= $1");
    let over = over.bind(now).fetch_all(&mut *tx).await?;
    forget(tx, over).await
}

async fn forget(tx: &mut Conn, trials: Vec<(String, String, String)>) -> Result<()> {
    for (id, account, tool) in trials {
        egress::forget_trial(tx, &account, &tool, &id).await?;
        db::query("DELETE FROM trials WHERE id = $1").bind(&id).execute(&mut *tx).await?;
    }
    Ok(())
}
