//! The part of the work that runs on blocking threads: decoding, the caller's function, and normal forms of links.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use url::Url;

use crate::address::{self, Normal};
use crate::fetch::{Failure, FailureKind, Fetcher, Limits, Reply};
use crate::frontier::{Found, Keys, Kind, Limit, Offer, repeats};
use crate::sitemap;
use crate::text;

use super::Settings;
use super::fetching::Fetched;

/// An answered request of a page, for the caller's function: also of a redirect, of an error, and of a page that has
/// not changed, which has the status 304 and no body. The function returns the links that an unchanged page had before.
#[derive(Debug)]
pub struct Page<'a> {
    pub number: u32,
    pub url: &'a Url,
    /// Makes the normal form of its links.
    pub normal: &'a Normal,
    /// With the decoded body.
    pub reply: &'a Reply,
    pub depth: u16,
}

/// A link that the caller's function found.
#[derive(Debug, Clone)]
pub struct Link {
    /// In normal form.
    pub address: String,
    pub found: Found,
    /// Whether it is visited.
    pub is_followed: bool,
}

/// What the caller's function makes of a page.
#[derive(Debug, Clone)]
pub struct Parsed<T> {
    pub links: Vec<Link>,
    pub payload: T,
}

/// The caller's function. It runs on blocking threads, several at the same time.
pub trait Parse<T>: Fn(&Page<'_>) -> Parsed<T> + Send + Sync + 'static {}

impl<T, F: Fn(&Page<'_>) -> Parsed<T> + Send + Sync + 'static> Parse<T> for F {}

/// What the tasks of a crawl share.
pub(super) struct Shared<T> {
    pub settings: Settings,
    pub fetcher: Fetcher,
    pub start: Url,
    parse: Arc<dyn Parse<T>>,
}

impl<T> Shared<T> {
    pub fn new(settings: Settings, fetcher: Fetcher, start: Url, parse: Arc<dyn Parse<T>>) -> Self {
        Self { settings, fetcher, start, parse }
    }

    pub fn is_site(&self, url: &Url) -> bool {
        self.settings.rules.scope.contains(&self.start, url)
    }

    /// The same of an address in normal form. Most have the origin of the start, and need not be parsed.
    fn is_address_of_site(&self, address: &str) -> bool {
        let path = address.strip_prefix(address::origin(&self.start));
        path.is_some_and(|path| path.starts_with('/'))
            || Url::parse(address).is_ok_and(|url| self.is_site(&url))
    }
}

/// A visit with what it found, before the found addresses have numbers.
pub(super) struct Worked<T> {
    pub fetched: Fetched,
    /// The target of a redirect.
    pub target: Option<Offer>,
    pub made: Made<T>,
}

pub(super) enum Made<T> {
    Page {
        payload: T,
        links: Vec<Option<Offer>>,
        decoded: u64,
        has_more_links: bool,
    },
    Sitemap {
        decoded: u64,
        format: sitemap::Format,
        problems: Vec<sitemap::Problem>,
        pages: Vec<FoundPage>,
        sitemaps: Vec<Offer>,
    },
    /// A style sheet, script or drawing of the site.
    Code {
        decoded: u64,
        needless: u32,
    },
    /// The outcome is the answer or the failure itself.
    Nothing,
}

pub(super) struct FoundPage {
    pub offer: Offer,
    pub last_modified: Option<String>,
    pub alternates: Vec<(String, Offer)>,
}

/// Where an address was found.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub found: Found,
    pub depth: u16,
    pub redirects: u8,
}

impl<T> Shared<T> {
    /// Works on an answer.
    pub fn work(&self, keys: &Keys, mut fetched: Fetched) -> Worked<T> {
        let target = self.target(keys, &fetched);
        let made = match fetched.request.kind {
            Kind::Page => self.page(keys, &mut fetched),
            Kind::Sitemap => self.sitemap(keys, &mut fetched),
            Kind::Resource => self.code(&mut fetched),
            _ => Made::Nothing,
        };
        Worked { fetched, target, made }
    }

    fn target(&self, keys: &Keys, fetched: &Fetched) -> Option<Offer> {
        let target = fetched.reply.as_ref().ok()?.location(&fetched.url)?;
        let request = &fetched.request;
        let is_preview = request.found == Found::Preview;
        let found = if is_preview { Found::Preview } else { Found::Redirect };
        let way = Way { found, depth: request.depth, redirects: request.redirects.saturating_add(1) };
        // What a probe or a sitemap leads to is requested in the same way.
        match request.kind {
            Kind::Sitemap | Kind::Probe => self.offer_as(keys, request.kind, target, way),
            Kind::Page | Kind::Resource | Kind::External => self.offer(keys, target, way, request.kind),
        }
    }

    fn page(&self, keys: &Keys, fetched: &mut Fetched) -> Made<T> {
        let Ok(reply) = &mut fetched.reply else { return Made::Nothing };
        reply.decode(self.fetcher.limits());
        let (number, depth) = (fetched.request.number, fetched.request.depth);
        let page = Page { number, url: &fetched.url, normal: &self.settings.rules.normal, reply, depth };
        // A page that makes the function panic must not end the crawl.
        let Ok(parsed) = catch_unwind(AssertUnwindSafe(|| (self.parse)(&page))) else {
            fetched.reply = Err(Failure::new(FailureKind::Unreadable, "the page cannot be parsed"));
            return Made::Nothing;
        };
        let decoded = reply.body.len() as u64;
        reply.body = Vec::new();
        let most = self.settings.limits.page_links;
        let has_more_links = parsed.links.len() > most;
        let depth = depth.saturating_add(1);
        let link = |(index, link): (usize, Link)| {
            let way = Way { found: link.found, depth, redirects: 0 };
            let is_file = matches!(link.found, Found::Resource | Found::Preview);
            let kind = if is_file { Kind::Resource } else { Kind::Page };
            let mut offer = (index < most).then(|| self.offer_normal(keys, link.address, way, kind))?;
            if !link.is_followed && offer.limit.is_none() {
                offer.limit = Some(Limit::NotFollowed);
            }
            Some(offer)
        };
        let links = parsed.links.into_iter().enumerate().map(link).collect();
        Made::Page { payload: parsed.payload, links, decoded, has_more_links }
    }

    fn code(&self, fetched: &mut Fetched) -> Made<T> {
        let Ok(reply) = &mut fetched.reply else { return Made::Nothing };
        if reply.body.is_empty() || !reply.is_code() {
            return Made::Nothing;
        }
        reply.decode(self.fetcher.limits());
        let body = std::mem::take(&mut reply.body);
        let needless = match reply.media_type().as_str() {
            "image/svg+xml" => 0,
            kind => text::needless(&body, kind == "text/css"),
        };
        Made::Code { decoded: body.len() as u64, needless: u32::try_from(needless).unwrap_or(u32::MAX) }
    }

    fn sitemap(&self, keys: &Keys, fetched: &mut Fetched) -> Made<T> {
        let Ok(reply) = &mut fetched.reply else { return Made::Nothing };
        if !(200..300).contains(&reply.status) {
            reply.body = Vec::new();
            return Made::Nothing;
        }
        // Lists of addresses are so repetitive that only their size is limited.
        let ratio = usize::MAX;
        reply.decode(&Limits { body: sitemap::MOST_BYTES + 1, ratio, ..self.fetcher.limits().clone() });
        let body = std::mem::take(&mut reply.body);
        let mut read = sitemap::read(&body, &sitemap::Limits::default());
        sitemap::locate(&body, &mut read.problems);
        let decoded = body.len() as u64;
        let way = |found| Way { found, depth: 1, redirects: 0 };
        let page = |page: sitemap::Page| {
            let alternate =
                |(language, url)| Some((language, self.offer(keys, url, way(Found::Hreflang), Kind::Page)?));
            Some(FoundPage {
                offer: self.offer(keys, page.url, way(Found::Sitemap), Kind::Page)?,
                last_modified: page.last_modified,
                alternates: page.alternates.into_iter().filter_map(alternate).collect(),
            })
        };
        let pages = read.pages.into_iter().filter_map(page).collect();
        let next = |url| self.offer_as(keys, Kind::Sitemap, url, way(Found::Sitemap));
        let sitemaps = read.sitemaps.into_iter().filter_map(next).collect();
        Made::Sitemap { decoded, format: read.format, problems: read.problems, pages, sitemaps }
    }

    /// An address that a page names. Those of the site are pages, unless they are resources.
    pub fn offer(&self, keys: &Keys, url: Url, way: Way, kind: Kind) -> Option<Offer> {
        Some(self.offer_normal(keys, self.settings.rules.normal.of(url)?.into(), way, kind))
    }

    /// The same of an address in normal form.
    fn offer_normal(&self, keys: &Keys, address: String, way: Way, kind: Kind) -> Offer {
        let kind = match kind {
            Kind::Resource => Kind::Resource,
            _ if self.is_address_of_site(&address) => Kind::Page,
            _ => Kind::External,
        };
        let is_chosen = matches!(way.found, Found::Start | Found::List);
        let mut offer = self.limited(keys, kind, address, way);
        if kind == Kind::Page && offer.limit.is_none() && !is_chosen {
            if !self.settings.follows && way.found != Found::Redirect {
                offer.limit = Some(Limit::NotFollowed);
            } else if !self.settings.rules.wants(&offer.url) {
                offer.limit = Some(Limit::Excluded);
            }
        }
        offer
    }

    /// An address that is requested in a given way.
    pub fn offer_as(&self, keys: &Keys, kind: Kind, url: Url, way: Way) -> Option<Offer> {
        Some(self.limited(keys, kind, self.settings.rules.normal.of(url)?.into(), way))
    }

    fn limited(&self, keys: &Keys, kind: Kind, mut address: String, way: Way) -> Offer {
        let limits = &self.settings.limits;
        let limit = if address.len() > limits.url_length {
            Some(Limit::UrlLength)
        } else if repeats(address::path_of(&address), limits.repetition) {
            Some(Limit::Repetition)
        } else {
            None
        };
        let Way { found, depth, redirects } = way;
        let (key, path_key) = (keys.of(kind, &address), keys.of_path(&address));
        // An address that is too long is only shown as an example.
        address.truncate(address.floor_char_boundary(limits.url_length));
        Offer { key, path_key, url: address.into(), kind, found, depth, redirects, limit }
    }
}
