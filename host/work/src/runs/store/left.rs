//! Recovery of runs of dead processes.

use super::super::{Run, RunStatus};
use super::journal;
use super::read::COLUMNS;
use crate::billing::meters::{self, Ceiling, Charge, Holder, Meter, Purse};
use crate::platform::prelude::*;
use crate::platform::process::Process;

/// A run is not started again when so many attempts in a row ended with their process and without an answer for its
/// plugin: it may be what crashes the server.
const MOST_ATTEMPTS: i64 = 2;

/// The SQL condition: unfinished, and its process is dead.
fn left() -> String {
    format!("status IN ('queued', 'running') AND {}", Process::LEFT)
}

/// Takes over the runs of dead processes: every unfinished run gets its next attempt, the reserved words of the old
/// one are released except those of journaled answers, and a run with too many attempts or of a trial is ended. A
/// process never treats itself as dead, however late its heartbeat is. Returns the runs to queue, oldest first.
pub(in super::super) async fn recover(db: &Db, process: &Process) -> Result<Vec<Run>> {
    // Usually there is nothing, and the write lock is not needed.
    let sql = format!("SELECT EXISTS (SELECT 1 FROM runs WHERE {})", left());
    let horizon = process.horizon();
    let any = db::query_scalar(sqlx::AssertSqlSafe(sql)).binds((horizon, process.id()));
    let any: bool = any.fetch_one(db.read()).await?;
    if !any {
        return Ok(Vec::new());
    }
    let mut tx = db.write().await?;
    let sql = format!("SELECT {COLUMNS} FROM runs WHERE {} ORDER BY id", left());
    let left = db::query_as(sqlx::AssertSqlSafe(sql)).binds((horizon, process.id()));
    let left: Vec<Run> = left.fetch_all(&mut *tx).await?;
    let mut waiting = Vec::with_capacity(left.len());
    for mut run in left {
        let (words, answered_by) = journal::sums(&mut tx, &run.id).await?;
        let cancelled: bool = db::query_scalar("SELECT cancel_requested FROM runs WHERE id = $1")
            .bind(&run.id)
            .fetch_one(&mut *tx)
            .await?;
        let interrupted = interrupted(&run, answered_by);
        let kept = if cancelled || interrupted.is_some() { 0 } else { words };
        release_words(&mut tx, &run, kept).await?;
        if cancelled {
            end(&mut tx, &run, RunStatus::Cancelled, None).await?;
        } else if let Some(code) = interrupted {
            let problem = Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, code);
            end(&mut tx, &run, RunStatus::Failed, Some(problem)).await?;
        } else {
            run.attempt += 1;
            run.status = RunStatus::Queued;
            db::query("UPDATE runs SET attempt = $2, status = 'queued', process = $3 WHERE id = $1")
                .binds((&run.id, run.attempt, process.id()))
                .execute(&mut *tx)
                .await?;
            waiting.push(run);
        }
    }
    tx.commit().await?;
    Ok(waiting)
}

/// The code of a run that is not started again. The client of a trial's run has disconnected.
fn interrupted(run: &Run, answered_by: i64) -> Option<&'static str> {
    if run.trial_id.is_some() {
        return Some("trials.interrupted");
    }
    let is_given_up = run.status == RunStatus::Running && run.attempt - answered_by >= MOST_ATTEMPTS;
    is_given_up.then_some("run.interrupted")
}

/// Stores that a run that was taken over uses another version of its tool, since the admitted one may not exist any
/// more. Such a run starts from the beginning, without the answers to the other version.
pub(in super::super) async fn note_version(db: &Db, run: &Run) -> Result<()> {
    let mut tx = db.write_for(&run.account_id).await?;
    db::query("UPDATE runs SET tool_version = $3, package_digest = $4 WHERE id = $1 AND attempt = $2")
        .binds((&run.id, run.attempt, &run.tool_version, &run.package_digest))
        .execute(&mut *tx)
        .await?;
    journal::delete(&run.id).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Releases the reserved words of an attempt but for `kept`.
async fn release_words(conn: &mut Conn, run: &Run, kept: i64) -> Result<()> {
    let key = run.key();
    let charge = Charge {
        purse: Purse { meter: Meter::Words, holder: Holder::of(&run.account_id, run.trial_id.as_deref()) },
        run: &run.id,
        attempt: run.attempt,
        tool: &run.tool,
        ceilings: key.iter().map(|key| key as &dyn Ceiling).collect(),
    };
    if meters::outstanding(conn, &charge).await? > 0 {
        meters::settle(conn, &charge, u32::try_from(kept).unwrap_or(u32::MAX)).await?;
    }
    Ok(())
}

async fn end(conn: &mut Conn, run: &Run, status: RunStatus, problem: Option<Problem>) -> Result<()> {
    db::query("UPDATE runs SET status = $2, problem = $3, finished_at = $4 WHERE id = $1")
        .binds((&run.id, status, problem.as_ref().map(serde_json::to_string).transpose()?))
        .bind(Timestamp::now())
        .execute(&mut *conn)
        .await?;
    journal::delete(&run.id).run(conn).await
}
