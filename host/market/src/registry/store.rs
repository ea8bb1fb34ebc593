//! The tables of the registry.

use serde::Serializer;

use crate::platform::prelude::*;

/// The state of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PackageState {
    /// It is invalid; only the reasons are kept.
    Refused,
    /// It requests more permissions than the previous version; an administrator decides.
    Waiting,
    /// It can be run.
    Ready,
    /// It is closed until an administrator opens it again.
    Quarantined,
    /// It must never run here again.
    Revoked,
    /// Its plugin was uninstalled.
    Removed,
}

text_column!(PackageState);

/// A row of `packages`, without the columns that only the catalogue needs.
#[derive(Debug, sqlx::FromRow)]
pub struct PackageRow {
    pub digest: String,
    pub plugin: Option<String>,
    pub version: Option<String>,
    pub publisher: Option<String>,
    pub level: Option<String>,
    pub key_id: Option<String>,
    pub bytes: i64,
    pub component_bytes: Option<i64>,
    /// JSON: names of permissions.
    pub permissions: Option<String>,
    /// JSON: the content of plugin.toml.
    pub manifest: Option<String>,
    /// JSON: the permissions that the previous version did not have.
    pub more: String,
    pub state: PackageState,
    /// JSON: reasons.
    pub problems: Option<String>,
    pub reason: Option<String>,
    pub source: String,
    pub approved_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The kind of program, as in `packages.program`: a template is any data for a component of the host.
pub const COMPONENT: &str = "component";
pub const TEMPLATE: &str = "template";

const PACKAGE: &str = "k.digest, k.plugin, k.version, k.publisher, k.level, k.key_id, k.bytes, k.component_bytes, k.permissions, k.manifest, k.more, k.state, \
    k.problems, k.reason, k.source, k.approved_at, k.created_at, k.updated_at";

pub async fn package(conn: &mut Conn, digest: &str) -> Result<Option<PackageRow>> {
    let sql = format!("SELECT {PACKAGE} FROM packages k WHERE k.digest = $1");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(digest).fetch_optional(conn).await?)
}

/// A package that was not refused; 404 if there is none.
pub async fn expect_package(conn: &mut Conn, digest: &str) -> Result<PackageRow> {
    package(conn, digest).await?.ok_or_else(Problem::not_found)
}

#[derive(Debug, Default)]
pub struct Filter<'a> {
    pub plugin: Option<&'a str>,
    pub state: Option<PackageState>,
}

/// Packages, newest first.
pub async fn packages(conn: &mut Conn, filter: Filter<'_>, page: Page) -> Result<Paged<PackageRow>> {
    const WHERE: &str = "($1 IS NULL OR k.plugin = $1) AND ($2 IS NULL OR k.state = $2)";
    let count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM packages k WHERE {WHERE}")));
    let sql = format!(
        "SELECT {PACKAGE} FROM packages k WHERE {WHERE} ORDER BY k.created_at DESC, k.digest LIMIT $3 OFFSET $4"
    );
    let values = (filter.plugin, filter.state);
    page.fetch(conn, count.binds(values), db::query_as(AssertSqlSafe(sql)).binds(values)).await
}

pub async fn set_state(
    conn: &mut Conn,
    digest: &str,
    state: PackageState,
    reason: Option<&str>,
) -> Result<()> {
    let query = db::query("UPDATE packages SET state = $2, reason = $3, updated_at = $4 WHERE digest = $1");
    query.binds((digest, state, reason, Timestamp::now())).run(conn).await
}

#[derive(Debug, Clone, sqlx::FromRow)]
pub struct PluginRow {
    pub id: String,
    pub publisher: String,
    pub current_digest: Option<String>,
    pub previous_digest: Option<String>,
    pub pinned: bool,
    pub installed: bool,
}

const PLUGIN: &str = "id, publisher, current_digest, previous_digest, pinned, installed";

pub async fn plugin(conn: &mut Conn, id: &str) -> Result<Option<PluginRow>> {
    let sql = format!("SELECT {PLUGIN} FROM plugins WHERE id = $1");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await?)
}

/// An installed plugin; 404 if there is none.
pub async fn expect_plugin(conn: &mut Conn, id: &str) -> Result<PluginRow> {
    plugin(conn, id).await?.filter(|plugin| plugin.installed).ok_or_else(Problem::not_found)
}

/// All installed plugins.
pub async fn plugins(conn: &mut Conn) -> Result<Vec<PluginRow>> {
    let sql = format!("SELECT {PLUGIN} FROM plugins WHERE installed ORDER BY id");
    Ok(db::query_as(AssertSqlSafe(sql)).fetch_all(conn).await?)
}

/// The plugins that changed after a generation, including uninstalled ones.
pub async fn plugins_since(conn: &mut Conn, generation: i64) -> Result<Vec<PluginRow>> {
    let sql = format!("SELECT {PLUGIN} FROM plugins WHERE generation > $1");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(generation).fetch_all(conn).await?)
}

