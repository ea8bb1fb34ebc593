//! Web pages for plugins: fetched with the same rules as for the brand kit and parsed here, so that plugins need no
//! parser.

use std::time::{Duration, Instant};

use reqwest::Url;
use sitewright_engine::{Link, Page, Permission};

use super::destination::unanswered;
use super::{Inner, refused};
use crate::platform::error::Result;
use crate::platform::fetch::{self, LINE_BREAK, Part, Unread, parts};
use crate::platform::single_line::line;

/// Most headings of a page.
const MOST_HEADINGS: usize = 500;
const MOST_LINKS: usize = 2_000;

pub(super) async fn read(way: &Inner, address: &str) -> Result<Page> {
    let url = Url::parse(address).map_err(|_| refused("outside.not-an-address"))?;
    let mut visit = way.visit.lock().await;
    // The run ends before the visit does.
    let wall: Duration = way.shared.app.config.plugin_wall;
    let visit = visit.get_or_insert_with(|| way.shared.fetcher.visit(wall));
    way.carry(Permission::Web, "sent", address.len())?;
    let started = Instant::now();
    let found = visit.page(&url).await;
    metrics::histogram!("sitewright_web_page_seconds").record(started.elapsed().as_secs_f64());
    let page = match found {
        Ok(page) => page,
        // A missing page is a result for the plugin.
        Err(Unread::Status(status)) => return Ok(Page { url: url.into(), status, ..Page::default() }),
        Err(why) => return Err(unanswered(&why, &url)),
    };
    way.carry(Permission::Web, "received", page.html.len())?;
    way.shared.app.conversions.short(move || taken_apart(&page)).await
}

/// Takes some milliseconds, so it does not run on a request thread.
fn taken_apart(source: &fetch::Page) -> Page {
    let mut page = Page { url: source.url.to_string(), status: 200, ..Page::default() };
    for part in parts(&source.html) {
        match part {
            Part::Language(tag) if page.language.is_empty() => page.language = line(&tag),
            Part::Title(text) if page.title.is_empty() => page.title = line(&text),
            Part::Meta(name, text) if name == "description" && page.description.is_empty() => {
                page.description = line(&text);
            }
            Part::Canonical(there) if page.canonical.is_empty() => {
                page.canonical = source.url.join(there.trim()).map(String::from).unwrap_or_default();
            }
            Part::Heading(level, text) if page.headings.len() < MOST_HEADINGS => {
                let text = line(&text);
                if !text.is_empty() {
                    page.headings.push((level, text));
                }
            }
            Part::Link(there, text, rel) if page.links.len() < MOST_LINKS => {
                if let Some(url) = address(&source.url, &there) {
                    page.links.push(Link { url, text: line(&text), rel: line(&rel) });
                }
            }
            Part::Text(text) => {
                let lines = text.split(LINE_BREAK).map(line).filter(|line| !line.is_empty());
                page.text = lines.collect::<Vec<_>>().join("\n");
            }
            _ => {}
        }
    }
    page
}

/// The target of a link, if it is another page.
fn address(page: &Url, there: &str) -> Option<String> {
    let mut url = page.join(there.trim()).ok()?;
    url.set_fragment(None);
    matches!(url.scheme(), "http" | "https").then(|| url.into())
}
