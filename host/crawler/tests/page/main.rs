//! Tests of the facts of a page.

mod against_html5ever;
mod facts;
mod hostile;

use sitewright_crawler::page::{self, Input, Rules};
use sitewright_facts::{NewPage, Page, Tables};
use url::Url;

/// The day of the crawl, 2026-09-04.
const TODAY: u32 = 20_700;
const URL: &str = "https://example.com/shop/page";

/// Reads a page that a server sent as HTML, with further headers.
fn tables_of(headers: &[(&str, &str)], body: &[u8]) -> Tables {
    let mut tables = Tables::default();
    add(headers, body, &mut tables);
    tables
}

fn add(headers: &[(&str, &str)], body: &[u8], tables: &mut Tables) -> usize {
    let url = Url::parse(URL).expect("the address of the tests is valid");
    let mut all = vec![("Content-Type", "text/html")];
    all.retain(|_| headers.iter().all(|(name, _)| *name != "Content-Type"));
    all.extend(headers);
    let rules = Rules { normalise: &page::normalise, same_site: &|host| host.ends_with("example.com") };
    let response = NewPage { number: 7, url: URL, status: 200, ..NewPage::default() };
    page::read(&Input { url: &url, response, headers: &all, body, today: TODAY }, &rules, tables)
}

/// Reads a document, and gives its page to `check`.
fn with_page<T>(document: &str, check: impl FnOnce(Page<'_>) -> T) -> T {
    let tables = tables_of(&[], document.as_bytes());
    let batch = tables.view();
    check(batch.pages().next().expect("a page was read"))
}
