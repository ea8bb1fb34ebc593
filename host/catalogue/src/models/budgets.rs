//! Budgets: what the models may cost in a calendar month (UTC), overall and in each plan.

use std::collections::HashSet;

use super::overview::{self, ModelsOverview};
use super::store::{self, Budget};
use super::{Models, commit, micro, usd};
use crate::billing::plans;
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// The largest budget, in USD.
const MOST_USD: f64 = 10_000_000.0;
const MOST_PLANS: usize = 100;

/// What the models cost this month, and what they may cost.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ModelBudgets {
    /// USD per month for all plans together; null for no limit.
    #[schema(required)]
    monthly_usd: Option<f64>,
    /// USD of this month so far.
    spent_usd: f64,
    /// All plans.
    plans: Vec<PlanBudget>,
}

/// The budget of a plan.
#[derive(Debug, Serialize, ToSchema)]
struct PlanBudget {
    plan_id: i64,
    /// In the reader's language.
    name: String,
    #[schema(required)]
    monthly_usd: Option<f64>,
    spent_usd: f64,
}

pub(super) async fn view(app: &App, conn: &mut Conn, locale: Locale) -> Result<ModelBudgets> {
    let budgets = store::budgets(conn).await?;
    let ledger = app.part::<Models>().ledger();
    let of = |plan: Option<i64>| {
        budgets.iter().find(|budget| budget.plan_id == plan).map(|budget| usd(budget.micro_usd))
    };
    let plans = plans::list(conn).await?;
    let plans = plans.iter().map(|plan| PlanBudget {
        plan_id: plan.id,
        name: plan.name_in(locale).to_owned(),
        monthly_usd: of(Some(plan.id)),
        spent_usd: usd(ledger.spent(Some(plan.id))),
    });
    Ok(ModelBudgets { monthly_usd: of(None), spent_usd: usd(ledger.spent(None)), plans: plans.collect() })
}

/// All budgets; plans that are not named have none.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ModelBudgetsChange)]
pub(super) struct BudgetsChange {
    /// USD per month for all plans together; null for no limit.
    #[serde(deserialize_with = "Option::deserialize")]
    #[garde(inner(range(min = 0.0, max = MOST_USD)))]
    #[schema(required, minimum = 0, maximum = 10_000_000)]
    monthly_usd: Option<f64>,
    #[serde(default)]
    #[garde(dive, length(max = MOST_PLANS))]
    #[schema(max_items = 100)]
    plans: Vec<PlanLimit>,
}

/// The budget of a plan.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct PlanLimit {
    #[garde(skip)]
    plan_id: i64,
    #[garde(range(min = 0.0, max = MOST_USD))]
    #[schema(minimum = 0, maximum = 10_000_000)]
    monthly_usd: f64,
}

/// Set the monthly budgets of language models
///
/// When a budget is used up, further calls fail until the next month, and administrators are notified once.
#[utoipa::path(put, path = "/api/admin/models/budgets", tag = "admin", request_body = BudgetsChange,
    responses((status = 200, body = ModelsOverview)))]
pub(super) async fn set_model_budgets(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Valid(change): Valid<BudgetsChange>,
) -> Result<Json<ModelsOverview>> {
    let mut tx = app.db.write().await?;
    let known: HashSet<i64> = plans::list(&mut tx).await?.into_iter().map(|plan| plan.id).collect();
    let mut seen = HashSet::new();
    for (place, limit) in change.plans.iter().enumerate() {
        if !known.contains(&limit.plan_id) || !seen.insert(limit.plan_id) {
            let field = format!("plans.{place}.plan_id");
            return Err(Problem::invalid_field(&field, Text::key("validation.not-a-choice")));
        }
    }
    let before = store::budgets(&mut tx).await?;
    let limits = change.monthly_usd.map(|usd| (None, usd));
    let limits =
        limits.into_iter().chain(change.plans.iter().map(|limit| (Some(limit.plan_id), limit.monthly_usd)));
    let budgets: Vec<Budget> = limits
        .map(|(plan_id, usd)| {
            let micro_usd = micro(usd);
            // A larger budget is reported again when it is used up.
            let same = before.iter().find(|known| known.plan_id == plan_id && known.micro_usd >= micro_usd);
            Budget { plan_id, micro_usd, notified: same.and_then(|known| known.notified) }
        })
        .collect();
    store::set_budgets(&mut tx, &budgets).await?;
    let of_plans: Vec<Value> = change
        .plans
        .iter()
        .map(|limit| json!({ "plan_id": limit.plan_id, "monthly_usd": limit.monthly_usd }))
        .collect();
    let details = json!({ "monthly_usd": change.monthly_usd, "plans": of_plans });
    commit(&app, tx, &by, "model.budgets-changed", Subject::of("model-budgets", "all", "USD"), details)
        .await?;
    let models = app.part::<Models>();
    models.store_usage().await;
    models.ledger().read_spent(&app).await?;
    overview::show(&app, locale).await
}
