//! Bulk jobs at work: rows are taken one by one, begun as runs, and noted when their runs have ended.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
};

use super::{
    BulkRowStatus, BulkStatus, Job, news,
    rows::{self, Claim, RowEnd},
    store,
};
use crate::{
    catalogue::tools::Tools,
    platform::{
        app::App,
        db::Conn,
        error::{Problem, Result},
        jobs::{self, Enqueue, Lane, Next, Retry, Running},
    },
    work::runs::{self, Begun, Errand, Run, RunStatus, Runs},
};

/// Rows that fail one after another for a reason outside of them before the job pauses: the rest would fail as well.
const MOST_MISHAPS: u32 = 10;
/// After a failure of our own.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Places for rows at work: a few for each account, and never more than half of all instances, so that whoever presses a
/// button finds one free.
pub(super) struct Slots {
    all: Arc<Semaphore>,
    per_account: usize,
    accounts: Mutex<HashMap<String, Arc<Semaphore>>>,
}

/// A row's place; free again when it is dropped.
type Place = (OwnedSemaphorePermit, OwnedSemaphorePermit);

impl Slots {
    pub fn of(app: &App) -> Self {
        let instances = app.part::<Tools>().engine().max_instances() as usize;
        Self {
            all: Arc::new(Semaphore::new((instances / 2).max(1))),
            per_account: app.config.bulk_per_account.max(1),
            accounts: Mutex::default(),
        }
    }

    /// The places of an account. Those of accounts that do nothing are forgotten.
    fn of_account(&self, account: &str) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.retain(|_, places| {
            Arc::strong_count(places) > 1 || places.available_permits() < self.per_account
        });
        accounts
            .entry(account.to_owned())
            .or_insert_with(|| Arc::new(Semaphore::new(self.per_account)))
            .clone()
    }

    /// Waits for a place. None when the semaphores are closed, which nobody does.
    async fn take(&self, account: &Arc<Semaphore>) -> Option<Place> {
        let of_account = account.clone().acquire_owned().await.ok()?;
        let of_all = self.all.clone().acquire_owned().await.ok()?;
        Some((of_account, of_all))
    }
}

/// Works on a bulk job until no row waits or is at work.
#[derive(Serialize, Deserialize)]
pub(super) struct FeedBulk {
    bulk: String,
}

impl FeedBulk {
    /// Enqueues the work on a bulk job that runs.
    pub(super) async fn enqueue(app: &App, tx: &mut Conn, job: &Job) -> Result<()> {
        let feed = Enqueue::new(&Self { bulk: job.id.clone() })?;
        feed.key(&job.id).account(&job.account_id).put(app, tx).await
    }
}

impl jobs::Job for FeedBulk {
    const NAME: &'static str = "bulk.feed";
    /// What bounds the rows at work are the [`Slots`]; a feeder that waits for them takes no room.
    const LANE: Lane = Lane { name: "bulk", places: 10_000 };
    const RETRY: Retry =
        Retry { attempts: i64::MAX, first_pause: TRY_AGAIN, longest_pause: Duration::from_secs(60) };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let Some(job) = store::load(&app.db, &self.bulk).await? else { return Ok(Next::Done) };
        if job.status == BulkStatus::Running {
            // Of a worker that died; each row finds the run it has.
            rows::give_all_back(&app.db, &job.id).await?;
            work(app, &Arc::new(job)).await;
        } else {
            follow_left(app, &Arc::new(job)).await?;
        }
        Ok(if app.stop.is_cancelled() { Next::Stopped } else { Next::Done })
    }
}

/// Follows the rows that were at work when the worker of a job died that does not run any more.
async fn follow_left(app: &App, job: &Arc<Job>) -> Result<()> {
    let mut at_work = JoinSet::new();
    for row in rows::claimed(&app.db, &job.id).await? {
        let Some(begun) = runs::find_begun(app, &job.account_id, &job.errand(&row)).await? else {
            rows::give_back(&app.db, &job.id, &row, false).await?;
            continue;
        };
        let (app, job) = (app.clone(), job.clone());
        at_work.spawn(
            async move { note(follow(&app, &job, &row, begun, &AtomicU32::new(0)).await, &job, &row) },
        );
    }
    while at_work.join_next().await.is_some() {}
    conclude(app, job).await;
    Ok(())
}

