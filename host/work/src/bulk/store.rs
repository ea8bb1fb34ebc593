//! The table of bulk jobs.

use super::{BulkRowStatus, BulkStatus, Job, news, rows};
use crate::platform::prelude::*;

const COLUMNS: &str = "id, account_id, project_id, tool, language, name, status, problem, encoding, separator, columns, fixed, created_at, \
    started_at, finished_at, origin";

/// Rows of one `INSERT`.
const ROWS: usize = 500;
/// Days after which a job that was not started is deleted.
const UNSTARTED_DAYS: i64 = 7;

/// Finds a job of this account.
pub(super) async fn find(conn: &mut Conn, account: &str, id: &str) -> Result<Job> {
    let sql = format!("SELECT {COLUMNS} FROM bulk_jobs WHERE id = $1 AND account_id = $2");
    let job = db::query_as(AssertSqlSafe(sql)).binds((id, account)).fetch_optional(conn).await?;
    job.ok_or_else(Problem::not_found)
}

/// These jobs of an account; unknown ids are left out.
pub(super) async fn find_all(conn: &mut Conn, account: &str, ids: &[&str]) -> Result<Vec<Job>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places = db::places(2, ids.len());
    let sql = format!("SELECT {COLUMNS} FROM bulk_jobs WHERE account_id = $1 AND id IN ({places})");
    let query = db::query_as(AssertSqlSafe(sql)).bind(account);
    Ok(ids.iter().fold(query, |query, id| query.bind(*id)).fetch_all(conn).await?)
}

/// A page of an account's jobs, newest first.
pub(super) async fn list(conn: &mut Conn, account: &str, page: Page) -> Result<Paged<Job>> {
    let count = db::query_scalar("SELECT count(*) FROM bulk_jobs WHERE account_id = $1");
    let sql =
        format!("SELECT {COLUMNS} FROM bulk_jobs WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3");
    page.fetch(conn, count.bind(account), db::query_as(AssertSqlSafe(sql)).bind(account)).await
}

/// Deletes jobs of an account that were not started within [`UNSTARTED_DAYS`].
pub(super) async fn delete_unstarted(db: &Db, account: &str) -> Result<()> {
    db::query("DELETE FROM bulk_jobs WHERE account_id = $1 AND status = 'ready' AND created_at < $2")
        .binds((account, Timestamp::now().plus_ms(-UNSTARTED_DAYS * DAY_MS)))
        .run(&mut db.write_alone().await?)
        .await
}

/// Bytes of the rows of all jobs of an account.
pub(super) async fn bytes(conn: &mut Conn, account: &str) -> Result<i64> {
    let bytes = db::query_scalar(
        "SELECT CAST(COALESCE(SUM(octet_length(r.cells) + COALESCE(octet_length(r.input), 0)), 0) AS BIGINT)
         FROM bulk_rows r JOIN bulk_jobs j ON j.id = r.job_id WHERE j.account_id = $1",
    );
    Ok(bytes.bind(account).fetch_one(conn).await?)
}

/// Jobs of a project that have not ended.
pub(super) async fn open_of(conn: &mut Conn, project: i64) -> Result<Vec<String>> {
    let jobs = db::query_scalar(
        "SELECT id FROM bulk_jobs WHERE project_id = $1 AND status IN ('ready', 'running', 'paused') ORDER BY id",
    );
    Ok(jobs.bind(project).fetch_all(conn).await?)
}

/// Loads a job of any account; `None` if it was deleted.
pub(super) async fn load(db: &Db, id: &str) -> Result<Option<Job>> {
    let sql = format!("SELECT {COLUMNS} FROM bulk_jobs WHERE id = $1");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(db.read()).await?)
}

/// A row to store: its input, or its problem.
pub(super) struct NewRow {
    pub line: u64,
    pub cells: Vec<String>,
    pub input: Result<String>,
}

