//! The speed of an audit against other crawlers: the same site on loopback, and the same number of requests at the same
//! time. The audit is the product's own, of a server process, started by the API; the network of this machine is allowed
//! by the settings of an administrator.

mod auditor;
pub mod large;
mod nginx;
mod pages;
mod peers;
mod polite;
mod site;
mod usage;

use auditor::{Auditor, Phase};
use nginx::Nginx;
use peers::Ran;

use crate::prelude::*;

const PAGES: usize = 2_001;
const CONCURRENCY: usize = 16;
/// Runs of each crawler, in turn, so that changes in the machine's load affect all of them; medians count.
const ROUNDS: usize = 3;
/// Pages of the audit before, which compiles the packs.
const WARM_UP: usize = 60;

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let nginx = Nginx::start(PAGES)?;
    let mut auditor = Auditor::start(CONCURRENCY).await?;
    auditor.audit(nginx.port, WARM_UP).await?.end(&mut auditor).await?;
    let (mut own, mut advertools, mut spider) = (Vec::new(), Vec::new(), Vec::new());
    let mut checking = Vec::new();
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}: {}", usage::load()?);
        let audit = auditor.audit(nginx.port, PAGES).await?;
        let crawl = audit.until(&mut auditor, Phase::Crawled).await?;
        checking.push(audit.end(&mut auditor).await?.as_secs_f64());
        ensure!(crawl.pages == PAGES, "the audit fetched {} pages", crawl.pages);
        own.push(crawl);
        spider.push(peers::spider(nginx.port, CONCURRENCY)?);
        advertools.push(peers::advertools(nginx.port, CONCURRENCY)?);
    }
    for (name, runs) in [("advertools", &advertools), ("spider", &spider)] {
        let fewest = runs.iter().map(|run| run.pages).min().unwrap_or_default();
        ensure!(fewest >= PAGES, "{name} fetched {fewest} pages");
    }
    let rate = median(&own, Ran::rate);
    column(figures, "audit", &own, Bar::AtLeast(2000.0));
    let share = median(&own, |run| run.guest_seconds / run.cpu_seconds * 100.0);
    figures.add("crawl_audit_packs_cpu_percent", share, Bar::AtMost(25.0));
    checking.sort_unstable_by(f64::total_cmp);
    figures.add("crawl_audit_site_checks_s", checking[ROUNDS / 2], Bar::None);
    column(figures, "advertools", &advertools, Bar::None);
    column(figures, "spider", &spider, Bar::None);
    figures.add("crawl_audit_to_advertools", rate / median(&advertools, Ran::rate), Bar::AtLeast(20.0));
    figures.add("crawl_audit_to_spider", rate / median(&spider, Ran::rate), Bar::AtLeast(1.0));
    polite::measure(figures, &mut auditor).await
}

fn column(figures: &mut Figures, name: &str, runs: &[Ran], bar: Bar) {
    let per_page = |run: &Ran| run.cpu_seconds / run.pages as f64 * 1e6;
    figures.add(&format!("crawl_{name}_pages_per_s"), median(runs, Ran::rate), bar);
    figures.add(&format!("crawl_{name}_cpu_s"), median(runs, |run| run.cpu_seconds), Bar::None);
    figures.add(&format!("crawl_{name}_cpu_us_per_page"), median(runs, per_page), Bar::None);
    figures.add(&format!("crawl_{name}_peak_rss_mb"), median(runs, |run| run.rss_mb), Bar::None);
}

fn median(runs: &[Ran], of: impl Fn(&Ran) -> f64) -> f64 {
    let mut values: Vec<f64> = runs.iter().map(of).collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
