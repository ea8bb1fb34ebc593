//! Background jobs: enqueued in a transaction, run at least once, by one worker at a time.

mod crash;

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use sitewright::platform::db::Conn;
use sitewright::platform::error::{Problem, Result};
use sitewright::platform::jobs::{
    self, Enqueue, Filter, Job, JobRow, JobStatus, Kind, Lane, Next, Retry, Running, Schedule,
};
use sitewright::platform::page::Page;
use tokio::sync::mpsc;

use crate::prelude::*;
use crate::util::store::on_postgres;

/// A handler's report to its test: the number of its job, and the attempt.
type Report = (u64, i64);

static TESTS: LazyLock<Mutex<HashMap<u64, mpsc::UnboundedSender<Report>>>> = LazyLock::new(Mutex::default);

/// The behaviour of a handler.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Act {
    Succeed,
    Fail,
    Panic,
    /// Waits until it is cancelled.
    Wait,
    /// Writes an effect and ends in the same transaction, after another worker has claimed the job.
    Lose,
    /// Enqueues a job with its own key.
    Repeat,
    /// The same in a transaction that is committed while this attempt ends.
    Overtake,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Probe {
    test: u64,
    number: u64,
    act: Act,
}

impl Probe {
    async fn act(self, running: &Running) -> Result<Next> {
        let report = TESTS.lock().expect("no panic").get(&self.test).cloned().expect("the test goes on");
        // The test may have ended.
        let _ = report.send((self.number, running.attempt));
        let app = &running.app;
        match self.act {
            Act::Succeed => {}
            Act::Fail => return Err(Problem::internal(anyhow::anyhow!("it fails"))),
            Act::Panic => panic!("it panics"),
            Act::Wait => running.cancel.cancelled().await,
            Act::Lose => {
                let mut tx = app.db.write().await?;
                execute(&mut tx, "UPDATE jobs SET attempt = attempt + 1").await;
                tx.commit().await?;
                let mut tx = app.db.write().await?;
                execute(&mut tx, "INSERT INTO effects (number) VALUES (1)").await;
                running.complete(&mut tx).await?;
                tx.commit().await?;
            }
            Act::Repeat if running.attempt == 1 => {
                let mut tx = app.db.write().await?;
                Enqueue::new(&Quick(self))?.key("repeat").put(app, &mut tx).await?;
                tx.commit().await?;
            }
            Act::Overtake if running.attempt == 1 => {
                let mut enqueuing = app.db.write_for("overtaking").await?;
                Enqueue::new(&Quick(self))?.key("overtake").put(app, &mut enqueuing).await?;
                let app = app.clone();
                tokio::spawn(async move {
                    a_lock_is_awaited(&app).await;
                    enqueuing.commit().await.expect("committed");
                });
            }
            Act::Repeat | Act::Overtake => {}
        }
        Ok(if app.stop.is_cancelled() { Next::Stopped } else { Next::Done })
    }
}

/// Waits until a statement waits for a row that another transaction has changed. SQLite has one writer at a time.
async fn a_lock_is_awaited(app: &App) {
    if !on_postgres() {
        return;
    }
    let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
    let mut ticks = tokio::time::interval(Duration::from_millis(5));
    let is_awaited = async {
        while !db::query_scalar::<bool>(waits).fetch_one(app.db.read()).await.expect("a state") {
            ticks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), is_awaited)
        .await
        .expect("the end waits for the other transaction");
}

const RETRY: Retry =
    Retry { attempts: 3, first_pause: Duration::from_millis(1), longest_pause: Duration::from_millis(2) };

macro_rules! kinds {
    ($($kind:ident $name:literal $places:literal),*) => {$(
        #[derive(Debug, Clone, Copy, Serialize, Deserialize)]
        struct $kind(Probe);

        impl Job for $kind {
            const NAME: &'static str = concat!("test.", $name);
            const LANE: Lane = Lane { name: $name, places: $places };
            const RETRY: Retry = RETRY;

            async fn run(self, running: &Running) -> Result<Next> {
                self.0.act(running).await
            }
        }
    )*};
}

kinds!(Quick "quick" 4, Slow "slow" 2, Single "single" 1);

/// An application with workers, and the reports of their handlers.
struct World {
    app: App,
    test: u64,
    reports: mpsc::UnboundedReceiver<Report>,
    data: Store,
}

impl World {
    async fn start() -> Self {
        let world = Self::asleep().await;
        world.wake().await;
        world
    }

