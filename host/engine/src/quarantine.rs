//! Closes a plugin that traps repeatedly for a while, so that it does not overload the machine.
//!
//! It works as a circuit breaker. A caller whose runs trap closes the plugin for itself alone; several such callers
//! within a short time close it for all callers. After a pause one probe run is admitted: if it succeeds, the plugin
//! is open again; if it traps, the next pause is twice as long. An input that has trapped twice is refused alone, so
//! that a caller that repeats it can still use the plugin.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use crate::limits::Limits;

/// The longest pause, however often the plugin trapped.
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);
/// The number of times the same input of a caller may trap within the window.
const SAME_INPUT: usize = 2;
/// The maximum number of traps in the record.
const REMEMBERED: usize = 1_000;

/// The scope of a quarantine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedFor {
    Everybody,
    /// The caller whose runs trapped.
    Caller,
    /// The caller, with this input.
    Input,
}

/// Why, for which callers and until when a plugin is closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Quarantine {
    pub closed_for: ClosedFor,
    pub since: SystemTime,
    /// When a probe run is admitted.
    pub until: SystemTime,
    /// The number of traps that closed it,
    pub traps: usize,
    /// and the time within which they happened.
    pub window: Duration,
    /// The last trap, in English.
    pub last: String,
}

/// The hashes of caller and input, by which repeated calls are recognised.
#[derive(Clone, Copy, Debug)]
struct Call {
    /// `None` if callers are not identified: then each trap counts for all callers.
    caller: Option<u64>,
    input: u64,
}

/// Counts the traps of one plugin.
#[derive(Default)]
pub(crate) struct Breakers {
    /// Whether there is a record. Every run reads this flag, so that only the runs that need the record take the
    /// lock.
    watched: AtomicBool,
    record: Mutex<Record>,
    /// A hasher with random keys, so that a caller cannot construct two inputs with the same hash.
    hasher: RandomState,
}

#[derive(Default)]
struct Record {
    faults: VecDeque<Fault>,
    all: Option<Breaker>,
    callers: HashMap<u64, Breaker>,
}

struct Fault {
    at: Instant,
    call: Call,
}

struct Breaker {
    /// Its `until` is the time when the plugin was last closed; [`Breaker::until`] computes the end.
    why: Quarantine,
    until: Instant,
    pause: Duration,
    /// Whether a probe run is in progress.
    trying: bool,
    /// The callers whose runs trapped: they are admitted last.
    by: HashSet<u64>,
}

/// An admitted run. [`Pass::end`] records how it ended; a pass that is dropped without it proves nothing.
pub(crate) struct Pass {
    breakers: Arc<Breakers>,
    call: Call,
    tries_all: bool,
    tries_caller: bool,
}

impl Breakers {
    /// Why the plugin is closed for this caller and input at this moment.
    pub(crate) fn closed(
        &self,
        now: Instant,
        caller: Option<&str>,
        input: Option<&str>,
        limits: &Limits,
    ) -> Option<Quarantine> {
        if !self.watched.load(Ordering::Acquire) {
            return None;
        }
        let call = self.call(caller, input.unwrap_or_default());
        self.record().closed(now, call, input.is_some(), limits)
    }

    /// Why the plugin is or was closed for all callers, until a probe run has succeeded.
    pub(crate) fn broken(&self) -> Option<Quarantine> {
        if !self.watched.load(Ordering::Acquire) {
            return None;
        }
        self.record().all.as_ref().map(|breaker| breaker.why.clone())
    }

    /// Admits a run, or returns why it is refused.
    pub(crate) fn admit(
        self: &Arc<Self>,
        now: Instant,
        caller: Option<&str>,
        input: &str,
        limits: &Limits,
    ) -> Result<Pass, Quarantine> {
        let free = |call| Pass { breakers: self.clone(), call, tries_all: false, tries_caller: false };
        if !self.watched.load(Ordering::Acquire) && caller.is_none() {
            return Ok(free(Call { caller: None, input: 0 }));
        }
        let call = self.call(caller, input);
        if !self.watched.load(Ordering::Acquire) {
            return Ok(free(call));
        }
        let mut record = self.record();
        if let Some(why) = record.closed(now, call, true, limits) {
            return Err(why);
        }
        let mut pass = free(call);
        if let Some(breaker) = &mut record.all {
            (breaker.trying, pass.tries_all) = (true, true);
        }
        if let Some(caller) = call.caller
            && let Some(breaker) = record.callers.get_mut(&caller)
        {
            (breaker.trying, pass.tries_caller) = (true, true);
        }
        Ok(pass)
    }

