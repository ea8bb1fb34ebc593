//! Background jobs: durable, and executed at least once by any process that shares the database.
//!
//! - A job is enqueued in the transaction that causes it: both are committed, or neither.
//! - A worker claims a job by incrementing its `attempt`. That number is the fence: [`Running::hold`] and
//!   [`Running::complete`] fail for a worker that has lost the job, so the effects of a handler that calls them in its
//!   transaction happen once.
//! - The lease belongs to the process, see `process.rs`: the jobs of a dead process are ready again when its lease has
//!   expired.
//! - A lane limits the number of its jobs that run concurrently in a process, so that a slow kind delays no other lane.
//!   Within a lane accounts take turns.
//! - A failed attempt is retried with growing pauses. A job that fails too often stays until an administrator retries
//!   or drops it.

mod engine;
mod schedule;
mod store;
pub mod wakes;

use std::fmt::Display;

use super::app::App;
use super::clock::Timestamp;
use super::db::{self, Conn};
use super::error::{Problem, Result, refuse_if};
use crate::libraries::*;

pub use engine::start;
pub use schedule::Schedule;
pub use store::{Filter, JobRow, JobSort, JobStatus, LaneCount, drop_job, lanes, list};

/// A kind of background job. The value is its payload, stored as JSON: ids rather than contents.
pub trait Job: Serialize + DeserializeOwned + Send + 'static {
    /// `slice.verb`; stored with each job.
    const NAME: &'static str;
    const LANE: Lane;
    const RETRY: Retry = Retry::DEFAULT;

    /// Does the work. It may run again after it has succeeded, unless it calls [`Running::complete`] in its transaction.
    fn run(self, running: &Running) -> impl Future<Output = Result<Next>> + Send;
}

/// A group of kinds that share slots. Kinds of the same lane must agree on the number of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    pub name: &'static str,
    /// Jobs that run concurrently in one process.
    pub places: usize,
}

impl Lane {
    /// Periodic work of the server.
    pub const UPKEEP: Self = Self { name: "upkeep", places: 2 };
}

/// What happens after a failed attempt.
#[derive(Debug, Clone, Copy)]
pub struct Retry {
    /// Consecutive attempts that may fail. The pauses between them double.
    pub attempts: i64,
    pub first_pause: Duration,
    pub longest_pause: Duration,
}

impl Retry {
    pub const DEFAULT: Self =
        Self { attempts: 12, first_pause: Duration::from_secs(2), longest_pause: Duration::from_secs(3600) };

    /// The pause after this number of consecutive failures.
    pub fn pause(&self, failures: i64) -> Duration {
        let doublings = failures.saturating_sub(1).clamp(0, 20);
        self.first_pause.saturating_mul(1_u32 << doublings).min(self.longest_pause)
    }
}

/// What happens to a job after a successful attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It is done; a scheduled kind waits for its next time.
    Done,
    /// It runs again at this time.
    At(Timestamp),
    /// The server stops: it runs again on the next start.
    Stopped,
}

/// A kind of job as the engine knows it; see [`Kind::of`].
#[derive(Clone, Copy)]
pub struct Kind {
    name: &'static str,
    lane: Lane,
    retry: Retry,
    schedule: Option<Schedule>,
    run: Run,
}

#[derive(Clone, Copy)]
enum Run {
    Job(fn(Running, String) -> BoxFuture<'static, Result<Next>>),
    Periodic(fn(App) -> BoxFuture<'static, Result<()>>),
}

impl Kind {
    pub const fn of<J: Job>() -> Self {
        Self { name: J::NAME, lane: J::LANE, retry: J::RETRY, schedule: None, run: Run::Job(run::<J>) }
    }

    /// Work that the server does at certain times, once in all processes together.
    pub const fn periodic(
        name: &'static str,
        schedule: Schedule,
        run: fn(App) -> BoxFuture<'static, Result<()>>,
    ) -> Self {
        Self {
            name,
            lane: Lane::UPKEEP,
            retry: Retry::DEFAULT,
            schedule: Some(schedule),
            run: Run::Periodic(run),
        }
    }

    /// Whether this number of consecutive failures is too high. A periodic kind never stops.
    fn gives_up(&self, failures: i64) -> bool {
        failures >= self.retry.attempts && self.schedule.is_none()
    }

    async fn run(&self, running: Running, payload: String) -> Result<Next> {
        match self.run {
            Run::Job(run) => run(running, payload).await,
            Run::Periodic(run) => run(running.app).await.map(|()| Next::Done),
        }
    }
}

fn run<J: Job>(running: Running, payload: String) -> BoxFuture<'static, Result<Next>> {
    Box::pin(async move { serde_json::from_str::<J>(&payload)?.run(&running).await })
}

/// A job to enqueue.
pub struct Enqueue<'a, J> {
    payload: String,
    key: Option<String>,
    account: &'a str,
    due: Option<Timestamp>,
    kind: PhantomData<fn() -> J>,
}

