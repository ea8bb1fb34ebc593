//! Where canonical addresses lead.

use sitewright_sdk::rules::links::{Numbers, kind, state};
use sitewright_sdk::rules::{Failure, Query, Reference, Report, Settings, Site};

/// The pages with their canonical addresses, by number, among references to canonical addresses.
fn canonicals(site: &Site, query: Query<Reference>) -> Result<Vec<(u32, u32)>, Failure> {
    let (mut found, mut known) = (Vec::new(), Numbers::default());
    query.is("kind", kind::CANONICAL).each(|reference| {
        if reference.source() != reference.target() {
            found.push((reference.source(), reference.target()));
        }
    })?;
    // A page may name several, and only one applies.
    let mut applying = Vec::new();
    for (source, target) in found {
        let canonical = site.state(source, |state| (state.status() == 200).then(|| state.canonical()))?;
        if canonical.flatten() == Some(target) && known.insert(source) {
            applying.push((source, target));
        }
    }
    Ok(applying)
}

pub fn canonical_blocked(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let blocked = site.references().has("target_flags", state::DISALLOWED_GOOGLE);
    for (page, target) in canonicals(site, blocked)? {
        let (target, rule) = (site.url(target)?, site.blocking_rule(target)?);
        report.page(page).text("target", &target).text("rule", &rule);
    }
    Ok(())
}

pub fn canonical_chain(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let named = site.references().has("target_flags", state::CANONICALISED);
    for (page, target) in canonicals(site, named)? {
        let next = site.state(target, |state| state.canonical())?;
        let (target, next) = (site.url(target)?, site.url(next.unwrap_or_default())?);
        report.page(page).text("target", &target).text("next", &next);
    }
    Ok(())
}

pub fn canonical_to_error(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut broken = canonicals(site, site.references().within("status", 400, 599))?;
    broken.extend(canonicals(site, site.references().is("status", 0))?);
    for (page, target) in broken {
        let (target, status) = (site.url(target)?, site.outcome(target)?);
        report.page(page).text("target", &target).text("status", &status);
    }
    Ok(())
}

pub fn canonical_to_noindex(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    for (page, target) in canonicals(site, site.references().has("target_flags", state::NOINDEX))? {
        report.page(page).text("target", &site.url(target)?);
    }
    Ok(())
}

pub fn canonical_to_redirect(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    for (page, target) in canonicals(site, site.references().within("status", 300, 399))? {
        let (status, end) = (site.state(target, |state| state.status())?, site.end_of_redirects(target)?);
        if end != target {
            let (target, end) = (site.url(target)?, site.url(end)?);
            let found = report.page(page).text("target", &target).text("final", &end);
            found.number("status", status.unwrap_or_default());
        }
    }
    Ok(())
}