/// Stores a job with its rows, all or nothing.
pub(super) async fn insert(tx: &mut Conn, job: &Job, rows: &[NewRow]) -> Result<()> {
    db::query(
        "INSERT INTO bulk_jobs (id, account_id, tool, language, name, status, encoding, separator, columns, fixed, created_at, project_id, origin)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
    )
    .binds((&job.id, &job.account_id, &job.tool, job.language, &job.name, job.status, &job.encoding))
    .binds((&job.separator, &job.columns, &job.fixed, job.created_at, job.project_id, &job.origin))
    .execute(&mut *tx)
    .await?;
    for (chunk, first) in rows.chunks(ROWS).zip((1_i64..).step_by(ROWS)) {
        let sql = format!(
            "INSERT INTO bulk_rows (job_id, number, line, cells, input, status, problem) VALUES {}",
            db::rows(chunk.len(), 7)
        );
        let mut insert = db::query(AssertSqlSafe(sql));
        for (number, row) in (first..).zip(chunk) {
            let (status, input, problem) = match &row.input {
                Ok(input) => (BulkRowStatus::Waiting, Some(input.as_str()), None),
                Err(problem) => (BulkRowStatus::Invalid, None, Some(serde_json::to_string(problem)?)),
            };
            insert = insert.binds((&job.id, number, i64::try_from(row.line).unwrap_or_default())).binds((
                serde_json::to_string(&row.cells)?,
                input,
                status,
                problem,
            ));
        }
        insert.execute(&mut *tx).await?;
    }
    Ok(())
}

/// Changes the state of a job from one of `from`; false if it is in another. `problem` is the reason for a pause.
pub(super) async fn turn(
    conn: &mut Conn,
    job: &str,
    from: &[BulkStatus],
    to: BulkStatus,
    problem: Option<&Problem>,
) -> Result<bool> {
    let [first, second, third] = [0, 1, 2].map(|place| from.get(place).or(from.first()).copied());
    let over = matches!(to, BulkStatus::Done | BulkStatus::Cancelled);
    let now = Timestamp::now();
    let done = db::query(
        "UPDATE bulk_jobs SET status = $2, problem = $3, finished_at = $4, started_at = COALESCE(started_at, $5)
         WHERE id = $1 AND status IN ($6, $7, $8)",
    )
    .binds((job, to, problem.map(serde_json::to_string).transpose()?, over.then_some(now)))
    .binds(((to == BulkStatus::Running).then_some(now), first, second, third))
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The key that a job runs for; `None` for its user.
pub(super) async fn key(conn: &mut Conn, job: &str) -> Result<Option<String>> {
    let key = db::query_scalar("SELECT key_id FROM bulk_jobs WHERE id = $1").bind(job);
    Ok(key.fetch_optional(conn).await?.flatten())
}

/// Stores for which key a job runs; `None` for its user.
pub(super) async fn set_key(conn: &mut Conn, job: &str, key: Option<&str>) -> Result<()> {
    db::query("UPDATE bulk_jobs SET key_id = $2 WHERE id = $1").binds((job, key)).run(conn).await
}

/// Deletes a job with its rows.
pub(super) async fn delete(conn: &mut Conn, job: &str) -> Result<()> {
    db::query("DELETE FROM bulk_jobs WHERE id = $1").bind(job).run(conn).await
}

/// The jobs of an account that are running or paused.
pub async fn active(conn: &mut Conn, account: &str) -> Result<Vec<String>> {
    let active = db::query_scalar(
        "SELECT id FROM bulk_jobs WHERE account_id = $1 AND status IN ('running', 'paused')",
    );
    Ok(active.bind(account).fetch_all(conn).await?)
}

/// A job's state; `None` if it was deleted.
pub(super) async fn status(conn: &mut Conn, job: &str) -> Result<Option<BulkStatus>> {
    let status = db::query_scalar("SELECT status FROM bulk_jobs WHERE id = $1").bind(job);
    Ok(status.fetch_optional(conn).await?)
}

/// Ends the job if no row waits or runs. Returns whether rows still wait in a running job.
pub(super) async fn conclude(app: &App, job: &Job) -> Result<bool> {
    let mut tx = app.db.write_for(&job.account_id).await?;
    let sums = rows::sums(&mut tx, &job.id).await?;
    if sums.rows.waiting == 0
        && sums.rows.running == 0
        && turn(&mut tx, &job.id, &[BulkStatus::Running, BulkStatus::Paused], BulkStatus::Done, None).await?
    {
        news::finished(app, &mut tx, job, &sums.rows).await?;
    }
    let runs = status(&mut tx, &job.id).await? == Some(BulkStatus::Running);
    committed(tx, runs && sums.rows.waiting > 0).await
}