impl<'a, J: Job> Enqueue<'a, J> {
    pub fn new(job: &J) -> Result<Self> {
        let payload = serde_json::to_string(job)?;
        Ok(Self { payload, key: None, account: "", due: None, kind: PhantomData })
    }

    /// At most one job of its kind has this key. Enqueueing it again while one waits changes only its due time; while one
    /// runs, it runs once more afterwards.
    pub fn key(mut self, key: impl Display) -> Self {
        self.key = Some(key.to_string());
        self
    }

    /// The account for which it takes a turn.
    pub fn account(mut self, account: &'a str) -> Self {
        self.account = account;
        self
    }

    /// The earliest time at which it runs.
    pub fn due(mut self, due: Timestamp) -> Self {
        self.due = Some(due);
        self
    }

    /// Stores the job in the caller's transaction; a worker is woken after its commit.
    pub async fn put(self, app: &App, conn: &mut Conn) -> Result<()> {
        put_all(app, conn, vec![self]).await
    }
}

/// Stores many jobs of a kind, some hundred per statement.
pub async fn put_all<J: Job>(app: &App, conn: &mut Conn, new: Vec<Enqueue<'_, J>>) -> Result<()> {
    let now = Timestamp::now();
    let ready = new.iter().any(|job| job.due.is_none_or(|due| due <= now));
    let rows = new.into_iter().map(|job| store::NewRow {
        id: db::new_id(),
        kind: J::NAME,
        lane: J::LANE.name,
        key: job.key,
        account: job.account,
        payload: job.payload,
        due: job.due.unwrap_or(now),
        is_ready: job.due.is_none_or(|due| due <= now),
    });
    store::insert(conn, &rows.collect::<Vec<_>>(), now).await?;
    let jobs = app.jobs.clone();
    conn.after_commit(move || jobs.wake(J::LANE.name, ready));
    Ok(())
}

/// Makes a failed or scheduled job ready. Returns its kind.
///
/// Errors: 404 if there is no such job, 409 if it is running.
pub async fn retry(app: &App, conn: &mut Conn, id: &str) -> Result<String> {
    let (kind, lane) = store::retry(conn, id).await?;
    let jobs = app.jobs.clone();
    conn.after_commit(move || jobs.wake(&lane, true));
    Ok(kind)
}

/// A job that a worker of this process runs.
pub struct Running {
    pub app: App,
    pub id: String,
    pub attempt: i64,
    /// Failed attempts before this one.
    pub failures: i64,
    /// Cancelled when an administrator drops the job, or the server stops.
    pub cancel: CancellationToken,
}

impl Running {
    /// Refuses a worker that has lost the job. Call it in the transaction with the job's effects.
    pub async fn hold(&self, tx: &mut Conn) -> Result<()> {
        refuse_if(!store::hold(tx, &self.id, self.attempt).await?, || self.lost())
    }

    /// Ends the job in the transaction with its effects: they happen once. Refuses a worker that has lost the job.
    pub async fn complete(&self, tx: &mut Conn) -> Result<()> {
        refuse_if(!store::complete(tx, &self.id, self.attempt).await?, || self.lost())
    }

    /// Stores the progress of the job.
    pub async fn progress(&self, done: i64, total: i64) -> Result<()> {
        let mut conn = self.app.db.write_alone().await?;
        store::note_progress(&mut conn, &self.id, self.attempt, done, total).await
    }

    fn lost(&self) -> Problem {
        Problem::internal(anyhow::anyhow!("another worker has the job {}", self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let retry =
            Retry { attempts: 5, first_pause: Duration::from_secs(1), longest_pause: Duration::from_secs(5) };
        let pauses: Vec<_> = (0..6).map(|failures| retry.pause(failures).as_secs()).collect();
        assert_eq!(pauses, [1, 1, 2, 4, 5, 5]);
        assert_eq!(retry.pause(i64::MAX).as_secs(), 5);
    }
}
