//! Closing and opening a version, and the accounts that its faults affect.

use super::{
    change::{Change, package_subject},
    decided::{self, Decided},
    release,
    store::{self, PackageState},
};
use crate::{
    messages::audit_log::{self, Actor},
    platform::prelude::*,
};

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
    _: Admin,
    actor: Actor,
    Path(digest): Path<String>,
    Valid(quarantine): Valid<Quarantine>,
) -> Result<Response> {
    let mut change = Change::begin(&app, "quarantine").await?;
    let tx = &mut change.tx;
    let package = store::expect_package(tx, &digest).await?;
    let plugin = package.plugin.as_deref().unwrap_or_default();
    match package.state {
        PackageState::Quarantined => return Ok(no_content()),
        PackageState::Ready => {}
        _ => return Err(Problem::new(StatusCode::CONFLICT, "registry.not-ready")),
    }
    close(&app, tx, &digest, plugin, &quarantine.reason).await?;
    let details = json!({ "reason": quarantine.reason });
    audit_log::record(tx, &actor, "plugin.quarantined", package_subject(&digest), details).await?;
    decided::tell(&app, tx, &digest, Decided::Closed, Some(&quarantine.reason)).await?;
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
pub async fn release_package(
    app: App,
    _: Admin,
    actor: Actor,
    Path(digest): Path<String>,
) -> Result<Response> {
    let mut change = Change::begin(&app, "quarantine").await?;
    let tx = &mut change.tx;
    let package = store::expect_package(tx, &digest).await?;
    if package.state != PackageState::Quarantined {
        return Err(Problem::new(StatusCode::CONFLICT, "registry.not-quarantined"));
    }
    store::set_state(tx, &digest, PackageState::Ready, None).await?;
    audit_log::record(tx, &actor, "plugin.reopened", package_subject(&digest), json!({})).await?;
    decided::tell(&app, tx, &digest, Decided::Reopened, None).await?;
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
    Path(digest): Path<String>,
    Query(since): Query<Since>,
    page: Page,
) -> Result<Json<Paged<AffectedAccount>>> {
    let days = since.days.unwrap_or(DAYS);
    if !(1..=MOST_DAYS).contains(&days) {
        let text = Text::key("validation.number-between").with("min", 1).with("max", MOST_DAYS);
        return Err(Problem::invalid_field("days", text));
    }
    let from = Timestamp::now().plus_ms(-days * DAY_MS);
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    let query = db::query_scalar(
        "SELECT count(DISTINCT account_id) FROM customer_runs WHERE package_digest = $1 AND created_at >= $2",
    );
    let total = query.bind(&digest).bind(from).fetch_one(&mut *tx).await?;
    let query = db::query_as(
        "SELECT u.id, u.name, u.email, COUNT(*) AS runs, COUNT(CASE WHEN r.status = 'failed' THEN 1 END) AS failed, MAX(r.created_at) AS last_at
         FROM customer_runs r JOIN user_profiles u ON u.id = r.account_id
         WHERE r.package_digest = $1 AND r.created_at >= $2
         GROUP BY u.id, u.name, u.email ORDER BY last_at DESC, u.id LIMIT $3 OFFSET $4",
    );
    let rows =
        query.bind(&digest).bind(from).bind(page.limit()).bind(page.offset()).fetch_all(&mut *tx).await?;
    Ok(Json(page.of(rows, total)))
}
