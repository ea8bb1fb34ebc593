//! Redirects in a row.

use sitewright_sdk::rules::links::Numbers;
use sitewright_sdk::rules::{Failure, Report, Settings, Severity, Site};

/// How a chain ends.
const AT_PAGE: u32 = 0;
const IN_LOOP: u32 = 1;
const AT_ERROR: u32 = 2;

/// Calls `each` with the pages of each chain that ends in this way, in their order.
fn chains(site: &Site, end: u32, mut each: impl FnMut(&[u32]) -> Result<(), Failure>) -> Result<(), Failure> {
    // `each` asks the site, so it is called when all rows are read.
    let mut all: Vec<Vec<u32>> = Vec::new();
    site.chains().is("end", end).each(|row| match all.last_mut().filter(|_| row.step() > 0) {
        Some(chain) => chain.push(row.page()),
        None => all.push(vec![row.page()]),
    })?;
    all.iter().try_for_each(|chain| each(chain))
}

/// Whether an address belongs to the site.
fn is_own(site: &Site, number: u32) -> Result<bool, Failure> {
    Ok(site.state(number, |state| state.role() == 0)?.unwrap_or(false))
}

/// The addresses with arrows between them.
fn path(site: &Site, pages: &[u32]) -> Result<String, Failure> {
    let urls: Result<Vec<String>, Failure> = pages.iter().map(|page| site.url(*page)).collect();
    Ok(urls?.join(" → "))
}

pub fn redirect_broken(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut known = Numbers::default();
    chains(site, AT_ERROR, |chain| {
        let Some((last, steps)) = chain.split_last().filter(|(_, steps)| !steps.is_empty()) else {
            return Ok(());
        };
        let (end, status) = (site.url(*last)?, site.outcome(*last)?);
        for page in steps {
            if is_own(site, *page)? && known.insert(*page) {
                report.page(*page).text("final", &end).text("status", &status);
            }
        }
        Ok(())
    })
}

pub fn redirect_chain(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (least, worst) = (settings.count("warn_hops") as usize, settings.count("error_hops") as usize);
    let mut known = Numbers::default();
    chains(site, AT_PAGE, |chain| {
        let Some((last, steps)) = chain.split_last() else { return Ok(()) };
        for (place, page) in steps.iter().enumerate() {
            let hops = steps.len() - place;
            if hops >= least && is_own(site, *page)? && known.insert(*page) {
                let severity = if hops >= worst { Severity::Error } else { Severity::Warning };
                let (end, path) = (site.url(*last)?, path(site, &chain[place..])?);
                let found = report.page(*page).severity(severity).text("final", &end);
                found.number("hops", hops).text("path", &path);
            }
        }
        Ok(())
    })
}

pub fn redirect_loop(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut known = Numbers::default();
    chains(site, IN_LOOP, |chain| {
        let last = chain.last().copied().unwrap_or_default();
        let back = site.state(last, |state| state.location())?;
        let Some(start) = chain.iter().position(|page| Some(*page) == back) else { return Ok(()) };
        let members = &chain[start..];
        for (place, page) in members.iter().enumerate() {
            if is_own(site, *page)? && known.insert(*page) {
                let round = [&members[place..], &members[..=place]].concat();
                report.page(*page).text("path", &path(site, &round)?);
            }
        }
        Ok(())
    })
}
