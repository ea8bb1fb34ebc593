//! Plans: limits and prices, subscriptions, and what they grant of each meter every month.
//!
//! In the API and the database a plan is a "product", and number 0 is the free one. Words and pages are granted
//! monthly, counted from the day on which the user got the plan, also with annual billing. Unused ones do not
//! accumulate: they expire when the next month opens, or when the plan changes, which opens a new month. A month is opened once:
//! by the user's next run, by `GET /api/user`, or by the sweep of any process.

mod assign;
mod ceilings;
mod cells;
pub mod exceptions;
mod limits;
mod months;
mod offer;
mod product_edit;
mod products;
mod requests;
mod store;
mod subscription;
mod terms;

use crate::meters::{self, Holder, Meter, Purse};
use crate::platform::prelude::*;

pub use ceilings::{Ceilings, SharedCeilings};
pub use cells::{Cell, Cells, begin_change, revisions, save_cell};
pub use limits::{DailyLimit, Lock, Locks, locks, of_plan as locks_of_plan};
pub use offer::{Offered, on_offer};
pub use store::{exists, list, of_account};
pub use subscription::{begin, renew, set_plan};
pub use terms::{Access, Terms, ToolSet, ToolSets, terms, terms_of_plan};

const JOBS: &[Kind] = &[Kind::periodic("plans.renew", Schedule::Every(SWEEP), |app| {
    Box::pin(async move { renew_all(&app).await.map(drop) })
})];

const TABLES: &[Table] = &[
    Table::new("products"),
    Table::new("product_tools"),
    Table::new("product_numbers"),
    Table::new("plan_tools"),
    Table::personal("tool_exceptions", &["account_id"]),
    Table::personal("subscriptions", &["account_id"]),
    Table::personal("plan_requests", &["account_id"]),
    Table::personal("run_days", &["account_id"]),
    Table::personal("tool_days", &["account_id"]),
];

pub const SLICE: Slice = Slice {
    routes,
    tables: TABLES,
    views: &["account_plans", "paying_accounts", "open_plan_requests"],
    // The plan, and exceptions from it with their reasons.
    personal_data: || Belongings { export: Some(own_files), ..Default::default() },
    load: Some(|app| Box::pin(load(app))),
    jobs: JOBS,
    ..Slice::new("plans")
};

/// How often accounts with a due month are searched.
const SWEEP: Duration = Duration::from_secs(60);
/// The plan of accounts without another one.
pub const FREE: i64 = 0;

fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let own = of_account(conn, account).await?;
        let plan = json!({ "plan": own.plan.name(), "period": own.period, "since": own.since });
        let mut files = vec![File::json("plan.json", &plan)?];
        let exceptions = exceptions::all_of(conn, account).await?;
        if !exceptions.is_empty() {
            files.push(File::json("tool-exceptions.json", &exceptions)?);
        }
        Ok(files)
    })
}

fn routes() -> OpenApiRouter<App> {
    endpoints![
        offer::list_plans,
        offer::get_plan,
        offer::get_billing_portal,
        (requests::request_plan, requests::withdraw_plan_request),
        requests::list_plan_requests,
        requests::accept_plan_request,
        requests::decline_plan_request,
        (products::list_products, products::create_product),
        (products::change_product, products::delete_product),
        (assign::get_user_plan, assign::change_user_plan)
    ]
}

/// A month after a time, or the last day of a shorter month.
pub fn next_month(since: Timestamp) -> Timestamp {
    months::next(since, since, 1)
}

/// A tool of a plan.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlanTool {
    pub id: String,
    /// In the reader's language.
    pub name: String,
    #[schema(example = "social")]
    pub category: String,
    /// Whether it is unlisted: public offers omit it.
    #[serde(skip)]
    pub unlisted: bool,
}

/// Lists the installed tools. A later slice provides the function.
pub struct ToolNames(pub fn(&App, Locale) -> Vec<PlanTool>);

/// Stores the words and pages of the free plan from the settings, until an administrator edits the plan.
async fn load(app: App) -> anyhow::Result<App> {
    follow_settings(&app.db, &app.config).await?;
    Ok(app)
}

