//! Headers that protect visitors, and headers that tell too much.

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::pages::{header, meta};
use sitewright_sdk::rules::{Failure, Header, Page, Report, Settings, Site};
use sitewright_sdk::units::lower;

use super::is_https;

/// Parts of the names of cookies that keep a user signed in.
const SESSIONS: [&str; 5] = ["sess", "sid", "auth", "token", "login"];
/// Tokens against forged requests, which scripts have to read.
const FORGERY: [&str; 2] = ["csrf", "xsrf"];

fn headers<'a>(page: &Page<'a>, name: &'static str) -> impl Iterator<Item = Header<'a>> {
    page.headers().filter(move |header| header.name() == name)
}

pub fn sec_hsts_missing(page: &Page, _: &Settings, report: &mut Report) {
    let Some(address) = Address::of(page.url()).filter(|address| page.is_document() && address.is_https())
    else {
        return;
    };
    let has_period = |value: &str| {
        let mut parts = value.split(';').filter_map(|part| part.split_once('='));
        let age = parts.find(|(name, _)| name.trim().eq_ignore_ascii_case("max-age"));
        age.is_some_and(|(_, seconds)| seconds.bytes().any(|digit| matches!(digit, b'1'..=b'9')))
    };
    // Only the first header counts.
    let own = headers(page, "strict-transport-security").next();
    if !own.is_some_and(|own| has_period(own.value())) {
        report.found().text("host", address.host()).evidences(own);
    }
}

pub fn sec_csp_missing(page: &Page, _: &Settings, report: &mut Report) {
    const NAME: &str = "content-security-policy";
    let in_meta = || page.metas().any(|meta| meta.attribute() == 2 && meta.name() == NAME);
    if page.is_document() && header(page, NAME).is_none() && !in_meta() {
        report.found();
    }
}

pub fn sec_nosniff_missing(page: &Page, _: &Settings, report: &mut Report) {
    let own = headers(page, "x-content-type-options").next();
    let is_set = own.is_some_and(|own| {
        own.value().split(',').next().is_some_and(|value| value.trim().eq_ignore_ascii_case("nosniff"))
    });
    if page.is_document() && !is_set {
        report.found().evidences(own);
    }
}

pub fn sec_frame_options_missing(page: &Page, _: &Settings, report: &mut Report) {
    let is_known = |value: &str| ["deny", "sameorigin"].contains(&lower(value.trim()).as_str());
    let by_options = headers(page, "x-frame-options").any(|own| is_known(own.value()));
    let names_ancestors = |policy: &str| {
        policy.split([';', ',']).any(|directive| {
            let name = directive.split_ascii_whitespace().next().unwrap_or_default();
            name.eq_ignore_ascii_case("frame-ancestors")
        })
    };
    let by_policy = headers(page, "content-security-policy").any(|own| names_ancestors(own.value()));
    if page.is_document() && !by_options && !by_policy {
        report.found().evidences(headers(page, "x-frame-options"));
    }
}

pub fn sec_referrer_policy_missing(page: &Page, _: &Settings, report: &mut Report) {
    let is_set = |value: Option<&str>| value.is_some_and(|value| !value.trim().is_empty());
    let by_header = is_set(header(page, "referrer-policy"));
    if page.is_document() && !by_header && !is_set(meta(page, "referrer")) {
        report.found();
    }
}

/// The flags that a cookie lacks, unless it needs none of them.
fn missing_flags(cookie: &str) -> Vec<&'static str> {
    let mut parts = cookie.split(';');
    let name = parts.next().unwrap_or_default().split('=').next().unwrap_or_default();
    let has = |flag: &str| {
        parts
            .clone()
            .any(|part| part.split('=').next().is_some_and(|name| name.trim().eq_ignore_ascii_case(flag)))
    };
    let name = lower(name);
    let is_any = |list: &[&str]| list.iter().any(|part| name.contains(part));
    let mut missing = Vec::new();
    if !has("secure") {
        missing.push("Secure");
    }
    if !has("httponly") && is_any(&SESSIONS) && !is_any(&FORGERY) {
        missing.push("HttpOnly");
    }
    // Browsers treat a cookie without it as `Lax`, so that alone is no problem.
    if !missing.is_empty() && !has("samesite") {
        missing.push("SameSite");
    }
    missing
}

pub fn sec_cookie_flags(page: &Page, _: &Settings, report: &mut Report) {
    if !is_https(page.url()) || page.role() != 0 {
        return;
    }
    let cookies = headers(page, "set-cookie").map(|cookie| (cookie, missing_flags(cookie.value())));
    let mut weak = cookies.filter(|(_, missing)| !missing.is_empty());
    if let Some((cookie, missing)) = weak.next() {
        let name = cookie.value().split(['=', ';']).next().unwrap_or_default().trim();
        let found = report.found().text("cookie", name).text("missing", &missing.join(", "));
        found.evidence(&cookie).evidences(weak.map(|(cookie, _)| cookie));
    }
}

/// Whether a text has digits with a dot after them and another digit.
fn has_version(text: &str) -> bool {
    text.as_bytes()
        .windows(3)
        .any(|part| part[0].is_ascii_digit() && part[1] == b'.' && part[2].is_ascii_digit())
}

pub fn sec_server_version(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    site.pages(&[site.home()?], |page| {
        let tells = |header: &Header| {
            matches!(header.name(), "server" | "x-powered-by") && has_version(header.value())
        };
        if let Some(header) = page.headers().find(tells) {
            report.site().text("header", header.name()).text("value", header.value());
        }
    })
}
