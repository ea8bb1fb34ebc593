//! Renders pages in a Chromium that an administrator has connected, over the DevTools protocol.
//!
//! - **No request leaves the browser.** Each one is stopped before it is sent, the crawler's own [`Fetcher`] asks for it
//!   under the rules of the crawl, and the browser gets the answer. The address is checked where it is connected to, so a
//!   name that changes its address, or a redirect, leads nowhere else. A proxy that resolves and checks would hold too, but
//!   it would be one that everything near the browser can use. What the browser does not stop (WebSockets, early connections,
//!   reports) goes to a proxy that does not exist: it fails.
//! - Only `GET` and `HEAD` are asked for, so that reading a page changes nothing.
//! - Each page has a connection and a browser context of its own: no cookie is shared, and what is lost is one page.
//! - The network and the processor are as slow as on the phone of Lighthouse, so that times are comparable.
//!
//! [`Fetcher`]: sitewright_crawler::fetch::Fetcher

mod answers;
mod connection;
mod endpoint;
mod page;
mod read;
mod state;
mod trial;

use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use sitewright_crawler::render::{Asked, Render, Rendering, Unrendered};
use tokio::sync::Semaphore;
use tokio::time::timeout;

pub use endpoint::Endpoint;
pub use trial::Trouble;

/// How long the browser may take to clean up after a page.
const CLEANING: Duration = Duration::from_secs(3);

/// The limits of one page.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Pages at the same time.
    pub pages: usize,
    /// Time until the page is read, whether it has loaded or not.
    pub loading: Duration,
    /// Time of everything.
    pub whole: Duration,
    /// Time without requests after which a page has loaded.
    pub quiet: Duration,
    /// Requests that are answered.
    pub requests: u32,
    /// Requests at the same time.
    pub at_once: usize,
    /// Bytes of all bodies.
    pub bytes: u64,
    /// Bytes that scripts may keep.
    pub memory: u64,
    /// Characters of the document that are read.
    pub document: usize,
    /// How slow the phone is.
    pub phone: Phone,
}

/// The network and the processor of a phone.
#[derive(Debug, Clone)]
pub struct Phone {
    /// The time that each request takes at least.
    pub latency: Duration,
    /// Bytes per second of all bodies.
    pub rate: f64,
    /// How many times slower than this machine.
    pub processor: f64,
}

impl Phone {
    /// As DevTools throttles for Lighthouse: "slow 4G" of 1.6 Mbit/s with its factors, and a processor four times slower.
    pub fn of_lighthouse() -> Self {
        Self { latency: Duration::from_micros(562_500), rate: 184_320.0, processor: 4.0 }
    }

    /// As fast as this machine.
    pub fn unthrottled() -> Self {
        Self { latency: Duration::ZERO, rate: f64::INFINITY, processor: 1.0 }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            pages: 2,
            loading: Duration::from_secs(25),
            whole: Duration::from_secs(45),
            quiet: Duration::from_millis(500),
            requests: 500,
            at_once: 6,
            bytes: 30 * 1024 * 1024,
            memory: 256 * 1024 * 1024,
            document: 4 * 1024 * 1024,
            phone: Phone::of_lighthouse(),
        }
    }
}

/// A browser that renders pages.
#[derive(Debug)]
pub struct Browser {
    endpoint: Endpoint,
    limits: Limits,
    places: Semaphore,
}

impl Browser {
    pub fn new(endpoint: Endpoint, limits: Limits) -> Self {
        let places = Semaphore::new(limits.pages.max(1));
        Self { endpoint, limits, places }
    }

    async fn page(&self, asked: Asked<'_>) -> Result<Rendering, Unrendered> {
        // It is never closed.
        let _place = self.places.acquire().await.map_err(|_| Unrendered::Lost)?;
        let connecting = connection::Connection::open(&self.endpoint);
        let connecting = timeout(CLEANING, connecting).await;
        let mut connection = connecting.map_err(|_| Unrendered::Unconnected)??;
        let events = connection.events();
        let rendering = page::render(&connection, events, &self.limits, asked);
        let rendering = timeout(self.limits.whole, rendering).await;
        connection.close(CLEANING).await;
        rendering.unwrap_or(Err(Unrendered::TimedOut))
    }
}

impl Render for Browser {
    fn render<'a>(&'a self, page: Asked<'a>) -> BoxFuture<'a, Result<Rendering, Unrendered>> {
        self.page(page).boxed()
    }
}
