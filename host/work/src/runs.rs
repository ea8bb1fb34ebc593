//! Runs: admission, the queue, execution, events, history.
//!
//! Invariants, even if a process dies:
//! - An accepted run is a row, and ends as `succeeded`, `failed` or `cancelled`.
//! - A run's state, its words and its document are written in one transaction.
//! - Each attempt has a number, which fences writes: an older attempt cannot write any more.
//! - An answer that a plugin receives is stored first: a run that is taken over continues after it (`journal.rs`).
//! - Runs of trials are rows like others. What customers see and what is counted about them reads the view
//!   `customer_runs`, which does not contain them.
//! - Queued and running runs are also kept in the memory of one process (`work.rs`), rebuilt from the rows when that
//!   process has died.

mod across;
mod admission;
mod answer;
mod bill;
mod call;
mod costs;
mod elsewhere;
mod events;
mod examples;
mod idempotency;
mod journal;
#[cfg(test)]
mod lives;
mod news;
mod of_projects;
mod ports;
pub mod problems;
mod queue;
mod recording;
mod store;
mod stream;
mod system_run;
mod trial;
mod visitor;
mod work;
mod writer;

use crate::catalogue::tools;
use crate::keys::KeyMonth;
use crate::platform::auth::{RunsRead, RunsWrite};
use crate::platform::error::ProblemView;
use crate::platform::prelude::*;
use crate::workspace::projects;

pub use crate::catalogue::tools::RunStatus;
pub use admission::Trial;
pub use call::{Call, call, find_call};
pub use events::Progress;
pub use of_projects::OfProjects;
pub use store::{count, sums_of_trial, usual_ms};
pub use system_run::{StartedRun, SystemRun, begin, find_begun};
pub use trial::{TrialRun, start_trial, trial_runs};
pub use visitor::draft;
pub use work::Runs;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("runs", &["account_id"]), Table::new("run_calls")],
    views: &["customer_runs", "runs_with_trials"],
    personal_data: belongings,
    open,
    start: Some(|app| Box::pin(start(app))),
    ..Slice::new("runs")
};

/// The personal data of this slice. Results of runs are in the documents.
fn belongings() -> Belongings {
    Belongings { busy: Some(goes_on), ..Default::default() }
}

fn goes_on<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<bool>> {
    Box::pin(async move {
        let goes_on = db::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM customer_runs WHERE account_id = $1 AND status IN ('queued', 'running'))",
        );
        Ok(goes_on.bind(account).fetch_one(&mut *conn).await?)
    })
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(admission::start_run))
        .routes(routes!(list_runs))
        .routes(routes!(get_run))
        .routes(routes!(cancel_run))
        .routes(routes!(stream::follow_run))
        .routes(routes!(recording::get_recording))
}

fn open(app: App) -> anyhow::Result<App> {
    Ok(projects::keep(app, OfProjects).with(tools::RunCosts(costs::by_tool)))
}

/// Takes over the runs of an earlier process.
async fn start(app: App) -> anyhow::Result<App> {
    let runs = Runs::open(&app).await?;
    Ok(app.with(runs))
}

/// A row of `runs`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Run {
    pub id: String,
    pub account_id: String,
    pub project_id: Option<i64>,
    pub tool: String,
    pub tool_version: String,
    /// Digest of the tool's package; `None` for a built-in tool.
    pub package_digest: Option<String>,
    pub revises: Option<String>,
    pub language: Locale,
    pub status: RunStatus,
    pub attempt: i64,
    /// JSON.
    pub input: String,
    /// JSON: title, text, data.
    pub outcome: Option<String>,
    /// JSON: a [`Problem`].
    pub problem: Option<String>,
    pub words: i64,
    pub drafted: bool,
    pub document_id: Option<String>,
    pub progress_done: Option<i64>,
    pub progress_total: Option<i64>,
    pub progress_label: Option<String>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
    /// The process that queues or runs it, or did.
    pub process: Option<String>,
    /// The key that started it; `None` if a user did.
    pub key_id: Option<String>,
    /// The trial of the run, which is deleted with it and is in no list.
    #[sqlx(default)]
    pub trial_id: Option<String>,
}

