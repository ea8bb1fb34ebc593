//! The table of rows.

use super::store::status;
use super::{BulkCounts, BulkRowStatus, BulkStatus, BulkStretch, Job, Row};
use crate::platform::prelude::*;

/// The totals of a job.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Sums {
    pub rows: BulkCounts,
    /// Words charged.
    pub charged: i64,
}

#[derive(sqlx::FromRow)]
struct Sum {
    job_id: String,
    status: BulkRowStatus,
    rows: i64,
    words: i64,
    gaps: i64,
}

impl Sums {
    fn add(&mut self, sum: &Sum) {
        self.rows.total += sum.rows;
        self.charged += sum.words;
        self.rows.gaps += sum.gaps;
        *match sum.status {
            BulkRowStatus::Invalid => &mut self.rows.invalid,
            BulkRowStatus::Waiting => &mut self.rows.waiting,
            BulkRowStatus::Running => &mut self.rows.running,
            BulkRowStatus::Succeeded => &mut self.rows.succeeded,
            BulkRowStatus::Failed => &mut self.rows.failed,
            BulkRowStatus::Cancelled => &mut self.rows.cancelled,
        } += sum.rows;
    }
}

const SUMS: &str = "SELECT job_id, status, count(*) AS rows, CAST(COALESCE(SUM(words), 0) AS BIGINT) AS words, \
    count(g.id) AS gaps FROM bulk_rows LEFT JOIN document_gaps g ON g.id = document_id";

/// The totals of one job.
pub(super) async fn sums(conn: &mut Conn, job: &str) -> Result<Sums> {
    let sql = format!("{SUMS} WHERE job_id = $1 GROUP BY job_id, status");
    let found: Vec<Sum> = db::query_as(AssertSqlSafe(sql)).bind(job).fetch_all(conn).await?;
    let mut sums = Sums::default();
    found.iter().for_each(|sum| sums.add(sum));
    Ok(sums)
}

/// The totals of these jobs, by job.
pub(super) async fn sums_of(conn: &mut Conn, jobs: &[Job]) -> Result<HashMap<String, Sums>> {
    let mut sums: HashMap<String, Sums> = HashMap::new();
    if jobs.is_empty() {
        return Ok(sums);
    }
    let sql = format!("{SUMS} WHERE job_id IN ({}) GROUP BY job_id, status", db::places(1, jobs.len()));
    let query = jobs.iter().fold(db::query_as(AssertSqlSafe(sql)), |query, job| query.bind(&job.id));
    let found: Vec<Sum> = query.fetch_all(conn).await?;
    for sum in &found {
        sums.entry(sum.job_id.clone()).or_default().add(sum);
    }
    Ok(sums)
}

/// The totals of the jobs on a page, by job.
pub(super) async fn sums_of_page(
    conn: &mut Conn,
    account: &str,
    page: Page,
) -> Result<HashMap<String, Sums>> {
    let sql = format!(
        "{SUMS} WHERE job_id IN (SELECT id FROM bulk_jobs WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3)
         GROUP BY job_id, status"
    );
    let found = db::query_as(AssertSqlSafe(sql));
    let found: Vec<Sum> = found.binds((account, page.limit(), page.offset())).fetch_all(conn).await?;
    let mut sums: HashMap<String, Sums> = HashMap::new();
    for sum in &found {
        sums.entry(sum.job_id.clone()).or_default().add(sum);
    }
    Ok(sums)
}

/// Which rows of a job to list.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Wanted {
    pub status: Option<BulkRowStatus>,
    /// Only rows whose text has places to fill in.
    pub gaps: bool,
}

impl Wanted {
    pub fn of(status: BulkRowStatus) -> Self {
        Self { status: Some(status), gaps: false }
    }
}

