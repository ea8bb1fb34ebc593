//! Pinning a plugin to its version.

use axum::{
    extract::{Path, State},
    response::Response,
};
use serde_json::json;

use super::store::{self, PluginRow};
use crate::{
    messages::audit_log::{self, Actor, Subject},
    platform::{app::App, auth::Admin, error::Result, http::no_content},
};

/// Pin a plugin to its version
///
/// Neither a newer package nor an automatic rollback replaces it then; an administrator still can.
#[utoipa::path(put, path = "/api/admin/plugins/{id}/pin", tag = "admin", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn pin_plugin(
    State(app): State<App>,
    _: Admin,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<Response> {
    set_pin(&app, &actor, &id, true, "plugin.pinned").await
}

/// Unpin a plugin
#[utoipa::path(delete, path = "/api/admin/plugins/{id}/pin", tag = "admin", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn unpin_plugin(
    State(app): State<App>,
    _: Admin,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<Response> {
    set_pin(&app, &actor, &id, false, "plugin.unpinned").await
}

async fn set_pin(app: &App, actor: &Actor, id: &str, pinned: bool, action: &'static str) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let plugin = store::expect_plugin(&mut tx, id).await?;
    if plugin.pinned != pinned {
        store::save_plugin(&mut tx, &PluginRow { pinned, ..plugin }).await?;
        audit_log::record(&mut tx, actor, action, Subject::of("plugin", id, id), json!({})).await?;
        tx.commit().await?;
    }
    Ok(no_content())
}
