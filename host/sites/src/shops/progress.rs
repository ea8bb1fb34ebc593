//! The progress of orders: the bulk job that writes an order, its price, and the items that it leaves out.

use super::orders::{self, Row, ShopOrder};
use super::store::{self, Shop};
use crate::platform::auth::ShopsWrite;
use crate::platform::prelude::*;
use crate::work::bulk::{self, BulkCounts, BulkRowProblem, BulkStatus, BulkView, BulkWords};

/// An item that an order leaves out, because it has too little information for the tool.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOutItem {
    pub item_id: String,
    /// The field of the tool's form that the item does not fill; null if the problem concerns the whole item.
    pub field: Option<String>,
    /// In the reader's language.
    pub message: String,
}

/// The bulk job of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopOrderWork {
    pub status: BulkStatus,
    /// Why it paused automatically.
    pub problem: Option<ProblemView>,
    /// Texts by status; the invalid ones are left out.
    pub rows: BulkCounts,
    pub words: BulkWords,
    /// The first 100 problems of items that are left out; absent in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<Vec<LeftOutItem>>,
    pub started_at: Option<Timestamp>,
    pub finished_at: Option<Timestamp>,
}

impl ShopOrderWork {
    fn of(job: BulkView, left_out: Option<Vec<LeftOutItem>>) -> Self {
        Self {
            status: job.status,
            problem: job.problem,
            rows: job.rows,
            words: job.words,
            left_out,
            started_at: job.started_at,
            finished_at: job.finished_at,
        }
    }
}

/// The work of orders by bulk job.
pub(super) async fn of_all(
    app: &App,
    shop: &Shop,
    orders: &[Row],
    locale: Locale,
) -> Result<HashMap<String, ShopOrderWork>> {
    let ids: Vec<&str> = orders.iter().map(|order| order.bulk_id.as_str()).collect();
    let jobs = bulk::views(app, &shop.account_id, &ids, locale).await?;
    Ok(jobs.into_iter().map(|(id, job)| (id, ShopOrderWork::of(job, None))).collect())
}

/// An order with its work and the items that it leaves out.
pub(super) async fn shown(app: &App, shop: &Shop, order: Row, locale: Locale) -> Result<ShopOrder> {
    let work = match bulk::view(app, &shop.account_id, &order.bulk_id, locale).await {
        Ok(mut job) => {
            let problems = job.problems.take().unwrap_or_default();
            let left_out = left_out(app, &order.id, problems).await?;
            Some(ShopOrderWork::of(job, Some(left_out)))
        }
        // It was deleted.
        Err(problem) if problem.status() == StatusCode::NOT_FOUND => None,
        Err(problem) => return Err(problem),
    };
    Ok(order.view(app, work, locale))
}

/// The items of the rows that have these problems.
async fn left_out(app: &App, order: &str, problems: Vec<BulkRowProblem>) -> Result<Vec<LeftOutItem>> {
    let rows: BTreeSet<i64> = problems.iter().map(|problem| problem.row).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT number, item_id FROM shop_order_items WHERE order_id = $1 AND number IN ({})",
        db::places(2, rows.len())
    );
    let query = rows.iter().fold(db::query_as(AssertSqlSafe(sql)).bind(order), |query, row| query.bind(*row));
    let items: Vec<(i64, String)> = query.fetch_all(app.db.read()).await?;
    let items: HashMap<i64, String> = items.into_iter().collect();
    let of = |BulkRowProblem { row, field, message, .. }| {
        let item_id = items.get(&row)?.clone();
        Some(LeftOutItem { item_id, field, message })
    };
    Ok(problems.into_iter().filter_map(of).collect())
}

/// Refuses a key that may not spend words.
pub(super) fn expect_start(caller: &Caller) -> Result<()> {
    caller.expect_scope(Scope::RunsWrite)
}

/// Starts a new order, unless it leaves all items out.
pub(super) async fn begun(
    app: &App,
    caller: &Caller,
    shop: &Shop,
    order: Row,
    locale: Locale,
) -> Result<ShopOrder> {
    let job = bulk::view(app, &shop.account_id, &order.bulk_id, locale).await?;
    if job.rows.waiting > 0 {
        start(app, caller, &order).await?;
    }
    shown(app, shop, order, locale).await
}

/// Starts or resumes the bulk job of an order. Its runs count for the key of the caller.
async fn start(app: &App, caller: &Caller, order: &Row) -> Result<()> {
    let key = caller.key.as_ref().map(|key| key.id.as_str());
    bulk::start_job(app, &caller.id, &order.bulk_id, key).await
}

/// An order of a shop, if the caller may use its tool.
async fn find(app: &App, caller: &Caller, id: &str, order: &str) -> Result<(Shop, Row)> {
    let mut tx = app.db.read().begin().await?;
    let shop = store::find_open(&mut tx, caller, id).await?;
    let order = orders::find(&mut tx, &shop, order).await?;
    caller.expect_tool(&order.tool)?;
    Ok((shop, order))
}

/// Start an order, or resume it
///
/// It costs words, so a key also needs the scope `runs:write`. The runs count towards the limit of the key that has started
/// or resumed it last.
#[utoipa::path(post, path = "/api/shops/{id}/orders/{order}/start", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path), ("order" = String, Path)),
    responses((status = 200, body = ShopOrder), (status = 402, description = "The plan does not include the tool or so many rows"), (status = 409, description = "It has ended, or leaves all items out")))]
pub(super) async fn start_shop_order(
    app: App,
    caller: Scoped<ShopsWrite>,
    locale: Locale,
    Path((id, order)): Path<(String, String)>,
) -> Result<Json<ShopOrder>> {
    let (shop, order) = find(&app, &caller, &id, &order).await?;
    expect_start(&caller)?;
    start(&app, &caller, &order).await?;
    shown(&app, &shop, order, locale).await.map(Json)
}

/// Cancel an order; the proposals that it has made stay
#[utoipa::path(post, path = "/api/shops/{id}/orders/{order}/cancel", tag = "shops", security(("key" = ["shops:write"])), params(("id" = String, Path), ("order" = String, Path)),
    responses((status = 200, body = ShopOrder), (status = 409, description = "It has ended")))]
pub(super) async fn cancel_shop_order(
    app: App,
    caller: Scoped<ShopsWrite>,
    locale: Locale,
    Path((id, order)): Path<(String, String)>,
) -> Result<Json<ShopOrder>> {
    let (shop, order) = find(&app, &caller, &id, &order).await?;
    bulk::cancel_job(&app, &caller.id, &order.bulk_id).await?;
    shown(&app, &shop, order, locale).await.map(Json)
}
