//! How a crawl behaves.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::address::Rules;
use crate::fetch::{self, Validators};
use crate::frontier::Limits;
use crate::pace;

/// What the last visit of an address said for conditional requests. It is called for each request of a page, on the task
/// that sends the requests, so it must not wait.
pub type Earlier = Arc<dyn Fn(&str) -> Option<Validators> + Send + Sync>;

/// Which sitemaps are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sitemaps {
    None,
    /// Those of robots.txt and of the settings.
    Named,
    /// Also those at the usual places if robots.txt names none.
    Guessed,
}

/// How a crawl behaves.
#[derive(Clone)]
pub struct Settings {
    pub rules: Rules,
    pub fetch: fetch::Settings,
    /// For each server of the site. The concurrency is also that of the whole crawl.
    pub pace: pace::Settings,
    pub limits: Limits,
    /// Time of the whole crawl.
    pub longest: Option<Duration>,
    /// The crawler's name in robots.txt.
    pub product_token: String,
    /// Without it robots.txt is read and reported but not obeyed: only for sites whose owner asked for it.
    pub obeys_robots: bool,
    /// Pages that are visited besides the start.
    pub list: Vec<String>,
    /// Visits the pages that links and sitemaps name. Without it only the start and the list are visited.
    pub follows: bool,
    pub sitemaps: Sitemaps,
    /// Further sitemaps, seen from the start.
    pub named_sitemaps: Vec<String>,
    /// Asks whether images, styles and scripts exist.
    pub checks_resources: bool,
    /// Asks whether linked addresses elsewhere exist, one at a time for each server.
    pub checks_externals: bool,
    /// The pause between two requests to a server elsewhere.
    pub external_delay: Duration,
    /// Addresses whose answers are reported with the start of their bodies, seen from the start.
    pub probes: Vec<String>,
    pub earlier: Option<Earlier>,
    /// The folder of answers whose visits the caller has not stored, for a crawl that is resumed after its process was
    /// killed. The caller deletes it after the last batch.
    pub journal: Option<PathBuf>,
}

impl Settings {
    /// The settings of an ordinary crawl. The product token is the part of the user agent before the slash.
    pub fn new(fetch: fetch::Settings) -> Self {
        let product_token = fetch.user_agent.split(['/', ' ']).next().unwrap_or_default().to_owned();
        Self {
            rules: Rules::default(),
            fetch,
            pace: pace::Settings::default(),
            limits: Limits::default(),
            longest: None,
            product_token,
            obeys_robots: true,
            list: Vec::new(),
            follows: true,
            sitemaps: Sitemaps::Guessed,
            named_sitemaps: Vec::new(),
            checks_resources: true,
            checks_externals: true,
            external_delay: Duration::from_millis(500),
            probes: Vec::new(),
            earlier: None,
            journal: None,
        }
    }
}
