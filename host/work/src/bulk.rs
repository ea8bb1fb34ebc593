//! Bulk jobs: each row of an uploaded table becomes a run of one tool; the results form a new table.
//!
//! Invariants, even if a process dies:
//! - A row has one run per attempt: job, row and attempt form an idempotency key.
//! - A row that is running when the server dies is started again under the same key, and so finds its run.
//! - Only a few rows run at a time (see `work.rs`), so that a table of thousands does not delay other users.

mod columns;
mod estimate;
mod file;
mod made;
mod news;
mod origin;
mod result;
mod rows;
mod shapes;
mod store;
mod synonyms;
mod turns;
mod upload;
mod work;

use axum::extract::DefaultBodyLimit;

use crate::billing::meters::{self, Meter};
use crate::platform::prelude::*;
use crate::workspace::projects;

pub use columns::Column;
use estimate::Estimates;
pub use file::read as read_table;
pub use made::{CheckedBulk, NewBulk, NewBulkRow, check};
pub use origin::{MadeRow, OfOrigin, Origin, hear};
pub use shapes::{BulkCounts, BulkRow, BulkRowProblem, BulkStretch, BulkView, BulkWords};
pub use store::active;
pub use turns::OfProjects;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("bulk_jobs", &["account_id"]), Table::new("bulk_rows")],
    views: &["customer_bulk_jobs"],
    // Results of rows are in the documents.
    personal_data: || Belongings { busy: Some(goes_on), ..Default::default() },
    open: |app| Ok(projects::keep(app, OfProjects).with(origin::Origins::default())),
    start: Some(|app| Box::pin(start(app))),
    jobs: &[Kind::of::<work::FeedBulk>()],
    ..Slice::new("bulk")
};

/// Rows of a table.
pub const MOST_ROWS: usize = 5_000;
/// Bytes of a file.
pub const FILE_BYTES: usize = 5 * 1024 * 1024;
/// Row problems that a job contains; `rows?status=invalid` lists all of them.
const PROBLEMS_SHOWN: i64 = 100;

fn goes_on<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<bool>> {
    Box::pin(async move {
        let goes_on = db::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM bulk_jobs WHERE account_id = $1 AND status = 'running')",
        );
        Ok(goes_on.bind(account).fetch_one(conn).await?)
    })
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(upload::create_bulk))
        .routes(routes!(result::get_bulk_template))
        .routes(routes!(list_bulk))
        .routes(routes!(get_bulk, delete_bulk))
        .routes(routes!(list_bulk_rows))
        .routes(routes!(result::get_bulk_result))
        .routes(routes!(start_bulk))
        .routes(routes!(pause_bulk))
        .routes(routes!(resume_bulk))
        .routes(routes!(cancel_bulk))
        .routes(routes!(retry_bulk))
        // The upload handler has its own limit.
        .layer(DefaultBodyLimit::disable())
}

/// Starts a job that is ready or paused. Its runs count for the key, if there is one.
///
/// Errors: 402 if the plan does not include it any more, 409 if it has ended or no row is valid.
pub async fn start_job(app: &App, account: &str, id: &str, key: Option<&str>) -> Result<()> {
    turns::run(app, account, id, &[BulkStatus::Ready, BulkStatus::Paused], key).await
}

/// Cancels a job; finished rows stay.
///
/// Errors: 409 if it has ended.
pub async fn cancel_job(app: &App, account: &str, id: &str) -> Result<()> {
    turns::cancel(app, account, id).await
}

/// These jobs of an account by id, without the problems of their rows; unknown ids are left out.
pub async fn views(
    app: &App,
    account: &str,
    ids: &[&str],
    locale: Locale,
) -> Result<HashMap<String, BulkView>> {
    let mut tx = app.db.read().begin().await?;
    let jobs = store::find_all(&mut tx, account, ids).await?;
    let mut sums = rows::sums_of(&mut tx, &jobs).await?;
    let left = meters::balance(&mut tx, Meter::Words.of(account)).await?;
    drop(tx);
    let mut estimates = Estimates::new(app, account).await?;
    let mut views = HashMap::new();
    for job in jobs {
        let sums = sums.remove(&job.id).unwrap_or_default();
        let per_row = estimates.per_row(&job, &sums).await?;
        views.insert(job.id.clone(), job.view(sums, per_row, left, locale)?);
    }
    Ok(views)
}

