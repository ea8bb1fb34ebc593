//! The days of a dashboard: the last thirty in the reader's time zone.

use serde::Deserializer;

use crate::platform::prelude::*;

/// Days that are shown.
const SHOWN: i64 = 30;
const MINUTE_MS: i64 = 60_000;
/// Minutes of the widest time zones.
const WIDEST: i64 = 14 * 60;

/// The days until today. A day is a number since the Unix epoch.
pub(super) struct Days {
    today: i64,
    offset_ms: i64,
}

impl Days {
    pub(super) fn until(now: Timestamp, utc_offset: i64) -> Self {
        let offset_ms = utc_offset * MINUTE_MS;
        Self { today: now.plus_ms(offset_ms).day(), offset_ms }
    }

    pub(super) fn today(&self) -> i64 {
        self.today
    }

    pub(super) fn offset_ms(&self) -> i64 {
        self.offset_ms
    }

    /// When the last `count` days, with today, have begun.
    pub(super) fn begin_of(&self, count: i64) -> Timestamp {
        Timestamp((self.today - count + 1) * DAY_MS - self.offset_ms)
    }

    /// When the first day has begun.
    pub(super) fn since(&self) -> Timestamp {
        self.begin_of(SHOWN)
    }

    /// Ids of the first day are not lower. An id is made some time before its row.
    pub(super) fn first_id(&self) -> String {
        self.since().plus_ms(-DAY_MS).first_id()
    }

    pub(super) fn dates(&self) -> Vec<String> {
        (self.today - SHOWN + 1..=self.today).map(date).collect()
    }

    /// The place of a day among those that are shown.
    pub(super) fn place(&self, day: i64) -> Option<usize> {
        usize::try_from(day - (self.today - SHOWN + 1)).ok().filter(|place| *place < SHOWN as usize)
    }

    pub(super) fn zeros() -> Vec<i64> {
        vec![0; SHOWN as usize]
    }
}

/// A day as `2026-11-26`.
pub(super) fn date(day: i64) -> String {
    Timestamp(day * DAY_MS).rfc3339().chars().take(10).collect()
}

/// Deserializes the offset of a time zone, in minutes.
pub(super) fn offset<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<i64, D::Error> {
    let offset = i64::deserialize(deserializer)?;
    if offset.abs() > WIDEST {
        return Err(serde::de::Error::custom("no time zone is that far from UTC"));
    }
    Ok(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_the_readers_midnight() {
        let late = Timestamp::of_rfc3339("2026-11-26T23:30:00Z").expect("a moment");
        let utc = Days::until(late, 0);
        assert_eq!(utc.begin_of(1).rfc3339(), "2026-11-26T00:00:00Z");
        assert_eq!(utc.since().rfc3339(), "2026-10-28T00:00:00Z");
        let warsaw = Days::until(late, 60);
        assert_eq!(warsaw.begin_of(1).rfc3339(), "2026-11-26T23:00:00Z");
        assert_eq!(warsaw.dates().last().map(String::as_str), Some("2026-11-27"));
        assert_eq!(warsaw.dates().len(), 30);
        assert_eq!(warsaw.place(warsaw.today()), Some(29));
        assert_eq!((warsaw.place(warsaw.today() + 1), warsaw.place(0)), (None, None));
    }
}