    /// Without workers.
    async fn asleep() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let data = Store::new();
        let app = sitewright::open_quietly(config(&data)).await.expect("the application opens");
        app.process.live(app.stop.clone(), &app.tasks).await.expect("it is known");
        let (report, reports) = mpsc::unbounded_channel();
        let test = NEXT.fetch_add(1, Ordering::Relaxed);
        TESTS.lock().expect("no panic").insert(test, report);
        let mut conn = app.db.write_alone().await.expect("a connection");
        execute(&mut conn, "CREATE TABLE effects (number BIGINT)").await;
        drop(conn);
        Self { app, test, reports, data }
    }

    async fn wake(&self) {
        let kinds = [Kind::of::<Quick>(), Kind::of::<Slow>(), Kind::of::<Single>()];
        jobs::start(&self.app, kinds).await.expect("the workers start");
    }

    fn probe(&self, number: u64, act: Act) -> Probe {
        Probe { test: self.test, number, act }
    }

    async fn put<J: Job>(&self, job: Enqueue<'_, J>) {
        let mut tx = self.app.db.write().await.expect("a transaction");
        job.put(&self.app, &mut tx).await.expect("enqueued");
        tx.commit().await.expect("committed");
    }

    async fn quick(&self, number: u64, act: Act) {
        self.put(Enqueue::new(&Quick(self.probe(number, act))).expect("JSON")).await;
    }

    async fn next(&mut self) -> Report {
        let report = tokio::time::timeout(Duration::from_secs(30), self.reports.recv()).await;
        report.expect("a handler runs").expect("the channel is open")
    }

    async fn jobs(&self) -> Vec<JobRow> {
        let mut conn = self.app.db.read().acquire().await.expect("a connection");
        jobs::list(&mut conn, Filter::default(), Page { page: 1, per_page: 100 }).await.expect("a list").0
    }

    /// Waits until the jobs satisfy the condition.
    async fn until(&self, done: impl Fn(&[JobRow]) -> bool) -> Vec<JobRow> {
        eventually("the jobs are not as expected", async || Some(self.jobs().await).filter(|jobs| done(jobs)))
            .await
    }

    async fn stop(self) {
        self.app.close().await;
    }
}

fn config(data: &Store) -> Config {
    Config {
        data: data.path().join("data"),
        database_url: data.url.clone(),
        process_silence: Duration::from_secs(1),
        ..Config::default()
    }
}

async fn execute(conn: &mut Conn, sql: &'static str) {
    db::query(sql).execute(conn).await.expect("the statement runs");
}

#[app_test]
async fn a_job_is_committed_with_its_transaction(mut world: World) {
    let mut tx = world.app.db.write().await.expect("a transaction");
    let job = Quick(world.probe(1, Act::Succeed));
    Enqueue::new(&job).expect("JSON").put(&world.app, &mut tx).await.expect("enqueued");
    drop(tx);
    world.quick(2, Act::Succeed).await;
    assert_eq!(world.next().await, (2, 1));
    world.until(<[_]>::is_empty).await;
    assert!(world.reports.try_recv().is_err());
}

#[app_test(World::asleep())]
async fn effects_of_a_transaction_run_in_order_after_its_commit(world: World) {
    let (send, mut seen) = mpsc::unbounded_channel();
    let effect = |number: u32| {
        let send = send.clone();
        move || send.send(number).expect("the test listens")
    };
    let mut tx = world.app.db.write().await.expect("a transaction");
    tx.after_commit(effect(1));
    drop(tx);
    let mut tx = world.app.db.write().await.expect("a transaction");
    tx.after_commit(effect(2));
    tx.after_commit(effect(3));
    assert!(seen.try_recv().is_err());
    tx.commit().await.expect("committed");
    assert_eq!((seen.try_recv(), seen.try_recv()), (Ok(2), Ok(3)));
    world.app.db.write_alone().await.expect("a connection").after_commit(effect(4));
    assert_eq!(seen.try_recv(), Ok(4));
}

#[app_test]
async fn a_job_that_fails_too_often_waits_for_an_administrator(mut world: World) {
    for act in [Act::Fail, Act::Panic] {
        world.quick(7, act).await;
        for attempt in 1..=3 {
            assert_eq!(world.next().await, (7, attempt));
        }
        let jobs = world.until(|jobs| jobs.iter().any(|job| job.status == JobStatus::Failed)).await;
        let job = &jobs[0];
        assert_eq!((job.failures, job.kind.as_str()), (3, "test.quick"));
        let error = job.last_error.as_deref();
        assert_eq!(error, Some(if act == Act::Fail { "it fails" } else { "the handler panicked" }));
        // A retried job has all its attempts again.
        let mut tx = world.app.db.write().await.expect("a transaction");
        jobs::retry(&world.app, &mut tx, &job.id).await.expect("ready");
        tx.commit().await.expect("committed");
        for attempt in 4..=6 {
            assert_eq!(world.next().await, (7, attempt));
        }
        world.until(|jobs| jobs.iter().any(|job| job.status == JobStatus::Failed)).await;
        let mut conn = world.app.db.write_alone().await.expect("a connection");
        assert_eq!(jobs::drop_job(&mut conn, &job.id).await.expect("dropped"), "test.quick");
        drop(conn);
        assert!(world.jobs().await.is_empty());
    }
}

