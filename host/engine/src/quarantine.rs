//! A plugin that breaks down again and again is closed, so that it cannot wear the machine out.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use crate::limits::Limits;

/// Why and since when a plugin is closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Quarantine {
    pub since: SystemTime,
    /// How many breakdowns closed it …
    pub traps: usize,
    /// … within this time.
    pub window: Duration,
    /// The last of them, in English.
    pub last: String,
}

/// Counts the breakdowns of one plugin.
#[derive(Default)]
pub(crate) struct Ward {
    /// Looked at by every run, so that the lock is left to those that break down.
    closed: AtomicBool,
    record: Mutex<Record>,
}

#[derive(Default)]
struct Record {
    traps: VecDeque<Instant>,
    quarantine: Option<Quarantine>,
}

impl Ward {
    pub(crate) fn quarantine(&self) -> Option<Quarantine> {
        if !self.closed.load(Ordering::Acquire) {
            return None;
        }
        self.record().quarantine.clone()
    }

    /// True where this breakdown closes the plugin.
    pub(crate) fn note(&self, now: Instant, what: &str, limits: &Limits) -> bool {
        if limits.quarantine_traps == 0 {
            return false;
        }
        let mut record = self.record();
        record.traps.push_back(now);
        while record.traps.front().is_some_and(|&trap| now.duration_since(trap) > limits.quarantine_window) {
            record.traps.pop_front();
        }
        if record.traps.len() < limits.quarantine_traps || record.quarantine.is_some() {
            return false;
        }
        record.quarantine = Some(Quarantine {
            since: SystemTime::now(),
            traps: limits.quarantine_traps,
            window: limits.quarantine_window,
            last: what.to_owned(),
        });
        self.closed.store(true, Ordering::Release);
        true
    }

    pub(crate) fn release(&self) {
        let mut record = self.record();
        *record = Record::default();
        self.closed.store(false, Ordering::Release);
    }

    fn record(&self) -> std::sync::MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_breakdowns_within_the_window_close_a_plugin() {
        let limits = Limits { quarantine_traps: 3, ..Limits::default() };
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let ward = Ward::default();

        assert!(!ward.note(at(0), "a", &limits));
        assert!(!ward.note(at(50), "b", &limits));
        assert!(!ward.note(at(70), "c", &limits), "the first is 70 s old");
        assert!(ward.quarantine().is_none());
        assert!(ward.note(at(71), "d", &limits));
        let quarantine = ward.quarantine().expect("three within 60 s");
        assert_eq!((quarantine.traps, quarantine.last.as_str()), (3, "d"));

        ward.release();
        assert!(ward.quarantine().is_none());
        assert!(!ward.note(at(72), "e", &limits), "a released plugin starts anew");
    }

    #[test]
    fn zero_traps_never_close() {
        let limits = Limits { quarantine_traps: 0, ..Limits::default() };
        let ward = Ward::default();
        assert!((0..100).all(|_| !ward.note(Instant::now(), "x", &limits)));
        assert!(ward.quarantine().is_none());
    }
}
