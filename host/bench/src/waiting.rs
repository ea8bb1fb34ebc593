//! Ten thousand concurrent runs, all of them waiting for a slow model.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use futures::future::try_join_all;
use hyper::{Method, StatusCode};

use crate::figures::{Bar, Figures, Latencies};
use crate::http_runs::example;
use crate::server::{Server, Setup, bundle_with};
use crate::slow_model::SlowModel;

const TOOL: &str = "patience";
const RUNS: usize = 10_000;
const CONNECTIONS: usize = 8;
const CATALOGUE_READS: usize = 1_000;
const SETTLED: Duration = Duration::from_secs(3);

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let model = SlowModel::start().await?;
    let bundle = bundle_with(&[(TOOL, "target/guests/bench_wait.wasm")])?;
    let server = Setup::new()?
        .set("SITEWRIGHT_BUNDLE", bundle.path().display())
        .set("SITEWRIGHT_MODEL_URL", &model.url)
        .set("SITEWRIGHT_MODEL_NAME", "slow")
        .set("SITEWRIGHT_RUNS_PER_ACCOUNT", RUNS)
        .set("SITEWRIGHT_QUEUE_PER_ACCOUNT", RUNS)
        .start()
        .await?;
    accept_all(&server).await?;
    let waiting = wait_until_settled(&model).await;
    let catalogue = catalogue_latencies(&server).await?;
    figures.add("waiting_runs", waiting as f64, Bar::AtLeast(8000.0));
    figures.add("waiting_rss_mb", server.resident_mb()?, Bar::AtMost(1200.0));
    figures.add("waiting_catalogue_p99_ms", catalogue.quantile_ms(0.99), Bar::AtMost(50.0));
    Ok(())
}

async fn accept_all(server: &Server) -> Result<()> {
    let body = example(server, TOOL).await?;
    let connections = (0..CONNECTIONS).map(|_| async {
        let mut client = server.client().await?;
        for _ in 0..RUNS / CONNECTIONS {
            let path = format!("/api/tools/{TOOL}/runs");
            let answer = client.send(Method::POST, &path, body.clone(), None).await?;
            ensure!(answer.status == StatusCode::ACCEPTED, "run refused: {}", answer.status);
        }
        anyhow::Ok(())
    });
    try_join_all(connections).await.map(drop)
}

/// The number of calls once it has stopped growing.
async fn wait_until_settled(model: &SlowModel) -> usize {
    let mut seen = (model.waiting(), Instant::now());
    while seen.1.elapsed() < SETTLED {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if model.waiting() != seen.0 {
            seen = (model.waiting(), Instant::now());
        }
    }
    seen.0
}

async fn catalogue_latencies(server: &Server) -> Result<Latencies> {
    let mut client = server.client().await?;
    let mut samples = Vec::with_capacity(CATALOGUE_READS);
    for _ in 0..CATALOGUE_READS {
        let begin = Instant::now();
        let answer = client.get("/api/tools").await?;
        ensure!(answer.status == StatusCode::OK, "catalogue: {}", answer.status);
        samples.push(begin.elapsed());
    }
    Ok(Latencies::new(samples))
}
