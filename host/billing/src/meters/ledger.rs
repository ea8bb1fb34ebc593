//! The ledger: one row for each change of a balance.

use super::{Allowance, Charge, Holder, Kind, Purse};
use crate::platform::prelude::*;

/// SQL: the first entry of the current month of the purse `$1`, `$2`. Without monthly grants it is the first of all.
macro_rules! month {
    () => {
        "COALESCE((SELECT seq FROM meter_entries WHERE holder = $1 AND meter = $2 AND term IS NOT NULL ORDER BY term DESC LIMIT 1), 0)"
    };
}

/// A new row.
struct Entry<'a> {
    purse: Purse<'a>,
    kind: Kind,
    amount: i64,
    reason: Option<&'a str>,
    charge: Option<&'a Charge<'a>>,
    call: Option<u32>,
    term: Option<i64>,
}

impl<'a> Entry<'a> {
    fn new(purse: Purse<'a>, kind: Kind, amount: i64, reason: &'a str) -> Self {
        Self { purse, kind, amount, reason: Some(reason), charge: None, call: None, term: None }
    }

    fn of(charge: &'a Charge<'a>, kind: Kind, amount: i64, call: Option<u32>) -> Self {
        let purse = charge.purse;
        Self { purse, kind, amount, reason: None, charge: Some(charge), call, term: None }
    }

    /// False if a uniqueness rule of the ledger shows that the entry exists, and then nothing changes.
    async fn append(self, tx: &mut Conn) -> Result<bool> {
        let Purse { meter, holder } = self.purse;
        let trial = matches!(holder, Holder::Trial(_)).then_some(holder.id());
        let done = db::query(
            "INSERT INTO meter_entries (holder, meter, seq, kind, amount, balance, reason, run_id, attempt, call, tool, created_at, term, trial_id)
             SELECT $1, $2, COALESCE(last.seq, 0) + 1, $3, $4, COALESCE(last.balance, 0) + $4, $5, $6, $7, $8, $9, $10, $11, $12
             FROM (SELECT 1) AS always LEFT JOIN
                 (SELECT seq, balance FROM meter_entries WHERE holder = $1 AND meter = $2 ORDER BY seq DESC LIMIT 1) AS last ON TRUE
             WHERE TRUE ON CONFLICT DO NOTHING",
        )
        .binds((holder.id(), meter, self.kind, self.amount, self.reason))
        .binds((self.charge.map(|charge| charge.run), self.charge.map(|charge| charge.attempt)))
        .binds((self.call.map(i64::from), self.charge.map(|charge| charge.tool), Timestamp::now()))
        .binds((self.term, trial))
        .execute(tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }
}

impl<'a> Holder<'a> {
    fn id(self) -> &'a str {
        match self {
            Self::Account(id) | Self::Trial(id) => id,
        }
    }
}

/// Grants an amount in addition to the plan's; it expires with the month.
pub async fn grant(tx: &mut Conn, purse: Purse<'_>, amount: u32, reason: &str) -> Result<()> {
    Entry::new(purse, Kind::Grant, amount.into(), reason).append(tx).await.map(drop)
}

/// Opens a month of the purse with its amount; the rest of the previous month expires. Each month is opened once.
pub async fn open_month(tx: &mut Conn, purse: Purse<'_>, term: i64, amount: i64, reason: &str) -> Result<()> {
    let left = balance(tx, purse).await?;
    if left > 0 {
        Entry::new(purse, Kind::Expire, -left, "term-over").append(tx).await?;
    }
    let entry = Entry { term: Some(term), ..Entry::new(purse, Kind::Grant, amount, reason) };
    if entry.append(tx).await? {
        return Ok(());
    }
    Err(Problem::internal(anyhow::anyhow!("month {term} of {purse:?} was opened before")))
}

/// Refuses an amount beyond a ceiling or beyond the balance: 402.
pub async fn check(conn: &mut Conn, charge: &Charge<'_>, amount: i64) -> Result<()> {
    for ceiling in &charge.ceilings {
        ceiling.expect(conn, charge, amount).await?;
    }
    let left = balance(conn, charge.purse).await?;
    if left < amount { Err(charge.purse.meter.exhausted(left, amount)) } else { Ok(()) }
}

/// Reserves an amount for the `call`-th call of the attempt; 402 if [`check`] refuses it. Idempotent: a call that has
/// reserved before changes nothing.
pub async fn reserve(tx: &mut Conn, charge: &Charge<'_>, call: u32, amount: u32) -> Result<()> {
    let amount = i64::from(amount);
    check(tx, charge, amount).await?;
    if Entry::of(charge, Kind::Reserve, -amount, Some(call)).append(tx).await? {
        count(tx, charge, amount).await?;
    }
    Ok(())
}

