//! The crawl as a whole.

use std::collections::BTreeMap;

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::links::state;
use sitewright_sdk::rules::{Failure, Page, Report, Settings, Severity, Site, UNKNOWN};

/// Titles of pages that a firewall shows instead of the page.
const CHALLENGES: [&str; 5] =
    ["Just a moment", "Attention Required", "Access denied", "Checking your browser", "Security check"];

pub fn crawl_blocked_by_waf(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let first = settings.count("first") as usize;
    let (mut asked, mut total) = (Vec::new(), 0);
    site.states().is("role", 0).has_not("flags", state::NOT_FETCHED).each(|state| {
        if total < first {
            total += 1;
            if matches!(state.status(), 403 | 503) {
                asked.push(state.number());
            }
        }
    })?;
    let mut challenges = 0;
    site.pages(&asked, |page| challenges += usize::from(is_challenge(&page)))?;
    if challenges > 0 && challenges * 100 >= settings.count("pct") as usize * total {
        let found = report.site().thousandths("share", (challenges * 100_000 / total) as u32);
        found.number("total", total);
    }
    Ok(())
}

fn is_challenge(page: &Page) -> bool {
    let title = page.title().unwrap_or_default();
    page.headers().any(|header| header.name() == "cf-mitigated")
        || CHALLENGES.iter().any(|text| title.contains(text))
        || page.resources().any(|resource| {
            ["/cdn-cgi/challenge-platform/", "captcha"].iter().any(|part| resource.src().contains(part))
        })
}

pub fn crawl_depth_high(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (most, worst) = (settings.count("depth"), settings.count("warn_depth"));
    let deep = site.states().is("role", 0).is("status", 200).has("flags", state::HTML);
    deep.within("depth", most + 1, UNKNOWN - 1).each(|state| {
        let depth = state.depth();
        let (severity, limit) =
            if depth > worst { (Severity::Warning, worst) } else { (Severity::Notice, most) };
        let found = report.page(state.number()).severity(severity);
        found.number("depth", depth).number("limit", limit);
    })
}

pub fn custom_404_wrong_status(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const NO_PAGE: u32 = 1;
    let mut found = None;
    site.probes().is("kind", NO_PAGE).within("end_status", 200, 299).each(|probe| {
        found = Some((probe.end_status(), probe.end_url().to_owned()));
    })?;
    if let Some((status, url)) = found {
        report.site().number("status", status).text("url", &url);
    }
    Ok(())
}

pub fn host_variants_not_merged(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const VARIANT: u32 = 2;
    let mut answering = Vec::new();
    let start = site.state(0, |state| (state.status() == 200).then(|| state.url().to_owned()))?;
    answering.extend(start.flatten());
    site.probes().is("kind", VARIANT).within("status", 200, 299).each(|probe| {
        answering.push(probe.path().to_owned());
    })?;
    if answering.len() > 1 {
        report.site().text("variants", &answering.join(", "));
    }
    Ok(())
}

pub fn orphan_page(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut orphans = Vec::new();
    let pages = site.states().is("role", 0).is("status", 200).has("flags", state::HTML);
    pages.is("followed", 0).is("depth", UNKNOWN).each(|state| orphans.push(state.number()))?;
    for number in orphans {
        let source = site.known_from(number)?;
        report.page(number).text("source", &source);
    }
    Ok(())
}

/// A path with its addresses that differ in the query.
#[derive(Default)]
struct Variants {
    count: u32,
    /// The first of them, and its number.
    example: String,
    first: u32,
}

pub fn parameter_explosion(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut paths: BTreeMap<String, Variants> = BTreeMap::new();
    site.states().is("role", 0).each(|state| {
        let Some((path, _)) = state.url().split_once('?') else { return };
        let variants = match paths.get_mut(path) {
            Some(variants) => variants,
            None => paths.entry(path.to_owned()).or_insert_with(|| Variants {
                count: 0,
                example: state.url().to_owned(),
                first: state.number(),
            }),
        };
        variants.count += 1;
    })?;
    // The crawl counts those that it left out by path, without the host.
    site.crawl().each(|crawl| {
        for (path, count) in crawl.variants().lines().filter_map(|line| line.rsplit_once(' ')) {
            let is_of = |url: &str| Address::of(url).is_some_and(|address| address.path == path);
            let most = paths.iter_mut().filter(|(url, _)| is_of(url));
            if let Some((_, variants)) = most.max_by_key(|(_, variants)| variants.count) {
                variants.count = variants.count.saturating_add(count.parse().unwrap_or(0));
            }
        }
    })?;
    let most = settings.count("variants");
    paths.retain(|_, variants| variants.count > most);
    if paths.is_empty() {
        return Ok(());
    }
    let mut plain: BTreeMap<&str, u32> = BTreeMap::new();
    site.states().is("role", 0).each(|state| {
        if let Some((path, _)) = paths.get_key_value(state.url()) {
            plain.insert(path, state.number());
        }
    })?;
    for (url, Variants { count, example, first }) in &paths {
        let number = plain.get(url.as_str()).unwrap_or(first);
        let path = Address::of(url).map_or(url.as_str(), |address| address.path);
        let found = report.page(*number).number("count", *count).text("path", path);
        found.text("example", example);
    }
    Ok(())
}

pub fn server_error_rate_high(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (mut total, mut errors) = (0u64, 0u64);
    site.states().is("role", 0).has_not("flags", state::NOT_FETCHED).each(|state| {
        total += 1;
        errors += u64::from((500..600).contains(&state.status()));
    })?;
    let limit = settings.number("pct");
    if total > 0 && errors as f64 * 100.0 > limit * total as f64 {
        let found = report.site().thousandths("share", (errors * 100_000 / total) as u32);
        let found = found.number("errors", errors as i64).number("total", total as i64);
        found.thousandths("limit", (limit * 1_000.0) as u32);
    }
    Ok(())
}
