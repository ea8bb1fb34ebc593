//! Checks of titles.

#[cfg(test)]
mod tests;
mod words;

use sitewright_sdk::json::Value;
use sitewright_sdk::pack;
use sitewright_sdk::rules::{
    Failure, Page, Report, Settings, Site, Title, known, language, letters, normalised,
};

use words::{is_placeholder, repeated, share, terms_in_common};

pack! { category: "titles", tables: [titles, headings, known] }

/// The title of a document, unless it is empty.
fn title<'a>(page: &Page<'a>) -> Option<&'a str> {
    page.title().filter(|title| page.is_document() && !title.is_empty())
}

/// The element of the title, as evidence.
fn element<'a>(page: &Page<'a>) -> Option<Title<'a>> {
    page.titles().find(|title| title.in_head())
}

fn title_missing(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && title(page).is_none() {
        report.found().evidences(element(page));
    }
}

fn title_too_long(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(title) = title(page) else { return };
    let (chars, most_chars) = (letters(title), settings.count("chars"));
    let (px, most_px) = (page.title_px(), settings.count("px"));
    if chars > most_chars || px > most_px {
        let found = report.found().number("chars", chars).number("px", px);
        found.number("max_chars", most_chars).number("max_px", most_px).evidences(element(page));
    }
}

fn title_too_short(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(title) = title(page) else { return };
    let (chars, least_chars) = (letters(title), settings.count("chars"));
    let (px, least_px) = (page.title_px(), settings.count("px"));
    if chars < least_chars || px < least_px {
        let found = report.found().text("title", title).number("chars", chars).number("px", px);
        found.number("min_chars", least_chars).number("min_px", least_px).evidences(element(page));
    }
}

fn title_multiple(page: &Page, _: &Settings, report: &mut Report) {
    let titles = || page.titles().filter(|title| title.in_head());
    let mut first = titles();
    if let (true, Some(one), Some(other)) = (page.is_document(), first.next(), first.next()) {
        let found = report.found().number("count", titles().count());
        found.text("first", one.text()).text("second", other.text()).evidences(titles());
    }
}

fn title_outside_head(page: &Page, _: &Settings, report: &mut Report) {
    let outside = || page.titles().filter(|title| !title.in_head());
    if let (true, None, Some(title)) = (page.is_document(), element(page), outside().next()) {
        report.found().text("title", title.text()).evidences(outside());
    }
}

fn title_equals_h1(page: &Page, _: &Settings, report: &mut Report) {
    let Some(title) = title(page) else { return };
    let heading = page.headings().find(|heading| heading.level() == 1 && !heading.text().is_empty());
    if let Some(heading) = heading.filter(|heading| normalised(heading.text()) == normalised(title)) {
        report.found().text("title", title).evidences(element(page)).evidence(&heading);
    }
}

fn title_boilerplate(page: &Page, _: &Settings, report: &mut Report) {
    if let Some(title) = title(page).filter(|title| is_placeholder(title)) {
        report.found().text("title", title).evidences(element(page));
    }
}

fn title_keyword_stuffing(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(title) = title(page) else { return };
    let Some((word, count)) = repeated(title, language(page)) else { return };
    if count >= settings.count("repeats") {
        report
            .found()
            .text("word", &word)
            .number("count", count)
            .text("title", title)
            .evidences(element(page));
    }
}

fn title_rewritten_by_google(page: &Page, settings: &Settings, report: &mut Report) {
    let (Some(title), Some(serp)) = (title(page), known(page, "serp")) else { return };
    let shown = serp.get("title").text();
    let overlap = share(title, shown);
    if !shown.is_empty() && overlap < settings.count("overlap") {
        let found = report.found().text("shown", shown).text("title", title).number("overlap", overlap);
        found.evidences(element(page));
    }
}

fn title_missing_target_keyword(page: &Page, _: &Settings, report: &mut Report) {
    let (Some(title), Some(serp)) = (title(page), known(page, "serp")) else { return };
    let keyword = serp.get("keyword").text();
    let Value::Number(Some(position), _) = serp.get("position") else { return };
    if !keyword.is_empty() && !terms_in_common(keyword, title, language(page)) {
        let found = report.found().number("position", *position).text("keyword", keyword);
        found.text("title", title).evidences(element(page));
    }
}

fn title_duplicate(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    const TITLES: u32 = 0;
    for group in site.alike(TITLES, |page| page.title().unwrap_or_default().to_owned())? {
        for page in &group.pages {
            let found = report.page(*page).text("title", &group.of).text("other", group.other(*page));
            found.number("pages", group.pages.len());
        }
    }
    Ok(())
}
