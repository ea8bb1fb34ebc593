//! Crawls a site into facts: batches of pages in the tables of the contract, and what is known of the site besides.

mod hosts;
mod pages;
mod probes;
mod sitemaps;

use std::collections::{HashMap, HashSet};

use sitewright_facts::{
    Interned, NewCrawl, NewPage, NewProbe, NewRobots, NewSitemap, Sitemap, Tables, UNKNOWN,
};
use url::Url;

use crate::crawl::{Batch, End, Outcome, Progress, Visit};
use crate::fetch::{Failure, FailureKind};
use crate::frontier::{Address, Found, Kind, Limit};
use crate::{crawl, page, robots};

use hosts::Host;
use pages::append_row;
pub use pages::{found, kind, parse, parse_changed, renumbered, role, way};
pub use probes::probes;

/// The crawler whose rules decide what a search engine may read.
const GOOGLE: &str = "googlebot";
/// Bytes of a robots.txt that are kept.
const ROBOTS_TEXT: usize = 512_000;
/// Paths with many queries that are reported.
const VARIANTS: usize = 100;

/// What a batch of the crawl has for the store.
#[derive(Debug, Default)]
pub struct Gathered {
    pub found: Vec<Address>,
    /// The visited addresses; the table `texts` is for rule packs only.
    pub pages: Tables,
    /// Numbers of those that have not changed: their facts are those of an earlier crawl, and have no texts.
    pub unchanged: Vec<u32>,
    /// Numbers of pages that sitemaps list.
    pub listed: Vec<u32>,
    /// Those of them with a lastmod, and its day since 1970-01-01.
    pub changed: Vec<(u32, u32)>,
    /// Whether [`Gatherer::around`] changed.
    pub has_news: bool,
    pub progress: Progress,
    pub end: Option<End>,
}

/// Collects what a crawl finds besides its pages.
pub struct Gatherer {
    start: Url,
    today: u32,
    connected: String,
    is_listed: bool,
    /// The rules for Googlebot by origin.
    robots: HashMap<String, robots::Rules>,
    hosts: HashMap<String, Host>,
    sitemap_ways: HashMap<u32, Found>,
    /// The index that names a sitemap, by the number of the sitemap.
    indexes: HashMap<u32, String>,
    /// Pages that a sitemap lists.
    listed: HashSet<u32>,
    around: Tables,
    pages: u32,
    limit: &'static str,
}

impl Gatherer {
    /// `around` is what an earlier part of the crawl has gathered, empty at its beginning.
    pub fn new(
        settings: &crawl::Settings,
        start: &Url,
        today: u32,
        connected: &[&str],
        around: Tables,
    ) -> Self {
        let view = around.view();
        let parsed = view.robots().map(|robots| {
            (robots.origin().to_owned(), robots::Robots::parse(robots.text().as_bytes()).rules(GOOGLE))
        });
        let pages = view.crawl().next().map_or(0, |crawl| crawl.pages());
        Self {
            start: settings.rules.normal.of(start.clone()).unwrap_or_else(|| start.clone()),
            today,
            connected: connected.join("\n"),
            is_listed: !settings.list.is_empty(),
            robots: parsed.collect(),
            hosts: Self::hosts_of(&around),
            sitemap_ways: HashMap::new(),
            indexes: HashMap::new(),
            listed: view.listings().map(|listing| listing.page()).collect(),
            pages,
            limit: "",
            around,
        }
    }