    /// Clears the record.
    pub(crate) fn release(&self) {
        let mut record = self.record();
        *record = Record::default();
        self.watched.store(false, Ordering::Release);
    }

    fn call(&self, caller: Option<&str>, input: &str) -> Call {
        Call { caller: caller.map(|caller| self.hasher.hash_one(caller)), input: self.hasher.hash_one(input) }
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Pass {
    /// Records how the run ended; `fault` describes its trap. Returns true if that closes the plugin for all callers.
    pub(crate) fn end(mut self, now: Instant, fault: Option<&str>, limits: &Limits) -> bool {
        let breakers = self.breakers.clone();
        let (tries_all, tries_caller) =
            (std::mem::take(&mut self.tries_all), std::mem::take(&mut self.tries_caller));
        let Some(fault) = fault else {
            if tries_all || tries_caller {
                breakers.record().succeeded(self.call, tries_all);
            }
            return false;
        };
        if limits.quarantine_traps == 0 {
            return false;
        }
        breakers.watched.store(true, Ordering::Release);
        breakers.record().trapped(now, self.call, (tries_all, tries_caller), fault, limits)
    }
}

impl Drop for Pass {
    /// A run that was ended early proves nothing: the next one may be the probe run.
    fn drop(&mut self) {
        if !self.tries_all && !self.tries_caller {
            return;
        }
        let mut record = self.breakers.record();
        if let Some(breaker) = record.all.as_mut().filter(|_| self.tries_all) {
            breaker.trying = false;
        }
        if let Some(caller) = self.call.caller.filter(|_| self.tries_caller)
            && let Some(breaker) = record.callers.get_mut(&caller)
        {
            breaker.trying = false;
        }
    }
}

impl Record {
    fn closed(&self, now: Instant, call: Call, with_input: bool, limits: &Limits) -> Option<Quarantine> {
        let own = call.caller.and_then(|caller| self.callers.get(&caller));
        let everybody = || self.all.as_ref().and_then(|breaker| breaker.closed(now, call.caller));
        let caller = || own.and_then(|breaker| breaker.closed(now, None));
        let input = || self.input_closed(now, call, limits).filter(|_| with_input);
        everybody().or_else(caller).or_else(input)
    }

    /// Whether this input of the caller has trapped too often.
    fn input_closed(&self, now: Instant, call: Call, limits: &Limits) -> Option<Quarantine> {
        call.caller?;
        let same = |fault: &&Fault| fault.call.caller == call.caller && fault.call.input == call.input;
        let recent = |fault: &&Fault| now.duration_since(fault.at) <= limits.quarantine_window;
        let mut faults = self.faults.iter().filter(same).filter(recent);
        let first = faults.next()?;
        let traps = 1 + faults.count();
        let pause = limits.quarantine_window.saturating_sub(now.duration_since(first.at));
        (traps >= SAME_INPUT)
            .then(|| quarantine(ClosedFor::Input, pause, traps, "this input trapped", limits))
    }

    fn succeeded(&mut self, call: Call, for_all: bool) {
        if for_all {
            self.all = None;
            self.faults.clear();
        }
        if let Some(caller) = call.caller {
            self.callers.remove(&caller);
            self.faults.retain(|fault| fault.call.caller != call.caller);
        }
    }

    /// Returns true if this closes the plugin for all callers.
    fn trapped(
        &mut self,
        now: Instant,
        call: Call,
        (tried_all, tried_caller): (bool, bool),
        what: &str,
        limits: &Limits,
    ) -> bool {
        self.callers.retain(|_, breaker| now < breaker.until + LONGEST_PAUSE);
        self.faults.push_back(Fault { at: now, call });
        let old = |fault: &Fault| now.duration_since(fault.at) > limits.quarantine_window;
        while self.faults.len() > REMEMBERED || self.faults.front().is_some_and(old) {
            self.faults.pop_front();
        }
        if let Some(caller) = call.caller {
            self.close_for(now, caller, tried_caller, what, limits);
        }
        if let Some(breaker) = &mut self.all {
            if tried_all {
                breaker.close_again(now, call.caller);
            }
            return false;
        }
        let by: HashSet<u64> = self.faults.iter().filter_map(|fault| fault.call.caller).collect();
        let unknown = self.faults.iter().filter(|fault| fault.call.caller.is_none()).count();
        if by.len() < limits.quarantine_callers && unknown < limits.quarantine_traps {
            return false;
        }
        let traps = self.faults.len();
        let why = quarantine(ClosedFor::Everybody, limits.quarantine_pause, traps, what, limits);
        self.all = Some(Breaker::new(now, why, by, limits));
        true
    }

    fn close_for(&mut self, now: Instant, caller: u64, tried: bool, what: &str, limits: &Limits) {
        if let Some(breaker) = self.callers.get_mut(&caller) {
            if tried {
                breaker.close_again(now, None);
            }
            return;
        }
        let own = self.faults.iter().filter(|fault| fault.call.caller == Some(caller));
        let inputs: HashSet<u64> = own.map(|fault| fault.call.input).collect();
        if inputs.len() >= limits.quarantine_traps {
            let why = quarantine(ClosedFor::Caller, limits.quarantine_pause, inputs.len(), what, limits);
            self.callers.insert(caller, Breaker::new(now, why, HashSet::new(), limits));
        }
    }
}

impl Breaker {
    fn new(now: Instant, why: Quarantine, by: HashSet<u64>, limits: &Limits) -> Self {
        let pause = limits.quarantine_pause;
        Self { why, until: now + pause, pause, trying: false, by }
    }

    /// Why this caller is refused. Callers whose runs trapped wait for one more pause, so that an attacker does not
    /// get the probe run.
    fn closed(&self, now: Instant, caller: Option<u64>) -> Option<Quarantine> {
        let is_by = caller.is_some_and(|caller| self.by.contains(&caller));
        let until = if is_by { self.until + self.pause } else { self.until };
        if now >= until && !self.trying {
            return None;
        }
        let left = until.saturating_duration_since(now);
        Some(Quarantine { until: SystemTime::now() + left, ..self.why.clone() })
    }

    fn close_again(&mut self, now: Instant, by: Option<u64>) {
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        self.until = now + self.pause;
        self.trying = false;
        self.by.extend(by);
    }
}

fn quarantine(
    closed_for: ClosedFor,
    pause: Duration,
    traps: usize,
    last: &str,
    limits: &Limits,
) -> Quarantine {
    let since = SystemTime::now();
    let window = limits.quarantine_window;
    Quarantine { closed_for, since, until: since + pause, traps, window, last: last.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Duration = Duration::from_secs(60);

    fn limits(traps: usize) -> Limits {
        Limits {
            quarantine_traps: traps,
            quarantine_callers: 3,
            quarantine_pause: WINDOW,
            ..Limits::default()
        }
    }

    /// Admits one run at a given second and returns the refusal, if any.
    struct Scenario {
        breakers: Arc<Breakers>,
        start: Instant,
        limits: Limits,
    }

    impl Scenario {
        fn new(traps: usize) -> Self {
            Self { breakers: Arc::default(), start: Instant::now(), limits: limits(traps) }
        }

        fn at(&self, second: u64) -> Instant {
            self.start + Duration::from_secs(second)
        }

        fn admit(&self, second: u64, caller: Option<&str>, input: &str) -> Result<Pass, ClosedFor> {
            let admitted = self.breakers.admit(self.at(second), caller, input, &self.limits);
            admitted.map_err(|why| why.closed_for)
        }

        /// Returns true if this trap closes the plugin for all callers.
        fn breaks(&self, second: u64, caller: Option<&str>, input: &str) -> bool {
            let pass = self.admit(second, caller, input).expect("the run is admitted");
            pass.end(self.at(second), Some("a trap"), &self.limits)
        }

        fn works(&self, second: u64, caller: &str) {
            let pass = self.admit(second, Some(caller), "good").expect("the run is admitted");
            assert!(!pass.end(self.at(second), None, &self.limits));
        }

        fn refusal(&self, second: u64, caller: &str) -> Option<ClosedFor> {
            self.breakers
                .closed(self.at(second), Some(caller), Some("new"), &self.limits)
                .map(|why| why.closed_for)
        }
    }

    #[test]
    fn only_traps_within_the_window_close_a_plugin() {
        let scenario = Scenario::new(3);
        assert!(!scenario.breaks(0, None, "") && !scenario.breaks(50, None, ""));
        assert!(!scenario.breaks(70, None, ""), "the first is 70 s old");
        assert!(scenario.breakers.broken().is_none());
        assert!(scenario.breaks(71, None, ""));
        let quarantine = scenario.breakers.broken().expect("three within 60 s");
        assert_eq!((quarantine.traps, quarantine.last.as_str()), (3, "a trap"));
        scenario.breakers.release();
        assert!(scenario.breakers.broken().is_none());
        assert!(!scenario.breaks(72, None, ""), "a released plugin starts with a clean record");
    }

    #[test]
    fn zero_traps_never_close() {
        let scenario = Scenario::new(0);
        assert!((0..100).all(|_| !scenario.breaks(0, None, "") && !scenario.breaks(0, Some("a"), "")));
    }

    #[test]
    fn v3_one_caller_closes_a_plugin_for_itself_alone_and_it_opens_again() {
        let scenario = Scenario::new(3);
        for input in ["a", "b", "c"] {
            assert!(!scenario.breaks(0, Some("mallory"), input));
        }
        assert_eq!(scenario.refusal(1, "mallory"), Some(ClosedFor::Caller));
        assert_eq!(scenario.refusal(1, "anna"), None);
        // After the pause one run is admitted; while it is in progress, no other.
        let probe = scenario.admit(61, Some("mallory"), "d").expect("a probe");
        assert_eq!(scenario.refusal(61, "mallory"), Some(ClosedFor::Caller));
        assert!(!probe.end(scenario.at(62), Some("a trap"), &scenario.limits));
        assert_eq!(scenario.refusal(62 + 119, "mallory"), Some(ClosedFor::Caller), "the pause doubles");
        drop(scenario.admit(62 + 120, Some("mallory"), "e").expect("one that is cancelled proves nothing"));
        scenario.works(62 + 120, "mallory");
        assert_eq!(scenario.refusal(62 + 120, "mallory"), None);
    }

    #[test]
    fn v3_several_callers_close_it_for_all_until_a_run_of_another_succeeds() {
        let scenario = Scenario::new(5);
        assert!(!scenario.breaks(0, Some("a"), "x") && !scenario.breaks(1, Some("b"), "x"));
        assert!(scenario.breaks(2, Some("c"), "x"));
        assert_eq!(scenario.refusal(3, "anna"), Some(ClosedFor::Everybody));
        assert_eq!(scenario.refusal(62, "a"), Some(ClosedFor::Everybody), "its causes wait longer");
        assert_eq!(scenario.refusal(62, "anna"), None);
        assert!(scenario.breakers.broken().is_some());
        scenario.works(62, "anna");
        assert_eq!((scenario.refusal(62, "a"), scenario.breakers.broken()), (None, None));
    }

    #[test]
    fn v3_a_failed_probe_closes_it_for_longer() {
        let scenario = Scenario::new(5);
        for caller in ["a", "b", "c"] {
            scenario.breaks(0, Some(caller), "x");
        }
        assert!(!scenario.breaks(60, Some("d"), "x"), "it was closed already");
        assert_eq!(scenario.refusal(60 + 119, "anna"), Some(ClosedFor::Everybody));
        scenario.works(60 + 120, "anna");
        assert_eq!(scenario.refusal(60 + 120, "d"), None);
    }

    #[test]
    fn v3_an_input_that_traps_is_refused_alone() {
        let scenario = Scenario::new(3);
        for _ in 0..2 {
            scenario.breaks(0, Some("anna"), "bad");
        }
        assert_eq!(scenario.admit(1, Some("anna"), "bad").err(), Some(ClosedFor::Input));
        scenario.works(1, "anna");
        assert!(scenario.admit(1, Some("ben"), "bad").is_ok(), "another caller may try");
        assert!(scenario.admit(61, Some("anna"), "bad").is_ok(), "after the window, too");
    }
}
