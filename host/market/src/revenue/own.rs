//! A publisher's view of its revenue: sums only, without users.

use super::books::{self, Agreement, EntryFilter};
use super::ledger::{self, Balance, Entry};
use super::month::Month;
use super::months::ToolLine;
use super::payable::decimal;
use super::{Sums, calculation};
use crate::platform::prelude::*;
use crate::publishers::{self, MemberRole};

/// The longest list of entries in the export of a user's data.
const WHOLE: Page = Page { page: 1, per_page: u32::MAX };

/// The revenue share of the reader's publisher.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnRevenue {
    /// The share of the current month, in hundredths of a per cent; 0 without an agreement.
    share_bps: i64,
    /// The agreements that are effective for some month, newest first.
    agreements: Vec<Agreement>,
    balances: Vec<Balance>,
    /// Whether payout details are set.
    has_payout: bool,
}

/// Your share and balances
#[utoipa::path(get, path = "/api/publisher/revenue", tag = "publishers", responses(
    (status = 200, body = OwnRevenue), (status = 409, description = "The account has no publisher")))]
pub async fn get_own_revenue(app: App, user: User) -> Result<Json<OwnRevenue>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = expect(&mut tx, &user.id).await?;
    let agreements = books::agreements_of(&mut tx, &publisher).await?;
    Ok(Json(OwnRevenue {
        share_bps: books::share_in(&agreements, Month::now()),
        agreements: books::standing(agreements),
        balances: ledger::balances(&mut tx, &publisher).await?,
        has_payout: books::has_payout(&mut tx, &publisher).await?,
    }))
}

/// A month of the reader's publisher.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnRevenueMonth {
    month: Month,
    /// Completed runs of paying accounts, and their words.
    runs: i64,
    words: i64,
    /// The part of its tools.
    gross: Sums,
    /// The publisher's part of that.
    amount: Sums,
}

/// Closed months in which your tools were used, newest first
#[utoipa::path(get, path = "/api/publisher/revenue/months", tag = "publishers", params(Page), responses(
    (status = 200, body = Paged<OwnRevenueMonth>), (status = 409, description = "The account has no publisher")))]
pub async fn list_own_months(app: App, user: User, page: Page) -> Result<Json<Paged<OwnRevenueMonth>>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = expect(&mut tx, &user.id).await?;
    let count = db::query_scalar("SELECT count(DISTINCT month) FROM revenue_lines WHERE publisher_id = $1");
    let rows = db::query_as(
        "SELECT month, CAST(SUM(runs) AS BIGINT) AS runs, CAST(SUM(words) AS BIGINT) AS words,
             CAST(SUM(gross_usd) AS BIGINT) AS gross_usd, CAST(SUM(gross_pln) AS BIGINT) AS gross_pln,
             CAST(SUM(usd) AS BIGINT) AS usd, CAST(SUM(pln) AS BIGINT) AS pln
         FROM revenue_lines WHERE publisher_id = $1 GROUP BY month ORDER BY month DESC LIMIT $2 OFFSET $3",
    );
    let view = |(month, runs, words, gross_usd, gross_pln, usd, pln)| OwnRevenueMonth {
        month,
        runs,
        words,
        gross: Sums { usd: gross_usd, pln: gross_pln },
        amount: Sums { usd, pln },
    };
    Ok(Json(page.fetch(&mut tx, count.bind(&publisher), rows.bind(&publisher)).await?.map(view)))
}

/// The parts of the publisher's tools in a month.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnRevenueTools {
    month: Month,
    tools: Vec<ToolLine>,
}

/// A closed month by tool
#[utoipa::path(get, path = "/api/publisher/revenue/months/{month}", tag = "publishers", params(("month" = String, Path, example = "2026-11")), responses(
    (status = 200, body = OwnRevenueTools), (status = 404, description = "The month is not closed, or none of your tools was used in it"),
    (status = 409, description = "The account has no publisher")))]
pub async fn get_own_month(
    app: App,
    user: User,
    locale: Locale,
    Id(month): Id,
) -> Result<Json<OwnRevenueTools>> {
    let (month, lines) = own_lines(&app, &user.id, &month).await?;
    let tools = lines.into_iter().map(|line| ToolLine::of(&app, line, locale)).collect();
    Ok(Json(OwnRevenueTools { month, tools }))
}

