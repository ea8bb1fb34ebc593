//! Rules of the site audit: crawlability.

mod answers;
mod robots;
mod site;
#[cfg(test)]
mod tests;
mod types;

use sitewright_sdk::pack;
use sitewright_sdk::rules::{Page, Report, Settings, Severity};

use answers::{dns_failure, http_4xx_internal, http_401_403};
use robots::{
    link_to_blocked_page, page_blocked_by_robots, robots_txt_5xx, robots_txt_blocks_all,
    robots_txt_blocks_resources, robots_txt_invalid, robots_txt_missing, robots_txt_no_sitemap,
    robots_txt_too_large,
};
use site::{
    crawl_blocked_by_waf, crawl_depth_high, custom_404_wrong_status, host_variants_not_merged, orphan_page,
    parameter_explosion, server_error_rate_high,
};
use types::{soft_404, wrong_content_type};

pack! { category: "crawlability", tables: [headers, headings, links, resources] }

/// Bytes of a megabyte, as disks and browsers count them.
const MEGABYTE: f64 = 1_000_000.0;

/// Whether an address is a page of the site.
fn is_own(page: &Page) -> bool {
    page.role() == 0
}

fn connection_refused(page: &Page, _: &Settings, report: &mut Report) {
    if is_own(page) && matches!(page.failure(), "refused" | "reset") {
        report.found();
    }
}

fn http_timeout(page: &Page, settings: &Settings, report: &mut Report) {
    let limit = settings.count("timeout_s");
    if is_own(page) && (page.failure() == "timed-out" || page.total_ms() > limit.saturating_mul(1_000)) {
        report.found().number("limit", limit);
    }
}

fn http_429_rate_limited(page: &Page, _: &Settings, report: &mut Report) {
    if is_own(page) && page.status() == 429 {
        report.found().number("retries", page.retries());
    }
}

fn http_5xx_internal(page: &Page, _: &Settings, report: &mut Report) {
    if is_own(page) && (500..600).contains(&page.status()) {
        report.found().number("status", page.status());
    }
}

fn html_too_large(page: &Page, settings: &Settings, report: &mut Report) {
    let bytes = |name: &str| (settings.number(name) * MEGABYTE) as u32;
    let (size, most, worst) = (page.body_bytes(), bytes("warn_mb"), bytes("error_mb"));
    if page.is_document() && size > most {
        let (severity, limit) =
            if size > worst { (Severity::Error, worst) } else { (Severity::Warning, most) };
        report.found().severity(severity).number("size", size).number("limit", limit);
    }
}
