//! The statements of each write.

use super::{Ending, Made, NewRun, Ticket, Written, journal};
use crate::{
    billing::{
        plans::{self, DailyLimit},
        words::{self, Charge, FreeCalls},
    },
    platform::{
        clock::Timestamp,
        db::{self, Conn},
        error::Result,
    },
    work::keys::{self, KeyMonth},
    workspace::documents::{self, NewDocument},
};

/// A repeated request is one run, even if it was the last one of the day.
pub(super) async fn insert_within(conn: &mut Conn, run: &NewRun, limit: &DailyLimit) -> Result<Written> {
    if let Some(key) = &run.key {
        let known: bool = db::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM runs WHERE account_id = $1 AND idempotency_key = $2)",
        )
        .bind(&run.ticket.account)
        .bind(&key.key)
        .fetch_one(&mut *conn)
        .await?;
        if known {
            return Ok(Written::Duplicate);
        }
    }
    limit.expect(conn, &run.ticket.account).await?;
    let written = insert(conn, run).await?;
    limit.count(conn, &run.ticket.account).await?;
    Ok(written)
}

pub(super) async fn insert(conn: &mut Conn, run: &NewRun) -> Result<Written> {
    let (key, digest) = run.key.as_ref().map_or((None, None), |key| (Some(&key.key), Some(&key.digest)));
    let done = db::query(
        "INSERT INTO runs (id, account_id, tool, tool_version, language, status, attempt, input, idempotency_key, idempotency_digest, created_at, revises, process, project_id, package_digest, key_id, acted)
         VALUES ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $11, $12, (SELECT id FROM projects WHERE id = $13), $14, $15, $16)
         ON CONFLICT (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING",
    )
    .bind(&run.ticket.id)
    .bind(&run.ticket.account)
    .bind(&run.ticket.tool)
    .bind(&run.ticket.tool_version)
    .bind(run.locale)
    .bind(run.ticket.attempt)
    .bind(&*run.input)
    .bind(key)
    .bind(digest)
    .bind(run.created_at)
    .bind(&run.ticket.revises)
    .bind(&run.process)
    .bind(run.ticket.project)
    .bind(&run.ticket.package)
    .bind(run.ticket.key.as_ref().map(|key| &key.key))
    .bind(run.acted)
    .execute(conn)
    .await?;
    Ok(if done.rows_affected() == 1 { Written::Done } else { Written::Duplicate })
}

/// The attempt in the condition is the fence: an older attempt changes nothing.
pub(super) async fn start(conn: &mut Conn, run: &Ticket) -> Result<bool> {
    let done = db::query(
        "UPDATE runs SET status = 'running', started_at = COALESCE(started_at, $3)
         WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running')",
    )
    .bind(&run.id)
    .bind(run.attempt)
    .bind(Timestamp::now())
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
    words::expect_free_calls(conn, &run.account, free).await?;
    if let Some(key) = &run.key {
        keys::expect_left(conn, key, words.into()).await?;
    }
    if !start(conn, run).await? {
        return Ok(Written::Lost);
    }
    // A run that started in one month may call the model in the next.
    plans::renew(conn, &run.account).await?;
    if let Some(ceilings) = &run.ceilings {
        ceilings.expect_words(conn, &run.account, words.into()).await?;
    }
    let is_new = words::reserve(conn, run.charge(), call, words).await?;
    if let Some(key) = run.key.as_ref().filter(|_| is_new) {
        keys::set_aside(conn, key, words.into()).await?;
    }
    Ok(Written::Done)
}

pub(super) async fn finish(conn: &mut Conn, run: &Ticket, ending: &Ending) -> Result<Written> {
    let words = settle(conn, run, ending).await?;
    let document_id = match &ending.made {
        Some(_) if run.revises.is_some() => run.revises.clone(),
        Some(made) => {
            let project = project_of(conn, run).await?;
            Some(documents::create(conn, document(run, project, ending, made, words)).await?)
        }
        None => None,
    };
    let problem = ending.problem(words).as_ref().map(serde_json::to_string).transpose()?;
    let progress = ending.progress.as_ref();
    let done = db::query(
        "UPDATE runs SET status = $3, outcome = $4, problem = $5, words = $6, drafted = $7, document_id = $8, progress_done = $9,
         progress_total = $10, progress_label = $11, started_at = COALESCE($12, started_at), finished_at = $13, lease_until = NULL
         WHERE id = $1 AND attempt = $2 AND status IN ('queued', 'running')",
    )
    .bind(&run.id)
    .bind(run.attempt)
    .bind(ending.status)
    .bind(ending.made.as_ref().map(|made| &made.json))
    .bind(problem)
    .bind(words)
    .bind(ending.drafted)
    .bind(&document_id)
    .bind(progress.map(|progress| progress.done))
    .bind(progress.map(|progress| progress.total))
    .bind(progress.map(|progress| &progress.label))
    .bind(ending.started_at)
    .bind(ending.finished_at)
    .execute(&mut *conn)
    .await?;
    if done.rows_affected() != 1 {
        return Ok(Written::Lost);
    }
    if ending.journaled {
        journal::delete(conn, &run.id).await?;
    }
    Ok(Written::Finished { words, document_id })
}

/// Settles the reservations of the attempt. Returns the charged words.
async fn settle(conn: &mut Conn, run: &Ticket, ending: &Ending) -> Result<i64> {
    if !ending.asked {
        return words::settle_draft(conn, run.charge()).await;
    }
    // The sum of the reservations comes from the ledger: a dropped call may have reserved unseen. If nothing is
    // outstanding, the attempt was settled before and its free calls were counted then.
    let forgiven = match words::outstanding(conn, run.charge()).await? {
        0 => ending.bill.free.len(),
        _ => words::forgive(conn, &run.account, ending.bill.free.len(), ending.free_calls).await?,
    };
    let charged = ending.bill.after(forgiven);
    match &run.key {
        Some(key) => settle_with_key(conn, run.charge(), key, charged).await,
        None => words::settle(conn, run.charge(), charged).await,
    }
}

/// Words released to the account are also released to the key, once.
pub(super) async fn settle_with_key(
    conn: &mut Conn,
    charge: Charge<'_>,
    key: &KeyMonth,
    charged: u32,
) -> Result<i64> {
    let outstanding = words::outstanding(conn, charge).await?;
    let words = words::settle(conn, charge, charged).await?;
    if outstanding > 0 {
        keys::give_back(conn, key, outstanding - words).await?;
    }
    Ok(words)
}

/// The current project of the run's row: it may have been deleted just before the run was stored.
async fn project_of(conn: &mut Conn, run: &Ticket) -> Result<Option<i64>> {
    if run.project.is_none() {
        return Ok(None);
    }
    let project = db::query_scalar("SELECT project_id FROM runs WHERE id = $1").bind(&run.id);
    Ok(project.fetch_optional(conn).await?.flatten())
}

fn document<'a>(
    run: &'a Ticket,
    project: Option<i64>,
    ending: &Ending,
    made: &'a Made,
    words: i64,
) -> NewDocument<'a> {
    NewDocument {
        account: &run.account,
        project,
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