async fn follow_settings(db: &Db, config: &Config) -> Result<()> {
    let free = (i64::from(config.free_words), i64::from(config.free_pages));
    let plan = of_account(&mut db.read().acquire().await?, "").await?.plan;
    if (plan.ai_words, plan.pages) != free {
        store::follow_settings(&mut db.write_alone().await?, free.0, free.1).await?;
    }
    Ok(())
}

/// Opens every due month, and returns their number.
pub async fn renew_all(app: &App) -> Result<u64> {
    let mut renewed = 0;
    loop {
        let due = store::due(&mut app.db.read().acquire().await?, Timestamp::now()).await?;
        if due.is_empty() {
            break;
        }
        for account in due {
            // One transaction each, so that other writers need not wait for all of them.
            renewed += u64::from(renew_now(app, &account).await?);
        }
    }
    store::forget_days(&mut app.db.write_alone().await?, Timestamp::now().day() - 1).await?;
    Ok(renewed)
}

/// Opens the month of an account if it is due.
pub async fn renew_if_due(app: &App, account: &str) -> Result<()> {
    let own = of_account(&mut app.db.read().acquire().await?, account).await?;
    if own.is_due() {
        renew_now(app, account).await?;
    }
    Ok(())
}

async fn renew_now(app: &App, account: &str) -> Result<bool> {
    let mut tx = app.db.write().await?;
    if !renew(&mut tx, account).await? {
        return Ok(false);
    }
    publish_meters(app, &mut tx, account).await?;
    committed(tx, true).await
}

/// Sends the account's open pages what it has of each meter.
async fn publish_meters(app: &App, tx: &mut Conn, account: &str) -> Result<()> {
    for meter in Meter::ALL {
        meters::publish(app, tx, meter, account).await?;
    }
    Ok(())
}

/// How a plan is billed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PlanPeriod)]
pub enum Period {
    Monthly,
    Annual,
}

text_column!(Period);

impl Period {
    fn months(self) -> i32 {
        match self {
            Self::Monthly => 1,
            Self::Annual => 12,
        }
    }
}

/// A row of `products`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Plan {
    pub id: i64,
    pub name_en: String,
    pub name_pl: String,
    pub description_en: String,
    pub description_pl: String,
    /// Prices in cents and grosze.
    pub monthly_usd: i64,
    pub annual_usd: i64,
    pub monthly_pln: i64,
    pub annual_pln: i64,
    /// Words per month.
    pub ai_words: i64,
    /// Pages that site audits may crawl per month.
    pub pages: i64,
    /// `None` for no limit.
    pub projects: Option<i64>,
    pub runs_per_day: Option<i64>,
    pub bulk_rows: Option<i64>,
    pub all_tools: bool,
    /// Whether its users may connect an own language model.
    pub own_model: bool,
    pub position: i64,
    pub on_offer: bool,
    /// Whether the operator recommends it; at most one plan.
    pub recommended: bool,
}

impl Plan {
    /// The name as a value of a message.
    pub fn name(&self) -> Value {
        by_language(&self.name_en, &self.name_pl)
    }

    pub fn name_in(&self, locale: Locale) -> &str {
        locale.pick(&self.name_en, &self.name_pl)
    }

    /// What the plan grants each month.
    fn grants(&self) -> [(Meter, i64); Meter::ALL.len()] {
        [(Meter::Words, self.ai_words), (Meter::Pages, self.pages)]
    }

    /// Opens a month of an account or of a trial with what the plan grants.
    pub async fn open_month(&self, tx: &mut Conn, holder: Holder<'_>, term: i64, reason: &str) -> Result<()> {
        for (meter, amount) in self.grants() {
            meters::open_month(tx, Purse { meter, holder }, term, amount, reason).await?;
        }
        Ok(())
    }
}

/// The plan of an account.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct OfAccount {
    #[sqlx(flatten)]
    pub plan: Plan,
    pub period: Period,
    /// `None` if the account has not begun, such as before its address is verified.
    pub since: Option<Timestamp>,
    pub term_ends_at: Option<Timestamp>,
}

impl OfAccount {
    /// Whether the current month has ended.
    pub fn is_due(&self) -> bool {
        self.term_ends_at.is_some_and(|end| end <= Timestamp::now())
    }

    /// When the plan is billed again; never for the free one.
    pub fn renews_at(&self) -> Option<Timestamp> {
        let since = self.since.filter(|_| self.plan.id != FREE)?;
        Some(months::next(since, Timestamp::now(), self.period.months()))
    }
}
