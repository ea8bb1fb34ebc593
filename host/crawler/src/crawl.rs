//! Crawls a site and returns what it finds in batches.
//!
//! A task in the background sends the requests, and blocking threads parse the answers, so that the caller may take its
//! time with a batch: after some batches that were not taken the crawl waits. Each batch has everything that a caller
//! needs to store to resume the crawl after it: an address is in the same batch as the visit that found it or in an
//! earlier one, and what is in no batch is requested again.

mod batch;
mod driver;
mod fetching;
mod hosts;
mod journal;
mod settings;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, watch};
use url::Url;

use crate::fetch::{Failure, Fetcher};
use crate::frontier::Address;

pub use batch::{
    Answer, Batch, End, HostReport, Outcome, PageVisit, Progress, SitemapPage, SitemapVisit, Visit,
};
pub use settings::{Earlier, Settings, Sitemaps};
pub use work::{Link, Page, Parse, Parsed};

use driver::Driver;
use work::Shared;

/// Batches that wait for the caller before the crawl waits.
const WAITING_BATCHES: usize = 2;

/// An address of an earlier part of the crawl.
#[derive(Debug, Clone)]
pub struct Known {
    pub address: Address,
    /// It has a visit of its kind: the check of a resource is no visit of the page that it may have become.
    pub is_done: bool,
}

/// A running crawl. It ends when this is dropped.
pub struct Crawl<T> {
    batches: mpsc::Receiver<Batch<T>>,
    handle: Handle,
    /// Batches that the caller was given, and those of them that it has stored.
    given: u64,
    stored: Arc<AtomicU64>,
}

/// What the crawl should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Run,
    Pause,
    Cancel,
}

/// Pauses, continues and cancels a crawl.
#[derive(Debug, Clone)]
pub struct Handle(Arc<watch::Sender<Command>>);

impl Handle {
    /// Starts no further requests; those that are open end as usual.
    pub fn pause(&self) {
        self.0.send_if_modified(|command| change(command, Command::Run, Command::Pause));
    }

    pub fn resume(&self) {
        self.0.send_if_modified(|command| change(command, Command::Pause, Command::Run));
    }

    /// Ends the crawl. Open requests are dropped, and the last batch says that it was cancelled.
    pub fn cancel(&self) {
        self.0.send_replace(Command::Cancel);
    }
}

fn change(command: &mut Command, from: Command, to: Command) -> bool {
    let is_changed = *command == from;
    if is_changed {
        *command = to;
    }
    is_changed
}

impl<T: Send + 'static> Crawl<T> {
    /// Starts a crawl at an address. Needs a runtime of tokio.
    pub fn new(settings: Settings, start: &Url, parse: impl Parse<T>) -> Result<Self, Failure> {
        Self::resume(settings, start, parse, [])
    }

    /// Continues a crawl with the addresses of its batches, in any order. Those that were not visited are requested.
    pub fn resume(
        settings: Settings,
        start: &Url,
        parse: impl Parse<T>,
        known: impl IntoIterator<Item = Known>,
    ) -> Result<Self, Failure> {
        let fetcher = Fetcher::new(&settings.fetch)?;
        let start = settings.rules.normal.of(start.clone());
        let start = start.ok_or_else(|| Failure::invalid("the start is not an address of the web"))?;
        let (sender, batches) = mpsc::channel(WAITING_BATCHES);
        let (commands, commanded) = watch::channel(Command::Run);
        let stored = Arc::new(AtomicU64::new(0));
        let shared = Shared::new(settings, fetcher, start, Arc::new(parse));
        let mut driver = Driver::new(shared, sender, commanded, stored.clone());
        driver.begin(known);
        tokio::spawn(driver.run());
        Ok(Self { batches, handle: Handle(Arc::new(commands)), given: 0, stored })
    }

    /// The next batch. The one with an `end` is the last. Those before are stored, or will not be.
    pub async fn next(&mut self) -> Option<Batch<T>> {
        self.stored.store(self.given, Ordering::Relaxed);
        let batch = self.batches.recv().await?;
        self.given += 1;
        Some(batch)
    }

    pub fn handle(&self) -> Handle {
        self.handle.clone()
    }
}
