//! Periods of figures: whole days in UTC up to today.

use crate::platform::prelude::*;

/// Days of the figures in lists.
pub(super) const DAYS: i64 = 30;

/// The first of this many days up to today: days since the Unix epoch.
pub(super) fn first_day(days: i64) -> i64 {
    Timestamp::now().day() - days + 1
}

/// A day as `2026-01-31`.
pub(super) fn date_of(day: i64) -> String {
    Timestamp(day * DAY_MS).rfc3339().chars().take(10).collect()
}

pub(super) fn micro_to_usd(micro: i64) -> f64 {
    micro as f64 / 1e6
}