    /// Takes the addresses of an earlier part of the crawl, and marks the sitemaps and probes that it visited.
    pub fn remember(&mut self, known: &mut [crawl::Known]) {
        let view = self.around.view();
        // Only the answer of an index or a redirect says what it leads to.
        let is_whole =
            |sitemap: &Sitemap<'_>| sitemap.format() != 1 && !(300..400).contains(&sitemap.status());
        let sitemaps: HashSet<&str> = view.sitemaps().filter(is_whole).map(|sitemap| sitemap.url()).collect();
        let probes: HashSet<&str> = view.probes().map(|probe| probe.path()).collect();
        for crawl::Known { address, is_done } in known {
            match address.kind {
                Kind::Sitemap => {
                    self.sitemap_ways.insert(address.number, address.found);
                    *is_done = sitemaps.contains(&*address.url);
                }
                Kind::Probe => *is_done = probes.contains(self.path_of(&address.url).as_str()),
                _ => {}
            }
        }
    }

    /// The site tables about everything but pages.
    pub fn around(&self) -> &Tables {
        &self.around
    }

    /// The limit that ended the crawl; empty if it ended by itself.
    pub fn limit(&self) -> &'static str {
        self.limit
    }

    /// Turns a batch of the crawl into facts.
    pub fn take(&mut self, batch: Batch<Tables>) -> Gathered {
        let Batch { addresses, visits, hosts, limits, progress, end } = batch;
        let mut gathered = Gathered { progress, end, ..Gathered::default() };
        for address in addresses.iter().filter(|address| address.kind == Kind::Sitemap) {
            self.sitemap_ways.insert(address.number, address.found);
        }
        gathered.has_news = !hosts.is_empty() || end.is_some();
        hosts.into_iter().for_each(|host| self.add_robots(host));
        let mut texts = Interned::default();
        for visit in visits {
            self.add(visit, &mut texts, &mut gathered);
        }
        gathered.found = addresses;
        if let Some(end) = end {
            let weighty = [Limit::Pages, Limit::Time, Limit::Addresses, Limit::Depth, Limit::QueryVariants];
            let hit = weighty.into_iter().find(|limit| limits.iter().any(|hit| hit.limit == *limit));
            self.limit = match end {
                End::Limit(limit) => limit.name(),
                _ => hit.map_or("", Limit::name),
            };
        }
        if gathered.has_news {
            let variants = limits.iter().filter(|hit| hit.limit == Limit::QueryVariants).take(VARIANTS);
            let variants: Vec<String> = variants
                .filter_map(|hit| Some(format!("{} {}", Url::parse(&hit.url).ok()?.path(), hit.count)))
                .collect();
            self.write_crawl(&variants.join("\n"));
            self.write_hosts();
        }
        if end.is_some() {
            self.follow_probes();
        }
        gathered
    }

    fn add(&mut self, visit: Visit<Tables>, texts: &mut Interned, gathered: &mut Gathered) {
        let Visit { number, url, kind, found, depth, attempts, outcome } = visit;
        let google_line = self.google_line(&url);
        let address = NewPage {
            number,
            url: &url,
            role: role(kind),
            found: way(found),
            depth: depth.into(),
            retries: u32::from(attempts).saturating_sub(1),
            disallowed_google: google_line > 0,
            google_line,
            lastmod_day: UNKNOWN,
            location_number: UNKNOWN,
            canonical_number: UNKNOWN,
            ..NewPage::default()
        };
        match outcome {
            Outcome::Sitemap(visit) => {
                gathered.has_news = true;
                gathered.listed.extend(visit.pages.iter().map(|page| page.number));
                gathered.changed.extend(
                    visit.pages.iter().filter_map(|page| {
                        Some((page.number, page::day_of(page.last_modified.as_deref()?)?))
                    }),
                );
                self.add_sitemap(number, &url, &visit);
            }
            Outcome::Answer(answer) if kind == Kind::Probe => {
                gathered.has_news = true;
                self.add_probe(&url, found, &answer);
            }
            Outcome::Failed(failure) if kind == Kind::Sitemap => {
                gathered.has_news = true;
                self.push_sitemap(
                    number,
                    NewSitemap { url: &url, problems: failure.kind.name(), ..NewSitemap::default() },
                );
            }
            Outcome::Failed(_) | Outcome::Disallowed(_) if matches!(kind, Kind::Sitemap | Kind::Probe) => {
                gathered.has_news = true;
                if kind == Kind::Probe {
                    let (path, kind) = (&*self.path_of(&url), self.kind_of_probe(&url, found));
                    self.push_probe(NewProbe { path, kind, end_url: &url, ..NewProbe::default() });
                }
            }
            Outcome::Page(page) => self.add_page(address, *page, texts, gathered),
            Outcome::Answer(answer) => self.add_answer(address, &answer, texts, gathered),
            Outcome::Disallowed(_) => {
                let row = NewPage { disallowed: true, failure: "robots", ..address };
                append_row(&row, texts, &mut gathered.pages);
            }
            Outcome::Failed(failure) => {
                self.note_failure(&url, kind, &failure);
                let row = NewPage { failure: failure_name(&failure), ..address };
                append_row(&row, texts, &mut gathered.pages);
            }
        }
    }

    /// The line of robots.txt that disallows an address for Googlebot, otherwise 0.
    fn google_line(&self, url: &str) -> u32 {
        let parsed = Url::parse(url).ok();
        let rules = parsed.and_then(|url| self.robots.get(crate::address::origin(&url)));
        match rules.and_then(|rules| rules.deciding(url)) {
            Some((false, line)) => line,
            _ => 0,
        }
    }

    fn add_robots(&mut self, host: crawl::HostReport) {
        let crawl::HostReport { origin, url, status, failure, robots, text } = host;
        let parsed = robots.unwrap_or_default();
        // A crawl that goes on asks again.
        if self.around.view().robots().any(|known| known.origin() == origin) {
            self.robots.insert(origin, parsed.rules(GOOGLE));
            return;
        }
        let problems: Vec<String> = parsed.problems.iter().filter_map(robots_problem).collect();
        let agents: std::collections::BTreeSet<&str> = parsed.agents().collect();
        let blocked: Vec<&str> =
            agents.into_iter().filter(|agent| parsed.rules(agent).forbid_all()).collect();
        NewRobots {
            url: &url,
            status: status.map_or(0, u32::from),
            bytes: u32::try_from(text.len()).unwrap_or(UNKNOWN),
            text: &text[..text.floor_char_boundary(ROBOTS_TEXT)],
            problems: &problems.join("\n"),
            sitemaps: &parsed.sitemaps.join("\n"),
            blocked: &blocked.join("\n"),
            origin: &origin,
            failure: failure.as_ref().map_or("", failure_name),
            ..NewRobots::default()
        }
        .push(&mut self.around.robots);
        self.robots.insert(origin, parsed.rules(GOOGLE));
    }

    fn write_crawl(&mut self, variants: &str) {
        self.around.crawl.clear();
        NewCrawl {
            start: self.start.as_str(),
            home: 0,
            day: self.today,
            pages: self.pages,
            limit: if self.is_listed { "list" } else { self.limit },
            connected: &self.connected,
            variants,
            ..NewCrawl::default()
        }
        .push(&mut self.around.crawl);
    }
}

fn failure_name(failure: &Failure) -> &'static str {
    match failure.kind {
        FailureKind::TlsExpired | FailureKind::TlsWrongHost | FailureKind::TlsUntrusted => "tls",
        kind => kind.name(),
    }
}

fn robots_problem(problem: &robots::Problem) -> Option<String> {
    let code = match problem.kind {
        robots::ProblemKind::UnknownDirective
        | robots::ProblemKind::NoDirective
        | robots::ProblemKind::Misspelt => "unknown-directive",
        robots::ProblemKind::InvalidPath => "invalid-path",
        robots::ProblemKind::RuleBeforeGroup => "rule-before-group",
        robots::ProblemKind::InvalidSitemap => "invalid-sitemap",
        _ => return None,
    };
    Some(format!("{} {code} {}", problem.line, problem.text.replace('\n', " ")))
}
