//! Crawls websites.
//!
//! [`crawl::Crawl`] visits the pages of a site and returns them in batches. Its parts can be used alone: the normal form
//! of addresses, robots.txt, sitemaps, requests with limits, and the pace at which a server is asked.

mod named;

pub mod address;
pub mod crawl;
pub mod fetch;
pub mod frontier;
pub mod gather;
pub mod pace;
pub mod page;
pub mod render;
pub mod robots;
pub mod site;
pub mod sitemap;
pub mod text;
