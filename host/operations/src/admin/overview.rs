//! The overview: figures by day, compared with as many days before them, and what waits for an administrator.

use super::attention::{self, Attention};
use super::figures::{date_of, first_day, micro_to_usd};
use super::money::{self, Money};
use crate::catalogue::models::Models;
use crate::platform::prelude::*;

/// The length of the period.
#[derive(Debug, Default, Clone, Copy, Deserialize, ToSchema)]
enum OverviewDays {
    #[default]
    #[serde(rename = "30")]
    Thirty,
    #[serde(rename = "90")]
    Ninety,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Period {
    /// Days up to today, in UTC.
    #[serde(default)]
    #[param(inline, value_type = Option<OverviewDays>)]
    days: OverviewDays,
}

impl Period {
    fn days(&self) -> i64 {
        match self.days {
            OverviewDays::Thirty => 30,
            OverviewDays::Ninety => 90,
        }
    }
}

/// Figures of a day or of a period.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
#[schema(as = OverviewFigures)]
pub(super) struct Figures {
    /// Registered accounts that still exist.
    sign_ups: i64,
    /// Accounts that ran a tool.
    active: i64,
    runs: i64,
    /// Runs that failed.
    failed: i64,
    /// Words that accounts used.
    words: i64,
    /// Cost of the operator's models.
    cost_usd: f64,
    /// Accounts whose current paid plan began.
    paid: i64,
}

/// The figures of a day.
#[derive(Debug, Serialize, ToSchema)]
struct OverviewDay {
    #[schema(example = "2026-01-31")]
    day: String,
    #[serde(flatten)]
    figures: Figures,
}

/// Figures of the server for administrators.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Overview {
    /// Every day of the period, oldest first.
    days: Vec<OverviewDay>,
    now: Figures,
    /// The same for as many days before.
    before: Figures,
    /// All accounts.
    accounts: i64,
    money: Money,
    /// What waits for an administrator.
    attention: Attention,
}

/// The figures of the last days
#[utoipa::path(get, path = "/api/admin/overview", tag = "admin", params(Period), responses((status = 200, body = Overview)))]
pub(super) async fn get_overview(
    app: App,
    _: Admin,
    locale: Locale,
    Query(period): Query<Period>,
) -> Result<Json<Overview>> {
    app.part::<Models>().store_usage().await;
    let (first, all) = (first_day(period.days()), first_day(2 * period.days()));
    let mut tx = app.db.read().begin().await?;
    let days = by_day(&mut tx, all).await?;
    let (now, before) = active_in(&mut tx, all, first).await?;
    let of = |from: i64, to: i64, active| Figures { active, ..sum(days.range(from..to).map(|(_, one)| one)) };
    let end = first + period.days();
    let one = |day| OverviewDay { day: date_of(day), figures: days.get(&day).copied().unwrap_or_default() };
    let accounts = db::query_scalar("SELECT COUNT(*) FROM user_profiles").fetch_one(&mut *tx).await?;
    Ok(Json(Overview {
        days: (first..end).map(one).collect(),
        now: of(first, end, now),
        before: of(all, first, before),
        accounts,
        money: money::read(&mut tx, locale).await?,
        attention: attention::read(&mut tx).await?,
    }))
}

fn sum<'a>(figures: impl Iterator<Item = &'a Figures>) -> Figures {
    figures.fold(Figures::default(), |sum, one| Figures {
        sign_ups: sum.sign_ups + one.sign_ups,
        // An account that ran tools on two days is one account.
        active: 0,
        runs: sum.runs + one.runs,
        failed: sum.failed + one.failed,
        words: sum.words + one.words,
        cost_usd: sum.cost_usd + one.cost_usd,
        paid: sum.paid + one.paid,
    })
}

/// The figures of each day since the first that has any.
async fn by_day(conn: &mut Conn, first: i64) -> Result<BTreeMap<i64, Figures>> {
    let mut days = BTreeMap::<i64, Figures>::new();
    let from = Timestamp(first * DAY_MS);
    for (sql, field) in [
        (
            "SELECT created_at / 86400000, COUNT(*) FROM user_profiles WHERE created_at >= $1 GROUP BY created_at / 86400000",
            (|day, count| day.sign_ups = count) as fn(&mut Figures, i64),
        ),
        (
            "SELECT since / 86400000, COUNT(*) FROM paying_accounts WHERE since >= $1 GROUP BY since / 86400000",
            |day, count| day.paid = count,
        ),
        (
            "SELECT created_at / 86400000, CAST(-SUM(amount) AS BIGINT) FROM word_moves WHERE created_at >= $1 GROUP BY created_at / 86400000",
            |day, words| day.words = words,
        ),
    ] {
        let rows: Vec<(i64, i64)> = db::query_as(sql).bind(from).fetch_all(&mut *conn).await?;
        rows.into_iter().for_each(|(day, value)| field(days.entry(day).or_default(), value));
    }
    let cost = "SELECT day, CAST(SUM(micro_usd) AS BIGINT) FROM model_days WHERE day >= $1 GROUP BY day";
    let rows: Vec<(i64, i64)> = db::query_as(cost).bind(first).fetch_all(&mut *conn).await?;
    rows.into_iter().for_each(|(day, micro)| days.entry(day).or_default().cost_usd = micro_to_usd(micro));
    let runs = "SELECT created_at / 86400000, COUNT(*), COUNT(DISTINCT account_id), COUNT(CASE WHEN status = 'failed' THEN 1 END)
                FROM customer_runs WHERE created_at >= $1 GROUP BY created_at / 86400000";
    let rows: Vec<(i64, i64, i64, i64)> = db::query_as(runs).bind(from).fetch_all(conn).await?;
    for (day, runs, active, failed) in rows {
        let day = days.entry(day).or_default();
        (day.runs, day.active, day.failed) = (runs, active, failed);
    }
    Ok(days)
}

/// Accounts that ran a tool since `first`, and between `all` and `first`.
async fn active_in(conn: &mut Conn, all: i64, first: i64) -> Result<(i64, i64)> {
    let active = db::query_as(
        "SELECT COUNT(DISTINCT CASE WHEN created_at >= $2 THEN account_id END),
             COUNT(DISTINCT CASE WHEN created_at < $2 THEN account_id END)
         FROM customer_runs WHERE created_at >= $1",
    );
    let days = (Timestamp(all * DAY_MS), Timestamp(first * DAY_MS));
    Ok(active.binds(days).fetch_one(conn).await?)
}
