//! Plans as users see them: available plans, the own plan, and billing.

use super::requests::PlanRequestView;
use super::terms::tools_of;
use super::{OfAccount, Period, Plan, PlanTool, ToolNames, ToolSet, ToolSets, store};
use crate::meters::{self, Meter};
use crate::platform::prelude::*;

/// Days whose use says which plan an account needs.
const USED_DAYS: i64 = 30;

/// A price in both currencies, in cents and grosze.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlanPrice)]
pub struct Price {
    #[schema(example = 3900)]
    pub usd: i64,
    #[schema(example = 9900)]
    pub pln: i64,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Plan)]
pub struct Offered {
    /// 0 is the free plan.
    pub id: i64,
    /// In the reader's language, like `description`.
    pub name: String,
    pub description: String,
    /// Per month.
    pub monthly: Price,
    /// Per year.
    pub annual: Price,
    /// Words per month.
    pub ai_words: i64,
    /// Pages that site audits may crawl per month.
    pub pages: i64,
    /// Most projects at a time; null for no limit, as for the next two fields.
    #[schema(required)]
    pub projects: Option<i64>,
    #[schema(required)]
    pub runs_per_day: Option<i64>,
    /// Rows of a bulk job.
    #[schema(required)]
    pub bulk_rows: Option<i64>,
    pub all_tools: bool,
    /// Whether its users may connect an own language model, whose use costs no words.
    pub own_model: bool,
    /// Whether the operator recommends it; at most one plan.
    pub recommended: bool,
    /// Number of its listed tools.
    pub tool_count: usize,
    /// Its listed tools, if it does not include all of them: there may be thousands.
    tools: Vec<PlanTool>,
}

impl Plan {
    /// `tools`: all installed ones. `its`: those of the plan.
    fn view(self, tools: &[PlanTool], its: &ToolSet, locale: Locale) -> Offered {
        let its_own = tools.iter().filter(|tool| !tool.unlisted && its.has(&tool.id));
        let (tool_count, tools) = if its.is_all() {
            (its_own.count(), Vec::new())
        } else {
            let tools: Vec<PlanTool> = its_own.cloned().collect();
            (tools.len(), tools)
        };
        let (name, description) =
            locale.pick((self.name_en, self.description_en), (self.name_pl, self.description_pl));
        Offered {
            id: self.id,
            name,
            description,
            monthly: Price { usd: self.monthly_usd, pln: self.monthly_pln },
            annual: Price { usd: self.annual_usd, pln: self.annual_pln },
            ai_words: self.ai_words,
            pages: self.pages,
            projects: self.projects,
            runs_per_day: self.runs_per_day,
            bulk_rows: self.bulk_rows,
            all_tools: its.is_all(),
            own_model: self.own_model,
            recommended: self.recommended,
            tool_count,
            tools,
        }
    }
}

/// The available plans, the smallest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PlansOnOffer {
    data: Vec<Offered>,
}

/// The available plans
#[utoipa::path(get, path = "/api/plans", tag = "plans", security(()), responses((status = 200, body = PlansOnOffer)))]
pub(super) async fn list_plans(app: App, locale: Locale) -> Result<Json<PlansOnOffer>> {
    Ok(Json(PlansOnOffer { data: on_offer(&app, locale).await? }))
}

/// The available plans, the smallest first.
pub async fn on_offer(app: &App, locale: Locale) -> Result<Vec<Offered>> {
    let mut tx = app.db.read().begin().await?;
    let (plans, sets) = (store::list(&mut tx).await?, ToolSets::read(&mut tx).await?);
    drop(tx);
    let tools = (app.part::<ToolNames>().0)(app, locale);
    let on_offer = plans.into_iter().filter(|plan| plan.on_offer);
    let view = |plan: Plan| {
        let its = sets.of(&plan);
        plan.view(&tools, &its, locale)
    };
    Ok(on_offer.map(view).collect())
}

/// The plan of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnPlan {
    plan: Offered,
    period: Period,
    /// Null if the account has not begun, because its address is not verified.
    #[schema(required)]
    since: Option<Timestamp>,
    /// When it is billed again; null for the free plan.
    #[schema(required)]
    renews_at: Option<Timestamp>,
    /// When the words and pages of the next month are granted, and those of this one expire.
    #[schema(required)]
    words_renew_at: Option<Timestamp>,
    /// Words that the account used in the last 30 days.
    words_used: i64,
    /// Pages that the account crawled in the last 30 days.
    pages_used: i64,
    /// The open request to the administrators.
    #[schema(required)]
    request: Option<PlanRequestView>,
}

/// The plan of an account, as it and its administrators see it.
pub(super) async fn own_plan(app: &App, account: &str, locale: Locale) -> Result<Json<OwnPlan>> {
    let mut tx = app.db.read().begin().await?;
    let own = store::of_account(&mut tx, account).await?;
    let its = tools_of(&mut tx, &own.plan).await?;
    let request = PlanRequestView::open_of(&mut tx, account, locale).await?;
    let since = Timestamp::now().plus_ms(-USED_DAYS * DAY_MS);
    let words_used = meters::used_since(&mut tx, Meter::Words.of(account), since).await?;
    let pages_used = meters::used_since(&mut tx, Meter::Pages.of(account), since).await?;
    drop(tx);
    let (renews_at, tools) = (own.renews_at(), (app.part::<ToolNames>().0)(app, locale));
    let OfAccount { plan, period, since, term_ends_at } = own;
    let plan = plan.view(&tools, &its, locale);
    let words_renew_at = term_ends_at;
    Ok(Json(OwnPlan { plan, period, since, renews_at, words_renew_at, words_used, pages_used, request }))
}

/// Your plan, and your open request
#[utoipa::path(get, path = "/api/plan", tag = "plans", responses((status = 200, body = OwnPlan)))]
pub(super) async fn get_plan(app: App, user: User, locale: Locale) -> Result<Json<OwnPlan>> {
    own_plan(&app, &user.id, locale).await
}

/// The return address from the payment provider.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub(super) struct BillingPortalRequest {
    #[serde(default, rename = "currentUrl")]
    #[garde(inner(length(chars, max = 2000)))]
    current_url: Option<String>,
}

/// Why there is no billing portal.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NoBillingPortal {
    /// Always true: the client shows `/checkout/` instead.
    error: bool,
    /// In the reader's language.
    message: String,
}

/// The payment provider's portal for this account
///
/// No provider is connected, which is not an error: the response reports it, and plans are requested at `/checkout/`.
#[utoipa::path(post, path = "/api/user/getBillingPortalStripe", tag = "plans", request_body = BillingPortalRequest,
    responses((status = 200, body = NoBillingPortal)))]
pub(super) async fn get_billing_portal(
    _: User,
    locale: Locale,
    _request: Valid<BillingPortalRequest>,
) -> Json<NoBillingPortal> {
    Json(NoBillingPortal { error: true, message: Text::key("plans.no-provider").say(locale) })
}

/// The name of a plan in the reader's language.
pub(super) async fn name_of(conn: &mut Conn, id: i64, locale: Locale) -> Result<String> {
    let plan = store::find(conn, id).await?;
    Ok(plan.map(|plan| if locale == Locale::Pl { plan.name_pl } else { plan.name_en }).unwrap_or_default())
}