#[app_test(World::asleep())]
async fn a_key_is_unique_and_a_running_job_is_run_again(mut world: World) {
    for number in 1..=3 {
        world.put(Enqueue::new(&Quick(world.probe(number, Act::Succeed))).expect("JSON").key("one")).await;
    }
    assert_eq!(world.jobs().await.len(), 1);
    world.put(Enqueue::new(&Quick(world.probe(9, Act::Repeat))).expect("JSON").key("repeat")).await;
    world.wake().await;
    let mut reports = [world.next().await, world.next().await, world.next().await];
    reports.sort_unstable();
    assert_eq!(reports, [(3, 1), (9, 1), (9, 2)], "the last payload counts");
    world.until(<[_]>::is_empty).await;
}

#[app_test(World::start())]
async fn a_job_that_is_enqueued_while_it_ends_runs_again(mut world: World) {
    world.put(Enqueue::new(&Quick(world.probe(1, Act::Overtake))).expect("JSON").key("overtake")).await;
    assert_eq!([world.next().await, world.next().await], [(1, 1), (1, 2)]);
    world.until(<[_]>::is_empty).await;
}

#[app_test(World::asleep())]
async fn accounts_take_turns_in_a_lane(mut world: World) {
    let single = |number| Enqueue::new(&Single(world.probe(number, Act::Succeed))).expect("JSON");
    let many: Vec<_> = (0..50).map(|number| single(number).account("greedy")).collect();
    let mut tx = world.app.db.write().await.expect("a transaction");
    jobs::put_all(&world.app, &mut tx, many).await.expect("enqueued");
    for number in 100..103 {
        single(number).account("modest").put(&world.app, &mut tx).await.expect("enqueued");
    }
    tx.commit().await.expect("committed");
    world.wake().await;
    let mut order = Vec::new();
    for _ in 0..53 {
        order.push(world.next().await.0);
    }
    assert_eq!(order[..8], [0, 100, 1, 101, 2, 102, 3, 4]);
}

#[app_test]
async fn a_full_lane_delays_no_other(mut world: World) {
    for number in 0..5 {
        world.put(Enqueue::new(&Slow(world.probe(number, Act::Wait))).expect("JSON")).await;
    }
    let mut slow = [world.next().await.0, world.next().await.0];
    slow.sort_unstable();
    assert_eq!(slow, [0, 1], "as many as the lane has places");
    world.quick(10, Act::Succeed).await;
    assert_eq!(world.next().await, (10, 1));
    // Dropping a running job makes room for the next.
    let jobs =
        world.until(|jobs| jobs.iter().filter(|job| job.status == JobStatus::Running).count() == 2).await;
    let running = jobs.iter().find(|job| job.status == JobStatus::Running).expect("one runs");
    let mut conn = world.app.db.write_alone().await.expect("a connection");
    jobs::drop_job(&mut conn, &running.id).await.expect("cancelled");
    drop(conn);
    assert_eq!(world.next().await, (2, 1));
    world.until(|jobs| jobs.len() == 4).await;
}

#[app_test]
async fn a_worker_that_lost_its_lease_changes_nothing(mut world: World) {
    world.quick(1, Act::Lose).await;
    world.next().await;
    let stopped = world.app.clone();
    stopped.stop.cancel();
    stopped.tasks.close();
    stopped.tasks.wait().await;
    let effects: i64 = db::query_scalar("SELECT count(*) FROM effects")
        .fetch_one(world.app.db.read())
        .await
        .expect("a count");
    assert_eq!(effects, 0);
    let jobs = world.jobs().await;
    assert_eq!((jobs[0].status, jobs[0].attempt), (JobStatus::Running, 2), "it is the other worker's");
}

