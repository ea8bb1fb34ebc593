//! The workers of this process.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::store::{self, Claimed, End};
use super::wakes::Wakes;
use super::{Kind, Lane, Next, Running, Schedule};
use crate::app::App;
use crate::clock::{DAY_MS, Timestamp};
use crate::error::{Problem, Result};
use crate::libraries::*;
use crate::process::Process;

/// How often to look for jobs of other processes.
const LOOK: Duration = Duration::from_secs(1);
/// Jobs that a lane claims at once.
const BATCH: usize = 256;
/// Ended attempts that are stored at once.
const ENDS: usize = 512;
/// How long failed jobs are kept.
const KEPT_MS: i64 = 30 * DAY_MS;
/// Characters of a stored error.
const MOST_REASON: usize = 1000;
/// How often the gauges are set and old failures are deleted.
const UPKEEP: Duration = Duration::from_secs(15);

/// The cause of a problem, for administrators.
fn reason(problem: &Problem) -> String {
    let reason = problem.cause().map_or_else(|| problem.to_string(), |cause| format!("{cause:#}"));
    reason.chars().take(MOST_REASON).collect()
}

/// The workers of all lanes of this process.
#[derive(Clone)]
struct Engine(Arc<Inner>);

struct Inner {
    app: App,
    kinds: HashMap<&'static str, Kind>,
    wakes: Arc<Wakes>,
    running: Mutex<HashMap<String, CancellationToken>>,
}

/// An attempt that has ended.
type Ended = (String, i64, End);

/// Starts the workers for these kinds. They stop with the server.
pub async fn start(app: &App, kinds: impl IntoIterator<Item = Kind>) -> anyhow::Result<()> {
    let kinds: HashMap<_, _> = kinds.into_iter().map(|kind| (kind.name, kind)).collect();
    let mut lanes: Vec<Lane> = Vec::new();
    for kind in kinds.values() {
        match lanes.iter().find(|lane| lane.name == kind.lane.name) {
            Some(lane) => anyhow::ensure!(*lane == kind.lane, "the lane {} has two sizes", lane.name),
            None => lanes.push(kind.lane),
        }
    }
    let wakes = Arc::new(Wakes {
        lanes: lanes.iter().map(|lane| (lane.name, Arc::new(Notify::new()))).collect(),
        schedule: Notify::new(),
    });
    anyhow::ensure!(app.jobs.0.set(wakes.clone()).is_ok(), "the workers were started before");
    let engine = Engine(Arc::new(Inner { app: app.clone(), kinds, wakes, running: Mutex::default() }));
    engine.recover().await?;
    engine.schedule().await?;
    let (ends, ended) = mpsc::unbounded_channel();
    app.tasks.spawn(engine.clone().store_ends(ended));
    for lane in lanes {
        app.tasks.spawn(engine.clone().work(lane, ends.clone()));
    }
    app.tasks.spawn(engine.clone().look());
    app.tasks.spawn(engine.upkeep());
    Ok(())
}

impl Engine {
    /// Waits, or returns false when the server stops.
    async fn sleep(&self, pause: Duration) -> bool {
        self.0.app.stop.run_until_cancelled(tokio::time::sleep(pause)).await.is_some()
    }

    /// Gives each scheduled kind its row.
    async fn schedule(&self) -> Result<()> {
        let mut conn = self.0.app.db.write_alone().await?;
        for kind in self.0.kinds.values() {
            let Some(schedule) = kind.schedule else { continue };
            let first = schedule.first(Timestamp::now());
            let is_sooner = matches!(schedule, Schedule::Every(_));
            store::schedule(&mut conn, kind.name, kind.lane.name, first, is_sooner).await?;
        }
        Ok(())
    }

    /// Claims jobs of a lane as slots become free.
    async fn work(self, lane: Lane, ends: mpsc::UnboundedSender<Ended>) {
        let app = &self.0.app;
        let Some(woken) = self.0.wakes.lanes.get(lane.name) else { return };
        let places = Arc::new(Semaphore::new(lane.places.max(1)));
        while let Some(Ok(place)) = app.stop.run_until_cancelled(places.clone().acquire_owned()).await {
            let mut free = vec![place];
            while free.len() < BATCH
                && let Ok(place) = places.clone().try_acquire_owned()
            {
                free.push(place);
            }
            match self.claim(lane, free.len()).await {
                Ok(claimed) if claimed.is_empty() => {
                    drop(free);
                    app.stop.run_until_cancelled(woken.notified()).await;
                }
                Ok(claimed) => {
                    claimed.into_iter().zip(free).for_each(|(job, place)| self.begin(job, place, &ends))
                }
                Err(problem) => {
                    tracing::warn!(%problem, lane = lane.name, "jobs could not be claimed");
                    drop(free);
                    self.sleep(LOOK).await;
                }
            }
        }
    }