/// Settles the attempt: releases what the run has reserved except the charge. An attempt that ended with its process
/// is settled with the amount of its journaled answers; the last one with the charge of the whole run. A second
/// settlement of an attempt changes nothing. The charge never exceeds the reservations. Returns the charge.
pub async fn settle(tx: &mut Conn, charge: &Charge<'_>, charged: u32) -> Result<i64> {
    // `before`: reserved in an earlier month, and not expired.
    let (reserved, before): (i64, i64) = db::query_as(concat!(
        "SELECT CAST(COALESCE(-SUM(CASE WHEN kind = 'expire' THEN 0 ELSE amount END), 0) AS BIGINT),
             CAST(COALESCE(-SUM(CASE WHEN kind = 'expire' THEN -amount WHEN seq < ",
        month!(),
        " THEN amount ELSE 0 END), 0) AS BIGINT)
         FROM meter_entries WHERE run_id = $3 AND meter = $2",
    ))
    .binds((charge.purse.holder.id(), charge.purse.meter, charge.run))
    .fetch_one(&mut *tx)
    .await?;
    let charged = i64::from(charged).min(reserved);
    let released = reserved - charged;
    if !Entry::of(charge, Kind::Settle, released, None).append(tx).await? {
        // What the run has reserved is what it was charged then.
        return Ok(reserved);
    }
    count(tx, charge, -released).await?;
    // The older amounts are used first; the rest of them has expired meanwhile.
    if before > charged {
        let entry = Entry::of(charge, Kind::Expire, charged - before, None);
        Entry { reason: Some("term-over"), ..entry }.append(tx).await?;
    }
    Ok(charged)
}

async fn count(tx: &mut Conn, charge: &Charge<'_>, amount: i64) -> Result<()> {
    for ceiling in charge.ceilings.iter().filter(|_| amount != 0) {
        ceiling.count(tx, charge.purse.meter, amount).await?;
    }
    Ok(())
}

/// What the run has reserved; 0 if this attempt was settled.
pub async fn outstanding(conn: &mut Conn, charge: &Charge<'_>) -> Result<i64> {
    let outstanding = db::query_scalar(
        "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM meter_entries
         WHERE run_id = $1 AND meter = $2 AND kind IN ('reserve', 'settle') AND NOT EXISTS
             (SELECT 1 FROM meter_entries WHERE run_id = $1 AND meter = $2 AND attempt = $3 AND kind = 'settle')",
    );
    let outstanding = outstanding.binds((charge.run, charge.purse.meter, charge.attempt));
    Ok(outstanding.fetch_one(conn).await?)
}

/// What is left in the purse.
pub async fn balance(conn: &mut Conn, purse: Purse<'_>) -> Result<i64> {
    let last = db::query_scalar(
        "SELECT balance FROM meter_entries WHERE holder = $1 AND meter = $2 ORDER BY seq DESC LIMIT 1",
    );
    Ok(last.binds((purse.holder.id(), purse.meter)).fetch_optional(conn).await?.unwrap_or(0))
}

/// What was granted, is used and is left this month.
pub async fn allowance(conn: &mut Conn, purse: Purse<'_>) -> Result<Allowance> {
    let left = balance(conn, purse).await?;
    let granted = db::query_scalar(concat!(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM meter_entries
         WHERE holder = $1 AND meter = $2 AND kind = 'grant' AND seq >= ",
        month!(),
    ));
    let allowance: i64 = granted.binds((purse.holder.id(), purse.meter)).fetch_one(conn).await?;
    Ok(Allowance { allowance, used: allowance - left, left })
}

/// What was used of a purse since a time, including reservations of running work.
pub async fn used_since(conn: &mut Conn, purse: Purse<'_>, since: Timestamp) -> Result<i64> {
    let used = db::query_scalar(
        "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM meter_entries
         WHERE holder = $1 AND meter = $2 AND created_at >= $3 AND kind IN ('reserve', 'settle')",
    );
    let used = used.binds((purse.holder.id(), purse.meter, since));
    Ok(used.fetch_one(conn).await.map(|used: i64| used.max(0))?)
}

/// What the charge's purse has used with the charge's tool this month, including reservations of running work.
pub async fn used_with_tool(conn: &mut Conn, charge: &Charge<'_>) -> Result<i64> {
    let used = db::query_scalar(concat!(
        "SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM meter_entries
         WHERE holder = $1 AND meter = $2 AND tool = $3 AND kind IN ('reserve', 'settle') AND seq >= ",
        month!(),
    ));
    let used = used.binds((charge.purse.holder.id(), charge.purse.meter, charge.tool));
    // What was reserved in the previous month and released in this one was not used in this one.
    Ok(used.fetch_one(conn).await.map(|used: i64| used.max(0))?)
}
