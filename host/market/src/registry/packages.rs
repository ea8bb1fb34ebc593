//! Packages as administrators see them, including refused ones.

use super::check::{permissions_of, shown_key};
use super::reason::{PackageProblem, Reason};
use super::store::{self, PackageRow, PackageState};
use crate::catalogue::tools::{Grants, PermissionView};
use crate::platform::prelude::*;

/// A package: one version of a plugin, or a refused upload.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Package)]
pub(super) struct PackageView {
    /// SHA-256 of the file.
    pub digest: String,
    /// Null if it was refused before that could be read, as for the next three fields.
    #[schema(required)]
    pub plugin: Option<String>,
    #[schema(required)]
    pub version: Option<String>,
    #[schema(required)]
    pub publisher: Option<String>,
    /// The level of its signature: `local`, `private`, `community`, `partner` or `official`.
    #[schema(required)]
    pub level: Option<String>,
    /// The key that signed it.
    #[schema(required)]
    pub key: Option<String>,
    /// Size of the file.
    pub bytes: i64,
    /// Size of its component.
    #[schema(required)]
    pub component_bytes: Option<i64>,
    pub permissions: Vec<PermissionView>,
    /// The permissions that the previous version did not have, so that an administrator has to approve them.
    pub more: Vec<PermissionView>,
    pub state: PackageState,
    /// Why it was refused: all reasons at once.
    pub problems: Vec<PackageProblem>,
    /// Why it is closed or revoked.
    #[schema(required)]
    pub reason: Option<String>,
    /// Its source: `upload`, `command-line`, or a URL.
    pub source: String,
    /// When an administrator approved its additional permissions.
    #[schema(required)]
    pub approved_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl PackageView {
    pub fn of(row: PackageRow, locale: Locale) -> Result<Self> {
        let problems: Vec<Reason> =
            row.problems.as_deref().map(serde_json::from_str).transpose()?.unwrap_or_default();
        let grants = Grants::stored(row.manifest.as_deref());
        Ok(Self {
            permissions: PermissionView::all(&permissions_of(row.permissions.as_deref()), &grants, locale),
            more: PermissionView::all(&permissions_of(Some(&row.more)), &grants, locale),
            problems: problems.into_iter().map(|reason| reason.render(locale)).collect(),
            digest: row.digest,
            plugin: row.plugin,
            version: row.version,
            publisher: row.publisher,
            level: row.level,
            key: row.key_id.as_deref().map(shown_key),
            bytes: row.bytes,
            component_bytes: row.component_bytes,
            state: row.state,
            reason: row.reason,
            source: row.source,
            approved_at: row.approved_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

/// Which packages to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PackageFilter {
    /// Only versions of this plugin.
    plugin: Option<String>,
    /// Only packages in this state.
    state: Option<PackageState>,
}

/// Packages, newest first
#[utoipa::path(get, path = "/api/admin/packages", tag = "admin", params(PackageFilter, Page), responses((status = 200, body = Paged<PackageView>)))]
pub async fn list_packages(
    app: App,
    _: Admin,
    locale: Locale,
    Query(filter): Query<PackageFilter>,
    page: Page,
) -> Result<Json<Paged<PackageView>>> {
    let mut tx = app.db.read().begin().await?;
    let filter = store::Filter { plugin: filter.plugin.as_deref(), state: filter.state };
    let packages = store::packages(&mut tx, filter, page).await?;
    packages.try_map(|row| PackageView::of(row, locale)).map(Json)
}

/// One package
#[utoipa::path(get, path = "/api/admin/packages/{id}", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package")), responses((status = 200, body = PackageView)))]
pub async fn get_package(app: App, _: Admin, locale: Locale, Id(digest): Id) -> Result<Json<PackageView>> {
    let package = store::expect_package(&mut app.db.read().acquire().await?, &digest).await?;
    PackageView::of(package, locale).map(Json)
}
