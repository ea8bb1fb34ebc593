//! One run of a version, for administrators who investigate a failure: times and resources, without the input and the
//! result, unless the run is their own.

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{store, version_stats::PackageRun};
use crate::{
    platform::{
        app::App,
        auth::Admin,
        clock::Timestamp,
        db,
        error::{Problem, Result},
        locale::Locale,
    },
    work::runs::RunStatus,
};

/// The details of a run.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackageRunDetail {
    #[serde(flatten)]
    run: PackageRun,
    tool: String,
    tool_version: String,
    /// Language of the user's screen.
    language: Locale,
    /// Number of attempts: more than one if a server stopped meanwhile.
    attempt: i64,
    /// Milliseconds that it waited in the queue, and that it ran.
    #[schema(required)]
    waited_ms: Option<i64>,
    #[schema(required)]
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
    input_bytes: usize,
    #[schema(required)]
    outcome_bytes: Option<usize>,
    /// Only of the reader's own run.
    #[schema(required, value_type = Option<Object>)]
    input: Option<Box<RawValue>>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    account_id: String,
    tool: String,
    tool_version: String,
    language: Locale,
    status: RunStatus,
    attempt: i64,
    input: String,
    outcome: Option<String>,
    problem: Option<String>,
    words: i64,
    drafted: bool,
    by_key: bool,
    revises: bool,
    trial: bool,
    progress_done: Option<i64>,
    progress_total: Option<i64>,
    created_at: Timestamp,
    started_at: Option<Timestamp>,
    finished_at: Option<Timestamp>,
}

/// One run of a version, without its content
#[utoipa::path(get, path = "/api/admin/packages/{id}/runs/{run}", tag = "admin",
    params(("id" = String, Path, description = "SHA-256 of the package"), ("run" = String, Path)), responses((status = 200, body = PackageRunDetail)))]
pub(super) async fn get_run_of_package(
    State(app): State<App>,
    Admin(admin): Admin,
    locale: Locale,
    Path((digest, id)): Path<(String, String)>,
) -> Result<Json<PackageRunDetail>> {
    let mut tx = app.db.read().begin().await?;
    store::expect_package(&mut tx, &digest).await?;
    // A run of a trial is visible to the administrator who started it.
    let row: Option<Row> = db::query_as(
        "SELECT id, account_id, tool, tool_version, language, status, attempt, input, outcome, problem, words, drafted, key_id IS NOT NULL AS by_key,
             revises IS NOT NULL AS revises, trial_id IS NOT NULL AS trial, progress_done, progress_total, created_at, started_at, finished_at
         FROM runs_with_trials WHERE id = $1 AND package_digest = $2 AND (trial_id IS NULL OR account_id = $3)",
    )
    .bind(&id)
    .bind(&digest)
    .bind(&admin.id)
    .fetch_optional(&mut *tx)
    .await?;
    let row = row.ok_or_else(Problem::not_found)?;
    drop(tx);
    let is_own = row.account_id == admin.id;
    Ok(Json(row.view(locale, is_own)?))
}

impl Row {
    fn view(self, locale: Locale, is_own: bool) -> Result<PackageRunDetail> {
        let problem: Option<Problem> = self.problem.as_deref().map(serde_json::from_str).transpose()?;
        let between = |from: Option<Timestamp>, to: Option<Timestamp>| Some(to?.0 - from?.0);
        Ok(PackageRunDetail {
            tool: self.tool,
            tool_version: self.tool_version,
            language: self.language,
            attempt: self.attempt,
            waited_ms: between(Some(self.created_at), self.started_at),
            ran_ms: between(self.started_at, self.finished_at),
            words: self.words,
            drafted: self.drafted,
            by_key: self.by_key,
            revises: self.revises,
            trial: self.trial,
            progress_done: self.progress_done,
            progress_total: self.progress_total,
            input_bytes: self.input.len(),
            outcome_bytes: self.outcome.map(|outcome| outcome.len()),
            input: is_own.then(|| serde_json::from_str(&self.input)).transpose()?,
            run: PackageRun {
                id: self.id,
                account_id: self.account_id,
                status: self.status,
                // A plugin's sentence may repeat user input.
                problem: problem.map(|problem| problem.impersonal().tell(locale)),
                created_at: self.created_at,
                started_at: self.started_at,
                finished_at: self.finished_at,
            },
        })
    }
}
