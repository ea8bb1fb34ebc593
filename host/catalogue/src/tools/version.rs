//! The state of one version of a plugin in use: its counts of runs and traps, and whether it may still run.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use tokio_util::sync::CancellationToken;

/// Why a version is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// It trapped too often, or an administrator closed it.
    Quarantined,
    /// It must not be used: its package or the key that signed it was revoked.
    Revoked,
}

/// Whether a version may run. Closed permanently: a version that is opened again is loaded as a new tool.
#[derive(Debug, Default)]
pub struct Gate {
    closed: OnceLock<Closed>,
    token: CancellationToken,
}

impl Gate {
    pub fn close(&self, why: Closed) {
        if self.closed.set(why).is_ok() {
            self.token.cancel();
        }
    }

    pub fn closed(&self) -> Option<Closed> {
        self.closed.get().copied()
    }

    /// Cancelled when it is closed, so that current runs end.
    pub fn token(&self) -> &CancellationToken {
        &self.token
    }
}

/// The end of a run, as far as the plugin is responsible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Success, or a failure that is not the plugin's fault.
    Fine,
    /// The plugin's fault: a limit, or a result that violates its schema.
    Failed,
    /// It trapped.
    Trapped,
}

/// Counts of runs of a version since they were last stored.
#[derive(Debug, Default)]
pub struct Tally {
    runs: AtomicU64,
    failures: AtomicU64,
    traps: AtomicU64,
}

/// How often a version ran and failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub runs: i64,
    /// By the plugin's fault, including traps.
    pub failures: i64,
    pub traps: i64,
}

impl Tally {
    pub fn note(&self, end: End) {
        self.runs.fetch_add(1, Relaxed);
        if end != End::Fine {
            self.failures.fetch_add(1, Relaxed);
        }
        if end == End::Trapped {
            self.traps.fetch_add(1, Relaxed);
        }
    }

    /// Takes the counts to store them.
    pub fn take(&self) -> Counts {
        let take = |count: &AtomicU64| i64::try_from(count.swap(0, Relaxed)).unwrap_or(i64::MAX);
        Counts { runs: take(&self.runs), failures: take(&self.failures), traps: take(&self.traps) }
    }

    /// Returns counts that could not be stored.
    pub fn give_back(&self, counts: Counts) {
        let add = |count: &AtomicU64, more: i64| {
            count.fetch_add(u64::try_from(more).unwrap_or_default(), Relaxed);
        };
        add(&self.runs, counts.runs);
        add(&self.failures, counts.failures);
        add(&self.traps, counts.traps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_taken_once() {
        let tally = Tally::default();
        for end in [End::Fine, End::Failed, End::Trapped] {
            tally.note(end);
        }
        let counts = Counts { runs: 3, failures: 2, traps: 1 };
        assert_eq!((tally.take(), tally.take()), (counts, Counts::default()));
        tally.give_back(counts);
        assert_eq!(tally.take(), counts);
    }

    #[test]
    fn a_gate_is_closed_once() {
        let gate = Gate::default();
        assert!(gate.closed().is_none() && !gate.token().is_cancelled());
        gate.close(Closed::Revoked);
        gate.close(Closed::Quarantined);
        assert_eq!(gate.closed(), Some(Closed::Revoked));
        assert!(gate.token().is_cancelled());
    }
}
