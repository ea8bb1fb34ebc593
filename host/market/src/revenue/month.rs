//! Calendar months, in UTC.

use serde::Serializer;
use time::{Date, Month as Name, OffsetDateTime};

use crate::platform::prelude::*;

/// Days from the epoch of the Julian day number to the Unix epoch.
const EPOCH: i32 = 2_440_588;

/// A month: months since the year 0 in the database, `2026-11` in the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = String, pattern = "^[0-9]{4}-(0[1-9]|1[0-2])$", example = "2026-11")]
pub struct Month(i64);

impl Month {
    /// The month of a day since the Unix epoch.
    pub fn of_day(day: i64) -> Self {
        let date = date(day).unwrap_or(Date::MIN);
        Self(i64::from(date.year()) * 12 + i64::from(u8::from(date.month())) - 1)
    }

    pub fn now() -> Self {
        Self::of_day(Timestamp::now().day())
    }

    /// Parses a month of the API.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let digits =
            |text: &str, count| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
        let month: i64 = digits(month, 2).then(|| month.parse().ok())??;
        let year: i64 = digits(year, 4).then(|| year.parse().ok())??;
        (1..=12).contains(&month).then_some(Self(year * 12 + month - 1))
    }

    /// The month in a URL path; 404 if invalid.
    pub fn of_path(text: &str) -> Result<Self> {
        Self::parse(text).ok_or_else(Problem::not_found)
    }

    pub fn plus(self, months: i64) -> Self {
        Self(self.0 + months)
    }

    /// How many months it is later than another.
    pub fn since(self, other: Self) -> i64 {
        self.0 - other.0
    }

    /// Its first day, since the Unix epoch.
    pub fn first_day(self) -> i64 {
        let (year, month) = self.parts();
        let name = Name::try_from(month).unwrap_or(Name::January);
        let date = Date::from_calendar_date(year, name, 1).unwrap_or(Date::MIN);
        i64::from(date.to_julian_day() - EPOCH)
    }

    fn parts(self) -> (i32, u8) {
        let year = i32::try_from(self.0.div_euclid(12)).unwrap_or_default();
        (year, u8::try_from(self.0.rem_euclid(12) + 1).unwrap_or(1))
    }

    pub fn text(self) -> String {
        let (year, month) = self.parts();
        format!("{year:04}-{month:02}")
    }

    /// The month as a value of a message.
    pub fn said(self) -> Value {
        let (year, month) = self.parts();
        by_language(&format!("{month:02}/{year}"), &format!("{month:02}.{year}"))
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

fn date(day: i64) -> Option<Date> {
    OffsetDateTime::from_unix_timestamp(day.checked_mul(86_400)?).ok().map(OffsetDateTime::date)
}

/// A day since the Unix epoch, written as `2026-11-30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(transparent)]
pub struct Day(pub i64);

impl Day {
    /// `None` if the format is wrong, or the day does not exist.
    pub fn parse(text: &str) -> Option<Self> {
        let midnight = Timestamp::of_rfc3339(&format!("{text}T00:00:00Z"))?;
        Some(Self(midnight.day())).filter(|day| day.text() == text)
    }

    fn text(self) -> String {
        let text = Timestamp(self.0 * DAY_MS).rfc3339();
        text[..text.len().min(10)].to_owned()
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_read_as_it_is_written() {
        for text in ["1970-01", "2026-11", "2026-12", "2028-02"] {
            let month = Month::parse(text).expect("a month");
            assert_eq!(month.text(), text);
            assert_eq!(Month::of_day(month.first_day()), month);
            assert_eq!(Month::of_day(month.first_day() - 1), month.plus(-1));
        }
        for wrong in ["2026", "2026-13", "2026-00", "26-11", "2026-1", "+026-11", "2026-11-01", ""] {
            assert_eq!(Month::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Month::parse("1970-02").map(Month::first_day), Some(31));
    }

    #[test]
    fn a_day_is_read_as_it_is_written() {
        assert_eq!(Day::parse("1970-01-02"), Some(Day(1)));
        assert_eq!(Day(1).text(), "1970-01-02");
        for wrong in ["2026-02-30", "2026-2-3", "today", "2026-11-30T00:00:00Z"] {
            assert_eq!(Day::parse(wrong), None, "{wrong}");
        }
    }
}
