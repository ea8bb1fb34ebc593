//! What the versions of a page answer.

use sitewright_sdk::rules::{Failure, Found, Page, Reference, Report, Settings, Site, UNKNOWN};

/// The kind of a reference.
pub const HREFLANG: u32 = 2;
/// Bits of an address in the table `states`.
const NOINDEX: u32 = 2;
const CANONICALISED: u32 = 4;
/// Statuses that may be meant for the crawler only.
const FOR_CRAWLERS: [u32; 3] = [401, 403, 429];

/// A version of a page.
struct Version {
    source: u32,
    target: u32,
    status: u32,
    row: u32,
    code: String,
}

impl Version {
    /// The finding of its source.
    fn report<'r>(&self, target: &Page, report: &'r mut Report) -> Found<'r> {
        report.page(self.source).text("code", &self.code).text("target", target.url())
    }
}

/// The first version of each page for which a condition holds, in the order of targets.
fn first_versions(site: &Site, mut is: impl FnMut(&Reference) -> bool) -> Result<Vec<Version>, Failure> {
    let mut all: Vec<Version> = Vec::new();
    site.references().is("kind", HREFLANG).each(|reference| {
        if is(&reference) {
            let (source, target, status) = (reference.source(), reference.target(), reference.status());
            let code = reference.text().to_owned();
            all.push(Version { source, target, status, row: reference.row(), code });
        }
    })?;
    all.sort_by_key(|version| (version.source, version.row));
    all.dedup_by_key(|version| version.source);
    all.sort_by_key(|version| version.target);
    Ok(all)
}

/// Calls `each` with versions, sorted by target, and their targets.
fn each_target(
    site: &Site,
    versions: &[Version],
    mut each: impl FnMut(&Version, &Page),
) -> Result<(), Failure> {
    let mut targets: Vec<u32> = versions.iter().map(|version| version.target).collect();
    targets.dedup();
    site.pages(&targets, |target| {
        let first = versions.partition_point(|version| version.target < target.number());
        let own = versions[first..].iter().take_while(|version| version.target == target.number());
        own.for_each(|version| each(version, &target));
    })
}

pub fn is_success(status: u32) -> bool {
    (200..300).contains(&status)
}

pub fn hreflang_to_error(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_error = |reference: &Reference| match reference.status() {
        UNKNOWN => false,
        0 => true,
        status => status >= 400 && !FOR_CRAWLERS.contains(&status),
    };
    let versions = first_versions(site, is_error)?;
    each_target(site, &versions, |version, target| {
        version.report(target, report).number("status", version.status);
    })
}

pub fn hreflang_to_noindex(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_hidden =
        |reference: &Reference| reference.target_flags() & NOINDEX != 0 && is_success(reference.status());
    let versions = first_versions(site, is_hidden)?;
    each_target(site, &versions, |version, target| {
        version.report(target, report);
    })
}

pub fn hreflang_to_noncanonical(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_copy = |reference: &Reference| {
        reference.target_flags() & CANONICALISED != 0 && is_success(reference.status())
    };
    let versions = first_versions(site, is_copy)?;
    each_target(site, &versions, |version, target| {
        version.report(target, report).text("canonical", target.canonical());
    })
}

pub fn hreflang_to_redirect(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    let is_moved = |reference: &Reference| (300..400).contains(&reference.status());
    let versions = first_versions(site, is_moved)?;
    each_target(site, &versions, |version, target| {
        version.report(target, report).text("final", target.location());
    })
}
