//! Which addresses a crawl knows. Each gets a number in the order of discovery, at most one for each kind of request.
//!
//! Only a hash of 64 bits is kept of a known address, with a random key: a million addresses need some 35 MB, and the
//! chance that two of them collide is 1 in 40 million.

mod keys;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::named::named;

use keys::AsIs;
pub use keys::Keys;

named! {
    /// How an address is requested.
    pub enum Kind {
        /// A page of the site.
        Page = "page",
        /// An image, style or script of a page: only whether it answers.
        Resource = "resource",
        /// An address elsewhere: only whether it answers.
        External = "external",
        Sitemap = "sitemap",
        /// An address that the caller asked for: the start of its body.
        Probe = "probe",
    }
}

named! {
    /// How an address was found.
    pub enum Found {
        Start = "start",
        List = "list",
        Link = "link",
        Redirect = "redirect",
        Canonical = "canonical",
        Hreflang = "hreflang",
        Resource = "resource",
        Sitemap = "sitemap",
        Robots = "robots",
        /// A sitemap at a usual place.
        Guess = "guess",
        Probe = "probe",
    }
}

named! {
    /// The limits that keep a crawl finite.
    pub enum Limit {
        /// Pages of the crawl.
        Pages = "pages",
        /// Steps from the start.
        Depth = "depth",
        /// Queries of one path.
        QueryVariants = "query-variants",
        UrlLength = "url-length",
        /// A part of the path is repeated again and again.
        Repetition = "repetition",
        /// Redirects one after another.
        Redirects = "redirects",
        /// Links of one page.
        PageLinks = "page-links",
        /// Known addresses of the crawl.
        Addresses = "addresses",
        Sitemaps = "sitemaps",
        /// Resources and addresses elsewhere that are requested.
        Checks = "checks",
        /// Time of the crawl.
        Time = "time",
        /// The server does not answer, or wants to be left alone for long.
        Unanswered = "unanswered",
        /// The patterns of the settings exclude the address.
        Excluded = "excluded",
        /// The settings, or the link itself, say that the link is not followed.
        NotFollowed = "not-followed",
    }
}

/// The values of the limits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    pub pages: u32,
    pub depth: u16,
    pub query_variants: u16,
    pub url_length: usize,
    /// How often the same part may be in one path.
    pub repetition: usize,
    pub redirects: u8,
    pub page_links: usize,
    pub addresses: u32,
    pub sitemaps: u32,
    pub checks: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pages: 10_000,
            depth: 100,
            query_variants: 100,
            url_length: 2_048,
            repetition: 5,
            redirects: 10,
            page_links: 10_000,
            addresses: 5_000_000,
            sitemaps: 1_000,
            checks: 20_000,
        }
    }
}

/// The number of links to addresses that have none.
pub const NO_NUMBER: u32 = u32::MAX;

/// A known address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Address {
    /// In the order of discovery.
    pub number: u32,
    /// In normal form.
    pub url: Box<str>,
    pub kind: Kind,
    pub found: Found,
    /// Steps from the start, on the way by which it was found first.
    pub depth: u16,
    /// Redirects that led to it.
    pub redirects: u8,
    /// The limit because of which it is not requested.
    pub limit: Option<Limit>,
}

/// An address that was found.
#[derive(Debug, Clone)]
pub(crate) struct Offer {
    pub key: u64,
    /// The key of the address without its query, if it has one.
    pub path_key: Option<u64>,
    pub url: Box<str>,
    pub kind: Kind,
    pub found: Found,
    pub depth: u16,
    pub redirects: u8,
    /// A limit that the address itself exceeds.
    pub limit: Option<Limit>,
}

impl Offer {
    fn numbered(self, number: u32, limit: Option<Limit>) -> Address {
        let Self { url, kind, found, depth, redirects, .. } = self;
        Address { number, url, kind, found, depth, redirects, limit }
    }
}

/// What becomes of an offer.
#[derive(Debug, PartialEq)]
pub(crate) enum Offered {
    Known(u32),
    /// New, or to be requested now although it was not before.
    New(Address),
    Refused,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    number: u32,
    kind: Kind,
    /// No limit keeps it from being requested.
    is_open: bool,
}

/// How often a limit was met.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LimitHit {
    pub limit: Limit,
    pub count: u64,
    /// The first address.
    pub url: String,
}

