//! Runs of trials: an administrator runs a version of a tool as a customer with a given plan would. They are admitted
//! and executed like all others, with the purse of the trial, whose customer has just begun a month and a day.

use super::admission::{Order, Trial, admit};
use super::answer::answer;
use super::store::LIST_COLUMNS;
use super::{Run, RunStatus, Runs};
use crate::platform::prelude::*;
use crate::workspace::projects;

/// Starts a run of a trial with the response of an ordinary start, in the language of the trial.
pub async fn start_trial(
    app: &App,
    trial: Trial,
    locale: Locale,
    input: Value,
    headers: &HeaderMap,
) -> Result<Response> {
    match begin(app, trial, locale, input, headers).await {
        Err(problem) if problem.status().is_client_error() && problem.retry_after_seconds().is_none() => {
            Ok((problem.status(), axum::Json(problem.render(locale))).into_response())
        }
        answer => answer,
    }
}

async fn begin(
    app: &App,
    trial: Trial,
    locale: Locale,
    input: Value,
    headers: &HeaderMap,
) -> Result<Response> {
    let account = trial.actor.id.clone();
    // The administrator's project: no customer's brand or connection is used.
    let project = projects::selected(&mut app.db.read().acquire().await?, &account).await?;
    let tool = trial.tool.id.clone();
    let order = Order { trial: Some(trial), ..Order::new(&account, project, locale, &tool, input) };
    let started = admit(app, order, |_| Ok(None)).await?;
    answer(app.part::<Runs>(), started, headers, locale).await
}

/// A run of a trial, with its resources and what it would have cost.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrialRun {
    pub id: String,
    pub status: RunStatus,
    /// The input with defaults filled in.
    #[schema(value_type = Object)]
    pub input: Box<RawValue>,
    /// The problem of a failed run.
    #[schema(inline = false)]
    pub problem: Option<ProblemView>,
    /// Words that a customer would have been charged.
    pub words: i64,
    /// Whether the result is the plugin's own draft, made without a model.
    pub drafted: bool,
    /// Number of model calls; null if it was not executed, as for the next fields.
    #[schema(required)]
    pub model_calls: Option<i64>,
    /// Number of host calls.
    #[schema(required)]
    pub host_calls: Option<i64>,
    /// CPU time of the plugin, in microseconds.
    #[schema(required)]
    pub guest_cpu_us: Option<i64>,
    /// Peak memory.
    #[schema(required)]
    pub peak_memory_bytes: Option<i64>,
    pub created_at: Timestamp,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
    /// Milliseconds that it waited in the queue, and that it ran.
    #[schema(required)]
    pub waited_ms: Option<i64>,
    #[schema(required)]
    pub ran_ms: Option<i64>,
}

/// A run with its resources.
#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    run: Run,
    model_calls: Option<i64>,
    host_calls: Option<i64>,
    guest_cpu_us: Option<i64>,
    peak_memory_bytes: Option<i64>,
}

/// The latest runs of a trial, newest first.
pub async fn trial_runs(conn: &mut Conn, trial: &str, most: i64, locale: Locale) -> Result<Vec<TrialRun>> {
    let sql = format!(
        "SELECT {LIST_COLUMNS}, model_calls, host_calls, guest_cpu_us, peak_memory_bytes
         FROM runs WHERE trial_id = $1 ORDER BY id DESC LIMIT $2"
    );
    let rows: Vec<Row> = db::query_as(AssertSqlSafe(sql)).binds((trial, most)).fetch_all(conn).await?;
    rows.into_iter().map(|row| row.view(locale)).collect()
}

impl Row {
    fn view(self, locale: Locale) -> Result<TrialRun> {
        let Self { run, model_calls, host_calls, guest_cpu_us, peak_memory_bytes } = self;
        let between = |from: Option<Timestamp>, to: Option<Timestamp>| Some(to?.0 - from?.0);
        Ok(TrialRun {
            waited_ms: between(Some(run.created_at), run.started_at),
            ran_ms: between(run.started_at, run.finished_at),
            problem: run.failure()?.map(|problem| problem.render(locale)),
            id: run.id,
            status: run.status,
            input: serde_json::from_str(&run.input)?,
            words: run.words,
            drafted: run.drafted,
            model_calls,
            host_calls,
            guest_cpu_us,
            peak_memory_bytes,
            created_at: run.created_at,
            started_at: run.started_at,
            finished_at: run.finished_at,
        })
    }
}
