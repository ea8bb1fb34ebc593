//! Rules of the site audit: links.

mod anchors;
mod inlinks;
mod pages;
mod schemes;
mod targets;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;
use sitewright_sdk::rules::{Link, Page, Report};

use anchors::{link_empty_anchor, link_generic_anchor};
use inlinks::{
    link_mixed_follow, link_nofollow_to_indexable, link_only_from_noncanonical, link_only_nofollow_inlinks,
    link_single_inlink,
};
use pages::{
    link_dead_end, link_external_followed, link_http_on_https, link_internal_nofollow, link_localhost,
    link_noopener_missing, link_staging_host, link_too_many, link_utm_internal,
};
use schemes::{link_bad_mailto_tel, link_uncrawlable};
use targets::{
    link_broken_fragment, link_external_broken, link_external_redirect, link_internal_broken,
    link_internal_to_noncanonical, link_internal_to_redirect,
};

pack! { category: "links", tables: [links, known] }

/// What a link leads to, by the column `kind`.
mod leads {
    pub const SAME_SITE: u32 = 0;
    pub const OTHER_SITE: u32 = 1;
    pub const MAILTO: u32 = 2;
    pub const TEL: u32 = 3;
    pub const SCRIPT: u32 = 4;
    pub const SAME_PAGE: u32 = 5;
}

/// Bits of the column `rel`.
mod rel {
    pub const NOFOLLOW: u32 = 1;
    pub const UGC: u32 = 2;
    pub const SPONSORED: u32 = 4;
    pub const NOOPENER: u32 = 8;
    pub const NOREFERRER: u32 = 16;
}

/// Bits of the column `flags`.
mod flags {
    pub const NAMED: u32 = 1;
    pub const OTHER_ROLE: u32 = 2;
    pub const FOREIGN: u32 = 4;
}

/// Reports the links of a page for which `wanted` holds: their number, and the address of the first.
fn report_links(page: &Page, report: &mut Report, wanted: impl Fn(&Link) -> bool) {
    let links = || page.links().filter(&wanted);
    if let (true, Some(first)) = (page.is_document(), links().next()) {
        let found = report.found().number("count", links().count()).text("url", address_of(&first));
        found.evidences(links());
    }
}

/// The address of a link; as it is written if it is none of the web.
fn address_of<'a>(link: &Link<'a>) -> &'a str {
    if link.url().is_empty() { link.href().unwrap_or_default() } else { link.url() }
}
