//! Workers are killed repeatedly: no job is lost, none runs twice at a time, and each effect happens once.

use serde::{Deserialize, Serialize};
use sitewright::platform::error::Result;
use sitewright::platform::jobs::{self, Enqueue, Job, Kind, Lane, Next, Retry, Running};

use crate::prelude::*;

/// Jobs of one run of the test; the project's bar is `JOBS=50000`.
const JOBS: usize = 3_000;
const KILLS: usize = 10;
const FOLDER: &str = "SITEWRIGHT_TEST_JOBS";

#[derive(Serialize, Deserialize)]
struct Effect {
    number: i64,
}

async fn effect(number: i64, running: &Running) -> Result<Next> {
    let app = &running.app;
    db::query("INSERT INTO begun (number, attempt, process, at) VALUES ($1, $2, $3, $4)")
        .binds((number, running.attempt, app.process.id(), Timestamp::now()))
        .execute(&mut app.db.write_alone().await?)
        .await?;
    let mut tx = app.db.write().await?;
    db::query("INSERT INTO effects (number) VALUES ($1)").bind(number).execute(&mut *tx).await?;
    running.complete(&mut tx).await?;
    tx.commit().await?;
    Ok(Next::Done)
}

macro_rules! kinds {
    ($($kind:ident $name:literal $places:literal),*) => {$(
        #[derive(Serialize, Deserialize)]
        struct $kind(Effect);

        impl Job for $kind {
            const NAME: &'static str = concat!("crash.", $name);
            const LANE: Lane = Lane { name: $name, places: $places };
            /// Each death of its process counts as an attempt.
            const RETRY: Retry = Retry { attempts: 100, ..Retry::DEFAULT };

            async fn run(self, running: &Running) -> Result<Next> {
                effect(self.0.number, running).await
            }
        }
    )*};
}

kinds!(One "one" 1, Few "few" 4, Many "many" 16);

/// Not a test: the process that the test below starts and kills.
#[tokio::test]
#[ignore = "a worker of another test"]
async fn a_worker() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let app = open(&folder, std::env::var("DATABASE_URL").ok()).await;
    jobs::start(&app, [Kind::of::<One>(), Kind::of::<Few>(), Kind::of::<Many>()])
        .await
        .expect("the workers start");
    println!("\nprocess {}", app.process.id());
    std::future::pending::<()>().await;
}

async fn open(folder: &str, url: Option<String>) -> App {
    let config = sitewright::platform::config::Config {
        data: folder.into(),
        database_url: url,
        process_silence: Duration::from_secs(1),
        ..Default::default()
    };
    let app = sitewright::open_quietly(config).await.expect("the application opens");
    app.process.live(app.stop.clone(), &app.tasks).await.expect("it is known");
    app
}

struct Worker {
    child: Child,
    process: String,
}

impl Worker {
    fn start(data: &Store, folder: &str) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command
            .args(["jobs::crash::a_worker", "--exact", "--ignored", "--nocapture"])
            .env(FOLDER, data.path().join(folder));
        if let Some(url) = &data.url {
            command.env("DATABASE_URL", url);
        }
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let process = lines.find_map(|line| line.ok()?.strip_prefix("process ").map(str::to_owned));
        Self { child, process: process.expect("it works") }
    }

    /// Kills it. Returns its process id and the time.
    fn kill(mut self) -> (String, Timestamp) {
        self.child.kill().expect("it was alive");
        self.child.wait().expect("it ends");
        (self.process, Timestamp::now())
    }
}

async fn count(db: &Db, sql: &'static str) -> i64 {
    db::query_scalar(sql).fetch_one(db.read()).await.expect("a count")
}

#[tokio::test(flavor = "multi_thread")]
async fn no_job_is_lost_or_done_twice_when_workers_are_killed() {
    let number: usize = std::env::var("JOBS").ok().and_then(|number| number.parse().ok()).unwrap_or(JOBS);
    let data = Store::new();
    // A SQLite file belongs to one process.
    let folders: &[&str] = if data.url.is_some() { &["one", "two"] } else { &["one"] };
    let app = open(&data.path().join("one").to_string_lossy(), data.url.clone()).await;
    let mut tx = app.db.write().await.expect("a transaction");
    for sql in [
        "CREATE TABLE begun (number BIGINT, attempt BIGINT, process TEXT, at BIGINT)",
        "CREATE TABLE effects (number BIGINT PRIMARY KEY)",
    ] {
        db::query(sql).execute(&mut *tx).await.expect("a table");
    }
    macro_rules! put {
        ($kind:ident, $place:literal) => {
            let numbers = (0..number).filter(|number| number % 3 == $place);
            let new =
                numbers.map(|number| Enqueue::new(&$kind(Effect { number: number as i64 })).expect("JSON"));
            jobs::put_all(&app, &mut tx, new.collect()).await.expect("enqueued");
        };
    }
    put!(One, 0);
    put!(Few, 1);
    put!(Many, 2);
    tx.commit().await.expect("committed");
    let db = app.db.clone();
    let mut deaths = Vec::new();
    for kill in 1..=KILLS {
        let workers: Vec<_> = folders.iter().map(|folder| Worker::start(&data, folder)).collect();
        let enough = (number * kill / (KILLS + 1)) as i64;
        while count(&db, "SELECT count(*) FROM effects").await < enough {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        deaths.extend(workers.into_iter().map(Worker::kill));
    }
    let workers: Vec<_> = folders.iter().map(|folder| Worker::start(&data, folder)).collect();
    while count(&db, "SELECT count(*) FROM jobs").await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    workers.into_iter().for_each(|worker| drop(worker.kill()));
    assert_eq!(count(&db, "SELECT count(*) FROM effects").await, number as i64);
    // A job was started again only after the death of its earlier worker.
    let begun: Vec<(i64, i64, String, Timestamp)> =
        db::query_as("SELECT number, attempt, process, at FROM begun ORDER BY number, attempt")
            .fetch_all(db.read())
            .await
            .expect("rows");
    let mut again = BTreeSet::new();
    for pair in begun.windows(2) {
        let ((number, attempt, process, _), (next, next_attempt, _, at)) = (&pair[0], &pair[1]);
        if number == next {
            assert!(attempt < next_attempt, "{pair:?}");
            let death = deaths.iter().find(|(dead, _)| dead == process).expect("it was killed");
            assert!(*at >= death.1.plus_ms(-5), "{pair:?}");
            again.insert(*number);
        }
    }
    assert!(!again.is_empty(), "no job was at work at a death");
    app.close().await;
}
