//! Measures normal runs and the catalogue while four hostile plugins loop for ever; each is restarted when its limit
//! has ended it.

use crate::http_runs::example;
use crate::prelude::*;
use crate::server::bundle_with;

const HOSTILE: usize = 4;
const GOOD_RUNS: usize = 1_000;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let bundle = bundle_with(&[("endless-loop", "target/guests/bench_loop.wasm")])?;
    let server = Setup::new()?
        .set("SITEWRIGHT_BUNDLE", bundle.path().display())
        .set("SITEWRIGHT_RUNS_PER_ACCOUNT", 64)
        .set("SITEWRIGHT_QUARANTINE_TRAPS", 1_000_000)
        .start()
        .await
        .context("fairness")?;
    let hostile: Vec<_> = hostile(&server).await?;
    let (runs, catalogue) = good(&server).await?;
    hostile.iter().for_each(|task| task.abort());
    figures.add("fairness_run_p99_ms", runs.quantile_ms(0.99), Bar::AtMost(50.0));
    figures.add("fairness_catalogue_p99_ms", catalogue.quantile_ms(0.99), Bar::AtMost(20.0));
    Ok(())
}

async fn hostile(server: &Server) -> Result<Vec<tokio::task::JoinHandle<Result<()>>>> {
    let body = Bytes::from(serde_json::to_vec(&json!({ "input": { "language": "en" } }))?);
    let mut tasks = Vec::new();
    for _ in 0..HOSTILE {
        let client = server.client().await?;
        tasks.push(tokio::spawn(loop_for_ever(client, body.clone())));
    }
    Ok(tasks)
}

async fn loop_for_ever(mut client: Client, body: Bytes) -> Result<()> {
    loop {
        client.run("/api/tools/endless-loop/runs", &body).await?;
    }
}

async fn good(server: &Server) -> Result<(Latencies, Latencies)> {
    let body = example(server, "facebook-post").await?;
    let mut client = server.client().await?;
    let (mut runs, mut catalogue) = (Vec::new(), Vec::new());
    for _ in 0..GOOD_RUNS {
        runs.push(timed(client.run("/api/tools/facebook-post/runs", &body)).await?);
        catalogue.push(timed(client.get("/api/tools")).await?);
    }
    Ok((Latencies::new(runs), Latencies::new(catalogue)))
}

async fn timed<T>(call: impl Future<Output = Result<T>>) -> Result<Duration> {
    let begin = Instant::now();
    call.await?;
    Ok(begin.elapsed())
}
