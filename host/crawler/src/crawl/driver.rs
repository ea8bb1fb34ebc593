//! The task that runs a crawl: it sends requests, passes answers to blocking threads, and collects batches.

mod found;
mod results;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use crate::frontier::{Frontier, Kind, Limit};

use super::Command;
use super::batch::{Batch, End, Outcome, Progress};
use super::fetching::{Ending, Fetched, RobotsAnswer, ask_robots, send};
use super::hosts::{Hosts, Step};
use super::journal::Journal;
use super::work::{Shared, Worked};

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
    /// Resources and addresses elsewhere that were or will be requested.
    checks: u32,
    requests: FuturesUnordered<BoxFuture<'static, Ending>>,
    /// Answers that wait for a thread.
    answers: VecDeque<Fetched>,
    working: FuturesUnordered<JoinHandle<Vec<Worked<T>>>>,
    /// Answers and bytes of bodies that wait or are worked on.
    open: usize,
    open_bytes: usize,
    threads: usize,
    journal: Journal,
    /// Batches that the caller has stored.
    stored: Arc<AtomicU64>,
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
        stored: Arc<AtomicU64>,
    ) -> Self {
        let (settings, now) = (&shared.settings, Instant::now());
        let most_others = settings.pace.concurrency.div_ceil(2);
        Self {
            frontier: Frontier::new(settings.limits.clone()),
            hosts: Hosts::new(settings.limits.pages, most_others, settings.obeys_robots),
            journal: Journal::open(settings.journal.as_deref()),
            stored,
            shared: Arc::new(shared),
            checks: 0,
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
                let batch = self.take_batch();
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
            self.frontier.hit_often(Limit::Pages, count, &url);
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
                if let Ok(reply) = &fetched.reply {
                    self.journal.keep(&fetched.request, reply);
                }
                self.answered(*fetched);
            }
        }
    }

    /// Lets an answer wait for a thread.
    fn answered(&mut self, fetched: Fetched) {
        self.open += 1;
        self.open_bytes += size(&fetched);
        self.answers.push_back(fetched);
    }

    fn opened(&mut self, answer: RobotsAnswer, now: Instant) {
        let index = answer.host;
        self.hosts.ended(index, answer.started, now, answer.ended);
        let attempts = self.hosts.host(index).robots_attempts;
        if answer.is_passing(attempts) {
            return self.hosts.open(index, None, now);
        }
        let is_site = self.hosts.host(index).is_site;
        self.hosts.open(index, Some(answer.gate), now);
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
}

fn size(fetched: &Fetched) -> usize {
    fetched.reply.as_ref().map_or(0, |reply| reply.body.len())
}
