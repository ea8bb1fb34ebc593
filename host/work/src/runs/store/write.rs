//! The statements of each write.

use super::read::sums_of_trial;
use super::{Ending, Made, NewRun, Ticket, Written, journal};
use crate::billing::meters::{self, FreeCalls};
use crate::billing::plans::{self, DailyLimit};
use crate::messages::audit_log::{self, Subject};
use crate::platform::prelude::*;
use crate::workspace::documents::{self, NewDocument};

/// A repeated request is one run, even if it was the last one of the day.
pub(super) async fn insert_within(conn: &mut Conn, run: &NewRun, limit: &DailyLimit) -> Result<Written> {
    if is_known(conn, run).await? {
        return Ok(Written::Duplicate);
    }
    if let Some(trial) = &run.ticket.trial {
        let (runs, _) = sums_of_trial(conn, trial).await?;
        limit.expect_after(runs, runs)?;
        return insert(conn, run).await;
    }
    limit.expect(conn, &run.ticket.account).await?;
    let written = insert(conn, run).await?;
    limit.count(conn, &run.ticket.account).await?;
    Ok(written)
}

pub(super) async fn insert(conn: &mut Conn, run: &NewRun) -> Result<Written> {
    while !insert_if_room(conn, run).await? {
        if is_known(conn, run).await? {
            return Ok(Written::Duplicate);
        }
        // If there is room now, a document was deleted in between.
        documents::expect_room(conn, &run.ticket.account).await?;
    }
    if let Some((actor, plan)) = &run.audit {
        let Ticket { id, tool, tool_version, package, .. } = &*run.ticket;
        let details = json!({ "run": id, "version": tool_version, "digest": package, "plan": plan });
        audit_log::record(conn, actor, "trial.run", Subject::of("plugin", tool, tool), details).await?;
    }
    Ok(Written::Done)
}

