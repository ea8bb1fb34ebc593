//! A plugin that breaks down again and again is closed for a while, so that it cannot wear the machine out.
//!
//! It works as a circuit breaker does. One caller that breaks a plugin closes it for itself alone; several of them within a
//! short time close it for everybody. After a pause one run is let through: where it ends well, the plugin is open again,
//! and where it breaks down, the next pause is twice as long. An input that has broken the plugin twice is shut out by
//! itself, so that a caller who repeats it keeps the plugin.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use crate::limits::Limits;

/// The longest pause, however often the plugin broke down.
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);
/// As often may the same input of a caller break the plugin within the window.
const SAME_INPUT: usize = 2;
/// Breakdowns that are remembered at most.
const REMEMBERED: usize = 1_000;

/// For whom a plugin is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedFor {
    Everybody,
    /// The caller who broke it.
    Caller,
    /// The caller, with this input.
    Input,
}

/// Why, for whom and until when a plugin is closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Quarantine {
    pub closed_for: ClosedFor,
    pub since: SystemTime,
    /// When a run is tried.
    pub until: SystemTime,
    /// How many breakdowns closed it …
    pub traps: usize,
    /// … within this time.
    pub window: Duration,
    /// The last of them, in English.
    pub last: String,
}

/// Who calls with what, as far as it has to be known again.
#[derive(Clone, Copy, Debug)]
struct Call {
    /// None where callers are not told apart: then each breakdown counts for everybody.
    caller: Option<u64>,
    input: u64,
}

/// Counts the breakdowns of one plugin.
#[derive(Default)]
pub(crate) struct Ward {
    /// Whether there is anything in the record: looked at by every run, so that the lock is left to those that matter.
    watched: AtomicBool,
    record: Mutex<Record>,
    /// With keys of its own, so that nobody can make two inputs alike.
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
    /// `until` in it is when it was closed last; [`Breaker::until`] counts.
    why: Quarantine,
    until: Instant,
    pause: Duration,
    /// Whether a run is let through to see.
    trying: bool,
    /// Who broke the plugin: they are let through last.
    by: HashSet<u64>,
}

/// A run that is let in. How it ended is said by [`Pass::end`]; where that is never said, it proved nothing.
pub(crate) struct Pass {
    ward: Arc<Ward>,
    call: Call,
    tries_all: bool,
    tries_caller: bool,
}

impl Ward {
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

    /// Why the plugin is or was closed for everybody, until a run that is let through has ended well.
    pub(crate) fn broken(&self) -> Option<Quarantine> {
        if !self.watched.load(Ordering::Acquire) {
            return None;
        }
        self.record().all.as_ref().map(|breaker| breaker.why.clone())
    }

