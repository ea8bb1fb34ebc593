//! A second view of pages: rendered by a browser, and compared with the pages as they were sent.
//!
//! The browser is behind [`Render`]; [`fill`] asks it for the pages of a batch and writes the table `rendered`. The
//! document that it returns is read by [`page::read`](crate::page::read), as the one that was sent.

mod compare;

use std::collections::HashMap;
use std::sync::Arc;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream;
use serde::{Deserialize, Serialize};
use sitewright_facts::{NewKnown, Tables};
use url::Url;

use crate::crawl;
use crate::fetch::{Failure, Fetcher};
use crate::page::own_rows;
use crate::robots::{Robots, Rules};

/// The source in the table `known` that says why a page has no rendered view.
pub const SOURCE: &str = "render";

/// Renders pages.
pub trait Render: Send + Sync {
    fn render<'a>(&'a self, page: Asked<'a>) -> BoxFuture<'a, Result<Rendering, Unrendered>>;
}

/// A page to render.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub url: &'a Url,
    /// Asks for everything that the page loads.
    pub fetcher: &'a Fetcher,
    pub user_agent: &'a str,
    /// Whether robots.txt of the site allows an address.
    pub allows: &'a (dyn Fn(&Url) -> bool + Sync),
}

/// A page as a browser shows it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rendering {
    /// The address after scripts have run.
    pub url: String,
    /// The document on a desktop, and on a phone, without what is not displayed.
    pub desktop: String,
    pub phone: String,
    /// Uncaught exceptions, and the first of them.
    pub exceptions: u32,
    pub exception: String,
    /// Requests, and those to other hosts.
    pub requests: u32,
    pub foreign_requests: u32,
    /// Bytes of all bodies as transferred.
    pub bytes: u64,
    pub measured: Measured,
}

/// What was measured on the screen of a phone. Times are in milliseconds; `None` was not measured.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Measured {
    /// How far the content is wider than the screen, in pixels.
    pub overflow: u32,
    pub widest: String,
    pub targets: u32,
    pub small_targets: u32,
    pub small_target: String,
    pub characters: u32,
    pub small_characters: u32,
    pub oversized: Vec<Oversized>,
    pub fcp: Option<u32>,
    pub lcp: Option<u32>,
    pub lcp_url: String,
    pub lcp_lazy: bool,
    /// In thousandths.
    pub cls: Option<u32>,
    pub tbt: Option<u32>,
    pub blocking: Option<u32>,
    pub blocking_file: String,
}

/// An image that has more pixels than are shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Oversized {
    pub url: String,
    pub natural: u32,
    pub shown: u32,
    pub density: f64,
}

/// Why a page was not rendered.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Unrendered {
    #[error("the browser cannot be reached")]
    Unconnected,
    #[error("the connection to the browser was lost")]
    Lost,
    #[error("the browser refused a command: {0}")]
    Refused(String),
    #[error("the page crashed")]
    Crashed,
    #[error("the page did not answer in time")]
    TimedOut,
    #[error("the page used too much memory")]
    Memory,
    #[error("robots.txt forbids the page")]
    Robots,
    /// The address answers differently than in the crawl.
    #[error("the address leads to another page or to none")]
    Changed,
    #[error("the page did not answer the browser: {0}")]
    Unanswered(Failure),
}

impl Unrendered {
    /// A name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unconnected => "unconnected",
            Self::Lost => "lost",
            Self::Refused(_) => "refused",
            Self::Crashed => "crashed",
            Self::TimedOut => "timed-out",
            Self::Memory => "memory",
            Self::Robots => "robots",
            Self::Changed => "changed",
            Self::Unanswered(_) => "unanswered",
        }
    }
}

/// What the pages of a crawl are rendered with.
pub struct Renderer {
    render: Arc<dyn Render>,
    settings: crawl::Settings,
    start: Url,
    fetcher: Fetcher,
    today: u32,
    /// The rules for the crawl by origin.
    robots: HashMap<String, Rules>,
}

/// How many pages of a batch were rendered.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Filled {
    pub asked: u32,
    pub rendered: u32,
}

impl Renderer {
    pub fn new(
        render: Arc<dyn Render>,
        settings: &crawl::Settings,
        start: &Url,
        today: u32,
    ) -> Result<Self, Failure> {
        Ok(Self {
            render,
            settings: settings.clone(),
            start: start.clone(),
            fetcher: Fetcher::new(&settings.fetch)?,
            today,
            robots: HashMap::new(),
        })
    }

    /// Takes the robots.txt of the site from its tables.
    pub fn obey(&mut self, around: &Tables) {
        if !self.settings.obeys_robots {
            return;
        }
        for robots in around.view().robots() {
            let rules = || Robots::parse(robots.text().as_bytes()).rules(&self.settings.product_token);
            if !self.robots.contains_key(robots.origin()) {
                self.robots.insert(robots.origin().to_owned(), rules());
            }
        }
    }

    fn allows(&self, url: &Url) -> bool {
        let rules = self.robots.get(crate::address::origin(url));
        rules.is_none_or(|rules| rules.allow(url.as_str()))
    }

    /// Renders the first pages of a batch, and adds the rows of what they show. A page that is not rendered gets a row
    /// that says why.
    pub async fn fill(&self, tables: &mut Tables, most: usize) -> Filled {
        let pages: Vec<(usize, Url)> = {
            let view = tables.view();
            let documents = view.pages().filter(|page| {
                page.role() == 0 && page.status() == 200 && page.html() && page.failure().is_empty()
            });
            let with_url =
                documents.filter_map(|page| Some((page.index() as usize, Url::parse(page.url()).ok()?)));
            with_url.take(most).collect()
        };
        let allows = |url: &Url| self.allows(url);
        let (fetcher, user_agent) = (&self.fetcher, self.settings.fetch.user_agent.as_str());
        let render = async |(row, url): (usize, Url)| {
            let asked = Asked { url: &url, fetcher, user_agent, allows: &allows };
            (row, self.render.render(asked).await)
        };
        let rendering = stream::iter(pages.into_iter().map(render));
        // The browser has places of its own.
        let mut rendered: Vec<_> = rendering.buffer_unordered(crawl::Batch::<Tables>::MOST).collect().await;
        rendered.sort_by_key(|(row, _)| *row);
        let mut filled = Filled::default();
        for (row, rendering) in rendered {
            filled.asked += 1;
            match rendering {
                Ok(rendering) => {
                    filled.rendered += 1;
                    self.write(tables, row, &rendering);
                }
                Err(reason) => {
                    let json = serde_json::json!({ "problem": reason.name() }).to_string();
                    add_known(tables, row, SOURCE, &json);
                }
            }
        }
        filled
    }
}

/// Adds what a service knows of a page to what others know.
pub fn add_known(tables: &mut Tables, row: usize, source: &str, json: &str) {
    let text = |known: sitewright_facts::Known<'_>| (known.source().to_owned(), known.json().to_owned());
    let mut all: Vec<(String, String)> =
        tables.view().pages().nth(row).map(|page| page.known().map(text).collect()).unwrap_or_default();
    all.push((source.to_owned(), json.to_owned()));
    // The rows of a page stand together: those before are written once more.
    for (source, json) in &all {
        NewKnown { source, json, ..NewKnown::default() }.push(&mut tables.known);
    }
    let first = tables.known.len() - all.len();
    own_rows(tables, row, "known", first..first + all.len());
}