    async fn claim(&self, lane: Lane, most: usize) -> Result<Vec<Claimed>> {
        let app = &self.0.app;
        let mut tx = app.db.write_rows().await?;
        let claimed = store::claim(&mut tx, lane.name, app.process.id(), most, Timestamp::now()).await?;
        tx.commit().await?;
        Ok(claimed)
    }

    fn begin(&self, job: Claimed, place: OwnedSemaphorePermit, ends: &mpsc::UnboundedSender<Ended>) {
        let (engine, ends) = (self.clone(), ends.clone());
        let cancel = self.0.app.stop.child_token();
        self.running().insert(job.id.clone(), cancel.clone());
        self.0.app.tasks.spawn(async move {
            let (id, attempt) = (job.id.clone(), job.attempt);
            let end = engine.run(job, cancel).await;
            engine.running().remove(&id);
            // The receiver outlives every sender.
            let _ = ends.send((id, attempt, end));
            drop(place);
        });
    }

    /// Runs an attempt to its end.
    async fn run(&self, job: Claimed, cancel: CancellationToken) -> End {
        let app = &self.0.app;
        let Some(kind) = self.0.kinds.get(job.kind.as_str()).copied() else {
            // A server of another version put it into this lane.
            return End::At(Timestamp::now().plus_ms(DAY_MS / 24));
        };
        let waited = Timestamp::now().0.saturating_sub(job.due_at.0).max(0);
        metrics::histogram!("sitewright_job_wait_seconds", "lane" => kind.lane.name)
            .record(waited as f64 / 1000.0);
        let begun = Instant::now();
        let (id, failures) = (job.id.clone(), job.failures);
        let running =
            Running { app: app.clone(), id: job.id, attempt: job.attempt, failures, cancel: cancel.clone() };
        let ended = AssertUnwindSafe(kind.run(running, job.payload)).catch_unwind().await;
        metrics::histogram!("sitewright_job_seconds", "kind" => kind.name)
            .record(begun.elapsed().as_secs_f64());
        let was_dropped = cancel.is_cancelled() && !app.stop.is_cancelled();
        let result = match ended {
            Ok(Ok(next)) => Ok(next),
            Ok(Err(problem)) => Err(reason(&problem)),
            Err(_) => Err("the handler panicked".to_owned()),
        };
        let now = Timestamp::now();
        let (outcome, end) = match result {
            _ if was_dropped => ("dropped", self.over(kind, now)),
            Ok(Next::Done) => ("done", self.over(kind, now)),
            Ok(Next::At(due)) => ("done", End::At(due)),
            Ok(Next::Stopped) => ("stopped", End::At(now)),
            // The server stops, so what the handler needed may have been closed.
            Err(_) if app.stop.is_cancelled() => ("stopped", End::At(now)),
            Err(error) => {
                tracing::warn!(kind = kind.name, job = id, failures = failures + 1, error, "a job failed");
                ("failed", self.failed(kind, failures, error))
            }
        };
        metrics::counter!("sitewright_jobs_total", "kind" => kind.name, "outcome" => outcome).increment(1);
        end
    }

    /// The end of a successful attempt: a scheduled job waits for its next time.
    fn over(&self, kind: Kind, now: Timestamp) -> End {
        kind.schedule.map_or(End::Done, |schedule| End::At(schedule.after(now)))
    }

    fn failed(&self, kind: Kind, failures: i64, error: String) -> End {
        let pause = i64::try_from(kind.retry.pause(failures + 1).as_millis()).unwrap_or(i64::MAX);
        End::Failed { error, next: (!kind.gives_up(failures + 1)).then(|| Timestamp::now().plus_ms(pause)) }
    }

    /// Stores the ends of attempts, many in one transaction.
    async fn store_ends(self, mut ended: mpsc::UnboundedReceiver<Ended>) {
        let mut ends = Vec::new();
        while ended.recv_many(&mut ends, ENDS).await > 0 {
            while let Err(problem) = self.finish(&ends).await {
                tracing::warn!(%problem, "the ends of jobs could not be stored");
                if !self.sleep(LOOK).await {
                    // They stay running, and are taken over after this process has ended.
                    break;
                }
            }
            if ends.iter().any(|(_, _, end)| !matches!(end, End::Done)) {
                self.0.wakes.schedule.notify_one();
            }
            ends.clear();
        }
    }

