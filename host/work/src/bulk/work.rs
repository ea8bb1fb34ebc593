//! Executes bulk jobs: claims rows one by one, starts their runs, and stores how they ended.

use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

use super::made::{self, Made};
use super::rows::{self, Claim, RowEnd};
use super::{BulkRowStatus, BulkStatus, Job, news, store};
use crate::catalogue::tools::Tools;
use crate::platform::jobs::{self, Enqueue, Lane, Next, Retry, Running};
use crate::platform::prelude::*;
use crate::runs::{self, Run, RunStatus, Runs, StartedRun, SystemRun};

/// Consecutive rows that fail for an external reason before the job pauses, because the rest would fail as well.
const MOST_MISHAPS: u32 = 10;
/// Pause after an internal error.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Limits running rows: a few per account, and never more than half of all instances, so that interactive runs find
/// one free.
pub(super) struct Slots {
    all: Arc<Semaphore>,
    per_account: usize,
    accounts: Mutex<HashMap<String, Arc<Semaphore>>>,
}

/// A row's permits; released when dropped.
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

    /// The semaphore of an account. Those of idle accounts are removed.
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

    /// Waits for a slot. `None` if the semaphores are closed, which does not happen.
    async fn take(&self, account: &Arc<Semaphore>) -> Option<Place> {
        let of_account = account.clone().acquire_owned().await.ok()?;
        let of_all = self.all.clone().acquire_owned().await.ok()?;
        Some((of_account, of_all))
    }
}

/// Runs a bulk job until no row waits or runs.
#[derive(Serialize, Deserialize)]
pub(super) struct FeedBulk {
    bulk: String,
}

impl FeedBulk {
    /// Enqueues the execution of a running bulk job.
    pub(super) async fn enqueue(app: &App, tx: &mut Conn, job: &Job) -> Result<()> {
        let feed = Enqueue::new(&Self { bulk: job.id.clone() })?;
        feed.key(&job.id).account(&job.account_id).put(app, tx).await
    }
}

impl jobs::Job for FeedBulk {
    const NAME: &'static str = "bulk.feed";
    /// The [`Slots`] limit running rows; a feeder that waits for them needs almost nothing.
    const LANE: Lane = Lane { name: "bulk", places: 10_000 };
    const RETRY: Retry =
        Retry { attempts: i64::MAX, first_pause: TRY_AGAIN, longest_pause: Duration::from_secs(60) };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let Some(job) = store::load(&app.db, &self.bulk).await? else { return Ok(Next::Done) };
        if job.status == BulkStatus::Running {
            // Rows of a dead worker; each finds its run.
            rows::give_all_back(&app.db, &job.id).await?;
            work(app, &Arc::new(job)).await;
        } else {
            follow_left(app, &Arc::new(job)).await?;
        }
        Ok(if app.stop.is_cancelled() { Next::Stopped } else { Next::Done })
    }
}

