//! When a new version is rolled back automatically. The complete rule:
//!
//! Of the runs since its release, at least [`ENOUGH`] failed by the version's fault, and their proportion exceeds
//! that of the previous version by more than [`FAILURES_MORE`]; or the same for runs that trapped ([`ENOUGH_TRAPS`],
//! [`TRAPS_MORE`]); or at least [`ENOUGH`] of its rated documents have a bad rating, and their proportion exceeds
//! that of the previous version by more than [`RATINGS_MORE`].
//!
//! A previous version without runs or ratings counts as faultless.
//!
//! The same must hold for accounts, each counted once, and there must be [`ENOUGH_ACCOUNTS`] of them: one account
//! cannot take a version from others, however often it makes it fail. A version that serves one account is judged by
//! that account.

use serde::{Deserialize, Serialize};

use crate::catalogue::tools::Counts;

const ENOUGH: i64 = 5;
const ENOUGH_TRAPS: i64 = 3;
const ENOUGH_ACCOUNTS: i64 = 3;
const FAILURES_MORE: f64 = 0.10;
const TRAPS_MORE: f64 = 0.02;
const RATINGS_MORE: f64 = 0.25;

/// The counts of a version.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Record {
    pub counts: Counts,
    pub good: i64,
    pub bad: i64,
}

/// The kind of fault that increased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rise {
    Failures,
    Traps,
    Ratings,
}

/// Why a version was rolled back: the count, and the percentages of this version and the previous one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Broken {
    pub rise: Rise,
    pub count: i64,
    pub percent: i64,
    pub percent_before: i64,
}

impl Record {
    /// The faulty part and the total.
    fn part(&self, rise: Rise) -> (i64, i64) {
        match rise {
            Rise::Failures => (self.counts.failures, self.counts.runs),
            Rise::Traps => (self.counts.traps, self.counts.runs),
            Rise::Ratings => (self.bad, self.good + self.bad),
        }
    }
}

impl Rise {
    /// In the order in which they are reported.
    const ALL: [Self; 3] = [Self::Traps, Self::Failures, Self::Ratings];

    /// The minimum count, and the minimum increase of the proportion.
    fn more(self) -> (i64, f64) {
        match self {
            Self::Failures => (ENOUGH, FAILURES_MORE),
            Self::Traps => (ENOUGH_TRAPS, TRAPS_MORE),
            Self::Ratings => (ENOUGH, RATINGS_MORE),
        }
    }
}

/// The part of the rule that a version breaks; `None` if it may stay.
pub fn broken(now: &Record, before: &Record) -> Option<Broken> {
    Rise::ALL.into_iter().find_map(|rise| rises(rise, rise.more().0, now, before))
}

/// Whether enough accounts contributed to a rise. Both records count accounts instead of runs and documents; `alone`
/// means that the version serves one account.
pub fn is_shared(rise: Rise, now: &Record, before: &Record, alone: bool) -> bool {
    rises(rise, if alone { 1 } else { ENOUGH_ACCOUNTS }, now, before).is_some()
}

fn rises(rise: Rise, enough: i64, now: &Record, before: &Record) -> Option<Broken> {
    let ((count, of), (count_before, of_before)) = (now.part(rise), before.part(rise));
    let (part, part_before) = (share(count, of), share(count_before, of_before));
    (count >= enough && part > part_before + rise.more().1).then(|| Broken {
        rise,
        count,
        percent: percent(part),
        percent_before: percent(part_before),
    })
}

fn share(count: i64, of: i64) -> f64 {
    if of <= 0 { 0.0 } else { count as f64 / of as f64 }
}

fn percent(share: f64) -> i64 {
    (share * 100.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(runs: i64, failures: i64, traps: i64) -> Record {
        Record { counts: Counts { runs, failures, traps }, ..Record::default() }
    }

    fn rated(good: i64, bad: i64) -> Record {
        Record { good, bad, ..Record::default() }
    }

    fn rise(now: &Record, before: &Record) -> Option<Rise> {
        broken(now, before).map(|broken| broken.rise)
    }

    #[test]
    fn few_faults_prove_nothing() {
        assert_eq!(rise(&runs(4, 4, 2), &runs(100, 0, 0)), None);
        assert_eq!(rise(&rated(0, 4), &rated(10, 0)), None);
    }

    #[test]
    fn a_version_as_faulty_as_the_one_before_stays() {
        assert_eq!(rise(&runs(100, 20, 0), &runs(1_000, 190, 0)), None);
        assert_eq!(rise(&runs(1_000, 9, 9), &runs(1_000, 0, 0)), None, "0.9 % is no rise");
        assert_eq!(rise(&rated(10, 10), &rated(10, 5)), None);
    }

    #[test]
    fn v3_one_account_rolls_back_no_version_of_others() {
        let none = Record::default();
        assert!(!is_shared(Rise::Traps, &runs(2, 2, 2), &none, false));
        assert!(is_shared(Rise::Traps, &runs(3, 3, 3), &none, false));
        assert!(is_shared(Rise::Traps, &runs(1, 1, 1), &none, true));
        assert!(
            !is_shared(Rise::Failures, &runs(100, 3, 0), &none, false),
            "3 % of the accounts are no rise"
        );
        assert!(!is_shared(Rise::Ratings, &rated(0, 1), &none, false));
    }

    #[test]
    fn a_rise_is_reported_with_its_figures() {
        let why = broken(&runs(20, 5, 0), &runs(100, 1, 0));
        assert_eq!(why, Some(Broken { rise: Rise::Failures, count: 5, percent: 25, percent_before: 1 }));
        assert_eq!(rise(&runs(20, 3, 3), &Record::default()), Some(Rise::Traps));
        assert_eq!(rise(&rated(5, 5), &rated(9, 1)), Some(Rise::Ratings));
    }
}
