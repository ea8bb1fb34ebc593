//! Counts use, once per completed day.
//!
//! `revenue_count.next_day` is the fence: it is advanced in the transaction that stores the day, so each day is
//! counted once, by the first process to do so, and a process that dies in between has counted nothing. The runs
//! are read before, outside the write transaction: those of a completed day do not change any more.

use super::month::Month;
use crate::platform::prelude::*;

/// Whether the run `r` used a tool of the publisher `q` and was started by one of its members.
const IS_OWN: &str =
    "EXISTS (SELECT 1 FROM publisher_accounts m WHERE m.publisher_id = q.id AND m.account_id = r.account_id)";

/// By then even a run that ended at the last moment is stored.
const GRACE_MS: i64 = 10 * 60 * 1000;
/// A run that started this long before the day may have ended on it.
const LONGEST_RUN_MS: i64 = 7 * DAY_MS;

/// Counts every completed day that is not counted yet, and returns their number. A new server begins with the current
/// day.
pub async fn count_days(app: &App) -> Result<u64> {
    let over = Timestamp::now().plus_ms(-GRACE_MS).day();
    let mut counted = 0;
    while let Some(day) = next_day(app).await?.filter(|day| *day < over) {
        counted += u64::from(count_day(app, day).await?);
    }
    Ok(counted)
}

async fn next_day(app: &App) -> Result<Option<i64>> {
    let next = db::query_scalar("SELECT next_day FROM revenue_count").fetch_optional(app.db.read()).await?;
    if next.is_none() {
        let query = db::query(
            "INSERT INTO revenue_count (id, first_day, next_day) VALUES (1, $1, $1) ON CONFLICT DO NOTHING",
        );
        query.bind(Timestamp::now().day()).execute(&mut app.db.write_alone().await?).await?;
    }
    Ok(next)
}

/// False if another process has counted the day meanwhile.
async fn count_day(app: &App, day: i64) -> Result<bool> {
    let uses = uses(&mut app.db.read().acquire().await?, day).await?;
    let mut tx = app.db.write().await?;
    let moved = db::query("UPDATE revenue_count SET next_day = $1 + 1 WHERE next_day = $1");
    if moved.bind(day).execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(false);
    }
    let month = Month::of_day(day);
    add_fees(&mut tx, month, day).await?;
    for used in uses {
        used.add(&mut tx, month).await?;
    }
    committed(tx, true).await
}

/// A paying account: with a paid plan since before the end of the day, and not an administrator.
const PAYERS: &str =
    "paying_accounts s JOIN user_profiles u ON u.id = s.account_id AND s.since < $1 AND u.role = 'user'";

/// The fees of the day's plans as weights: the price of a whole year, for either billing period.
async fn add_fees(tx: &mut Conn, month: Month, day: i64) -> Result<()> {
    let sql = format!(
        "INSERT INTO revenue_fees (month, account_id, usd, pln)
         SELECT $2, s.account_id, s.usd, s.pln FROM {PAYERS} WHERE TRUE
         ON CONFLICT (month, account_id) DO UPDATE SET usd = revenue_fees.usd + excluded.usd, pln = revenue_fees.pln + excluded.pln"
    );
    let add = db::query(AssertSqlSafe(sql)).binds(((day + 1) * DAY_MS, month));
    add.run(tx).await
}

/// An account's use of a tool.
#[derive(sqlx::FromRow)]
pub(super) struct Used {
    pub account_id: String,
    pub publisher_id: String,
    pub tool: String,
    pub runs: i64,
    pub words: i64,
}

/// Completed runs of a day. Run ids sort by time, so only their range is read. A publisher's own use of its tools is
/// excluded.
async fn uses(conn: &mut Conn, day: i64) -> Result<Vec<Used>> {
    let (begins, ends) = (day * DAY_MS, (day + 1) * DAY_MS);
    let sql = format!(
        "SELECT r.account_id, COALESCE(q.id, '') AS publisher_id, r.tool, count(*) AS runs, CAST(SUM(r.words) AS BIGINT) AS words
         FROM customer_runs r CROSS JOIN {PAYERS} AND s.account_id = r.account_id
         LEFT JOIN package_versions k ON k.digest = r.package_digest LEFT JOIN publisher_names q ON q.id = k.publisher
         WHERE r.id >= $2 AND r.id < $3 AND r.status = 'succeeded' AND r.finished_at >= $4 AND r.finished_at < $1 AND NOT r.acted
             AND NOT {IS_OWN}
         GROUP BY r.account_id, q.id, r.tool"
    );
    let (first, end) = (Timestamp(begins - LONGEST_RUN_MS).first_id(), Timestamp(ends).first_id());
    let uses = db::query_as(AssertSqlSafe(sql)).binds((ends, first, end, begins));
    Ok(uses.fetch_all(conn).await?)
}

impl Used {
    async fn add(self, tx: &mut Conn, month: Month) -> Result<()> {
        let query = db::query(
            "INSERT INTO revenue_uses (month, account_id, publisher_id, tool, runs, words) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (month, account_id, publisher_id, tool) DO UPDATE
             SET runs = revenue_uses.runs + excluded.runs, words = revenue_uses.words + excluded.words",
        );
        let query = query.binds((month, self.account_id, self.publisher_id, self.tool));
        query.binds((self.runs, self.words)).run(tx).await
    }
}
