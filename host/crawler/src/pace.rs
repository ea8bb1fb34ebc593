//! How fast a server is asked. The pace starts slowly, becomes faster while the server answers as quickly as before, and
//! slower when answers take longer or the server asks for it.
//!
//! The current time is a parameter everywhere, so that the rules can be tested without a clock.

use std::time::Duration;

use tokio::time::Instant;

/// Requests at the same time in the beginning.
const FIRST: f64 = 2.0;
/// Answers are slower if they take this many times longer than the fastest recent ones…
const SLOWER: f64 = 2.0;
/// …and this much longer, in seconds: a fraction of a millisecond is no sign of load.
const MARGIN: f64 = 0.02;
/// What remains of the requests at the same time when answers become slower.
const EASED: f64 = 0.75;
/// The share of a new answer in the mean time of answers.
const SHARE: f64 = 1.0 / 16.0;
/// By this the fastest time of the past grows with each answer, so that it is forgotten after some hundred.
const FORGOTTEN: f64 = 1.002;
/// Requests without a useful answer, one after another, after which the server is left alone.
const PATIENCE: u32 = 30;

/// The limits of a pace.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Requests to one server at the same time.
    pub concurrency: usize,
    /// The pause between two requests, from start to start.
    pub delay: Duration,
    /// The first rest after an answer of 429 or 503; each further one is twice as long.
    pub rest: Duration,
    /// The longest rest. A server that asks for a longer one is left alone.
    pub longest_rest: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            concurrency: 8,
            delay: Duration::ZERO,
            rest: Duration::from_secs(1),
            longest_rest: Duration::from_secs(300),
        }
    }
}

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ended {
    /// With an answer; the time until its first byte.
    Answered(Duration),
    /// With 429 or 503, and the rest that the server asks for.
    Busy(Option<Duration>),
    /// Without an answer.
    Failed,
}

/// Whether a request may start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Turn {
    Now,
    At(Instant),
    /// When a request has ended.
    Later,
    /// The server does not answer, or wants to be left alone for long.
    Never,
}

/// The pace at one server.
#[derive(Debug, Clone)]
pub struct Pace {
    settings: Settings,
    /// Requests at the same time that are allowed now; its whole part counts.
    allowed: f64,
    in_flight: usize,
    /// The earliest next start.
    next: Option<Instant>,
    /// When the pace was last reduced: requests that started before say nothing new.
    reduced: Option<Instant>,
    /// Mean time of answers, and the lowest such mean of the past, in seconds.
    mean: Option<f64>,
    fastest: f64,
    was_slower: bool,
    /// Rests one after another.
    rests: u32,
    unanswered: u32,
    is_unwanted: bool,
}

impl Pace {
    pub fn new(settings: Settings) -> Self {
        let most = settings.concurrency.max(1);
        Self {
            settings: Settings { concurrency: most, ..settings },
            allowed: FIRST.min(most as f64),
            in_flight: 0,
            next: None,
            reduced: None,
            mean: None,
            fastest: f64::INFINITY,
            was_slower: false,
            rests: 0,
            unanswered: 0,
            is_unwanted: false,
        }
    }

    /// Lengthens the pause between two requests, such as to the `Crawl-delay` of robots.txt.
    pub fn at_least(&mut self, delay: Duration, now: Instant) {
        self.settings.delay = self.settings.delay.max(delay);
        self.next = self.next.max(Some(now + delay));
    }

    /// Requests that may be open at the same time now.
    pub fn allowed(&self) -> usize {
        (self.allowed as usize).max(1)
    }

    pub fn in_flight(&self) -> usize {
        self.in_flight
    }

    pub fn turn(&self, now: Instant) -> Turn {
        if self.is_unwanted || self.unanswered >= PATIENCE {
            Turn::Never
        } else if self.in_flight >= self.allowed() {
            Turn::Later
        } else {
            self.next.filter(|next| *next > now).map_or(Turn::Now, Turn::At)
        }
    }

    /// Notes the start of a request.
    pub fn start(&mut self, now: Instant) {
        self.in_flight += 1;
        if !self.settings.delay.is_zero() {
            self.next = Some(now + self.settings.delay);
        }
    }

    /// Notes the end of a request that had started at `started`.
    pub fn end(&mut self, started: Instant, now: Instant, ended: Ended) {
        self.in_flight = self.in_flight.saturating_sub(1);
        let is_news = self.reduced.is_none_or(|reduced| started >= reduced);
        match ended {
            Ended::Answered(time) => {
                self.unanswered = 0;
                if is_news {
                    self.rests = 0;
                    self.adapt(time.as_secs_f64(), now);
                }
            }
            Ended::Busy(wish) => self.rest(wish, is_news, now),
            Ended::Failed => {
                self.unanswered += 1;
                if is_news {
                    self.reduce(0.5, now);
                }
            }
        }
    }

    fn adapt(&mut self, time: f64, now: Instant) {
        let mean = self.mean.map_or(time, |mean| mean + (time - mean) * SHARE);
        self.mean = Some(mean);
        self.fastest = (self.fastest * FORGOTTEN).min(mean);
        if mean > self.fastest * SLOWER + MARGIN {
            self.was_slower = true;
            self.reduce(EASED, now);
        } else {
            // Until the first sign of load the pace may double with each round, later it grows by one.
            let step = if self.was_slower { 1.0 / self.allowed } else { 0.5 };
            self.allowed = (self.allowed + step).min(self.settings.concurrency as f64);
        }
    }

    fn rest(&mut self, wish: Option<Duration>, is_news: bool, now: Instant) {
        self.unanswered += 1;
        if wish.is_some_and(|wish| wish > self.settings.longest_rest) {
            self.is_unwanted = true;
        }
        let own = self.settings.rest.saturating_mul(1 << self.rests.min(16));
        let rest = own.max(wish.unwrap_or_default()).min(self.settings.longest_rest);
        if is_news {
            self.rests += 1;
            self.was_slower = true;
            self.reduce(0.5, now);
        } else if wish.is_none() {
            // It is an answer to a request that was open when the rest began.
            return;
        }
        self.next = self.next.max(Some(now + rest));
    }

    fn reduce(&mut self, share: f64, now: Instant) {
        self.allowed = (self.allowed * share).max(1.0);
        self.reduced = Some(now);
        // The requests that are open now are judged by what was before.
        self.mean = None;
    }
}

#[cfg(test)]
mod tests;
