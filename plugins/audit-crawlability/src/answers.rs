//! Addresses without a page, and where they were found.

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::{Failure, Report, Settings, Site};

/// Statuses with checks of their own.
const OTHERS: [u32; 3] = [401, 403, 429];

/// Reports the pages with a status of this range that `wanted` names.
fn with_status(
    site: &Site,
    report: &mut Report,
    [least, most]: [u32; 2],
    wanted: impl Fn(u32) -> bool,
) -> Result<(), Failure> {
    let mut pages = Vec::new();
    site.states().is("role", 0).within("status", least, most).each(|state| {
        if wanted(state.status()) {
            pages.push((state.number(), state.status()));
        }
    })?;
    for (number, status) in pages {
        let source = site.known_from(number)?;
        report.page(number).number("status", status).text("source", &source);
    }
    Ok(())
}

pub fn http_401_403(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    with_status(site, report, [401, 403], |status| matches!(status, 401 | 403))
}

pub fn http_4xx_internal(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    with_status(site, report, [400, 499], |status| !OTHERS.contains(&status))
}

pub fn dns_failure(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut unanswered = Vec::new();
    site.states().is("role", 0).is("status", 0).each(|state| unanswered.push(state.number()))?;
    let mut lost: Vec<(u32, String)> = Vec::new();
    site.pages(&unanswered, |page| {
        let host = Address::of(page.url()).map_or("", Address::host);
        if page.failure() == "dns" {
            lost.push((page.number(), host.to_owned()));
        }
    })?;
    for (number, host) in lost {
        let source = site.known_from(number)?;
        report.page(number).text("host", &host).text("source", &source);
    }
    Ok(())
}
