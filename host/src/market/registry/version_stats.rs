//! Statistics of one version: its runs by hour, its ratings, and its failed runs.

use axum::{
    Json,
    extract::{Path, Query, State},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    stats::{HOUR_MS, KEPT_MS, counts_of, ratings},
    store,
};
use crate::{
    platform::{
        app::App,
        auth::Admin,
        clock::{DAY_MS, Timestamp},
        db,
        error::{Problem, ProblemView, Result, Text},
        locale::Locale,
        page::{Page, Paged},
    },
    work::runs::RunStatus,
};

const DAYS: i64 = 7;

/// The period.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StatsSince {
    /// Days, 1 to 90; defaults to 7.
    days: Option<i64>,
}

/// An hour of a version.
#[derive(Debug, Serialize, ToSchema)]
struct VersionHour {
    /// Its start.
    at: Timestamp,
    runs: i64,
    /// By the plugin's fault, including traps.
    failures: i64,
    traps: i64,
}

/// The statistics of a version.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct VersionStats {
    runs: i64,
    failures: i64,
    traps: i64,
    /// Documents with a good and a bad rating.
    good: i64,
    bad: i64,
    /// Hours with runs, oldest first.
    hours: Vec<VersionHour>,
}

/// Statistics of a version; a few seconds old
#[utoipa::path(get, path = "/api/admin/packages/{id}/stats", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package"), StatsSince),
    responses((status = 200, body = VersionStats)))]
pub(super) async fn get_stats(
    State(app): State<App>,
    _: Admin,
    Path(digest): Path<String>,
    Query(since): Query<StatsSince>,
) -> Result<Json<VersionStats>> {
    let (days, most) = (since.days.unwrap_or(DAYS), KEPT_MS / DAY_MS);
    if !(1..=most).contains(&days) {
        let text = Text::key("validation.number-between").with("min", 1).with("max", most);
        return Err(Problem::invalid_field("days", text));
    }
    let from = Timestamp::now().plus_ms(-days * DAY_MS);
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    let counts = counts_of(&mut tx, &digest, from).await?;
    let (good, bad) = ratings(&mut tx, &digest, from).await?;
    let hours: Vec<(i64, i64, i64, i64)> = db::query_as(
        "SELECT hour, runs, failures, traps FROM version_stats WHERE digest = $1 AND hour >= $2 ORDER BY hour",
    )
    .bind(&digest)
    .bind(from.0 / HOUR_MS)
    .fetch_all(&mut *tx)
    .await?;
    let hour = |(hour, runs, failures, traps): (i64, i64, i64, i64)| VersionHour {
        at: Timestamp(hour * HOUR_MS),
        runs,
        failures,
        traps,
    };
    Ok(Json(VersionStats {
        runs: counts.runs,
        failures: counts.failures,
        traps: counts.traps,
        good,
        bad,
        hours: hours.into_iter().map(hour).collect(),
    }))
}

/// Which runs to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RunsOfPackage {
    /// Only runs with this status.
    status: Option<RunStatus>,
}

/// A run of a version, without its content.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackageRun {
    pub id: String,
    pub account_id: String,
    pub status: RunStatus,
    /// The problem of a failed run.
    #[schema(inline = false)]
    pub problem: Option<ProblemView>,
    pub created_at: Timestamp,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    account_id: String,
    status: RunStatus,
    problem: Option<String>,
    created_at: Timestamp,
    started_at: Option<Timestamp>,
    finished_at: Option<Timestamp>,
}

/// The runs of a version, newest first
#[utoipa::path(get, path = "/api/admin/packages/{id}/runs", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package"), RunsOfPackage, Page),
    responses((status = 200, body = Paged<PackageRun>)))]
pub(super) async fn list_runs_of_package(
    State(app): State<App>,
    _: Admin,
    locale: Locale,
    Path(digest): Path<String>,
    Query(filter): Query<RunsOfPackage>,
    page: Page,
) -> Result<Json<Paged<PackageRun>>> {
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    let total = db::query_scalar(
        "SELECT count(*) FROM customer_runs WHERE package_digest = $1 AND ($2 IS NULL OR status = $2)",
    )
    .bind(&digest)
    .bind(filter.status)
    .fetch_one(&mut *tx)
    .await?;
    let rows: Vec<Row> = db::query_as(
        "SELECT id, account_id, status, problem, created_at, started_at, finished_at FROM customer_runs
         WHERE package_digest = $1 AND ($2 IS NULL OR status = $2) ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4",
    )
    .bind(&digest)
    .bind(filter.status)
    .bind(page.limit())
    .bind(page.offset())
    .fetch_all(&mut *tx)
    .await?;
    let view = |row: Row| {
        let problem: Option<Problem> = row.problem.as_deref().map(serde_json::from_str).transpose()?;
        Ok(PackageRun {
            id: row.id,
            account_id: row.account_id,
            status: row.status,
            problem: problem.map(|problem| problem.impersonal().tell(locale)),
            created_at: row.created_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
        })
    };
    let runs = rows.into_iter().map(view).collect::<Result<_>>()?;
    Ok(Json(page.of(runs, total)))
}
