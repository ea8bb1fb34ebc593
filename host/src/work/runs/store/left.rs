//! Recovery of runs of dead processes.

use super::{
    super::{Run, RunStatus, trial_store},
    journal,
    read::COLUMNS,
    write::settle_with_key,
};
use crate::{
    billing::words::{self, Charge},
    platform::{
        clock::Timestamp,
        db::{self, Conn, Db},
        error::{Problem, Result},
        process::Process,
    },
};

/// A run is not started again when so many attempts in a row ended with their process and without an answer for its
/// plugin: it may be what crashes the server.
const MOST_ATTEMPTS: i64 = 2;

/// The SQL condition: unfinished, and its process is dead.
pub(in super::super) fn left() -> String {
    format!("status IN ('queued', 'running') AND {}", Process::LEFT)
}

/// Takes over the runs of dead processes: every unfinished run gets its next attempt, the reserved words of the old
/// one are released except those of journaled answers, and a run with too many attempts is ended. A process never treats itself as dead, however late
/// its heartbeat is. Returns the runs to queue, oldest first.
pub(in super::super) async fn recover(db: &Db, process: &Process) -> Result<Vec<Run>> {
    trial_store::end_left(db, process).await?;
    // Usually there is nothing, and the write lock is not needed.
    let sql = format!("SELECT EXISTS (SELECT 1 FROM runs WHERE {})", left());
    let horizon = process.horizon();
    let any = db::query_scalar(sqlx::AssertSqlSafe(sql)).bind(horizon).bind(process.id());
    let any: bool = any.fetch_one(db.read()).await?;
    if !any {
        return Ok(Vec::new());
    }
    let mut tx = db.write().await?;
    let sql = format!("SELECT {COLUMNS} FROM runs WHERE {} ORDER BY id", left());
    let left = db::query_as(sqlx::AssertSqlSafe(sql)).bind(horizon).bind(process.id());
    let left: Vec<Run> = left.fetch_all(&mut *tx).await?;
    let mut waiting = Vec::with_capacity(left.len());
    for mut run in left {
        let (words, answered_by) = journal::sums(&mut tx, &run.id).await?;
        let cancelled: bool = db::query_scalar("SELECT cancel_requested FROM runs WHERE id = $1")
            .bind(&run.id)
            .fetch_one(&mut *tx)
            .await?;
        let is_given_up = run.status == RunStatus::Running && run.attempt - answered_by >= MOST_ATTEMPTS;
        let kept = if cancelled || is_given_up { 0 } else { words };
        release_words(&mut tx, &run, kept).await?;
        if cancelled {
            end(&mut tx, &run, RunStatus::Cancelled, None).await?;
        } else if is_given_up {
            let problem = Problem::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "run.interrupted");
            end(&mut tx, &run, RunStatus::Failed, Some(problem)).await?;
        } else {
            run.attempt += 1;
            run.status = RunStatus::Queued;
            db::query("UPDATE runs SET attempt = $2, status = 'queued', process = $3 WHERE id = $1")
                .bind(&run.id)
                .bind(run.attempt)
                .bind(process.id())
                .execute(&mut *tx)
                .await?;
            waiting.push(run);
        }
    }
    tx.commit().await?;
    Ok(waiting)
}

/// Stores that a run that was taken over uses another version of its tool, since the admitted one may be gone. Such a
/// run starts from the beginning, without the answers to the other version.
pub(in super::super) async fn note_version(db: &Db, run: &Run) -> Result<()> {
    let mut tx = db.write_for(&run.account_id).await?;
    db::query("UPDATE runs SET tool_version = $3, package_digest = $4 WHERE id = $1 AND attempt = $2")
        .bind(&run.id)
        .bind(run.attempt)
        .bind(&run.tool_version)
        .bind(&run.package_digest)
        .execute(&mut *tx)
        .await?;
    journal::delete(&mut tx, &run.id).await?;
    Ok(tx.commit().await?)
}

/// Releases the reserved words of an attempt but for `kept`.
async fn release_words(conn: &mut Conn, run: &Run, kept: i64) -> Result<()> {
    let kept = u32::try_from(kept).unwrap_or(u32::MAX);
    let reserved: bool = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM word_entries WHERE run_id = $1 AND attempt = $2 AND kind = 'reserve')",
    )
    .bind(&run.id)
    .bind(run.attempt)
    .fetch_one(&mut *conn)
    .await?;
    if reserved {
        let charge = Charge { account: &run.account_id, run: &run.id, attempt: run.attempt, tool: &run.tool };
        match run.key() {
            Some(key) => settle_with_key(conn, charge, &key, kept).await?,
            None => words::settle(conn, charge, kept).await?,
        };
    }
    Ok(())
}

async fn end(conn: &mut Conn, run: &Run, status: RunStatus, problem: Option<Problem>) -> Result<()> {
    db::query("UPDATE runs SET status = $2, problem = $3, finished_at = $4 WHERE id = $1")
        .bind(&run.id)
        .bind(status)
        .bind(problem.as_ref().map(serde_json::to_string).transpose()?)
        .bind(Timestamp::now())
        .execute(&mut *conn)
        .await?;
    journal::delete(conn, &run.id).await
}
