//! Collects results and returns them in batches.

use std::sync::atomic::Ordering;

use futures::stream::FuturesUnordered;
use tokio::time::Instant;

use crate::frontier::Limit;

use super::super::batch::{Batch, End, Outcome, Visit};
use super::super::fetching::Request;
use super::{Driver, SPEED_OF};

impl<T: Send + 'static> Driver<T> {
    /// Notes that there are results.
    pub(super) fn touch(&mut self) {
        if self.out.is_empty() {
            self.out_since = Instant::now();
        }
    }

    /// Adds a visit to the results.
    pub(super) fn push(&mut self, request: Request, outcome: Outcome<T>) {
        self.touch();
        let Request { number, kind, found, depth, attempts, url, .. } = request;
        self.out.visits.push(Visit { number, url, kind, found, depth, attempts, outcome });
    }

    /// Brings the progress up to date.
    pub(super) fn refresh(&mut self) {
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

    /// Returns the rest of the results.
    pub(super) async fn finish(mut self, end: End) {
        // Requests that are open will be sent again when the crawl is resumed.
        self.requests = FuturesUnordered::new();
        if self.hosts.is_given_up() {
            let start = self.shared.start.to_string();
            self.frontier.hit(Limit::Unanswered, &start);
        }
        loop {
            self.refresh();
            let mut batch = self.take_batch();
            let is_last = self.out.visits.is_empty();
            batch.end = is_last.then_some(end);
            if self.sender.send(batch).await.is_err() || is_last {
                return;
            }
        }
    }

    /// Takes a batch out of the results: all addresses, and as many visits as fit.
    pub(super) fn take_batch(&mut self) -> Batch<T> {
        let out = &mut self.out;
        let count = out.visits.len().min(Batch::<T>::MOST);
        let visits: Vec<Visit<T>> = out.visits.drain(..count).collect();
        self.journal.stored(self.stored.load(Ordering::Relaxed));
        self.journal.sent(visits.iter().map(|visit| visit.number));
        Batch {
            addresses: std::mem::take(&mut out.addresses),
            visits,
            hosts: std::mem::take(&mut out.hosts),
            limits: out.limits.clone(),
            progress: out.progress,
            end: None,
        }
    }
}
