//! Days of dates in documents and headers, counted from 1970-01-01.

use time::{Date, Month};

/// The Julian day of 1970-01-01.
const EPOCH: i32 = 2_440_588;

fn day(year: i32, month: u8, day: u8) -> Option<u32> {
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    u32::try_from(date.to_julian_day() - EPOCH).ok()
}

/// The day of an ISO date, with or without a time.
pub fn day_of(text: &str) -> Option<u32> {
    let mut parts = text.trim_ascii().get(..10)?.splitn(3, '-');
    let mut number = || parts.next().filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let (year, month, of_month) = (number()?, number()?, number()?);
    day(year.parse().ok()?, month.parse().ok()?, of_month.parse().ok()?)
}

/// The day of an HTTP date such as "Sun, 06 Nov 1994 08:49:37 GMT".
pub fn day_of_header(text: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut parts = text.split_once(',')?.1.split_ascii_whitespace();
    let of_month = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| month.eq_ignore_ascii_case(name))? as u8 + 1;
    day(parts.next()?.parse().ok()?, month, of_month)
}

#[cfg(test)]
mod tests {
    use super::{day_of, day_of_header};

    #[test]
    fn days_count_from_1970() {
        assert_eq!(day_of("1970-01-01"), Some(0));
        assert_eq!(day_of("2026-03-01T10:00:00+01:00"), Some(20_513));
        assert_eq!(day_of_header("Sun, 06 Nov 1994 08:49:37 GMT"), Some(9_075));
        for wrong in ["", "2026-13-01", "2026-02-30", "yesterday", "1969-12-31", "2026-1--01"] {
            assert_eq!(day_of(wrong), None, "{wrong}");
        }
    }
}
