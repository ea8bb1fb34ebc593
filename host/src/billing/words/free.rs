//! Model calls that are not charged: how many of them an account has had today. What makes a call free is for the caller
//! to say (see `runs/bill.rs`); how many there may be is kept here, for all processes.

use axum::http::StatusCode;

use crate::platform::{
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How many calls may be free, and how many of a run are known to be, before the run has ended.
#[derive(Debug, Clone, Copy)]
pub struct FreeCalls {
    /// In a day, of one account.
    pub most: u32,
    pub wasted: u32,
}

/// The day by which calls are counted, in UTC.
fn today() -> i64 {
    Timestamp::now().0.div_euclid(DAY_MS)
}

/// Calls of the account that were free today.
pub async fn free_calls(conn: &mut Conn, account: &str) -> Result<i64> {
    let calls = db::query_scalar("SELECT calls FROM free_calls WHERE account_id = $1 AND day = $2");
    Ok(calls.bind(account).bind(today()).fetch_optional(conn).await?.unwrap_or(0))
}

/// Refuses another call of an account that has no free calls left today: 402, as for other allowances that are used up.
pub async fn expect_free_calls(conn: &mut Conn, account: &str, free: FreeCalls) -> Result<()> {
    let used = free_calls(conn, account).await?.saturating_add(free.wasted.into());
    if used < i64::from(free.most) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::PAYMENT_REQUIRED, "words.free-calls-used-up").with("max", free.most))
}

/// Makes as many of these calls free as the account may have today. Returns how many; the others are to be charged.
pub async fn forgive(tx: &mut Conn, account: &str, calls: usize, most: u32) -> Result<usize> {
    if calls == 0 {
        return Ok(0);
    }
    let left = usize::try_from(i64::from(most) - free_calls(tx, account).await?).unwrap_or(0);
    let forgiven = calls.min(left);
    // Nobody asks for the days before.
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
