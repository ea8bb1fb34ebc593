//! The cost of a run beyond the guest's own work: the engine against bare wasmtime with the same settings, and
//! against the extism crate, all with the same work and in one run.

mod bare;
mod packs;

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, ensure};
use futures::future::{FutureExt, try_join_all};
use serde::Deserialize;
use sitewright_engine::{
    Answer, BoxFuture, Call, Completion, Context, Engine, Failure, Plugin, Ports, Settings,
};

use crate::figures::{Bar, Figures};
use bare::Bare;

const GUEST: &str = "target/guests/bench_work.wasm";
const EXTISM: &str = "target/bench-extism/release/extism-column";
const EXTISM_GUEST: &str = "target/bench-extism/extism_guest.wasm";
const BRIEF_FILE: &str = "host/bench/guests/brief.json";
const ANSWER_FILE: &str = "host/bench/guests/answer.txt";
const BRIEF: &str = include_str!("../guests/brief.json");
const ANSWER: &str = include_str!("../guests/answer.txt");
const INSTANCES: u32 = 256;
const ROUNDS: usize = 41;
const CALLS_PER_ROUND: u32 = 500;
const TASKS: usize = 2;
const CALLS_PER_TASK: usize = 40_000;
const COLUMN_ROUNDS: usize = 7;

pub fn measure(figures: &mut Figures) -> Result<()> {
    let cache = tempfile::tempdir()?;
    let mut settings = Settings::new(cache.path());
    settings.max_instances = Some(INSTANCES);
    // The threads of the other columns have no lower priority either.
    settings.guest_niceness = 0;
    let wasm = std::fs::read(GUEST).with_context(|| format!("{GUEST} is missing: run `make guests`"))?;
    let bare = Bare::new(&settings.limits, INSTANCES, &wasm).map_err(|error| anyhow!("{error:#}"))?;
    let engine = Engine::new(settings)?;
    let starter = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let plugin = starter.block_on(engine.install(wasm))?;

    let (bare, run) = starter.block_on(engine.runtime().spawn(one_task(bare, plugin.clone())))??;
    figures.add("bare_wasmtime_us", micros(bare), Bar::None);
    figures.add("run_us", micros(run), Bar::None);
    figures.add("run_overhead_ratio", run.as_secs_f64() / bare.as_secs_f64(), Bar::AtMost(1.3));

    let pack = starter.block_on(packs::call(&engine))?;
    figures.add("pack_call_us", micros(pack), Bar::AtMost(30.0));

    compare_with_extism(figures, || starter.block_on(calls_per_second(&engine, &plugin)))
}

fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

/// Medians of one call: bare wasmtime and the engine in turn, on the same task.
async fn one_task(bare: Bare, plugin: Plugin) -> Result<(Duration, Duration)> {
    let ports: Arc<dyn Ports> = Arc::new(AnswerAtOnce::default());
    let brief = BRIEF.to_owned();
    let (mut bare_rounds, mut run_rounds) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        for _ in 0..CALLS_PER_ROUND {
            let length = bare.call(&brief).await.map_err(|error| anyhow!("{error:#}"))?;
            ensure!(length > ANSWER.len() / 2, "the guest answered only {length} bytes");
        }
        bare_rounds.push(begin.elapsed() / CALLS_PER_ROUND);
        let begin = Instant::now();
        for _ in 0..CALLS_PER_ROUND {
            call(&plugin, &ports).await?;
        }
        run_rounds.push(begin.elapsed() / CALLS_PER_ROUND);
    }
    Ok((median(bare_rounds), median(run_rounds)))
}

fn median(mut samples: Vec<Duration>) -> Duration {
    samples.sort_unstable();
    samples[samples.len() / 2]
}

async fn call(plugin: &Plugin, ports: &Arc<dyn Ports>) -> Result<()> {
    let report = plugin.run(BRIEF.to_owned(), ports.clone()).await;
    let outcome = report.result.map_err(|error| anyhow!("{error}"))?;
    ensure!(outcome.text.len() > ANSWER.len() / 2, "the guest answered only {:?}", outcome.text);
    Ok(())
}

/// Uses as many tasks as the engine has threads.
async fn calls_per_second(engine: &Engine, plugin: &Plugin) -> Result<f64> {
    let begin = Instant::now();
    let tasks = (0..TASKS).map(|_| {
        let plugin = plugin.clone();
        engine.runtime().spawn(async move {
            let ports: Arc<dyn Ports> = Arc::new(AnswerAtOnce::default());
            for _ in 0..CALLS_PER_TASK {
                call(&plugin, &ports).await?;
            }
            anyhow::Ok(())
        })
    });
    for ended in try_join_all(tasks).await? {
        ended?;
    }
    Ok((TASKS * CALLS_PER_TASK) as f64 / begin.elapsed().as_secs_f64())
}

/// Calls per second of the three columns, measured in turn, so that changes in the machine's load affect all of them;
/// medians.
fn compare_with_extism(figures: &mut Figures, ours: impl Fn() -> Result<f64>) -> Result<()> {
    let (mut run, mut plain, mut pooled) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..COLUMN_ROUNDS {
        run.push(ours()?);
        let extism = extism_calls_per_second()?;
        plain.push(extism.plain);
        pooled.push(extism.pooled);
    }
    let (run, plain, pooled) = (median_rate(run), median_rate(plain), median_rate(pooled));
    figures.add("run_calls_per_s", run, Bar::None);
    figures.add("extism_calls_per_s", plain, Bar::None);
    figures.add("extism_pooled_calls_per_s", pooled, Bar::None);
    figures.add("extism_speedup", run / plain, Bar::AtLeast(15.0));
    figures.add("extism_pooled_speedup", run / pooled, Bar::AtLeast(5.0));
    Ok(())
}

fn median_rate(mut rates: Vec<f64>) -> f64 {
    rates.sort_unstable_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// The output of the extism column.
#[derive(Deserialize)]
struct Extism {
    plain: f64,
    pooled: f64,
}

fn extism_calls_per_second() -> Result<Extism> {
    let output = Command::new(EXTISM)
        .args([EXTISM_GUEST, BRIEF_FILE, ANSWER_FILE])
        .env_remove("RUST_BACKTRACE")
        .output()
        .with_context(|| format!("{EXTISM} is missing: run `make bench`"))?;
    ensure!(output.status.success(), "extism: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context("the extism column printed no figures")
}

/// A model that answers immediately.
#[derive(Default)]
struct AnswerAtOnce {
    context: Context,
}

impl Ports for AnswerAtOnce {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, _: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        let answer = Completion { text: ANSWER.to_owned(), words: 1, drafted: false };
        async move { Ok(answer.into()) }.boxed()
    }

    fn progress(&self, _done: u32, _total: u32, _label: &str) {}
}
