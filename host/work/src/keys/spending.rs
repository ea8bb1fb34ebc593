//! Limits per key. Runs are charged to the account, in the ledger; this table has the monthly sums per key, written in
//! the same transaction as the ledger, so that concurrent runs cannot spend more than the key's limit.

use time::OffsetDateTime;

use crate::billing::meters::{Ceiling, Charge, Meter};
use crate::platform::prelude::*;

/// A key in the month to which a run counts: the one in which it was started, whenever it ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyMonth {
    pub key: String,
    month: i64,
}

impl KeyMonth {
    /// The key at the start of a run.
    pub fn new(key: String, begun: Timestamp) -> Self {
        Self { key, month: month_of(begun) }
    }
}

/// The calendar month of a time in UTC, counted from the year 0.
pub(super) fn month_of(at: Timestamp) -> i64 {
    let moment =
        OffsetDateTime::from_unix_timestamp(at.0.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    i64::from(moment.year()) * 12 + i64::from(u8::from(moment.month())) - 1
}

#[derive(sqlx::FromRow)]
struct Found {
    most: Option<i64>,
    is_revoked: bool,
    used: i64,
}

/// The columns of a meter, which are a key's limit and what its runs used in a month, and the refusal. `None` if keys
/// have no limit of it.
fn columns(meter: Meter) -> Option<(&'static str, &'static str, &'static str)> {
    match meter {
        Meter::Words => Some(("monthly_words", "words", "keys.spent")),
        Meter::Pages => None,
    }
}

impl Ceiling for KeyMonth {
    /// Refuses an amount beyond the key's limit, or any if it was revoked meanwhile.
    fn expect<'a>(
        &'a self,
        conn: &'a mut Conn,
        charge: &'a Charge<'_>,
        amount: i64,
    ) -> BoxFuture<'a, Result<()>> {
        let (sums, code) = match columns(charge.purse.meter) {
            Some((most, used, code)) => (format!("k.{most} AS most, COALESCE(m.{used}, 0) AS used"), code),
            None => ("CAST(NULL AS BIGINT) AS most, CAST(0 AS BIGINT) AS used".to_owned(), ""),
        };
        let sql = format!(
            "SELECT {sums}, k.revoked_at IS NOT NULL AS is_revoked
             FROM api_keys k LEFT JOIN api_key_months m ON m.key_id = k.id AND m.month = $2 WHERE k.id = $1"
        );
        Box::pin(async move {
            let found = db::query_as(AssertSqlSafe(sql)).binds((&self.key, self.month));
            let found: Option<Found> = found.fetch_optional(conn).await?;
            let refused = |code| Problem::new(StatusCode::PAYMENT_REQUIRED, code);
            let Some(Found { most, used, .. }) = found.filter(|found| !found.is_revoked) else {
                return Err(refused("keys.revoked"));
            };
            let Some(limit) = most.filter(|most| most - used < amount) else { return Ok(()) };
            let left = (limit - used).max(0);
            Err(refused(code).with("limit", limit).with("left", left).with("needed", amount))
        })
    }

    /// Does nothing on release if the key was deleted with its project.
    fn count<'a>(&'a self, tx: &'a mut Conn, meter: Meter, amount: i64) -> BoxFuture<'a, Result<()>> {
        let Some((_, used, _)) = columns(meter) else { return Box::pin(async { Ok(()) }) };
        let sql = match amount {
            ..0 => format!("UPDATE api_key_months SET {used} = {used} + $3 WHERE key_id = $1 AND month = $2"),
            _ => format!(
                "INSERT INTO api_key_months (key_id, month, {used}) VALUES ($1, $2, $3)
                 ON CONFLICT (key_id, month) DO UPDATE SET {used} = api_key_months.{used} + excluded.{used}"
            ),
        };
        let counted = db::query(AssertSqlSafe(sql)).binds((&self.key, self.month, amount));
        Box::pin(async move {
            counted.execute(tx).await?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_at_midnight_in_utc() {
        let month = |text: &str| month_of(Timestamp::of_rfc3339(text).expect("a moment"));
        assert_eq!(month("2026-11-30T23:59:59.999Z"), 2026 * 12 + 10);
        assert_eq!(month("2026-12-01T00:00:00Z"), 2026 * 12 + 11);
        assert_eq!(month("2027-01-01T00:30:00+01:00"), 2026 * 12 + 11);
    }
}
