//! Words: an account's allowance of model output, in an append-only ledger.
//!
//! The balance is that of the last row. Words are reserved before a model call; when the run ends, one row settles
//! all reservations of the attempt and releases the unused words. Both happen inside the caller's transaction, so
//! that a run and its words are always consistent.
//!
//! Words are granted monthly and do not accumulate. A grant that opens a month (see `plans`) carries its number;
//! unused words of the previous month expire in a separate row, as do words that were reserved in it and are released
//! later.

mod free;
mod list;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::platform::{
    app::App,
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
    personal_data::Belongings,
    slice::Slice,
};

pub use free::{FreeCalls, expect_free_calls, forgive, free_calls};

pub const SLICE: Slice = Slice { routes, personal_data: belongings, ..Slice::new("words") };

/// The personal data of this slice. The ledger itself stays: it shows that words were used, but not by whom.
fn belongings() -> Belongings {
    Belongings {
        tables: &[("free_calls", "account_id")],
        export: Some(list::own_files),
        ..Belongings::default()
    }
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list_words))
}

/// One attempt of a run, as the ledger identifies it.
#[derive(Debug, Clone, Copy)]
pub struct Charge<'a> {
    pub account: &'a str,
    pub run: &'a str,
    pub attempt: i64,
    pub tool: &'a str,
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "TEXT")]
pub enum Kind {
    /// The account was granted words.
    Grant,
    /// Words were reserved for a model call.
    Reserve,
    /// Reserved words that were not used were released.
    Settle,
    /// The month ended, and its unused words expired.
    Expire,
}

/// An account's words of the current month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Allowance {
    /// Words granted this month.
    pub allowance: i64,
    /// Words used, including reservations of running work.
    pub used: i64,
    /// Words left.
    pub left: i64,
}

/// Grants words in addition to the plan's; they expire with the month.
pub async fn grant(tx: &mut Conn, account: &str, words: u32, reason: &str) -> Result<()> {
    append(tx, account, Row::new(Kind::Grant, i64::from(words), Some(reason))).await?;
    Ok(())
}

/// Opens a month of the account with its words; unused words of the previous month expire. Each month is opened once.
pub async fn open_term(tx: &mut Conn, account: &str, term: i64, words: i64, reason: &str) -> Result<()> {
    expire(tx, account, None).await?;
    let row = Row { term: Some(term), ..Row::new(Kind::Grant, words, Some(reason)) };
    if append(tx, account, row).await? {
        return Ok(());
    }
    Err(Problem::internal(anyhow::anyhow!("the words of month {term} of {account} were given before")))
}