/// False if the idempotency key is known or the archive is full.
async fn insert_if_room(conn: &mut Conn, run: &NewRun) -> Result<bool> {
    let (key, digest) = run.key.as_ref().map_or((None, None), |key| (Some(&key.key), Some(&key.digest)));
    let done = db::query(
        "INSERT INTO runs (id, account_id, tool, tool_version, language, status, attempt, input, idempotency_key, idempotency_digest, created_at, revises, process, project_id, package_digest, key_id, acted, trial_id)
         SELECT $1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $11, $12, (SELECT id FROM project_domains WHERE id = $13), $14, $15, $16, $17
         WHERE $17 IS NOT NULL OR COALESCE((SELECT documents FROM archive_sizes WHERE account_id = $2), 0) < $18
         ON CONFLICT (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING",
    )
    .binds((&run.ticket.id, &run.ticket.account, &run.ticket.tool, &run.ticket.tool_version))
    .binds((run.locale, run.ticket.attempt, &*run.input, key, digest, run.created_at))
    .binds((&run.ticket.revises, &run.process))
    // A trial uses the project, but is not part of it.
    .binds((run.ticket.project.filter(|_| run.ticket.trial.is_none()), &run.ticket.package))
    .binds((run.ticket.key.as_ref().map(|key| &key.key), run.acted, &run.ticket.trial))
    .bind(documents::MOST_DOCUMENTS)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether a run with the same idempotency key is stored.
async fn is_known(conn: &mut Conn, run: &NewRun) -> Result<bool> {
    let Some(key) = &run.key else { return Ok(false) };
    let known =
        db::query_scalar("SELECT EXISTS (SELECT 1 FROM runs WHERE account_id = $1 AND idempotency_key = $2)");
    Ok(known.binds((&run.ticket.account, &key.key)).fetch_one(conn).await?)
}

/// The attempt in the condition is the fence: an older attempt changes nothing.
pub(super) async fn start(conn: &mut Conn, run: &Ticket) -> Result<bool> {
    let done = db::query(
        "UPDATE runs SET status = 'running', started_at = COALESCE(started_at, $3)
         WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running')",
    )
    .binds((&run.id, run.attempt, Timestamp::now()))
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(super) async fn reserve(
    conn: &mut Conn,
    run: &Ticket,
    call: u32,
    words: u32,
    free: FreeCalls,
) -> Result<Written> {
    if !start(conn, run).await? {
        return Ok(Written::Lost);
    }
    // A run that started in one month may call the model in the next.
    plans::renew(conn, &run.account).await?;
    let mut charge = run.charge();
    charge.ceilings.insert(0, &free);
    meters::reserve(conn, &charge, call, words).await?;
    Ok(Written::Done)
}

pub(super) async fn finish(conn: &mut Conn, run: &Ticket, ending: &Ending) -> Result<Written> {
    if run.trial.is_some() && !is_there(conn, run).await? {
        return Ok(Written::Lost);
    }
    let words = settle(conn, run, ending).await?;
    let (document_id, mut statements) = match &ending.made {
        Some(_) if run.revises.is_some() => (run.revises.clone(), Vec::new()),
        Some(made) if run.trial.is_none() => {
            let (id, statements) = documents::creation(document(run, ending, made, words)).await?;
            (Some(id), statements)
        }
        _ => (None, Vec::new()),
    };
    let problem = ending.problem(words).as_ref().map(serde_json::to_string).transpose()?;
    let (progress, spent) = (ending.progress.as_ref(), ending.spent.as_ref());
    let end = db::query(
        "UPDATE runs SET status = $3, outcome = $4, problem = $5, words = $6, drafted = $7, document_id = $8, progress_done = $9,
         progress_total = $10, progress_label = $11, started_at = COALESCE($12, started_at), finished_at = $13, lease_until = NULL,
         model_calls = $14, host_calls = $15, guest_cpu_us = $16, peak_memory_bytes = $17
         WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running')",
    )
    .binds((&run.id, run.attempt, ending.status, ending.made.as_ref().map(|made| &made.json), problem))
    .binds((words, ending.drafted, &document_id, progress.map(|progress| progress.done)))
    .binds((progress.map(|progress| progress.total), progress.map(|progress| &progress.label)))
    .binds((ending.started_at, ending.finished_at, spent.map(|spent| spent.model_calls)))
    .binds((spent.map(|spent| spent.host_calls), spent.map(|spent| spent.guest_cpu_us)))
    .bind(spent.map(|spent| spent.peak_memory_bytes));
    statements.extend(ending.journaled.then(|| journal::delete(&run.id)));
    statements.push(end);
    if db::execute_all(conn, statements).await?.rows_affected() != 1 {
        return Ok(Written::Lost);
    }
    Ok(Written::Finished { words, document_id })
}

/// Whether the run exists and has not ended: a trial may be deleted meanwhile, with its purse.
async fn is_there(conn: &mut Conn, run: &Ticket) -> Result<bool> {
    let is_there = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM runs WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running'))",
    );
    Ok(is_there.binds((&run.id, run.attempt)).fetch_one(conn).await?)
}

/// Settles the reservations of the attempt. Returns the charged words.
async fn settle(conn: &mut Conn, run: &Ticket, ending: &Ending) -> Result<i64> {
    if !ending.asked {
        return Ok(0);
    }
    let charge = run.charge();
    // The sum of the reservations comes from the ledger: a dropped call may have reserved unseen. If nothing is
    // outstanding, the attempt was settled before and its free calls were counted then.
    let free = ending.bill.free.len();
    let forgiven = match meters::outstanding(conn, &charge).await? {
        0 => free,
        _ => meters::forgive(conn, charge.purse.holder, free, ending.free_calls).await?,
    };
    meters::settle(conn, &charge, ending.bill.after(forgiven)).await
}

fn document<'a>(run: &'a Ticket, ending: &Ending, made: &'a Made, words: i64) -> NewDocument<'a> {
    NewDocument {
        account: &run.account,
        project: run.project,
        run: &run.id,
        tool: &run.tool,
        tool_version: &run.tool_version,
        package: run.package.as_deref(),
        title: &made.title,
        text: &made.text,
        data: &made.data,
        words,
        drafted: ending.drafted,
    }
}
