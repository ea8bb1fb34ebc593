//! The ledger of a publisher in a currency: append-only rows, each with the balance after it.

use super::Currency;
use super::month::{Day, Month};
use crate::platform::prelude::*;

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = RevenueKind)]
pub enum Kind {
    /// The publisher's part of a month.
    Accrual,
    /// A correction with a reason.
    Adjustment,
    /// A transfer.
    Payout,
    /// A transfer was returned.
    PayoutReturned,
}

text_column!(Kind);

/// A row of the ledger.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = RevenueEntry)]
pub struct Entry {
    pub currency: Currency,
    /// Number of the entry within the publisher's ledger of this currency, from 1.
    pub seq: i64,
    pub kind: Kind,
    /// Cents or grosze, negative for deductions.
    pub amount: i64,
    /// The balance after it.
    pub balance: i64,
    /// Of an accrual.
    #[schema(required)]
    pub month: Option<Month>,
    /// Of a correction, or of a returned transfer.
    #[schema(required)]
    pub reason: Option<String>,
    /// The bank's reference of a transfer.
    #[schema(required)]
    pub reference: Option<String>,
    /// The day of a transfer.
    #[schema(required, value_type = Option<String>, example = "2026-11-30")]
    pub paid_on: Option<Day>,
    /// Of a returned transfer: the `seq` of the transfer.
    #[schema(required)]
    pub returns: Option<i64>,
    /// Whether the transfer was returned.
    pub returned: bool,
    pub created_at: Timestamp,
}

const COLUMNS: &str = "e.currency, e.seq, e.kind, e.amount, e.balance, e.month, e.reason, e.reference, e.paid_on, e.returns, e.created_at, \
    EXISTS (SELECT 1 FROM revenue_entries r WHERE r.publisher_id = e.publisher_id AND r.currency = e.currency AND r.returns = e.seq) AS returned";

/// A page of a publisher's entries, newest first.
pub async fn list(
    conn: &mut Conn,
    publisher: &str,
    currency: Option<Currency>,
    page: Page,
) -> Result<Paged<Entry>> {
    let count = db::query_scalar(
        "SELECT count(*) FROM revenue_entries WHERE publisher_id = $1 AND ($2 IS NULL OR currency = $2)",
    );
    let sql = format!(
        "SELECT {COLUMNS} FROM revenue_entries e WHERE e.publisher_id = $1 AND ($2 IS NULL OR e.currency = $2)
         ORDER BY e.created_at DESC, e.currency, e.seq DESC LIMIT $3 OFFSET $4"
    );
    let values = (publisher, currency);
    page.fetch(conn, count.binds(values), db::query_as(AssertSqlSafe(sql)).binds(values)).await
}

/// One entry; 404 if there is none.
pub async fn find(conn: &mut Conn, publisher: &str, currency: Currency, seq: i64) -> Result<Entry> {
    let sql = format!(
        "SELECT {COLUMNS} FROM revenue_entries e WHERE e.publisher_id = $1 AND e.currency = $2 AND e.seq = $3"
    );
    let row = db::query_as(AssertSqlSafe(sql)).binds((publisher, currency, seq));
    row.fetch_optional(conn).await?.ok_or_else(Problem::not_found)
}

/// A publisher's balance in a currency.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RevenueBalance)]
pub struct Balance {
    pub currency: Currency,
    /// Cents or grosze.
    pub balance: i64,
    /// `seq` of the last entry, 0 if there is none: new entries must contain it.
    pub seq: i64,
    /// The smallest balance that is paid out.
    pub minimum: i64,
}

pub async fn balances(conn: &mut Conn, publisher: &str) -> Result<Vec<Balance>> {
    let mut balances = Vec::new();
    for currency in Currency::ALL {
        let (seq, balance) = last(conn, publisher, currency).await?;
        balances.push(Balance { currency, balance, seq, minimum: currency.minimum() });
    }
    Ok(balances)
}

/// Number and balance of the last entry.
async fn last(conn: &mut Conn, publisher: &str, currency: Currency) -> Result<(i64, i64)> {
    let last = db::query_as(
        "SELECT seq, balance FROM revenue_entries WHERE publisher_id = $1 AND currency = $2 ORDER BY seq DESC LIMIT 1",
    );
    Ok(last.binds((publisher, currency)).fetch_optional(conn).await?.unwrap_or_default())
}

/// The balance, if the last entry is `seen`; 409 if there is a newer one.
pub async fn expect_unmoved(conn: &mut Conn, publisher: &str, currency: Currency, seen: i64) -> Result<i64> {
    let (seq, balance) = last(conn, publisher, currency).await?;
    if seq == seen { Ok(balance) } else { Err(Problem::conflict("revenue.moved")) }
}

pub struct New<'a> {
    pub kind: Kind,
    pub amount: i64,
    pub month: Option<Month>,
    pub reason: Option<&'a str>,
    pub reference: Option<&'a str>,
    pub paid_on: Option<Day>,
    pub returns: Option<i64>,
    /// The administrator.
    pub made_by: &'a str,
}

impl<'a> New<'a> {
    pub fn of(kind: Kind, amount: i64, made_by: &'a str) -> Self {
        Self {
            kind,
            amount,
            month: None,
            reason: None,
            reference: None,
            paid_on: None,
            returns: None,
            made_by,
        }
    }
}

/// Appends an entry; false if a uniqueness rule of the ledger shows that it exists, and then nothing changes.
pub async fn append(tx: &mut Conn, publisher: &str, currency: Currency, new: New<'_>) -> Result<bool> {
    let done = db::query(
        "INSERT INTO revenue_entries (publisher_id, currency, seq, kind, amount, balance, month, reason, reference, paid_on, returns, made_by, created_at)
         SELECT $1, $2, COALESCE(last.seq, 0) + 1, $3, $4, COALESCE(last.balance, 0) + $4, $5, $6, $7, $8, $9, $10, $11
         FROM (SELECT 1) AS always
         LEFT JOIN (SELECT seq, balance FROM revenue_entries WHERE publisher_id = $1 AND currency = $2 ORDER BY seq DESC LIMIT 1) AS last ON TRUE
         WHERE TRUE ON CONFLICT DO NOTHING",
    )
    .binds((publisher, currency, new.kind, new.amount, new.month, new.reason, new.reference))
    .binds((new.paid_on, new.returns, new.made_by, Timestamp::now()))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
