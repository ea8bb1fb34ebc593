//! Model calls that are not charged: counts them per account and day, for all processes. The caller decides which
//! calls are free (see `runs/bill.rs`).

use axum::http::StatusCode;

use crate::platform::{
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

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
    Ok(calls.bind(account).bind(today()).fetch_optional(conn).await?.unwrap_or(0))
}

/// Refuses another call if the account has no free calls left today: 402, as for other allowances.
pub async fn expect_free_calls(conn: &mut Conn, account: &str, free: FreeCalls) -> Result<()> {
    let used = free_calls(conn, account).await?.saturating_add(free.wasted.into());
    if used < i64::from(free.most) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::PAYMENT_REQUIRED, "words.free-calls-used-up").with("max", free.most))
}

/// Makes as many of these calls free as the account's limit allows today. Returns their number; the others are
/// charged.
pub async fn forgive(tx: &mut Conn, account: &str, calls: usize, most: u32) -> Result<usize> {
    if calls == 0 {
        return Ok(0);
    }
    let left = usize::try_from(i64::from(most) - free_calls(tx, account).await?).unwrap_or(0);
    let forgiven = calls.min(left);
    // Earlier days are not needed.
    db::query("DELETE FROM free_calls WHERE account_id = $1 AND day < $2")
        .bind(account)
        .bind(today())
        .execute(&mut *tx)
        .await?;
    db::query(
        "INSERT INTO free_calls (account_id, day, calls) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, day) DO UPDATE SET calls = free_calls.calls + excluded.calls",
    )
    .bind(account)
    .bind(today())
    .bind(i64::try_from(forgiven).unwrap_or(i64::MAX))
    .execute(tx)
    .await?;
    Ok(forgiven)
}