/// The known addresses.
pub(crate) struct Frontier {
    pub keys: Keys,
    pub limits: Limits,
    known: HashMap<u64, Entry, AsIs>,
    /// By path, the number of its queries.
    queries: HashMap<u64, u16, AsIs>,
    next: u32,
    sitemaps: u32,
    hits: Vec<LimitHit>,
}

impl Frontier {
    pub fn new(limits: Limits) -> Self {
        Self {
            keys: Keys::default(),
            limits,
            known: HashMap::default(),
            queries: HashMap::default(),
            next: 0,
            sitemaps: 0,
            hits: Vec::new(),
        }
    }

    /// Gives the address a number if it is new.
    pub fn offer(&mut self, offer: Offer) -> Offered {
        let limit = self.limit(&offer);
        if let Some(entry) = self.known.get_mut(&offer.key) {
            let is_page_now = offer.kind == Kind::Page && entry.kind == Kind::Resource;
            if limit.is_some() || (entry.is_open && !is_page_now) {
                return Offered::Known(entry.number);
            }
            *entry = Entry { kind: offer.kind, is_open: true, ..*entry };
            return Offered::New(offer.numbered(entry.number, None));
        }
        if let Some(limit) = self.exhausted(&offer) {
            self.hit(limit, &offer.url);
            return Offered::Refused;
        }
        if let Some(limit) = limit {
            self.hit(limit, &offer.url);
        }
        let number = self.next;
        self.next += 1;
        self.known.insert(offer.key, Entry { number, kind: offer.kind, is_open: limit.is_none() });
        Offered::New(offer.numbered(number, limit))
    }

    /// The limit that keeps the address from being requested.
    fn limit(&self, offer: &Offer) -> Option<Limit> {
        if offer.limit.is_some() {
            offer.limit
        } else if offer.kind == Kind::Page && offer.depth > self.limits.depth {
            Some(Limit::Depth)
        } else if offer.redirects > self.limits.redirects {
            Some(Limit::Redirects)
        } else {
            None
        }
    }

    /// The limit that leaves no room for the address.
    fn exhausted(&mut self, offer: &Offer) -> Option<Limit> {
        // Addresses of a trap get no number, so that they need no memory.
        if let Some(Limit::UrlLength | Limit::Repetition) = offer.limit {
            return offer.limit;
        }
        if self.known.len() >= self.limits.addresses as usize {
            return Some(Limit::Addresses);
        }
        if offer.kind == Kind::Sitemap {
            self.sitemaps += 1;
            return (self.sitemaps > self.limits.sitemaps).then_some(Limit::Sitemaps);
        }
        let path = offer.path_key.filter(|_| offer.kind == Kind::Page)?;
        let queries = self.queries.entry(path).or_default();
        if *queries >= self.limits.query_variants {
            return Some(Limit::QueryVariants);
        }
        *queries += 1;
        None
    }

    /// Takes over an address of an earlier crawl.
    pub fn restore(&mut self, address: &Address, key: u64, path_key: Option<u64>) {
        self.known.insert(
            key,
            Entry { number: address.number, kind: address.kind, is_open: address.limit.is_none() },
        );
        self.next = self.next.max(address.number.saturating_add(1));
        if let Some(path) = path_key.filter(|_| address.kind == Kind::Page) {
            *self.queries.entry(path).or_default() += 1;
        }
        self.sitemaps += u32::from(address.kind == Kind::Sitemap);
    }

    pub fn hit(&mut self, limit: Limit, url: &str) {
        self.hit_often(limit, 1, url);
    }

    pub fn hit_often(&mut self, limit: Limit, count: u64, url: &str) {
        match self.hits.iter_mut().find(|hit| hit.limit == limit) {
            Some(hit) => hit.count += count,
            None => {
                let url = url.chars().take(500).collect();
                self.hits.push(LimitHit { limit, count, url });
            }
        }
    }

    pub fn hits(&self) -> &[LimitHit] {
        &self.hits
    }
}

/// Whether a part of the path is repeated more often than `most` times.
pub(crate) fn repeats(path: &str, most: usize) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if parts.len() <= most {
        return false;
    }
    let mut sorted = parts;
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).any(|same| same.len() > most)
}

#[cfg(test)]
mod tests;
