//! Crawls a site into facts: batches of pages in the tables of the contract, and what is known of the site besides.

mod sitemaps;

use std::collections::{HashMap, HashSet};

use sitewright_facts::{
    Interned, NewCrawl, NewHost, NewPage, NewProbe, NewRobots, NewSitemap, Table, Tables, UNKNOWN, layouts,
};
use url::Url;

use crate::crawl::{Answer, Batch, End, Outcome, Page, PageVisit, Parsed, Progress, Visit};
use crate::fetch::{BodyEnd, Failure, FailureKind, Reply};
use crate::frontier::{Address, Found, Kind, Limit, NO_NUMBER};
use crate::page::{self, Input, Origin, Rules};
use crate::{crawl, robots};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// The crawler whose rules decide what a search engine may read.
const GOOGLE: &str = "googlebot";
/// Bytes of a robots.txt that are kept.
const ROBOTS_TEXT: usize = 512_000;
/// Paths with many queries that are reported.
const VARIANTS: usize = 100;
/// Pages at the start of a crawl that show whether a firewall stops it.
const FIRST_PAGES: u32 = 50;

/// A path that no site has.
const NO_PAGE: &str = "/sitewright-3f6b2f0c-this-page-does-not-exist";
/// Files that the crawl asks for in every site.
const FILES: [&str; 2] = ["/favicon.ico", "/llms.txt"];
/// Redirects of a probe that are followed.
const PROBE_STEPS: usize = 10;

/// What a crawl asks for besides pages: the variants of the home page, a page that does not exist, common files, and what
/// rule packs want to know.
pub fn probes(start: &Url, packs: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut all = variants(start);
    all.extend([NO_PAGE].into_iter().chain(FILES).map(str::to_owned));
    all.extend(packs);
    all
}

/// The home page with the other scheme, and with or without `www`.
fn variants(start: &Url) -> Vec<String> {
    let (Some(host), None) = (start.host_str(), start.port()) else { return Vec::new() };
    let bare = host.strip_prefix("www.").unwrap_or(host);
    let mut hosts = vec![bare.to_owned()];
    // A subdomain has no variant with www.
    if bare != host || bare.matches('.').count() < 2 {
        hosts.push(format!("www.{bare}"));
    }
    let of = |scheme: &'static str| hosts.iter().map(move |host| format!("{scheme}://{host}/"));
    let home = format!("{}://{host}/", start.scheme());
    ["https", "http"].into_iter().flat_map(of).filter(|variant| *variant != home).collect()
}

/// What a batch of the crawl has for the store.
#[derive(Debug, Default)]
pub struct Gathered {
    pub found: Vec<Address>,
    /// The visited addresses; the table `texts` is for rule packs only.
    pub pages: Tables,
    /// Numbers of pages that sitemaps list.
    pub listed: Vec<u32>,
    /// Whether [`Gatherer::around`] changed.
    pub has_news: bool,
    pub progress: Progress,
    pub end: Option<End>,
}

/// The function of the crawl that reads a page into tables of one page.
pub fn parse(settings: &crawl::Settings, start: &Url, today: u32) -> impl crawl::Parse<Tables> {
    let (rules, start) = (settings.rules.clone(), start.clone());
    move |page: &Page<'_>| {
        let normalise = |base: &Url, reference: &str| {
            let url = base.join(reference).ok()?;
            rules.normal.of(url).map(String::from)
        };
        let same_site = |host: &str| rules.scope.joins(start.host_str().unwrap_or_default(), host);
        let rules = Rules { normalise: &normalise, same_site: &same_site };
        read(page, &rules, today)
    }
}

fn read(page: &Page<'_>, rules: &Rules<'_>, today: u32) -> Parsed<Tables> {
    let reply = page.reply;
    let headers: Vec<(&str, &str)> = reply
        .headers
        .iter()
        .filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
        .collect();
    let response = NewPage { number: page.number, depth: page.depth.into(), ..response_of(reply) };
    let mut tables = Tables::default();
    let input = Input { url: page.url, response, headers: &headers, body: &reply.body, today };
    page::read(&input, rules, &mut tables);
    let nofollow = tables.view().pages().next().is_some_and(|page| page.nofollow());
    let mut links = Vec::new();
    page::targets(&tables, 0, |origin, row, url| {
        let (found, is_followed) = match origin {
            Origin::Location => return,
            Origin::Canonical => (Found::Canonical, true),
            Origin::Hint => (Found::Hreflang, is_page_hint(&tables, row)),
            // Where nofollow leads is of interest, except for the many forms of a page that have a query.
            Origin::Link => (Found::Link, !url.contains('?') || !(nofollow || is_nofollow(&tables, row))),
            Origin::Resource if is_preview(&tables, row) => (Found::Preview, true),
            Origin::Image | Origin::Resource => (Found::Resource, true),
        };
        links.push(crawl::Link { reference: url.to_owned(), found, is_followed });
    });
    Parsed { base: None, links, payload: tables }
}

