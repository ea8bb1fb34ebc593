//! Opening hours in text: tables, lists and sentences in Polish and English.
//!
//! The lines of a page become words that matter: days, ranges of times, "closed". Days collect until a time follows
//! them, in the same line or in the next cell.

use super::super::hours;
use super::{has_any, pattern};
use crate::platform::error::Text;
use crate::platform::fold::fold;
use crate::platform::locale::Locale;

pattern!(
    WORD,
    r"(?x)
    (?P<open>\b\d{1,2})(?:[:.](?P<open_min>\d{2}))?(?:\s?(?P<open_half>a\.?m\.?|p\.?m\.?))?
        \s?(?:-|–|—|do|to|until|till)\s?
        (?P<close>\d{1,2})(?:[:.](?P<close_min>\d{2}))?(?:\s?(?P<close_half>a\.?m\.?|p\.?m\.?))?(?P<rest>[\p{L}\d.:/%]*)
    | (?P<all>24/7|24\s?h\b|calodobowo|24\ hours)
    | (?P<range>-|–|—)
    | (?P<word>\p{L}+)
    | (?P<number>\d[\d:.,/]*)"
);

/// Names of days in Polish, folded, with their inflected forms, and in English; each with its abbreviations. Those
/// of two letters in English are words of sentences as well.
const DAYS: [(&[&str], &[&str]); 7] = [
    (&["monday", "poniedzial"], &["mon", "pon", "pn", "poniedz"]),
    (&["tuesday", "wtor"], &["tue", "tues", "wt", "wto"]),
    (&["wednesday", "srod"], &["wed", "weds", "sr", "sro"]),
    (&["thursday", "czwart"], &["thu", "thur", "thurs", "cz", "czw"]),
    (&["friday", "piat"], &["fri", "pt", "pia"]),
    (&["saturday", "sobo"], &["sat", "sob", "sb"]),
    (&["sunday", "niedz"], &["sun", "nd", "ndz", "niedz"]),
];
const MONTHS: &[&str] = &[
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "stycz", "lut",
    "kwie", "maj", "czerw", "lip", "sierp", "wrze", "pazdz", "listop", "grud",
];
/// Words in a line that say that its times are opening hours.
const HEADINGS: &[&str] =
    &["godziny otwarcia", "otwarte", "czynne", "czynny", "opening", "open ", "godziny pracy", "hours"];
/// Words between days and their hours.
const MOST_BETWEEN: usize = 3;
/// What closes and opens at these days.
type Entry = (Vec<usize>, Option<String>);

#[derive(Debug, PartialEq)]
enum Word {
    Days(Vec<usize>),
    /// From the day before it to the day after it.
    Range,
    And,
    Hours(String),
    Closed,
    Month,
    Other,
    Line,
}

