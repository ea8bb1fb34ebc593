//! Formats schema.org opening hours for people.

use crate::platform::prelude::*;

const CODES: [&str; 7] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

fn day_name(day: usize, locale: Locale) -> String {
    let text = match day {
        0 => Text::key("brand.day.monday"),
        1 => Text::key("brand.day.tuesday"),
        2 => Text::key("brand.day.wednesday"),
        3 => Text::key("brand.day.thursday"),
        4 => Text::key("brand.day.friday"),
        5 => Text::key("brand.day.saturday"),
        _ => Text::key("brand.day.sunday"),
    };
    text.say(locale)
}

/// The index of a day such as `Mo`, `Monday` or `https://schema.org/Monday`.
fn day(name: &str) -> Option<usize> {
    let name = name.rsplit(['/', ':']).next()?.trim().to_ascii_lowercase();
    // Two letters identify a day; "PublicHolidays" is not one.
    CODES.iter().position(|code| name.starts_with(code) && (name.len() <= 3 || name.ends_with("day")))
}

/// Formats `[0, 1, 2, 4]` as `Mon–Wed, Fri`.
pub(super) fn days(mut list: Vec<usize>, locale: Locale) -> String {
    list.sort_unstable();
    list.dedup();
    let runs = list.chunk_by(|before, after| before + 1 == *after);
    let names = runs.map(|run| match run {
        [one] => day_name(*one, locale),
        [first, .., last] => format!("{}–{}", day_name(*first, locale), day_name(*last, locale)),
        [] => String::new(),
    });
    names.collect::<Vec<_>>().join(", ")
}

/// One entry of `openingHoursSpecification`; `None` for a closed day or incomplete hours.
pub(super) fn specified(entry: &Value, locale: Locale) -> Option<String> {
    let named: Vec<&str> = match &entry["dayOfWeek"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    let list: Vec<usize> = named.into_iter().filter_map(day).collect();
    let (opens, closes) = (time(&entry["opens"])?, time(&entry["closes"])?);
    (!list.is_empty() && opens != closes)
        .then(|| clock(&format!("{} {opens}–{closes}", days(list, locale)), locale))
}

/// The times of a text in the notation of the language: in Polish 6:30 instead of 06:30.
fn clock(text: &str, locale: Locale) -> String {
    if locale != Locale::Pl {
        return text.to_owned();
    }
    let parts = text.split_inclusive([' ', ',', '–']).map(|part| match part.as_bytes() {
        [b'0', hour, b':', ..] if hour.is_ascii_digit() => &part[1..],
        _ => part,
    });
    parts.collect()
}

/// Formats `09:00:00` as `09:00`.
fn time(value: &Value) -> Option<String> {
    let text = value.as_str()?.trim();
    let time = text.get(..5).unwrap_or(text);
    let (hours, minutes) = time.split_once(':')?;
    (hours.parse::<u8>().is_ok() && minutes.parse::<u8>().is_ok()).then(|| time.to_owned())
}

/// Formats `Mo-Fr 09:00-17:00` of `openingHours`; other formats are unchanged.
pub(super) fn written(text: &str, locale: Locale) -> String {
    let Some((when, hours)) = text.trim().split_once(' ') else { return text.trim().to_owned() };
    let mut list = Vec::new();
    for part in when.split(',') {
        let mut ends = part.split(['-', '–']).map(day);
        match (ends.next().flatten(), ends.next()) {
            (Some(first), Some(Some(last))) if first <= last => list.extend(first..=last),
            (Some(one), None) => list.push(one),
            _ => return text.trim().to_owned(),
        }
    }
    clock(&format!("{} {}", days(list, locale), hours.trim().replace('-', "–")), locale)
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn hours_are_formatted_in_the_readers_language() {
        let week = json!({"dayOfWeek": ["https://schema.org/Tuesday", "Monday", "Wednesday", "Friday"], "opens": "09:00:00", "closes": "17:00"});
        assert_eq!(specified(&week, Locale::En).as_deref(), Some("Mon–Wed, Fri 09:00–17:00"));
        assert_eq!(specified(&week, Locale::Pl).as_deref(), Some("pon.–śr., pt. 9:00–17:00"));
        let closed = json!({"dayOfWeek": "Sunday", "opens": "00:00", "closes": "00:00"});
        assert_eq!(specified(&closed, Locale::En), None);
        assert_eq!(specified(&json!({"opens": "żżżżż", "closes": 5}), Locale::En), None);
        assert_eq!(written("Mo-Fr,Su 9:00-17:00", Locale::En), "Mon–Fri, Sun 9:00–17:00");
        assert_eq!(written("Mo-Fr 06:30-18:00", Locale::Pl), "pon.–pt. 6:30–18:00");
        assert_eq!(clock("00:30–10:05, 20:00", Locale::Pl), "0:30–10:05, 20:00");
        assert_eq!(written("codziennie 9-17", Locale::Pl), "codziennie 9-17");
    }
}
