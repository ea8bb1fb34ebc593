//! Closing and opening a version, and the accounts that its faults affect. Revocation: a package by its digest, or
//! everything that a key signed, must not run any more, effective at once.

use super::change::{Change, package_subject};
use super::check::{key_forms, shown_key};
use super::decided::{self, Decided};
use super::release;
use super::store::{self, PackageState};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// Default period, in days.
const DAYS: i64 = 30;
const MOST_DAYS: i64 = 365;

/// Why a version is closed.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Quarantine {
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Close a version
///
/// The previous version or the built-in tool replaces it; without either, the tool is closed.
#[utoipa::path(put, path = "/api/admin/packages/{id}/quarantine", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package")), request_body = Quarantine,
    responses((status = 204), (status = 409, description = "The package is not in use")))]
pub async fn quarantine_package(
    app: App,
    by: ByAdmin,
    Id(digest): Id,
    Valid(quarantine): Valid<Quarantine>,
) -> Result<Response> {
    let mut change = Change::begin(&app, "quarantine").await?;
    let tx = &mut change.tx;
    let package = store::expect_package(tx, &digest).await?;
    let plugin = package.plugin.as_deref().unwrap_or_default();
    match package.state {
        PackageState::Quarantined => return Ok(no_content()),
        PackageState::Ready => {}
        _ => return Err(Problem::conflict("registry.not-ready")),
    }
    close(&app, tx, &digest, plugin, &quarantine.reason).await?;
    let details = json!({ "reason": quarantine.reason });
    by.record(tx, "plugin.quarantined", package_subject(&digest), details).await?;
    decided::notify(&app, tx, &digest, Decided::Closed, Some(&quarantine.reason)).await?;
    change.finish(&[plugin]).await?;
    Ok(no_content())
}

/// Closes a version, and lets another one replace it.
pub async fn close(app: &App, tx: &mut Conn, digest: &str, plugin: &str, reason: &str) -> Result<()> {
    store::set_state(tx, digest, PackageState::Quarantined, Some(reason)).await?;
    release::drop_version(app, tx, digest, plugin).await
}

/// Open a version again
///
/// It can be released again; it serves at once only if nothing replaced it.
#[utoipa::path(delete, path = "/api/admin/packages/{id}/quarantine", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package")),
    responses((status = 204), (status = 409, description = "The package is not in quarantine")))]
pub async fn release_package(app: App, by: ByAdmin, Id(digest): Id) -> Result<Response> {
    let mut change = Change::begin(&app, "quarantine").await?;
    let tx = &mut change.tx;
    let package = store::expect_package(tx, &digest).await?;
    refuse_if(package.state != PackageState::Quarantined, || Problem::conflict("registry.not-quarantined"))?;
    store::set_state(tx, &digest, PackageState::Ready, None).await?;
    by.record(tx, "plugin.reopened", package_subject(&digest), json!({})).await?;
    decided::notify(&app, tx, &digest, Decided::Reopened, None).await?;
    change.finish(&[package.plugin.as_deref().unwrap_or_default()]).await?;
    Ok(no_content())
}

/// The period.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// Days, 1 to 365; defaults to 30.
    days: Option<i64>,
}

/// An account that used a version.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct AffectedAccount {
    id: String,
    name: String,
    email: String,
    /// Its runs of this version in the period.
    runs: i64,
    failed: i64,
    /// The start of the last of them.
    last_at: Timestamp,
}

/// The accounts that used a version recently, latest first
#[utoipa::path(get, path = "/api/admin/packages/{id}/accounts", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package"), Since, Page),
    responses((status = 200, body = Paged<AffectedAccount>)))]
pub async fn list_affected(
    app: App,
    _: Admin,
    Id(digest): Id,
    Query(since): Query<Since>,
    page: Page,
) -> Result<Json<Paged<AffectedAccount>>> {
    let days = since.days.unwrap_or(DAYS);
    refuse_if(!(1..=MOST_DAYS).contains(&days), || Problem::not_between("days", 1, MOST_DAYS))?;
    let from = Timestamp::now().plus_ms(-days * DAY_MS);
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    let count = db::query_scalar(
        "SELECT count(DISTINCT account_id) FROM customer_runs WHERE package_digest = $1 AND created_at >= $2",
    );
    let rows = db::query_as(
        "SELECT u.id, u.name, u.email, COUNT(*) AS runs, COUNT(CASE WHEN r.status = 'failed' THEN 1 END) AS failed, MAX(r.created_at) AS last_at
         FROM customer_runs r JOIN user_profiles u ON u.id = r.account_id
         WHERE r.package_digest = $1 AND r.created_at >= $2
         GROUP BY u.id, u.name, u.email ORDER BY last_at DESC, u.id LIMIT $3 OFFSET $4",
    );
    page.fetch(&mut tx, count.binds((&digest, from)), rows.binds((&digest, from))).await.map(Json)
}

