//! The requests of a crawl.

use std::time::Duration;

use tokio::time::Instant;
use url::Url;

use crate::fetch::{self, BodyEnd, Failure, FailureKind, Fetcher, Limits, Reply, Wanted};
use crate::frontier::{Address, Found, Kind};
use crate::pace::Ended;
use crate::robots::{self, Access, Meaning, Robots};
use crate::sitemap;

use super::batch::HostReport;
use super::work::Shared;

/// Bytes of a probe's body that are reported.
const PROBE_BYTES: usize = 1024;
/// Bytes of an image that contain its size.
const IMAGE_BYTES: usize = 64 * 1024;
/// Requests for one address if the server is busy.
const BUSY_ATTEMPTS: u8 = 4;
/// Requests for one address if there is no answer.
const FAILED_ATTEMPTS: u8 = 2;
/// Requests for robots.txt.
const ROBOTS_ATTEMPTS: u8 = 3;

/// A request that waits.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub number: u32,
    pub kind: Kind,
    pub found: Found,
    pub depth: u16,
    pub redirects: u8,
    /// Requests that were sent before.
    pub attempts: u8,
    /// The server refuses `HEAD`, or the body is wanted.
    pub is_get: bool,
    pub url: Box<str>,
}

impl Request {
    pub fn of(address: &Address) -> Self {
        let Address { number, kind, found, depth, redirects, .. } = *address;
        Self { number, kind, found, depth, redirects, attempts: 0, is_get: false, url: address.url.clone() }
    }
}

/// A request that has ended.
pub(super) struct Fetched {
    pub request: Request,
    pub host: usize,
    pub url: Url,
    pub started: Instant,
    pub is_site: bool,
    pub reply: Result<Reply, Failure>,
}

/// What has ended.
pub(super) enum Ending {
    Fetched(Box<Fetched>),
    Robots(Box<RobotsAnswer>),
}

/// What robots.txt means for a server.
pub(super) struct RobotsAnswer {
    pub host: usize,
    pub started: Instant,
    pub ended: Ended,
    pub report: HostReport,
    pub gate: Result<Access, Failure>,
}

impl RobotsAnswer {
    /// Whether the file should be requested again.
    pub fn is_passing(&self, attempts: u8) -> bool {
        let is_passing = match &self.report.failure {
            Some(failure) => is_passing(failure),
            None => self.report.status.is_some_and(|status| robots::meaning(status) == Meaning::Closed),
        };
        is_passing && attempts < ROBOTS_ATTEMPTS
    }
}

impl Fetched {
    /// The request to send instead, if the outcome may change.
    pub fn again(&self) -> Option<Request> {
        let request = &self.request;
        let again = match &self.reply {
            Ok(reply) if is_busy(reply.status) => request.attempts < BUSY_ATTEMPTS,
            // Some servers refuse `HEAD`, or answer it wrongly.
            Ok(reply) if reply.status >= 400 && self.is_head() => {
                return Some(Request { is_get: true, ..request.clone() });
            }
            // Whether it is compressed and minified is seen in the body only.
            Ok(reply) if reply.is_code() && self.is_site && self.is_head() => {
                return Some(Request { is_get: true, ..request.clone() });
            }
            Ok(_) => false,
            Err(failure) => is_passing(failure) && request.attempts < FAILED_ATTEMPTS,
        };
        again.then(|| request.clone())
    }

    pub fn ended(&self) -> Ended {
        ended(&self.reply)
    }

    fn is_head(&self) -> bool {
        is_head(&self.request)
    }
}

fn is_head(request: &Request) -> bool {
    matches!(request.kind, Kind::Resource | Kind::External)
        && !request.is_get
        && request.found != Found::Preview
}

fn is_busy(status: u16) -> bool {
    matches!(status, 429 | 503)
}

fn is_passing(failure: &Failure) -> bool {
    use FailureKind::{Reset, TimedOut, Unreachable};
    matches!(failure.kind, TimedOut | Reset | Unreachable)
}

fn ended(reply: &Result<Reply, Failure>) -> Ended {
    match reply {
        Ok(reply) if is_busy(reply.status) => {
            Ended::Busy(reply.retry_after(time::OffsetDateTime::now_utc().unix_timestamp()))
        }
        Ok(reply) => Ended::Answered(reply.first_byte),
        Err(_) => Ended::Failed,
    }
}

