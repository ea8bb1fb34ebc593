//! Recordings of runs: the host calls of a run with their answers, so that it can be replayed elsewhere, on this
//! version of its plugin or another. `sitewright plugin replay` does that.
//!
//! Users who may develop plugins may record their runs. A recording contains only what the plugin saw: secrets never
//! enter a sandbox. It is bounded, is deleted with its run, and expires after a week.

mod player;
mod recorder;
mod shape;

use axum::http::StatusCode;

use crate::platform::{
    app::App,
    clock::{DAY_MS, Timestamp},
    db::{self, Conn},
    error::{Problem, Result},
    jobs::{Kind, Schedule},
    slice::{Slice, Table},
};

pub use player::{Deviation, Player};
pub use recorder::Recorder;
pub use shape::{End, FORMAT, RecordedAnswer, Recording};

const JOBS: &[Kind] = &[Kind::periodic("recordings.clear", Schedule::HOURLY, |app| {
    Box::pin(async move { clear(&mut app.db.write_alone().await?, Timestamp::now()).await })
})];

pub const SLICE: Slice = Slice {
    tables: &[Table::personal("run_recordings", &["account_id"])],
    jobs: JOBS,
    ..Slice::new("recordings")
};

/// How long a recording is kept.
const KEPT_DAYS: i64 = 7;
/// Shortest prefix of an id that names a run.
const SHORTEST_ID: usize = 8;
/// Recordings per account; a new one replaces the oldest.
const MOST: i64 = 50;

/// The recording of an account's run as JSON, with the id of the run; `id` may be a prefix of it. 409 if several
/// recordings begin with the prefix.
pub async fn find(conn: &mut Conn, account: &str, id: &str) -> Result<(String, String)> {
    if !is_beginning(id) {
        return Err(Problem::not_found());
    }
    let mut found: Vec<(String, String)> = db::query_as(
        "SELECT run_id, content FROM run_recordings
         WHERE run_id LIKE $1 || '%' AND account_id = $2 AND expires_at > $3 LIMIT 2",
    )
    .bind(id)
    .bind(account)
    .bind(Timestamp::now())
    .fetch_all(conn)
    .await?;
    if found.len() > 1 {
        return Err(Problem::new(StatusCode::CONFLICT, "runs.id-too-short").with("id", id));
    }
    found.pop().ok_or_else(Problem::not_found)
}

/// Whether this is a run's id or a long enough prefix; it also excludes the wildcards of `LIKE`.
fn is_beginning(id: &str) -> bool {
    id.len() >= SHORTEST_ID && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Stores the recording of an existing run, and deletes old and surplus ones.
pub async fn keep(app: &App, account: &str, run: &str, recording: &Recording) -> Result<()> {
    let now = Timestamp::now();
    let content = serde_json::to_string(recording)?;
    let mut tx = app.db.write_for(account).await?;
    db::query(
        "INSERT INTO run_recordings (run_id, account_id, content, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (run_id) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at",
    )
    .bind(run)
    .bind(account)
    .bind(content)
    .bind(now.plus_ms(KEPT_DAYS * DAY_MS))
    .execute(&mut *tx)
    .await?;
    db::query(
        "DELETE FROM run_recordings WHERE account_id = $1 AND run_id NOT IN
             (SELECT run_id FROM run_recordings WHERE account_id = $1 ORDER BY expires_at DESC, run_id DESC LIMIT $2)",
    )
    .bind(account)
    .bind(MOST)
    .execute(&mut *tx)
    .await?;
    clear(&mut tx, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes expired recordings.
async fn clear(tx: &mut Conn, now: Timestamp) -> Result<()> {
    db::query("DELETE FROM run_recordings WHERE expires_at <= $1").bind(now).execute(tx).await?;
    Ok(())
}
