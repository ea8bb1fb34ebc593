//! When a kind of job runs by itself.

use std::time::Duration;

use croner::Cron;

use crate::clock::Timestamp;

/// The times of a scheduled kind. All processes together run it once at each time.
#[derive(Debug, Clone, Copy)]
pub enum Schedule {
    /// At this interval after the last time.
    Every(Duration),
    /// At the times of a cron expression of five fields, in UTC.
    Cron(&'static str),
}

impl Schedule {
    pub const HOURLY: Self = Self::Every(Duration::from_secs(3600));

    /// The first time of a kind on a server that starts now: periodic work is done at once.
    pub(super) fn first(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Every(_) => now,
            Self::Cron(_) => self.after(now),
        }
    }

    /// The next time after the given one.
    pub(super) fn after(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Every(period) => now.plus_ms(i64::try_from(period.as_millis()).unwrap_or(i64::MAX)),
            Self::Cron(expression) => next_of(expression, now).unwrap_or_else(|| {
                tracing::error!(expression, "not a cron expression that comes again");
                now.plus_ms(crate::clock::DAY_MS)
            }),
        }
    }
}

fn next_of(expression: &str, now: Timestamp) -> Option<Timestamp> {
    let cron: Cron = expression.parse().ok()?;
    let now = chrono::DateTime::from_timestamp_millis(now.0)?;
    let next = cron.find_next_occurrence(&now, false).ok()?;
    Some(Timestamp(next.timestamp_millis()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cron_expressions_name_the_next_time() {
        let at = |text| Timestamp::of_rfc3339(text).expect("a moment");
        let daily = Schedule::Cron("30 3 * * *");
        assert_eq!(daily.after(at("2026-03-01T03:29:59Z")), at("2026-03-01T03:30:00Z"));
        assert_eq!(daily.after(at("2026-03-01T03:30:00Z")), at("2026-03-02T03:30:00Z"));
        assert_eq!(Schedule::Cron("0 0 1 * *").after(at("2026-12-01T00:00:00Z")), at("2027-01-01T00:00:00Z"));
    }
}
