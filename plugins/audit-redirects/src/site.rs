//! Redirecting addresses, and the links to them.

use std::collections::BTreeMap;

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::links::{kind, reference};
use sitewright_sdk::rules::{Failure, Report, Settings, Site, UNKNOWN};
use sitewright_sdk::units::lower;

/// Statuses of redirects that are followed.
fn redirects(status: u32) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

pub fn redirect_internal(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut found = Vec::new();
    site.states().is("role", 0).within("status", 300, 399).within("location", 0, UNKNOWN - 1).each(
        |state| {
            if redirects(state.status()) {
                found.push((state.number(), state.status(), state.location()));
            }
        },
    )?;
    for (number, status, target) in found {
        let (target, source) = (site.url(target)?, site.known_from(number)?);
        let found = report.page(number).text("target", &target).number("status", status);
        found.text("source", &source);
    }
    Ok(())
}

pub fn redirect_http_to_https_missing(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const VARIANT: u32 = 2;
    let is_plain = |url: &str| url.starts_with("http://");
    let home = site.state(site.home()?, |state| (state.status() == 200).then(|| state.url().to_owned()))?;
    let mut found = home.flatten().filter(|url| is_plain(url));
    site.probes().is("kind", VARIANT).within("end_status", 200, 299).each(|probe| {
        if found.is_none() && is_plain(probe.path()) && is_plain(probe.end_url()) {
            found = Some(probe.end_url().to_owned());
        }
    })?;
    if let Some(url) = found {
        report.site().text("url", &url);
    }
    Ok(())
}

/// Other forms of the home page.
const HOME_FORMS: [&str; 8] =
    ["/index.html", "/index.htm", "/index.php", "/index.asp", "/default.aspx", "/home", "/home/", "/start"];

pub fn redirect_mass_to_home(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let home = site.home()?;
    let (mut count, mut example) = (0u32, String::new());
    site.states().is("role", 0).within("status", 300, 399).is("location", home).each(|state| {
        let is_page = Address::of(state.url()).is_some_and(|address| {
            let is_form = address.query.is_none() && HOME_FORMS.contains(&&*lower(address.path));
            !(address.is_home() || is_form)
        });
        if is_page {
            count += 1;
            if example.is_empty() {
                state.url().clone_into(&mut example);
            }
        }
    })?;
    let limit = settings.count("count");
    if count > limit {
        report.site().number("count", count).text("example", &example).number("limit", limit);
    }
    Ok(())
}

/// Whether two addresses differ only in the slash at the end or the case of letters in the path.
fn differs_little(url: &str, target: &str) -> bool {
    let (Some(one), Some(other)) = (Address::of(url), Address::of(target)) else { return false };
    let plain = |address: Address| lower(address.path.trim_end_matches('/'));
    (one.scheme, one.authority, one.query) == (other.scheme, other.authority, other.query)
        && one.path != other.path
        && plain(one) == plain(other)
}

pub fn redirect_slash_or_case(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let mut targets = BTreeMap::new();
    site.states().is("role", 0).within("status", 300, 399).within("location", 0, UNKNOWN - 1).each(
        |state| {
            targets.insert(state.number(), (state.url().to_owned(), state.location()));
        },
    )?;
    let mut found = BTreeMap::new();
    for (number, (url, location)) in targets {
        let target = site.url(location)?;
        if differs_little(&url, &target) {
            found.insert(number, (url, target));
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let links = site.references().is("kind", kind::LINK).within("status", 300, 399);
    links.has_not("flags", reference::OTHER_SITE).by_source(|source, links| {
        let links = || links.iter().filter(|link| found.contains_key(&link.target));
        if let Some((url, target)) = links().next().and_then(|link| found.get(&link.target)) {
            let finding = report.page(source).text("url", url).text("target", target);
            finding.links(links().map(|link| link.row));
        }
        Ok(())
    })
}
