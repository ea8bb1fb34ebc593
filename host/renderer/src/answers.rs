//! Answers the requests of a page with what the crawler's fetcher gets. The browser sends none of them.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use sitewright_crawler::fetch::{BodyEnd, Reply, Request, headers};
use sitewright_crawler::render::{Asked, Unrendered};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep_until};
use url::Url;

use crate::Limits;
use crate::connection::{Commands, Event};
use crate::state::Loading;

/// Headers of a request that the fetcher sets itself, or that only concern a connection.
const OWN: [&str; 9] = [
    "host",
    "user-agent",
    "accept-encoding",
    "connection",
    "content-length",
    "range",
    "te",
    "upgrade",
    "if-none-match",
];
/// Headers of an answer that do not describe the body as the browser gets it, or that make it report to others.
const DROPPED: [&str; 10] = [
    "content-encoding",
    "content-length",
    "transfer-encoding",
    "connection",
    "alt-svc",
    "nel",
    "report-to",
    "reporting-endpoints",
    "strict-transport-security",
    "keep-alive",
];

/// A request that waits for its answer.
#[derive(Deserialize)]
struct Paused {
    #[serde(rename = "requestId")]
    id: String,
    request: Sought,
    #[serde(rename = "frameId", default)]
    frame: String,
    #[serde(rename = "resourceType", default)]
    kind: String,
}

#[derive(Deserialize)]
struct Sought {
    url: String,
    method: String,
    #[serde(default)]
    headers: serde_json::Map<String, Value>,
}

/// Answers requests.
pub struct Answers<'a> {
    pub commands: &'a Commands,
    pub loading: &'a Loading,
    pub limits: &'a Limits,
    pub asked: Asked<'a>,
    /// The frame of the page itself.
    pub main_frame: &'a str,
    pub places: Semaphore,
}

impl Answers<'_> {
    /// Answers a paused request.
    pub async fn answer(&self, event: Event) {
        let Ok(paused) = serde_json::from_value::<Paused>(event.params) else { return };
        let session = event.session.as_deref();
        self.loading.change(|state| {
            state.in_flight += 1;
            state.active = Instant::now();
        });
        let (method, params) = self.of(&paused).await;
        // A page that was closed meanwhile does not take it.
        let _ = self.commands.call(session, method, params).await;
        self.loading.change(|state| {
            state.in_flight -= 1;
            state.active = Instant::now();
        });
    }

    /// The command that answers a request.
    async fn of(&self, paused: &Paused) -> (&'static str, Value) {
        let fails =
            |reason: &str| ("Fetch.failRequest", json!({ "requestId": paused.id, "errorReason": reason }));
        let is_main = paused.kind == "Document" && paused.frame == self.main_frame;
        let url = match Url::parse(&paused.request.url) {
            // They are part of the page.
            Ok(url) if matches!(url.scheme(), "data" | "blob") && !is_main => {
                return ("Fetch.continueRequest", json!({ "requestId": paused.id }));
            }
            Ok(url) if matches!(url.scheme(), "http" | "https") => url,
            _ => return fails("BlockedByClient"),
        };
        if is_main && self.loading.get().has_document {
            // The page stays, and is read.
            self.loading.change(|state| {
                state.moved_to.get_or_insert(url.into());
            });
            return fails("Aborted");
        }
        let is_read = matches!(paused.request.method.as_str(), "GET" | "HEAD");
        if !is_read || !(self.asked.allows)(&url) || !self.may_ask(&url) {
            return fails("BlockedByClient");
        }
        let began = Instant::now();
        let Ok(_place) = self.places.acquire().await else { return fails("Aborted") };
        let fetched = self.fetch(&url, &paused.request).await;
        let reply = match fetched {
            Ok(reply) => reply,
            Err(reason) => {
                if is_main {
                    self.loading.end(reason);
                }
                return fails("AddressUnreachable");
            }
        };
        if is_main {
            if reply.status != 200 || !reply.is_page() {
                self.loading.end(Unrendered::Changed);
                return fails("Aborted");
            }
            self.loading.change(|state| state.has_document = true);
        }
        sleep_until(self.arrival(began, reply.transferred)).await;
        ("Fetch.fulfillRequest", fulfilled(&paused.id, &reply))
    }

    /// Counts a request; false above the limits.
    fn may_ask(&self, url: &Url) -> bool {
        let mut state = self.loading.get();
        state.requests += 1;
        state.foreign_requests += u32::from(url.host() != self.asked.url.host());
        state.requests <= self.limits.requests && state.bytes < self.limits.bytes
    }

    async fn fetch(&self, url: &Url, sought: &Sought) -> Result<Reply, Unrendered> {
        let more: Vec<(headers::HeaderName, headers::HeaderValue)> = sought
            .headers
            .iter()
            .filter(|(name, _)| !OWN.contains(&name.to_ascii_lowercase().as_str()))
            .filter_map(|(name, value)| Some((name.parse().ok()?, value.as_str()?.parse().ok()?)))
            .collect();
        let request = Request { is_head: sought.method == "HEAD", headers: &more, ..Request::get(url) };
        let mut reply = self.asked.fetcher.fetch(request).await.map_err(Unrendered::Unanswered)?;
        self.loading.change(|state| state.bytes += reply.transferred);
        reply.decode(self.asked.fetcher.limits());
        if !matches!(reply.body_end, BodyEnd::Complete | BodyEnd::NotWanted) {
            return Err(Unrendered::TimedOut);
        }
        Ok(reply)
    }

    /// When the network of the phone has transferred an answer.
    fn arrival(&self, began: Instant, bytes: u64) -> Instant {
        let phone = &self.limits.phone;
        let mut state = self.loading.get();
        let time = std::time::Duration::try_from_secs_f64(bytes as f64 / phone.rate).unwrap_or_default();
        state.link_free = state.link_free.max(began + phone.latency) + time;
        state.link_free
    }
}

fn fulfilled(id: &str, reply: &Reply) -> Value {
    let kept = reply.headers.iter().filter(|(name, _)| !DROPPED.contains(&name.as_str()));
    let headers: Vec<Value> = kept
        .filter_map(|(name, value)| Some(json!({ "name": name.as_str(), "value": value.to_str().ok()? })))
        .collect();
    json!({
        "requestId": id,
        "responseCode": reply.status,
        "responseHeaders": headers,
        "body": BASE64_STANDARD.encode(&reply.body),
    })
}
