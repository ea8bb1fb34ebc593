//! Counts the calls of models: summed up in memory, stored every few seconds by day, model, tool, plan and account.
//! A process that dies loses the counts of these seconds. Budgets are compared with what is stored and what this
//! process has counted since, so that several processes exceed one by these seconds at most.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use time::{Date, Month, OffsetDateTime};

use super::router::Asker;
use super::store::Budget;
use super::usd;
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::model::Usage;
use crate::platform::prelude::*;

/// How long rows are kept.
pub(super) const KEPT_DAYS: i64 = 400;
/// Adds the values of a row that exists already.
const ADD: &str = "ON CONFLICT (day, model_id, tool, plan_id, account_id) DO UPDATE SET
    model_name = excluded.model_name, calls = model_usage.calls + excluded.calls,
    failures = model_usage.failures + excluded.failures, words = model_usage.words + excluded.words,
    input_tokens = model_usage.input_tokens + excluded.input_tokens,
    output_tokens = model_usage.output_tokens + excluded.output_tokens,
    estimated = model_usage.estimated + excluded.estimated,
    micro_usd = model_usage.micro_usd + excluded.micro_usd, ms = model_usage.ms + excluded.ms";

/// One call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub failures: i64,
    pub words: i64,
    pub usage: Usage,
    pub micro_usd: i64,
    pub ms: i64,
}

/// What a row of `model_usage` is about. Rows are written in its order, so that two processes cannot deadlock.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    day: i64,
    model: String,
    tool: String,
    plan: i64,
    account: String,
}

#[derive(Debug, Clone, Default)]
struct Sums {
    name: String,
    calls: i64,
    failures: i64,
    words: i64,
    input: i64,
    output: i64,
    estimated: i64,
    micro_usd: i64,
    ms: i64,
}

impl Sums {
    fn add(&mut self, other: Self) {
        self.name = other.name;
        self.calls += other.calls;
        self.failures += other.failures;
        self.words += other.words;
        self.input += other.input;
        self.output += other.output;
        self.estimated += other.estimated;
        self.micro_usd += other.micro_usd;
        self.ms += other.ms;
    }
}

/// The counts that are not stored yet, and the costs of this month.
#[derive(Default)]
pub(super) struct Ledger {
    counts: Mutex<Counts>,
    storing: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Counts {
    pending: BTreeMap<Key, Sums>,
    /// The month of `stored`.
    month: i64,
    /// Stored costs of the month, by plan.
    stored: HashMap<i64, i64>,
}

impl Counts {
    /// The costs of the current month: of a plan, or of all.
    fn spent(&self, plan: Option<i64>) -> i64 {
        let month = current_month();
        let is_of = |known: &i64| plan.is_none_or(|plan| plan == *known);
        let stored = self.stored.iter().filter(|(known, _)| is_of(known) && self.month == month);
        let first_day = first_day(month);
        let pending = self.pending.iter().filter(|(key, _)| is_of(&key.plan) && key.day >= first_day);
        stored.map(|(_, sum)| sum).sum::<i64>() + pending.map(|(_, sums)| sums.micro_usd).sum::<i64>()
    }
}

impl Ledger {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a call of a model, given by id and name.
    pub fn add(&self, asker: &Asker, (model, name): (&str, &str), entry: Entry) {
        let key = Key {
            day: today(),
            model: if model == super::store::FROM_SETTINGS { String::new() } else { model.to_owned() },
            tool: asker.tool.clone(),
            plan: asker.plan,
            account: asker.account.clone(),
        };
        let whole = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        let sums = Sums {
            name: name.to_owned(),
            calls: 1,
            failures: entry.failures,
            words: entry.words,
            input: whole(entry.usage.input),
            output: whole(entry.usage.output),
            estimated: entry.usage.estimated.into(),
            micro_usd: entry.micro_usd,
            ms: entry.ms,
        };
        self.counts().pending.entry(key).or_default().add(sums);
    }

