//! Crawls a site, and answers the questions of packs about it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use sitewright_crawler::crawl::{self, Crawl};
use sitewright_crawler::fetch::{self, Limits};
use sitewright_crawler::frontier::{Address, Kind};
use sitewright_crawler::gather::{self, Gatherer};
use sitewright_crawler::pace;
use sitewright_crawler::site::{Pages, Site};
use sitewright_facts::Tables;
use url::Url;

use crate::certificates;
use crate::file;
use crate::given;
use crate::server::Server;

/// Delays from which on the limits of time are shorter.
const LONG_MS: u64 = 5_000;
/// How much shorter.
const SCALE: u32 = 5;

/// A site after its crawl.
pub struct Crawled {
    pub start: Url,
    /// The pages by number, each in tables of its own.
    pub pages: BTreeMap<u32, Arc<Tables>>,
    pub site: Site,
    /// The day of the crawl, in days since 1970-01-01.
    pub today: u32,
}

/// Serves and crawls a site, with these paths beside its own, and adds what connected services know of it.
///
/// Errors: the file of the check gives data that do not fit.
pub async fn crawl(probes: &[String], site: &file::Site) -> Result<Crawled, String> {
    let is_slow = site.pages.iter().any(|page| page.delay_ms > LONG_MS);
    let scale = if is_slow { SCALE } else { 1 };
    let server = Server::start(site, scale).await;
    let start = site.start();
    let today = given::today(site)?;
    let settings = settings(probes, &start, &server, scale);
    let parse = gather::parse(&settings, &start, today);
    let connected: Vec<&str> = ["tls", "external"].into_iter().chain(given::services(site)).collect();
    let mut gatherer = Gatherer::new(&settings, &start, today, &connected, Tables::default());
    let mut crawl = Crawl::new(settings, &start, parse).map_err(|failure| failure.to_string())?;
    let (mut pages, mut found, mut listed) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut changed = Vec::new();
    while let Some(batch) = crawl.next().await {
        let gathered = gatherer.take(batch);
        for (index, page) in gathered.pages.view().pages().enumerate() {
            pages.insert(page.number(), gathered.pages.only(index));
        }
        found.extend(gathered.found);
        listed.extend(gathered.listed);
        changed.extend(gathered.changed);
    }
    let mut around = gatherer.around().clone();
    given::add(site, &start, today, &mut pages, &mut around)?;
    let site = whole(around, &pages, &found, &listed, &changed);
    let pages = pages.into_iter().map(|(number, page)| (number, Arc::new(page))).collect();
    Ok(Crawled { start, pages, site, today })
}

fn settings(probes: &[String], start: &Url, server: &Server, scale: u32) -> crawl::Settings {
    let limits = Limits::default();
    let limits = Limits { first_byte: limits.first_byte / scale, whole: limits.whole / scale, ..limits };
    let fetch = fetch::Settings {
        limits,
        network: server.network(),
        roots: vec![certificates::authority()],
        ..fetch::Settings::new("SitewrightBot/1.0 (+https://sitewright.example/seo-audit)")
    };
    crawl::Settings {
        pace: pace::Settings { concurrency: 16, rest: Duration::from_millis(1), ..pace::Settings::default() },
        longest: Some(Duration::from_secs(60)),
        external_delay: Duration::ZERO,
        probes: gather::probes(start, probes.iter().cloned()),
        ..crawl::Settings::new(fetch)
    }
}

/// The site as a whole, as an audit builds it from its stored batches.
fn whole(
    around: Tables,
    pages: &BTreeMap<u32, Tables>,
    found: &[Address],
    listed: &[u32],
    changed: &[(u32, u32)],
) -> Site {
    let mut site = Site::new(around);
    for page in pages.values() {
        site.add(&page.view());
    }
    for address in found.iter().filter(|address| !matches!(address.kind, Kind::Sitemap | Kind::Probe)) {
        let (role, way) = (gather::role(address.kind), gather::way(address.found));
        site.add_unfetched(address.number, &address.url, role as u8, way as u8, 0);
    }
    for number in listed {
        site.mark_listed(*number);
    }
    for (number, day) in changed {
        site.mark_changed(*number, *day);
    }
    site.finish();
    site
}

impl Pages for Crawled {
    fn batch_of(&self, number: u32) -> Option<Arc<Tables>> {
        self.pages.get(&number).cloned()
    }
}