/// Stores which versions of a plugin serve, whether it is pinned, and whether it is installed.
pub async fn save_plugin(conn: &mut Conn, plugin: &PluginRow) -> Result<()> {
    db::query(
        "INSERT INTO plugins (id, publisher, current_digest, previous_digest, pinned, installed, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
         ON CONFLICT (id) DO UPDATE SET publisher = excluded.publisher, current_digest = excluded.current_digest,
             previous_digest = excluded.previous_digest, pinned = excluded.pinned, installed = excluded.installed,
             updated_at = excluded.updated_at",
    )
    .binds((&plugin.id, &plugin.publisher, &plugin.current_digest, &plugin.previous_digest))
    .binds((plugin.pinned, plugin.installed, Timestamp::now()))
    .run(conn)
    .await
}

/// The stage of a rollout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Only the administrator who released it.
    Me,
    /// The accounts of one plan.
    Plan,
    /// A percentage of all accounts.
    Percent,
    /// Everyone.
    All,
}

text_column!(Stage);

/// The state of a rollout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseState {
    /// It serves some accounts.
    Open,
    /// It serves everyone, and is still watched.
    Done,
    RolledBack,
    /// Another one replaced it.
    Superseded,
}

text_column!(ReleaseState);

/// A rollout of a version, and its result.
#[derive(Debug, Clone, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = Release)]
pub struct ReleaseRow {
    pub id: String,
    #[serde(skip)]
    pub plugin: String,
    /// The package that is released.
    pub digest: String,
    /// The package that it replaces; null if that was a built-in tool, or there was none.
    #[schema(required)]
    pub previous_digest: Option<String>,
    pub stage: Stage,
    #[serde(skip)]
    pub account_id: Option<String>,
    #[schema(required)]
    pub product_id: Option<i64>,
    #[schema(required)]
    pub percent: Option<i64>,
    pub state: ReleaseState,
    /// Why it was rolled back. Automatically: `rise` is `failures`, `traps` or `ratings`, with `count`, `percent` and
    /// `percent_before`. By an administrator: `said` is the reason.
    #[serde(serialize_with = "as_json")]
    #[schema(value_type = Option<Object>, required)]
    pub reason: Option<String>,
    /// Runs since the rollout began.
    pub runs: i64,
    pub failures: i64,
    pub traps: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

fn as_json<S: Serializer>(text: &Option<String>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    let json: Option<Value> = text.as_deref().and_then(|text| serde_json::from_str(text).ok());
    json.serialize(serializer)
}

const RELEASE: &str = "id, plugin, digest, previous_digest, stage, account_id, product_id, percent, state, reason, runs, failures, traps, \
    created_at, updated_at";

/// The rollout of a plugin that is in progress or watched.
pub async fn live_release(conn: &mut Conn, plugin: &str) -> Result<Option<ReleaseRow>> {
    let sql =
        format!("SELECT {RELEASE} FROM plugin_releases WHERE plugin = $1 AND state IN ('open', 'done')");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(plugin).fetch_optional(conn).await?)
}

/// The partial rollouts of plugins that changed after a generation.
pub async fn open_releases_since(conn: &mut Conn, generation: i64) -> Result<Vec<ReleaseRow>> {
    let sql = format!(
        "SELECT {RELEASE} FROM plugin_releases WHERE state = 'open' AND plugin IN (SELECT id FROM plugins WHERE generation > $1)"
    );
    Ok(db::query_as(AssertSqlSafe(sql)).bind(generation).fetch_all(conn).await?)
}

/// The last rollouts of a plugin, newest first.
pub async fn releases(conn: &mut Conn, plugin: &str, limit: i64) -> Result<Vec<ReleaseRow>> {
    let sql = format!("SELECT {RELEASE} FROM plugin_releases WHERE plugin = $1 ORDER BY id DESC LIMIT $2");
    Ok(db::query_as(AssertSqlSafe(sql)).binds((plugin, limit)).fetch_all(conn).await?)
}

pub async fn save_release(conn: &mut Conn, release: &ReleaseRow) -> Result<()> {
    db::query(
        "INSERT INTO plugin_releases (id, plugin, digest, previous_digest, stage, account_id, product_id, percent, state, reason, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, account_id = excluded.account_id, product_id = excluded.product_id,
             percent = excluded.percent, state = excluded.state, reason = excluded.reason, updated_at = excluded.updated_at",
    )
    .binds((&release.id, &release.plugin, &release.digest, &release.previous_digest, release.stage))
    .binds((&release.account_id, release.product_id, release.percent, release.state, &release.reason))
    .binds((release.created_at, Timestamp::now()))
    .run(conn)
    .await
}
