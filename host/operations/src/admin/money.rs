//! Money: paid plans by their list prices, closed months, and what is owed to publishers.

use crate::billing::plans;
use crate::platform::prelude::*;

/// Closed months that are shown.
const MONTHS: i64 = 12;

/// The accounts of a plan.
#[derive(Debug, Serialize, ToSchema)]
struct PlanFigures {
    id: i64,
    /// In the reader's language.
    name: String,
    accounts: i64,
    /// What they pay a month by the list price, in cents.
    monthly_usd: i64,
    /// The same in grosze.
    monthly_pln: i64,
}

/// A month whose revenue was shared with publishers.
#[derive(Debug, Serialize, ToSchema)]
struct ClosedMonth {
    #[schema(example = "2026-01")]
    month: String,
    /// Net revenue in cents, and in grosze.
    usd: i64,
    pln: i64,
    /// What of it stayed with the operator.
    platform_usd: i64,
    platform_pln: i64,
}

/// Money, as far as this server knows it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OverviewMoney)]
pub(super) struct Money {
    /// Plans with accounts, in display order.
    plans: Vec<PlanFigures>,
    /// Latest first; at most 12.
    months: Vec<ClosedMonth>,
    /// Balances of publishers, in cents.
    owed_usd: i64,
    /// The same in grosze.
    owed_pln: i64,
}

pub(super) async fn read(conn: &mut Conn, locale: Locale) -> Result<Money> {
    let query = db::query_as(
        "SELECT currency, CAST(SUM(balance) AS BIGINT) FROM publisher_balances WHERE balance > 0 GROUP BY currency",
    );
    let owed: Vec<(String, i64)> = query.fetch_all(&mut *conn).await?;
    let of = |wanted: &str| owed.iter().find(|(currency, _)| currency == wanted).map_or(0, |(_, sum)| *sum);
    Ok(Money {
        plans: of_plans(conn, locale).await?,
        months: months(conn).await?,
        owed_usd: of("USD"),
        owed_pln: of("PLN"),
    })
}

async fn of_plans(conn: &mut Conn, locale: Locale) -> Result<Vec<PlanFigures>> {
    let query = db::query_as(
        "SELECT COALESCE(p.product_id, 0), COUNT(*), CAST(COALESCE(SUM(y.usd), 0) AS BIGINT), CAST(COALESCE(SUM(y.pln), 0) AS BIGINT)
         FROM user_profiles u LEFT JOIN account_plans p ON p.account_id = u.id
             LEFT JOIN paying_accounts y ON y.account_id = u.id
         GROUP BY COALESCE(p.product_id, 0)",
    );
    let sums: Vec<(i64, i64, i64, i64)> = query.fetch_all(&mut *conn).await?;
    let plans = plans::list(conn).await?.into_iter().filter_map(|plan| {
        let (_, accounts, usd, pln) = sums.iter().find(|(id, ..)| *id == plan.id)?;
        Some(PlanFigures {
            id: plan.id,
            name: plan.name_in(locale).to_owned(),
            accounts: *accounts,
            // Prices of a whole year.
            monthly_usd: usd / 12,
            monthly_pln: pln / 12,
        })
    });
    Ok(plans.collect())
}

async fn months(conn: &mut Conn) -> Result<Vec<ClosedMonth>> {
    let query = db::query_as(
        "SELECT month, usd, pln, platform_usd, platform_pln FROM closed_months ORDER BY month DESC LIMIT $1",
    );
    let rows: Vec<(i64, i64, i64, i64, i64)> = query.bind(MONTHS).fetch_all(conn).await?;
    let view = |(month, usd, pln, platform_usd, platform_pln): (i64, i64, i64, i64, i64)| ClosedMonth {
        // Months since the year 0.
        month: format!("{:04}-{:02}", month / 12, month % 12 + 1),
        usd,
        pln,
        platform_usd,
        platform_pln,
    };
    Ok(rows.into_iter().map(view).collect())
}
