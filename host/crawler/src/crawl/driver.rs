//! The task that runs a crawl: it sends requests, passes answers to blocking threads, and collects batches.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};
use url::Url;

use crate::address;
use crate::frontier::{Address, Found, Frontier, Kind, Limit, NO_NUMBER, Offer, Offered};
use crate::pace::{self, Pace};

use super::batch::{Answer, Batch, End, Outcome, PageVisit, Progress, SitemapPage, SitemapVisit, Visit};
use super::fetching::{Ending, Fetched, Request, RobotsAnswer, ask_robots, send};
use super::hosts::{Hosts, Step};
use super::work::{FoundPage, Made, Shared, Way, Worked};
use super::{Command, Known, Sitemaps};

/// Answers that one blocking thread works on before it returns them.
const GROUP: usize = 16;
/// Bytes of these answers.
const GROUP_BYTES: usize = 4 * 1024 * 1024;
/// Visits that are collected or worked on before no further requests are sent.
const MOST_OPEN: usize = 200;
/// Bytes of bodies that wait before no further requests are sent.
const MOST_OPEN_BYTES: usize = 64 * 1024 * 1024;
/// Addresses of one batch, beside those of its last visit.
const MOST_ADDRESSES: usize = 20_000;
/// How long results wait for a full batch.
const PATIENCE: Duration = Duration::from_millis(500);
/// The time that the pages per second are of.
const SPEED_OF: Duration = Duration::from_secs(5);

/// What a crawl waits for.
enum Event<T> {
    Ended(Ending),
    Worked(Vec<Worked<T>>),
    /// There is room for a batch.
    Taken,
    Time,
    /// The caller has dropped the crawl.
    Dropped,
}

pub(super) struct Driver<T> {
    shared: Arc<Shared<T>>,
    frontier: Frontier,
    hosts: Hosts,
    requests: FuturesUnordered<BoxFuture<'static, Ending>>,
    /// Answers that wait for a thread.
    answers: VecDeque<Fetched>,
    working: FuturesUnordered<JoinHandle<Vec<Worked<T>>>>,
    /// Answers and bytes of bodies that wait or are worked on.
    open: usize,
    open_bytes: usize,
    threads: usize,
    out: Batch<T>,
    /// Since when `out` has results.
    out_since: Instant,
    sender: mpsc::Sender<Batch<T>>,
    commands: watch::Receiver<Command>,
    progress: Progress,
    began: Instant,
    /// Visited pages at some past times.
    speed: VecDeque<(Instant, u64)>,
    is_full: bool,
}

