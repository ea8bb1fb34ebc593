//! One hostile account runs one kind of attack after the other, while another account reads the catalogue and runs a
//! tool. The bars hold for each attack: the other account's latencies, the server's memory, and a response
//! afterwards.
//!
//! The attacker's connections come from a separate address, so that limits by address do not affect the other
//! account.

mod attacks;

use attacks::{Attack, Scene};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::http_runs::example;
use crate::prelude::*;
use crate::server::bundle_with;

/// The duration of each attack.
const ATTACK: Duration = Duration::from_secs(6);
/// The interval of the other account's requests and runs.
const PACE: Duration = Duration::from_millis(25);
/// The time within which the server has to respond after an attack.
const RECOVERY: Duration = Duration::from_secs(5);
const TOOL: &str = "facebook-post";

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let model = attacks::json_model().await?;
    let bundle = bundle_with(&[("schemas", "target/guests/bench_schema.wasm")])?;
    let setup = Setup::new()?
        .set("SITEWRIGHT_BUNDLE", bundle.path().display())
        .set("SITEWRIGHT_MODEL_URL", model)
        .set("SITEWRIGHT_MODEL_NAME", "json");
    let server = setup.start().await.context("one against all")?;
    let scene = Scene::prepare(&server, setup.account("mallory@example.com", false)?).await?;
    let (mut catalogue, mut runs, mut memory, mut recovery) =
        (Worst::default(), Worst::default(), 0f64, 0f64);
    for attack in Attack::ALL {
        let seen = beside(&server, scene.attack(attack)).await.with_context(|| format!("{attack:?}"))?;
        println!("  {attack:?}: {seen}");
        catalogue.add(seen.catalogue_ms);
        runs.add(seen.run_ms);
        memory = memory.max(seen.memory_mb);
        recovery = recovery.max(seen.recovery.as_secs_f64());
    }
    figures.add("attacked_catalogue_p99_ms", catalogue.0, Bar::AtMost(50.0));
    figures.add("attacked_run_p99_ms", runs.0, Bar::AtMost(100.0));
    figures.add("attacked_rss_mb", memory, Bar::AtMost(600.0));
    figures.add("attacked_recovery_s", recovery, Bar::AtMost(RECOVERY.as_secs_f64()));
    Ok(())
}

/// The maximum of several values; NaN counts as the maximum.
#[derive(Default)]
struct Worst(f64);

impl Worst {
    fn add(&mut self, value: f64) {
        if value.is_nan() || value > self.0 {
            self.0 = value;
        }
    }
}

/// The measurements of the other account and of the server during one attack.
struct Measured {
    catalogue_ms: f64,
    run_ms: f64,
    memory_mb: f64,
    recovery: Duration,
}

impl std::fmt::Display for Measured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { catalogue_ms, run_ms, memory_mb, recovery } = self;
        write!(
            f,
            "catalogue p99 {catalogue_ms:.1} ms, run p99 {run_ms:.1} ms, {memory_mb:.0} MB, answers {recovery:.1?} later"
        )
    }
}

async fn beside(server: &Server, attack: impl Future<Output = Result<()>>) -> Result<Measured> {
    let mut looking = server.client().await?;
    let mut running = server.client().await?;
    let body = example(server, TOOL).await?;
    let path = format!("/api/tools/{TOOL}/runs");
    let catalogue = paced(async || looking.get("/api/tools").await.map(drop));
    let runs = paced(async || running.run(&path, &body).await.map(drop));
    let (catalogue, runs, memory_mb, attack) =
        tokio::join!(catalogue, runs, most_memory(server), timeout(ATTACK, attack));
    if let Ok(failed) = attack {
        failed?;
    }
    let recovery = recover(server).await?;
    Ok(Measured { catalogue_ms: p99(catalogue?), run_ms: p99(runs?), memory_mb: memory_mb?, recovery })
}

fn p99(samples: Vec<Duration>) -> f64 {
    Latencies::new(samples).quantile_ms(0.99)
}

/// Sends calls at a steady pace while an attack is running.
async fn paced(mut call: impl AsyncFnMut() -> Result<()>) -> Result<Vec<Duration>> {
    let end = Instant::now() + ATTACK;
    let mut ticks = interval(PACE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut samples = Vec::new();
    while Instant::now() < end {
        ticks.tick().await;
        let begin = Instant::now();
        call().await?;
        samples.push(begin.elapsed());
    }
    Ok(samples)
}

async fn most_memory(server: &Server) -> Result<f64> {
    let end = Instant::now() + ATTACK;
    let mut most = 0f64;
    while Instant::now() < end {
        most = most.max(server.resident_mb()?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(most)
}

/// How long a new connection waits for a response after the attack.
async fn recover(server: &Server) -> Result<Duration> {
    let begin = Instant::now();
    let answer = async {
        loop {
            if let Ok(mut client) = Client::connect(&server.address, None).await
                && client.get("/readyz").await.is_ok_and(|answer| answer.status.is_success())
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(RECOVERY * 4, answer).await.context("the server does not answer any more")?;
    Ok(begin.elapsed())
}
