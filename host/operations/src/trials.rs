//! Trials: an administrator uses one version of a tool as a customer with a given plan would, without any effect on
//! customers.
//!
//! Invariants:
//! - Only the administrator who started a trial sees it.
//! - Its simulated customer has the chosen plan without exceptions, has just begun a month and a day, and has the
//!   administrator's connections. Its runs, counts, costs and stored data belong to the trial only and are deleted
//!   with it.
//! - Every version that could be released can be tried: whether it is in use, waits for approval or for a review, or
//!   is closed. A revoked or refused version never runs.

mod store;
mod view;

use crate::billing::plans;
use crate::market::registry;
use crate::messages::audit_log::ByAdmin;
use crate::platform::prelude::*;
use crate::work::runs::{self, RunView, Trial};

pub use view::get_file as page_of_trial;

const JOBS: &[Kind] = &[Kind::periodic("trials.clear", Schedule::HOURLY, |app| {
    Box::pin(async move { clear(&app, Timestamp::now()).await })
})];

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("trials", &["account_id"]), Table::new("trial_runs")],
    open: |app| Ok(app.with(registry::PagesOfTrials(page_of_trial))),
    jobs: JOBS,
    ..Slice::new("trials")
};

/// The lifetime of a trial.
const LASTS_MS: i64 = DAY_MS;
/// Trials per account; a new one replaces the oldest.
const MOST: i64 = 20;

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(view::create_trial))
        .routes(routes!(view::get_trial))
        .routes(routes!(run_trial))
}

pub async fn clear(app: &App, now: Timestamp) -> Result<()> {
    let mut tx = app.db.write().await?;
    store::clear(&mut tx, now).await?;
    tx.commit().await?;
    Ok(())
}

/// The input of a trial run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TrialRunRequest {
    /// As the tool's input schema describes it.
    #[schema(value_type = Object)]
    input: Value,
}

/// Run the tool of a trial
///
/// Returns what a customer with the plan would get. Only the administrator who started it can watch, cancel and read
/// the run; it costs nothing, and creates no document.
#[utoipa::path(post, path = "/api/admin/trials/{id}/runs", tag = "admin",
    params(("id" = String, Path), ("Prefer" = Option<String>, Header)), request_body = TrialRunRequest,
    responses((status = 201, description = "Ended", body = RunView<'static>), (status = 202, description = "Accepted", body = RunView<'static>),
        (status = 402, description = "The plan does not include the tool, or its words or runs are used up"),
        (status = 409, description = "The version does not exist any more"), (status = 422, description = "The input breaks a rule of the tool"),
        (status = 429, description = "Too many runs are queued"), (status = 503, description = "The tool is closed")))]
async fn run_trial(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    headers: HeaderMap,
    json::Json(request): json::Json<TrialRunRequest>,
) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let trial = store::find(&mut conn, &by.admin.id, &id).await?;
    let terms = plans::terms_of_plan(&mut conn, trial.product_id, &trial.tool).await?;
    let terms = terms.ok_or_else(Problem::not_found)?;
    drop(conn);
    let tool = view::tool_of(&app, &trial.tool, trial.package_digest.as_deref()).await?;
    let order = Trial { id: trial.id, tool, terms, actor: by.actor };
    runs::start_trial(&app, order, trial.language, request.input, &headers).await
}

/// The version does not exist any more, or must not run.
fn not_there() -> Problem {
    Problem::conflict("trials.not-there")
}