async fn start(app: App) -> anyhow::Result<App> {
    let slots = work::Slots::of(&app);
    Ok(app.with(slots))
}

/// State of a bulk job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BulkStatus {
    /// Checked and priced, not started.
    Ready,
    Running,
    /// Paused by a user, or automatically: then `problem` contains the reason.
    Paused,
    Done,
    Cancelled,
}

text_column!(BulkStatus);

/// State of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BulkRowStatus {
    /// Its cells are not valid input; it is skipped.
    Invalid,
    Waiting,
    Running,
    Succeeded,
    Failed,
    Cancelled,
}

text_column!(BulkRowStatus);

/// A row of `bulk_jobs`.
#[derive(Debug, Clone, sqlx::FromRow)]
struct Job {
    id: String,
    account_id: String,
    /// The project of its rows.
    project_id: Option<i64>,
    tool: String,
    language: Locale,
    name: String,
    status: BulkStatus,
    /// JSON.
    problem: Option<String>,
    encoding: String,
    separator: String,
    /// JSON.
    columns: String,
    /// JSON.
    fixed: String,
    /// What another slice made it from.
    origin: Option<String>,
    created_at: Timestamp,
    started_at: Option<Timestamp>,
    finished_at: Option<Timestamp>,
}

/// A row of `bulk_rows`, without its input.
#[derive(Debug, sqlx::FromRow)]
struct Row {
    number: i64,
    line: i64,
    /// JSON.
    cells: String,
    status: BulkRowStatus,
    run_id: Option<String>,
    document_id: Option<String>,
    /// JSON.
    problem: Option<String>,
    words: i64,
    /// Places of its text that are to be filled in.
    gaps: i64,
}

/// Bulk jobs, newest first
#[utoipa::path(get, path = "/api/bulk", tag = "bulk", params(Page), responses((status = 200, body = Paged<BulkView>)))]
async fn list_bulk(app: App, user: User, locale: Locale, page: Page) -> Result<Json<Paged<BulkView>>> {
    let mut tx = app.db.read().begin().await?;
    let Paged { data: jobs, total, .. } = store::list(&mut tx, &user.id, page).await?;
    let mut sums = rows::sums_of_page(&mut tx, &user.id, page).await?;
    let left = meters::balance(&mut tx, Meter::Words.of(&user.id)).await?;
    drop(tx);
    let mut estimates = Estimates::new(&app, &user.id).await?;
    let mut views = Vec::with_capacity(jobs.len());
    for job in jobs {
        let sums = sums.remove(&job.id).unwrap_or_default();
        let per_row = estimates.per_row(&job, &sums).await?;
        views.push(job.view(sums, per_row, left, locale)?);
    }
    Ok(Json(page.of(views, total)))
}

/// One bulk job: its progress, its cost, and the problems of its rows
#[utoipa::path(get, path = "/api/bulk/{id}", tag = "bulk", params(("id" = String, Path)), responses((status = 200, body = BulkView)))]
async fn get_bulk(app: App, user: User, locale: Locale, Path(id): Path<String>) -> Result<Json<BulkView>> {
    show(&app, &user, &id, locale).await
}

async fn show(app: &App, user: &User, id: &str, locale: Locale) -> Result<Json<BulkView>> {
    view(app, &user.id, id, locale).await.map(Json)
}

/// A job of an account, with the problems of its rows.
pub async fn view(app: &App, account: &str, id: &str, locale: Locale) -> Result<BulkView> {
    let mut tx = app.db.read().begin().await?;
    let job = store::find(&mut tx, account, id).await?;
    let sums = rows::sums(&mut tx, id).await?;
    let left = meters::balance(&mut tx, Meter::Words.of(account)).await?;
    let columns = job.columns()?;
    // Clients poll a running job every second: rows are searched only if some are invalid.
    let invalid = match sums.rows.invalid {
        0 => Vec::new(),
        _ => rows::list(&mut tx, id, rows::Wanted::of(BulkRowStatus::Invalid), PROBLEMS_SHOWN, 0).await?.0,
    };
    let strip = rows::strip(&mut tx, id).await?;
    drop(tx);
    let per_row = Estimates::new(app, account).await?.per_row(&job, &sums).await?;
    let seconds = estimate::seconds(app, &job, &sums, per_row).await?;
    let mut view = job.view(sums, per_row, left, locale)?;
    view.seconds = Some(seconds);
    view.strip = Some(strip);
    let mut problems = Vec::new();
    for row in &invalid {
        problems.extend(row.problems(&columns, locale)?);
    }
    problems.truncate(PROBLEMS_SHOWN as usize);
    view.problems = Some(problems);
    Ok(view)
}

