//! The rows of pages and of other answers.

use sitewright_facts::{Hint, Interned, NewPage, Tables, UNKNOWN};
use url::Url;

use crate::crawl::{self, Answer, Page, PageVisit, Parsed};
use crate::fetch::{BodyEnd, Reply, Version};
use crate::frontier::{Found, Kind, NO_NUMBER};
use crate::page::{self, Input, Rules, Target};

use super::{Gathered, Gatherer};

/// The status of a page that has not changed since an earlier crawl.
const NOT_MODIFIED: u16 = 304;

/// The function of the crawl that reads a page into tables of one page.
pub fn parse(settings: &crawl::Settings, start: &Url, today: u32) -> impl crawl::Parse<Tables> {
    parse_changed(settings, start, today, |_| None)
}

/// The same for a crawl that asks for what changed: `unchanged` returns the facts of a page as an earlier crawl stored them.
pub fn parse_changed(
    settings: &crawl::Settings,
    start: &Url,
    today: u32,
    unchanged: impl Fn(&Url) -> Option<Tables> + Send + Sync + 'static,
) -> impl crawl::Parse<Tables> {
    let (scope, start) = (settings.rules.scope, start.clone());
    move |page: &Page<'_>| {
        let normalise = |base: &Url, reference: &str| page.normal.joined_text(base, reference);
        let same_site = |host: &str| scope.joins(start.host_str().unwrap_or_default(), host);
        let rules = Rules { normalise: &normalise, same_site: &same_site };
        let is_unchanged = page.reply.status == NOT_MODIFIED;
        match is_unchanged.then(|| unchanged(page.url)).flatten() {
            Some(tables) => again(page, tables),
            None => read(page, &rules, today),
        }
    }
}

/// The facts of a page that has not changed, with the answer of now.
fn again(page: &Page<'_>, mut tables: Tables) -> Parsed<Tables> {
    let response = response_of(page.reply);
    for (column, value) in [
        ("number", page.number),
        ("depth", page.depth.into()),
        ("http_version", response.http_version),
        ("ttfb_ms", response.ttfb_ms),
        ("total_ms", response.total_ms),
    ] {
        page::set_number(&mut tables, column, value);
    }
    // The text is not stored, and a browser may be asked again.
    for table in ["texts", "rendered", "known"] {
        page::clear_rows(&mut tables, table);
    }
    page::freshen(&mut tables, &headers_of(page.reply));
    Parsed { links: links_of(&tables), payload: tables }
}

fn headers_of(reply: &Reply) -> Vec<(&str, &str)> {
    let headers = reply.headers.iter();
    headers.filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?))).collect()
}

fn read(page: &Page<'_>, rules: &Rules<'_>, today: u32) -> Parsed<Tables> {
    let reply = page.reply;
    let headers = headers_of(reply);
    let response = NewPage { number: page.number, depth: page.depth.into(), ..response_of(reply) };
    let mut tables = Tables::default();
    let input = Input { url: page.url, response, headers: &headers, body: &reply.body, today };
    page::read(&input, rules, &mut tables);
    Parsed { links: links_of(&tables), payload: tables }
}

/// The addresses that the only page of the tables refers to, in the order of its targets.
fn links_of(tables: &Tables) -> Vec<crawl::Link> {
    let nofollow = tables.view().pages().next().is_some_and(|page| page.nofollow());
    let mut links = Vec::new();
    page::targets(tables, 0, |target| {
        let (found, is_followed) = match target {
            Target::Canonical(_) => (Found::Canonical, true),
            Target::Hint(hint) => (Found::Hreflang, is_page_hint(hint)),
            // Where nofollow leads is of interest, except for the many forms of a page that have a query.
            Target::Link(link) => {
                (Found::Link, !link.url().contains('?') || !(nofollow || link.rel() & 1 != 0))
            }
            Target::Preview(_) => (Found::Preview, true),
            Target::Image(_) | Target::Resource(_) => (Found::Resource, true),
        };
        links.push(crawl::Link { address: target.url().to_owned(), found, is_followed });
    });
    links
}

/// Whether a hint leads to a page, such as an alternate or the next page.
fn is_page_hint(hint: Hint<'_>) -> bool {
    let rels = ["canonical", "next", "prev", "amphtml"];
    hint.hreflang().is_some() || hint.rel().split_ascii_whitespace().any(|rel| rels.contains(&rel))
}

/// The columns of a response.
fn response_of(reply: &Reply) -> NewPage<'static> {
    let http_version = match reply.version {
        Version::Http09 | Version::Http10 => 10,
        Version::Http11 => 11,
        Version::Http2 => 20,
        Version::Http3 => 30,
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

impl Gatherer {
    pub(super) fn add_page(
        &mut self,
        address: NewPage<'_>,
        page: PageVisit<Tables>,
        texts: &mut Interned,
        gathered: &mut Gathered,
    ) {
        let PageVisit { reply, payload: mut tables, links, target, .. } = page;
        let status = tables.view().pages().next().map_or(0, |page| page.status());
        if reply.status == NOT_MODIFIED && status != u32::from(NOT_MODIFIED) {
            gathered.unchanged.push(address.number);
        }
        self.pages += u32::from(status == 200);
        let title = tables.view().pages().next().and_then(|page| page.title()).unwrap_or_default().to_owned();
        self.note_reply(address.url, &reply, &title);
        let links: Vec<u32> = links.into_iter().map(known_number).collect();
        page::set_targets(&mut tables, 0, &links);
        if let Some(target) = target {
            page::set_location(&mut tables, 0, target);
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
    pub(super) fn add_answer(
        &mut self,
        address: NewPage<'_>,
        answer: &Answer,
        texts: &mut Interned,
        gathered: &mut Gathered,
    ) {
        let Ok(url) = Url::parse(address.url) else { return };
        let Answer { reply, target, decoded, needless } = answer;
        let headers = headers_of(reply);
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
            needless_bytes: *needless,
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
            page::set_location(&mut tables, 0, *target);
        }
        if *decoded > 0 {
            page::set_number(&mut tables, "body_bytes", u32::try_from(*decoded).unwrap_or(UNKNOWN - 1));
        }
        gathered.pages.append(&tables, texts);
    }
}

/// Appends a page without rows in other tables.
pub(super) fn append_row(row: &NewPage<'_>, texts: &mut Interned, pages: &mut Tables) {
    let mut tables = Tables::default();
    row.push(&mut tables.pages);
    pages.append(&tables, texts);
}

fn known_number(number: u32) -> u32 {
    if number == NO_NUMBER { UNKNOWN } else { number }
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
