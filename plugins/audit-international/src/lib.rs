//! Checks of languages and of the versions of a page in other languages.

mod codes;
mod lang;
mod sets;
mod targets;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::{Address, is_same_address};
use sitewright_sdk::rules::languages::language_of;
use sitewright_sdk::rules::{Hint, Page, Report, Settings};
use sitewright_sdk::units::lower;

use codes::is_valid;
use lang::{hreflang_lang_mismatch, lang_invalid, lang_missing};
use sets::{hreflang_multiple_langs_per_url, hreflang_no_return, hreflang_sources_conflict};
use targets::{hreflang_to_error, hreflang_to_noindex, hreflang_to_noncanonical, hreflang_to_redirect};

pack! { category: "international", tables: [hints] }

/// Where a hint is.
const BODY: u32 = 1;
const HEADER: u32 = 2;
const X_DEFAULT: &str = "x-default";

/// The versions of a page that it names itself.
fn versions<'a>(page: &Page<'a>) -> impl Iterator<Item = Hint<'a>> + Clone {
    let is_version = |hint: &Hint| {
        hint.hreflang().is_some() && hint.rel().split_ascii_whitespace().any(|rel| rel == "alternate")
    };
    page.hints().filter(move |hint| page.is_document() && is_version(hint))
}

fn code<'a>(hint: &Hint<'a>) -> &'a str {
    hint.hreflang().unwrap_or_default()
}

/// Versions where search engines read them.
fn read_versions<'a>(page: &Page<'a>) -> impl Iterator<Item = Hint<'a>> + Clone {
    versions(page).filter(|hint| hint.place() != BODY)
}

/// Whether a version is the page itself, or its canonical address.
fn is_self(page: &Page, hint: &Hint) -> bool {
    is_same_address(hint.url(), page.url())
        || !page.canonical().is_empty() && is_same_address(hint.url(), page.canonical())
}

fn hreflang_invalid_code(page: &Page, _: &Settings, report: &mut Report) {
    let invalid = || versions(page).filter(|hint| !is_valid(code(hint)));
    if let Some(hint) = invalid().next() {
        report.found().text("code", code(&hint)).text("url", hint.url()).evidences(invalid());
    }
}

fn hreflang_no_self(page: &Page, _: &Settings, report: &mut Report) {
    let count = read_versions(page).count();
    if count > 0 && !read_versions(page).any(|hint| is_self(page, &hint)) {
        report.found().number("count", count).evidences(read_versions(page));
    }
}

fn hreflang_no_x_default(page: &Page, _: &Settings, report: &mut Report) {
    let is_default = |hint: Hint| code(&hint).eq_ignore_ascii_case(X_DEFAULT);
    if read_versions(page).next().is_some() && !read_versions(page).any(is_default) {
        let codes: Vec<&str> = read_versions(page).map(|hint| code(&hint)).collect();
        report.found().text("codes", &codes.join(", ")).evidences(read_versions(page));
    }
}

fn hreflang_outside_head(page: &Page, _: &Settings, report: &mut Report) {
    let count = versions(page).count();
    if count > 0 && versions(page).all(|hint| hint.place() == BODY) {
        report.found().number("count", count).evidences(versions(page));
    }
}

fn hreflang_relative_url(page: &Page, _: &Settings, report: &mut Report) {
    let relative = || versions(page).filter(|hint| Address::of_web(hint.href()).is_none());
    if let Some(hint) = relative().next() {
        report.found().text("code", code(&hint)).text("href", hint.href()).evidences(relative());
    }
}

fn hreflang_multiple_urls_per_lang(page: &Page, _: &Settings, report: &mut Report) {
    let all: Vec<Hint> = read_versions(page).filter(|hint| !hint.url().is_empty()).collect();
    for (place, second) in all.iter().enumerate() {
        let is_rival = |first: &&Hint| {
            code(first).eq_ignore_ascii_case(code(second)) && !is_same_address(first.url(), second.url())
        };
        if let Some(first) = all[..place].iter().find(is_rival) {
            let found = report.found().text("code", &lower(code(second)));
            found.text("first", first.url()).text("second", second.url()).evidence(first).evidence(second);
            return;
        }
    }
}