/// Which rows to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RowFilter {
    /// Only rows with this status.
    status: Option<BulkRowStatus>,
    /// Only rows whose text has places to fill in.
    #[serde(default)]
    gaps: bool,
}

/// The rows of a bulk job, in their order
#[utoipa::path(get, path = "/api/bulk/{id}/rows", tag = "bulk", params(("id" = String, Path), RowFilter, Page), responses((status = 200, body = Paged<BulkRow>)))]
async fn list_bulk_rows(
    app: App,
    user: User,
    locale: Locale,
    Path(id): Path<String>,
    Query(filter): Query<RowFilter>,
    page: Page,
) -> Result<Json<Paged<BulkRow>>> {
    let mut tx = app.db.read().begin().await?;
    store::find(&mut tx, &user.id, &id).await?;
    let wanted = rows::Wanted { status: filter.status, gaps: filter.gaps };
    let (rows, total) = rows::list(&mut tx, &id, wanted, page.limit(), page.offset()).await?;
    drop(tx);
    // The rows of a page may contain the whole file.
    let rows =
        app.conversions.short(move || rows.into_iter().map(|row| row.view(locale)).collect::<Result<_>>());
    Ok(Json(page.of(rows.await??, total)))
}

/// Start a bulk job; invalid rows are left out
#[utoipa::path(post, path = "/api/bulk/{id}/start", tag = "bulk", params(("id" = String, Path)), responses((status = 200, body = BulkView), (status = 409, description = "It was started before, or no row is valid")))]
async fn start_bulk(app: App, user: User, locale: Locale, Path(id): Path<String>) -> Result<Json<BulkView>> {
    turns::run(&app, &user.id, &id, &[BulkStatus::Ready], None).await?;
    show(&app, &user, &id, locale).await
}

/// Pause a bulk job; running rows are finished
#[utoipa::path(post, path = "/api/bulk/{id}/pause", tag = "bulk", params(("id" = String, Path)), responses((status = 200, body = BulkView), (status = 409, description = "It does not run")))]
async fn pause_bulk(app: App, user: User, locale: Locale, Path(id): Path<String>) -> Result<Json<BulkView>> {
    turns::pause(&app, &user.id, &id).await?;
    show(&app, &user, &id, locale).await
}

/// Resume a paused bulk job
#[utoipa::path(post, path = "/api/bulk/{id}/resume", tag = "bulk", params(("id" = String, Path)), responses((status = 200, body = BulkView), (status = 409, description = "It is not paused")))]
async fn resume_bulk(app: App, user: User, locale: Locale, Path(id): Path<String>) -> Result<Json<BulkView>> {
    turns::run(&app, &user.id, &id, &[BulkStatus::Paused], None).await?;
    show(&app, &user, &id, locale).await
}

/// Cancel a bulk job; finished rows stay
#[utoipa::path(post, path = "/api/bulk/{id}/cancel", tag = "bulk", params(("id" = String, Path)), responses((status = 200, body = BulkView), (status = 409, description = "It has ended")))]
async fn cancel_bulk(app: App, user: User, locale: Locale, Path(id): Path<String>) -> Result<Json<BulkView>> {
    turns::cancel(&app, &user.id, &id).await?;
    show(&app, &user, &id, locale).await
}

/// Run the failed rows again, and only those
#[utoipa::path(post, path = "/api/bulk/{id}/retry-failed", tag = "bulk", params(("id" = String, Path)), responses((status = 200, body = BulkView), (status = 409, description = "No row failed")))]
async fn retry_bulk(app: App, user: User, locale: Locale, Path(id): Path<String>) -> Result<Json<BulkView>> {
    turns::retry_failed(&app, &user.id, &id).await?;
    show(&app, &user, &id, locale).await
}

/// Delete a bulk job; the documents stay in the archive
#[utoipa::path(delete, path = "/api/bulk/{id}", tag = "bulk", params(("id" = String, Path)), responses((status = 204)))]
async fn delete_bulk(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    turns::delete(&app, &user.id, &id).await?;
    Ok(no_content())
}
