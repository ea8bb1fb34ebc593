//! Checks of pages that need scripts.

#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::is_same_address;
use sitewright_sdk::rules::pages::share;
use sitewright_sdk::rules::{Link, Page, Rendered, Report, Settings, Title};
use sitewright_sdk::units::lower;

pack! { category: "javascript", tables: [headers, titles, metas, links, rendered] }

/// What a browser shows of a document.
fn view<'a>(page: &Page<'a>) -> Option<Rendered<'a>> {
    page.rendered().next().filter(|_| page.is_document())
}

fn js_title_changed(page: &Page, _: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    let raw = page.title().unwrap_or_default();
    if !raw.split_whitespace().eq(view.title().split_whitespace()) {
        let element = page.titles().find(|title: &Title| title.in_head());
        report.found().text("raw", raw).text("rendered", view.title()).evidences(element);
    }
}

fn js_canonical_changed(page: &Page, _: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    let raw = page.canonical();
    if !raw.is_empty() && !is_same_address(raw, view.canonical()) {
        report.found().text("raw", raw).text("rendered", view.canonical()).evidence(&view);
    }
}

fn js_noindex_raw_only(page: &Page, _: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    if !page.noindex() || view.noindex() {
        return;
    }
    let forbids = |content: &str| ["noindex", "none"].iter().any(|word| lower(content).contains(word));
    let meta =
        page.metas().find(|meta| matches!(meta.name(), "robots" | "googlebot") && forbids(meta.content()));
    // A script does not change a header.
    if let Some(meta) = meta {
        report.found().text("directive", meta.content()).evidence(&meta);
    }
}

fn js_content_only_rendered(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = view(page).filter(|view| view.words() >= settings.count("words")) else { return };
    let (total, missing) = (view.words(), view.words().saturating_sub(view.words_sent()));
    shared(missing, total, settings, report);
}

fn js_links_only_rendered(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    let (total, missing) = (view.links(), view.links().saturating_sub(view.links_sent()));
    shared(missing, total, settings, report);
}

/// Reports a part that is larger than the setting `pct`.
fn shared(missing: u32, total: u32, settings: &Settings, report: &mut Report) {
    if u64::from(missing) * 100 > u64::from(total) * u64::from(settings.count("pct")) {
        let found = report.found().thousandths("share", share(missing, total));
        found.number("missing", missing).number("total", total);
    }
}

fn js_console_errors(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    if view.exceptions() >= settings.count("errors") {
        report.found().number("count", view.exceptions()).text("message", view.exception()).evidence(&view);
    }
}

fn js_hash_routing(page: &Page, _: &Settings, report: &mut Report) {
    let is_route = |link: &Link| {
        let is_internal = matches!(link.kind(), 0 | 5);
        is_internal && link.fragment().is_some_and(|name| name.starts_with('/') || name.starts_with("!/"))
    };
    let routes = || page.links().filter(is_route);
    if let Some(first) = routes().next().filter(|_| page.is_document()) {
        let found = report.found().number("count", routes().count());
        found.text("href", first.href().unwrap_or_default()).evidences(routes());
    }
}
