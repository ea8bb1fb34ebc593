//! Uninstalling a plugin. Its documents stay readable, because they contain everything they need.

use super::change::Change;
use super::decided::{self, Decided};
use super::development;
use super::stats::{HOUR_MS, KEPT_MS};
use super::store::{self, PluginRow, ReleaseState};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// Uninstall a plugin
///
/// Its documents stay. A built-in tool with the same id serves again.
#[utoipa::path(delete, path = "/api/admin/plugins/{id}", tag = "admin", params(("id" = String, Path)), responses((status = 204)))]
pub async fn uninstall_plugin(app: App, by: ByAdmin, Id(id): Id) -> Result<Response> {
    let mut change = Change::begin(&app, "uninstall").await?;
    let tx = &mut change.tx;
    let plugin = store::expect_plugin(tx, &id).await?;
    if let Some(mut release) = store::live_release(tx, &id).await? {
        release.state = ReleaseState::Superseded;
        store::save_release(tx, &release).await?;
    }
    let serving = plugin.current_digest.clone();
    let gone =
        PluginRow { current_digest: None, previous_digest: None, pinned: false, installed: false, ..plugin };
    store::save_plugin(tx, &gone).await?;
    // A revoked package stays revoked, whether or not it is installed.
    let query = db::query(
        "UPDATE packages SET state = 'removed', updated_at = $2 WHERE plugin = $1 AND state IN ('waiting', 'ready', 'quarantined')",
    );
    query.binds((&id, Timestamp::now())).execute(&mut *tx).await?;
    by.record(tx, "plugin.uninstalled", Subject::of("plugin", &id, &id), json!({})).await?;
    if let Some(digest) = &serving {
        decided::notify(&app, tx, digest, Decided::Uninstalled, None).await?;
    }
    change.finish(&[&id]).await?;
    Ok(no_content())
}

/// Deletes what is not needed any more: old statistics and files. Files are deleted later, because a waiting run may
/// still need one.
pub async fn clear(db: &Db) -> Result<()> {
    db::query(
        "DELETE FROM package_files WHERE digest IN (SELECT digest FROM packages WHERE state IN ('removed', 'revoked') AND updated_at < $1)",
    )
    .bind(Timestamp::now().plus_ms(-crate::platform::clock::DAY_MS))
    .execute(&mut db.write_alone().await?)
    .await?;
    db::query(
        "DELETE FROM package_ui WHERE digest IN (SELECT digest FROM packages WHERE state IN ('removed', 'revoked') AND updated_at < $1)",
    )
    .bind(Timestamp::now().plus_ms(-crate::platform::clock::DAY_MS))
    .execute(&mut db.write_alone().await?)
    .await?;
    development::clear(db).await?;
    let query = db::query("DELETE FROM version_stats WHERE hour < $1");
    query.bind(Timestamp::now().plus_ms(-KEPT_MS).0 / HOUR_MS).run(&mut db.write_alone().await?).await
}
