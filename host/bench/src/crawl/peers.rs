//! The other crawlers, each a program of its own.

use std::process::Command;

use serde::Deserialize;
use tempfile::TempDir;

use super::site::START;
use crate::prelude::*;

const SPIDER: &str = "target/bench-spider/release/spider-column";
const PYTHON: &str = "target/bench-advertools/bin/python";
const SCRIPT: &str = "host/bench/advertools/crawl.py";

/// What a crawler did, and what it used.
#[derive(Debug, Deserialize)]
pub struct Ran {
    pub pages: usize,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub rss_mb: f64,
    /// Of `cpu_seconds`, those of rule packs.
    #[serde(default)]
    pub guest_seconds: f64,
}

impl Ran {
    pub fn rate(&self) -> f64 {
        self.pages as f64 / self.seconds
    }
}

/// Collects links, and checks nothing.
pub fn spider(port: u16, concurrency: usize) -> Result<Ran> {
    ran(Command::new(SPIDER).arg(url(port)).arg(concurrency.to_string()))
}

pub fn advertools(port: u16, concurrency: usize) -> Result<Ran> {
    let folder = TempDir::new()?;
    let scrapy = Path::new(PYTHON).parent().context("the folder of Python")?.canonicalize()?;
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(PYTHON);
    command.arg(SCRIPT).arg(url(port)).arg(concurrency.to_string()).arg(folder.path());
    ran(command.env("PATH", format!("{}:{path}", scrapy.display())))
}

fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}{START}")
}

fn ran(command: &mut Command) -> Result<Ran> {
    let output = command
        .env_remove("RUST_BACKTRACE")
        .output()
        .with_context(|| format!("{command:?} is missing: run `make bench-crawl`"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context("a crawler printed no figures")
}
