//! Statistics of one version: its runs by hour, its ratings, and its runs one by one. Administrators who investigate a
//! failure see times and resources of a run, without the input and the result, unless the run is their own.

use super::stats::{HOUR_MS, KEPT_MS, counts_of, ratings};
use super::store;
use crate::catalogue::tools::Counts;
use crate::catalogue::tools::RunStatus;
use crate::platform::prelude::*;

const DAYS: i64 = 7;

/// The period.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StatsSince {
    /// Days, 1 to 90; defaults to 7.
    days: Option<i64>,
}

/// An hour of a version.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
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
pub async fn get_stats(
    app: App,
    _: Admin,
    Id(digest): Id,
    Query(since): Query<StatsSince>,
) -> Result<Json<VersionStats>> {
    let (days, most) = (since.days.unwrap_or(DAYS), KEPT_MS / DAY_MS);
    refuse_if(!(1..=most).contains(&days), || Problem::not_between("days", 1, most))?;
    let from = Timestamp::now().plus_ms(-days * DAY_MS);
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    let counts = counts_of(&mut tx, &digest, from).await?;
    let (good, bad) = ratings(&mut tx, &digest, from).await?;
    let query = db::query_as(
        "SELECT hour * 3600000 AS at, runs, failures, traps FROM version_stats WHERE digest = $1 AND hour >= $2 ORDER BY hour",
    );
    let hours = query.binds((&digest, from.0 / HOUR_MS)).fetch_all(&mut *tx).await?;
    let Counts { runs, failures, traps } = counts;
    Ok(Json(VersionStats { runs, failures, traps, good, bad, hours }))
}

/// Which runs to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RunsOfPackage {
    /// Only runs with this status.
    status: Option<RunStatus>,
}

/// A run of a version, without its content.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct PackageRun {
    pub id: String,
    pub account_id: String,
    pub status: RunStatus,
    /// The problem of a failed run.
    #[schema(inline = false)]
    #[sqlx(skip)]
    pub problem: Option<ProblemView>,
    pub created_at: Timestamp,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
}

impl PackageRun {
    /// The run with its stored problem. A plugin's sentence is left out, because it may repeat user input.
    fn with(self, problem: Option<&str>, locale: Locale) -> Result<Self> {
        let problem: Option<Problem> = problem.map(serde_json::from_str).transpose()?;
        Ok(Self { problem: problem.map(|problem| problem.impersonal().render(locale)), ..self })
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    run: PackageRun,
    problem: Option<String>,
}

/// The runs of a version, newest first
#[utoipa::path(get, path = "/api/admin/packages/{id}/runs", tag = "admin", params(("id" = String, Path, description = "SHA-256 of the package"), RunsOfPackage, Page),
    responses((status = 200, body = Paged<PackageRun>)))]
pub async fn list_runs_of_package(
    app: App,
    _: Admin,
    locale: Locale,
    Id(digest): Id,
    Query(filter): Query<RunsOfPackage>,
    page: Page,
) -> Result<Json<Paged<PackageRun>>> {
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    let count = db::query_scalar(
        "SELECT count(*) FROM customer_runs WHERE package_digest = $1 AND ($2 IS NULL OR status = $2)",
    );
    let rows = db::query_as(
        "SELECT id, account_id, status, problem, created_at, started_at, finished_at FROM customer_runs
         WHERE package_digest = $1 AND ($2 IS NULL OR status = $2) ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4",
    );
    let values = (&digest, filter.status);
    let found = page.fetch(&mut tx, count.binds(values), rows.binds(values)).await?;
    found.try_map(|row: Row| row.run.with(row.problem.as_deref(), locale)).map(Json)
}

/// The details of a run.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct PackageRunDetail {
    #[serde(flatten)]
    #[sqlx(flatten)]
    run: PackageRun,
    tool: String,
    tool_version: String,
    /// Language of the user's screen.
    language: Locale,
    /// Number of attempts: more than one if a server stopped meanwhile.
    attempt: i64,
    /// Milliseconds that it waited in the queue, and that it ran.
    #[schema(required)]
    #[sqlx(skip)]
    waited_ms: Option<i64>,
    #[schema(required)]
    #[sqlx(skip)]
    ran_ms: Option<i64>,
    /// Words charged.
    words: i64,
    /// Whether the result is the plugin's own draft, made without a model.
    drafted: bool,
    /// Whether an API key started it.
    by_key: bool,
    /// Whether it rewrote a document.
    revises: bool,
    /// Whether it belongs to a trial: it is visible only to that administrator, and its words were not charged.
    trial: bool,
    /// Its last progress report.
    #[schema(required)]
    progress_done: Option<i64>,
    #[schema(required)]
    progress_total: Option<i64>,
    /// Sizes of its input and its result.
    #[sqlx(skip)]
    input_bytes: usize,
    #[schema(required)]
    #[sqlx(skip)]
    outcome_bytes: Option<usize>,
    /// Only of the reader's own run.
    #[schema(required, value_type = Option<Object>)]
    #[sqlx(skip)]
    input: Option<Box<RawValue>>,
}

#[derive(sqlx::FromRow)]
struct DetailRow {
    #[sqlx(flatten)]
    detail: PackageRunDetail,
    input: String,
    outcome: Option<String>,
    problem: Option<String>,
}

/// One run of a version, without its content
#[utoipa::path(get, path = "/api/admin/packages/{id}/runs/{run}", tag = "admin",
    params(("id" = String, Path, description = "SHA-256 of the package"), ("run" = String, Path)), responses((status = 200, body = PackageRunDetail)))]
pub async fn get_run_of_package(
    app: App,
    Admin(admin): Admin,
    locale: Locale,
    Path((digest, id)): Path<(String, String)>,
) -> Result<Json<PackageRunDetail>> {
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    // A run of a trial is visible to the administrator who started it.
    let query = db::query_as(
        "SELECT id, account_id, tool, tool_version, language, status, attempt, input, outcome, problem, words, drafted, key_id IS NOT NULL AS by_key,
             revises IS NOT NULL AS revises, trial_id IS NOT NULL AS trial, progress_done, progress_total, created_at, started_at, finished_at
         FROM runs_with_trials WHERE id = $1 AND package_digest = $2 AND (trial_id IS NULL OR account_id = $3)",
    );
    let row: Option<DetailRow> = query.binds((&id, &digest, &admin.id)).fetch_optional(&mut *tx).await?;
    row.ok_or_else(Problem::not_found)?.view(locale, &admin.id).map(Json)
}

impl DetailRow {
    fn view(self, locale: Locale, reader: &str) -> Result<PackageRunDetail> {
        let run = self.detail.run.with(self.problem.as_deref(), locale)?;
        let between = |from: Option<Timestamp>, to: Option<Timestamp>| Some(to?.0 - from?.0);
        Ok(PackageRunDetail {
            waited_ms: between(Some(run.created_at), run.started_at),
            ran_ms: between(run.started_at, run.finished_at),
            input_bytes: self.input.len(),
            outcome_bytes: self.outcome.map(|outcome| outcome.len()),
            input: (run.account_id == reader).then(|| serde_json::from_str(&self.input)).transpose()?,
            run,
            ..self.detail
        })
    }
}
