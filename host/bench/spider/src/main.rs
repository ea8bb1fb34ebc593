//! Crawls a site with the spider crate, which collects the links and checks nothing. Prints one JSON object.
//!
//!     spider-column URL CONCURRENCY

use std::error::Error;
use std::fs::read_to_string;
use std::time::Instant;

use spider::website::Website;

/// Ticks of a second in `/proc/self/stat`.
const TICKS: f64 = 100.0;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("usage: spider-column URL CONCURRENCY")?;
    let concurrency: usize = arguments.next().ok_or("the concurrency is missing")?.parse()?;
    let mut website = Website::new(&url);
    website.with_concurrency_limit(Some(concurrency)).with_delay(0).with_respect_robots_txt(false);
    let begin = Instant::now();
    website.crawl().await;
    let seconds = begin.elapsed().as_secs_f64();
    let pages = website.get_links().len();
    println!(
        "{{\"pages\": {pages}, \"seconds\": {seconds}, \"cpu_seconds\": {}, \"rss_mb\": {}}}",
        cpu_seconds()?,
        peak_mb()?
    );
    Ok(())
}

fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(')').ok_or("no name in /proc/self/stat")?;
    // Time in the program and in the kernel.
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS)
}

fn peak_mb() -> Result<f64, Box<dyn Error>> {
    let status = read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).ok_or("no VmHWM")?;
    let kib: f64 = line.split_whitespace().nth(1).ok_or("no number in VmHWM")?.parse()?;
    Ok(kib / 1024.0)
}