#[app_test]
async fn jobs_wait_for_their_time(mut world: World) {
    let soon = Timestamp::now().plus_ms(300);
    let late = Timestamp::now().plus_ms(3_600_000);
    world.put(Enqueue::new(&Quick(world.probe(1, Act::Succeed))).expect("JSON").due(late)).await;
    world.put(Enqueue::new(&Quick(world.probe(2, Act::Succeed))).expect("JSON").due(soon)).await;
    world.quick(3, Act::Succeed).await;
    let mut ran = [world.next().await, world.next().await];
    assert!(Timestamp::now() >= soon);
    // A slow machine may reach the time before it has stored the third.
    ran.sort_unstable();
    assert_eq!(ran, [(2, 1), (3, 1)]);
    let jobs = world.until(|jobs| jobs.len() == 1).await;
    assert_eq!((jobs[0].status, jobs[0].due_at), (JobStatus::Scheduled, late));
}

#[tokio::test]
async fn a_stopping_server_leaves_its_jobs_to_the_next() {
    let mut world = World::start().await;
    world.quick(1, Act::Wait).await;
    assert_eq!(world.next().await, (1, 1));
    let config = config(&world.data);
    world.app.clone().close().await;
    let app = sitewright::open_quietly(config).await.expect("the application opens");
    app.process.live(app.stop.clone(), &app.tasks).await.expect("it is known");
    jobs::start(&app, [Kind::of::<Quick>()]).await.expect("the workers start");
    assert_eq!(world.next().await, (1, 2));
    app.close().await;
    let db = world.data.open(&world.data.path().join("data")).await;
    let failures: i64 =
        db::query_scalar("SELECT failures FROM jobs").fetch_one(db.read()).await.expect("the job");
    assert_eq!(failures, 0, "a stop is no failure");
    db.close().await;
}

#[app_test(World::asleep())]
async fn periodic_work_runs_once_for_all_processes_and_again_after_its_period(mut world: World) {
    static REPORT: Mutex<Option<mpsc::UnboundedSender<Report>>> = Mutex::new(None);
    *REPORT.lock().expect("no panic") = TESTS.lock().expect("no panic").get(&world.test).cloned();
    let kind = Kind::periodic("test.periodic", Schedule::Every(Duration::from_millis(50)), |_| {
        Box::pin(async {
            let report = REPORT.lock().expect("no panic").clone().expect("the test goes on");
            report.send((1, 0)).map_err(Problem::internal)
        })
    });
    jobs::start(&world.app, [kind]).await.expect("the workers start");
    for _ in 0..3 {
        assert_eq!(world.next().await, (1, 0));
    }
    assert_eq!(world.jobs().await.len(), 1);
}

#[app_test]
async fn administrators_see_the_lanes_and_retry_or_drop_a_job(app: TestApp) {
    let (mut admin, mut user) = (crate::admin::administrator(&app).await, app.user().await);
    user.get("/api/admin/jobs").await.is(403);
    for (id, status, key) in [("a", "failed", None), ("b", "scheduled", Some("schedule"))] {
        let job = db::query(
            "INSERT INTO jobs (id, kind, lane, payload, status, unique_key, turn, due_at, failures, last_error, created_at)
             VALUES ($1, 'test.other', 'other', 'null', $2, $3, 0, 9000000000000, 12, 'The server said no', 1)",
        );
        app.change(job.bind(id).bind(status).bind(key)).await;
    }
    let lanes = admin.get("/api/admin/jobs/lanes").await.body;
    let lane = |name: &str| {
        lanes.as_array().and_then(|lanes| lanes.iter().find(|lane| lane["name"] == name)).cloned()
    };
    let other = lane("other").expect("a lane");
    assert_eq!((&other["failed"], &other["scheduled"], &other["ready"]), (&1.into(), &1.into(), &0.into()));
    assert!(lane("upkeep").is_some(), "{lanes}");
    let failed = admin.get("/api/admin/jobs?status=failed").await.body;
    has(&failed, json!({ "total": 1, "/data/0/last_error": "The server said no" }));
    assert_eq!(failed["data"][0].get("payload"), None, "it may name things of users");
    assert_eq!(admin.get("/api/admin/jobs?lane=other").await.body["total"], 2);

    admin.post("/api/admin/jobs/a/retry", json!({})).await.is(202);
    admin.post("/api/admin/jobs/a/retry", json!({})).await.refused(409, "jobs.running");
    admin.delete("/api/admin/jobs/a").await.is(202);
    admin.delete("/api/admin/jobs/a").await.is(404);
    admin.post("/api/admin/jobs/a/retry", json!({})).await.is(404);
    let left = admin.get("/api/admin/jobs?lane=other").await.body;
    assert_eq!((&left["total"], &left["data"][0]["is_periodic"]), (&1.into(), &true.into()));
    admin.delete("/api/admin/jobs/b").await.refused(409, "jobs.periodic");
    let expected = json!({ "/data/0/action": "job.dropped", "/data/1/action": "job.retried" });
    admin.get("/api/admin/audit-log").await.has(expected);
}
