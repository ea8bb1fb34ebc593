//! What connected services and earlier crawls know of a page.

use sitewright_sdk::Decimal;
use sitewright_sdk::rules::address::normal;
use sitewright_sdk::rules::{Page, Report, Settings, day, known};

use crate::{is_canonical, may_be_shown};

pub fn gsc_canonical_differs(page: &Page, _: &Settings, report: &mut Report) {
    let Some(gsc) = known(page, "gsc").filter(|_| page.is_document()) else { return };
    let (user, google) = (gsc.get("user_canonical").text(), gsc.get("google_canonical").text());
    if !user.is_empty() && !google.is_empty() && normal(user) != normal(google) {
        report.found().text("user", user).text("google", google);
    }
}

pub fn gsc_not_indexed(page: &Page, _: &Settings, report: &mut Report) {
    let Some(gsc) = known(page, "gsc").filter(|_| may_be_shown(page) && is_canonical(page)) else { return };
    let verdict = gsc.get("verdict").text();
    if !verdict.is_empty() && verdict != "PASS" {
        report.found().text("coverage", gsc.get("coverage").text());
    }
}

pub fn noindex_with_traffic(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(gsc) = known(page, "gsc").filter(|_| page.is_document() && page.noindex()) else { return };
    let clicks = gsc.get("clicks").count().unwrap_or(0);
    if clicks >= settings.count("clicks") {
        report.found().number("clicks", clicks).number("days", settings.count("days"));
    }
}

/// Why search engines cannot index a page.
fn reason(page: &Page) -> Option<String> {
    if page.disallowed_google() {
        Some("robots.txt".to_owned())
    } else if page.status() != 200 {
        Some(page.status().decimal())
    } else if page.noindex() {
        Some("noindex".to_owned())
    } else {
        (!is_canonical(page)).then(|| "canonical".to_owned())
    }
}

pub fn indexability_changed(page: &Page, _: &Settings, report: &mut Report) {
    let was_fetched = page.status() > 0 || page.disallowed();
    if page.role() != 0 || !was_fetched || matches!(page.status(), 404 | 410) {
        return;
    }
    let Some(history) = known(page, "history").filter(|history| history.get("indexable").is_on()) else {
        return;
    };
    if let (Some(reason), Some(day)) = (reason(page), day(history.get("date").text())) {
        report.found().number("date", day).text("reason", &reason);
    }
}
