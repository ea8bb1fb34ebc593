//! One plugin with its versions and rollouts, and pinning it to its version.

use super::list::PluginSummary;
use super::packages::PackageView;
use super::store::{self, Filter, PluginRow, ReleaseRow};
use crate::catalogue::tools::Tools;
use crate::messages::audit_log::{self, Actor, ByAdmin, Subject};
use crate::platform::prelude::*;

/// Versions and rollouts that are returned with their plugin; older versions are in the list of packages.
const VERSIONS: Page = Page { page: 1, per_page: 50 };
const RELEASES: i64 = 20;

/// A plugin with its versions and rollouts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Plugin)]
pub(super) struct PluginDetail {
    #[serde(flatten)]
    summary: PluginSummary,
    /// The package to which a rollback returns.
    #[schema(required)]
    previous_digest: Option<String>,
    /// Newest first.
    versions: Vec<PackageView>,
    /// Newest first.
    releases: Vec<ReleaseRow>,
}

/// One plugin
#[utoipa::path(get, path = "/api/admin/plugins/{id}", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = PluginDetail)))]
pub async fn get_plugin(app: App, _: Admin, locale: Locale, Id(id): Id) -> Result<Json<PluginDetail>> {
    view(&app, &id, locale).await.map(Json)
}

pub async fn view(app: &App, id: &str, locale: Locale) -> Result<PluginDetail> {
    let tools = app.part::<Tools>();
    let mut tx = app.db.read().begin().await?;
    let row = store::plugin(&mut tx, id).await?.filter(|row| row.installed);
    refuse_if(row.is_none() && !tools.bundled().contains_key(id), Problem::not_found)?;
    let filter = Filter { plugin: Some(id), state: None };
    let versions = store::packages(&mut tx, filter, VERSIONS).await?.data;
    let waiting = versions.iter().filter(|version| version.state == store::PackageState::Waiting).count();
    let releases = store::releases(&mut tx, id, RELEASES).await?;
    drop(tx);
    let shelf = tools.shelf();
    let current = row.as_ref().and_then(|row| row.current_digest.as_deref());
    let level = versions.iter().find(|version| Some(version.digest.as_str()) == current);
    let level = level.and_then(|version| version.level.clone());
    Ok(PluginDetail {
        summary: PluginSummary {
            waiting: i64::try_from(waiting).unwrap_or(i64::MAX),
            level,
            ..PluginSummary::of(tools, &shelf, id, row.as_ref(), locale)
        },
        previous_digest: row.and_then(|row| row.previous_digest),
        versions: versions.into_iter().map(|row| PackageView::of(row, locale)).collect::<Result<_>>()?,
        releases,
    })
}

/// Pin a plugin to its version
///
/// Neither a newer package nor an automatic rollback replaces it then; an administrator still can.
#[utoipa::path(put, path = "/api/admin/plugins/{id}/pin", tag = "admin", params(("id" = String, Path)), responses((status = 204)))]
pub async fn pin_plugin(app: App, by: ByAdmin, Id(id): Id) -> Result<Response> {
    set_pin(&app, &by.actor, &id, true, "plugin.pinned").await
}

/// Unpin a plugin
#[utoipa::path(delete, path = "/api/admin/plugins/{id}/pin", tag = "admin", params(("id" = String, Path)), responses((status = 204)))]
pub async fn unpin_plugin(app: App, by: ByAdmin, Id(id): Id) -> Result<Response> {
    set_pin(&app, &by.actor, &id, false, "plugin.unpinned").await
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
