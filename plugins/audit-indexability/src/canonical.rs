//! The canonical address that a page names.

use sitewright_sdk::rules::{Hint, Page, Report, Settings, Severity};

use crate::{is_canonical, may_be_shown};

/// Places of a hint.
const HEAD: u32 = 0;
const BODY: u32 = 1;
const HEADER: u32 = 2;

/// The canonical addresses that are named in one place.
fn named<'a>(page: &Page<'a>, place: u32) -> impl Iterator<Item = Hint<'a>> + Clone + use<'a> {
    let is_one = |hint: &Hint| hint.rel().split_ascii_whitespace().any(|rel| rel == "canonical");
    page.hints().filter(move |hint| hint.place() == place && is_one(hint))
}

/// The name of the canonical address that applies, as evidence.
fn applying<'a>(page: &Page<'a>) -> Option<Hint<'a>> {
    named(page, HEAD).next().or_else(|| named(page, HEADER).next())
}

pub fn canonical_missing(page: &Page, _: &Settings, report: &mut Report) {
    if may_be_shown(page) && applying(page).is_none() {
        report.found();
    }
}

pub fn canonicalized_page(page: &Page, _: &Settings, report: &mut Report) {
    if may_be_shown(page) && !is_canonical(page) {
        report.found().text("canonical", page.canonical()).evidences(applying(page));
    }
}

pub fn canonical_cross_domain(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && page.canonical_foreign() {
        report.found().text("canonical", page.canonical()).evidences(applying(page));
    }
}

pub fn canonical_http_on_https(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && page.url().starts_with("https://") && page.canonical().starts_with("http://") {
        report.found().text("canonical", page.canonical()).evidences(applying(page));
    }
}

pub fn canonical_noindex_conflict(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && page.noindex() && !is_canonical(page) {
        report.found().text("canonical", page.canonical()).evidences(applying(page));
    }
}

pub fn canonical_header_mismatch(page: &Page, _: &Settings, report: &mut Report) {
    let url = |place| named(page, place).map(|hint| hint.url()).find(|url| !url.is_empty());
    let (Some(html), Some(header)) = (url(HEAD), url(HEADER)) else { return };
    if page.is_document() && html != header {
        let found = report.found().text("html", html).text("header", header);
        found.evidences(named(page, HEAD)).evidences(named(page, HEADER));
    }
}

pub fn canonical_multiple(page: &Page, _: &Settings, report: &mut Report) {
    let mut all = named(page, HEAD);
    let (true, Some(first), Some(second)) = (page.is_document(), all.next(), all.next()) else { return };
    let all = named(page, HEAD);
    // The one that differs says more than a repeated one.
    let other = all.clone().find(|hint| hint.url() != first.url());
    let severity = if other.is_some() { Severity::Error } else { Severity::Warning };
    let found = report.found().severity(severity).number("count", all.clone().count());
    let found = found.text("first", first.url()).text("second", other.unwrap_or(second).url());
    found.evidences(all);
}

pub fn canonical_outside_head(page: &Page, _: &Settings, report: &mut Report) {
    if let (true, None, Some(hint)) = (page.is_document(), named(page, HEAD).next(), named(page, BODY).next())
    {
        report.found().text("href", hint.url()).evidences(named(page, BODY));
    }
}

pub fn canonical_relative(page: &Page, _: &Settings, report: &mut Report) {
    let is_absolute = |hint: &Hint| {
        let scheme = hint.href().trim().split_once("://").map(|(scheme, _)| scheme);
        scheme.is_some_and(|scheme| ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web)))
    };
    let relative = || named(page, HEAD).filter(|hint| !is_absolute(hint));
    if let (true, Some(hint)) = (page.is_document(), relative().next()) {
        report.found().text("href", hint.href()).evidences(relative());
    }
}
