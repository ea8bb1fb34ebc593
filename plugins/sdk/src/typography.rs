//! Polish typography of finished drafts: no-break spaces where a line may not end, and full stops after quotations.

use crate::language::Language;
use crate::output::{Output, Value};
use crate::short::without_stop;
use crate::word_list::Words;
use crate::words;

/// Units and abbreviations that stay beside their number.
const UNITS: Words = words![
    "zł", "gr", "PLN", "EUR", "euro", "USD", "tys", "mln", "mld", "proc", "pkt", "szt", "os", "r", "kg",
    "dag", "g", "mg", "t", "km", "m", "dm", "cm", "mm", "m²", "m³", "m2", "ha", "l", "ml", "h", "godz",
    "min", "s", "Wh", "kWh", "W", "kW", "V", "A", "Nm", "MB", "GB", "TB", "Hz", "GHz", "px", "°C", "%", "€",
    "$", "£",
];

/// Parts for search engines and addresses, in which a space separates.
const TERMS: Words = words!["search_terms", "hashtags", "tags", "target_keyword", "slug", "path1", "path2"];

/// Binds the prose of a draft in this language. Characters stay as many as they were.
pub(crate) fn set(variant: &mut impl Output, language: Language) {
    if language != Language::Pl {
        return;
    }
    for (place, _) in variant.parts().iter().enumerate().filter(|(_, part)| !TERMS.contains(part.name)) {
        let lines = match variant.value(place) {
            Value::Text(text) => vec![bound(&stopped(text))],
            Value::List(list) => list.iter().map(|entry| bound(&stopped(entry))).collect(),
            Value::Number(_) => continue,
        };
        variant.set(place, lines);
    }
}

/// `text` with its full stops after the closing quotation marks: „…nie z nimi”. That of an abbreviation stays.
fn stopped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(".”") {
        out.push_str(before);
        let is_abbreviation = without_stop(&[before, "."].concat()).len() > before.len();
        out.push_str(match after.starts_with('.') {
            _ if is_abbreviation || before.ends_with('.') => ".”",
            true => "”",
            false => "”.",
        });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// `text` with no-break spaces after words of one letter, inside numbers and before their units.
#[inline(never)]
fn bound(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = "";
    for (place, word) in text.split(' ').enumerate() {
        if place > 0 {
            out.push_str(if is_bound(before, word) { "\u{a0}" } else { " " });
        }
        out.push_str(word);
        before = word;
    }
    out
}

fn is_bound(before: &str, word: &str) -> bool {
    // A line break ends and begins a word too.
    let before = before.rsplit(['\n', '\u{a0}']).next().unwrap_or_default();
    let opened = before.trim_start_matches(['(', '„', '«', '*', '"', '[']);
    if matches!(opened, "a" | "i" | "o" | "u" | "w" | "z" | "A" | "I" | "O" | "U" | "W" | "Z") {
        return word.starts_with(|letter: char| letter.is_alphanumeric() || "„(*\"[«".contains(letter));
    }
    if !before.ends_with(|letter: char| letter.is_ascii_digit()) {
        return false;
    }
    let word = word.split('\n').next().unwrap_or_default();
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let unit = word.trim_end_matches(['.', ',', ';', ':', ')', '”', '!', '?', '*', '…']);
    // "2 100 g" is a number, "etap 2 100-metrowy" is none.
    let is_thousands = digits == 3 && !word[3..].starts_with(['-', '–', ':', '/']);
    is_thousands && is_group(opened) || UNITS.contains(unit.split('/').next().unwrap_or_default())
}

/// One to three digits, which may open or go on a number of several groups.
fn is_group(word: &str) -> bool {
    (1..=3).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{bound, stopped};

    #[test]
    fn the_full_stop_follows_the_quotation_mark() {
        for (written, right) in [
            ("„Śmieje się z nas.”", "„Śmieje się z nas”."),
            ("Mówi: „Tak.” Albo „Nie.”.", "Mówi: „Tak”. Albo „Nie”."),
            ("„Od 2009 r.” i „…”, „Co?”", "„Od 2009 r.” i „…”, „Co?”"),
            ("„I tak dalej...”", "„I tak dalej...”"),
        ] {
            assert_eq!(stopped(written), right);
        }
    }

    #[test]
    fn small_words_and_units_are_bound() {
        for (plain, joined) in [
            ("Chleb w Łodzi i z Gdyni", "Chleb w~Łodzi i~z~Gdyni"),
            ("W „Oku” a (tu)", "W~„Oku” a~(tu)"),
            ("od 18 400 zł, za 49 zł/os.", "od 18~400~zł, za 49~zł/os."),
            ("1 299,00 zł w 2026 r.", "1~299,00~zł w~2026~r."),
            ("7 dni, 630 Wh, 20 %", "7 dni, 630~Wh, 20~%"),
            ("tel. 600 700 800", "tel. 600~700~800"),
            ("w 2026 roku\ni w 2027", "w~2026 roku\ni~w~2027"),
            ("plan a – b", "plan a – b"),
            ("", ""),
        ] {
            assert_eq!(bound(plain), joined.replace('~', "\u{a0}"), "{plain}");
        }
    }
}