/// Sends a request.
pub(super) async fn send<T>(shared: &Shared<T>, host: usize, mut request: Request) -> Ending {
    request.attempts = request.attempts.saturating_add(1);
    let started = Instant::now();
    let url = match Url::parse(&request.url) {
        Ok(url) => url,
        Err(error) => {
            let reply = Err(Failure::new(FailureKind::Invalid, error.to_string()));
            let url = shared.start.clone();
            return Ending::Fetched(Box::new(Fetched { request, host, url, started, is_site: false, reply }));
        }
    };
    let wanted = match request.kind {
        Kind::Page => Wanted::Pages,
        Kind::Sitemap => Wanted::Most(sitemap::MOST_BYTES + 1),
        Kind::Probe => Wanted::Start(PROBE_BYTES),
        Kind::Resource if request.found == Found::Preview => Wanted::Start(IMAGE_BYTES),
        Kind::Resource => Wanted::Code,
        Kind::External => Wanted::Start(0),
    };
    let earlier = shared.settings.earlier.as_ref().filter(|_| request.kind == Kind::Page);
    let validators = earlier.and_then(|earlier| earlier(&request.url));
    let sent = fetch::Request {
        is_head: is_head(&request),
        wanted,
        validators: validators.as_ref(),
        ..fetch::Request::get(&url)
    };
    let reply = shared.fetcher.fetch(sent).await;
    let is_site = shared.is_site(&url);
    Ending::Fetched(Box::new(Fetched { request, host, url, started, is_site, reply }))
}

/// Reads robots.txt of a server.
pub(super) async fn ask_robots<T>(shared: &Shared<T>, host: usize, origin: String) -> Ending {
    let started = Instant::now();
    let mut report = HostReport {
        url: format!("{origin}/robots.txt"),
        origin,
        status: None,
        failure: None,
        robots: None,
        text: String::new(),
    };
    let reply = follow(&shared.fetcher, &mut report.url).await;
    let ended = match &reply {
        Ok(Some(reply)) if robots::meaning(reply.status) == Meaning::Closed => {
            Ended::Busy(reply.retry_after(time::OffsetDateTime::now_utc().unix_timestamp()))
        }
        Ok(Some(reply)) => Ended::Answered(reply.first_byte),
        Ok(None) => Ended::Answered(Duration::ZERO),
        Err(_) => Ended::Failed,
    };
    report.status = reply.as_ref().ok().and_then(|reply| Some(reply.as_ref()?.status));
    report.failure = reply.as_ref().err().cloned();
    let gate = reply.map(|reply| match reply {
        None => Access::Open,
        Some(reply) => match robots::meaning(reply.status) {
            Meaning::Open => Access::Open,
            Meaning::Closed => Access::Closed,
            Meaning::Rules => {
                let robots = Robots::parse(&reply.body);
                let rules = robots.rules(&shared.settings.product_token);
                report.text = String::from_utf8_lossy(&reply.body).into_owned();
                report.robots = Some(robots);
                Access::Ruled(rules)
            }
        },
    });
    Ending::Robots(Box::new(RobotsAnswer { host, started, ended, report, gate }))
}

/// Follows the redirects of robots.txt; `None` after too many.
async fn follow(fetcher: &Fetcher, address: &mut String) -> Result<Option<Reply>, Failure> {
    let mut url =
        Url::parse(address).map_err(|error| Failure::new(FailureKind::Invalid, error.to_string()))?;
    let most = robots::MOST_TRANSFERRED;
    for _ in 0..=robots::MOST_REDIRECTS {
        *address = url.to_string();
        let request = fetch::Request { wanted: Wanted::Start(most), ..fetch::Request::get(&url) };
        let mut reply = fetcher.fetch(request).await?;
        match reply.location(&url) {
            Some(there) => url = there,
            None => {
                reply.decode(&Limits { body: most, ..fetcher.limits().clone() });
                // A part of the rules may lack the one that forbids a page.
                return match reply.body_end {
                    BodyEnd::Complete | BodyEnd::NotWanted | BodyEnd::TooLarge => Ok(Some(reply)),
                    end => Err(Failure::new(FailureKind::TimedOut, format!("robots.txt was cut: {end}"))),
                };
            }
        }
    }
    Ok(None)
}
