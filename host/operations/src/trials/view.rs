//! A trial as its administrator sees it: starting it, the version that it uses, and the page of a package in it.

use super::store::{self, Trial};
use super::{LASTS_MS, not_there};
use crate::billing::meters::Holder;
use crate::billing::plans::{self, Ceilings};
use crate::catalogue::tools::{self, Tool, ToolView, Tools};
use crate::market::{publishers, registry};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;
use crate::work::runs::{self, TrialRun};

/// Runs that are returned with their trial.
const RUNS: i64 = 20;

/// The plan of a trial's customer.
#[derive(Debug, Serialize, ToSchema)]
struct TrialPlan {
    id: i64,
    /// In the reader's language.
    name: String,
}

/// The plan's terms for the tool.
#[derive(Debug, Serialize, ToSchema)]
struct TrialTerms {
    /// Words per month, for all tools.
    words_per_month: i64,
    /// Runs per day, for all tools; null for no limit.
    #[schema(required)]
    runs_per_day: Option<i64>,
    /// The limits of this tool.
    ceilings: Ceilings,
}

/// A trial: a version of a tool as a customer with a plan gets it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Trial)]
pub(super) struct TrialView {
    id: String,
    /// SHA-256 of the package; null for a built-in tool.
    #[schema(required)]
    package: Option<String>,
    /// As the customer sees it, in the language of the trial: `lock` is set if the plan does not include it.
    #[schema(value_type = ToolView)]
    tool: Box<RawValue>,
    plan: TrialPlan,
    language: Locale,
    terms: TrialTerms,
    /// Runs of the trial, and the words that they would have cost.
    runs_begun: i64,
    words_used: i64,
    /// The latest runs, newest first.
    runs: Vec<TrialRun>,
    created_at: Timestamp,
    /// When it is deleted.
    ends_at: Timestamp,
}

/// One of your trials
#[utoipa::path(get, path = "/api/admin/trials/{id}", tag = "admin", params(("id" = String, Path)), responses(
    (status = 200, body = TrialView),
    (status = 409, description = "The version was refused, revoked or removed"),
))]
pub async fn get_trial(app: App, Admin(admin): Admin, locale: Locale, Id(id): Id) -> Result<Json<TrialView>> {
    let trial = store::find(&mut app.db.read().acquire().await?, &admin.id, &id).await?;
    let tool = tool_of(&app, &trial.tool, trial.package_digest.as_deref()).await?;
    of(&app, trial, &tool, locale).await.map(Json)
}

pub async fn of(app: &App, trial: Trial, tool: &Tool, locale: Locale) -> Result<TrialView> {
    let mut tx = app.db.read().begin().await?;
    let terms = plans::terms_of_plan(&mut tx, trial.product_id, &tool.id).await?;
    let terms = terms.ok_or_else(Problem::not_found)?;
    let locks = plans::locks_of_plan(&mut tx, &terms.own.plan).await?;
    let (runs_begun, words_used) = runs::sums_of_trial(&mut tx, &trial.id).await?;
    let runs = runs::trial_runs(&mut tx, &trial.id, RUNS, trial.language).await?;
    drop(tx);
    let ceilings = terms.of_tool().clone();
    let plan = terms.own.plan;
    Ok(TrialView {
        tool: tools::shown(app, tool, trial.language, locks.of(&tool.id)).await?,
        plan: TrialPlan { id: plan.id, name: plan.name_in(locale).to_owned() },
        terms: TrialTerms { words_per_month: plan.ai_words, runs_per_day: plan.runs_per_day, ceilings },
        id: trial.id,
        package: trial.package_digest,
        language: trial.language,
        runs_begun,
        words_used,
        runs,
        created_at: trial.created_at,
        ends_at: trial.ends_at,
    })
}

/// The version to try, and the simulated customer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TrialRequest {
    /// SHA-256 of the package, which is installed or waits for a review.
    package: Option<String>,
    /// Instead of a package: a built-in tool.
    tool: Option<String>,
    /// The customer's plan.
    product_id: i64,
    /// The customer's language.
    language: Locale,
}

/// Start a trial
///
/// Opens a version of a tool as a customer with a plan would get it, for a day, without any effect on customers.
#[utoipa::path(post, path = "/api/admin/trials", tag = "admin", request_body = TrialRequest, responses(
    (status = 201, body = TrialView),
    (status = 404, description = "There is no such version"),
    (status = 409, description = "The version was refused, revoked or removed"),
))]
pub async fn create_trial(
    app: App,
    by: ByAdmin,
    locale: Locale,
    json::Json(request): json::Json<TrialRequest>,
) -> Result<Response> {
    let TrialRequest { package, tool, product_id, language } = request;
    let tool = match (&package, &tool) {
        (Some(digest), None) => tool_of(&app, "", Some(digest)).await?,
        (None, Some(id)) => tool_of(&app, id, None).await?,
        _ => return Err(Problem::invalid_field("package", Text::key("validation.required"))),
    };
    let mut tx = app.db.write().await?;
    let terms = plans::terms_of_plan(&mut tx, product_id, &tool.id).await?;
    let unknown = || Problem::invalid_field("product_id", Text::key("validation.not-a-choice"));
    let plan = terms.ok_or_else(unknown)?.own.plan;
    let created_at = Timestamp::now();
    let trial = Trial {
        id: db::new_id(),
        account_id: by.admin.id.clone(),
        tool: tool.id.clone(),
        tool_version: tool.version.clone(),
        package_digest: package,
        product_id,
        language,
        created_at,
        ends_at: created_at.plus_ms(LASTS_MS),
    };
    store::clear(&mut tx, created_at).await?;
    store::insert(&mut tx, &trial).await?;
    plan.open_month(&mut tx, Holder::Trial(&trial.id), 1, "welcome").await?;
    let details = json!({ "version": trial.tool_version, "digest": trial.package_digest, "plan": plan.name(),
        "language": language });
    by.record(&mut tx, "trial.begun", Subject::of("plugin", &tool.id, &tool.id), details).await?;
    tx.commit().await?;
    let view = of(&app, trial, &tool, locale).await?;
    Ok((StatusCode::CREATED, Json(view)).into_response())
}

/// The version to try: of a package that is installed or under review, or a built-in tool.
pub async fn tool_of(app: &App, tool: &str, package: Option<&str>) -> Result<Arc<Tool>> {
    let Some(digest) = package else {
        return app.part::<Tools>().bundled().get(tool).cloned().ok_or_else(Problem::not_found);
    };
    if let Some(tool) = registry::to_try(app, digest).await? {
        return Ok(tool);
    }
    let file = publishers::file_under_review(&mut app.db.read().acquire().await?, digest).await?;
    match file {
        Some(file) => registry::file_to_try(app, file).await,
        None if registry::is_known(&mut app.db.read().acquire().await?, digest).await? => Err(not_there()),
        None => Err(Problem::not_found()),
    }
}

/// A file of the page; `None` if the package is in no trial, or has no such file.
pub fn get_file<'a>(app: &'a App, digest: &'a str, path: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>> {
    Box::pin(async move {
        let mut conn = app.db.read().acquire().await?;
        if !store::is_tried(&mut conn, digest).await? {
            return Ok(None);
        }
        if let Some(file) = registry::page_to_try(&mut conn, digest, path).await? {
            return Ok(Some(file));
        }
        let package = publishers::file_under_review(&mut conn, digest).await?;
        drop(conn);
        match package {
            Some(package) => registry::page_of_file(package, path).await,
            None => Ok(None),
        }
    })
}
