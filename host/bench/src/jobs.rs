//! Background jobs: how many that do nothing run in a second, and how long a quick one waits beside a full lane.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use serde::{Deserialize, Serialize};
use sitewright::platform::app::App;
use sitewright::platform::config::Config;
use sitewright::platform::jobs::{self, Enqueue, Job, Kind, Lane, Next, Running};
use tempfile::TempDir;

use crate::figures::{Bar, Figures, Latencies};
use crate::postgres;

const NO_OPS: usize = 30_000;
const QUICK: usize = 300;
const SLOW: usize = 2_000;

static DONE: AtomicUsize = AtomicUsize::new(0);
static BEGAN: Mutex<Option<Instant>> = Mutex::new(None);
static WAITED: Mutex<Vec<Duration>> = Mutex::new(Vec::new());

#[derive(Serialize, Deserialize)]
struct NoOp;

impl Job for NoOp {
    const NAME: &'static str = "bench.no-op";
    const LANE: Lane = Lane { name: "no-op", places: 256 };

    async fn run(self, _: &Running) -> sitewright::platform::error::Result<Next> {
        DONE.fetch_add(1, Ordering::Relaxed);
        Ok(Next::Done)
    }
}

#[derive(Serialize, Deserialize)]
struct Slow;

impl Job for Slow {
    const NAME: &'static str = "bench.slow";
    const LANE: Lane = Lane { name: "slow", places: 4 };

    async fn run(self, _: &Running) -> sitewright::platform::error::Result<Next> {
        tokio::time::sleep(Duration::from_millis(50)).await;
        Ok(Next::Done)
    }
}

#[derive(Serialize, Deserialize)]
struct Quick;

impl Job for Quick {
    const NAME: &'static str = "bench.quick";
    const LANE: Lane = Lane { name: "quick", places: 4 };

    async fn run(self, _: &Running) -> sitewright::platform::error::Result<Next> {
        let began = BEGAN.lock().ok().and_then(|mut began| began.take());
        if let (Some(began), Ok(mut waited)) = (began, WAITED.lock()) {
            waited.push(began.elapsed());
        }
        Ok(Next::Done)
    }
}

pub fn measure(figures: &mut Figures) -> Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let (rate, waited) = on(None).await?;
        figures.add("jobs_per_s", rate, Bar::AtLeast(3000.0));
        figures.add("job_beside_slow_p99_ms", waited.quantile_ms(0.99), Bar::AtMost(200.0));
        let server = postgres::server();
        server.copy_template("jobs");
        let (rate, waited) = on(Some(server.url("jobs"))).await?;
        figures.add("jobs_per_s_postgres", rate, Bar::AtLeast(2000.0));
        figures.add("job_beside_slow_p99_ms_postgres", waited.quantile_ms(0.99), Bar::AtMost(200.0));
        Ok(())
    })
}

async fn on(database_url: Option<String>) -> Result<(f64, Latencies)> {
    let folder = TempDir::new()?;
    let config = Config { data: folder.path().join("data"), database_url, ..Config::default() };
    let app = sitewright::open_quietly(config).await?;
    app.process.live(app.stop.clone(), &app.tasks).await?;
    DONE.store(0, Ordering::Relaxed);
    put((0..NO_OPS).map(|_| NoOp), &app).await?;
    let begin = Instant::now();
    jobs::start(&app, [Kind::of::<NoOp>(), Kind::of::<Slow>(), Kind::of::<Quick>()]).await?;
    until(|| DONE.load(Ordering::Relaxed) == NO_OPS).await;
    let rate = NO_OPS as f64 / begin.elapsed().as_secs_f64();
    put((0..SLOW).map(|_| Slow), &app).await?;
    for number in 0..QUICK {
        *BEGAN.lock().map_err(|_| anyhow!("a handler panicked"))? = Some(Instant::now());
        put([Quick], &app).await?;
        until(|| WAITED.lock().is_ok_and(|waited| waited.len() == number + 1)).await;
    }
    let waited = std::mem::take(&mut *WAITED.lock().map_err(|_| anyhow!("a handler panicked"))?);
    app.close().await;
    Ok((rate, Latencies::new(waited)))
}

async fn put<J: Job>(new: impl IntoIterator<Item = J>, app: &App) -> Result<()> {
    let mut tx = app.db.write().await?;
    let new = new.into_iter().map(|job| Enqueue::new(&job)).collect::<Result<Vec<_>, _>>()?;
    jobs::put_all(app, &mut tx, new).await?;
    Ok(tx.commit().await?)
}

async fn until(done: impl Fn() -> bool) {
    while !done() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}
