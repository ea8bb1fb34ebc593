//! Words: what an account may still let the model write. A ledger to which rows are only added.
//!
//! The balance is that of the last row. Before a model call its words are reserved; when the run ends, one row settles all
//! reservations of the attempt: what was not used comes back. Both happen inside the caller's transaction, so that
//! a run and its words can never tell different stories.

use axum::{Json, extract::State, http::StatusCode};
use futures::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    auth::User,
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
    page::Page,
    personal::{Belongings, File},
};

/// What this slice keeps about a person. The ledger itself stays: it says that words were used, not who used them.
pub fn belongings() -> Belongings {
    Belongings { export: Some(own_files), ..Belongings::default() }
}

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_words))
}

/// One attempt of a run, as the ledger names it.
#[derive(Debug, Clone, Copy)]
pub struct Charge<'a> {
    pub account: &'a str,
    pub run: &'a str,
    pub attempt: i64,
    pub tool: &'a str,
}

/// Why an entry was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "TEXT")]
pub enum Kind {
    /// The account was given words.
    Grant,
    /// Words were set aside for a model call.
    Reserve,
    /// What was set aside and not used came back.
    Settle,
}

/// What an account has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Allowance {
    /// Words given in all.
    pub allowance: i64,
    /// Words used, those set aside for running work included.
    pub used: i64,
    /// Words left.
    pub left: i64,
}

/// Gives words to an account, such as those of its plan. The same welcome is given once only.
pub async fn grant(tx: &mut Conn, account: &str, words: u32, reason: &str) -> Result<()> {
    let last = last(tx, account).await?;
    let row =
        Row { kind: Kind::Grant, words: i64::from(words), reason: Some(reason), charge: None, call: None };
    append(tx, account, last, row).await?;
    Ok(())
}

/// Sets words aside for the `call`-th model call of the attempt; 402 where the balance is too short. The same call
/// reserves once only, however often it is asked for.
pub async fn reserve(tx: &mut Conn, charge: Charge<'_>, call: u32, words: u32) -> Result<()> {
    let last = last(tx, charge.account).await?;
    let words = i64::from(words);
    if last.balance < words {
        return Err(exhausted(last.balance, words));
    }
    let row = Row {
        kind: Kind::Reserve,
        words: -words,
        reason: None,
        charge: Some(charge),
        call: Some(i64::from(call)),
    };
    append(tx, charge.account, last, row).await?;
    Ok(())
}

/// Ends the attempt: all that it reserved comes back, less what it is charged. A second settlement changes nothing.
/// Never more is charged than was reserved: what a model writes beyond is the house's loss. Returns what was charged.
pub async fn settle(tx: &mut Conn, charge: Charge<'_>, charged: u32) -> Result<i64> {
    let reserved: i64 = db::query_scalar(
        "SELECT CAST(COALESCE(-SUM(words), 0) AS BIGINT) FROM word_entries WHERE run_id = $1 AND attempt = $2 AND kind = 'reserve'",
    )
    .bind(charge.run)
    .bind(charge.attempt)
    .fetch_one(&mut *tx)
    .await?;
    settle_reserved(tx, charge, reserved, charged).await
}

/// The same for a caller that knows what the attempt reserved, such as a draft, which reserves nothing.
pub async fn settle_reserved(tx: &mut Conn, charge: Charge<'_>, reserved: i64, charged: u32) -> Result<i64> {
    let charged = i64::from(charged).min(reserved);
    let last = last(tx, charge.account).await?;
    let row =
        Row { kind: Kind::Settle, words: reserved - charged, reason: None, charge: Some(charge), call: None };
    match append(tx, charge.account, last, row).await? {
        true => Ok(charged),
        false => Ok(reserved - settled(tx, charge).await?),
    }
}

/// What came back when the attempt was settled.
async fn settled(conn: &mut Conn, charge: Charge<'_>) -> Result<i64> {
    let words = db::query_scalar(
        "SELECT words FROM word_entries WHERE run_id = $1 AND attempt = $2 AND kind = 'settle'",
    )
    .bind(charge.run)
    .bind(charge.attempt)
    .fetch_one(conn)
    .await?;
    Ok(words)
}

/// Words left.
pub async fn balance(conn: &mut Conn, account: &str) -> Result<i64> {
    Ok(last(conn, account).await?.balance)
}

