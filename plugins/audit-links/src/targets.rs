//! Where links lead.

use std::collections::BTreeMap;

use sitewright_sdk::Decimal;
use sitewright_sdk::rules::links::{Numbers, Referred, kind, reference, state};
use sitewright_sdk::rules::{Failure, Query, Reference, Report, Settings, Site, known};

/// Statuses that do not mean that a page is missing: many sites turn programs away with them.
const TURNED_AWAY: [u32; 4] = [401, 403, 429, 999];

fn internal<'s>(site: &Site<'s>) -> Query<'s, Reference<'static>> {
    site.references().is("kind", kind::LINK).has_not("flags", reference::OTHER_SITE)
}

fn external<'s>(site: &Site<'s>) -> Query<'s, Reference<'static>> {
    site.references().is("kind", kind::LINK).has("flags", reference::OTHER_SITE)
}

/// Texts about targets that are computed once for each.
struct Texts<'s, const N: usize> {
    known: BTreeMap<u32, Option<[String; N]>>,
    /// The texts of a target, or none if links to it are not reported.
    of: &'s dyn Fn(u32) -> Result<Option<[String; N]>, Failure>,
}

impl<'s, const N: usize> Texts<'s, N> {
    fn new(of: &'s dyn Fn(u32) -> Result<Option<[String; N]>, Failure>) -> Self {
        Self { known: BTreeMap::new(), of }
    }

    fn get(&mut self, target: u32) -> Result<Option<&[String; N]>, Failure> {
        if !self.known.contains_key(&target) {
            self.known.insert(target, (self.of)(target)?);
        }
        Ok(self.known.get(&target).and_then(Option::as_ref))
    }
}

/// Calls `found` for the pages with such a link: the page, the texts of the first target, and the rows of all links.
fn each_page<const N: usize>(
    links: Query<Reference>,
    texts: &mut Texts<N>,
    mut found: impl FnMut(u32, &Referred, &[String; N], &[u32]),
) -> Result<(), Failure> {
    links.by_source(|source, links| {
        let (mut first, mut rows) = (None, Vec::new());
        for link in links {
            if texts.get(link.target)?.is_some() {
                first = first.or(Some(link));
                rows.push(link.row);
            }
        }
        if let Some(first) = first
            && let Some(texts) = texts.get(first.target)?
        {
            found(source, first, texts, &rows);
        }
        Ok(())
    })
}

pub fn link_internal_broken(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let of = |target: u32| {
        let outcome = site.outcome(target)?;
        let is_broken = outcome.parse().map_or(true, |status: u32| !TURNED_AWAY.contains(&status));
        Ok(if is_broken { Some([site.url(target)?, outcome]) } else { None })
    };
    let (mut texts, mut reported) = (Texts::new(&of), Numbers::default());
    for (least, most) in [(400, 599), (0, 0)] {
        each_page(
            internal(site).within("status", least, most),
            &mut texts,
            |page, _, [url, status], rows| {
                if reported.insert(page) {
                    let found = report.page(page).text("url", url).text("status", status);
                    found.links(rows.iter().copied());
                }
            },
        )?;
    }
    Ok(())
}

pub fn link_internal_to_redirect(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let of = |target: u32| {
        let end = site.end_of_redirects(target)?;
        Ok(if end == target { None } else { Some([site.url(target)?, site.url(end)?]) })
    };
    let links = internal(site).within("status", 300, 399);
    each_page(links, &mut Texts::new(&of), |page, link, [url, end], rows| {
        let found = report.page(page).text("url", url).text("final", end).number("status", link.status);
        found.links(rows.iter().copied());
    })
}

pub fn link_internal_to_noncanonical(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let of = |target: u32| {
        let canonical = site.state(target, |state| (state.status() == 200).then(|| state.canonical()))?;
        Ok(match canonical.flatten() {
            Some(canonical) => Some([site.url(target)?, site.url(canonical)?]),
            None => None,
        })
    };
    let links = internal(site).has_not("flags", reference::NOFOLLOW);
    let links = links.has("target_flags", state::CANONICALISED);
    let mut texts = Texts::new(&of);
    links.by_source(|source, links| {
        let mut others = links.iter().filter(|link| link.target != source);
        let Some(first) = others.clone().next() else { return Ok(()) };
        if let Some([url, canonical]) = texts.get(first.target)? {
            let found = report.page(source).text("url", url).text("canonical", canonical);
            found.links(others.by_ref().map(|link| link.row));
        }
        Ok(())
    })
}

pub fn link_external_redirect(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let of = |target: u32| {
        let location = site.state(target, |state| state.location())?;
        let next = site.url(location.unwrap_or(target))?;
        Ok(if next.is_empty() { None } else { Some([site.url(target)?, next]) })
    };
    let links = external(site).within("status", 300, 399);
    each_page(links, &mut Texts::new(&of), |page, link, [url, target], rows| {
        let found = report.page(page).text("url", url).text("target", target).number("status", link.status);
        found.links(rows.iter().copied());
    })
}

/// Whether an answer means that there is no page: a status, or why there is no response.
fn is_gone(outcome: &str) -> bool {
    match outcome.parse::<u32>() {
        Ok(status) => status >= 400 && !TURNED_AWAY.contains(&status),
        Err(_) => !matches!(outcome, "" | "robots" | "address-denied"),
    }
}

pub fn link_external_broken(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    const ELSEWHERE: u32 = 2;
    let least = settings.count("recheck_h");
    let mut suspects = Vec::new();
    site.states().is("role", ELSEWHERE).has_not("flags", state::NOT_FETCHED).each(|state| {
        if state.status() == 0 || state.status() >= 400 {
            suspects.push(state.number());
        }
    })?;
    let mut broken: BTreeMap<u32, [String; 2]> = BTreeMap::new();
    site.pages(&suspects, |page| {
        let outcome = if page.status() > 0 { page.status().decimal() } else { page.failure().to_owned() };
        let Some(before) = known(&page, "history").filter(|_| is_gone(&outcome)) else { return };
        if is_gone(before.get("status").text())
            && before.get("hours").count().is_some_and(|hours| hours >= least)
        {
            broken.insert(page.number(), [page.url().to_owned(), outcome]);
        }
    })?;
    if broken.is_empty() {
        return Ok(());
    }
    let of = |target: u32| Ok(broken.get(&target).cloned());
    let (mut texts, mut reported) = (Texts::new(&of), Numbers::default());
    for (least, most) in [(400, 999), (0, 0)] {
        each_page(
            external(site).within("status", least, most),
            &mut texts,
            |page, _, [url, status], rows| {
                if reported.insert(page) {
                    let found = report.page(page).text("url", url).text("status", status);
                    found.links(rows.iter().copied());
                }
            },
        )?;
    }
    Ok(())
}

pub fn link_broken_fragment(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let links = internal(site).is("fragment_found", 0);
    links.by_source(|source, links| {
        let first = &links[0];
        let fragment = first.fragment.as_deref().unwrap_or_default();
        let found = report.page(source).text("url", &site.url(first.target)?).text("fragment", fragment);
        found.links(links.iter().map(|link| link.row));
        Ok(())
    })
}
