//! A publisher's view of its revenue: sums only, without users.

use axum::{
    Json,
    extract::{Path, Query, State},
    response::Response,
};
use futures::future::BoxFuture;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{
    Sums,
    agreements::{self, Agreement},
    books::{self, EntryFilter},
    calculation,
    ledger::{self, Balance, Entry},
    month::Month,
    months::ToolLine,
    payable::decimal,
    whose,
};
use crate::platform::{
    app::App,
    auth::User,
    csv_file,
    db::{self, Conn},
    error::{Problem, Result},
    locale::Locale,
    page::{Page, Paged},
    personal_data::File,
};

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
pub(super) async fn get_own_revenue(State(app): State<App>, user: User) -> Result<Json<OwnRevenue>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = whose::expect(&mut tx, &user.id).await?;
    let agreements = agreements::list(&mut tx, &publisher).await?;
    Ok(Json(OwnRevenue {
        share_bps: agreements::share_in(&agreements, Month::now()),
        agreements: agreements::standing(agreements),
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

#[derive(sqlx::FromRow)]
struct MonthRow {
    month: Month,
    runs: i64,
    words: i64,
    gross_usd: i64,
    gross_pln: i64,
    usd: i64,
    pln: i64,
}

/// Closed months in which your tools were used, newest first
#[utoipa::path(get, path = "/api/publisher/revenue/months", tag = "publishers", params(Page), responses(
    (status = 200, body = Paged<OwnRevenueMonth>), (status = 409, description = "The account has no publisher")))]
pub(super) async fn list_own_months(
    State(app): State<App>,
    user: User,
    page: Page,
) -> Result<Json<Paged<OwnRevenueMonth>>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = whose::expect(&mut tx, &user.id).await?;
    let total = db::query_scalar("SELECT count(DISTINCT month) FROM revenue_lines WHERE publisher_id = $1");
    let total = total.bind(&publisher).fetch_one(&mut *tx).await?;
    let rows: Vec<MonthRow> = db::query_as(
        "SELECT month, CAST(SUM(runs) AS BIGINT) AS runs, CAST(SUM(words) AS BIGINT) AS words,
             CAST(SUM(gross_usd) AS BIGINT) AS gross_usd, CAST(SUM(gross_pln) AS BIGINT) AS gross_pln,
             CAST(SUM(usd) AS BIGINT) AS usd, CAST(SUM(pln) AS BIGINT) AS pln
         FROM revenue_lines WHERE publisher_id = $1 GROUP BY month ORDER BY month DESC LIMIT $2 OFFSET $3",
    )
    .bind(&publisher)
    .bind(page.limit())
    .bind(page.offset())
    .fetch_all(&mut *tx)
    .await?;
    let view = |row: MonthRow| OwnRevenueMonth {
        month: row.month,
        runs: row.runs,
        words: row.words,
        gross: Sums { usd: row.gross_usd, pln: row.gross_pln },
        amount: Sums { usd: row.usd, pln: row.pln },
    };
    Ok(Json(page.of(rows.into_iter().map(view).collect(), total)))
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
pub(super) async fn get_own_month(
    State(app): State<App>,
    user: User,
    locale: Locale,
    Path(month): Path<String>,
) -> Result<Json<OwnRevenueTools>> {
    let (month, lines) = own_lines(&app, &user.id, &month).await?;
    let tools = lines.into_iter().map(|line| ToolLine::of(&app, line, locale)).collect();
    Ok(Json(OwnRevenueTools { month, tools }))
}

async fn own_lines(app: &App, account: &str, month: &str) -> Result<(Month, Vec<calculation::Line>)> {
    let mut tx = app.db.read().begin().await?;
    let publisher = whose::expect(&mut tx, account).await?;
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
pub(super) async fn get_own_statement(
    State(app): State<App>,
    user: User,
    locale: Locale,
    Path(month): Path<String>,
) -> Result<Response> {
    let (month, tools) = own_lines(&app, &user.id, &month).await?;
    let titles = [
        "month",
        "tool",
        "runs",
        "words",
        "accounts",
        "share_percent",
        "gross_usd",
        "gross_pln",
        "usd",
        "pln",
    ];
    let mut lines = vec![titles.map(str::to_owned).to_vec()];
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
pub(super) async fn list_own_entries(
    State(app): State<App>,
    user: User,
    Query(filter): Query<EntryFilter>,
    page: Page,
) -> Result<Json<Paged<Entry>>> {
    let mut tx = app.db.read().begin().await?;
    let publisher = whose::expect(&mut tx, &user.id).await?;
    let (entries, total) = ledger::list(&mut tx, &publisher, filter.currency, page).await?;
    Ok(Json(page.of(entries, total)))
}

/// For the export of a user's data: the counts of their use, and their publisher's ledger.
pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let mut files = Vec::new();
        let uses: Vec<(Month, String, i64, i64)> = db::query_as(
            "SELECT month, tool, runs, words FROM revenue_uses WHERE account_id = $1 ORDER BY month, tool",
        )
        .bind(account)
        .fetch_all(&mut *conn)
        .await?;
        if !uses.is_empty() {
            let used = |(month, tool, runs, words)| json!({ "month": month, "tool": tool, "runs": runs, "words": words });
            files.push(File::json("counted-use.json", &uses.into_iter().map(used).collect::<Vec<_>>())?);
        }
        if let Some(publisher) = whose::publisher_of(conn, account).await? {
            let agreements = agreements::list(conn, &publisher).await?;
            let (entries, _) = ledger::list(conn, &publisher, None, WHOLE).await?;
            let told = json!({ "agreements": agreements, "entries": entries });
            files.push(File::json("revenue.json", &told)?);
        }
        Ok(files)
    })
}
