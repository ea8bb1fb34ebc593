//! The time at which Shoper has signed a message.

const SECOND: u64 = 1000;
const HOUR: u64 = 3600 * SECOND;
/// The clocks of two servers differ by no more.
const SKEW: u64 = 300 * SECOND;
/// Messages are at most as old. A day, because Shoper sends them again, and the hours that zones differ by.
const OLDEST: u64 = 26 * HOUR;

/// The milliseconds since the Unix epoch of `2026-11-26 08:00:00` or of Unix seconds; `None` if it is neither.
///
/// The zone is not documented. A time that lies ahead of `now` has a zone ahead of UTC, and is moved back by whole hours.
pub fn signed_at(text: &str, now: u64) -> Option<u64> {
    let time = match text.parse::<u64>() {
        Ok(seconds) => seconds.checked_mul(SECOND)?,
        Err(_) => utc(text)?,
    };
    let ahead = time.saturating_sub(now.saturating_add(SKEW)).div_ceil(HOUR);
    (ahead <= OLDEST / HOUR).then(|| time.saturating_sub(ahead * HOUR))
}

/// Whether a message of this time is too old.
pub fn is_outdated(time: u64, now: u64) -> bool {
    now.saturating_sub(time) > OLDEST
}

/// The time as one of UTC.
fn utc(text: &str) -> Option<u64> {
    let (date, time) = text.trim().split_once([' ', 'T'])?;
    let [year, month, day] = numbers(date, '-')?;
    let [hour, minute, second] = numbers(time.trim_end_matches('Z'), ':')?;
    let is_one = (1970..10_000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    if !is_one || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    // Years begin with March here, so that the day of a leap year is their last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1;
    // Days from the first of March of the year 0 to the first of January 1970.
    let days = days.checked_sub(719_468)?;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * SECOND)
}

fn numbers(text: &str, mark: char) -> Option<[u64; 3]> {
    let mut parts = text.split(mark).map(|part| part.parse().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::{HOUR, is_outdated, signed_at};

    /// 2026-11-26 08:00:00 in UTC.
    const NOW: u64 = 1_795_680_000_000;

    #[test]
    fn dates_and_unix_seconds_are_read() {
        assert_eq!(signed_at("2026-11-26 08:00:00", NOW), Some(NOW));
        assert_eq!(signed_at("2026-11-26T07:59:59Z", NOW), Some(NOW - 1000));
        assert_eq!(signed_at("1795680000", NOW), Some(NOW));
        assert_eq!(signed_at("2024-02-29 00:00:00", NOW), Some(1_709_164_800_000));
        assert_eq!(signed_at("1970-01-01 00:00:01", NOW), Some(1000));
        for wrong in ["", "yesterday", "2026-11-26", "2026-13-26 08:00:00", "2026-11-26 24:00:00", "-5"] {
            assert_eq!(signed_at(wrong, NOW), None, "{wrong}");
        }
    }

    #[test]
    fn a_zone_ahead_of_utc_is_moved_back() {
        assert_eq!(signed_at("2026-11-26 09:00:00", NOW), Some(NOW));
        assert_eq!(signed_at("2026-11-26 09:58:00", NOW), Some(NOW - 2 * 60_000));
        assert_eq!(signed_at("2026-11-26 08:00:20", NOW), Some(NOW + 20_000));
        assert_eq!(signed_at("2026-12-26 08:00:00", NOW), None);
    }

    #[test]
    fn a_day_later_a_message_is_outdated() {
        assert!(!is_outdated(NOW - 25 * HOUR, NOW) && !is_outdated(NOW + 1, NOW));
        assert!(is_outdated(NOW - 27 * HOUR, NOW));
    }
}
