//! How long a browser may keep a file.

/// Seconds of a day.
const DAY: u64 = 86_400;
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The seconds by the headers Cache-Control and Expires, at a day since 1970-01-01.
pub fn age(control: &str, expires: &str, today: u32) -> u64 {
    let mut most = None;
    for part in control.split(',') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "no-store" | "no-cache" => return 0,
            "max-age" => most = Some(value.trim().trim_matches('"').parse().unwrap_or(0)),
            _ => {}
        }
    }
    most.unwrap_or_else(|| {
        let day = day_of(expires).unwrap_or(0);
        day.saturating_sub(u64::from(today)) * DAY
    })
}

/// The day of an HTTP date such as "Thu, 31 Dec 2037 23:55:55 GMT", since 1970-01-01.
fn day_of(date: &str) -> Option<u64> {
    let mut parts = date.split_once(',')?.1.split_ascii_whitespace();
    let day: u64 = parts.next()?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| month.eq_ignore_ascii_case(name))? as u64;
    let year: u64 = parts.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    // Years begin with March, so that the day of a leap year is the last one.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let days = year * 365 + year / 4 - year / 100 + year / 400;
    (days + (153 * month + 2) / 5 + day).checked_sub(719_469)
}

#[cfg(test)]
mod tests {
    use super::{DAY, age, day_of};

    #[test]
    fn headers_say_how_long_a_file_is_kept() {
        assert_eq!(day_of("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(day_of("Sun, 06 Nov 1994 08:49:37 GMT"), Some(9_075));
        assert_eq!(day_of("Thu, 29 Feb 2024 00:00:00 GMT"), Some(19_782));
        assert_eq!(age("public, max-age=604800", "", 0), 604_800);
        assert_eq!(age("max-age=10, no-cache", "", 0), 0);
        assert_eq!(age("", "Thu, 29 Feb 2024 00:00:00 GMT", 19_780), 2 * DAY);
        assert_eq!(age("private", "0", 19_780), 0);
        assert_eq!(age("", "", 19_780), 0);
    }
}
