//! Rules of the site audit: indexability.

mod canonical;
mod directives;
mod pagination;
mod services;
mod targets;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::{Page, Report, Settings};

use canonical::{
    canonical_cross_domain, canonical_header_mismatch, canonical_http_on_https, canonical_missing,
    canonical_multiple, canonical_noindex_conflict, canonical_outside_head, canonical_relative,
    canonicalized_page,
};
use directives::{nofollow_page, noindex_page, nosnippet, robots_meta_conflict};
use pagination::{pagination_canonical_first, pagination_rel_not_linked};
use services::{gsc_canonical_differs, gsc_not_indexed, indexability_changed, noindex_with_traffic};
use targets::{
    canonical_blocked, canonical_chain, canonical_to_error, canonical_to_noindex, canonical_to_redirect,
};

pack! { category: "indexability", tables: [headers, metas, hints, links, known] }

/// Whether search engines may show a page: what else it names as its canonical address is not asked.
fn may_be_shown(page: &Page) -> bool {
    page.is_document() && page.status() == 200 && !page.noindex() && !page.disallowed_google()
}

/// Whether it names no other address as its canonical one.
fn is_canonical(page: &Page) -> bool {
    page.canonical().is_empty() || page.canonical() == page.url()
}

fn invalid_element_in_head(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && !page.head_ended_by().is_empty() {
        report.found().text("element", page.head_ended_by());
    }
}

fn metas_in_body(page: &Page, _: &Settings, report: &mut Report) {
    const HTTP_EQUIV: u32 = 2;
    let metas = || page.metas().filter(|meta| !meta.in_head() && meta.attribute() != HTTP_EQUIV);
    if let (true, Some(first)) = (page.is_document(), metas().next()) {
        let found = report.found().text("name", first.name()).number("count", metas().count());
        found.evidences(metas());
    }
}