/// Waits for rows that were running when the worker died, in a job that does not run any more.
async fn follow_left(app: &App, job: &Arc<Job>) -> Result<()> {
    let mut at_work = JoinSet::new();
    for row in rows::claimed(&app.db, &job.id).await? {
        let Some(begun) = runs::find_begun(app, &job.account_id, &job.system_run(&row)).await? else {
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

/// Cancels the run of a row.
pub(super) async fn cancel_run(app: &App, account: &str, id: &str) {
    if let Err(problem) = app.part::<Runs>().cancel(account, id).await {
        tracing::error!(run = id, %problem, "a run of a bulk job could not be cancelled");
    }
}

/// Starts rows as slots become free, until none is left or the job does not run any more.
async fn work(app: &App, job: &Arc<Job>) {
    let slots = app.part::<Slots>();
    let account = slots.of_account(&job.account_id);
    let mut at_work = JoinSet::new();
    loop {
        let mishaps = Arc::new(AtomicU32::new(0));
        while let Some(Some(place)) = app.stop.run_until_cancelled(slots.take(&account)).await {
            // Storing the pause takes a moment, and no more rows should fail meanwhile.
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
                    tracing::error!(job = job.id, %problem, "no row could be claimed");
                    tokio::time::sleep(TRY_AGAIN).await;
                }
            }
            while at_work.try_join_next().is_some() {}
        }
        // A paused job may be resumed before its running rows have ended.
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

/// Whether rows still wait, such as those returned to the queue meanwhile.
async fn conclude(app: &App, job: &Job) -> bool {
    match store::conclude(app, job).await {
        Ok(waits) => waits,
        Err(problem) => {
            tracing::error!(job = job.id, %problem, "the end of a bulk job could not be stored");
            tokio::time::sleep(TRY_AGAIN).await;
            true
        }
    }
}

/// A row whose end could not be written stays running until the next start repairs it.
fn note(attended: Result<()>, job: &Job, row: &Claim) {
    if let Err(problem) = attended {
        tracing::error!(job = job.id, row = row.number, %problem, "the end of a row could not be stored");
    }
}

async fn attend(app: &App, job: &Job, row: &Claim, mishaps: &AtomicU32) -> Result<()> {
    let name = job.system_run(row);
    let system_run = SystemRun {
        account: &job.account_id,
        project: job.project_id,
        locale: job.language,
        tool: &job.tool,
        key: row.key_id.as_deref(),
        name: &name,
    };
    match runs::begin(app, system_run, serde_json::from_str(&row.input)?).await {
        Ok(begun) => follow(app, job, row, begun, mishaps).await,
        Err(problem) => refused(app, job, row, problem).await,
    }
}

/// The run was not admitted: fails this row, waits, or pauses the whole job.
async fn refused(app: &App, job: &Job, row: &Claim, problem: Problem) -> Result<()> {
    if app.stop.is_cancelled() {
        return Ok(());
    }
    match problem.status() {
        // The tool was updated, and the input is not valid any more.
        StatusCode::UNPROCESSABLE_ENTITY => end(app, job, row, failed(&problem, 0)?).await,
        StatusCode::TOO_MANY_REQUESTS => {
            rows::give_back(&app.db, &job.id, row, false).await?;
            let pause = problem.retry_after_seconds().map_or(TRY_AGAIN, Duration::from_secs);
            // Keeps the slot, so that no other row gets the same refusal meanwhile.
            app.stop.run_until_cancelled(tokio::time::sleep(pause)).await;
            Ok(())
        }
        _ => {
            rows::give_back(&app.db, &job.id, row, false).await?;
            halt(app, job, row, &problem).await
        }
    }
}

/// Waits for the end of a row's run and stores it.
async fn follow(app: &App, job: &Job, row: &Claim, begun: StartedRun, mishaps: &AtomicU32) -> Result<()> {
    let status = rows::note_run(&app.db, &job.id, row, begun.id()).await?;
    if matches!(status, None | Some(BulkStatus::Cancelled)) {
        cancel_run(app, &job.account_id, begun.id()).await;
    }
    // A stopping server leaves the row for the next start.
    let Some(run) = app.stop.run_until_cancelled(begun.end(app)).await else { return Ok(()) };
    let run = run?;
    match run.status {
        RunStatus::Succeeded => {
            mishaps.store(0, Ordering::Relaxed);
            let outcome = Made { outcome: run.outcome, drafted: run.drafted };
            let end = RowEnd {
                status: BulkRowStatus::Succeeded,
                words: run.words,
                document_id: run.document_id,
                problem: None,
            };
            match &job.origin {
                None => self::end(app, job, row, end).await,
                Some(origin) => made::end(app, job, origin, row, &outcome, end).await,
            }
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
    // A limit of a single run: the same row would reach it again.
    let of_run = problem.code().starts_with("run.");
    if problem.status() == StatusCode::PAYMENT_REQUIRED && run.words == 0 && !of_run {
        // Not the row's fault: it waits for words, and then for a new run.
        rows::give_back(&app.db, &job.id, row, true).await?;
        return halt(app, job, row, &problem).await;
    }
    end(app, job, row, failed(&problem, run.words)?).await?;
    // The model is not available, or the tool needs one and there is none.
    let is_mishap = matches!(problem.status(), StatusCode::BAD_GATEWAY | StatusCode::CONFLICT);
    if !is_mishap {
        mishaps.store(0, Ordering::Relaxed);
    } else if mishaps.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_MISHAPS {
        return halt(app, job, row, &problem).await;
    }
    Ok(())
}

/// A user cancelled the job, or just this run.
async fn run_cancelled(app: &App, job: &Job, row: &Claim, run: Run) -> Result<()> {
    let status = store::status(&mut app.db.read().acquire().await?, &job.id).await?;
    let mut end = failed(&Problem::conflict("bulk.row-cancelled"), run.words)?;
    if status == Some(BulkStatus::Cancelled) {
        end = RowEnd { status: BulkRowStatus::Cancelled, problem: None, ..end };
    }
    self::end(app, job, row, end).await
}

async fn end(app: &App, job: &Job, row: &Claim, end: RowEnd) -> Result<()> {
    rows::end(&mut app.db.write_alone().await?, &job.id, row, end).await.map(drop)
}

fn failed(problem: &Problem, words: i64) -> Result<RowEnd> {
    let problem = Some(serde_json::to_string(problem)?);
    Ok(RowEnd { status: BulkRowStatus::Failed, words, document_id: None, problem })
}

/// Pauses the job automatically, with the reason why a row has no run, unless it runs for another key by now: a user may
/// resume what a key could not pay for while the refusals of other rows are still being stored. The comparison is in the
/// transaction of the pause, since resuming waits for it.
async fn halt(app: &App, job: &Job, row: &Claim, problem: &Problem) -> Result<()> {
    let mut tx = app.db.write_for(&job.account_id).await?;
    if store::key(&mut tx, &job.id).await? != row.key_id {
        return Ok(());
    }
    if !store::turn(&mut tx, &job.id, &[BulkStatus::Running], BulkStatus::Paused, Some(problem)).await? {
        return Ok(());
    }
    news::paused(app, &mut tx, job, problem).await?;
    news::changed(app, &mut tx, &job.account_id, &job.id);
    Ok(tx.commit().await?)
}
