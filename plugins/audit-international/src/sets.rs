//! What the versions of a page say of each other, and what several sources say of a page.

use sitewright_sdk::rules::languages::language_of;
use sitewright_sdk::rules::{Failure, Report, Settings, Site};
use sitewright_sdk::units::lower;

use super::targets::{HREFLANG, is_success};
use super::{HEADER, X_DEFAULT, code, read_versions};

/// The bit of a version that names the page in return.
const RETURNED: u32 = 2;

/// The versions that sitemaps name: the page, the code and the number of the version, in the order of pages.
fn listed(site: &Site) -> Result<Vec<(u32, String, u32)>, Failure> {
    let mut all = Vec::new();
    site.listings().each(|listing| {
        for line in listing.alternates().lines() {
            if let Some((code, number)) = line.rsplit_once(' ')
                && let Ok(number) = number.parse()
            {
                all.push((listing.page(), lower(code), number));
            }
        }
    })?;
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

pub fn hreflang_no_return(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut open: Vec<(u32, u32, u32, String)> = Vec::new();
    site.references().is("kind", HREFLANG).has_not("flags", RETURNED).each(|reference| {
        if reference.source() != reference.target() && is_success(reference.status()) {
            let code = reference.text().to_owned();
            open.push((reference.source(), reference.row(), reference.target(), code));
        }
    })?;
    if open.is_empty() {
        return Ok(());
    }
    let mut by_sitemap: Vec<(u32, u32)> =
        listed(site)?.into_iter().map(|(page, _, version)| (page, version)).collect();
    by_sitemap.sort_unstable();
    open.retain(|(source, _, target, _)| by_sitemap.binary_search(&(*target, *source)).is_err());
    open.sort_unstable();
    open.dedup_by_key(|(source, ..)| *source);
    let mut targets: Vec<u32> = open.iter().map(|(_, _, target, _)| *target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut urls = Vec::new();
    site.pages(&targets, |page| urls.push((page.number(), page.url().to_owned())))?;
    for (source, _, target, code) in open {
        if let Ok(place) = urls.binary_search_by_key(&target, |(number, _)| *number) {
            report.page(source).text("target", &urls[place].1).text("code", &code);
        }
    }
    Ok(())
}

pub fn hreflang_multiple_langs_per_url(
    site: &Site,
    _: &Settings,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut named: Vec<(u32, String)> = Vec::new();
    site.references().is("kind", HREFLANG).each(|reference| {
        let code = lower(reference.text());
        if code != X_DEFAULT {
            named.push((reference.target(), language_of(&code).to_owned()));
        }
    })?;
    named.sort_unstable();
    named.dedup();
    for group in named.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1) {
        let codes: Vec<&str> = group.iter().map(|(_, language)| language.as_str()).collect();
        report.page(group[0].0).text("codes", &codes.join(", "));
    }
    Ok(())
}

/// The versions by one source: codes and numbers, sorted.
type Set = Vec<(String, u32)>;

/// A code about which two sets do not agree.
fn difference(one: &Set, other: &Set) -> Option<String> {
    let lacking =
        |of: &Set, from: &Set| of.iter().find(|entry| !from.contains(entry)).map(|(code, _)| code.clone());
    lacking(one, other).or_else(|| lacking(other, one))
}

pub fn hreflang_sources_conflict(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const SOURCES: [&str; 3] = ["HTML", "HTTP", "sitemap.xml"];
    let listed = listed(site)?;
    let mut pages: Vec<u32> = listed.iter().map(|(page, ..)| *page).collect();
    site.references().is("kind", HREFLANG).each(|reference| pages.push(reference.source()))?;
    pages.sort_unstable();
    pages.dedup();
    site.pages(&pages, |page| {
        let mut sets: [Set; 3] = Default::default();
        for hint in read_versions(&page) {
            sets[usize::from(hint.place() == HEADER)].push((lower(code(&hint)), hint.target()));
        }
        let from = listed.partition_point(|(number, ..)| *number < page.number());
        let own = listed[from..].iter().take_while(|(number, ..)| *number == page.number());
        sets[2].extend(own.map(|(_, code, number)| (code.clone(), *number)));
        let named: Vec<usize> = (0..sets.len()).filter(|source| !sets[*source].is_empty()).collect();
        for pair in named.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            if let Some(code) = difference(&sets[first], &sets[second]) {
                let found = report.page(page.number()).text("first_source", SOURCES[first]);
                found.text("second_source", SOURCES[second]).text("code", &code);
                return;
            }
        }
    })
}
