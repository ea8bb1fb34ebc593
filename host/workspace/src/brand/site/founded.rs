//! The year in which a company began, as a page says it.

use super::pattern;

// What follows the year tells a price or a date from it.
pattern!(
    SINCE,
    r"(?i)\b(?:od|since|est\.?|established(?: in)?|founded(?: in)?|zał(?:\.|ożon\p{L}*)(?: w)?|rok założenia|powstał\p{L}*(?: w)?|in business since|serving \p{L}+ since)(?:\s*:)?\s+(?:roku\s+|r\.\s+)?(1[6-9]\d\d|20[0-4]\d)\b(\s*(?:zł|pln|eur|€|\$|£|\d|%|[-–]\s*\d|sztuk|szt|m²|kg))?"
);

/// The earliest year before this one; none if the page names none.
pub(in super::super) fn year(lines: &[String], now: i32) -> Option<i32> {
    let years = lines.iter().flat_map(|line| {
        SINCE
            .captures_iter(line)
            .filter(|found| found.get(2).is_none())
            .filter_map(|found| found[1].parse().ok())
    });
    years.filter(|year| *year < now).min()
}