impl<T: Send + 'static> Driver<T> {
    pub fn new(
        shared: Shared<T>,
        sender: mpsc::Sender<Batch<T>>,
        commands: watch::Receiver<Command>,
    ) -> Self {
        let (settings, now) = (&shared.settings, Instant::now());
        let most_others = settings.pace.concurrency.div_ceil(2);
        Self {
            frontier: Frontier::new(settings.limits.clone()),
            hosts: Hosts::new(settings.limits.pages, most_others, settings.obeys_robots),
            shared: Arc::new(shared),
            requests: FuturesUnordered::new(),
            answers: VecDeque::new(),
            working: FuturesUnordered::new(),
            open: 0,
            open_bytes: 0,
            threads: std::thread::available_parallelism().map_or(2, usize::from),
            out: Batch::default(),
            out_since: now,
            sender,
            commands,
            progress: Progress::default(),
            began: now,
            speed: VecDeque::from([(now, 0)]),
            is_full: false,
        }
    }

    /// Adds the addresses of an earlier part of the crawl, and those of the settings.
    pub fn begin(&mut self, known: impl IntoIterator<Item = Known>) {
        let mut visited = 0;
        let mut waiting = Vec::new();
        for Known { address, is_done } in known {
            let path_key = Url::parse(&address.url).ok().and_then(|url| self.frontier.keys.of_path(&url));
            let key = self.frontier.keys.of(address.kind, &address.url);
            self.frontier.restore(&address, key, path_key);
            if !is_done {
                waiting.push(address);
            } else if address.kind == Kind::Page {
                visited += 1;
            }
        }
        self.hosts.use_pages(visited);
        for address in &waiting {
            self.enqueue(address);
        }
        self.add_seeds();
    }

    fn add_seeds(&mut self) {
        let shared = self.shared.clone();
        let settings = &shared.settings;
        let way = |found| Way { found, depth: 0, redirects: 0 };
        let listed = settings.list.iter().filter_map(|text| settings.rules.normal.typed(text));
        let pages = listed.map(|url| (url, Found::List));
        for (url, found) in std::iter::once((shared.start.clone(), Found::Start)).chain(pages) {
            if let Some(mut offer) = shared.offer(&self.frontier.keys, url, way(found), Kind::Page) {
                // The caller chose it, whatever host it has.
                offer.kind = Kind::Page;
                self.accept(offer);
            }
        }
        let sitemaps = settings.named_sitemaps.iter().map(|text| (text, Kind::Sitemap, Found::List));
        let probes = settings.probes.iter().map(|text| (text, Kind::Probe, Found::Probe));
        for (text, kind, found) in sitemaps.chain(probes) {
            if let Ok(url) = shared.start.join(text) {
                self.accept_as(kind, url, found);
            }
        }
    }

    fn accept_as(&mut self, kind: Kind, url: Url, found: Found) {
        let way = Way { found, depth: 0, redirects: 0 };
        if let Some(offer) = self.shared.offer_as(&self.frontier.keys, kind, url, way) {
            self.accept(offer);
        }
    }

    /// Numbers an address and requests it if it is new.
    fn accept(&mut self, offer: Offer) -> u32 {
        match self.frontier.offer(offer) {
            Offered::Known(number) => number,
            Offered::Refused => NO_NUMBER,
            Offered::New(address) => {
                let number = address.number;
                self.enqueue(&address);
                self.touch();
                self.out.addresses.push(address);
                number
            }
        }
    }

    fn enqueue(&mut self, address: &Address) {
        let settings = &self.shared.settings;
        let is_wanted = match address.kind {
            Kind::Resource => settings.checks_resources,
            Kind::External => settings.checks_externals,
            Kind::Page | Kind::Sitemap | Kind::Probe => true,
        };
        if address.limit.is_some() || !is_wanted {
            return;
        }
        let Ok(url) = Url::parse(&address.url) else { return };
        let new = || {
            let is_site = self.shared.is_site(&url) || address.kind == Kind::Page;
            let pace = if is_site {
                settings.pace.clone()
            } else {
                pace::Settings { concurrency: 1, delay: settings.external_delay, ..settings.pace.clone() }
            };
            (is_site, Pace::new(pace))
        };
        let host = self.hosts.of(address::origin(&url), new);
        self.hosts.add(host, Request::of(address));
        self.progress.found += u64::from(address.kind == Kind::Page);
    }

    /// Notes that there are results.
    fn touch(&mut self) {
        if self.out.is_empty() {
            self.out_since = Instant::now();
        }
    }

    pub async fn run(mut self) {
        loop {
            let command = *self.commands.borrow_and_update();
            if command == Command::Cancel {
                return self.finish(End::Cancelled).await;
            }
            let now = Instant::now();
            if self.shared.settings.longest.is_some_and(|longest| now - self.began >= longest) {
                let start = self.shared.start.to_string();
                self.frontier.hit(Limit::Time, &start);
                return self.finish(End::Limit(Limit::Time)).await;
            }
            if command == Command::Run {
                self.send_requests(now);
            }
            self.start_work();
            if self.is_done() {
                let end = self.reason();
                return self.finish(end).await;
            }
            if !self.wait(now, command).await {
                return;
            }
        }
    }

    /// Waits until something happens; false if the caller has dropped the crawl.
    async fn wait(&mut self, now: Instant, command: Command) -> bool {
        let due = self.out.visits.len() >= Batch::<T>::MOST || self.out.addresses.len() >= MOST_ADDRESSES;
        let has_results = !self.out.is_empty();
        let is_due = due || (has_results && now >= self.out_since + PATIENCE);
        let may_send = command == Command::Run && self.has_room() && self.has_slot();
        let wake = self.hosts.next_wake().filter(|_| may_send);
        let end = self.shared.settings.longest.map(|longest| self.began + longest);
        let flush = (has_results && !is_due).then_some(self.out_since + PATIENCE);
        let until = [wake, end, flush].into_iter().flatten().min();
        let event = tokio::select! {
            Some(ending) = self.requests.next(), if !self.requests.is_empty() => Event::Ended(ending),
            // A thread fails only if the runtime ends.
            Some(worked) = self.working.next(), if !self.working.is_empty() => {
                Event::Worked(worked.unwrap_or_default())
            }
            permit = self.sender.reserve(), if is_due => {
                if permit.is_ok() { Event::Taken } else { Event::Dropped }
            }
            () = sleep_until(until.unwrap_or(now)), if until.is_some() => Event::Time,
            changed = self.commands.changed() => if changed.is_ok() { Event::Time } else { Event::Dropped },
            () = self.sender.closed() => Event::Dropped,
        };
        match event {
            Event::Ended(ending) => self.ended(ending),
            Event::Worked(worked) => worked.into_iter().for_each(|worked| self.visited(worked)),
            Event::Taken => {
                self.refresh();
                let batch = take_batch(&mut self.out);
                self.out_since = Instant::now();
                // There is room, as only this task sends.
                return self.sender.try_send(batch).is_ok();
            }
            Event::Time => {}
            Event::Dropped => return false,
        }
        true
    }

    fn has_slot(&self) -> bool {
        self.requests.len() < self.shared.settings.pace.concurrency.max(1)
    }

    fn has_room(&self) -> bool {
        self.open + self.out.visits.len() < MOST_OPEN
            && self.open_bytes < MOST_OPEN_BYTES
            && self.out.addresses.len() < 2 * MOST_ADDRESSES
    }

    fn send_requests(&mut self, now: Instant) {
        while self.has_slot() && self.has_room() {
            let shared = self.shared.clone();
            let Some(step) = self.hosts.step(now) else { break };
            match step {
                Step::Send(host, request) => {
                    self.requests.push(Box::pin(async move { send(&shared, host, request).await }));
                }
                Step::Robots(host, origin) => {
                    self.requests.push(Box::pin(async move { ask_robots(&shared, host, origin).await }));
                }
                Step::Disallowed(request, line) => {
                    self.progress.disallowed += u64::from(request.kind == Kind::Page);
                    self.push(request, Outcome::Disallowed(line));
                }
                Step::Unreachable(request, failure) => {
                    self.progress.failed += u64::from(request.kind == Kind::Page);
                    self.push(request, Outcome::Failed(failure));
                }
            }
        }
        if let Some((count, url)) = self.hosts.take_dropped() {
            self.is_full = true;
            self.progress.found = self.progress.found.saturating_sub(count);
            for _ in 0..count {
                self.frontier.hit(Limit::Pages, &url);
            }
        }
    }

    fn ended(&mut self, ending: Ending) {
        let now = Instant::now();
        match ending {
            Ending::Robots(answer) => self.opened(*answer, now),
            Ending::Fetched(fetched) => {
                self.hosts.ended(fetched.host, fetched.started, now, fetched.ended());
                if let Ok(reply) = &fetched.reply {
                    self.progress.bytes += reply.transferred;
                }
                if let Some(request) = fetched.again() {
                    return self.hosts.add(fetched.host, request);
                }
                self.open += 1;
                self.open_bytes += size(&fetched);
                self.answers.push_back(*fetched);
            }
        }
    }

    fn opened(&mut self, answer: RobotsAnswer, now: Instant) {
        let index = answer.host;
        self.hosts.ended(index, answer.started, now, answer.ended);
        let attempts = self.hosts.host(index).robots_attempts;
        if answer.is_passing(attempts) {
            return self.hosts.open(index, None);
        }
        let is_site = self.hosts.host(index).is_site;
        self.hosts.open(index, Some(answer.gate));
        if !is_site {
            return;
        }
        self.add_sitemaps(
            answer.report.robots.as_ref().map_or(&[], |robots| &robots.sitemaps),
            &answer.report.origin,
        );
        self.touch();
        self.out.hosts.push(answer.report);
    }

    fn add_sitemaps(&mut self, named: &[String], origin: &str) {
        let sitemaps = self.shared.settings.sitemaps;
        if sitemaps == Sitemaps::None {
            return;
        }
        let urls: Vec<Url> = named.iter().filter_map(|text| Url::parse(text).ok()).collect();
        let is_start = address::origin(&self.shared.start) == origin;
        if urls.is_empty() && is_start && sitemaps == Sitemaps::Guessed {
            for path in ["/sitemap.xml", "/sitemap_index.xml"] {
                if let Ok(url) = self.shared.start.join(path) {
                    self.accept_as(Kind::Sitemap, url, Found::Guess);
                }
            }
        }
        for url in urls {
            self.accept_as(Kind::Sitemap, url, Found::Robots);
        }
    }

    /// Passes answers to free threads.
    fn start_work(&mut self) {
        while self.working.len() < self.threads && !self.answers.is_empty() {
            let (mut group, mut bytes) = (Vec::new(), 0);
            while group.len() < GROUP && bytes < GROUP_BYTES {
                let Some(fetched) = self.answers.pop_front() else { break };
                bytes += size(&fetched);
                group.push(fetched);
            }
            self.open_bytes -= bytes;
            let (shared, keys) = (self.shared.clone(), self.frontier.keys.clone());
            let work = move || group.into_iter().map(|fetched| shared.work(&keys, fetched)).collect();
            self.working.push(tokio::task::spawn_blocking(work));
        }
    }

    fn visited(&mut self, worked: Worked<T>) {
        self.open -= 1;
        let Worked { fetched, target, made } = worked;
        let target = target.map(|offer| self.accept(offer)).filter(|number| *number != NO_NUMBER);
        let Fetched { request, reply, .. } = fetched;
        let reply = match reply {
            Ok(reply) => reply,
            Err(failure) => {
                self.progress.failed += u64::from(request.kind == Kind::Page);
                return self.push(request, Outcome::Failed(failure));
            }
        };
        if request.kind == Kind::Page {
            self.progress.visited += 1;
            self.progress.failed += u64::from(reply.status >= 400);
        }
        let outcome = match made {
            Made::Page { payload, links, decoded, has_more_links } => {
                if has_more_links {
                    self.frontier.hit(Limit::PageLinks, &request.url);
                }
                let number = |offer: Option<Offer>| offer.map_or(NO_NUMBER, |offer| self.accept(offer));
                let links = links.into_iter().map(number).collect();
                Outcome::Page(Box::new(PageVisit { reply, decoded, payload, links, target }))
            }
            Made::Sitemap { format, problems, pages, sitemaps, decoded } => {
                let pages = pages.into_iter().map(|page| self.sitemap_page(page)).collect();
                let sitemaps = sitemaps.into_iter().map(|offer| self.accept(offer)).collect();
                let format = Some(format);
                Outcome::Sitemap(Box::new(SitemapVisit {
                    reply,
                    decoded,
                    format,
                    pages,
                    sitemaps,
                    problems,
                    target,
                }))
            }
            Made::Nothing if request.kind == Kind::Sitemap => Outcome::Sitemap(Box::new(SitemapVisit {
                reply,
                decoded: 0,
                format: None,
                pages: Vec::new(),
                sitemaps: Vec::new(),
                problems: Vec::new(),
                target,
            })),
            Made::Nothing => Outcome::Answer(Box::new(Answer { reply, target })),
        };
        self.push(request, outcome);
    }

    fn sitemap_page(&mut self, page: FoundPage) -> SitemapPage {
        let alternates = page.alternates.into_iter();
        SitemapPage {
            number: self.accept(page.offer),
            last_modified: page.last_modified,
            alternates: alternates.map(|(language, offer)| (language, self.accept(offer))).collect(),
        }
    }

    fn push(&mut self, request: Request, outcome: Outcome<T>) {
        self.touch();
        let Request { number, kind, found, depth, attempts, url, .. } = request;
        self.out.visits.push(Visit { number, url, kind, found, depth, attempts, outcome });
    }

    fn refresh(&mut self) {
        let now = Instant::now();
        self.progress.waiting = self.hosts.waiting();
        self.progress.in_flight = self.requests.len() as u64;
        while self.speed.len() > 1 && now - self.speed[0].0 > SPEED_OF {
            self.speed.pop_front();
        }
        let (since, before) = self.speed[0];
        let seconds = (now - since).as_secs_f64();
        if seconds > 0.0 {
            self.progress.per_second = (self.progress.visited - before) as f64 / seconds;
        }
        self.speed.push_back((now, self.progress.visited));
        self.out.progress = self.progress;
        self.out.limits = self.frontier.hits().to_vec();
    }

    fn is_done(&self) -> bool {
        self.requests.is_empty() && self.open == 0 && self.working.is_empty() && self.hosts.waiting() == 0
    }

    fn reason(&self) -> End {
        if self.hosts.is_given_up() {
            End::Limit(Limit::Unanswered)
        } else if self.is_full {
            End::Limit(Limit::Pages)
        } else {
            End::Done
        }
    }

    /// Returns the rest of the results.
    async fn finish(mut self, end: End) {
        // Requests that are open will be sent again when the crawl is resumed.
        self.requests = FuturesUnordered::new();
        if self.frontier.hits().iter().any(|hit| hit.limit == Limit::Unanswered) || self.hosts.is_given_up() {
            let start = self.shared.start.to_string();
            self.frontier.hit(Limit::Unanswered, &start);
        }
        loop {
            self.refresh();
            let mut batch = take_batch(&mut self.out);
            let is_last = self.out.visits.is_empty();
            batch.end = is_last.then_some(end);
            if self.sender.send(batch).await.is_err() || is_last {
                return;
            }
        }
    }
}

fn size(fetched: &Fetched) -> usize {
    fetched.reply.as_ref().map_or(0, |reply| reply.body.len())
}

/// Takes a batch out of the results: all addresses, and as many visits as fit.
fn take_batch<T>(out: &mut Batch<T>) -> Batch<T> {
    let count = out.visits.len().min(Batch::<T>::MOST);
    let visits = out.visits.drain(..count).collect();
    Batch {
        addresses: std::mem::take(&mut out.addresses),
        visits,
        hosts: std::mem::take(&mut out.hosts),
        limits: out.limits.clone(),
        progress: out.progress,
        end: None,
    }
}