/// Whether a hint leads to a page, such as an alternate or the next page.
fn is_page_hint(tables: &Tables, row: u32) -> bool {
    let view = tables.view();
    let hint = view.hints().nth(row as usize);
    hint.is_some_and(|hint| {
        let rels = ["canonical", "next", "prev", "amphtml"];
        hint.hreflang().is_some() || hint.rel().split_ascii_whitespace().any(|rel| rels.contains(&rel))
    })
}

/// Whether a resource is an image for shared links.
fn is_preview(tables: &Tables, row: u32) -> bool {
    let view = tables.view();
    view.resources().nth(row as usize).is_some_and(|resource| resource.kind() == 7)
}

fn is_nofollow(tables: &Tables, row: u32) -> bool {
    let view = tables.view();
    view.links().nth(row as usize).is_some_and(|link| link.rel() & 1 != 0)
}

/// The columns of a response.
fn response_of(reply: &Reply) -> NewPage<'static> {
    let http_version = match reply.version {
        "HTTP/1.0" => 10,
        "HTTP/2.0" | "HTTP/2" => 20,
        "HTTP/3.0" | "HTTP/3" => 30,
        _ => 11,
    };
    let ms = |time: std::time::Duration| u32::try_from(time.as_millis()).unwrap_or(UNKNOWN - 1);
    NewPage {
        status: reply.status.into(),
        failure: failure_of(&reply.body_end),
        http_version,
        ttfb_ms: ms(reply.first_byte),
        total_ms: ms(reply.total),
        transfer_bytes: u32::try_from(reply.transferred).unwrap_or(UNKNOWN - 1),
        body_bytes: u32::try_from(reply.body.len()).unwrap_or(UNKNOWN - 1),
        lastmod_day: UNKNOWN,
        location_number: UNKNOWN,
        canonical_number: UNKNOWN,
        ..NewPage::default()
    }
}

fn failure_of(end: &BodyEnd) -> &'static str {
    match end {
        BodyEnd::Complete | BodyEnd::NotWanted => "",
        BodyEnd::TimedOut | BodyEnd::TooSlow => "timed-out",
        end => end.name(),
    }
}

/// The column `role` of an address; a sitemap or a probe is no page.
pub fn role(kind: Kind) -> u32 {
    match kind {
        Kind::Page => 0,
        Kind::Resource => 1,
        Kind::External => 2,
        Kind::Sitemap => 3,
        Kind::Probe => 4,
    }
}

/// The kind of an address with this role.
pub fn kind(role: u32) -> Kind {
    [Kind::Page, Kind::Resource, Kind::External, Kind::Sitemap, Kind::Probe]
        .into_iter()
        .find(|kind| self::role(*kind) == role)
        .unwrap_or(Kind::Page)
}

const WAYS: [Found; 12] = [
    Found::Start,
    Found::Link,
    Found::Sitemap,
    Found::Redirect,
    Found::Canonical,
    Found::Hreflang,
    Found::Resource,
    Found::List,
    Found::Robots,
    Found::Guess,
    Found::Probe,
    Found::Preview,
];

/// The column `found` of an address.
pub fn way(found: Found) -> u32 {
    WAYS.iter().position(|way| *way == found).unwrap_or(0) as u32
}

/// How an address with this column was found.
pub fn found(way: u32) -> Found {
    WAYS.get(way as usize).copied().unwrap_or(Found::Start)
}

/// A host of the site.
#[derive(Debug, Default)]
struct Host {
    tls: bool,
    tls_error: &'static str,
    not_after: Option<i64>,
    is_http2: bool,
    fetched: u32,
    failed: u32,
    challenged: u32,
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
            hosts: HashMap::new(),
            sitemap_ways: HashMap::new(),
            indexes: HashMap::new(),
            listed: view.listings().map(|listing| listing.page()).collect(),
            pages,
            limit: "",
            around,
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
                    NewProbe { path, kind, end_url: &url, ..NewProbe::default() }
                        .push(&mut self.around.probes);
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