    /// Lets a run in, or says why not.
    pub(crate) fn admit(
        self: &Arc<Self>,
        now: Instant,
        caller: Option<&str>,
        input: &str,
        limits: &Limits,
    ) -> Result<Pass, Quarantine> {
        let free = |call| Pass { ward: self.clone(), call, tries_all: false, tries_caller: false };
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

    /// Forgets everything.
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
    /// Notes how the run ended; `fault`: how it broke down. True where that closes the plugin for everybody.
    pub(crate) fn end(mut self, now: Instant, fault: Option<&str>, limits: &Limits) -> bool {
        let ward = self.ward.clone();
        let (tries_all, tries_caller) =
            (std::mem::take(&mut self.tries_all), std::mem::take(&mut self.tries_caller));
        let Some(fault) = fault else {
            if tries_all || tries_caller {
                ward.record().ended_well(self.call, tries_all);
            }
            return false;
        };
        if limits.quarantine_traps == 0 {
            return false;
        }
        ward.watched.store(true, Ordering::Release);
        ward.record().broke_down(now, self.call, (tries_all, tries_caller), fault, limits)
    }
}

impl Drop for Pass {
    /// A run that was ended early proved nothing: the next one may try.
    fn drop(&mut self) {
        if !self.tries_all && !self.tries_caller {
            return;
        }
        let mut record = self.ward.record();
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

    /// Whether this very input of the caller has broken the plugin too often.
    fn input_closed(&self, now: Instant, call: Call, limits: &Limits) -> Option<Quarantine> {
        call.caller?;
        let same = |fault: &&Fault| fault.call.caller == call.caller && fault.call.input == call.input;
        let recent = |fault: &&Fault| now.duration_since(fault.at) <= limits.quarantine_window;
        let mut faults = self.faults.iter().filter(same).filter(recent);
        let first = faults.next()?;
        let traps = 1 + faults.count();
        let pause = limits.quarantine_window.saturating_sub(now.duration_since(first.at));
        (traps >= SAME_INPUT)
            .then(|| quarantine(ClosedFor::Input, pause, traps, "this input broke the plugin", limits))
    }

    fn ended_well(&mut self, call: Call, for_all: bool) {
        if for_all {
            self.all = None;
            self.faults.clear();
        }
        if let Some(caller) = call.caller {
            self.callers.remove(&caller);
            self.faults.retain(|fault| fault.call.caller != call.caller);
        }
    }

    /// True where this closes the plugin for everybody.
    fn broke_down(
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

    /// Why this caller is not let through. Those who broke the plugin wait for another pause, so that one who means to
    /// break it is not the one who tries it.
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

    /// One run at a second: how it was refused, or none.
    struct Story {
        ward: Arc<Ward>,
        start: Instant,
        limits: Limits,
    }

    impl Story {
        fn new(traps: usize) -> Self {
            Self { ward: Arc::default(), start: Instant::now(), limits: limits(traps) }
        }

        fn at(&self, second: u64) -> Instant {
            self.start + Duration::from_secs(second)
        }

        fn admit(&self, second: u64, caller: Option<&str>, input: &str) -> Result<Pass, ClosedFor> {
            let admitted = self.ward.admit(self.at(second), caller, input, &self.limits);
            admitted.map_err(|why| why.closed_for)
        }

        /// True where the plugin is closed for everybody by that.
        fn breaks(&self, second: u64, caller: Option<&str>, input: &str) -> bool {
            let pass = self.admit(second, caller, input).expect("it is let in");
            pass.end(self.at(second), Some("a trap"), &self.limits)
        }

        fn works(&self, second: u64, caller: &str) {
            let pass = self.admit(second, Some(caller), "good").expect("it is let in");
            assert!(!pass.end(self.at(second), None, &self.limits));
        }

        fn refusal(&self, second: u64, caller: &str) -> Option<ClosedFor> {
            self.ward
                .closed(self.at(second), Some(caller), Some("new"), &self.limits)
                .map(|why| why.closed_for)
        }
    }

    #[test]
    fn only_breakdowns_within_the_window_close_a_plugin() {
        let story = Story::new(3);
        assert!(!story.breaks(0, None, "") && !story.breaks(50, None, ""));
        assert!(!story.breaks(70, None, ""), "the first is 70 s old");
        assert!(story.ward.broken().is_none());
        assert!(story.breaks(71, None, ""));
        let quarantine = story.ward.broken().expect("three within 60 s");
        assert_eq!((quarantine.traps, quarantine.last.as_str()), (3, "a trap"));
        story.ward.release();
        assert!(story.ward.broken().is_none());
        assert!(!story.breaks(72, None, ""), "a released plugin starts anew");
    }

    #[test]
    fn zero_traps_never_close() {
        let story = Story::new(0);
        assert!((0..100).all(|_| !story.breaks(0, None, "") && !story.breaks(0, Some("a"), "")));
    }

    #[test]
    fn v3_one_caller_closes_a_plugin_for_itself_alone_and_it_opens_again() {
        let story = Story::new(3);
        for input in ["a", "b", "c"] {
            assert!(!story.breaks(0, Some("mallory"), input));
        }
        assert_eq!(story.refusal(1, "mallory"), Some(ClosedFor::Caller));
        assert_eq!(story.refusal(1, "anna"), None);
        // After the pause one run is let through; while it goes on, no other.
        let trial = story.admit(61, Some("mallory"), "d").expect("a trial");
        assert_eq!(story.refusal(61, "mallory"), Some(ClosedFor::Caller));
        assert!(!trial.end(story.at(62), Some("a trap"), &story.limits));
        assert_eq!(story.refusal(62 + 119, "mallory"), Some(ClosedFor::Caller), "the pause doubles");
        drop(story.admit(62 + 120, Some("mallory"), "e").expect("one that is cancelled proves nothing"));
        story.works(62 + 120, "mallory");
        assert_eq!(story.refusal(62 + 120, "mallory"), None);
    }

    #[test]
    fn v3_several_callers_close_it_for_everybody_until_a_run_of_another_ends_well() {
        let story = Story::new(5);
        assert!(!story.breaks(0, Some("a"), "x") && !story.breaks(1, Some("b"), "x"));
        assert!(story.breaks(2, Some("c"), "x"));
        assert_eq!(story.refusal(3, "anna"), Some(ClosedFor::Everybody));
        assert_eq!(story.refusal(62, "a"), Some(ClosedFor::Everybody), "who broke it waits longer");
        assert_eq!(story.refusal(62, "anna"), None);
        assert!(story.ward.broken().is_some());
        story.works(62, "anna");
        assert_eq!((story.refusal(62, "a"), story.ward.broken()), (None, None));
    }

    #[test]
    fn v3_a_trial_that_fails_closes_it_for_longer() {
        let story = Story::new(5);
        for caller in ["a", "b", "c"] {
            story.breaks(0, Some(caller), "x");
        }
        assert!(!story.breaks(60, Some("d"), "x"), "it was closed already");
        assert_eq!(story.refusal(60 + 119, "anna"), Some(ClosedFor::Everybody));
        story.works(60 + 120, "anna");
        assert_eq!(story.refusal(60 + 120, "d"), None);
    }

    #[test]
    fn v3_an_input_that_breaks_it_is_shut_out_by_itself() {
        let story = Story::new(3);
        for _ in 0..2 {
            story.breaks(0, Some("anna"), "bad");
        }
        assert_eq!(story.admit(1, Some("anna"), "bad").err(), Some(ClosedFor::Input));
        story.works(1, "anna");
        assert!(story.admit(1, Some("ben"), "bad").is_ok(), "another caller may try");
        assert!(story.admit(61, Some("anna"), "bad").is_ok(), "after the window, too");
    }
}
