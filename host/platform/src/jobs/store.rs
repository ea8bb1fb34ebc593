//! The table `jobs`.

use std::collections::hash_map::Entry;

use sqlx::AssertSqlSafe;

use crate::clock::Timestamp;
use crate::db::{self, Conn, Either};
use crate::error::{Problem, Result};
use crate::libraries::*;
use crate::page::Page;
use crate::process::Process;
use crate::sort::Direction;
use crate::text_column;

/// Rows of one `INSERT`: nine values each, and a PostgreSQL statement has at most 65,535.
const ROWS: usize = 500;

/// A job to store.
pub(super) struct NewRow<'a> {
    pub id: String,
    pub kind: &'static str,
    pub lane: &'static str,
    pub key: Option<String>,
    pub account: &'a str,
    pub payload: String,
    pub due: Timestamp,
    pub is_ready: bool,
}

/// Stores jobs of one lane. An account without ready jobs takes a turn now; each further job follows one turn later.
pub(super) async fn insert(conn: &mut Conn, rows: &[NewRow<'_>], now: Timestamp) -> Result<()> {
    let mut turns = HashMap::new();
    for row in rows {
        if let Entry::Vacant(turn) = turns.entry(row.account) {
            turn.insert(next_turn(conn, row.lane, row.account).await?);
        }
    }
    for rows in rows.chunks(ROWS) {
        let sql = format!(
            "INSERT INTO jobs (id, kind, lane, unique_key, account_id, payload, status, turn, due_at, created_at)
             SELECT v.*, CAST({} AS BIGINT) FROM (VALUES {}) AS v WHERE TRUE
             ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO UPDATE SET
                 again = (jobs.status = 'running'),
                 status = CASE WHEN jobs.status IN ('running', 'ready') THEN jobs.status ELSE excluded.status END,
                 payload = CASE WHEN jobs.status = 'running' THEN jobs.payload ELSE excluded.payload END,
                 failures = CASE WHEN jobs.status = 'failed' THEN 0 ELSE jobs.failures END,
                 due_at = CASE WHEN jobs.status IN ('running', 'ready') THEN jobs.due_at ELSE excluded.due_at END",
            now.0,
            db::rows(rows.len(), 9)
        );
        let mut query = db::query(AssertSqlSafe(sql));
        for row in rows {
            let turn = turns.entry(row.account).or_default();
            query = query
                .binds((row.id.clone(), row.kind, row.lane, row.key.clone(), row.account.to_owned()))
                .binds((row.payload.clone(), if row.is_ready { "ready" } else { "scheduled" }, *turn))
                .bind(row.due);
            *turn += 1;
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

async fn next_turn(conn: &mut Conn, lane: &str, account: &str) -> Result<i64> {
    const OWN: &str = "SELECT COALESCE(MAX(turn) + 1, 0) FROM jobs WHERE lane = $1 AND account_id = $2 AND status = 'ready'";
    const LOWEST: &str = "SELECT COALESCE(MIN(turn), 0) FROM jobs WHERE lane = $1 AND status = 'ready'";
    let own: i64 = db::query_scalar(OWN).bind(lane).bind(account).fetch_one(&mut *conn).await?;
    let lowest: i64 = db::query_scalar(LOWEST).bind(lane).fetch_one(conn).await?;
    Ok(own.max(lowest))
}

/// Makes sure that a scheduled kind has its row. With `is_sooner` a row that is due later is moved to `due`.
pub(super) async fn schedule(
    conn: &mut Conn,
    kind: &str,
    lane: &str,
    due: Timestamp,
    is_sooner: bool,
) -> Result<()> {
    let query = db::query(
        "INSERT INTO jobs (id, kind, lane, unique_key, payload, status, turn, due_at, created_at)
         VALUES ($1, $2, $3, 'schedule', 'null', 'scheduled', 0, $4, $5)
         ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO UPDATE SET due_at = excluded.due_at
         WHERE $6 AND jobs.status = 'scheduled' AND jobs.due_at > excluded.due_at",
    );
    query.binds((db::new_id(), kind, lane, due, Timestamp::now(), is_sooner)).run(conn).await
}

/// A job that was claimed.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Claimed {
    pub id: String,
    pub kind: String,
    pub payload: String,
    pub attempt: i64,
    pub failures: i64,
    pub turn: i64,
    pub due_at: Timestamp,
}

/// Claims the next ready jobs of a lane, in their order.
pub(super) async fn claim(
    conn: &mut Conn,
    lane: &str,
    process: &str,
    most: usize,
    now: Timestamp,
) -> Result<Vec<Claimed>> {
    let sql = |lock: &str| {
        AssertSqlSafe(format!(
            "UPDATE jobs SET status = 'running', process = $1, attempt = attempt + 1, started_at = $2, again = FALSE,
                 cancel_requested = FALSE
             WHERE id IN (
                 SELECT id FROM jobs WHERE lane = $3 AND status = 'ready' ORDER BY turn, id LIMIT $4 {lock}
             ) RETURNING id, kind, payload, attempt, failures, turn, due_at"
        ))
    };
    let mut claimed: Vec<Claimed> = db::query_as(Either { lite: sql(""), pg: sql("FOR UPDATE SKIP LOCKED") })
        .binds((process, now, lane, i64::try_from(most).unwrap_or(i64::MAX)))
        .fetch_all(conn)
        .await?;
    claimed.sort_by(|a, b| (a.turn, &a.id).cmp(&(b.turn, &b.id)));
    Ok(claimed)
}

/// How an attempt ended.
#[derive(Debug)]
pub(super) enum End {
    Done,
    /// Ready again at this time, without a failure.
    At(Timestamp),
    Failed {
        error: String,
        next: Option<Timestamp>,
    },
}

/// Stores how attempts ended. Attempts that were lost to another worker change nothing.
pub(super) async fn finish(conn: &mut Conn, ended: &[(String, i64, End)]) -> Result<()> {
    let done = ended.iter().filter(|(_, _, end)| matches!(end, End::Done));
    let done: Vec<_> = done.map(|(id, attempt, _)| (id.as_str(), *attempt)).collect();
    for done in done.chunks(ROWS) {
        settle(conn, done).await?;
    }
    for (id, attempt, end) in ended {
        let (status, due, failures, error) = match end {
            End::Done => continue,
            End::At(due) => ("scheduled", *due, false, None),
            End::Failed { error, next: Some(next) } => ("scheduled", *next, true, Some(error)),
            End::Failed { error, next: None } => ("failed", Timestamp::now(), true, Some(error)),
        };
        db::query(
            "UPDATE jobs SET status = $3, due_at = $4, failures = CASE WHEN $5 THEN failures + 1 ELSE 0 END,
                 last_error = $6, process = NULL, again = FALSE, progress_done = NULL, progress_total = NULL
             WHERE id = $1 AND attempt = $2 AND status = 'running'",
        )
        .binds((id.as_str(), *attempt, status, due, failures, error.map(String::as_str)))
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

const READY_AGAIN: &str =
    "UPDATE jobs SET status = 'ready', process = NULL, again = FALSE, failures = 0, last_error = NULL";

/// Whether a worker still has its job. No other worker can claim it before the transaction ends.
pub(super) async fn hold(conn: &mut Conn, id: &str, attempt: i64) -> Result<bool> {
    let held =
        db::query("UPDATE jobs SET attempt = attempt WHERE id = $1 AND attempt = $2 AND status = 'running'");
    Ok(held.bind(id).bind(attempt).execute(conn).await?.rows_affected() == 1)
}

/// Ends a job; false if the worker has lost it.
pub(super) async fn complete(conn: &mut Conn, id: &str, attempt: i64) -> Result<bool> {
    Ok(settle(conn, &[(id, attempt)]).await? == 1)
}

/// Ends successful attempts; jobs that were enqueued again meanwhile are ready again. Returns how many were not lost.
///
/// The deletion comes first: it waits for a transaction that enqueues the job again. An update before it would not wait,
/// since it sees the row as it was, and the job would stay running without a worker.
async fn settle(conn: &mut Conn, done: &[(&str, i64)]) -> Result<u64> {
    let of_these = format!("status = 'running' AND (id, attempt) IN (VALUES {})", db::rows(done.len(), 2));
    let mut ended = 0;
    for statement in [
        format!("DELETE FROM jobs WHERE NOT again AND {of_these}"),
        format!("{READY_AGAIN} WHERE again AND {of_these}"),
    ] {
        let bound = done
            .iter()
            .fold(db::query(AssertSqlSafe(statement)), |query, (id, attempt)| query.bind(*id).bind(*attempt));
        ended += bound.execute(&mut *conn).await?.rows_affected();
    }
    Ok(ended)
}

pub(super) async fn note_progress(
    conn: &mut Conn,
    id: &str,
    attempt: i64,
    done: i64,
    total: i64,
) -> Result<()> {
    db::query("UPDATE jobs SET progress_done = $3, progress_total = $4 WHERE id = $1 AND attempt = $2")
        .binds((id, attempt, done, total))
        .run(conn)
        .await
}

/// Makes due scheduled jobs ready.
pub(super) async fn make_ready(conn: &mut Conn, now: Timestamp) -> Result<()> {
    let query = db::query("UPDATE jobs SET status = 'ready' WHERE status = 'scheduled' AND due_at <= $1");
    query.bind(now).run(conn).await
}

/// When the next scheduled job is due.
pub(super) async fn next_due(conn: &mut Conn) -> Result<Option<Timestamp>> {
    Ok(db::query_scalar("SELECT MIN(due_at) FROM jobs WHERE status = 'scheduled'").fetch_one(conn).await?)
}

/// Lanes with ready jobs.
pub(super) async fn ready_lanes(conn: &mut Conn) -> Result<Vec<String>> {
    Ok(db::query_scalar("SELECT DISTINCT lane FROM jobs WHERE status = 'ready'").fetch_all(conn).await?)
}

/// Jobs of this process that are to be cancelled.
pub(super) async fn cancelled(conn: &mut Conn, process: &str) -> Result<Vec<String>> {
    let ids = db::query_scalar(
        "SELECT id FROM jobs WHERE process = $1 AND status = 'running' AND cancel_requested",
    );
    Ok(ids.bind(process).fetch_all(conn).await?)
}

/// A job of a dead process.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Left {
    pub id: String,
    pub kind: String,
    pub attempt: i64,
    pub failures: i64,
}

/// The running jobs of dead processes.
pub(super) async fn left(conn: &mut Conn, process: &Process) -> Result<Vec<Left>> {
    let sql = format!(
        "SELECT id, kind, attempt, failures FROM jobs WHERE status = 'running' AND {}",
        Process::LEFT
    );
    let left = db::query_as(AssertSqlSafe(sql)).bind(process.horizon()).bind(process.id());
    Ok(left.fetch_all(conn).await?)
}

/// Deletes jobs that failed before this time.
pub(super) async fn forget_failed(conn: &mut Conn, before: Timestamp) -> Result<()> {
    db::query("DELETE FROM jobs WHERE status = 'failed' AND due_at < $1").bind(before).run(conn).await
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobStatus {
    /// It waits for its due time.
    Scheduled,
    /// It waits for a slot.
    Ready,
    Running,
    /// It failed too often.
    Failed,
}

text_column!(JobStatus);

/// The number of jobs of a lane by state.
#[derive(Debug, sqlx::FromRow)]
pub struct LaneCount {
    pub lane: String,
    pub status: JobStatus,
    pub jobs: i64,
    /// The due time of the oldest of them.
    pub oldest: Timestamp,
}

/// Counts the jobs of all lanes.
pub async fn lanes(conn: &mut Conn) -> Result<Vec<LaneCount>> {
    let counts = db::query_as(
        "SELECT lane, status, count(*) AS jobs, MIN(due_at) AS oldest FROM jobs GROUP BY lane, status ORDER BY lane, status",
    );
    Ok(counts.fetch_all(conn).await?)
}

/// A column that sorts the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobSort {
    /// By due time.
    #[default]
    Due,
    Kind,
    Lane,
    Status,
    /// By failed attempts.
    Failures,
}

impl JobSort {
    fn column(self) -> &'static str {
        match self {
            Self::Due => "due_at",
            Self::Kind => "kind",
            Self::Lane => "lane",
            Self::Status => "status",
            Self::Failures => "failures",
        }
    }
}

/// Which jobs to list, and in which order.
#[derive(Debug, Default, Clone, Copy)]
pub struct Filter<'a> {
    pub lane: Option<&'a str>,
    pub status: Option<JobStatus>,
    pub sort: JobSort,
    pub order: Direction,
}

/// A job as administrators see it, without its payload, which may refer to data of users.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = Job)]
pub struct JobRow {
    pub id: String,
    pub kind: String,
    pub lane: String,
    pub status: JobStatus,
    /// Whether it is periodic, and cannot be dropped.
    pub is_periodic: bool,
    pub due_at: Timestamp,
    pub attempt: i64,
    pub failures: i64,
    pub progress_done: Option<i64>,
    pub progress_total: Option<i64>,
    pub last_error: Option<String>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
}

/// A page of jobs. The table contains open work only, which is little, and the claims of rows change it all the time: no
/// index serves the orders.
pub async fn list(conn: &mut Conn, filter: Filter<'_>, page: Page) -> Result<(Vec<JobRow>, i64)> {
    const WHERE: &str = "WHERE ($1 IS NULL OR lane = $1) AND ($2 IS NULL OR status = $2)";
    let count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM jobs {WHERE}")));
    let sql = format!(
        "SELECT id, kind, lane, status, COALESCE(unique_key = 'schedule', FALSE) AS is_periodic, due_at, attempt, failures, progress_done, progress_total, last_error, created_at,
             started_at
         FROM jobs {WHERE} ORDER BY {} LIMIT $3 OFFSET $4",
        filter.order.of(&[filter.sort.column(), "id"])
    );
    let values = (filter.lane, filter.status);
    let rows = db::query_as(AssertSqlSafe(sql)).binds(values);
    page.fetch(conn, count.binds(values), rows).await.map(|found| (found.data, found.total))
}

/// Makes a failed or scheduled job ready. Returns its kind and lane.
pub(super) async fn retry(conn: &mut Conn, id: &str) -> Result<(String, String)> {
    let ready = db::query_as(
        "UPDATE jobs SET status = 'ready', failures = 0, due_at = $2 WHERE id = $1 AND status IN ('failed', 'scheduled')
         RETURNING kind, lane",
    );
    if let Some(job) = ready.bind(id).bind(Timestamp::now()).fetch_optional(&mut *conn).await? {
        return Ok(job);
    }
    Err(conflict(conn, id, "jobs.running").await?)
}

/// Deletes a job, or cancels it if it is running; periodic jobs are refused. Returns its kind.
pub async fn drop_job(conn: &mut Conn, id: &str) -> Result<String> {
    let cancel =
        "UPDATE jobs SET cancel_requested = TRUE WHERE id = $1 AND status = 'running' RETURNING kind";
    if let Some(kind) = db::query_scalar(cancel).bind(id).fetch_optional(&mut *conn).await? {
        return Ok(kind);
    }
    let delete = db::query_scalar(
        "DELETE FROM jobs WHERE id = $1 AND unique_key IS DISTINCT FROM 'schedule' RETURNING kind",
    );
    if let Some(kind) = delete.bind(id).fetch_optional(&mut *conn).await? {
        return Ok(kind);
    }
    Err(conflict(conn, id, "jobs.periodic").await?)
}

/// Why a job could not be changed: this code if it exists, or else 404.
async fn conflict(conn: &mut Conn, id: &str, code: &'static str) -> Result<Problem> {
    let known: bool =
        db::query_scalar("SELECT EXISTS (SELECT 1 FROM jobs WHERE id = $1)").bind(id).fetch_one(conn).await?;
    Ok(if known { Problem::conflict(code) } else { Problem::not_found() })
}
