//! The files themselves. A finding belongs to the site, which has one for all files: it names the first.

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::{Failure, Report, Settings, Site, Sitemap};

/// Bytes of a megabyte.
const MB: u32 = 1_048_576;
/// How a sitemap was found: by a guess.
const GUESSED: u32 = 1;

/// Whether a file is a sitemap that could be read.
fn is_read(sitemap: &Sitemap) -> bool {
    sitemap.format() != 0
}

/// Reports the first sitemap for which `add` does.
fn first(
    site: &Site,
    report: &mut Report,
    add: impl Fn(&Sitemap, &mut Report) -> bool,
) -> Result<(), Failure> {
    let mut is_reported = false;
    site.sitemaps().each(|sitemap| is_reported = is_reported || add(&sitemap, report))
}

/// A problem of a sitemap: the number of a line, and the text there.
fn problem<'a>(sitemap: &Sitemap<'a>, codes: &[&str]) -> Option<(u32, &'a str)> {
    sitemap.problems().lines().find_map(|line| {
        let mut parts = line.splitn(3, ' ');
        let code = parts.next()?;
        let number = parts.next()?.parse().ok()?;
        codes.contains(&code).then(|| (number, parts.next().unwrap_or_default()))
    })
}

pub fn sitemap_missing(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut is_there = false;
    site.robots().each(|robots| is_there |= !robots.sitemaps().is_empty())?;
    site.sitemaps().each(|sitemap| is_there |= is_read(&sitemap) || sitemap.found() != GUESSED)?;
    if is_there {
        return Ok(());
    }
    site.pages(&[site.home()?], |page| {
        let host = Address::of(page.url()).map_or(page.url(), Address::host);
        report.site().text("host", host);
    })
}

pub fn sitemap_unreachable(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    first(site, report, |sitemap, report| {
        let status = sitemap.status();
        if sitemap.source().is_empty() || (200..400).contains(&status) {
            return false;
        }
        let found = report.site().text("sitemap", sitemap.url());
        found.text("source", sitemap.source()).number("status", status);
        true
    })
}

pub fn sitemap_invalid(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    first(site, report, |sitemap, report| {
        // A page at a usual address is no sitemap.
        if !is_read(sitemap) && (sitemap.found() == GUESSED || sitemap.status() != 200) {
            return false;
        }
        let Some((line, text)) = problem(sitemap, &["malformed", "root", "namespace", "relative"]) else {
            return false;
        };
        report.site().text("sitemap", sitemap.url()).number("line", line).text("snippet", text);
        true
    })
}

pub fn sitemap_empty(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    first(site, report, |sitemap, report| {
        let is_whole = problem(sitemap, &["malformed", "root", "relative"]).is_none();
        let is_empty = is_read(sitemap) && is_whole && sitemap.urls() == 0;
        if is_empty {
            report.site().text("sitemap", sitemap.url());
        }
        is_empty
    })
}

pub fn sitemap_too_large(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (urls, bytes) = (settings.count("urls"), settings.count("mb").saturating_mul(MB));
    first(site, report, |sitemap, report| {
        let is_cut = problem(sitemap, &["too-many"]).is_some() && sitemap.urls() >= urls;
        let is_large = is_read(sitemap) && (is_cut || sitemap.urls() > urls || sitemap.bytes() > bytes);
        if is_large {
            let found = report.site().text("sitemap", sitemap.url()).number("urls", sitemap.urls());
            let found = found.number("max_urls", urls).number("size", sitemap.bytes());
            found.number("max_size", bytes);
        }
        is_large
    })
}

pub fn sitemap_lastmod_bad(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (accepted, few) = (settings.count("pct"), settings.count("urls"));
    first(site, report, |sitemap, report| {
        let (invalid, dates, same) = (sitemap.bad_lastmods(), sitemap.lastmods(), sitemap.same_lastmods());
        let share = u64::from(same) * 100_000 / u64::from(dates.max(1));
        let is_same = dates > few && share > u64::from(accepted) * 1_000;
        if invalid == 0 && !is_same {
            return false;
        }
        let example =
            problem(sitemap, &["lastmod-invalid", "lastmod-future"]).map_or("–", |(_, text)| text);
        let found = report.site().text("sitemap", sitemap.url()).number("invalid", invalid);
        found.thousandths("share", share as u32).text("example", example);
        true
    })
}
