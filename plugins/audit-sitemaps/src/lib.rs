//! Checks of sitemaps and of the pages that they list.

mod files;
mod listed;
#[cfg(test)]
mod tests;

use sitewright_sdk::pack;

use files::{
    sitemap_empty, sitemap_invalid, sitemap_lastmod_bad, sitemap_missing, sitemap_too_large,
    sitemap_unreachable,
};
use listed::{
    sitemap_missing_page, sitemap_url_blocked, sitemap_url_error, sitemap_url_foreign_host, sitemap_url_http,
    sitemap_url_noindex, sitemap_url_noncanonical, sitemap_url_redirect,
};

pack! { category: "sitemaps", tables: [headers, metas] }