impl Run {
    /// The run as the API shows it. A trial uses the language that its administrator chose.
    pub fn view(&self, locale: Locale) -> Result<RunView<'_>> {
        let locale = if self.trial_id.is_some() { self.language } else { locale };
        let problem: Option<Problem> = self.problem.as_deref().map(serde_json::from_str).transpose()?;
        Ok(RunView {
            id: &self.id,
            tool: &self.tool,
            tool_version: &self.tool_version,
            revises: self.revises.as_deref(),
            status: self.status,
            input: serde_json::from_str(&self.input)?,
            outcome: self.outcome.as_deref().map(serde_json::from_str).transpose()?,
            problem: problem.map(|problem| problem.render(locale)),
            words: self.words,
            drafted: self.drafted,
            document_id: self.document_id.as_deref(),
            progress: self.progress(),
            created_at: self.created_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
        })
    }

    /// The key that is charged.
    fn key(&self) -> Option<KeyMonth> {
        self.key_id.clone().map(|key| KeyMonth::new(key, self.created_at))
    }

    fn progress(&self) -> Option<Progress> {
        let (done, total) = (self.progress_done?, self.progress_total?);
        Some(Progress { done, total, label: self.progress_label.clone().unwrap_or_default() })
    }

    /// Overlays the row with newer state from memory.
    fn with_live(
        mut self,
        (status, progress): (RunStatus, Option<Progress>),
        started_at: Option<Timestamp>,
    ) -> Self {
        if self.status.is_over() {
            return self;
        }
        self.status = status;
        self.started_at = started_at.or(self.started_at);
        if let Some(progress) = progress {
            (self.progress_done, self.progress_total) = (Some(progress.done), Some(progress.total));
            self.progress_label = Some(progress.label);
        }
        self
    }
}

/// The result of a run.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutcomeView {
    pub title: String,
    /// Markdown.
    pub text: String,
    /// Structured data, as the tool's output schema describes it.
    #[schema(value_type = Object)]
    pub data: Box<RawValue>,
}

/// A run as the API shows it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Run)]
pub struct RunView<'a> {
    pub id: &'a str,
    pub tool: &'a str,
    pub tool_version: &'a str,
    /// The document that the run rewrites; such a run creates no document and is in no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revises: Option<&'a str>,
    pub status: RunStatus,
    /// The input with defaults filled in.
    #[schema(value_type = Object)]
    pub input: &'a RawValue,
    /// The result of a successful run; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<OutcomeView>)]
    pub outcome: Option<&'a RawValue>,
    /// The problem of a failed run.
    #[schema(inline = false)]
    pub problem: Option<ProblemView>,
    /// Words charged.
    pub words: i64,
    /// Whether the result is the plugin's own draft, made without a model.
    pub drafted: bool,
    /// The document with the result.
    pub document_id: Option<&'a str>,
    pub progress: Option<Progress>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

/// Which runs to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RunFilter {
    /// Only runs of this tool.
    tool: Option<String>,
    /// Only runs with this status.
    status: Option<RunStatus>,
    /// Only runs of the project with this number; 0 for those without a project.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_u32)]
    project: Option<u32>,
}

/// Runs, newest first, without their results
#[utoipa::path(get, path = "/api/runs", tag = "runs", security(("key" = ["runs:read"])), params(RunFilter, Page), responses((status = 200, body = Paged<RunView<'static>>)))]
async fn list_runs(
    app: App,
    caller: Scoped<RunsRead>,
    locale: Locale,
    Query(filter): Query<RunFilter>,
    page: Page,
) -> Result<Response> {
    let runs = app.part::<Runs>();
    let filter = store::Filter {
        tool: filter.tool.as_deref(),
        status: filter.status,
        tools: caller.tools(),
        projects: [caller.project(), filter.project.map(i64::from)],
    };
    let (rows, total) = store::list(&app.db, &caller.id, filter, page.limit(), page.offset()).await?;
    let rows: Vec<Run> = rows.into_iter().map(|run| runs.present(run)).collect();
    let views = rows.iter().map(|run| run.view(locale)).collect::<Result<Vec<_>>>()?;
    Ok(Json(page.of(views, total)).into_response())
}

/// One run
#[utoipa::path(get, path = "/api/runs/{id}", tag = "runs", security(("key" = ["runs:read"])), params(("id" = String, Path)), responses((status = 200, body = RunView<'static>)))]
async fn get_run(
    app: App,
    caller: Scoped<RunsRead>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Response> {
    let run = store::find(&app.db, &caller.id, &id).await?;
    caller.expect_reach(&run.tool, run.project_id)?;
    show(&app.part::<Runs>().present(run), locale)
}

/// Cancel a run; what the model has written for it by then is charged
#[utoipa::path(post, path = "/api/runs/{id}/cancel", tag = "runs", security(("key" = ["runs:write"])), params(("id" = String, Path)), responses((status = 200, body = RunView<'static>)))]
async fn cancel_run(
    app: App,
    caller: Scoped<RunsWrite>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Response> {
    let runs = app.part::<Runs>();
    expect_reach(&app, &caller, &id).await?;
    match runs.cancel(&caller.id, &id).await? {
        Some(run) => show(&run, locale),
        // It has already ended, as requested, or it runs in another process, which is notified.
        None => show(&elsewhere::cancel(&app, &caller.id, &id).await?, locale),
    }
}

/// Refuses a run that a key may not access; for a user this makes no query.
async fn expect_reach(app: &App, caller: &Caller, id: &str) -> Result<()> {
    if caller.key.is_none() {
        return Ok(());
    }
    let run = store::find(&app.db, &caller.id, id).await?;
    caller.expect_reach(&run.tool, run.project_id)
}

fn show(run: &Run, locale: Locale) -> Result<Response> {
    Ok(Json(run.view(locale)?).into_response())
}

/// An ended run, shared by all who wait for it.
type Ended = Arc<Run>;