    fn add_page(
        &mut self,
        address: NewPage<'_>,
        page: PageVisit<Tables>,
        texts: &mut Interned,
        gathered: &mut Gathered,
    ) {
        let PageVisit { reply, payload: mut tables, links, target, .. } = page;
        self.pages += u32::from(reply.status == 200);
        let title = tables.view().pages().next().and_then(|page| page.title()).unwrap_or_default().to_owned();
        self.note_reply(address.url, &reply, &title);
        number_targets(&mut tables, &links);
        if let Some(target) = target {
            page::set_target(&mut tables, Origin::Location, 0, target);
        }
        for (column, value) in [
            ("number", address.number),
            ("found", address.found),
            ("retries", address.retries),
            ("disallowed_google", u32::from(address.disallowed_google)),
            ("google_line", address.google_line),
        ] {
            page::set_number(&mut tables, column, value);
        }
        gathered.pages.append(&tables, texts);
    }

    /// A file, or a page of another site: nothing but its response.
    fn add_answer(
        &mut self,
        address: NewPage<'_>,
        answer: &Answer,
        texts: &mut Interned,
        gathered: &mut Gathered,
    ) {
        let Ok(url) = Url::parse(address.url) else { return };
        let Answer { reply, target } = answer;
        let headers: Vec<(&str, &str)> = reply
            .headers
            .iter()
            .filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
            .collect();
        let length = headers.iter().find(|(name, _)| *name == "content-length");
        let length = length.and_then(|(_, length)| length.parse().ok()).unwrap_or(0);
        let response = response_of(reply);
        let size = imagesize::blob_size(&reply.body).ok();
        let side = |side: fn(&imagesize::ImageSize) -> usize| {
            size.as_ref().and_then(|size| u32::try_from(side(size)).ok()).unwrap_or(0)
        };
        let response = NewPage {
            image_width: side(|size| size.width),
            image_height: side(|size| size.height),
            status: response.status,
            failure: response.failure,
            http_version: response.http_version,
            ttfb_ms: response.ttfb_ms,
            total_ms: response.total_ms,
            transfer_bytes: response.transfer_bytes.max(length),
            body_bytes: response.body_bytes.max(length),
            ..address
        };
        let mut tables = Tables::default();
        let normalise = |base: &Url, reference: &str| Some(base.join(reference).ok()?.into());
        let rules = Rules { normalise: &normalise, same_site: &|_| false };
        page::read(
            &Input { url: &url, response, headers: &headers, body: &[], today: self.today },
            &rules,
            &mut tables,
        );
        if let Some(target) = target {
            page::set_target(&mut tables, Origin::Location, 0, *target);
        }
        gathered.pages.append(&tables, texts);
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

    fn host_of(&mut self, url: &str) -> Option<&mut Host> {
        let url = Url::parse(url).ok()?;
        let name = match (url.host_str()?, url.port()) {
            (host, Some(port)) => format!("{host}:{port}"),
            (host, None) => host.to_owned(),
        };
        let host = self.hosts.entry(name).or_default();
        host.tls |= url.scheme() == "https";
        Some(host)
    }

    fn note_reply(&mut self, url: &str, reply: &Reply, title: &str) {
        let is_first = self.pages <= FIRST_PAGES;
        let Some(host) = self.host_of(url) else { return };
        host.fetched += 1;
        host.failed += u32::from(reply.status >= 500);
        host.is_http2 |= reply.version.starts_with("HTTP/2");
        host.not_after = host.not_after.or(reply.certificate_until);
        let is_refused = matches!(reply.status, 403 | 503);
        let challenged =
            reply.headers.contains_key("cf-mitigated") || CHALLENGES.iter().any(|text| title.contains(text));
        host.challenged += u32::from(is_first && is_refused && challenged);
    }

    fn note_failure(&mut self, url: &str, kind: Kind, failure: &Failure) {
        let error = match failure.kind {
            FailureKind::TlsExpired => "expired",
            FailureKind::TlsWrongHost => "hostname",
            FailureKind::TlsUntrusted => "chain",
            FailureKind::Tls => "handshake",
            _ => "",
        };
        if kind == Kind::Page
            && let Some(host) = self.host_of(url)
        {
            host.fetched += 1;
            if !error.is_empty() {
                host.tls_error = error;
            }
        }
    }

    fn add_robots(&mut self, host: crawl::HostReport) {
        let crawl::HostReport { origin, url, status, failure, robots, text } = host;
        let parsed = robots.unwrap_or_default();
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

    fn add_probe(&mut self, url: &str, found: Found, answer: &Answer) {
        let reply = &answer.reply;
        let end_url = Url::parse(url).ok().and_then(|url| reply.location(&url));
        let start = String::from_utf8_lossy(&reply.body[..reply.body.len().min(1_024)]);
        NewProbe {
            path: &self.path_of(url),
            kind: self.kind_of_probe(url, found),
            status: reply.status.into(),
            end_url: end_url.as_ref().map_or(url, Url::as_str),
            end_status: reply.status.into(),
            media_type: &reply.media_type(),
            start: &start,
            ..NewProbe::default()
        }
        .push(&mut self.around.probes);
    }

    /// The path of a probe, or the whole address of a variant of the host.
    fn path_of(&self, url: &str) -> String {
        let own = crate::address::origin(&self.start);
        url.strip_prefix(own).map_or_else(|| url.to_owned(), str::to_owned)
    }

    fn kind_of_probe(&self, url: &str, found: Found) -> u32 {
        let path = self.path_of(url);
        match path.as_str() {
            _ if found == Found::Redirect => 4,
            path if path.contains("this-page-does-not-exist") => 1,
            "/favicon.ico" | "/llms.txt" => 3,
            path if path.starts_with('/') => 0,
            _ => 2,
        }
    }

    /// Sets the end of the probes that were redirected: each step is a probe of its own.
    fn follow_probes(&mut self) {
        let around = std::mem::replace(&mut self.around.probes, Table::new(layouts::probes.width()));
        let mut batch = sitewright_facts::Batch::default();
        batch.set("probes", around.view());
        for probe in batch.probes() {
            let mut end = probe;
            for _ in 0..PROBE_STEPS {
                let path = self.path_of(end.end_url());
                let next = batch.probes().find(|next| next.path() == path);
                match next.filter(|_| end.end_url() != probe.path() && (300..400).contains(&end.status())) {
                    Some(next) => end = next,
                    None => break,
                }
            }
            NewProbe {
                path: probe.path(),
                kind: probe.kind(),
                status: probe.status(),
                end_url: end.end_url(),
                end_status: end.end_status(),
                media_type: end.media_type(),
                start: end.start(),
                ..NewProbe::default()
            }
            .push(&mut self.around.probes);
        }
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

    fn write_hosts(&mut self) {
        self.around.hosts.clear();
        let mut hosts: Vec<(&String, &Host)> = self.hosts.iter().collect();
        hosts.sort_unstable_by_key(|(name, _)| *name);
        for (name, host) in hosts {
            NewHost {
                host: name,
                tls: host.tls,
                tls_error: host.tls_error,
                not_after: host.not_after.and_then(|end| u32::try_from(end / DAY).ok()).unwrap_or(UNKNOWN),
                protocols: if host.tls { u32::from(host.is_http2) * 16 } else { UNKNOWN },
                fetched: host.fetched,
                failed: host.failed,
                challenged: host.challenged,
                ..NewHost::default()
            }
            .push(&mut self.around.hosts);
        }
    }
}

/// Titles of pages that a firewall shows instead of the page.
const CHALLENGES: [&str; 5] =
    ["Just a moment", "Attention Required", "Access denied", "Checking your browser", "Security check"];

fn failure_name(failure: &Failure) -> &'static str {
    match failure.kind {
        FailureKind::TlsExpired | FailureKind::TlsWrongHost | FailureKind::TlsUntrusted => "tls",
        kind => kind.name(),
    }
}

/// Appends a page without rows in other tables.
fn append_row(row: &NewPage<'_>, texts: &mut Interned, pages: &mut Tables) {
    let mut tables = Tables::default();
    row.push(&mut tables.pages);
    pages.append(&tables, texts);
}

/// Sets the numbers of the addresses of a page, in the order in which [`read`] passed them to the crawl.
fn number_targets(tables: &mut Tables, links: &[u32]) {
    let mut origins = Vec::with_capacity(links.len());
    page::targets(tables, 0, |origin, row, _| {
        if origin != Origin::Location {
            origins.push((origin, row));
        }
    });
    for ((origin, row), number) in origins.into_iter().zip(links) {
        page::set_target(tables, origin, row, if *number == NO_NUMBER { UNKNOWN } else { *number });
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

/// The same pages with other numbers, of a crawl that was numbered for itself. Addresses without a number lose their
/// references, and pages without one are left out.
pub fn renumbered(pages: &Tables, number: impl Fn(u32) -> Option<u32>) -> Tables {
    let (mut all, mut texts) = (Tables::default(), Interned::default());
    for index in 0..pages.pages.len() {
        let mut page = pages.only(index);
        let Some(own) = page.view().pages().next().and_then(|page| number(page.number())) else { continue };
        page::renumber(&mut page, |target| number(target).unwrap_or(UNKNOWN));
        page::set_number(&mut page, "number", own);
        all.append(&page, &mut texts);
    }
    all
}