/// The opening hours in the lines of a page, in the page's language; empty if there are none.
pub(in super::super) fn hours(lines: &[String], locale: Locale) -> String {
    let entries = entries(&words(lines));
    if entries.iter().all(|(_, hours)| hours.is_none()) {
        return without_days(lines);
    }
    let closed = Text::key("brand.closed").say(locale);
    let mut said: Vec<(Vec<usize>, &str)> = Vec::new();
    for (days, hours) in &entries {
        let hours = hours.as_deref().unwrap_or(&closed);
        match said.iter_mut().find(|(_, known)| *known == hours) {
            Some((known, _)) => known.extend(days),
            None => said.push((days.clone(), hours)),
        }
    }
    said.sort_by_key(|(days, _)| days.iter().copied().min());
    said.into_iter()
        .map(|(days, when)| format!("{} {when}", hours::days(days, locale)))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Hours of every day, such as `Opening hours: 8:00–16:00`.
fn without_days(lines: &[String]) -> String {
    let found = lines.iter().find_map(|line| {
        let words = words(std::slice::from_ref(line));
        match &words[..] {
            _ if !has_any(&fold(line), HEADINGS) || line.chars().count() > 60 => None,
            words => words.iter().find_map(|word| match word {
                Word::Hours(hours) if hours.contains(':') => Some(hours.clone()),
                _ => None,
            }),
        }
    });
    found.unwrap_or_default()
}

fn words(lines: &[String]) -> Vec<Word> {
    let mut words = Vec::new();
    for line in lines {
        let folded = fold(line);
        words.extend(WORD.captures_iter(&folded).map(|found| word(&found)));
        words.push(Word::Line);
    }
    words
}

fn word(found: &regex::Captures) -> Word {
    let group = |name: &str| found.name(name).map(|found| found.as_str());
    if group("open").is_some() {
        return period(found).map_or(Word::Other, Word::Hours);
    }
    if group("all").is_some() {
        return Word::Hours("0:00–24:00".to_owned());
    }
    let Some(word) = group("word") else {
        return if group("range").is_some() { Word::Range } else { Word::Other };
    };
    if let Some(day) = day(word) {
        return Word::Days(vec![day]);
    }
    match word {
        "do" | "to" | "through" | "thru" => Word::Range,
        "i" | "oraz" | "and" => Word::And,
        "codziennie" | "daily" | "everyday" => Word::Days((0..7).collect()),
        "weekdays" | "robocze" => Word::Days((0..5).collect()),
        "weekend" | "weekends" | "weekendy" => Word::Days(vec![5, 6]),
        "zamkniete" | "nieczynne" | "nieczynny" | "zamkniety" | "closed" | "nieczynna" => Word::Closed,
        word if MONTHS.iter().any(|month| word.starts_with(month)) => Word::Month,
        _ => Word::Other,
    }
}

fn day(word: &str) -> Option<usize> {
    DAYS.iter().position(|(starts, short)| {
        short.contains(&word)
            || starts.iter().any(|start| word.starts_with(start) && word.len() <= start.len() + 4)
    })
}

/// A range of times as it is displayed; `None` if it is a date or a number.
fn period(found: &regex::Captures) -> Option<String> {
    let group = |name: &str| found.name(name).map(|found| found.as_str());
    if group("rest").is_some_and(|rest| !matches!(rest, "" | "." | "h" | "uhr")) {
        return None;
    }
    // `12–14.05` is a date.
    let has_one = group("open_min").is_some() != group("close_min").is_some();
    if has_one && found[0].contains('.') {
        return None;
    }
    let halves = [group("open_half"), group("close_half")];
    let time = |hour: &str, minute: &str, half: Option<&str>| {
        let hour: u8 = group(hour)?.parse().ok()?;
        let minute: u8 = group(minute).unwrap_or("0").parse().ok()?;
        // Other minutes are those of a date or of a timetable.
        let fits = minute < 60 && minute.is_multiple_of(5) && hour <= if half.is_some() { 12 } else { 24 };
        fits.then_some((hour, minute))
    };
    let (open, close) = (time("open", "open_min", halves[0])?, time("close", "close_min", halves[1])?);
    if halves[1].is_some() {
        let half = |half: Option<&str>| half.unwrap_or_default().replace('.', "");
        let shown = |(hour, minute): (u8, u8), half: &str| match minute {
            0 => format!("{hour}{half}"),
            minute => format!("{hour}:{minute:02}{half}"),
        };
        return Some(format!("{}–{}", shown(open, &half(halves[0])), shown(close, &half(halves[1]))));
    }
    // Without minutes, a range that ends before it begins is a list of other numbers. Bars close after midnight.
    let has_minutes = group("open_min").is_some() && group("close_min").is_some();
    let fits = if has_minutes { open != close } else { open < close && close.0 - open.0 >= 2 };
    fits.then(|| format!("{}:{:02}–{}:{:02}", open.0, open.1, close.0, close.1))
}

/// Days with their hours. Hours of a day that is known are those of another place, and are left out.
fn entries(words: &[Word]) -> Vec<Entry> {
    let mut found: Vec<Entry> = Vec::new();
    let (mut days, mut between, mut is_done) = (Vec::new(), 0, false);
    for (place, word) in words.iter().enumerate() {
        match word {
            Word::Days(more) => {
                if is_done {
                    (days, is_done) = (Vec::new(), false);
                }
                match (place.checked_sub(1).map(|place| &words[place]), days.last(), &more[..]) {
                    (Some(Word::Range), Some(first), [last]) if first <= last => {
                        days.extend(*first + 1..=*last)
                    }
                    _ => days.extend(more),
                }
                between = 0;
            }
            Word::Hours(_) if words.get(place + 1) == Some(&Word::Month) => days.clear(),
            Word::Hours(hours) if !days.is_empty() => {
                match found.last_mut() {
                    // A second range of the same days, such as after a break.
                    Some((known, Some(before))) if is_done && *known == days => {
                        before.push_str(", ");
                        before.push_str(hours);
                    }
                    _ => add(&mut found, &days, Some(hours.clone())),
                }
                (between, is_done) = (0, true);
            }
            Word::Closed if !days.is_empty() && !is_done => {
                add(&mut found, &days, None);
                is_done = true;
            }
            Word::Range | Word::And | Word::Line => {}
            Word::Hours(_) | Word::Closed => {}
            Word::Month | Word::Other => {
                between += 1;
                if between > MOST_BETWEEN {
                    days.clear();
                }
            }
        }
    }
    found
}

fn add(found: &mut Vec<Entry>, days: &[usize], hours: Option<String>) {
    let is_known = days.iter().any(|day| found.iter().any(|(known, _)| known.contains(day)));
    if !is_known {
        found.push((days.to_vec(), hours));
    }
}
