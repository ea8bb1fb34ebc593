//! The table of trial runs: each write of the writer for a run of a trial. This module does not use the tables of
//! ordinary runs, words or documents.

use serde_json::json;
use sqlx::AssertSqlSafe;

use super::{
    Run, RunStatus,
    store::{self, Ending, NewRun, Ticket, Write, Written},
    trial::TrialRun,
    trial_terms::Trial,
};
use crate::{
    messages::audit_log::{self, Subject},
    platform::{
        clock::Timestamp,
        db::{self, Conn, Db},
        error::{Problem, Result},
        locale::Locale,
        process::Process,
    },
};

pub(super) async fn apply(conn: &mut Conn, write: &Write, ticket: &Ticket, trial: &Trial) -> Result<Written> {
    match write {
        Write::Insert { run } => insert(conn, run, trial).await,
        Write::Reserve { words, .. } => reserve(conn, ticket, trial, (*words).into()).await,
        Write::Finish { ending, .. } => finish(conn, ticket, ending).await,
        Write::Start { .. } => Ok(if start(conn, ticket).await? { Written::Done } else { Written::Lost }),
        Write::Answer { .. } | Write::Cancel { .. } => Ok(Written::Done),
    }
}

async fn insert(conn: &mut Conn, run: &NewRun, trial: &Trial) -> Result<Written> {
    if let Some(limit) = &trial.limit {
        let runs = db::query_scalar("SELECT count(*) FROM trial_runs WHERE trial_id = $1");
        limit.expect_after(runs.bind(&trial.id).fetch_one(&mut *conn).await?)?;
    }
    db::query(
        "INSERT INTO trial_runs (id, trial_id, status, input, process, created_at) VALUES ($1, $2, 'queued', $3, $4, $5)",
    )
    .bind(&run.ticket.id)
    .bind(&trial.id)
    .bind(&*run.input)
    .bind(&run.process)
    .bind(run.created_at)
    .execute(&mut *conn)
    .await?;
    let Ticket { id, tool, tool_version, package, .. } = &*run.ticket;
    let details = json!({ "run": id, "version": tool_version, "digest": package, "plan": trial.plan });
    audit_log::record(conn, &trial.actor, "trial.run", Subject::of("plugin", tool, tool), details).await?;
    Ok(Written::Done)
}

