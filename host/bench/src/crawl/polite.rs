//! The pauses that robots.txt asks for, by the clock of the site.

use super::auditor::Auditor;
use super::site::Site;
use crate::prelude::*;

const PAGES: usize = 41;
const DELAY: Duration = Duration::from_millis(250);

pub async fn measure(figures: &mut Figures, auditor: &mut Auditor) -> Result<()> {
    let robots = format!("User-agent: *\nCrawl-delay: {}\n", DELAY.as_secs_f64());
    let site = Site::start(PAGES, Some(robots))?;
    auditor.audit(site.port, PAGES).await?.end(auditor).await?;
    let pauses = site.pauses();
    ensure!(pauses.len() + 1 == PAGES, "the audit requested {} pages", pauses.len() + 1);
    let percent = |pause: Duration| pause.as_secs_f64() / DELAY.as_secs_f64() * 100.0;
    let shortest = pauses.iter().min().copied().unwrap_or_default();
    let mean = pauses.iter().sum::<Duration>() / u32::try_from(pauses.len())?;
    figures.add("crawl_delay_shortest_percent", percent(shortest), Bar::AtLeast(95.0));
    figures.add("crawl_delay_mean_percent", percent(mean), Bar::AtMost(105.0));
    Ok(())
}
