//! Days as readers write them, in UTC.

use crate::clock::Timestamp;
use crate::locale::Locale;

const MONTHS: [(&str, &str); 12] = [
    ("January", "stycznia"),
    ("February", "lutego"),
    ("March", "marca"),
    ("April", "kwietnia"),
    ("May", "maja"),
    ("June", "czerwca"),
    ("July", "lipca"),
    ("August", "sierpnia"),
    ("September", "września"),
    ("October", "października"),
    ("November", "listopada"),
    ("December", "grudnia"),
];

/// The day in UTC, such as `1 January 2027`.
pub fn spoken(at: Timestamp, locale: Locale) -> String {
    let date = at.date();
    let mut parts = date.splitn(3, '-').map(|part| part.parse::<usize>().unwrap_or_default());
    let (year, month, day) = (parts.next(), parts.next().unwrap_or(1), parts.next());
    let (en, pl) = MONTHS[month.clamp(1, 12) - 1];
    format!("{} {} {}", day.unwrap_or_default(), locale.pick(en, pl), year.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_readers_write_it() {
        let day = Timestamp::of_date("2027-01-05").expect("a day");
        assert_eq!(
            (spoken(day, Locale::En), spoken(day, Locale::Pl)),
            ("5 January 2027".into(), "5 stycznia 2027".into())
        );
        let at = Timestamp::of_rfc3339("2026-11-07T12:00:00Z").expect("a time");
        assert_eq!(
            (spoken(at, Locale::En), spoken(at, Locale::Pl)),
            ("7 November 2026".into(), "7 listopada 2026".into())
        );
    }
}