    /// Whether a budget that applies to this plan is used up.
    pub fn is_used_up(&self, budgets: &[Budget], plan: i64) -> bool {
        let mut applying =
            budgets.iter().filter(|budget| budget.plan_id.is_none_or(|its| its == plan)).peekable();
        if applying.peek().is_none() {
            return false;
        }
        let counts = self.counts();
        applying.any(|budget| counts.spent(budget.plan_id) >= budget.micro_usd)
    }

    /// The costs of this month in micro-USD: of a plan, or of all.
    pub fn spent(&self, plan: Option<i64>) -> i64 {
        self.counts().spent(plan)
    }

    /// Reads the costs of this month.
    pub async fn read_spent(&self, app: &App) -> Result<()> {
        let month = current_month();
        let spent = spent_since(&mut app.db.read().acquire().await?, first_day(month)).await?;
        let mut counts = self.counts();
        (counts.month, counts.stored) = (month, spent);
        Ok(())
    }

    /// Stores the counts, reads the costs of the month if there are budgets, and notifies administrators of those that
    /// are used up.
    pub async fn store(&self, app: &App, budgets: &[Budget]) -> Result<()> {
        let _one = self.storing.lock().await;
        let pending = self.counts().pending.clone();
        if !pending.is_empty() {
            write(app, &pending).await?;
        }
        let month = current_month();
        let stored = match budgets.is_empty() {
            true => None,
            false => Some(spent_since(&mut app.db.read().acquire().await?, first_day(month)).await?),
        };
        self.settle(&pending, month, stored);
        for budget in budgets {
            if budget.notified != Some(month) && self.spent(budget.plan_id) >= budget.micro_usd {
                notify(app, budget, month).await?;
            }
        }
        Ok(())
    }

