//! Contract months: counted from the day they began, or the last day of a shorter month.

use time::{Date, Month, OffsetDateTime};

use crate::platform::clock::{DAY_MS, Timestamp};

/// The next end of a period of this many months.
pub fn next(since: Timestamp, now: Timestamp, months: i32) -> Timestamp {
    first_end(since, now, months).unwrap_or_else(|| now.plus_ms(i64::from(months) * 30 * DAY_MS))
}

fn first_end(since: Timestamp, now: Timestamp, months: i32) -> Option<Timestamp> {
    let (from, until) = (moment(since)?, moment(now)?);
    let passed = (until.year() - from.year()) * 12 + i32::from(u8::from(until.month()))
        - i32::from(u8::from(from.month()));
    let mut count = (passed / months * months).max(months);
    loop {
        let end = from.replace_date(later(from.date(), count)?);
        let end = Timestamp(i64::try_from(end.unix_timestamp_nanos() / 1_000_000).ok()?);
        if end > now {
            return Some(end);
        }
        count += months;
    }
}

fn moment(at: Timestamp) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.0) * 1_000_000).ok()
}

fn later(from: Date, months: i32) -> Option<Date> {
    let count = from.year() * 12 + i32::from(u8::from(from.month())) - 1 + months;
    let year = count.div_euclid(12);
    let month = Month::try_from(u8::try_from(count.rem_euclid(12) + 1).ok()?).ok()?;
    Date::from_calendar_date(year, month, from.day().min(month.length(year))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::of_rfc3339(text).expect("a moment")
    }

    fn end(since: &str, now: &str, months: i32) -> String {
        next(at(since), at(now), months).rfc3339()
    }

    #[test]
    fn a_month_ends_on_the_day_it_began() {
        assert_eq!(end("2026-01-15T10:00:00Z", "2026-01-15T10:00:00Z", 1), "2026-02-15T10:00:00Z");
        assert_eq!(end("2026-01-15T10:00:00Z", "2026-02-15T09:59:59Z", 1), "2026-02-15T10:00:00Z");
        assert_eq!(end("2026-01-15T10:00:00Z", "2026-02-15T10:00:00Z", 1), "2026-03-15T10:00:00Z");
        assert_eq!(end("2025-12-31T23:59:59Z", "2027-01-01T00:00:00Z", 1), "2027-01-31T23:59:59Z");
    }

    #[test]
    fn a_month_that_is_too_short_ends_on_its_last_day_and_the_next_one_does_not() {
        assert_eq!(end("2026-01-31T08:00:00Z", "2026-02-01T00:00:00Z", 1), "2026-02-28T08:00:00Z");
        assert_eq!(end("2026-01-31T08:00:00Z", "2026-02-28T08:00:00Z", 1), "2026-03-31T08:00:00Z");
        assert_eq!(end("2024-02-29T08:00:00Z", "2024-03-01T00:00:00Z", 12), "2025-02-28T08:00:00Z");
    }

    #[test]
    fn a_clock_that_goes_back_is_harmless() {
        assert_eq!(end("2026-05-10T00:00:00Z", "2026-01-01T00:00:00Z", 1), "2026-06-10T00:00:00Z");
    }
}
