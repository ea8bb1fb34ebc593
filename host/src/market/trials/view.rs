//! A trial as its administrator sees it.

use serde_json::value::RawValue;

use super::{
    begin::tool_of,
    store::{self, Trial},
};
use crate::{
    billing::plans::{self, Ceilings},
    catalogue::tools::{self, Tool, ToolView},
    platform::prelude::*,
    work::runs::{self, TrialRun},
};

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
pub async fn get_trial(
    app: App,
    Admin(admin): Admin,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<TrialView>> {
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