    /// Removes what was stored from the counts, which may have grown meanwhile.
    fn settle(&self, written: &BTreeMap<Key, Sums>, month: i64, stored: Option<HashMap<i64, i64>>) {
        let mut counts = self.counts();
        for (key, sums) in written {
            let Some(known) = counts.pending.get_mut(key) else { continue };
            known.calls -= sums.calls;
            if known.calls == 0 {
                counts.pending.remove(key);
                continue;
            }
            known.failures -= sums.failures;
            known.words -= sums.words;
            known.input -= sums.input;
            known.output -= sums.output;
            known.estimated -= sums.estimated;
            known.micro_usd -= sums.micro_usd;
            known.ms -= sums.ms;
        }
        if counts.month != month {
            (counts.month, counts.stored) = (month, HashMap::new());
        }
        match stored {
            Some(stored) => counts.stored = stored,
            // Without budgets the sum is only shown, so it need not contain the costs of other processes at once.
            None => {
                let first_day = first_day(month);
                for (key, sums) in written.iter().filter(|(key, _)| key.day >= first_day) {
                    *counts.stored.entry(key.plan).or_default() += sums.micro_usd;
                }
            }
        }
    }
}

async fn write(app: &App, pending: &BTreeMap<Key, Sums>) -> Result<()> {
    let mut tx = app.db.write_rows().await?;
    for (key, sums) in pending {
        let sql = format!(
            "INSERT INTO model_usage (day, model_id, tool, plan_id, account_id, model_name, calls, failures, words, input_tokens, output_tokens, estimated, micro_usd, ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) {ADD}"
        );
        db::query(AssertSqlSafe(sql))
            .binds((key.day, &key.model, &key.tool, key.plan, &key.account, &sums.name))
            .binds((sums.calls, sums.failures, sums.words, sums.input, sums.output, sums.estimated))
            .binds((sums.micro_usd, sums.ms))
            .run(&mut *tx)
            .await?;
    }
    Ok(tx.commit().await?)
}

async fn spent_since(conn: &mut Conn, day: i64) -> Result<HashMap<i64, i64>> {
    let spent: Vec<(i64, i64)> = db::query_as(
        "SELECT plan_id, CAST(SUM(micro_usd) AS BIGINT) FROM model_usage WHERE day >= $1 GROUP BY plan_id",
    )
    .bind(day)
    .fetch_all(conn)
    .await?;
    Ok(spent.into_iter().collect())
}

/// Notifies the administrators, once in the month.
async fn notify(app: &App, budget: &Budget, month: i64) -> Result<()> {
    let mut tx = app.db.write().await?;
    let first = db::query(
        "UPDATE model_budgets SET notified = $2 WHERE COALESCE(plan_id, -1) = $1 AND COALESCE(notified, -1) <> $2",
    );
    let first =
        first.binds((budget.plan_id.unwrap_or(-1), month)).execute(&mut *tx).await?.rows_affected() > 0;
    if first {
        let limit = format!("{:.2}", usd(budget.micro_usd));
        let params = params([("limit", by_language(&limit, &limit.replace('.', ",")))]);
        notifications::notify_administrators(app, &mut tx, NotificationKind::ModelBudgetUsedUp, &params)
            .await?;
        db::query("UPDATE model_settings SET version = version + 1").run(&mut *tx).await?;
    }
    Ok(tx.commit().await?)
}

/// The number of this day in UTC, in days since the Unix epoch.
pub(super) fn today() -> i64 {
    Timestamp::now().0.div_euclid(DAY_MS)
}

/// The date of a day.
pub(super) fn date_of(day: i64) -> Date {
    OffsetDateTime::from_unix_timestamp(day.saturating_mul(DAY_MS / 1000))
        .map_or(Date::MIN, OffsetDateTime::date)
}

/// The day of a date.
pub(super) fn day_of(date: Date) -> i64 {
    date.midnight().assume_utc().unix_timestamp().div_euclid(DAY_MS / 1000)
}

/// Months since January of year 0.
pub(super) fn current_month() -> i64 {
    let date = date_of(today());
    i64::from(date.year()) * 12 + i64::from(u8::from(date.month())) - 1
}

/// The first day of a month.
pub(super) fn first_day(month: i64) -> i64 {
    let number = u8::try_from(month.rem_euclid(12) + 1).ok().and_then(|number| Month::try_from(number).ok());
    let year = i32::try_from(month.div_euclid(12)).ok();
    let date = year.zip(number).and_then(|(year, month)| Date::from_calendar_date(year, month, 1).ok());
    date.map_or(0, day_of)
}

/// Keeps the counts of a deleted account without the account.
pub(super) fn forget_account<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let sql = format!(
            "INSERT INTO model_usage (day, model_id, tool, plan_id, account_id, model_name, calls, failures, words, input_tokens, output_tokens, estimated, micro_usd, ms)
             SELECT day, model_id, tool, plan_id, '', model_name, calls, failures, words, input_tokens, output_tokens, estimated, micro_usd, ms
             FROM model_usage WHERE account_id = $1 {ADD}"
        );
        db::query(AssertSqlSafe(sql)).bind(account).run(&mut *conn).await?;
        db::query("DELETE FROM model_usage WHERE account_id = $1").bind(account).run(conn).await
    })
}

/// Deletes old rows, and accounts that were deleted while a process counted a call of theirs.
pub(super) async fn sweep(app: &App, now: Timestamp) -> Result<()> {
    let oldest = now.0.div_euclid(DAY_MS) - KEPT_DAYS;
    let mut tx = app.db.write().await?;
    db::query("DELETE FROM model_usage WHERE day < $1").bind(oldest).run(&mut *tx).await?;
    let deleted: Vec<String> = db::query_scalar(
        "SELECT DISTINCT account_id FROM model_usage
         WHERE account_id <> '' AND NOT EXISTS (SELECT 1 FROM user_profiles p WHERE p.id = account_id)",
    )
    .fetch_all(&mut *tx)
    .await?;
    for account in deleted {
        forget_account(&mut tx, &account).await?;
    }
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_begin_on_their_first_day() {
        let day = |text: &str| Timestamp::of_rfc3339(text).expect("a time").0.div_euclid(DAY_MS);
        assert_eq!(first_day(2026 * 12 + 10), day("2026-11-01T00:00:00Z"));
        assert_eq!(first_day(2027 * 12), day("2027-01-01T12:00:00Z"));
        assert_eq!(day_of(date_of(day("2028-02-29T23:59:59Z"))), day("2028-02-29T00:00:00Z"));
        assert!(first_day(current_month()) <= today());
    }
}