async fn own_lines(app: &App, account: &str, month: &str) -> Result<(Month, Vec<calculation::Line>)> {
    let mut tx = app.db.read().begin().await?;
    let publisher = expect(&mut tx, account).await?;
    let month = Month::of_path(month)?;
    let lines = calculation::closed_lines(&mut tx, month, Some(&publisher)).await?;
    if lines.is_empty() { Err(Problem::not_found()) } else { Ok((month, lines)) }
}

/// The same as a table: the statement of a month
///
/// UTF-8 with a byte order mark, separated by commas, or by semicolons in Polish; titles in English, amounts with a
/// point.
#[utoipa::path(get, path = "/api/publisher/revenue/months/{month}/statement.csv", tag = "publishers", params(("month" = String, Path, example = "2026-11")), responses(
    (status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv"),
    (status = 404, description = "The month is not closed, or none of your tools was used in it"),
    (status = 409, description = "The account has no publisher")))]
pub async fn get_own_statement(app: App, user: User, locale: Locale, Id(month): Id) -> Result<Response> {
    let (month, tools) = own_lines(&app, &user.id, &month).await?;
    let titles = "month tool runs words accounts share_percent gross_usd gross_pln usd pln";
    let mut lines = vec![titles.split(' ').map(str::to_owned).collect::<Vec<_>>()];
    lines.extend(tools.into_iter().map(|line| {
        let [runs, words, accounts] = [line.runs, line.words, line.accounts].map(|count| count.to_string());
        let sums =
            [line.share_bps, line.gross.usd, line.gross.pln, line.amount.usd, line.amount.pln].map(decimal);
        [vec![month.text(), line.tool, runs, words, accounts], sums.to_vec()].concat()
    }));
    let name = format!("{}-{}", if locale == Locale::Pl { "rozliczenie" } else { "statement" }, month.text());
    Ok(csv_file::file(csv_file::table(lines, csv_file::separator(locale))?, &name))
}

/// Your ledger, newest first
#[utoipa::path(get, path = "/api/publisher/revenue/entries", tag = "publishers", params(EntryFilter, Page), responses(
    (status = 200, body = Paged<Entry>), (status = 409, description = "The account has no publisher")))]
pub async fn list_own_entries(
    app: App,
    user: User,
    Query(filter): Query<EntryFilter>,
    page: Page,
) -> Result<Json<Paged<Entry>>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = expect(&mut tx, &user.id).await?;
    ledger::list(&mut tx, &publisher, filter.currency, page).await.map(Json)
}

/// For the export of a user's data: the counts of their use, and their publisher's ledger.
pub fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let mut files = Vec::new();
        let query = db::query_as(
            "SELECT month, tool, runs, words FROM revenue_uses WHERE account_id = $1 ORDER BY month, tool",
        );
        let uses: Vec<(Month, String, i64, i64)> = query.bind(account).fetch_all(&mut *conn).await?;
        if !uses.is_empty() {
            let used = |(month, tool, runs, words)| json!({ "month": month, "tool": tool, "runs": runs, "words": words });
            files.push(File::json("counted-use.json", &uses.into_iter().map(used).collect::<Vec<_>>())?);
        }
        if let Some(publisher) = publisher_of(conn, account).await? {
            let agreements = books::agreements_of(conn, &publisher).await?;
            let entries = ledger::list(conn, &publisher, None, WHOLE).await?.data;
            let revenue = json!({ "agreements": agreements, "entries": entries });
            files.push(File::json("revenue.json", &revenue)?);
        }
        Ok(files)
    })
}

/// The publisher of an account that is an owner; 409 without a publisher, 403 for another member: only owners see
/// payments.
pub async fn expect(conn: &mut Conn, account: &str) -> Result<String> {
    publishers::expect_owner(conn, account).await
}

/// The publisher of an account that is an owner.
pub async fn publisher_of(conn: &mut Conn, account: &str) -> Result<Option<String>> {
    let own = publishers::membership_of(conn, account).await?;
    Ok(own.filter(|own| own.role == MemberRole::Owner).map(|own| own.publisher_id))
}
