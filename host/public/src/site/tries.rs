//! Runs of visitors without an account: drafts by rules, of which nothing is stored.

use axum::extract::{Form, State};
use axum::response::Redirect;
use axum::routing::post;
use tokio::sync::Semaphore;

use super::brand::allowing;
use super::form::{self, Typed};
use super::templates::Templates;
use super::tool::{self, Tried};
use super::view::{self, Frame};
use crate::catalogue::tools::{self, Tool};
use crate::operator;
use crate::platform::prelude::*;
use crate::work::runs;

/// Runs of one address in a minute.
const MINUTELY: Limit = Limit::new(12, MINUTE);
/// Runs of all visitors at a time. Users of the product do not wait for them.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// How long a visitor waits for a place.
const PATIENCE: Duration = Duration::from_secs(3);

/// The form needs no CSRF token, because it acts for no account.
pub fn routes() -> Router<App> {
    Router::new().route("/site/try/{language}/{tool}", post(run).get(look))
}

/// The address of a result that was kept: the page of its tool.
async fn look(State(app): State<App>, Path((language, id)): Path<(String, String)>) -> Result<Redirect> {
    let build = app.part::<Templates>().build(&app.bundle)?;
    let locale = Locale::of_tag(&language).unwrap_or_default();
    Ok(Redirect::temporary(&tool::address(&build, locale, &id)))
}

async fn run(
    State(app): State<App>,
    Path((language, id)): Path<(String, String)>,
    parts: Parts,
    Form(typed): Form<Typed>,
) -> Result<Response> {
    let locale = Locale::of_tag(&language).ok_or_else(Problem::not_found)?;
    refuse_if(operator::settings(&app).is_hidden("aiTool"), Problem::not_found)?;
    let tool = tool::find(&app, &id).await.ok_or_else(Problem::not_found)?;
    let tried = attempt(&app, &tool, locale, typed, &parts).await;
    let build = app.part::<Templates>().build(&app.bundle)?;
    let mut conn = app.db.read().acquire().await?;
    let frame = Frame::of(&app, &mut conn, locale, |of| tool::address(&build, of, &id)).await?;
    drop(conn);
    let html = tool::page(&app, &build, &tool, locale, frame, Some(tried)).await?;
    Ok(allowing(&app, view::own(html, locale)))
}

async fn attempt(app: &App, tool: &Tool, locale: Locale, typed: Typed, parts: &Parts) -> Tried {
    let mut tried = Tried { typed, ..Tried::default() };
    match draft(app, tool, locale, &tried.typed, parts).await {
        Ok(data) => tried.data = Some(data),
        Err(problem) => {
            tried.errors = problem.errors().clone();
            if tried.errors.is_empty() {
                tried.problem = problem.render(locale).message;
            }
        }
    }
    tried
}

async fn draft(app: &App, tool: &Tool, locale: Locale, typed: &Typed, parts: &Parts) -> Result<Value> {
    app.rates.count_from("site.try", visit(parts)?.address, MINUTELY)?;
    let described = tool.described().await?;
    let input = form::input(&described.text(locale).input, typed);
    let input = tools::prepare_aside(&described, locale, input).await?;
    let busy = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "site.busy");
    let _place = tokio::time::timeout(PATIENCE, AT_ONCE.acquire()).await.map_err(|_| busy())?;
    let outcome = runs::draft(tool, locale, input).await?;
    serde_json::from_str(&outcome.data).map_err(Problem::internal)
}