/// Expires words: those of a run if given, or all.
async fn expire(tx: &mut Conn, account: &str, of_run: Option<(Charge<'_>, i64)>) -> Result<()> {
    let (charge, words) = match of_run {
        Some((charge, words)) => (Some(charge), words),
        None => (None, balance(tx, account).await?),
    };
    if words > 0 {
        let row = Row { charge, ..Row::new(Kind::Expire, -words, Some("term-over")) };
        append(tx, account, row).await?;
    }
    Ok(())
}

/// Reserves words for the `call`-th model call of the attempt; 402 if the balance is too low. Idempotent: false if
/// the call has reserved before.
pub async fn reserve(tx: &mut Conn, charge: Charge<'_>, call: u32, words: u32) -> Result<bool> {
    let (left, words) = (balance(tx, charge.account).await?, i64::from(words));
    if left < words {
        return Err(exhausted(left, words));
    }
    let row =
        Row { charge: Some(charge), call: Some(i64::from(call)), ..Row::new(Kind::Reserve, -words, None) };
    append(tx, charge.account, row).await
}

/// Settles the attempt: releases what the run has reserved except the charge. An attempt that ended with its process
/// is settled with the words of its journaled answers; the last one with the charge of the whole run. A second
/// settlement of an attempt changes nothing. The charge never exceeds the reservations. Returns the charge.
pub async fn settle(tx: &mut Conn, charge: Charge<'_>, charged: u32) -> Result<i64> {
    // `before`: reserved in an earlier month, and not expired.
    let (reserved, before): (i64, i64) = db::query_as(
        "SELECT CAST(COALESCE(-SUM(CASE WHEN kind = 'expire' THEN 0 ELSE words END), 0) AS BIGINT),
             CAST(COALESCE(-SUM(CASE WHEN kind = 'expire' THEN -words WHEN seq < COALESCE((
                 SELECT seq FROM word_entries WHERE account_id = $2 AND term IS NOT NULL ORDER BY term DESC LIMIT 1), 0)
                 THEN words ELSE 0 END), 0) AS BIGINT)
         FROM word_entries WHERE run_id = $1",
    )
    .bind(charge.run)
    .bind(charge.account)
    .fetch_one(&mut *tx)
    .await?;
    settle_sums(tx, charge, reserved, before, i64::from(charged)).await
}

/// Words that the run has reserved; 0 if this attempt was settled.
pub async fn outstanding(conn: &mut Conn, charge: Charge<'_>) -> Result<i64> {
    let words = db::query_scalar(
        "SELECT CAST(COALESCE(-SUM(words), 0) AS BIGINT) FROM word_entries WHERE run_id = $1 AND kind IN ('reserve', 'settle')
         AND NOT EXISTS (SELECT 1 FROM word_entries WHERE run_id = $1 AND attempt = $2 AND kind = 'settle')",
    )
    .bind(charge.run)
    .bind(charge.attempt)
    .fetch_one(conn)
    .await?;
    Ok(words)
}

/// Settles a draft, which has no reservations.
pub async fn settle_draft(tx: &mut Conn, charge: Charge<'_>) -> Result<i64> {
    settle_sums(tx, charge, 0, 0, 0).await
}

async fn settle_sums(
    tx: &mut Conn,
    charge: Charge<'_>,
    reserved: i64,
    before: i64,
    charged: i64,
) -> Result<i64> {
    let charged = charged.min(reserved);
    let row = Row { charge: Some(charge), ..Row::new(Kind::Settle, reserved - charged, None) };
    if !append(tx, charge.account, row).await? {
        // What the run has reserved is what it was charged then.
        return Ok(reserved);
    }
    // The older words are used first; the rest of them has expired meanwhile.
    expire(tx, charge.account, Some((charge, before - charged))).await?;
    Ok(charged)
}

/// Words left.
pub async fn balance(conn: &mut Conn, account: &str) -> Result<i64> {
    let last =
        db::query_scalar("SELECT balance FROM word_entries WHERE account_id = $1 ORDER BY seq DESC LIMIT 1");
    Ok(last.bind(account).fetch_optional(conn).await?.unwrap_or(0))
}

/// Words granted, used and left this month. An account from before monthly grants is in its first month.
pub async fn allowance(conn: &mut Conn, account: &str) -> Result<Allowance> {
    let left = balance(conn, account).await?;
    let allowance: i64 = db::query_scalar(
        "SELECT CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM word_entries
         WHERE account_id = $1 AND kind = 'grant' AND seq >= COALESCE((
             SELECT seq FROM word_entries WHERE account_id = $1 AND term IS NOT NULL ORDER BY term DESC LIMIT 1), 0)",
    )
    .bind(account)
    .fetch_one(conn)
    .await?;
    Ok(Allowance { allowance, used: allowance - left, left })
}

/// Words used with one tool this month, including reservations of running work.
pub async fn used_with(conn: &mut Conn, account: &str, tool: &str) -> Result<i64> {
    let used: i64 = db::query_scalar(
        "SELECT CAST(COALESCE(-SUM(words), 0) AS BIGINT) FROM word_entries
         WHERE account_id = $1 AND tool = $2 AND kind IN ('reserve', 'settle') AND seq >= COALESCE((
             SELECT seq FROM word_entries WHERE account_id = $1 AND term IS NOT NULL ORDER BY term DESC LIMIT 1), 0)",
    )
    .bind(account)
    .bind(tool)
    .fetch_one(conn)
    .await?;
    // Words reserved in the previous month and released in this one were not used in this one.
    Ok(used.max(0))
}

/// The refusal for a low balance.
pub fn exhausted(left: i64, needed: i64) -> Problem {
    Problem::new(StatusCode::PAYMENT_REQUIRED, "words.exhausted").with("left", left).with("needed", needed)
}

struct Row<'a> {
    kind: Kind,
    words: i64,
    reason: Option<&'a str>,
    charge: Option<Charge<'a>>,
    call: Option<i64>,
    term: Option<i64>,
}

impl<'a> Row<'a> {
    fn new(kind: Kind, words: i64, reason: Option<&'a str>) -> Self {
        Self { kind, words, reason, charge: None, call: None, term: None }
    }
}

/// Appends a row; false if a uniqueness rule of the ledger shows that it exists, and then nothing changes.
async fn append(tx: &mut Conn, account: &str, row: Row<'_>) -> Result<bool> {
    let done = db::query(
        "INSERT INTO word_entries (account_id, seq, kind, words, balance, reason, run_id, attempt, call, tool, created_at, term)
         SELECT $1, COALESCE(last.seq, 0) + 1, $2, $3, COALESCE(last.balance, 0) + $3, $4, $5, $6, $7, $8, $9, $10
         FROM (SELECT 1) AS always
         LEFT JOIN (SELECT seq, balance FROM word_entries WHERE account_id = $1 ORDER BY seq DESC LIMIT 1) AS last ON TRUE
         WHERE TRUE ON CONFLICT DO NOTHING",
    )
    .bind(account)
    .bind(row.kind)
    .bind(row.words)
    .bind(row.reason)
    .bind(row.charge.map(|charge| charge.run))
    .bind(row.charge.map(|charge| charge.attempt))
    .bind(row.call)
    .bind(row.charge.map(|charge| charge.tool))
    .bind(Timestamp::now())
    .bind(row.term)
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
