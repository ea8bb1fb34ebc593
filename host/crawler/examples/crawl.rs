//! Crawls a site and prints its speed: `cargo run --release --example crawl -- http://127.0.0.1:8099/page/0 --private`.
//!
//! `--private` allows the host of the address to be private, `--pages N` and `--concurrency N` set limits.

use std::sync::Arc;
use std::time::Instant;

use sitewright_crawler::crawl::{Crawl, Link, Outcome, Page, Parsed, Settings, Sitemaps, Visit};
use sitewright_crawler::fetch::{self, PublicNetwork};
use sitewright_crawler::frontier::Found;
use url::Url;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)?.parse::<u32>().ok()
    };
    let start = Url::parse(arguments.first().ok_or("the address is missing")?)?;
    let mut network = PublicNetwork::default();
    if arguments.iter().any(|argument| argument == "--private") {
        network.private_hosts.extend(start.host_str().map(str::to_owned));
    }
    let agent = "Sitewright/0.1 (+https://sitewright.example/crawler)";
    let mut settings =
        Settings::new(fetch::Settings { network: Arc::new(network), ..fetch::Settings::new(agent) });
    settings.limits.pages = number("--pages").unwrap_or(1_000_000);
    settings.pace.concurrency = number("--concurrency").unwrap_or(16) as usize;
    settings.sitemaps = Sitemaps::None;
    let began = Instant::now();
    let mut crawl = Crawl::new(settings, &start, parse)?;
    let (mut links, mut last) = (0, None);
    while let Some(batch) = crawl.next().await {
        links += batch.visits.iter().map(links_of).sum::<usize>();
        last = Some((batch.progress, batch.limits, batch.end));
    }
    let (progress, limits, end) = last.ok_or("the crawl returned nothing")?;
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{} pages with {links} links in {seconds:.2} s: {:.0} pages/s; {} failed; end: {end:?}",
        progress.visited,
        progress.visited as f64 / seconds,
        progress.failed
    );
    for hit in limits {
        println!("limit {}: {} times, such as {}", hit.limit, hit.count, hit.url);
    }
    Ok(())
}

fn links_of(visit: &Visit<()>) -> usize {
    match &visit.outcome {
        Outcome::Page(page) => page.links.len(),
        _ => 0,
    }
}

/// Finds the targets of links in the plainest way.
fn parse(page: &Page<'_>) -> Parsed<()> {
    let body = String::from_utf8_lossy(&page.reply.body);
    let links = body
        .split("<a href=\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .filter_map(|(link, _)| page.normal.joined(page.url, link))
        .map(|url| Link { address: url.into(), found: Found::Link, is_followed: true });
    Parsed { links: links.collect(), payload: () }
}
