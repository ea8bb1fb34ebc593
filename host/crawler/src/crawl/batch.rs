//! What a crawl returns.

use serde::{Deserialize, Serialize};

use crate::fetch::{Failure, Reply};
use crate::frontier::{Address, Found, Kind, Limit, LimitHit};
use crate::robots::Robots;
use crate::sitemap;

/// A part of the results. It may have nothing but progress.
#[derive(Debug)]
pub struct Batch<T> {
    /// New addresses by number. An address that was known already is here again if it is to be requested now although it
    /// was not before; it keeps its number, and its kind may be another one.
    pub addresses: Vec<Address>,
    /// At most [`Batch::MOST`].
    pub visits: Vec<Visit<T>>,
    /// The servers of the site whose robots.txt was read.
    pub hosts: Vec<HostReport>,
    /// All limits that were met since the crawl began or was resumed.
    pub limits: Vec<LimitHit>,
    pub progress: Progress,
    /// Only in the last batch.
    pub end: Option<End>,
}

impl<T> Batch<T> {
    /// Visits of one batch.
    pub const MOST: usize = 50;

    pub(super) fn is_empty(&self) -> bool {
        self.addresses.is_empty() && self.visits.is_empty() && self.hosts.is_empty()
    }
}

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self {
            addresses: Vec::new(),
            visits: Vec::new(),
            hosts: Vec::new(),
            limits: Vec::new(),
            progress: Progress::default(),
            end: None,
        }
    }
}

/// How far the crawl is, since it began or was resumed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Pages that are to be visited, with the visited ones.
    pub found: u64,
    pub visited: u64,
    /// Requests of all kinds that wait.
    pub waiting: u64,
    pub in_flight: u64,
    /// Pages without an answer, or with a status of 400 or more.
    pub failed: u64,
    /// Pages that robots.txt forbids.
    pub disallowed: u64,
    /// Pages of the last seconds.
    pub per_second: f64,
    /// Bytes of bodies as transferred.
    pub bytes: u64,
}

/// Why a crawl ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Everything was visited.
    Done,
    /// A limit of the whole crawl.
    Limit(Limit),
    Cancelled,
}

/// The visit of an address.
#[derive(Debug)]
pub struct Visit<T> {
    pub number: u32,
    pub url: Box<str>,
    pub kind: Kind,
    pub found: Found,
    pub depth: u16,
    /// Requests that were sent.
    pub attempts: u8,
    pub outcome: Outcome<T>,
}

/// What a visit found.
#[derive(Debug)]
pub enum Outcome<T> {
    /// An answer to the request of a page, whatever its status.
    Page(Box<PageVisit<T>>),
    Sitemap(Box<SitemapVisit>),
    /// An answer to another request.
    Answer(Box<Answer>),
    /// robots.txt forbids it, by this line if its rules could be read.
    Disallowed(Option<u32>),
    Failed(Failure),
}

#[derive(Debug)]
pub struct PageVisit<T> {
    /// Without the body.
    pub reply: Reply,
    /// Bytes of the decoded body.
    pub decoded: u64,
    /// What the caller's function made of it.
    pub payload: T,
    /// The numbers of the links that the caller's function found, in their order;
    /// [`NO_NUMBER`](crate::frontier::NO_NUMBER) if a link has none.
    pub links: Vec<u32>,
    /// The number of the target of a redirect.
    pub target: Option<u32>,
}

#[derive(Debug)]
pub struct SitemapVisit {
    /// Without the body.
    pub reply: Reply,
    /// Bytes of the decoded body.
    pub decoded: u64,
    /// `None` if the answer is no success.
    pub format: Option<sitemap::Format>,
    pub pages: Vec<SitemapPage>,
    /// Numbers of the sitemaps that an index lists.
    pub sitemaps: Vec<u32>,
    pub problems: Vec<sitemap::Problem>,
    pub target: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SitemapPage {
    pub number: u32,
    pub last_modified: Option<String>,
    /// Value of `hreflang` and number.
    pub alternates: Vec<(String, u32)>,
}

#[derive(Debug)]
pub struct Answer {
    /// With the start of the body if the address is a probe.
    pub reply: Reply,
    pub target: Option<u32>,
    /// Bytes of the decoded body of a style sheet, script or drawing of the site; 0 for others.
    pub decoded: u64,
    /// Those of them that a browser does not need.
    pub needless: u32,
}

/// What robots.txt of a server says.
#[derive(Debug, Clone)]
pub struct HostReport {
    /// Scheme, host and port.
    pub origin: String,
    /// The address of the file after redirects.
    pub url: String,
    pub status: Option<u16>,
    pub failure: Option<Failure>,
    /// `None` if the status means that there are no rules, or that they cannot be read.
    pub robots: Option<Robots>,
    /// The file, up to the bytes that are read.
    pub text: String,
}