/// Rows of a job in order, and their number.
pub(super) async fn list(
    conn: &mut Conn,
    job: &str,
    wanted: Wanted,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Row>, i64)> {
    const FROM: &str = "FROM bulk_rows LEFT JOIN document_gaps g ON g.id = document_id
        WHERE job_id = $1 AND ($2 IS NULL OR status = $2) AND (g.id IS NOT NULL OR NOT $3)";
    let Wanted { status, gaps } = wanted;
    let count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) {FROM}")));
    let total = count.binds((job, status, gaps)).fetch_one(&mut *conn).await?;
    let sql = format!(
        "SELECT number, line, cells, status, run_id, document_id, problem, words, COALESCE(g.gaps, 0) AS gaps
         {FROM} ORDER BY number LIMIT $4 OFFSET $5"
    );
    let rows = db::query_as(AssertSqlSafe(sql));
    Ok((rows.binds((job, status, gaps, limit, offset)).fetch_all(conn).await?, total))
}

/// The state of all rows in their order, as stretches of equal rows.
pub(super) async fn strip(conn: &mut Conn, job: &str) -> Result<Vec<BulkStretch>> {
    let states: Vec<(BulkRowStatus, i64)> = db::query_as(
        "SELECT status, COALESCE(g.gaps, 0) FROM bulk_rows LEFT JOIN document_gaps g ON g.id = document_id
         WHERE job_id = $1 ORDER BY number",
    )
    .bind(job)
    .fetch_all(conn)
    .await?;
    let mut strip: Vec<BulkStretch> = Vec::new();
    for (status, gaps) in states {
        let gaps = gaps > 0;
        match strip.last_mut().filter(|last| last.status == status && last.gaps == gaps) {
            Some(last) => last.count += 1,
            None => strip.push(BulkStretch { status, gaps, count: 1 }),
        }
    }
    Ok(strip)
}

/// The inputs of rows in their order, JSON by number; invalid rows have none.
pub(super) async fn inputs_of(
    conn: &mut Conn,
    job: &str,
    limit: i64,
    offset: i64,
) -> Result<HashMap<i64, String>> {
    let inputs: Vec<(i64, Option<String>)> = db::query_as(
        "SELECT number, input FROM bulk_rows WHERE job_id = $1 ORDER BY number LIMIT $2 OFFSET $3",
    )
    .binds((job, limit, offset))
    .fetch_all(conn)
    .await?;
    Ok(inputs.into_iter().filter_map(|(number, input)| Some((number, input?))).collect())
}

/// Inputs of the first unfinished rows, as JSON.
pub(super) async fn inputs(conn: &mut Conn, job: &str, limit: i64) -> Result<Vec<String>> {
    let inputs = db::query_scalar(
        "SELECT input FROM bulk_rows WHERE job_id = $1 AND status IN ('waiting', 'running') ORDER BY number LIMIT $2",
    );
    Ok(inputs.binds((job, limit)).fetch_all(conn).await?)
}

/// A running row.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Claim {
    pub number: i64,
    pub attempt: i64,
    /// JSON.
    pub input: String,
    /// The key that the job runs for at the time of the claim.
    pub key_id: Option<String>,
}

/// Claims the next waiting row of a running job. One worker feeds a job; if a second one is still alive, no row is
/// claimed twice.
pub(super) async fn claim(db: &Db, job: &str) -> Result<Option<Claim>> {
    let claim = db::query_as(
        "UPDATE bulk_rows SET status = 'running'
         WHERE job_id = $1 AND status = 'waiting'
             AND number = (SELECT MIN(number) FROM bulk_rows WHERE job_id = $1 AND status = 'waiting')
             AND EXISTS (SELECT 1 FROM bulk_jobs WHERE id = $1 AND status = 'running')
         RETURNING number, attempt, input, (SELECT key_id FROM bulk_jobs WHERE id = $1) AS key_id",
    );
    Ok(claim.bind(job).fetch_optional(&mut db.write_alone().await?).await?)
}

/// The running rows of a job.
pub(super) async fn claimed(db: &Db, job: &str) -> Result<Vec<Claim>> {
    let claims = db::query_as(
        "SELECT number, attempt, input, (SELECT key_id FROM bulk_jobs WHERE id = $1) AS key_id FROM bulk_rows
         WHERE job_id = $1 AND status = 'running' ORDER BY number",
    );
    Ok(claims.bind(job).fetch_all(db.read()).await?)
}