/// Words given, used and left.
pub async fn allowance(conn: &mut Conn, account: &str) -> Result<Allowance> {
    let left = balance(conn, account).await?;
    let allowance: i64 = db::query_scalar(
        "SELECT CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM word_entries WHERE account_id = $1 AND kind = 'grant'",
    )
    .bind(account)
    .fetch_one(conn)
    .await?;
    Ok(Allowance { allowance, used: allowance - left, left })
}

/// The refusal of somebody who has too few words.
pub fn exhausted(left: i64, needed: i64) -> Problem {
    Problem::new(StatusCode::PAYMENT_REQUIRED, "words.exhausted").with("left", left).with("needed", needed)
}

#[derive(sqlx::FromRow)]
struct Last {
    seq: i64,
    balance: i64,
}

async fn last(conn: &mut Conn, account: &str) -> Result<Last> {
    let last =
        db::query_as("SELECT seq, balance FROM word_entries WHERE account_id = $1 ORDER BY seq DESC LIMIT 1")
            .bind(account)
            .fetch_optional(conn)
            .await?;
    Ok(last.unwrap_or(Last { seq: 0, balance: 0 }))
}

struct Row<'a> {
    kind: Kind,
    words: i64,
    reason: Option<&'a str>,
    charge: Option<Charge<'a>>,
    call: Option<i64>,
}

/// Adds a row; false where a rule of the ledger says that it is there already, and nothing changes then.
async fn append(tx: &mut Conn, account: &str, last: Last, row: Row<'_>) -> Result<bool> {
    let done = db::query(
        "INSERT INTO word_entries (account_id, seq, kind, words, balance, reason, run_id, attempt, call, tool, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING",
    )
    .bind(account)
    .bind(last.seq + 1)
    .bind(row.kind)
    .bind(row.words)
    .bind(last.balance + row.words)
    .bind(row.reason)
    .bind(row.charge.map(|charge| charge.run))
    .bind(row.charge.map(|charge| charge.attempt))
    .bind(row.call)
    .bind(row.charge.map(|charge| charge.tool))
    .bind(Timestamp::now())
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// One row of the ledger.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct WordEntry {
    /// Number of the entry within the account, from 1.
    #[sqlx(rename = "seq")]
    pub id: i64,
    pub kind: Kind,
    /// Words added, or taken where negative.
    pub words: i64,
    /// Words left after this entry.
    pub balance: i64,
    pub run_id: Option<String>,
    pub tool: Option<String>,
    pub created_at: Timestamp,
}

/// What the account has, and a page of its ledger, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct WordsView {
    #[serde(flatten)]
    pub words: Allowance,
    pub entries: Vec<WordEntry>,
    pub page: u32,
    pub per_page: u32,
    pub total: i64,
}

fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let entries: Vec<WordEntry> = db::query_as(
            "SELECT seq, kind, words, balance, run_id, tool, created_at FROM word_entries WHERE account_id = $1 ORDER BY seq",
        )
        .bind(account)
        .fetch_all(&mut *conn)
        .await?;
        Ok(vec![File::json("words.json", &entries)?])
    })
}

/// Words left, and where they went
#[utoipa::path(get, path = "/api/words", tag = "words", params(Page), responses((status = 200, body = WordsView)))]
async fn list_words(State(app): State<App>, user: User, page: Page) -> Result<Json<WordsView>> {
    // One snapshot, so that balance and entries belong together.
    let mut tx = app.db.read().begin().await?;
    let words = allowance(&mut tx, &user.id).await?;
    let total: i64 = db::query_scalar("SELECT count(*) FROM word_entries WHERE account_id = $1")
        .bind(&user.id)
        .fetch_one(&mut *tx)
        .await?;
    let entries = db::query_as(
        "SELECT seq, kind, words, balance, run_id, tool, created_at FROM word_entries
         WHERE account_id = $1 ORDER BY seq DESC LIMIT $2 OFFSET $3",
    )
    .bind(&user.id)
    .bind(page.limit())
    .bind(page.offset())
    .fetch_all(&mut *tx)
    .await?;
    Ok(Json(WordsView { words, entries, page: page.page, per_page: page.per_page, total }))
}
