//! The store of plugins: keys are separate by account, project and plugin, with a quota.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sitewright_engine::Permission;

use super::{Inner, Owner, refused, trial_keeper};
use crate::platform::prelude::*;
use crate::workspace::projects::Belonging;

const KEY_BYTES: usize = 200;
/// Represents "no project" in comparisons, because NULL cannot.
const NO_PROJECT: i64 = 0;

/// Stored data belongs to projects.
pub struct OfProjects;

impl Belonging for OfProjects {
    /// Data stored before the first project moves to it.
    fn adopt<'a>(&'a self, tx: &'a mut Conn, account: &'a str, project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let adopted = db::query(
                "UPDATE plugin_store SET project_id = $2 WHERE account_id = $1 AND project_id IS NULL",
            );
            adopted.binds((account, project)).execute(tx).await?;
            Ok(())
        })
    }
}

fn check_key(key: &str) -> Result<()> {
    if key.is_empty() || key.len() > KEY_BYTES || key.chars().any(char::is_control) {
        return Err(refused("outside.store-key").with("max", KEY_BYTES));
    }
    Ok(())
}

fn project(owner: &Owner) -> i64 {
    owner.project.unwrap_or(NO_PROJECT)
}

pub(super) async fn get(way: &Inner, key: &str) -> Result<Option<Vec<u8>>> {
    check_key(key)?;
    let value: Option<Vec<u8>> = db::query_scalar(
        "SELECT value FROM plugin_store WHERE account_id = $1 AND COALESCE(project_id, 0) = $2 AND plugin = $3 AND key = $4",
    )
    .binds((&way.owner.account, project(&way.owner), &*way.owner.keeper(), key))
    .fetch_optional(way.shared.app.db.read())
    .await?;
    way.carry(Permission::Store, "received", value.as_ref().map_or(0, Vec::len))?;
    Ok(value)
}

pub(super) async fn set(way: &Inner, key: &str, value: Vec<u8>) -> Result<()> {
    check_key(key)?;
    way.carry(Permission::Store, "sent", key.len() + value.len())?;
    let (account, keeper) = (&way.owner.account, way.owner.keeper());
    let mut tx = way.shared.app.db.write_for(&way.owner.account).await?;
    // The transaction locks the account, so nothing is stored between this check and the write.
    let (keys, bytes): (i64, i64) = db::query_as(
        "SELECT count(*), CAST(COALESCE(SUM(length(value) + length(key)), 0) AS BIGINT) FROM plugin_store
         WHERE account_id = $1 AND COALESCE(project_id, 0) = $2 AND plugin = $3 AND key <> $4",
    )
    .binds((account, project(&way.owner), &*keeper, key))
    .fetch_one(&mut *tx)
    .await?;
    let config = &way.shared.app.config;
    let all = usize::try_from(bytes).unwrap_or(usize::MAX).saturating_add(key.len() + value.len());
    if keys >= i64::from(config.plugin_store_keys) || all > config.plugin_store_bytes {
        let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, "outside.store-full");
        let problem = problem.with("max", config.plugin_store_keys);
        return Err(problem.with("max_kb", config.plugin_store_bytes / 1024));
    }
    remove(&mut tx, &way.owner, key).await?;
    db::query(
        "INSERT INTO plugin_store (account_id, project_id, plugin, key, value, updated_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .binds((account, way.owner.project, &*keeper, key, value, Timestamp::now()))
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}

pub(super) async fn delete(way: &Inner, key: &str) -> Result<()> {
    check_key(key)?;
    let mut tx = way.shared.app.db.write_for(&way.owner.account).await?;
    remove(&mut tx, &way.owner, key).await?;
    Ok(tx.commit().await?)
}

async fn remove(conn: &mut Conn, owner: &Owner, key: &str) -> Result<()> {
    let query = db::query(
        "DELETE FROM plugin_store WHERE account_id = $1 AND COALESCE(project_id, 0) = $2 AND plugin = $3 AND key = $4",
    );
    query.binds((&owner.account, project(owner), &*owner.keeper(), key)).run(conn).await
}

/// Deletes the data of a tool in a trial that has ended.
pub async fn forget_trial(tx: &mut Conn, account: &str, tool: &str, trial: &str) -> Result<()> {
    let query = db::query("DELETE FROM plugin_store WHERE account_id = $1 AND plugin = $2");
    query.binds((account, trial_keeper(tool, trial))).run(tx).await
}

/// The quota bounds the number of keys, so they are sorted here: databases differ in text order.
pub(super) async fn keys(way: &Inner, prefix: &str) -> Result<Vec<String>> {
    if prefix.len() > KEY_BYTES || prefix.chars().any(char::is_control) {
        return Err(refused("outside.store-key").with("max", KEY_BYTES));
    }
    let mut keys: Vec<String> = db::query_scalar(
        "SELECT key FROM plugin_store WHERE account_id = $1 AND COALESCE(project_id, 0) = $2 AND plugin = $3",
    )
    .binds((&way.owner.account, project(&way.owner), &*way.owner.keeper()))
    .fetch_all(way.shared.app.db.read())
    .await?;
    keys.retain(|key| key.starts_with(prefix));
    keys.sort_unstable();
    way.carry(Permission::Store, "received", keys.iter().map(String::len).sum())?;
    Ok(keys)
}

pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let rows = db::query_as(
            "SELECT project_id, plugin, key, value FROM plugin_store WHERE account_id = $1 ORDER BY plugin, key",
        );
        let rows: Vec<(Option<i64>, String, String, Vec<u8>)> = rows.bind(account).fetch_all(conn).await?;
        let mut plugins: BTreeMap<String, Vec<serde_json::Value>> = BTreeMap::new();
        for (project, plugin, key, value) in rows {
            let entry = match String::from_utf8(value) {
                Ok(text) => serde_json::json!({ "project_id": project, "key": key, "text": text }),
                Err(other) => {
                    serde_json::json!({ "project_id": project, "key": key, "base64": STANDARD.encode(other.as_bytes()) })
                }
            };
            plugins.entry(plugin).or_default().push(entry);
        }
        Ok(vec![File::json("kept-by-tools.json", &plugins)?])
    })
}
