//! The counted months, as administrators see them.

use super::Sums;
use super::calculation::{self, Calculation, Line};
use super::month::Month;
use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;

/// The state of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = RevenueMonthState)]
pub enum MonthState {
    /// It is not over, or its last days are not counted yet.
    Counting,
    /// It is over, but an earlier one must be closed first.
    Waiting,
    /// It is over and can be closed.
    Open,
    Closed,
}

/// A counted month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevenueMonth)]
pub(super) struct MonthView {
    month: Month,
    state: MonthState,
    /// Of a closed month: its net revenue.
    #[schema(required)]
    revenue: Option<Sums>,
    /// The platform's part of that.
    #[schema(required)]
    platform: Option<Sums>,
    #[schema(required)]
    closed_at: Option<Timestamp>,
}

/// How far use was counted, and which month was closed last.
struct Progress {
    first: Month,
    next_day: i64,
    last_closed: Option<Month>,
}

impl Progress {
    async fn of(conn: &mut Conn) -> Result<Option<Self>> {
        let count: Option<(i64, i64)> =
            db::query_as("SELECT first_day, next_day FROM revenue_count").fetch_optional(&mut *conn).await?;
        let Some((first_day, next_day)) = count else { return Ok(None) };
        Ok(Some(Self { first: Month::of_day(first_day), next_day, last_closed: last_closed(conn).await? }))
    }

    /// The next month to close.
    fn next(&self) -> Month {
        self.last_closed.map_or(self.first, |closed| closed.plus(1))
    }

    fn state(&self, month: Month) -> MonthState {
        if self.last_closed.is_some_and(|closed| month <= closed) {
            MonthState::Closed
        } else if self.next_day < month.plus(1).first_day() {
            MonthState::Counting
        } else if month > self.next() {
            MonthState::Waiting
        } else {
            MonthState::Open
        }
    }

    /// The newest month with data.
    fn newest(&self) -> Month {
        Month::of_day(self.next_day).max(Month::now())
    }
}

pub async fn last_closed(conn: &mut Conn) -> Result<Option<Month>> {
    Ok(db::query_scalar("SELECT MAX(month) FROM revenue_months").fetch_one(conn).await?)
}

/// A month that can be closed; 404 if nothing was counted in it, 409 if an earlier one must be closed first.
pub async fn expect_open(conn: &mut Conn, month: Month) -> Result<()> {
    let progress = Progress::of(conn).await?.ok_or_else(Problem::not_found)?;
    refuse_if(month < progress.first || month > progress.newest(), Problem::not_found)?;
    let code = match progress.state(month) {
        MonthState::Open => return Ok(()),
        MonthState::Counting => "revenue.not-over",
        MonthState::Waiting => "revenue.earlier-first",
        MonthState::Closed => "revenue.closed",
    };
    Err(Problem::conflict(code).with("month", month.said()))
}

#[derive(sqlx::FromRow)]
struct Closed {
    month: Month,
    usd: i64,
    pln: i64,
    platform_usd: i64,
    platform_pln: i64,
    digest: String,
    closed_at: Timestamp,
}

const CLOSED: &str =
    "SELECT month, usd, pln, platform_usd, platform_pln, digest, closed_at FROM revenue_months";

impl Closed {
    fn revenue(&self) -> Sums {
        Sums { usd: self.usd, pln: self.pln }
    }

    fn platform(&self) -> Sums {
        Sums { usd: self.platform_usd, pln: self.platform_pln }
    }
}

/// The counted months, newest first
#[utoipa::path(get, path = "/api/admin/revenue/months", tag = "admin", params(Page), responses((status = 200, body = Paged<MonthView>)))]
pub async fn list_months(app: App, _: Admin, page: Page) -> Result<Json<Paged<MonthView>>> {
    let mut tx = app.db.read().begin().await?;
    let Some(progress) = Progress::of(&mut tx).await? else { return Ok(Json(page.of(Vec::new(), 0))) };
    let newest = progress.newest();
    let total = newest.since(progress.first) + 1;
    let months: Vec<Month> =
        (page.offset()..total.min(page.offset() + page.limit())).map(|back| newest.plus(-back)).collect();
    let mut closed: Vec<Closed> = Vec::new();
    if let (Some(from), Some(to)) = (months.last(), months.first()) {
        let sql = format!("{CLOSED} WHERE month BETWEEN $1 AND $2");
        closed = db::query_as(AssertSqlSafe(sql)).binds((*from, *to)).fetch_all(&mut *tx).await?;
    }
    let view = |month: Month| {
        let closed = closed.iter().find(|closed| closed.month == month);
        MonthView {
            month,
            state: progress.state(month),
            revenue: closed.map(Closed::revenue),
            platform: closed.map(Closed::platform),
            closed_at: closed.map(|closed| closed.closed_at),
        }
    };
    Ok(Json(page.of(months.into_iter().map(view).collect(), total)))
}

/// A tool's part, with its name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevenueTool)]
pub struct ToolLine {
    /// In the reader's language; the id if no version is in use.
    name: String,
    #[serde(flatten)]
    line: Line,
}

impl ToolLine {
    pub fn of(app: &App, line: Line, locale: Locale) -> Self {
        Self { name: app.part::<Tools>().shelf().name_of(&line.tool, locale), line }
    }
}

/// The split of a month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevenueSplit)]
pub(super) struct SplitView {
    month: Month,
    revenue: Sums,
    /// The platform's part.
    platform: Sums,
    /// The publishers' part; both parts sum up to the revenue.
    publishers: Sums,
    /// By publisher and tool.
    tools: Vec<ToolLine>,
    /// Identifies these figures: closing the month requires it.
    digest: String,
}

impl SplitView {
    pub fn of(app: &App, calculation: Calculation, digest: String, locale: Locale) -> Self {
        let Calculation { month, revenue, platform, lines } = calculation;
        let publishers = lines.iter().fold(Sums::default(), |sum, line| sum.plus(line.amount));
        let tools = lines.into_iter().map(|line| ToolLine::of(app, line, locale)).collect();
        Self { month, revenue, platform, publishers, tools, digest }
    }
}

/// The split of a closed month
#[utoipa::path(get, path = "/api/admin/revenue/months/{month}", tag = "admin", params(("month" = String, Path, example = "2026-11")),
    responses((status = 200, body = SplitView), (status = 404, description = "The month is not closed")))]
pub async fn get_month(app: App, _: Admin, locale: Locale, Id(month): Id) -> Result<Json<SplitView>> {
    find_closed(&app, Month::of_path(&month)?, locale).await.map(Json)
}

pub async fn find_closed(app: &App, month: Month, locale: Locale) -> Result<SplitView> {
    let mut tx = app.db.read().begin().await?;
    let sql = format!("{CLOSED} WHERE month = $1");
    let closed: Option<Closed> =
        db::query_as(AssertSqlSafe(sql)).bind(month).fetch_optional(&mut *tx).await?;
    let closed = closed.ok_or_else(Problem::not_found)?;
    let lines = calculation::closed_lines(&mut tx, month, None).await?;
    let calculation = Calculation { month, revenue: closed.revenue(), platform: closed.platform(), lines };
    Ok(SplitView::of(app, calculation, closed.digest, locale))
}
