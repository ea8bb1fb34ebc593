//! Releases and rolls back versions under load: no run may fail, and each run must use one version only.

use std::cell::Cell;

use futures::future::join;
use hyper::{Method, StatusCode};
use sitewright_package::digest;
use tokio::time::MissedTickBehavior;

use crate::http_runs::example;
use crate::installed::{Model, TEMPLATE};
use crate::prelude::*;

const CONNECTIONS: usize = 10;
const RUNS_PER_S: usize = 500;
const CHANGES: usize = 200;
/// The pause between two changes, so that many runs start and end in each.
const PAUSE: Duration = Duration::from_millis(100);
const VERSIONS: [&str; 2] = ["0.1.0", "0.2.0"];

/// The results of the runs.
#[derive(Default)]
struct Counts {
    samples: Vec<Duration>,
    failed: usize,
    /// Runs whose text is from another version than their row.
    mixed: usize,
    /// Runs of each version.
    of: [usize; 2],
}

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let setup = Setup::new()?
        .set("SITEWRIGHT_PLUGIN_DEVELOPMENT", true)
        .set("SITEWRIGHT_RUNS_PER_ACCOUNT", 64)
        .of_administrator();
    let server = setup.start().await?;
    let model = Model::of(Path::new(TEMPLATE), None)?;
    let mut digests = Vec::new();
    for version in VERSIONS {
        let package = model.version(version)?;
        digests.push(digest(&package));
        let answer = server.client().await?.install("/api/admin/plugins", package).await?;
        ensure!(answer.status == StatusCode::CREATED, "refused: {}", String::from_utf8_lossy(&answer.body));
    }
    let body = example(&server, &model.id).await?;
    let over = Cell::new(false);
    let begin = Instant::now();
    let load = try_join_all((0..CONNECTIONS).map(|_| run(&server, &model.id, &body, &over)));
    let changes = async {
        let changed = change(&server, &model.id, &digests).await;
        over.set(true);
        changed
    };
    let (seen, changes) = join(load, changes).await;
    let seconds = begin.elapsed().as_secs_f64();
    report(figures, seen?, changes?, seconds);
    Ok(())
}

fn report(figures: &mut Figures, seen: Vec<Counts>, changes: Vec<Duration>, seconds: f64) {
    let sum = |of: fn(&Counts) -> usize| seen.iter().map(of).sum::<usize>() as f64;
    let runs = sum(|seen| seen.samples.len());
    figures.add("update_changes", changes.len() as f64, Bar::AtLeast(CHANGES as f64));
    // The rate is requested in whole ticks, so it falls a little short of the round number.
    figures.add("update_runs_per_s", runs / seconds, Bar::AtLeast(RUNS_PER_S as f64 * 0.98));
    figures.add("update_failed_runs", sum(|seen| seen.failed), Bar::AtMost(0.0));
    figures.add("update_mixed_runs", sum(|seen| seen.mixed), Bar::AtMost(0.0));
    // Both versions must have had runs, or nothing was tested.
    let least = sum(|seen| seen.of[0]).min(sum(|seen| seen.of[1]));
    figures.add("update_runs_of_rarer_version", least, Bar::AtLeast(runs / 5.0));
    figures.add("update_change_p99_ms", Latencies::new(changes).quantile_ms(0.99), Bar::None);
    let samples: Vec<Duration> = seen.into_iter().flat_map(|seen| seen.samples).collect();
    figures.add("update_run_p99_ms", Latencies::new(samples).quantile_ms(0.99), Bar::None);
}

/// Starts runs at a steady pace until the changes are over.
async fn run(server: &Server, tool: &str, body: &Bytes, over: &Cell<bool>) -> Result<Counts> {
    let mut client = server.client().await?;
    let path = format!("/api/tools/{tool}/runs");
    let mut ticks = tokio::time::interval(Duration::from_secs(1) * CONNECTIONS as u32 / RUNS_PER_S as u32);
    // A delayed task catches up, so that the load stays constant.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut seen = Counts::default();
    while !over.get() {
        ticks.tick().await;
        let begin = Instant::now();
        let answer = client.run(&path, body).await?;
        seen.samples.push(begin.elapsed());
        seen.note(&answer.json()?);
    }
    Ok(seen)
}

impl Counts {
    fn note(&mut self, run: &Value) {
        let text = run["outcome"]["text"].as_str().unwrap_or_default();
        if run["status"] != "succeeded" {
            eprintln!("a run failed: {}", run["problem"]);
            self.failed += 1;
        }
        match VERSIONS.iter().position(|version| text.contains(&marked(version))) {
            Some(place) if run["tool_version"] == VERSIONS[place] => self.of[place] += 1,
            _ => self.mixed += 1,
        }
    }
}

/// The mark of a version in its texts; see [`Model::version`].
pub fn marked(version: &str) -> String {
    format!("What should I know about version {version}?")
}

/// Releases the two versions in turn; every second change is a roll-back.
async fn change(server: &Server, plugin: &str, digests: &[String]) -> Result<Vec<Duration>> {
    let mut client = server.client().await?;
    let mut samples = Vec::with_capacity(CHANGES);
    for number in 0..CHANGES {
        tokio::time::sleep(PAUSE).await;
        let begin = Instant::now();
        // The second version serves first.
        match number % 4 {
            0 => release(&mut client, plugin, &digests[0]).await?,
            1 => go_back(&mut client, plugin).await?,
            2 => release(&mut client, plugin, &digests[0]).await?,
            _ => release(&mut client, plugin, &digests[1]).await?,
        }
        samples.push(begin.elapsed());
    }
    Ok(samples)
}

async fn release(client: &mut Client, plugin: &str, digest: &str) -> Result<()> {
    let body = json!({ "digest": digest, "stage": "all" });
    send(client, &format!("/api/admin/plugins/{plugin}/release"), &body).await
}

async fn go_back(client: &mut Client, plugin: &str) -> Result<()> {
    send(client, &format!("/api/admin/plugins/{plugin}/rollback"), &json!({ "reason": "It was measured." }))
        .await
}

async fn send(client: &mut Client, path: &str, body: &Value) -> Result<()> {
    let answer = client.send(Method::POST, path, serde_json::to_vec(body)?.into(), None).await?;
    ensure!(answer.status.is_success(), "{path}: {}", String::from_utf8_lossy(&answer.body));
    Ok(())
}
