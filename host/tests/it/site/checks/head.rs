//! Heads of pages: titles, descriptions, canonical addresses, languages, previews of links.

use sitewright::platform::search_results;
use sitewright_sdk::units::arial;

use super::crawl::{Page, text_of};
use super::{OfPage, found_if};

pub const CHECKS: &[(&str, OfPage)] = &[
    ("title-missing", |page| found_if(page.title().is_empty(), "no title")),
    ("title-too-long", |page| {
        let (title, width) = (page.title(), arial(&page.title(), 20));
        found_if(
            title.chars().count() > 60 || width > search_results::TITLE,
            format!("{} characters, {width} px: {title}", title.chars().count()),
        )
    }),
    ("title-too-short", |page| {
        let (title, width) = (page.title(), arial(&page.title(), 20));
        found_if(
            title.chars().count() < 30 || width < 200,
            format!("{} characters, {width} px: {title}", title.chars().count()),
        )
    }),
    ("title-multiple", |page| found_if(page.all("head > title").len() > 1, "several titles")),
    ("title-outside-head", |page| {
        found_if(page.all("body title").iter().any(|title| !is_drawn(*title)), "a title in the body")
    }),
    ("title-equals-h1", |page| {
        found_if(page.texts("h1").iter().any(|h1| normal(h1) == normal(&page.title())), page.title())
    }),
    ("title-boilerplate", |page| {
        let empty = ["home", "untitled", "new page", "index", "strona główna", "bez tytułu"];
        found_if(empty.contains(&normal(&page.title()).as_str()), page.title())
    }),
    ("title-keyword-stuffing", |page| {
        let title = normal(&page.title());
        let words: Vec<&str> =
            title.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3).collect();
        found_if(
            words.iter().any(|word| words.iter().filter(|other| *other == word).count() > 2),
            page.title(),
        )
    }),
    ("meta-description-missing", |page| found_if(page.description().trim().is_empty(), "no description")),
    ("meta-description-too-long", |page| {
        let count = page.description().chars().count();
        found_if(
            count > 155 || arial(&page.description(), 14) > search_results::DESCRIPTION,
            format!("{count} characters, {} px: {}", arial(&page.description(), 14), page.description()),
        )
    }),
    ("meta-description-too-short", |page| {
        let count = page.description().chars().count();
        found_if(
            count < 70 || arial(&page.description(), 14) < 400,
            format!("{count} characters: {}", page.description()),
        )
    }),
    ("meta-description-multiple", |page| {
        found_if(page.all("meta[name=description]").len() > 1, "several descriptions")
    }),
    ("meta-description-equals-title", |page| {
        found_if(normal(&page.description()) == normal(&page.title()), page.title())
    }),
    ("meta-keywords-present", |page| found_if(!page.all("meta[name=keywords]").is_empty(), "keywords")),
    ("meta-charset-missing", |page| {
        let start: String = page.fetched.text().chars().take(1024).collect();
        found_if(
            !start.contains("charset") && !page.fetched.header("content-type").contains("charset"),
            "no charset",
        )
    }),
    ("html-doctype-missing", |page| {
        found_if(!page.fetched.text().to_ascii_lowercase().starts_with("<!doctype html>"), "no doctype")
    }),
    ("metas-in-body", |page| {
        found_if(!page.all("body meta[name], body meta[property]").is_empty(), "a meta in the body")
    }),
    ("invalid-element-in-head", |page| {
        // An element that may not be in the head ends it, and what follows is in the body.
        let moved = page.all("body > link, body > meta, body > title, body > base");
        found_if(!moved.is_empty(), "the head ends early")
    }),
    ("canonical-missing", |page| found_if(page.canonical().is_empty(), "no canonical address")),
    ("canonical-multiple", |page| {
        found_if(page.all("link[rel=canonical]").len() > 1, "several canonical addresses")
    }),
    ("canonical-relative", |page| found_if(!page.canonical().starts_with("http"), page.canonical())),
    ("canonical-outside-head", |page| {
        found_if(!page.all("body link[rel=canonical]").is_empty(), "in the body")
    }),
    ("canonical-http-on-https", |page| found_if(page.canonical().starts_with("http://"), page.canonical())),
    ("pagination-canonical-first", |page| {
        found_if(!page.all("link[rel=next], link[rel=prev]").is_empty(), "pages of a list")
    }),
    ("pagination-rel-not-linked", |page| {
        found_if(!page.all("link[rel=next], link[rel=prev]").is_empty(), "pages of a list")
    }),
    ("js-noindex-raw-only", |page| found_if(robots(page).contains("noindex"), robots(page))),
    ("canonical-header-mismatch", |page| {
        found_if(page.fetched.header("link").contains("canonical"), "in a header")
    }),
    ("noindex-page", |page| {
        found_if(robots(page).contains("noindex") || robots(page).contains("none"), robots(page))
    }),
    ("nofollow-page", |page| found_if(robots(page).contains("nofollow"), robots(page))),
    ("robots-meta-conflict", |page| {
        let own = page.values("meta[name=robots]", "content");
        found_if(
            own.len() > 1 || (!own.is_empty() && !page.fetched.header("x-robots-tag").is_empty()),
            own.join(" "),
        )
    }),
    ("nosnippet", |page| {
        found_if(robots(page).contains("nosnippet") || robots(page).contains("max-snippet:0"), robots(page))
    }),
    ("image-noimageindex", |page| found_if(robots(page).contains("noimageindex"), robots(page))),
    ("canonical-noindex-conflict", |page| {
        found_if(robots(page).contains("noindex") && !page.canonical().ends_with(page.path), page.canonical())
    }),
    ("redirect-meta-refresh", |page| found_if(!page.all("meta[http-equiv=refresh]").is_empty(), "a refresh")),
    ("viewport-missing", |page| found_if(viewport(page).is_empty(), "no viewport")),
    ("viewport-invalid", |page| found_if(!viewport(page).contains("width=device-width"), viewport(page))),
    ("viewport-zoom-disabled", |page| {
        found_if(
            viewport(page).contains("user-scalable=no") || viewport(page).contains("maximum-scale"),
            viewport(page),
        )
    }),
    ("lang-missing", |page| found_if(page.value("html", "lang").is_empty(), "no language")),
    ("lang-invalid", |page| {
        found_if(!["en", "pl"].contains(&page.value("html", "lang").as_str()), page.value("html", "lang"))
    }),
    ("hreflang-invalid-code", |page| {
        let wrong = page
            .versions()
            .into_iter()
            .filter(|(code, _)| !["en", "pl", "x-default"].contains(&code.as_str()));
        wrong.map(|(code, _)| code).collect()
    }),
    ("hreflang-no-self", |page| {
        found_if(!page.versions().iter().any(|(_, to)| *to == page.canonical()), "not itself")
    }),
    ("hreflang-no-x-default", |page| {
        found_if(!page.versions().iter().any(|(code, _)| code == "x-default"), "no x-default")
    }),
    ("hreflang-relative-url", |page| {
        page.versions().into_iter().map(|(_, to)| to).filter(|to| !to.starts_with("http")).collect()
    }),
    ("hreflang-multiple-urls-per-lang", |page| {
        let codes: Vec<String> = page.versions().into_iter().map(|(code, _)| code).collect();
        codes.iter().filter(|code| codes.iter().filter(|other| other == code).count() > 1).cloned().collect()
    }),
    ("hreflang-lang-mismatch", |page| {
        let own: Vec<_> = page.versions().into_iter().filter(|(_, to)| *to == page.canonical()).collect();
        found_if(!own.iter().any(|(code, _)| *code == page.value("html", "lang")), format!("{own:?}"))
    }),
    ("hreflang-outside-head", |page| found_if(!page.all("body link[hreflang]").is_empty(), "in the body")),
    ("og-missing", |page| found_if(page.all("meta[property^='og:']").is_empty(), "no Open Graph")),
    ("og-incomplete", |page| {
        let missing = ["title", "type", "image", "url"].into_iter().filter(|name| og(page, name).is_empty());
        missing.map(str::to_owned).collect()
    }),
    ("og-url-mismatch", |page| found_if(og(page, "url") != page.canonical(), og(page, "url"))),
    ("twitter-card-missing", |page| found_if(page.all("meta[name='twitter:card']").is_empty(), "no card")),
    ("twitter-card-invalid", |page| {
        let card = page.value("meta[name='twitter:card']", "content");
        found_if(!["summary", "summary_large_image"].contains(&card.as_str()), card)
    }),
    ("sec-directory-listing", |page| found_if(page.title().starts_with("Index of /"), page.title())),
];

/// Whether a title belongs to a drawing.
fn is_drawn(title: scraper::ElementRef) -> bool {
    title.ancestors().filter_map(|above| above.value().as_element()).any(|above| above.name() == "svg")
}

fn robots(page: &Page) -> String {
    format!("{} {}", page.value("meta[name=robots]", "content"), page.fetched.header("x-robots-tag"))
}

fn viewport(page: &Page) -> String {
    page.value("head > meta[name=viewport]", "content")
}

fn og(page: &Page, name: &str) -> String {
    page.value(&format!("head > meta[property='og:{name}']"), "content")
}

/// A text for comparing.
pub fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The texts of headings of a level.
pub fn headings(page: &Page) -> Vec<(u8, String)> {
    let all = page.all("h1, h2, h3, h4, h5, h6").into_iter();
    all.map(|heading| (heading.value().name().as_bytes()[1] - b'0', text_of(heading))).collect()
}
