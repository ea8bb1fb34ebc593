//! A hundred thousand accepted runs for a slow model that takes two thousand requests at a time. Times are a tenth of
//! those of a real model: an answer takes three seconds.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use bytes::Bytes;
use futures::future::{join, try_join_all};
use hyper::{Method, StatusCode};

use crate::client::Client;
use crate::figures::{Bar, Figures, Latencies};
use crate::http_runs::example;
use crate::server::{Server, Setup, bundle_with};
use crate::slow_model::SlowModel;

const TOOL: &str = "patience";
/// Runs of each account that starts most of them, below the limit of documents, and of each other account.
const MANY: usize = 18_000;
const ACCOUNTS_WITH_MANY: usize = 5;
const FEW: usize = 1_000;
const ACCOUNTS_WITH_FEW: usize = 10;
const RUNS: usize = ACCOUNTS_WITH_MANY * MANY + ACCOUNTS_WITH_FEW * FEW;
const AT_ONCE: usize = 2_000;
const ANSWER_TAKES: Duration = Duration::from_secs(3);
const CONNECTIONS: usize = 8;
const PAUSE: Duration = Duration::from_millis(20);
/// For all runs, of which `AT_ONCE` take `ANSWER_TAKES`: 150 seconds if nothing else takes time.
const PATIENCE: Duration = Duration::from_secs(900);

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let model = SlowModel::start(AT_ONCE, ANSWER_TAKES).await?;
    let bundle = bundle_with(&[(TOOL, "target/guests/bench_wait.wasm")])?;
    let setup = Setup::new()?
        .set("SITEWRIGHT_BUNDLE", bundle.path().display())
        .set("SITEWRIGHT_MODEL_URL", &model.url)
        .set("SITEWRIGHT_MODEL_NAME", "slow")
        .set("SITEWRIGHT_MAX_INSTANCES", AT_ONCE)
        .set("SITEWRIGHT_RUNS_PER_ACCOUNT", AT_ONCE)
        .set("SITEWRIGHT_QUEUE_TOTAL", RUNS)
        .set("SITEWRIGHT_QUEUE_PER_ACCOUNT", RUNS);
    let server = setup.start().await?;
    let begin = Instant::now();
    let body = example(&server, TOOL).await?;
    let few = accounts(&setup, "few", ACCOUNTS_WITH_FEW)?;
    let many = accounts(&setup, "many", ACCOUNTS_WITH_MANY)?;
    accept(&server, &many, &body, MANY).await?;
    accept(&server, &few, &body, FEW).await?;
    let accepted = begin.elapsed();
    // The accounts with few runs, which came last, do not wait for all runs of the others.
    let few_finished = async {
        until_finished(&server, &few, FEW, begin).await?;
        anyhow::Ok((model.answered(), begin.elapsed()))
    };
    let ((answered_by_then, few_took), (catalogue, resident)) =
        join_ok(few_finished, catalogue_and_memory(&server, &model)).await?;
    until_finished(&server, &many, MANY, begin).await?;
    figures.add("waiting_runs", RUNS as f64, Bar::AtLeast(100_000.0));
    figures.add("waiting_rss_mb", resident, Bar::AtMost(1500.0));
    figures.add("waiting_catalogue_p99_ms", catalogue.quantile_ms(0.99), Bar::AtMost(50.0));
    figures.add("waiting_accepted_per_s", RUNS as f64 / accepted.as_secs_f64(), Bar::None);
    figures.add("waiting_few_took_s", (few_took - accepted).as_secs_f64(), Bar::None);
    figures.add("waiting_answered_by_then", answered_by_then as f64, Bar::None);
    figures.add("waiting_all_took_s", begin.elapsed().as_secs_f64(), Bar::None);
    Ok(())
}

async fn join_ok<A, B>(
    one: impl Future<Output = Result<A>>,
    other: impl Future<Output = Result<B>>,
) -> Result<(A, B)> {
    let (one, other) = join(one, other).await;
    Ok((one?, other?))
}

/// Creates accounts, and returns their tokens.
fn accounts(setup: &Setup, kind: &str, count: usize) -> Result<Vec<String>> {
    (0..count).map(|number| setup.account(&format!("{kind}-{number}@example.com"), false)).collect()
}

/// Starts so many runs of each account.
async fn accept(server: &Server, tokens: &[String], body: &Bytes, runs: usize) -> Result<()> {
    for token in tokens {
        let connections = (0..CONNECTIONS).map(|_| async {
            let mut client = Client::connect(&server.address, Some(token)).await?;
            for _ in 0..runs / CONNECTIONS {
                let path = format!("/api/tools/{TOOL}/runs");
                let answer = client.send(Method::POST, &path, body.clone(), None).await?;
                ensure!(answer.status == StatusCode::ACCEPTED, "run refused: {}", answer.status);
            }
            anyhow::Ok(())
        });
        try_join_all(connections).await?;
    }
    Ok(())
}

/// Waits until each account has so many runs that succeeded.
async fn until_finished(server: &Server, tokens: &[String], runs: usize, begin: Instant) -> Result<()> {
    for token in tokens {
        let mut client = Client::connect(&server.address, Some(token)).await?;
        loop {
            let answer = client.get("/api/runs?status=succeeded&per_page=1").await?.json()?;
            if answer["total"].as_u64() == Some(runs as u64) {
                break;
            }
            ensure!(begin.elapsed() < PATIENCE, "only {} of {runs} runs have succeeded", answer["total"]);
            tokio::time::sleep(50 * PAUSE).await;
        }
    }
    Ok(())
}

/// Latencies of the catalogue and the largest resident set while the model has all that it takes.
async fn catalogue_and_memory(server: &Server, model: &SlowModel) -> Result<(Latencies, f64)> {
    let mut client = server.client().await?;
    let (mut samples, mut resident) = (Vec::new(), 0.0_f64);
    while model.answered() < RUNS - AT_ONCE {
        let begin = Instant::now();
        let answer = client.get("/api/tools").await?;
        ensure!(answer.status == StatusCode::OK, "catalogue: {}", answer.status);
        samples.push(begin.elapsed());
        resident = resident.max(server.resident_mb()?);
        tokio::time::sleep(PAUSE).await;
    }
    Ok((Latencies::new(samples), resident))
}
