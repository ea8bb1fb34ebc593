//! An audit of a very large site, whose server is killed in the middle.

use super::auditor::{Auditor, Phase};
use super::site::Site;
use super::usage;
use crate::prelude::*;

const CONCURRENCY: usize = 16;
/// The share of the pages after which the server is killed.
const KILLED_AT: f64 = 0.3;
/// How often the overview is asked.
const LOOK: Duration = Duration::from_millis(500);
const LOOKS_AFTER: usize = 200;
/// How often the benchmark says how far it is.
const SAY: Duration = Duration::from_secs(30);

/// Ends after some minutes, with the figures of what was reached.
pub async fn measure(figures: &mut Figures, pages: usize, minutes: u64) -> Result<()> {
    let site = Site::start(pages, None)?;
    let mut auditor = Auditor::start(CONCURRENCY).await?;
    let empty = auditor.bytes()?;
    eprintln!("{}", usage::load()?);
    let begin = Instant::now();
    let audit = auditor.audit(site.port, pages).await?;
    let (mut looks, mut rss, mut said, mut resumed, mut crawled) = (Vec::new(), 0.0_f64, begin, None, None);
    let (phase, fetched) = loop {
        let (phase, fetched, took) = audit.look(&mut auditor).await?;
        looks.push(took);
        rss = rss.max(usage::peak_mb(auditor.server.process_id())?);
        if phase >= Phase::Crawled {
            crawled.get_or_insert_with(|| begin.elapsed());
        }
        if said.elapsed() > SAY {
            said = Instant::now();
            eprintln!("{fetched} pages after {:?}, {rss:.0} MB, {}", begin.elapsed(), usage::load()?);
        }
        if phase == Phase::Done || begin.elapsed() > Duration::from_secs(minutes * 60) {
            break (phase, fetched);
        }
        if resumed.is_none() && fetched as f64 >= pages as f64 * KILLED_AT {
            resumed = Some(kill(&mut auditor, &site).await?);
        }
        tokio::time::sleep(LOOK).await;
    };
    let seconds = crawled.unwrap_or_else(|| begin.elapsed()).as_secs_f64();
    figures.add("large_pages", fetched as f64, Bar::AtLeast(pages as f64));
    figures.add("large_pages_per_s", fetched as f64 / seconds, Bar::None);
    figures.add("large_is_done", f64::from(u8::from(phase == Phase::Done)), Bar::AtLeast(1.0));
    figures.add("large_peak_rss_mb", rss, Bar::AtMost(1024.0));
    let bytes = auditor.bytes()?.saturating_sub(empty);
    figures.add("large_bytes_per_page", bytes as f64 / fetched as f64, Bar::AtMost(2048.0));
    figures.add(
        "large_overview_crawling_p99_ms",
        Latencies::new(looks).quantile_ms(0.99),
        Bar::AtMost(100.0),
    );
    if phase == Phase::Done {
        figures.add("large_checks_s", begin.elapsed().as_secs_f64() - seconds, Bar::None);
        let mut looks = Vec::new();
        for _ in 0..LOOKS_AFTER {
            looks.push(audit.look(&mut auditor).await?.2);
        }
        figures.add("large_overview_p99_ms", Latencies::new(looks).quantile_ms(0.99), Bar::AtMost(100.0));
    }
    if let Some(resumed) = resumed {
        figures.add("large_resumed_s", resumed.as_secs_f64(), Bar::AtMost(5.0));
        // Pages that were requested, and not stored, when the server was killed.
        figures.add("large_requested_again", site.requested_again() as f64, Bar::None);
    }
    Ok(())
}

/// Kills the server, and returns how long after its start a page is requested.
async fn kill(auditor: &mut Auditor, site: &Site) -> Result<Duration> {
    let begin = Instant::now();
    auditor.restart().await?;
    let before = site.requests();
    while site.requests() == before {
        ensure!(begin.elapsed() < Duration::from_secs(300), "the audit does not go on");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    eprintln!("killed and resumed after {:?}", begin.elapsed());
    Ok(begin.elapsed())
}