async fn start(conn: &mut Conn, run: &Ticket) -> Result<bool> {
    let done = db::query(
        "UPDATE trial_runs SET status = 'running', started_at = COALESCE(started_at, $2)
         WHERE id = $1 AND status IN ('queued', 'running')",
    )
    .bind(&run.id)
    .bind(Timestamp::now())
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Words of a trial: the cost of its runs, and reservations of running ones.
pub(super) async fn used(conn: &mut Conn, trial: &str) -> Result<i64> {
    let used = db::query_scalar(
        "SELECT CAST(COALESCE(SUM(CASE WHEN finished_at IS NULL THEN reserved ELSE words END), 0) AS BIGINT)
         FROM trial_runs WHERE trial_id = $1",
    );
    Ok(used.bind(trial).fetch_one(conn).await?)
}

/// The number of runs of a trial, and their cost.
pub async fn sums(conn: &mut Conn, trial: &str) -> Result<(i64, i64)> {
    let sums = db::query_as(
        "SELECT count(*), CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM trial_runs WHERE trial_id = $1",
    );
    Ok(sums.bind(trial).fetch_one(conn).await?)
}

async fn reserve(conn: &mut Conn, run: &Ticket, trial: &Trial, words: i64) -> Result<Written> {
    if !start(conn, run).await? {
        return Ok(Written::Lost);
    }
    trial.expect_words(&run.ceilings, used(conn, &trial.id).await?, words)?;
    db::query("UPDATE trial_runs SET reserved = reserved + $2 WHERE id = $1")
        .bind(&run.id)
        .bind(words)
        .execute(conn)
        .await?;
    Ok(Written::Done)
}

async fn finish(conn: &mut Conn, run: &Ticket, ending: &Ending) -> Result<Written> {
    let charged = if ending.asked { i64::from(ending.bill.charged) } else { 0 };
    let progress = ending.progress.as_ref();
    let spent = ending.spent.as_ref();
    let words: Option<i64> = db::query_scalar(
        "UPDATE trial_runs SET status = $2, outcome = $3, problem = $4, words = CASE WHEN reserved < $5 THEN reserved ELSE $5 END,
             drafted = $6, model_calls = $7, host_calls = $8, guest_cpu_us = $9, peak_memory_bytes = $10, progress_done = $11,
             progress_total = $12, progress_label = $13, started_at = COALESCE($14, started_at), finished_at = $15
         WHERE id = $1 AND status IN ('queued', 'running') RETURNING words",
    )
    .bind(&run.id)
    .bind(ending.status)
    .bind(ending.made.as_ref().map(|made| &made.json))
    .bind(ending.problem(charged).as_ref().map(serde_json::to_string).transpose()?)
    .bind(charged)
    .bind(ending.drafted)
    .bind(spent.map(|spent| spent.model_calls))
    .bind(spent.map(|spent| spent.host_calls))
    .bind(spent.map(|spent| spent.guest_cpu_us))
    .bind(spent.map(|spent| spent.peak_memory_bytes))
    .bind(progress.map(|progress| progress.done))
    .bind(progress.map(|progress| progress.total))
    .bind(progress.map(|progress| &progress.label))
    .bind(ending.started_at)
    .bind(ending.finished_at)
    .fetch_optional(conn)
    .await?;
    Ok(words.map_or(Written::Lost, |words| Written::Finished { words, document_id: None }))
}

/// Stores a request to cancel the run.
pub(super) async fn cancel(conn: &mut Conn, id: &str) -> Result<()> {
    db::query("UPDATE trial_runs SET cancel_requested = TRUE WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// Finds a run of a trial of this account.
pub(super) async fn find(db: &Db, account: &str, id: &str) -> Result<Run> {
    let run: Option<Run> = db::query_as(
        "SELECT r.id, t.account_id, CAST(NULL AS BIGINT) AS project_id, t.tool, t.tool_version, t.package_digest,
             CAST(NULL AS TEXT) AS revises, t.language, r.status, CAST(1 AS BIGINT) AS attempt, r.input, r.outcome, r.problem, r.words,
             r.drafted, CAST(NULL AS TEXT) AS document_id, r.progress_done, r.progress_total, r.progress_label, r.created_at,
             r.started_at, r.finished_at, r.process, CAST(NULL AS TEXT) AS key_id, r.trial_id
         FROM trial_runs r JOIN trials t ON t.id = r.trial_id WHERE r.id = $1 AND t.account_id = $2",
    )
    .bind(id)
    .bind(account)
    .fetch_optional(db.read())
    .await?;
    run.ok_or_else(Problem::not_found)
}

/// Ends runs of dead processes: their clients are gone.
pub(super) async fn end_left(db: &Db, process: &Process) -> Result<()> {
    let sql = format!("SELECT EXISTS (SELECT 1 FROM trial_runs WHERE {})", store::left());
    let any = db::query_scalar(AssertSqlSafe(sql)).bind(process.horizon()).bind(process.id());
    let any: bool = any.fetch_one(db.read()).await?;
    if !any {
        return Ok(());
    }
    let problem = Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "trials.interrupted");
    let sql = format!(
        "UPDATE trial_runs SET problem = CASE WHEN cancel_requested THEN NULL ELSE $3 END,
             status = CASE WHEN cancel_requested THEN 'cancelled' ELSE 'failed' END, finished_at = $4 WHERE {}",
        store::left()
    );
    db::query(AssertSqlSafe(sql))
        .bind(process.horizon())
        .bind(process.id())
        .bind(serde_json::to_string(&problem)?)
        .bind(Timestamp::now())
        .execute(&mut db.write_alone().await?)
        .await?;
    Ok(())
}

/// A run as a trial shows it.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: String,
    status: RunStatus,
    input: String,
    problem: Option<String>,
    words: i64,
    drafted: bool,
    model_calls: Option<i64>,
    host_calls: Option<i64>,
    guest_cpu_us: Option<i64>,
    peak_memory_bytes: Option<i64>,
    created_at: Timestamp,
    started_at: Option<Timestamp>,
    finished_at: Option<Timestamp>,
}

pub(super) async fn rows(conn: &mut Conn, trial: &str, most: i64) -> Result<Vec<Row>> {
    let rows = db::query_as(
        "SELECT id, status, input, problem, words, drafted, model_calls, host_calls, guest_cpu_us, peak_memory_bytes, created_at,
             started_at, finished_at
         FROM trial_runs WHERE trial_id = $1 ORDER BY id DESC LIMIT $2",
    );
    Ok(rows.bind(trial).bind(most).fetch_all(conn).await?)
}

impl Row {
    pub fn view(self, locale: Locale) -> Result<TrialRun> {
        let problem: Option<Problem> = self.problem.as_deref().map(serde_json::from_str).transpose()?;
        let between = |from: Option<Timestamp>, to: Option<Timestamp>| Some(to?.0 - from?.0);
        Ok(TrialRun {
            waited_ms: between(Some(self.created_at), self.started_at),
            ran_ms: between(self.started_at, self.finished_at),
            id: self.id,
            status: self.status,
            input: serde_json::from_str(&self.input)?,
            problem: problem.map(|problem| problem.tell(locale)),
            words: self.words,
            drafted: self.drafted,
            model_calls: self.model_calls,
            host_calls: self.host_calls,
            guest_cpu_us: self.guest_cpu_us,
            peak_memory_bytes: self.peak_memory_bytes,
            created_at: self.created_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
        })
    }
}