/// The states in which a publisher is notified of each version when a key is revoked.
const IN_USE: &[PackageState] = &[PackageState::Ready, PackageState::Waiting, PackageState::Quarantined];

/// Why something is revoked.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Revocation {
    /// The administrator's reason; shown to users who try to install it.
    #[garde(length(chars, min = 1, max = 500))]
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Revoke a package, whether or not it was ever installed here
///
/// Runs that use it end at once, and it can never be installed again.
#[utoipa::path(put, path = "/api/admin/packages/{id}/revocation", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package")),
    request_body = Revocation, responses((status = 204)))]
pub async fn revoke_package(
    app: App,
    by: ByAdmin,
    Id(digest): Id,
    Valid(revocation): Valid<Revocation>,
) -> Result<Response> {
    let is_digest =
        digest.len() == 64 && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    refuse_if(!is_digest, Problem::not_found)?;
    let mut change = Change::begin(&app, "revoke").await?;
    let tx = &mut change.tx;
    note(tx, "package", &digest, &revocation.reason).await?;
    let package = store::package(tx, &digest).await?;
    if let Some(package) = &package {
        revoke(&app, tx, &digest, package.plugin.as_deref(), package.state, &revocation.reason).await?;
    }
    let subject = package_subject(&digest);
    let details = json!({ "reason": revocation.reason });
    by.record(tx, "plugin.revoked", subject, details).await?;
    let plugin = package.as_ref().and_then(|package| package.plugin.as_deref());
    decided::notify(&app, tx, &digest, Decided::Revoked, Some(&revocation.reason)).await?;
    change.finish(plugin.as_slice()).await?;
    Ok(no_content())
}

/// Revoke a publisher's key and everything that it signed
#[utoipa::path(put, path = "/api/admin/keys/{id}/revocation", tag = "admin", params(("id" = String, Path, description = "Id of the key, 16 hexadecimal digits")),
    request_body = Revocation, responses((status = 204)))]
pub async fn revoke_key(
    app: App,
    by: ByAdmin,
    Id(key): Id,
    Valid(revocation): Valid<Revocation>,
) -> Result<Response> {
    let mut change = Change::begin(&app, "revoke").await?;
    let tx = &mut change.tx;
    let [stored, shown] = key_forms(&key);
    let query = db::query_scalar(
        "UPDATE publisher_keys SET revoked_at = COALESCE(revoked_at, $3) WHERE id IN ($1, $2) RETURNING id",
    );
    let key: Option<String> = query.binds((stored, shown, Timestamp::now())).fetch_optional(&mut *tx).await?;
    let key = key.ok_or_else(Problem::not_found)?;
    note(tx, "key", &key, &revocation.reason).await?;
    let query = db::query_as("SELECT digest, plugin, state FROM packages WHERE key_id = $1");
    let signed: Vec<(String, Option<String>, PackageState)> = query.bind(&key).fetch_all(&mut *tx).await?;
    let packages = signed.len();
    for (digest, plugin, state) in &signed {
        revoke(&app, tx, digest, plugin.as_deref(), *state, &revocation.reason).await?;
    }
    let details = json!({ "reason": revocation.reason, "packages": packages });
    by.record(tx, "publisher.key-revoked", Subject::of("key", &key, shown_key(&key)), details).await?;
    let plugins: BTreeSet<&str> = signed.iter().filter_map(|(_, plugin, _)| plugin.as_deref()).collect();
    for (digest, ..) in signed.iter().filter(|(.., state)| IN_USE.contains(state)) {
        decided::notify(&app, tx, digest, Decided::Revoked, Some(&revocation.reason)).await?;
    }
    change.finish(&plugins.into_iter().collect::<Vec<_>>()).await?;
    Ok(no_content())
}

async fn note(tx: &mut Conn, kind: &str, value: &str, reason: &str) -> Result<()> {
    let query = db::query(
        "INSERT INTO revocations (kind, value, reason, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, value) DO UPDATE SET reason = excluded.reason",
    );
    query.binds((kind, value, reason, Timestamp::now())).run(tx).await
}

async fn revoke(
    app: &App,
    tx: &mut Conn,
    digest: &str,
    plugin: Option<&str>,
    state: PackageState,
    reason: &str,
) -> Result<()> {
    if state == PackageState::Refused {
        return Ok(());
    }
    store::set_state(tx, digest, PackageState::Revoked, Some(reason)).await?;
    match plugin {
        Some(plugin) => release::drop_version(app, tx, digest, plugin).await,
        None => Ok(()),
    }
}