    async fn finish(&self, ends: &[Ended]) -> Result<()> {
        let mut tx = self.0.app.db.write_rows().await?;
        store::finish(&mut tx, ends).await?;
        Ok(tx.commit().await?)
    }

    /// Makes due jobs ready, and wakes their lanes.
    async fn look(self) {
        let mut recovered = Instant::now();
        loop {
            if recovered.elapsed() >= self.0.app.process.pause() {
                recovered = Instant::now();
                if let Err(problem) = self.recover().await {
                    tracing::warn!(%problem, "jobs of dead processes could not be taken over");
                }
            }
            let pause = match self.look_once().await {
                Ok(pause) => pause,
                Err(problem) => {
                    tracing::warn!(%problem, "due jobs could not be found");
                    LOOK
                }
            };
            let woken = tokio::time::timeout(pause, self.0.wakes.schedule.notified());
            if self.0.app.stop.run_until_cancelled(woken).await.is_none() {
                return;
            }
        }
    }

    async fn look_once(&self) -> Result<Duration> {
        let app = &self.0.app;
        let mut conn = app.db.read().acquire().await?;
        let now = Timestamp::now();
        let mut next = store::next_due(&mut conn).await?;
        if next.is_some_and(|due| due <= now) {
            store::make_ready(&mut app.db.write_alone().await?, now).await?;
            next = store::next_due(&mut conn).await?;
        }
        for lane in store::ready_lanes(&mut conn).await? {
            if let Some(lane) = self.0.wakes.lanes.get(lane.as_str()) {
                lane.notify_one();
            }
        }
        if !self.running().is_empty() {
            for id in store::cancelled(&mut conn, app.process.id()).await? {
                if let Some(cancel) = self.running().get(&id) {
                    cancel.cancel();
                }
            }
        }
        let pause = next.map_or(LOOK, |due| Duration::from_millis(u64::try_from(due.0 - now.0).unwrap_or(0)));
        Ok(pause.clamp(Duration::from_millis(1), LOOK))
    }

    /// Takes over the jobs of dead processes. A death counts as a failure: the job may be its cause.
    async fn recover(&self) -> Result<()> {
        let app = &self.0.app;
        let process: &Process = &app.process;
        if store::left(&mut app.db.read().acquire().await?, process).await?.is_empty() {
            return Ok(());
        }
        let mut tx = app.db.write_rows().await?;
        let left = store::left(&mut tx, process).await?;
        let ends = left.into_iter().map(|job| {
            let kind = self.0.kinds.get(job.kind.as_str());
            let gives_up = kind.is_some_and(|kind| kind.gives_up(job.failures + 1));
            let error = "the server was killed while the job ran".to_owned();
            (job.id, job.attempt, End::Failed { error, next: (!gives_up).then(Timestamp::now) })
        });
        store::finish(&mut tx, &ends.collect::<Vec<_>>()).await?;
        Ok(tx.commit().await?)
    }

    /// Sets the gauges and deletes old failures.
    async fn upkeep(self) {
        loop {
            if let Err(problem) = self.upkeep_once().await {
                tracing::warn!(%problem, "the lanes could not be counted");
            }
            if !self.sleep(UPKEEP).await {
                return;
            }
        }
    }

    async fn upkeep_once(&self) -> Result<()> {
        let app = &self.0.app;
        let counts = store::lanes(&mut app.db.read().acquire().await?).await?;
        let lanes: std::collections::HashSet<_> = self.0.kinds.values().map(|kind| kind.lane.name).collect();
        for lane in lanes {
            for (status, name) in [
                (store::JobStatus::Scheduled, "scheduled"),
                (store::JobStatus::Ready, "ready"),
                (store::JobStatus::Running, "running"),
                (store::JobStatus::Failed, "failed"),
            ] {
                let count = counts.iter().find(|count| count.lane == lane && count.status == status);
                let jobs = count.map_or(0, |count| count.jobs);
                metrics::gauge!("sitewright_jobs", "lane" => lane, "status" => name).set(jobs as f64);
            }
        }
        if counts.iter().any(|count| count.status == store::JobStatus::Failed) {
            let before = Timestamp::now().plus_ms(-KEPT_MS);
            store::forget_failed(&mut app.db.write_alone().await?, before).await?;
        }
        Ok(())
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