/// Ends a run of a row.
pub(super) async fn cancel_run(app: &App, account: &str, id: &str) {
    if let Err(problem) = app.part::<Runs>().cancel(account, id).await {
        tracing::error!(run = id, %problem, "a run of a bulk job could not be cancelled");
    }
}

/// Takes rows as places become free until none is left or the job does not run any more.
async fn work(app: &App, job: &Arc<Job>) {
    let slots = app.part::<Slots>();
    let account = slots.of_account(&job.account_id);
    let mut at_work = JoinSet::new();
    loop {
        let mishaps = Arc::new(AtomicU32::new(0));
        while let Some(Some(place)) = app.stop.run_until_cancelled(slots.take(&account)).await {
            // The pause that follows takes a moment to be written, and no more rows are to fail meanwhile.
            if mishaps.load(Ordering::Relaxed) >= MOST_MISHAPS {
                break;
            }
            match rows::claim(&app.db, &job.id).await {
                Ok(Some(row)) => {
                    let (app, job, mishaps) = (app.clone(), job.clone(), mishaps.clone());
                    at_work.spawn(async move {
                        note(attend(&app, &job, &row, &mishaps).await, &job, &row);
                        drop(place);
                    });
                }
                Ok(None) => break,
                Err(problem) => {
                    tracing::error!(job = job.id, %problem, "no row could be taken");
                    tokio::time::sleep(TRY_AGAIN).await;
                }
            }
            while at_work.try_join_next().is_some() {}
        }
        // A job that was paused may run again before its rows at work have ended.
        while !at_work.is_empty() {
            match tokio::time::timeout(TRY_AGAIN, at_work.join_next()).await {
                Err(_) if !app.stop.is_cancelled() && conclude(app, job).await => break,
                _ => {}
            }
        }
        if app.stop.is_cancelled() || !conclude(app, job).await {
            return;
        }
    }
}

/// Whether something still waits, such as rows that were given back meanwhile.
async fn conclude(app: &App, job: &Job) -> bool {
    match store::conclude(app, job).await {
        Ok(waits) => waits,
        Err(problem) => {
            tracing::error!(job = job.id, %problem, "the end of a bulk job could not be noted");
            tokio::time::sleep(TRY_AGAIN).await;
            true
        }
    }
}

/// A row whose end could not be written stays at work until the next start makes that good.
fn note(attended: Result<()>, job: &Job, row: &Claim) {
    if let Err(problem) = attended {
        tracing::error!(job = job.id, row = row.number, %problem, "a row could not be noted");
    }
}

async fn attend(app: &App, job: &Job, row: &Claim, mishaps: &AtomicU32) -> Result<()> {
    let name = job.errand(row);
    let errand = Errand {
        account: &job.account_id,
        project: job.project_id,
        locale: job.locale(),
        tool: &job.tool,
        name: &name,
    };
    match runs::begin(app, errand, serde_json::from_str(&row.input)?).await {
        Ok(begun) => follow(app, job, row, begun, mishaps).await,
        Err(problem) => refused(app, job, row, problem).await,
    }
}

/// The door was closed: for this row only, for a while, or for the whole job.
async fn refused(app: &App, job: &Job, row: &Claim, problem: Problem) -> Result<()> {
    if app.stop.is_cancelled() {
        return Ok(());
    }
    match problem.status() {
        // The tool was updated, and what was valid is not any more.
        StatusCode::UNPROCESSABLE_ENTITY => rows::end(&app.db, &job.id, row, failed(&problem, 0)?).await,
        StatusCode::TOO_MANY_REQUESTS => {
            rows::give_back(&app.db, &job.id, row, false).await?;
            let pause = problem.retry_after_seconds().map_or(TRY_AGAIN, Duration::from_secs);
            // The place is kept meanwhile, so that no other row runs against the same door.
            app.stop.run_until_cancelled(tokio::time::sleep(pause)).await;
            Ok(())
        }
        _ => {
            rows::give_back(&app.db, &job.id, row, false).await?;
            halt(app, job, &problem).await
        }
    }
}

