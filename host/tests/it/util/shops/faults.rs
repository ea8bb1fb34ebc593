//! Planned and random faults of a fake shop.

use tokio::sync::watch;

use super::{Dice, Received, lock};
use crate::prelude::*;

/// After this many faults in a row, a random plan serves a request. A client with more attempts always succeeds.
pub const MOST_IN_A_ROW: u32 = 3;

/// How long a response waits.
#[derive(Clone, Debug, PartialEq)]
pub enum Hold {
    For(Duration),
    /// Until `Faults::open_gate`.
    Gate,
}

/// What goes wrong with a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// 429 with this Retry-After in seconds, without the work.
    TooMany(u64),
    /// This status, without the work.
    Refuse(u16),
    /// This status after the work.
    FailAfter(u16),
    /// The work at once, the response later.
    HoldAnswer(Hold),
    /// The work later, also if the client has left.
    HoldWork(Hold),
    /// The work, then the body byte by byte with this pause.
    Dribble(Duration),
    /// 200 with a body without end, without the work.
    Endless,
    /// 302 to this address, without the work.
    Redirect(String),
    /// Closes the connection without a response and without the work.
    CutBefore,
    /// Closes the connection after the work, without a response.
    CutAfter,
    /// Closes the connection after the work and half of the body.
    CutMiddle,
}

impl Fault {
    /// Faults of a bad day, each with an equal part of `rate`.
    pub fn usual(rate: f64) -> Vec<(f64, Self)> {
        let faults = [
            Self::TooMany(1),
            Self::Refuse(500),
            Self::Refuse(503),
            Self::FailAfter(500),
            Self::CutBefore,
            Self::CutAfter,
            Self::CutMiddle,
        ];
        faults.map(|fault| (rate / 7.0, fault)).to_vec()
    }

    /// Faults that an item of a batch may have by itself.
    fn fits_items(&self) -> bool {
        matches!(self, Self::TooMany(_) | Self::Refuse(_) | Self::FailAfter(_))
    }
}

type When = Box<dyn Fn(&Received) -> bool + Send>;

struct Plan {
    /// The condition, how often, and the fault.
    planned: Vec<(When, usize, Fault)>,
    random: Option<(u64, Vec<(f64, Fault)>)>,
    /// Of each request its attempts, and the faults in a row.
    attempts: HashMap<u64, (u32, u32)>,
    met: Vec<Fault>,
}

/// The planned faults; clones share them.
#[derive(Clone)]
pub struct Faults {
    plan: Arc<Mutex<Plan>>,
    gate: watch::Sender<bool>,
}

impl Default for Faults {
    fn default() -> Self {
        let plan = Plan { planned: Vec::new(), random: None, attempts: HashMap::new(), met: Vec::new() };
        Self { plan: Arc::new(Mutex::new(plan)), gate: watch::Sender::new(false) }
    }
}

/// A condition for requests such as `PUT /products/12`: the method and a part of the path with its query. `*` is any
/// method.
pub fn on(what: &str) -> impl Fn(&Received) -> bool + Send + use<> {
    let what = what.to_owned();
    move |request| matches(&what, &request.method, &request.target())
}

/// A condition for requests whose body contains the text, such as the name of a GraphQL mutation.
pub fn saying(text: &str) -> impl Fn(&Received) -> bool + Send + use<> {
    let text = text.to_owned();
    move |request| request.text().contains(&text)
}

/// Whether a request is such as `PUT /products/12`, and not of `/products/123`.
pub(super) fn matches(what: &str, method: &Method, path: &str) -> bool {
    let (wanted, part) = what.split_once(' ').unwrap_or((what, ""));
    let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    let ends =
        |at: usize| !(is_digit(part.chars().next_back()) && is_digit(path[at + part.len()..].chars().next()));
    (wanted == "*" || wanted == method.as_str()) && path.match_indices(part).any(|(at, _)| ends(at))
}

impl Faults {
    /// The next request that satisfies the condition has this fault. An item of a batch counts as a request.
    pub fn next(&self, when: impl Fn(&Received) -> bool + Send + 'static, fault: Fault) {
        self.times(1, when, fault);
    }

    pub fn times(&self, times: usize, when: impl Fn(&Received) -> bool + Send + 'static, fault: Fault) {
        lock(&self.plan).planned.push((Box::new(when), times, fault));
    }

    pub fn always(&self, when: impl Fn(&Received) -> bool + Send + 'static, fault: Fault) {
        self.times(usize::MAX, when, fault);
    }

    /// Each fault with its rate between 0 and 1. The order of requests has no effect: the seed, the request and the
    /// number of its attempt decide.
    pub fn random(&self, seed: u64, rates: Vec<(f64, Fault)>) {
        lock(&self.plan).random = Some((seed, rates));
    }

    /// Ends all plans.
    pub fn clear(&self) {
        let mut plan = lock(&self.plan);
        plan.planned.clear();
        plan.random = None;
    }

    /// The faults so far.
    pub fn met(&self) -> Vec<Fault> {
        lock(&self.plan).met.clone()
    }

    /// Lets all requests continue that wait for the gate.
    pub fn open_gate(&self) {
        self.gate.send_replace(true);
    }

    pub(super) async fn wait(&self, hold: &Hold) {
        match hold {
            Hold::For(time) => tokio::time::sleep(*time).await,
            Hold::Gate => {
                // The sender lives as long as `self`.
                let _ = self.gate.subscribe().wait_for(|open| *open).await;
            }
        }
    }

    /// The fault of this request.
    pub(super) fn take(&self, request: &Received) -> Option<Fault> {
        self.take_if(request, |_| true)
    }

    /// The fault of this item of a batch: a refusal, or a failure after the work.
    pub fn take_item(&self, item: &Received) -> Option<Fault> {
        self.take_if(item, Fault::fits_items)
    }

    fn take_if(&self, request: &Received, fits: fn(&Fault) -> bool) -> Option<Fault> {
        let mut plan = lock(&self.plan);
        let planned = plan.planned.iter().position(|(when, _, fault)| fits(fault) && when(request));
        let fault = match planned {
            Some(index) => {
                let (_, left, fault) = &mut plan.planned[index];
                let fault = fault.clone();
                *left -= 1;
                if *left == 0 {
                    drop(plan.planned.remove(index));
                }
                Some(fault)
            }
            None => plan.drawn(request, fits),
        };
        plan.met.extend(fault.clone());
        fault
    }
}

impl Plan {
    fn drawn(&mut self, request: &Received, fits: fn(&Fault) -> bool) -> Option<Fault> {
        let (seed, rates) = self.random.as_ref()?;
        let print = request.fingerprint(*seed);
        let (attempts, in_a_row) = self.attempts.entry(print).or_default();
        *attempts += 1;
        let mut at = Dice::new(print ^ u64::from(*attempts)).share();
        let fault = rates.iter().find(|(rate, _)| {
            at -= rate;
            at < 0.0
        });
        let fault = fault.map(|(_, fault)| fault.clone()).filter(fits).filter(|_| *in_a_row < MOST_IN_A_ROW);
        *in_a_row = if fault.is_some() { *in_a_row + 1 } else { 0 };
        fault
    }
}
