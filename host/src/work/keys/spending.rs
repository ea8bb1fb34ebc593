//! Words per key. Runs are charged to the account, in the ledger; this table has the monthly sums per key, written in
//! the same transaction as the ledger, so that concurrent runs cannot spend more than the key's limit.

use axum::http::StatusCode;
use time::OffsetDateTime;

use crate::platform::{
    clock::Timestamp,
    db::{self, Conn, Db},
    error::{Problem, Result},
};

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
    monthly_words: Option<i64>,
    is_revoked: bool,
    words: i64,
}

/// Refuses words beyond the key's limit, or any if it was revoked meanwhile. The caller reserves them in the same
/// transaction, which locks the account.
pub async fn expect_left(conn: &mut Conn, of: &KeyMonth, words: i64) -> Result<()> {
    let found: Option<Found> = db::query_as(
        "SELECT k.monthly_words, k.revoked_at IS NOT NULL AS is_revoked, COALESCE(m.words, 0) AS words
         FROM api_keys k LEFT JOIN api_key_months m ON m.key_id = k.id AND m.month = $2 WHERE k.id = $1",
    )
    .bind(&of.key)
    .bind(of.month)
    .fetch_optional(conn)
    .await?;
    let found = found.filter(|found| !found.is_revoked);
    let Some(Found { monthly_words, words: used, .. }) = found else {
        return Err(Problem::new(StatusCode::PAYMENT_REQUIRED, "keys.revoked"));
    };
    match monthly_words {
        Some(limit) if limit - used < words => Err(Problem::new(StatusCode::PAYMENT_REQUIRED, "keys.spent")
            .with("limit", limit)
            .with("left", (limit - used).max(0))
            .with("needed", words)),
        _ => Ok(()),
    }
}

/// The same check before a run is started.
pub async fn left(db: &Db, of: &KeyMonth, words: i64) -> Result<()> {
    expect_left(&mut db.read().acquire().await?, of, words).await
}

/// Counts words that were reserved for a run.
pub async fn set_aside(tx: &mut Conn, of: &KeyMonth, words: i64) -> Result<()> {
    db::query(
        "INSERT INTO api_key_months (key_id, month, words) VALUES ($1, $2, $3)
         ON CONFLICT (key_id, month) DO UPDATE SET words = api_key_months.words + excluded.words",
    )
    .bind(&of.key)
    .bind(of.month)
    .bind(words)
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts words that were released when the run was settled. Does nothing if the key was deleted with its project.
pub async fn give_back(tx: &mut Conn, of: &KeyMonth, words: i64) -> Result<()> {
    if words == 0 {
        return Ok(());
    }
    db::query("UPDATE api_key_months SET words = words - $3 WHERE key_id = $1 AND month = $2")
        .bind(&of.key)
        .bind(of.month)
        .bind(words)
        .execute(tx)
        .await?;
    Ok(())
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
