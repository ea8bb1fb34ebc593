//! Recent use of a plan's tools, and pending work.

use crate::platform::prelude::*;

/// The period, in days.
pub(super) const DAYS: i64 = 30;

/// An account with a tool.
pub(super) type Pair = (String, String);

/// An account's use of a tool in the period.
#[derive(Debug, Default)]
pub(super) struct Use {
    pub plan: i64,
    pub runs: i64,
    pub words: i64,
    /// The most runs of one day.
    pub most_a_day: i64,
}

#[derive(sqlx::FromRow)]
struct Day {
    account_id: String,
    tool: String,
    plan: i64,
    runs: i64,
    words: i64,
}

/// Use by the accounts of these plans, by account and tool. Words are those of the period, which is about a month.
pub(super) async fn of_plans(conn: &mut Conn, plans: &[i64]) -> Result<BTreeMap<Pair, Use>> {
    let from = Timestamp::now().plus_ms(-DAYS * DAY_MS);
    let sql = format!(
        "SELECT r.account_id, r.tool, COALESCE(s.product_id, 0) AS plan, COUNT(*) AS runs, CAST(SUM(r.words) AS BIGINT) AS words
         FROM customer_runs r LEFT JOIN account_plans s ON s.account_id = r.account_id
         WHERE r.id >= $1 AND r.created_at >= $2 AND COALESCE(s.product_id, 0) IN ({})
         GROUP BY r.account_id, r.tool, COALESCE(s.product_id, 0), r.created_at / {DAY_MS}",
        db::places(3, plans.len())
    );
    let query = db::query_as(AssertSqlSafe(sql)).binds((from.first_id(), from));
    let days: Vec<Day> = plans.iter().fold(query, |query, plan| query.bind(*plan)).fetch_all(conn).await?;
    let mut uses = BTreeMap::<Pair, Use>::new();
    for day in days {
        let used = uses.entry((day.account_id, day.tool)).or_default();
        used.plan = day.plan;
        used.runs += day.runs;
        used.words += day.words;
        used.most_a_day = used.most_a_day.max(day.runs);
    }
    Ok(uses)
}

/// Pending work, or a key, of an account for a tool.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Waiting {
    pub account_id: String,
    pub tool: String,
    pub plan: i64,
    /// The id of the job or key.
    pub id: String,
}

/// Unfinished bulk jobs of these plans' accounts.
pub(super) async fn bulk_jobs(conn: &mut Conn, plans: &[i64]) -> Result<Vec<Waiting>> {
    let sql = format!(
        "SELECT b.account_id, b.tool, COALESCE(s.product_id, 0) AS plan, b.id
         FROM customer_bulk_jobs b LEFT JOIN account_plans s ON s.account_id = b.account_id
         WHERE b.status IN ('ready', 'running', 'paused') AND COALESCE(s.product_id, 0) IN ({})",
        db::places(1, plans.len())
    );
    let query = db::query_as(AssertSqlSafe(sql));
    Ok(plans.iter().fold(query, |query, plan| query.bind(*plan)).fetch_all(conn).await?)
}

/// Keys of these plans' accounts with the tools that they name, or used recently if they name none.
pub(super) async fn keys(conn: &mut Conn, plans: &[i64]) -> Result<Vec<Waiting>> {
    #[derive(sqlx::FromRow)]
    struct Named {
        id: String,
        account_id: String,
        plan: i64,
        tools: String,
    }
    let of_plans = |first| format!("COALESCE(s.product_id, 0) IN ({})", db::places(first, plans.len()));
    let sql = format!(
        "SELECT k.id, k.account_id, COALESCE(s.product_id, 0) AS plan, k.tools
         FROM unrevoked_api_keys k LEFT JOIN account_plans s ON s.account_id = k.account_id
         WHERE k.tools IS NOT NULL AND (k.expires_at IS NULL OR k.expires_at > $1) AND {}",
        of_plans(2)
    );
    let query = db::query_as(AssertSqlSafe(sql)).bind(Timestamp::now());
    let named: Vec<Named> =
        plans.iter().fold(query, |query, plan| query.bind(*plan)).fetch_all(&mut *conn).await?;
    let from = Timestamp::now().plus_ms(-DAYS * DAY_MS);
    let sql = format!(
        "SELECT DISTINCT k.account_id, r.tool, COALESCE(s.product_id, 0) AS plan, k.id
         FROM unrevoked_api_keys k JOIN customer_runs r ON r.key_id = k.id LEFT JOIN account_plans s ON s.account_id = k.account_id
         WHERE k.tools IS NULL AND (k.expires_at IS NULL OR k.expires_at > $1) AND r.created_at >= $2 AND {}",
        of_plans(3)
    );
    let query = db::query_as(AssertSqlSafe(sql)).binds((Timestamp::now(), from));
    let mut keys: Vec<Waiting> =
        plans.iter().fold(query, |query, plan| query.bind(*plan)).fetch_all(conn).await?;
    for key in named {
        let tools: Vec<String> = serde_json::from_str(&key.tools)?;
        keys.extend(tools.into_iter().map(|tool| Waiting {
            account_id: key.account_id.clone(),
            tool,
            plan: key.plan,
            id: key.id.clone(),
        }));
    }
    Ok(keys)
}
