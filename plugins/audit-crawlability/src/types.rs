//! What an answer says it is, and what it is.

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::{Page, Report, Settings};
use sitewright_sdk::stems::folded;
use sitewright_sdk::{word_list::Words, words};

/// What error pages say, in lower case and without accents.
const PHRASES: Words = words![
    "page not found",
    "page was not found",
    "page cannot be found",
    "page can't be found",
    "page can’t be found",
    "page could not be found",
    "page does not exist",
    "page doesn't exist",
    "page doesn’t exist",
    "product not found",
    "no longer available",
    "not found",
    "error 404",
    "404 error",
    "nie znaleziono",
    "strona nie istnieje",
    "nie ma takiej strony",
    "nie mozna znalezc",
    "strony nie odnaleziono",
    "nie odnaleziono strony",
    "produkt nie istnieje",
    "produkt niedostepny",
    "blad 404",
];

/// The phrase of an error page in a text.
fn phrase(text: &str) -> Option<&'static str> {
    let text = folded(text);
    PHRASES.iter().find(|phrase| text.contains(phrase))
}

pub fn soft_404(page: &Page, settings: &Settings, report: &mut Report) {
    if !page.is_document() || page.status() != 200 || page.all_words() >= settings.count("words") {
        return;
    }
    let headings = page.headings().filter(|heading| heading.level() == 1).map(|heading| heading.text());
    if let Some(phrase) = page.title().into_iter().chain(headings).find_map(phrase) {
        report.found().text("phrase", phrase).number("words", page.all_words());
    }
}

/// Extensions, the type to expect, and further types that are as good.
const TYPES: &[(&str, &str, &[&str])] = &[
    ("html", "text/html", &["application/xhtml+xml"]),
    ("htm", "text/html", &["application/xhtml+xml"]),
    ("xhtml", "application/xhtml+xml", &["text/html"]),
    ("css", "text/css", &[]),
    ("js", "text/javascript", JAVASCRIPT),
    ("mjs", "text/javascript", JAVASCRIPT),
    ("json", "application/json", &["application/ld+json", "application/manifest+json", "text/json"]),
    ("xml", "application/xml", XML),
    ("rss", "application/rss+xml", XML),
    ("atom", "application/atom+xml", XML),
    ("txt", "text/plain", &[]),
    ("csv", "text/csv", &["text/plain", "application/csv"]),
    ("pdf", "application/pdf", &[]),
    ("jpg", "image/jpeg", MODERN),
    ("jpeg", "image/jpeg", MODERN),
    ("png", "image/png", MODERN),
    ("gif", "image/gif", MODERN),
    ("webp", "image/webp", &["image/avif"]),
    ("avif", "image/avif", &["image/webp"]),
    ("svg", "image/svg+xml", &[]),
    ("ico", "image/x-icon", &["image/vnd.microsoft.icon", "image/png", "image/svg+xml"]),
    ("woff", "font/woff", &["application/font-woff", "application/x-font-woff", "application/octet-stream"]),
    ("woff2", "font/woff2", &["application/font-woff2", "application/octet-stream"]),
    ("mp4", "video/mp4", &[]),
    ("webm", "video/webm", &[]),
    ("mp3", "audio/mpeg", &["audio/mp3"]),
];
const JAVASCRIPT: &[&str] = &["application/javascript", "application/x-javascript", "application/ecmascript"];
const XML: &[&str] = &["text/xml", "application/xml", "application/rss+xml", "application/atom+xml"];
/// Servers convert pictures for browsers that accept newer types.
const MODERN: &[&str] = &["image/webp", "image/avif"];

pub fn wrong_content_type(page: &Page, _: &Settings, report: &mut Report) {
    if page.role() > 1 || page.status() != 200 {
        return;
    }
    let path = Address::of(page.url()).map_or("", |address| address.path);
    let name = path.rsplit('/').next().unwrap_or_default();
    let Some((_, extension)) = name.rsplit_once('.') else { return };
    let known = TYPES.iter().find(|(known, ..)| extension.eq_ignore_ascii_case(known));
    let Some((extension, expected, others)) = known else { return };
    let sent = page.media_type();
    if sent != *expected && !others.contains(&sent) {
        let shown = if sent.is_empty() { "–" } else { sent };
        let found = report.found().text("type", shown).text("expected", expected);
        found.text("extension", &[".", extension].concat());
    }
}
