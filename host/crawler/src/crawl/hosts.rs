//! Which request comes next: each server has its own queues, rules and pace.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};

use tokio::time::Instant;

use crate::fetch::{Failure, FailureKind};
use crate::frontier::Kind;
use crate::pace::{Ended, Pace, Turn};
use crate::robots::Access;

use super::fetching::Request;

/// Pages that may always wait: robots.txt may forbid some of those before them.
const SPARE_PAGES: u64 = 10_000;

/// What is to be done next.
#[derive(Debug)]
pub(super) enum Step {
    /// Read robots.txt of this server.
    Robots(usize, String),
    Send(usize, Request),
    /// Do not send it: robots.txt forbids it by this line.
    Disallowed(Request, Option<u32>),
    /// Do not send it: the server cannot be reached.
    Unreachable(Request, Failure),
}

/// Whether requests may be sent to a server.
#[derive(Debug)]
enum Gate {
    Unknown,
    /// robots.txt is being read.
    Asked,
    Known(Access),
    Unreachable(Failure),
}

/// Where a server waits.
#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    /// It has no requests, or waits for the end of one.
    Idle,
    /// It is in the list of those that may be asked.
    Ready,
    /// It is among those that wait for a time.
    Asleep,
}

#[derive(Debug)]
pub(super) struct Host {
    pub origin: String,
    pub is_site: bool,
    pace: Pace,
    gate: Gate,
    state: State,
    pub robots_attempts: u8,
    /// Sitemaps, probes and repeated requests.
    urgent: VecDeque<Request>,
    /// By depth.
    pages: BTreeMap<u16, VecDeque<Request>>,
    /// Resources, and addresses elsewhere.
    checks: VecDeque<Request>,
}

/// All servers.
pub(super) struct Hosts {
    all: Vec<Host>,
    by_origin: HashMap<String, usize>,
    /// Servers of the site, and others.
    ready: [VecDeque<usize>; 2],
    asleep: BinaryHeap<Reverse<(Instant, usize)>>,
    /// Requests that wait.
    waiting: u64,
    waiting_pages: u64,
    /// Pages that may still be visited.
    pages_left: u32,
    /// Pages that were dropped because the limit was reached, and the first of them.
    dropped: u64,
    dropped_url: Option<Box<str>>,
    others_in_flight: usize,
    most_others: usize,
    obeys_robots: bool,
    /// A server of the site was given up.
    is_given_up: bool,
}

impl Hosts {
    pub fn new(pages_left: u32, most_others: usize, obeys_robots: bool) -> Self {
        Self {
            all: Vec::new(),
            by_origin: HashMap::new(),
            ready: [VecDeque::new(), VecDeque::new()],
            asleep: BinaryHeap::new(),
            waiting: 0,
            waiting_pages: 0,
            pages_left,
            dropped: 0,
            dropped_url: None,
            others_in_flight: 0,
            most_others,
            obeys_robots,
            is_given_up: false,
        }
    }

    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Counts pages that an earlier part of the crawl has visited.
    pub fn use_pages(&mut self, count: u32) {
        self.pages_left = self.pages_left.saturating_sub(count);
    }

    pub fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// Pages that the limit of pages has dropped since the last call.
    pub fn take_dropped(&mut self) -> Option<(u64, Box<str>)> {
        let url = self.dropped_url.take()?;
        Some((std::mem::take(&mut self.dropped), url))
    }

    pub fn host(&mut self, index: usize) -> &mut Host {
        &mut self.all[index]
    }

    /// The server of an origin; `new` tells whether it belongs to the site, and its pace.
    pub fn of(&mut self, origin: &str, new: impl FnOnce() -> (bool, Pace)) -> usize {
        if let Some(index) = self.by_origin.get(origin) {
            return *index;
        }
        let (is_site, pace) = new();
        let index = self.all.len();
        self.all.push(Host {
            origin: origin.to_owned(),
            is_site,
            pace,
            gate: Gate::Unknown,
            state: State::Idle,
            robots_attempts: 0,
            urgent: VecDeque::new(),
            pages: BTreeMap::new(),
            checks: VecDeque::new(),
        });
        self.by_origin.insert(origin.to_owned(), index);
        index
    }

    /// Adds a request.
    pub fn add(&mut self, index: usize, request: Request) {
        let is_page = request.kind == Kind::Page;
        // Pages that wait behind twice as many as may be visited will not be reached: they need no memory.
        if is_page
            && request.attempts == 0
            && self.waiting_pages > 2 * u64::from(self.pages_left) + SPARE_PAGES
        {
            self.dropped += 1;
            self.dropped_url.get_or_insert(request.url);
            return;
        }
        self.waiting_pages += u64::from(is_page);
        let host = &mut self.all[index];
        self.waiting += 1;
        match request.kind {
            // A repeated one goes first: the visits of its depth are not complete without it.
            _ if request.attempts > 0 => host.urgent.push_front(request),
            Kind::Sitemap | Kind::Probe => host.urgent.push_back(request),
            Kind::Page => host.pages.entry(request.depth).or_default().push_back(request),
            Kind::Resource | Kind::External => host.checks.push_back(request),
        }
        self.wake(index);
    }

    fn wake(&mut self, index: usize) {
        let host = &mut self.all[index];
        if host.state == State::Idle {
            host.state = State::Ready;
            self.ready[usize::from(!host.is_site)].push_back(index);
        }
    }

