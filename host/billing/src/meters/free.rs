//! Model calls that are not charged: counts them per account and day, for all processes. The caller decides which
//! calls are free (see `runs/bill.rs`).

use super::{Ceiling, Charge, Holder};
use crate::platform::prelude::*;

/// The limit of free calls, and how many calls of a run are already known to be free.
#[derive(Debug, Clone, Copy)]
pub struct FreeCalls {
    /// Per account and day.
    pub most: u32,
    pub wasted: u32,
}

/// The current day in UTC.
fn today() -> i64 {
    Timestamp::now().0.div_euclid(DAY_MS)
}

/// Free calls of the account today.
pub async fn free_calls(conn: &mut Conn, account: &str) -> Result<i64> {
    let calls = db::query_scalar("SELECT calls FROM free_calls WHERE account_id = $1 AND day = $2");
    Ok(calls.binds((account, today())).fetch_optional(conn).await?.unwrap_or(0))
}

impl Ceiling for FreeCalls {
    /// Refuses another call if the account has no free calls left today: 402, as for other allowances. Trials have no
    /// limit.
    fn expect<'a>(&'a self, conn: &'a mut Conn, charge: &'a Charge<'_>, _: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let Holder::Account(account) = charge.purse.holder else { return Ok(()) };
            let used = free_calls(conn, account).await?.saturating_add(self.wasted.into());
            if used < i64::from(self.most) {
                return Ok(());
            }
            let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, "words.free-calls-used-up");
            Err(problem.with("max", self.most))
        })
    }
}

/// Makes as many of these calls free as the account's limit allows today. Returns their number; the others are
/// charged. Those of a trial are always free, and are not counted.
pub async fn forgive(tx: &mut Conn, holder: Holder<'_>, calls: usize, most: u32) -> Result<usize> {
    let Holder::Account(account) = holder else { return Ok(calls) };
    if calls == 0 {
        return Ok(0);
    }
    let left = usize::try_from(i64::from(most) - free_calls(tx, account).await?).unwrap_or(0);
    let forgiven = calls.min(left);
    // Earlier days are not needed.
    db::query("DELETE FROM free_calls WHERE account_id = $1 AND day < $2")
        .binds((account, today()))
        .execute(&mut *tx)
        .await?;
    db::query(
        "INSERT INTO free_calls (account_id, day, calls) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, day) DO UPDATE SET calls = free_calls.calls + excluded.calls",
    )
    .binds((account, today(), i64::try_from(forgiven).unwrap_or(i64::MAX)))
    .execute(tx)
    .await?;
    Ok(forgiven)
}
