//! The table `run_calls`.

use super::super::journal::Entry;
use super::{Ticket, Written};
use crate::platform::prelude::*;

/// Values of an entry.
const COLUMNS: usize = 4;

/// Stores entries of an attempt, if it was not taken over.
pub(super) async fn insert(conn: &mut Conn, run: &Ticket, entries: &[Entry]) -> Result<Written> {
    let (id, attempt) = (entries.len() * COLUMNS + 1, entries.len() * COLUMNS + 2);
    let sql = format!(
        "INSERT INTO run_calls (slot, digest, words, outcome, run_id, attempt)
         SELECT v.*, r.id, r.attempt FROM (VALUES {}) AS v
         JOIN runs r ON r.id = ${id} AND r.attempt = ${attempt} AND r.status IN ('queued', 'running')
         WHERE TRUE ON CONFLICT DO NOTHING",
        db::rows(entries.len(), COLUMNS)
    );
    let query = entries.iter().fold(db::query(AssertSqlSafe(sql)), |query, entry| {
        query.binds((entry.slot, &entry.digest, entry.words, &entry.outcome))
    });
    let query = query.binds((&run.id, run.attempt));
    let stored = query.execute(conn).await?.rows_affected();
    Ok(if stored > 0 { Written::Done } else { Written::Lost })
}

/// The entries of a run.
pub(in super::super) async fn journal(conn: &mut Conn, run: &str) -> Result<Vec<Entry>> {
    let entries = db::query_as("SELECT slot, digest, words, outcome FROM run_calls WHERE run_id = $1");
    Ok(entries.bind(run).fetch_all(conn).await?)
}

/// Deletes the entries of a run.
pub(super) fn delete(run: &str) -> db::Query<'_> {
    db::query("DELETE FROM run_calls WHERE run_id = $1").bind(run)
}

/// The words of a run's entries, and the last attempt that stored one.
pub(super) async fn sums(conn: &mut Conn, run: &str) -> Result<(i64, i64)> {
    let sums = db::query_as(
        "SELECT CAST(COALESCE(SUM(words), 0) AS BIGINT), CAST(COALESCE(MAX(attempt), 0) AS BIGINT)
         FROM run_calls WHERE run_id = $1",
    );
    Ok(sums.bind(run).fetch_one(conn).await?)
}
