//! A call of a rule pack that does nothing, with 50 pages of 40 links each: what the engine and the SDK cost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use sitewright_engine::rules::{Checks, Pack};
use sitewright_engine::{Context, Engine};
use sitewright_facts::{Interned, NewLink, NewPage, Tables};

use super::{CALLS_PER_ROUND, ROUNDS, median};

const GUEST: &str = "target/guests/idle_pack.wasm";
const PAGES: u32 = 50;
const LINKS: u32 = 40;

/// The median time of a call.
pub async fn call(engine: &Engine) -> Result<Duration> {
    let wasm = std::fs::read(GUEST).with_context(|| format!("{GUEST} is missing: run `make guests`"))?;
    let plugin = engine.install(wasm).await?;
    // The texts of the guest are empty, which its description must not be.
    let tables = ["pages", "links"].map(str::to_owned).to_vec();
    let pack =
        Pack { name: String::new(), summary: String::new(), tables, probes: Vec::new(), rules: Vec::new() };
    let checks = plugin.checks(Arc::new(pack), "{}", Context::default());
    engine.runtime().spawn(calls(checks, batch())).await?
}

async fn calls(checks: Checks, batch: Arc<Tables>) -> Result<Duration> {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        for _ in 0..CALLS_PER_ROUND {
            checks.pages(batch.clone()).await?;
        }
        rounds.push(begin.elapsed() / CALLS_PER_ROUND);
    }
    Ok(median(rounds))
}

fn batch() -> Arc<Tables> {
    let (mut batch, mut known) = (Tables::default(), Interned::default());
    for number in 0..PAGES {
        let url = format!("https://site.example/pages/{number}");
        let page =
            NewPage { number, url: &url, status: 200, html: true, title: Some(&url), ..NewPage::default() };
        let page = Tables::of_page(&page, |tables| {
            for link in 0..LINKS {
                let target = format!("https://site.example/pages/{}", number * 7 + link);
                NewLink { href: Some(&target), url: &target, text: "Another page", ..NewLink::default() }
                    .push(&mut tables.links);
            }
        });
        batch.append(&page, &mut known);
    }
    Arc::new(batch)
}
