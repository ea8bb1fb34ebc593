//! Checks of pages on phones.

#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::pages::share;
use sitewright_sdk::rules::{Meta, Page, Report, Settings};

pack! { category: "mobile", tables: [metas, rendered] }

/// The width of the screen for which pages are rendered, the smallest readable text and the smallest target of a tap, in
/// CSS pixels.
const SCREEN: u32 = 360;
const SMALL_TEXT: u32 = 12;
const SMALL_TARGET: u32 = 24;

/// The last viewport with a value, which applies.
fn viewport<'a>(page: &Page<'a>) -> Option<Meta<'a>> {
    let is_viewport = |meta: &Meta| meta.attribute() == 0 && meta.name() == "viewport";
    page.metas().filter(is_viewport).filter(|meta| !meta.content().trim().is_empty()).last()
}

/// The value of a property of a viewport.
fn property<'a>(viewport: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = viewport.split([',', ';']).filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(known, _)| known.trim().eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.trim())
}

fn number(viewport: &str, name: &str) -> Option<f64> {
    property(viewport, name)?.parse().ok()
}

fn viewport_missing(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && viewport(page).is_none() {
        report.found();
    }
}

fn viewport_invalid(page: &Page, _: &Settings, report: &mut Report) {
    let Some(meta) = viewport(page).filter(|_| page.is_document()) else { return };
    let fits = match property(meta.content(), "width") {
        Some(width) => width.eq_ignore_ascii_case("device-width"),
        None => number(meta.content(), "initial-scale") == Some(1.0),
    };
    if !fits {
        report.found().text("viewport", meta.content()).evidence(&meta);
    }
}

fn viewport_zoom_disabled(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(meta) = viewport(page).filter(|_| page.is_document()) else { return };
    let forbids = property(meta.content(), "user-scalable")
        .is_some_and(|value| value.eq_ignore_ascii_case("no") || value.parse() == Ok(0.0));
    let limit = settings.number("max_scale");
    if forbids || number(meta.content(), "maximum-scale").is_some_and(|scale| scale < limit) {
        let found = report.found().text("viewport", meta.content());
        found.thousandths("limit", (limit * 1000.0) as u32).evidence(&meta);
    }
}

/// Whether a part is more than so many percent of a whole.
fn exceeds(part: u32, whole: u32, percent: u32) -> bool {
    u64::from(part) * 100 > u64::from(whole) * u64::from(percent)
}

fn mobile_tap_targets(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = page.rendered().next() else { return };
    let (small, total) = (view.small_targets(), view.targets());
    if exceeds(small, total, settings.count("pct")) {
        let found = report.found().thousandths("share", share(small, total)).number("limit", SMALL_TARGET);
        let found = found.number("small", small).number("total", total);
        found.text("example", view.small_target()).evidence(&view);
    }
}

fn mobile_font_too_small(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = page.rendered().next() else { return };
    let (small, total) = (view.small_characters(), view.characters());
    if exceeds(small, total, settings.count("pct")) {
        let found = report.found().thousandths("share", share(small, total));
        found.number("limit", SMALL_TEXT).evidence(&view);
    }
}

fn mobile_horizontal_scroll(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = page.rendered().next() else { return };
    if view.overflow_px() > settings.count("px") {
        let found = report.found().number("screen", SCREEN).number("content", SCREEN + view.overflow_px());
        found.text("element", view.widest()).evidence(&view);
    }
}

fn mobile_content_parity(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = page.rendered().next() else { return };
    let (mobile, desktop) = (view.phone_words(), view.words());
    if u64::from(mobile) * 100 < u64::from(desktop) * u64::from(settings.count("pct")) {
        let found = report.found().number("mobile", mobile).number("desktop", desktop);
        found.thousandths("share", share(mobile, desktop)).evidence(&view);
    }
}