    /// Notes the end of a request.
    pub fn ended(&mut self, index: usize, started: Instant, now: Instant, ended: Ended) {
        let host = &mut self.all[index];
        host.pace.end(started, now, ended);
        self.others_in_flight -= usize::from(!host.is_site);
        self.wake(index);
    }

    /// Notes what robots.txt says; `None` if it is to be read again.
    pub fn open(&mut self, index: usize, gate: Option<Result<Access, Failure>>, now: Instant) {
        let host = &mut self.all[index];
        host.gate = match gate {
            None => Gate::Unknown,
            Some(Err(failure)) => Gate::Unreachable(failure),
            Some(Ok(access)) => {
                if let Some(delay) = access.delay() {
                    host.pace.at_least(delay, now);
                }
                Gate::Known(if self.obeys_robots { access } else { Access::Open })
            }
        };
        self.wake(index);
    }

    /// When a server may be asked again that waits for a time.
    pub fn next_wake(&self) -> Option<Instant> {
        self.asleep.peek().map(|Reverse((at, _))| *at)
    }

    /// What is to be done now, if anything.
    pub fn step(&mut self, now: Instant) -> Option<Step> {
        while let Some(Reverse((at, index))) = self.asleep.peek().copied() {
            if at > now {
                break;
            }
            self.asleep.pop();
            self.all[index].state = State::Idle;
            self.wake(index);
        }
        loop {
            let list = if !self.ready[0].is_empty() {
                0
            } else if self.others_in_flight < self.most_others {
                1
            } else {
                return None;
            };
            let index = self.ready[list].pop_front()?;
            if let Some(step) = self.step_of(index, now) {
                return Some(step);
            }
        }
    }

    /// What is to be done at one server, which is in no list now.
    fn step_of(&mut self, index: usize, now: Instant) -> Option<Step> {
        self.drop_pages(index);
        let host = &mut self.all[index];
        host.state = State::Idle;
        let url = &host.first()?.url;
        let refusal = match &host.gate {
            Gate::Asked => return None,
            Gate::Unreachable(failure) => Some(Err(failure.clone())),
            Gate::Known(access) if !access.allows(url) => Some(Ok(line(access, url))),
            Gate::Known(_) | Gate::Unknown => None,
        };
        if let Some(refusal) = refusal {
            let request = self.take(index, false)?;
            self.wake(index);
            return Some(match refusal {
                Ok(line) => Step::Disallowed(request, line),
                Err(failure) => Step::Unreachable(request, failure),
            });
        }
        match host.pace.turn(now) {
            Turn::Now => self.start(index, now),
            Turn::Later => None,
            Turn::At(at) => {
                host.state = State::Asleep;
                self.asleep.push(Reverse((at, index)));
                None
            }
            Turn::Never => {
                let text = "the server did not answer many requests, or wants to be left alone for long";
                host.gate = Gate::Unreachable(Failure::new(FailureKind::Unreachable, text));
                self.is_given_up |= host.is_site;
                self.step_of(index, now)
            }
        }
    }

    fn start(&mut self, index: usize, now: Instant) -> Option<Step> {
        let host = &mut self.all[index];
        let is_site = host.is_site;
        let step = if matches!(host.gate, Gate::Unknown) {
            host.gate = Gate::Asked;
            host.robots_attempts = host.robots_attempts.saturating_add(1);
            Step::Robots(index, host.origin.clone())
        } else {
            Step::Send(index, self.take(index, true)?)
        };
        self.all[index].pace.start(now);
        self.others_in_flight += usize::from(!is_site);
        self.wake(index);
        Some(step)
    }

    /// Removes the first request of a server.
    fn take(&mut self, index: usize, is_sent: bool) -> Option<Request> {
        let request = self.all[index].pop()?;
        self.waiting -= 1;
        self.waiting_pages -= u64::from(request.kind == Kind::Page);
        if is_sent && request.kind == Kind::Page && request.attempts == 0 {
            self.pages_left = self.pages_left.saturating_sub(1);
        }
        Some(request)
    }

    /// Drops the pages of a server if the limit of pages is reached.
    fn drop_pages(&mut self, index: usize) {
        if self.pages_left > 0 {
            return;
        }
        let pages = std::mem::take(&mut self.all[index].pages);
        let count: usize = pages.values().map(VecDeque::len).sum();
        if let Some(first) = pages.into_values().flatten().next() {
            self.waiting -= count as u64;
            self.waiting_pages -= count as u64;
            self.dropped += count as u64;
            self.dropped_url.get_or_insert(first.url);
        }
    }
}

/// The line that forbids an address.
fn line(access: &Access, url: &str) -> Option<u32> {
    match access {
        Access::Ruled(rules) => rules.deciding(url).map(|(_, line)| line),
        _ => None,
    }
}

impl Host {
    fn first(&self) -> Option<&Request> {
        let page = || self.pages.first_key_value().and_then(|(_, pages)| pages.front());
        self.urgent.front().or_else(page).or_else(|| self.checks.front())
    }

    fn pop(&mut self) -> Option<Request> {
        if let Some(request) = self.urgent.pop_front() {
            return Some(request);
        }
        if let Some(mut pages) = self.pages.first_entry() {
            let request = pages.get_mut().pop_front();
            if pages.get().is_empty() {
                pages.remove();
            }
            return request;
        }
        self.checks.pop_front()
    }
}