/// Stores the run of a claimed row. Returns the job's state, which may have changed since the claim.
pub(super) async fn note_run(db: &Db, job: &str, row: &Claim, run: &str) -> Result<Option<BulkStatus>> {
    let mut tx = db.write_rows().await?;
    db::query("UPDATE bulk_rows SET run_id = $4 WHERE job_id = $1 AND number = $2 AND attempt = $3")
        .binds((job, row.number, row.attempt, run))
        .execute(&mut *tx)
        .await?;
    let status = status(&mut tx, job).await?;
    committed(tx, status).await
}

/// The end of a row.
#[derive(Debug)]
pub(super) struct RowEnd {
    pub status: BulkRowStatus,
    pub words: i64,
    pub document_id: Option<String>,
    /// JSON.
    pub problem: Option<String>,
}

/// Ends a running row; only once, so that its words count once. Returns whether this call did.
pub(super) async fn end(conn: &mut Conn, job: &str, row: &Claim, end: RowEnd) -> Result<bool> {
    let done = db::query(
        "UPDATE bulk_rows SET status = $4, words = words + $5, document_id = $6, problem = $7
         WHERE job_id = $1 AND number = $2 AND attempt = $3 AND status = 'running'",
    )
    .binds((job, row.number, row.attempt, end.status, end.words, end.document_id, end.problem))
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Returns a running row to the queue; with a new attempt if its run has ended. A cancelled job has no waiting rows.
pub(super) async fn give_back(db: &Db, job: &str, row: &Claim, next_attempt: bool) -> Result<()> {
    db::query(
        "UPDATE bulk_rows SET attempt = $4,
           status = CASE WHEN EXISTS (SELECT 1 FROM bulk_jobs WHERE id = $1 AND status = 'cancelled') THEN 'cancelled' ELSE 'waiting' END
         WHERE job_id = $1 AND number = $2 AND attempt = $3 AND status = 'running'",
    )
    .binds((job, row.number, row.attempt, row.attempt + i64::from(next_attempt)))
    .run(&mut db.write_alone().await?)
    .await
}

/// Returns all running rows of a dead process to the queue, with the same attempt.
pub(super) async fn give_all_back(db: &Db, job: &str) -> Result<()> {
    let query = db::query("UPDATE bulk_rows SET status = 'waiting' WHERE job_id = $1 AND status = 'running'");
    query.bind(job).run(&mut db.write_alone().await?).await
}

/// Returns failed rows to the queue, each for a new run; returns their number.
pub(super) async fn retry_failed(conn: &mut Conn, job: &str) -> Result<u64> {
    let done = db::query(
        "UPDATE bulk_rows SET status = 'waiting', attempt = attempt + 1, run_id = NULL, problem = NULL
         WHERE job_id = $1 AND status = 'failed'",
    );
    let done = done.bind(job).execute(conn).await?;
    Ok(done.rows_affected())
}

/// Cancels waiting rows by number.
pub(super) async fn leave_out(conn: &mut Conn, job: &str, numbers: &[i64]) -> Result<()> {
    /// Numbers of one statement.
    const CHUNK: usize = 500;
    for numbers in numbers.chunks(CHUNK) {
        let places = db::places(2, numbers.len());
        let sql = format!(
            "UPDATE bulk_rows SET status = 'cancelled' WHERE job_id = $1 AND status = 'waiting' AND number IN ({places})"
        );
        let mut query = db::query(AssertSqlSafe(sql)).bind(job);
        for number in numbers {
            query = query.bind(*number);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Cancels waiting rows. Returns the runs of the running ones.
pub(super) async fn cancel_rows(conn: &mut Conn, job: &str) -> Result<Vec<String>> {
    db::query("UPDATE bulk_rows SET status = 'cancelled' WHERE job_id = $1 AND status = 'waiting'")
        .bind(job)
        .execute(&mut *conn)
        .await?;
    let runs = db::query_scalar(
        "SELECT run_id FROM bulk_rows WHERE job_id = $1 AND status = 'running' AND run_id IS NOT NULL",
    );
    Ok(runs.bind(job).fetch_all(conn).await?)
}

impl Job {
    /// The idempotency key of a row's run.
    pub(super) fn system_run(&self, row: &Claim) -> String {
        format!("bulk·{}·{}·{}", self.id, row.number, row.attempt)
    }
}
