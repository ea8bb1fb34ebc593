//! The pages that sitemaps list.

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::pages::header;
use sitewright_sdk::rules::{Failure, Page, Report, Settings, Site, State};
use sitewright_sdk::units::lower;

/// Bits of an address in the table `states`.
const NOINDEX: u32 = 2;
const CANONICALISED: u32 = 4;
const IN_SITEMAP: u32 = 16;
const INDEXABLE: u32 = 32;
const NOT_FETCHED: u32 = 64;
const DISALLOWED_GOOGLE: u32 = 128;
/// Statuses that may be meant for the crawler only.
const FOR_CRAWLERS: [u32; 3] = [401, 403, 429];

/// The sitemaps, and which of them lists a page.
struct Listings {
    sitemaps: Vec<String>,
    /// The page and the row of its sitemap, in the order of pages.
    pages: Vec<(u32, u32)>,
}

impl Listings {
    fn of(site: &Site) -> Result<Self, Failure> {
        let (mut sitemaps, mut pages) = (Vec::new(), Vec::new());
        site.sitemaps().each(|sitemap| sitemaps.push(sitemap.url().to_owned()))?;
        site.listings().each(|listing| pages.push((listing.page(), listing.sitemap())))?;
        pages.sort_unstable();
        Ok(Self { sitemaps, pages })
    }

    /// The sitemap that lists a page.
    fn sitemap_of(&self, page: u32) -> Option<&str> {
        let place = self.pages.binary_search_by_key(&page, |(page, _)| *page).ok()?;
        self.sitemaps.get(self.pages[place].1 as usize).map(String::as_str)
    }
}

/// Calls `each` with the states of listed addresses for which a condition holds, and the sitemap.
fn each_listed(
    site: &Site,
    is: impl Fn(&State) -> bool,
    mut each: impl FnMut(&State, &str),
) -> Result<(), Failure> {
    let listings = Listings::of(site)?;
    if listings.pages.is_empty() {
        return Ok(());
    }
    site.states().each(|state| {
        if let Some(sitemap) = listings.sitemap_of(state.number()).filter(|_| is(&state)) {
            each(&state, sitemap);
        }
    })
}

/// Calls `each` with the listed pages for which a condition holds, and the sitemap.
fn each_page(
    site: &Site,
    is: impl Fn(&State) -> bool,
    mut each: impl FnMut(&Page, &str),
) -> Result<(), Failure> {
    let listings = Listings::of(site)?;
    let mut pages = Vec::new();
    each_listed(site, is, |state, _| pages.push(state.number()))?;
    site.pages(&pages, |page| {
        if let Some(sitemap) = listings.sitemap_of(page.number()) {
            each(&page, sitemap);
        }
    })
}

fn is_fetched(state: &State) -> bool {
    state.flags() & NOT_FETCHED == 0
}

fn has(state: &State, flag: u32) -> bool {
    state.flags() & flag != 0
}

pub fn sitemap_url_error(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_error = |state: &State| {
        let status = state.status();
        is_fetched(state) && (status == 0 || status >= 400) && !FOR_CRAWLERS.contains(&status)
    };
    each_listed(site, is_error, |state, sitemap| {
        report.page(state.number()).text("sitemap", sitemap).number("status", state.status());
    })
}

pub fn sitemap_url_redirect(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_moved = |state: &State| (300..400).contains(&state.status());
    each_page(site, is_moved, |page, sitemap| {
        if !page.location().is_empty() {
            report.page(page.number()).text("sitemap", sitemap).text("target", page.location());
        }
    })
}

/// Where a page says noindex.
fn place_of_noindex(page: &Page) -> &'static str {
    let forbids = |value: &str| ["noindex", "none"].iter().any(|word| lower(value).contains(word));
    let in_header = header(page, "x-robots-tag").is_some_and(forbids);
    let is_robots = |name: &str| matches!(name, "robots" | "googlebot");
    let in_meta = page.metas().any(|meta| is_robots(meta.name()) && forbids(meta.content()));
    if in_header && !in_meta { "X-Robots-Tag" } else { "<meta name=\"robots\">" }
}

pub fn sitemap_url_noindex(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_hidden = |state: &State| has(state, NOINDEX) && (200..300).contains(&state.status());
    each_page(site, is_hidden, |page, sitemap| {
        report.page(page.number()).text("sitemap", sitemap).text("place", place_of_noindex(page));
    })
}

pub fn sitemap_url_noncanonical(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_copy = |state: &State| has(state, CANONICALISED) && (200..300).contains(&state.status());
    each_page(site, is_copy, |page, sitemap| {
        report.page(page.number()).text("sitemap", sitemap).text("canonical", page.canonical());
    })
}

pub fn sitemap_url_blocked(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut files: Vec<(String, String)> = Vec::new();
    site.robots().each(|robots| files.push((robots.url().to_owned(), robots.text().to_owned())))?;
    let is_blocked = |state: &State| has(state, DISALLOWED_GOOGLE);
    each_page(site, is_blocked, |page, sitemap| {
        let file = files.iter().find(|(robots, _)| origin(robots) == origin(page.url()));
        let line = (page.google_line() as usize).checked_sub(1);
        let rule = file.zip(line).and_then(|((_, text), line)| text.lines().nth(line));
        let rule = rule.and_then(|rule| rule.split('#').next()).unwrap_or("Disallow: /");
        report.page(page.number()).text("sitemap", sitemap).text("rule", rule.trim());
    })
}

pub fn sitemap_url_http(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut own = None;
    site.pages(&[site.home()?], |home| {
        own = Address::of(home.url()).filter(|home| home.is_https()).map(|home| bare(home.host()).to_owned());
    })?;
    let Some(own) = own else { return Ok(()) };
    let is_old = |state: &State| {
        Address::of(state.url()).is_some_and(|address| address.is_http() && bare(address.host()) == own)
    };
    each_listed(site, is_old, |state, sitemap| {
        report.page(state.number()).text("sitemap", sitemap);
    })
}

/// A host without `www`.
fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

pub fn sitemap_url_foreign_host(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    each_listed(
        site,
        |_| true,
        |state, sitemap| {
            let (Some(own), Some(file)) = (Address::of(state.url()), Address::of(sitemap)) else { return };
            if !own.host().eq_ignore_ascii_case(file.host()) {
                report.page(state.number()).text("sitemap", sitemap).text("host", own.host());
            }
        },
    )
}

pub fn sitemap_missing_page(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (mut count, mut urls) = (0_u32, 0);
    site.sitemaps().each(|sitemap| {
        count += u32::from(sitemap.format() != 0);
        urls += sitemap.urls();
    })?;
    if urls == 0 {
        return Ok(());
    }
    site.states().has("flags", INDEXABLE).has_not("flags", IN_SITEMAP).each(|state| {
        report.page(state.number()).number("sitemaps", count);
    })
}

/// The scheme and the host of an address.
fn origin(url: &str) -> Option<(&str, &str)> {
    Address::of(url).map(|address| (address.scheme, address.authority))
}
