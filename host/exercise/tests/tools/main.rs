//! Every bundled tool, natively and as a component.

mod eval;
mod limits;
mod native;
mod promises;
mod same;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sitewright_engine::{Engine, Limits, Settings};
use sitewright_exercise::Tool;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An engine with the default limits except for the quarantine, and the tools of `make`'s bundle.
async fn tools() -> (Engine, Vec<Tool>) {
    tools_within(Limits::default().cpu).await
}

/// The same with this limit of computing.
async fn tools_within(cpu: Duration) -> (Engine, Vec<Tool>) {
    let mut settings = Settings::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled-plugins"));
    settings.limits.quarantine_traps = 0;
    settings.limits.cpu = cpu;
    settings.max_instances = Some(16);
    let engine = Engine::new(settings).expect("the engine starts");
    let tools = sitewright_exercise::load(&engine, &root().join("target/bundle")).await;
    (engine, tools.expect("the tools are built: run `make`"))
}

/// A whole number from an environment variable.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
