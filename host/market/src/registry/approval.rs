//! Approval of permissions that a new version requests beyond the previous one.

use super::change::Change;
use super::check::{is_older, permissions_of};
use super::install::before;
use super::packages::PackageView;
use super::release::{self, Rollout};
use super::store::{self, PackageRow, PackageState, Stage};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// The approved permissions, and the rollout that follows.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Approval {
    /// All permissions of the package, as they were shown: the approval is valid for exactly these.
    #[schema(example = json!(["context", "model", "progress"]))]
    permissions: Vec<String>,
    /// The rollout stage; defaults to `all`.
    stage: Option<Stage>,
    product_id: Option<i64>,
    percent: Option<i64>,
}

/// Approve the permissions of a waiting version
#[utoipa::path(post, path = "/api/admin/packages/{id}/approve", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package")), request_body = Approval,
    responses((status = 200, body = PackageView), (status = 409, description = "The package does not wait for an approval")))]
pub async fn approve_package(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Id(digest): Id,
    json::Json(approval): json::Json<Approval>,
) -> Result<Json<PackageView>> {
    let stage = approval.stage.unwrap_or(Stage::All);
    let rollout = Rollout::of(stage, &by.admin.id, approval.product_id, approval.percent)?;
    let mut change = Change::begin(&app, "approve").await?;
    let tx = &mut change.tx;
    let package = store::expect_package(tx, &digest).await?;
    refuse_if(package.state != PackageState::Waiting, || Problem::conflict("registry.not-waiting"))?;
    let wanted = expect_same(approval.permissions, &package)?;
    let query = db::query(
        "UPDATE packages SET state = 'ready', approved_by = $2, approved = $3, approved_at = $4, updated_at = $4 WHERE digest = $1",
    );
    let query = query.binds((&digest, &by.actor.id, serde_json::to_string(&wanted)?));
    query.bind(Timestamp::now()).execute(&mut *tx).await?;
    let mut plugin = store::expect_plugin(tx, package.plugin.as_deref().unwrap_or_default()).await?;
    let version = package.version.as_deref().unwrap_or_default();
    let is_newer = before(&app, tx, &plugin.id, plugin.current_digest.as_deref())
        .await?
        .is_none_or(|(now, ..)| !is_older(version, &now));
    if is_newer && !plugin.pinned {
        release::begin(tx, &mut plugin, &digest, rollout).await?;
    }
    let details = json!({ "digest": digest, "version": version, "permissions": wanted });
    let subject = Subject::of("plugin", &plugin.id, &plugin.id);
    by.record(tx, "plugin.approved", subject, details).await?;
    change.finish(&[&plugin.id]).await?;
    let package = store::expect_package(&mut app.db.read().acquire().await?, &digest).await?;
    PackageView::of(package, locale).map(Json)
}

/// The permissions of the package, if they equal the approved ones.
fn expect_same(mut approved: Vec<String>, package: &PackageRow) -> Result<Vec<String>> {
    let may = permissions_of(package.permissions.as_deref());
    let mut wanted: Vec<String> = may.iter().map(|permission| permission.name().to_owned()).collect();
    wanted.sort_unstable();
    approved.sort_unstable();
    if approved == wanted {
        return Ok(wanted);
    }
    Err(Problem::invalid_field("permissions", Text::key("registry.other-permissions")))
}
