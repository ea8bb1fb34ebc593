//! Numbers what was found, and requests it.

use tokio::time::Instant;
use url::Url;

use crate::address;
use crate::frontier::{Address, Found, Kind, Limit, NO_NUMBER, Offer, Offered};
use crate::pace::{self, Pace};

use super::super::batch::{Answer, Outcome, PageVisit, SitemapPage, SitemapVisit};
use super::super::fetching::{Fetched, Request};
use super::super::work::{FoundPage, Made, Way, Worked};
use super::super::{Known, Sitemaps};
use super::Driver;

impl<T: Send + 'static> Driver<T> {
    /// Adds the addresses of an earlier part of the crawl, and those of the settings.
    pub fn begin(&mut self, known: impl IntoIterator<Item = Known>) {
        let mut visited = 0;
        let mut waiting = Vec::new();
        for Known { address, is_done } in known {
            let path_key = self.frontier.keys.of_path(&address.url);
            let key = self.frontier.keys.of(address.kind, &address.url);
            self.frontier.restore(&address, key, path_key);
            if !is_done {
                waiting.push(address);
            } else if address.kind == Kind::Page {
                visited += 1;
            } else if self.is_check(address.kind) {
                self.checks += 1;
            }
        }
        self.hosts.use_pages(visited);
        for address in &waiting {
            self.enqueue(address);
        }
        self.add_seeds();
    }

    fn add_seeds(&mut self) {
        let shared = self.shared.clone();
        let settings = &shared.settings;
        let way = |found| Way { found, depth: 0, redirects: 0 };
        let listed = settings.list.iter().filter_map(|text| settings.rules.normal.typed(text));
        let pages = listed.map(|url| (url, Found::List));
        for (url, found) in std::iter::once((shared.start.clone(), Found::Start)).chain(pages) {
            if let Some(mut offer) = shared.offer(&self.frontier.keys, url, way(found), Kind::Page) {
                // The caller chose it, whatever host it has.
                offer.kind = Kind::Page;
                self.accept(offer);
            }
        }
        let sitemaps = settings.named_sitemaps.iter().map(|text| (text, Kind::Sitemap, Found::List));
        let probes = settings.probes.iter().map(|text| (text, Kind::Probe, Found::Probe));
        for (text, kind, found) in sitemaps.chain(probes) {
            if let Ok(url) = shared.start.join(text) {
                self.accept_as(kind, url, found);
            }
        }
    }

    fn accept_as(&mut self, kind: Kind, url: Url, found: Found) {
        let way = Way { found, depth: 0, redirects: 0 };
        if let Some(offer) = self.shared.offer_as(&self.frontier.keys, kind, url, way) {
            self.accept(offer);
        }
    }

    /// Whether an address of this kind is only checked, and is to be.
    fn is_check(&self, kind: Kind) -> bool {
        match kind {
            Kind::Resource => self.shared.settings.checks_resources,
            Kind::External => self.shared.settings.checks_externals,
            Kind::Page | Kind::Sitemap | Kind::Probe => false,
        }
    }

    /// Numbers an address and requests it if it is new.
    fn accept(&mut self, mut offer: Offer) -> u32 {
        if self.is_check(offer.kind) && self.checks >= self.frontier.limits.checks {
            offer.limit.get_or_insert(Limit::Checks);
        }
        match self.frontier.offer(offer) {
            Offered::Known(number) => number,
            Offered::Refused => NO_NUMBER,
            Offered::New(address) => {
                let number = address.number;
                self.enqueue(&address);
                self.touch();
                self.out.addresses.push(address);
                number
            }
        }
    }

    fn enqueue(&mut self, address: &Address) {
        let is_check = self.is_check(address.kind);
        let is_wanted = is_check || !matches!(address.kind, Kind::Resource | Kind::External);
        if address.limit.is_some() || !is_wanted {
            return;
        }
        let Ok(url) = Url::parse(&address.url) else { return };
        self.checks += u32::from(is_check);
        let settings = &self.shared.settings;
        let new = || {
            let is_site = self.shared.is_site(&url) || address.kind == Kind::Page;
            let pace = if is_site {
                settings.pace.clone()
            } else {
                // Servers of resources, such as a content delivery network, expect more requests than other sites.
                let (concurrency, delay) = match address.kind {
                    Kind::Resource => (settings.pace.concurrency.min(2), settings.pace.delay),
                    _ => (1, settings.external_delay),
                };
                pace::Settings { concurrency, delay, ..settings.pace.clone() }
            };
            (is_site, Pace::new(pace))
        };
        let host = self.hosts.of(address::origin(&url), new);
        self.progress.found += u64::from(address.kind == Kind::Page);
        let request = Request::of(address);
        match self.journal.take(&request) {
            None => self.hosts.add(host, request),
            Some(reply) => {
                self.hosts.use_pages(u32::from(address.kind == Kind::Page));
                let (is_site, started) = (self.shared.is_site(&url), Instant::now());
                let request = Request { attempts: 1, ..request };
                self.answered(Fetched { request, host, url, started, is_site, reply: Ok(reply) });
            }
        }
    }

    pub(super) fn add_sitemaps(&mut self, named: &[String], origin: &str) {
        let sitemaps = self.shared.settings.sitemaps;
        if sitemaps == Sitemaps::None {
            return;
        }
        let urls: Vec<Url> = named.iter().filter_map(|text| Url::parse(text).ok()).collect();
        let is_start = address::origin(&self.shared.start) == origin;
        if urls.is_empty() && is_start && sitemaps == Sitemaps::Guessed {
            for path in ["/sitemap.xml", "/sitemap_index.xml"] {
                if let Ok(url) = self.shared.start.join(path) {
                    self.accept_as(Kind::Sitemap, url, Found::Guess);
                }
            }
        }
        for url in urls {
            self.accept_as(Kind::Sitemap, url, Found::Robots);
        }
    }

    /// Notes a visit and what it found.
    pub(super) fn visited(&mut self, worked: Worked<T>) {
        self.open -= 1;
        let Worked { fetched, target, made } = worked;
        let target = target.map(|offer| self.accept(offer)).filter(|number| *number != NO_NUMBER);
        let Fetched { request, reply, .. } = fetched;
        let reply = match reply {
            Ok(reply) => reply,
            Err(failure) => {
                self.progress.failed += u64::from(request.kind == Kind::Page);
                return self.push(request, Outcome::Failed(failure));
            }
        };
        if request.kind == Kind::Page {
            self.progress.visited += 1;
            self.progress.failed += u64::from(reply.status >= 400);
        }
        let outcome = match made {
            Made::Page { payload, links, decoded, has_more_links } => {
                if has_more_links {
                    self.frontier.hit(Limit::PageLinks, &request.url);
                }
                let number = |offer: Option<Offer>| offer.map_or(NO_NUMBER, |offer| self.accept(offer));
                let links = links.into_iter().map(number).collect();
                Outcome::Page(Box::new(PageVisit { reply, decoded, payload, links, target }))
            }
            Made::Sitemap { decoded, format, problems, pages, sitemaps } => {
                let pages = pages.into_iter().map(|page| self.sitemap_page(page)).collect();
                let sitemaps = sitemaps.into_iter().map(|offer| self.accept(offer)).collect();
                let format = Some(format);
                Outcome::Sitemap(Box::new(SitemapVisit {
                    reply,
                    decoded,
                    format,
                    pages,
                    sitemaps,
                    problems,
                    target,
                }))
            }
            Made::Nothing if request.kind == Kind::Sitemap => Outcome::Sitemap(Box::new(SitemapVisit {
                reply,
                decoded: 0,
                format: None,
                pages: Vec::new(),
                sitemaps: Vec::new(),
                problems: Vec::new(),
                target,
            })),
            Made::Code { decoded, needless } => {
                Outcome::Answer(Box::new(Answer { reply, target, decoded, needless }))
            }
            Made::Nothing => Outcome::Answer(Box::new(Answer { reply, target, decoded: 0, needless: 0 })),
        };
        self.push(request, outcome);
    }

    fn sitemap_page(&mut self, page: FoundPage) -> SitemapPage {
        let alternates = page.alternates.into_iter();
        SitemapPage {
            number: self.accept(page.offer),
            last_modified: page.last_modified,
            alternates: alternates.map(|(language, offer)| (language, self.accept(offer))).collect(),
        }
    }
}
