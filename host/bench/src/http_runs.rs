//! Complete runs over HTTP without a model: accepted, run, stored, entered in the ledger, returned.

use crate::prelude::*;

const TOOL: &str = "facebook-post";
const CONNECTIONS: usize = 4;
const WARM_UP: usize = 250;
const RUNS: usize = 4_000;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let server = Setup::new()?.set("SITEWRIGHT_RUNS_PER_ACCOUNT", 64).start().await.context("http runs")?;
    let body = example(&server, TOOL).await?;
    load(&server, &body, WARM_UP).await?;
    let begin = Instant::now();
    let samples = load(&server, &body, RUNS).await?;
    let seconds = begin.elapsed().as_secs_f64();
    let count = samples.len() as f64;
    let latencies = Latencies::new(samples);
    figures.add("http_run_p50_ms", latencies.quantile_ms(0.5), Bar::AtMost(3.0));
    figures.add("http_run_p99_ms", latencies.quantile_ms(0.99), Bar::AtMost(15.0));
    figures.add("http_runs_per_s", count / seconds, Bar::AtLeast(1500.0));
    Ok(())
}

/// The request that runs the tool with its own example.
pub async fn example(server: &Server, tool: &str) -> Result<Bytes> {
    let answer = server.client().await?.get(&format!("/api/tools/{tool}")).await?;
    let input = answer.json()?["example"].clone();
    Ok(Bytes::from(serde_json::to_vec(&json!({ "input": input }))?))
}

/// Sends `runs` requests on each connection, one after the other.
async fn load(server: &Server, body: &Bytes, runs: usize) -> Result<Vec<Duration>> {
    let connections = (0..CONNECTIONS).map(|_| async {
        let mut client = server.client().await?;
        let mut samples = Vec::with_capacity(runs);
        for _ in 0..runs {
            let begin = Instant::now();
            client.run(&format!("/api/tools/{TOOL}/runs"), body).await?;
            samples.push(begin.elapsed());
        }
        anyhow::Ok(samples)
    });
    Ok(try_join_all(connections).await?.concat())
}
