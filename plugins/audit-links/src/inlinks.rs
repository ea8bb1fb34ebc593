//! The pages that link to a page.

use sitewright_sdk::rules::links::{kind, reference, state};
use sitewright_sdk::rules::{Failure, Report, Settings, Site, UNKNOWN};

use crate::rel;

/// The pages that search engines may show, except for the home page, with these numbers of links: page, number, and a
/// page that links to it.
fn linked(
    site: &Site,
    [followed, nofollowed]: [[u32; 2]; 2],
    number: impl Fn([u32; 2]) -> u32,
) -> Result<Vec<(u32, u32, u32)>, Failure> {
    let (home, mut found) = (site.home()?, Vec::new());
    let pages = site.states().is("role", 0).has("flags", state::INDEXABLE);
    let pages = pages.within("followed", followed[0], followed[1]);
    pages.within("nofollowed", nofollowed[0], nofollowed[1]).each(|state| {
        if state.number() != home {
            found.push((state.number(), number([state.followed(), state.nofollowed()]), state.from()));
        }
    })?;
    Ok(found)
}

const ANY: [u32; 2] = [0, UNKNOWN];
const NONE: [u32; 2] = [0, 0];
const SOME: [u32; 2] = [1, UNKNOWN];

pub fn link_single_inlink(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    for (page, _, from) in linked(site, [[1, 1], ANY], |_| 1)? {
        report.page(page).text("source", &site.url(from)?);
    }
    Ok(())
}

pub fn link_only_nofollow_inlinks(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    for (page, count, from) in linked(site, [NONE, SOME], |[_, nofollowed]| nofollowed)? {
        report.page(page).number("count", count).text("source", &site.url(from)?);
    }
    Ok(())
}

pub fn link_only_from_noncanonical(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let (home, mut found) = (site.home()?, Vec::new());
    let pages = site.states().is("role", 0).has("flags", state::INDEXABLE).within("followed", 1, UNKNOWN);
    pages.is("from_indexable", 0).each(|state| {
        if state.number() != home {
            found.push((state.number(), state.followed(), state.from()));
        }
    })?;
    for (page, count, from) in found {
        report.page(page).number("count", count).text("source", &site.url(from)?);
    }
    Ok(())
}

pub fn link_mixed_follow(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut found = Vec::new();
    let pages = site.states().is("role", 0).within("followed", 1, UNKNOWN).within("nofollowed", 1, UNKNOWN);
    pages.each(|state| {
        found.push((state.number(), state.followed(), state.nofollowed(), state.nofollow_from()));
    })?;
    for (page, follow, nofollow, from) in found {
        let found = report.page(page).number("nofollow", nofollow).text("source", &site.url(from)?);
        found.number("follow", follow);
    }
    Ok(())
}

pub fn link_nofollow_to_indexable(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let links = site.references().is("kind", kind::LINK).has("flags", reference::NOFOLLOW);
    let links = links.has_not("flags", reference::OTHER_SITE).has("target_flags", state::INDEXABLE);
    links.by_source(|source, links| {
        // The reference also says so if the whole page has nofollow.
        let mut rows = Vec::new();
        site.pages(&[source], |page| {
            let own = page.links().enumerate().filter(|(_, link)| link.rel() & rel::NOFOLLOW != 0);
            rows.extend(own.map(|(row, _)| row as u32));
        })?;
        let mut own = links.iter().filter(|link| rows.contains(&link.row));
        if let Some(first) = own.next() {
            let url = site.url(first.target)?;
            let found = report.page(source).text("url", &url);
            found.links([first.row]).links(own.map(|link| link.row));
        }
        Ok(())
    })
}
