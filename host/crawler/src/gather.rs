//! Crawls a site into facts: batches of pages in the tables of the contract, and what is known of the site besides.

use std::collections::HashMap;
use std::sync::Arc;

use sitewright_facts::{
    Interned, NewCrawl, NewHost, NewPage, NewProbe, NewRobots, NewSitemap, Tables, UNKNOWN,
};
use url::Url;

use crate::crawl::{Answer, Batch, End, Outcome, Page, PageVisit, Parsed, Progress, SitemapVisit, Visit};
use crate::fetch::{BodyEnd, Failure, FailureKind, Reply};
use crate::frontier::{Address, Found, Kind, Limit, NO_NUMBER};
use crate::page::{self, Input, Origin, Rules};
use crate::{crawl, robots, sitemap};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// Paths with many queries that are reported.
const VARIANTS: usize = 100;
/// Pages at the start of a crawl that show whether a firewall stops it.
const FIRST_PAGES: u32 = 50;

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
        let same_site = |host: &str| rules.scope.contains_host(&start, host);
        let rules = Rules { normalise: &normalise, same_site: &same_site };
        read(page, &rules, today)
    }
}

fn read(page: &Page<'_>, rules: &Rules<'_>, today: u32) -> Parsed<Tables> {
    let reply = page.reply;
    let headers: Vec<(&str, &str)> =
        reply.headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?))).collect();
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
            Origin::Link => (Found::Link, !nofollow && !is_nofollow(&tables, row)),
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
