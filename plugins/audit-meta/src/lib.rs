//! Rules of the site audit: meta descriptions.

#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::{
    Failure, Meta, Page, Report, Settings, Site, UNKNOWN, is_indexable, letters, normalised,
};

pack! { category: "meta", tables: [metas] }

/// The column `attribute` of an element with a name.
const NAMED: u32 = 0;

/// The description of a document, unless it is empty.
fn description<'a>(page: &Page<'a>) -> Option<&'a str> {
    page.description().filter(|text| page.is_document() && !text.is_empty())
}

/// The elements of this name.
fn named<'a>(page: &Page<'a>, name: &'static str) -> impl Iterator<Item = Meta<'a>> + Clone {
    page.metas().filter(move |meta| meta.attribute() == NAMED && meta.name() == name)
}

/// The descriptions in the head.
fn elements<'a>(page: &Page<'a>) -> impl Iterator<Item = Meta<'a>> + Clone {
    named(page, "description").filter(|meta| meta.in_head())
}

fn meta_charset_missing(page: &Page, settings: &Settings, report: &mut Report) {
    let limit = settings.count("bytes");
    let is_early = page.meta_charset_at() != UNKNOWN && page.meta_charset_at() <= limit;
    if page.is_document() && page.charset().is_empty() && !is_early {
        report.found().number("limit", limit);
    }
}

fn meta_description_missing(page: &Page, _: &Settings, report: &mut Report) {
    if is_indexable(page) && description(page).is_none() {
        report.found().evidences(elements(page));
    }
}

fn meta_description_too_long(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(text) = description(page) else { return };
    let (chars, most_chars) = (letters(text), settings.count("chars"));
    let (px, most_px) = (page.description_px(), settings.count("px"));
    if chars > most_chars || px > most_px {
        let found = report.found().number("chars", chars).number("px", px);
        found.number("max_chars", most_chars).number("max_px", most_px).evidences(elements(page).next());
    }
}

fn meta_description_too_short(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(text) = description(page) else { return };
    let (chars, least_chars) = (letters(text), settings.count("chars"));
    let (px, least_px) = (page.description_px(), settings.count("px"));
    if chars < least_chars || px < least_px {
        let found = report.found().text("text", text).number("chars", chars).number("px", px);
        found.number("min_chars", least_chars).number("min_px", least_px).evidences(elements(page).next());
    }
}

fn meta_description_multiple(page: &Page, _: &Settings, report: &mut Report) {
    let mut all = elements(page);
    if let (true, Some(one), Some(other)) = (page.is_document(), all.next(), all.next()) {
        let found = report.found().number("count", elements(page).count());
        found.text("first", one.content()).text("second", other.content()).evidences(elements(page));
    }
}

fn meta_description_equals_title(page: &Page, _: &Settings, report: &mut Report) {
    let (Some(text), Some(title)) = (description(page), page.title()) else { return };
    if !title.is_empty() && normalised(text) == normalised(title) {
        report.found().text("title", title).evidences(elements(page).next());
    }
}

fn meta_keywords_present(page: &Page, _: &Settings, report: &mut Report) {
    if let (true, Some(keywords)) = (page.is_document(), named(page, "keywords").next()) {
        report.found().text("keywords", keywords.content()).evidence(&keywords);
    }
}

fn meta_description_duplicate(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const DESCRIPTIONS: u32 = 1;
    for group in site.alike(DESCRIPTIONS, |page| page.description().unwrap_or_default().to_owned())? {
        for page in &group.pages {
            let found = report.page(*page).text("text", &group.of).text("other", group.other(*page));
            found.number("pages", group.pages.len());
        }
    }
    Ok(())
}
