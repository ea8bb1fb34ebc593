//! Rules of the site audit: headings.

#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::{Failure, Heading, Page, Report, Settings, Site, letters};

pack! { category: "headings", tables: [headings, images] }

/// The main headings of a document.
fn main_headings<'a>(page: &Page<'a>) -> impl Iterator<Item = Heading<'a>> + Clone {
    let is_document = page.is_document();
    page.headings().filter(move |heading| is_document && heading.level() == 1)
}

/// Main headings with text.
fn main_texts<'a>(page: &Page<'a>) -> impl Iterator<Item = Heading<'a>> + Clone {
    main_headings(page).filter(|heading| !heading.text().is_empty())
}

/// Headings below the main one.
fn subheadings<'a>(page: &Page<'a>) -> impl Iterator<Item = Heading<'a>> + Clone {
    let is_document = page.is_document();
    page.headings().filter(move |heading| is_document && heading.level() > 1)
}

fn h1_missing(page: &Page, _: &Settings, report: &mut Report) {
    let has_content = main_headings(page).any(|heading| !heading.text().is_empty() || heading.only_images());
    if page.is_document() && !has_content {
        report.found().evidences(main_headings(page));
    }
}

fn h1_image_without_alt(page: &Page, _: &Settings, report: &mut Report) {
    let bare = main_headings(page).find(|heading| heading.only_images() && heading.text().is_empty());
    let Some(heading) = bare.filter(|_| main_texts(page).next().is_none()) else { return };
    if let Some(image) = page.images().find(|image| image.at() > heading.at()) {
        let address = if image.url().is_empty() { image.src() } else { image.url() };
        report.found().text("image", address).evidence(&heading).evidence(&image);
    }
}

fn h1_multiple(page: &Page, _: &Settings, report: &mut Report) {
    let mut all = main_texts(page);
    if let (Some(one), Some(other)) = (all.next(), all.next()) {
        let found = report.found().number("count", main_texts(page).count());
        found.text("first", one.text()).text("second", other.text()).evidences(main_texts(page));
    }
}

fn h1_too_long(page: &Page, settings: &Settings, report: &mut Report) {
    let most = settings.count("chars");
    if let Some(heading) = main_texts(page).find(|heading| letters(heading.text()) > most) {
        let found = report.found().number("chars", letters(heading.text())).number("max", most);
        found.text("text", heading.text()).evidence(&heading);
    }
}

fn heading_empty(page: &Page, _: &Settings, report: &mut Report) {
    let empty = || subheadings(page).filter(|heading| heading.text().is_empty());
    if let Some(first) = empty().next() {
        let found = report.found().number("count", empty().count());
        found.number("level", first.level()).evidences(empty());
    }
}

fn heading_order_skipped(page: &Page, _: &Settings, report: &mut Report) {
    if !page.is_document() {
        return;
    }
    let mut deepest = 1;
    for heading in page.headings() {
        if heading.level() > deepest {
            let found = report.found().text("text", heading.text()).number("level", heading.level());
            found.number("expected", deepest).evidence(&heading);
            return;
        }
        deepest = heading.level() + 1;
    }
}

fn h2_missing_long_text(page: &Page, settings: &Settings, report: &mut Report) {
    // A heading with no text of the main part after it belongs to the frame of the page.
    let has_subheading = subheadings(page).any(|heading| heading.words_after() > 0);
    if page.is_document() && page.words() > settings.count("words") && !has_subheading {
        report.found().number("words", page.words());
    }
}

fn heading_section_too_long(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(heading) = subheadings(page).max_by_key(|heading| heading.words_after()) else { return };
    let (words, most) = (heading.words_after(), settings.count("words"));
    if words > most {
        let found = report.found().text("heading", heading.text()).number("words", words);
        found.number("max", most).evidence(&heading);
    }
}

fn h1_duplicate(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const HEADINGS: u32 = 2;
    let text = |page: &Page<'_>| main_texts(page).next().map_or("", |heading| heading.text()).to_owned();
    for group in site.alike(HEADINGS, text)? {
        for page in &group.pages {
            let found = report.page(*page).text("text", &group.of).text("other", group.other(*page));
            found.number("pages", group.pages.len());
        }
    }
    Ok(())
}