/// Waits for the end of a row's run and notes it.
async fn follow(app: &App, job: &Job, row: &Claim, begun: Begun, mishaps: &AtomicU32) -> Result<()> {
    let status = rows::note_run(&app.db, &job.id, row, begun.id()).await?;
    if matches!(status, None | Some(BulkStatus::Cancelled)) {
        cancel_run(app, &job.account_id, begun.id()).await;
    }
    // A server that stops leaves the row as it is, for the next start.
    let Some(run) = app.stop.run_until_cancelled(begun.end(app)).await else { return Ok(()) };
    let run = run?;
    match run.status {
        RunStatus::Succeeded => {
            mishaps.store(0, Ordering::Relaxed);
            let end = RowEnd {
                status: BulkRowStatus::Succeeded,
                words: run.words,
                document_id: run.document_id,
                problem: None,
            };
            rows::end(&app.db, &job.id, row, end).await
        }
        RunStatus::Failed => run_failed(app, job, row, run, mishaps).await,
        RunStatus::Cancelled => run_cancelled(app, job, row, run).await,
        RunStatus::Queued | RunStatus::Running => {
            tracing::warn!(job = job.id, row = row.number, "the end of a run was not written");
            Ok(())
        }
    }
}

async fn run_failed(app: &App, job: &Job, row: &Claim, run: Run, mishaps: &AtomicU32) -> Result<()> {
    let problem: Option<Problem> = run.problem.as_deref().map(serde_json::from_str).transpose()?;
    let problem = problem.unwrap_or_else(|| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "server.error"));
    // What a single run has used up, the same row will use up again.
    let of_run = problem.code().starts_with("run.");
    if problem.status() == StatusCode::PAYMENT_REQUIRED && run.words == 0 && !of_run {
        // The row is not to blame: it waits for words, and then for a new run.
        rows::give_back(&app.db, &job.id, row, true).await?;
        return halt(app, job, &problem).await;
    }
    rows::end(&app.db, &job.id, row, failed(&problem, run.words)?).await?;
    // The model is away, or there is none and the tool needs one.
    let is_mishap = matches!(problem.status(), StatusCode::BAD_GATEWAY | StatusCode::CONFLICT);
    if !is_mishap {
        mishaps.store(0, Ordering::Relaxed);
    } else if mishaps.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_MISHAPS {
        return halt(app, job, &problem).await;
    }
    Ok(())
}

/// Somebody cancelled the job, or just this run.
async fn run_cancelled(app: &App, job: &Job, row: &Claim, run: Run) -> Result<()> {
    let status = store::status(&mut app.db.read().acquire().await?, &job.id).await?;
    let mut end = failed(&Problem::new(StatusCode::CONFLICT, "bulk.row-cancelled"), run.words)?;
    if status == Some(BulkStatus::Cancelled) {
        end = RowEnd { status: BulkRowStatus::Cancelled, problem: None, ..end };
    }
    rows::end(&app.db, &job.id, row, end).await
}

fn failed(problem: &Problem, words: i64) -> Result<RowEnd> {
    let problem = Some(serde_json::to_string(problem)?);
    Ok(RowEnd { status: BulkRowStatus::Failed, words, document_id: None, problem })
}

/// The job pauses by itself and says why.
async fn halt(app: &App, job: &Job, problem: &Problem) -> Result<()> {
    let mut tx = app.db.write_for(&job.account_id).await?;
    if !store::turn(&mut tx, &job.id, &[BulkStatus::Running], BulkStatus::Paused, Some(problem)).await? {
        return Ok(());
    }
    news::paused(app, &mut tx, job, problem).await?;
    news::changed(app, &mut tx, &job.account_id, &job.id);
    tx.commit().await?;
    Ok(())
}
