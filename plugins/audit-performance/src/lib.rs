//! Rules of the site audit: performance.

mod cache;
mod files;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::address::host;
use sitewright_sdk::rules::{Failure, Page, Rendered, Report, Settings, Severity, Site, UNKNOWN};

use files::{perf_no_cache, perf_no_compression, perf_page_weight, perf_resource_broken, perf_unminified};

pack! { category: "performance", tables: [headers, images, resources, rendered] }

const SECOND: f64 = 1_000.0;
/// Sources of measurements, by their names. The laboratory is the browser that renders pages.
const REAL_VISITS: &str = "Chrome UX Report";
const LABORATORY: &str = "Chromium";

/// The rendered view of a document.
fn view<'a>(page: &Page<'a>) -> Option<Rendered<'a>> {
    page.rendered().next().filter(|_| page.is_document())
}

/// The measurement of real visits, otherwise that of the laboratory, with its source.
fn measured(real: u32, laboratory: u32) -> Option<(u32, &'static str)> {
    let known = [(real, REAL_VISITS), (laboratory, LABORATORY)];
    known.into_iter().find(|(number, _)| *number != UNKNOWN)
}

/// The level of a value above two limits; none if it is above neither of them.
fn level(value: u32, low: (u32, Severity), high: (u32, Severity)) -> Option<Severity> {
    [high, low].into_iter().find(|(limit, _)| value > *limit).map(|(_, severity)| severity)
}

fn thousandths(settings: &Settings, name: &str) -> u32 {
    (settings.number(name) * SECOND).round() as u32
}

fn perf_lcp(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    let Some((lcp, source)) = measured(view.field_lcp_ms(), view.lcp_ms()) else { return };
    let (warn, error) = (thousandths(settings, "warn_s"), thousandths(settings, "error_s"));
    if let Some(severity) = level(lcp, (warn, Severity::Warning), (error, Severity::Error)) {
        let found = report.found().severity(severity).number("lcp", lcp);
        found.number("limit", warn).text("source", source);
    }
}

fn perf_cls(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    let Some((cls, source)) = measured(view.field_cls(), view.cls()) else { return };
    let (warn, error) = (thousandths(settings, "warn"), thousandths(settings, "error"));
    if let Some(severity) = level(cls, (warn, Severity::Warning), (error, Severity::Error)) {
        let found = report.found().severity(severity).thousandths("cls", cls);
        found.thousandths("limit", warn).text("source", source);
    }
}

fn perf_inp(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(inp) = view(page).map(|view| view.inp_ms()).filter(|inp| *inp != UNKNOWN) else { return };
    let (warn, error) = (settings.count("warn_ms"), settings.count("error_ms"));
    if let Some(severity) = level(inp, (warn, Severity::Warning), (error, Severity::Error)) {
        report.found().severity(severity).number("inp", inp).number("limit", warn);
    }
}

fn perf_fcp(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(fcp) = view(page).map(|view| view.fcp_ms()).filter(|fcp| *fcp != UNKNOWN) else { return };
    let (notice, warn) = (thousandths(settings, "notice_s"), thousandths(settings, "warn_s"));
    if let Some(severity) = level(fcp, (notice, Severity::Notice), (warn, Severity::Warning)) {
        report.found().severity(severity).number("fcp", fcp).number("limit", notice);
    }
}

fn perf_tbt(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(tbt) = view(page).map(|view| view.tbt_ms()).filter(|tbt| *tbt != UNKNOWN) else { return };
    let (notice, warn) = (settings.count("notice_ms"), settings.count("warn_ms"));
    if let Some(severity) = level(tbt, (notice, Severity::Notice), (warn, Severity::Warning)) {
        report.found().severity(severity).number("tbt", tbt).number("limit", notice);
    }
}

fn perf_lighthouse_low(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(score) = view(page).map(|view| view.score()).filter(|score| *score != UNKNOWN) else { return };
    let (notice, warn) = (settings.count("notice"), settings.count("warn"));
    if score < notice.max(warn) {
        let severity = if score < warn { Severity::Warning } else { Severity::Notice };
        report.found().severity(severity).number("score", score).number("limit", notice);
    }
}

fn perf_render_blocking(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = view(page).filter(|view| view.blocking_ms() != UNKNOWN) else { return };
    if view.blocking_ms() > settings.count("ms") {
        let file = view.blocking_file();
        let found = report.found().number("saving", view.blocking_ms()).text("file", file);
        found.evidences(page.resources().find(|resource| !file.is_empty() && resource.url() == file));
    }
}

fn perf_too_many_requests(page: &Page, settings: &Settings, report: &mut Report) {
    let Some(view) = view(page) else { return };
    let limit = settings.count("requests");
    if view.requests() > limit {
        let found = report.found().number("limit", limit).number("requests", view.requests());
        found.number("foreign", view.foreign_requests());
    }
}

fn perf_dom_size(page: &Page, settings: &Settings, report: &mut Report) {
    let limit = settings.count("nodes");
    if page.is_document() && page.elements() > limit {
        report.found().number("nodes", page.elements()).number("limit", limit);
    }
}

fn perf_response_slow(page: &Page, settings: &Settings, report: &mut Report) {
    let (warn, error) = (settings.count("warn_ms"), settings.count("error_ms"));
    let level = level(page.total_ms(), (warn, Severity::Warning), (error, Severity::Error));
    if let Some(severity) = level.filter(|_| page.is_document()) {
        let found = report.found().severity(severity).number("total", page.total_ms());
        found.number("limit", warn).number("size", page.transfer_bytes());
    }
}

fn perf_ttfb_slow(page: &Page, settings: &Settings, report: &mut Report) {
    let (warn, error) = (settings.count("warn_ms"), settings.count("error_ms"));
    let level = level(page.ttfb_ms(), (warn, Severity::Warning), (error, Severity::Error));
    if let Some(severity) = level.filter(|_| page.is_document()) {
        report.found().severity(severity).number("ttfb", page.ttfb_ms()).number("limit", warn);
    }
}

fn perf_http1_only(site: &Site, _: &Settings, report: &mut Report) -> Result<(), Failure> {
    /// The bit of HTTP/2 in `protocols`.
    const HTTP2: u32 = 16;
    let (mut home, mut offers_http3) = (String::new(), false);
    site.pages(&[site.home()?], |page| {
        home = page.url().to_owned();
        let mut headers = page.headers().filter(|header| header.name() == "alt-svc");
        offers_http3 = headers.any(|header| header.value().contains("h3"));
    })?;
    if !home.starts_with("https://") || offers_http3 {
        return Ok(());
    }
    let own = host(&home);
    site.hosts().is("tls", 1).each(|row| {
        let name = row.host().split(':').next().unwrap_or_default();
        let is_known = row.protocols() != UNKNOWN && row.tls_error().is_empty();
        if name == own && is_known && row.protocols() & HTTP2 == 0 {
            report.site().text("host", name).text("protocol", "HTTP/1.1");
        }
    })
}
