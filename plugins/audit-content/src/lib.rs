//! Rules of the site audit: content and HTML.

mod search;
mod similar;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::links::state;
use sitewright_sdk::rules::{Failure, Page, Report, Settings, Site, UNKNOWN, is_indexable};

use search::{content_decay, content_keyword_cannibalization};
use similar::{content_duplicate_exact, content_near_duplicate};

pack! { category: "content", tables: [resources, paragraphs, ids, known] }

/// What the index of English texts is increased by, because it may be negative.
const FLESCH_ZERO: u32 = 100_000;
/// The average days of a month.
const DAYS: f64 = 30.4375;

fn content_thin(page: &Page, settings: &Settings, report: &mut Report) {
    let least = settings.count("words");
    if is_indexable(page) && page.words() < least {
        report.found().number("words", page.words()).number("min", least);
    }
}

fn content_hard_to_read(page: &Page, settings: &Settings, report: &mut Report) {
    if !page.is_document() || page.words() < settings.count("words") {
        return;
    }
    let (ease, least) = (page.flesch(), settings.number("fre"));
    if ease != UNKNOWN && f64::from(ease) < f64::from(FLESCH_ZERO) + least * 100.0 {
        let found = report.found().text("index", "Flesch Reading Ease").number("limit", least as u32);
        match ease.checked_sub(FLESCH_ZERO) {
            Some(hundredths) => found.thousandths("value", hundredths / 10 * 100),
            None => found.number("value", -i64::from((FLESCH_ZERO - ease).div_ceil(100))),
        };
    }
    let (fog, most) = (page.fog(), settings.number("fog"));
    if fog != UNKNOWN && f64::from(fog) > most * 100.0 {
        let found = report.found().text("index", "FOG").number("limit", most as u32);
        found.thousandths("value", fog.div_ceil(10) * 100);
    }
}

fn content_iframe_main(page: &Page, settings: &Settings, report: &mut Report) {
    const FRAME: u32 = 2;
    const IN_MAIN: u32 = 128;
    if !page.is_document() || page.words() >= settings.count("words") {
        return;
    }
    let (width, height) = (settings.count("width"), settings.count("height"));
    let frame = page.resources().find(|resource| {
        let is_main =
            resource.kind() == FRAME && resource.flags() & IN_MAIN != 0 && !resource.url().is_empty();
        is_main && resource.width() >= width && resource.height() >= height
    });
    if let Some(frame) = frame {
        report.found().text("src", frame.url()).number("words", page.words()).evidence(&frame);
    }
}

fn content_language_mismatch(page: &Page, settings: &Settings, report: &mut Report) {
    let lang = page.lang().unwrap_or_default();
    let declared = lang.split(['-', '_']).next().unwrap_or_default();
    let detected = page.language();
    let is_certain = f64::from(page.language_certainty()) >= settings.number("conf") * 1000.0;
    if !page.is_document() || declared.is_empty() || detected.is_empty() || !is_certain {
        return;
    }
    if page.words() >= settings.count("words") && !is_same_language(declared, detected) {
        let found = report.found().text("declared", lang).text("detected", detected);
        found.thousandths("certainty", page.language_certainty() * 100);
    }
}

/// Whether a declared language may be what was detected, which knows less of them.
fn is_same_language(declared: &str, detected: &str) -> bool {
    const SIMILAR: [(&str, &str); 8] = [
        ("nb", "no"),
        ("nn", "no"),
        ("da", "no"),
        ("no", "da"),
        ("bs", "hr"),
        ("sr", "hr"),
        ("be", "ru"),
        ("gl", "pt"),
    ];
    let is = |language: &str| declared.eq_ignore_ascii_case(language);
    is(detected) || SIMILAR.iter().any(|(own, other)| is(own) && *other == detected)
}

fn content_lorem_ipsum(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && !page.placeholder().is_empty() {
        report.found().text("text", page.placeholder());
    }
}

fn content_low_text_ratio(page: &Page, settings: &Settings, report: &mut Report) {
    let (text, html) = (u64::from(page.text_bytes()), u64::from(page.body_bytes()));
    let tenths = (text * 1000).checked_div(html).unwrap_or(1000) as u32;
    if page.is_document() && f64::from(tenths) < settings.number("pct") * 10.0 {
        report.found().thousandths("ratio", tenths * 100).number("html", page.body_bytes());
    }
}

fn content_mojibake(page: &Page, settings: &Settings, report: &mut Report) {
    if page.is_document() && page.mojibake() >= settings.count("count").max(1) {
        report.found().text("sample", page.mojibake_text()).number("count", page.mojibake());
    }
}

fn content_no_author(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && page.article() && page.author().is_empty() {
        report.found();
    }
}

fn content_paragraph_too_long(page: &Page, settings: &Settings, report: &mut Report) {
    let (words, most) = (page.longest_paragraph(), settings.count("words"));
    if page.is_document() && words > most {
        let found =
            report.found().number("words", words).number("max", most).text("text", page.longest_text());
        found.evidences(page.paragraphs().find(|paragraph| paragraph.words() == words));
    }
}

fn html_doctype_missing(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && !page.doctype() {
        report.found();
    }
}

fn html_duplicate_id(page: &Page, _: &Settings, report: &mut Report) {
    let repeated = || page.ids().filter(|id| id.count() > 1);
    if let (true, Some(first)) = (page.is_document(), repeated().next()) {
        let found = report.found().text("id", first.name()).number("elements", first.count());
        found.number("ids", repeated().count()).evidences(repeated());
    }
}

fn content_stale(site: &Site, settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let months = settings.count("months");
    let oldest = settings.today().saturating_sub((f64::from(months) * DAYS) as u32);
    let is_recent = |day: u32| day == UNKNOWN || day >= oldest;
    let mut listed = Vec::new();
    site.states().is("role", 0).is("status", 200).has("flags", state::HTML).each(|state| {
        let day = state.lastmod_day();
        if day == UNKNOWN || !is_recent(day) {
            listed.push((state.number(), day));
        }
    })?;
    let numbers: Vec<u32> = listed.iter().map(|(number, _)| *number).collect();
    let mut listed = listed.into_iter();
    site.pages(&numbers, |page| {
        let day = listed.find(|(number, _)| *number == page.number()).map_or(UNKNOWN, |(_, day)| day);
        // A day that is not known is no day.
        let days = [day, page.modified_day(), page.lastmod_day()].into_iter().filter(|day| *day != UNKNOWN);
        let newest = days.max().unwrap_or(UNKNOWN);
        if page.article() && !is_recent(newest) {
            report.page(page.number()).number("date", newest).number("months", months);
        }
    })
}
