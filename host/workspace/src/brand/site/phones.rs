//! Telephone numbers in text, in Polish, British, American and international notation.

use super::pattern;
use crate::platform::fold::fold;
use crate::platform::locale::Locale;

pattern!(NUMBER, r"[+(]?\d(?:[ .()\-–\u{a0}\u{2009}\u{202f}]{0,3}/?\d){6,29}");
// What a number is said to be; the last label before it decides.
pattern!(
    LABEL,
    r"\b(?:(tel|telef\w*|kom|komork\w*|mobil\w*|zadzwon\w*|dzwon\w*|infolinia|recepcja|phone|call|ring|cell|hotline|telephone|t)|(nip|vat\w*|regon|krs|iban|konto|konta|rachun\w*|bank\w*|account|isbn|ean|gtin|sku|pesel|bdo|tax|company|reg|registration|ein|fax|faks|id|numer rej\w*|nr rej\w*|ref|order|zamowieni\w*|kod|code|ust\w*|www|art))\b"
);
// A sum or a measure, not a number to call.
pattern!(UNIT, r"^\s*(?:zł|zl|pln|eur|€|\$|£|usd|gbp|%|kg|km|m²|m2|szt|tys|mln|r\.)");

/// Characters of a cell with a label.
const LABEL_CHARS: usize = 40;
/// The first two digits of Polish numbers: areas, mobile networks, and free numbers.
const POLISH: [&str; 63] = [
    "12", "13", "14", "15", "16", "17", "18", "22", "23", "24", "25", "29", "32", "33", "34", "41", "42",
    "43", "44", "45", "46", "48", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "60", "61",
    "62", "63", "65", "66", "67", "68", "69", "71", "72", "73", "74", "75", "76", "77", "78", "79", "80",
    "81", "82", "83", "84", "85", "86", "87", "88", "89", "91", "94", "95",
];
const MOBILE: [&str; 13] = ["45", "50", "51", "53", "57", "60", "66", "69", "72", "73", "78", "79", "88"];
const FREE: [&str; 2] = ["800", "801"];
/// British groupings that need no label.
const BRITISH: [&[usize]; 6] = [&[3, 4, 4], &[5, 6], &[5, 3, 3], &[4, 3, 4], &[4, 7], &[3, 8]];

/// The numbers in the lines of a page, as they are displayed.
pub(in super::super) fn phones(lines: &[String], locale: Locale) -> Vec<String> {
    let mut found = Vec::new();
    for (place, text) in lines.iter().enumerate() {
        let mut from = 0;
        for number in NUMBER.find_iter(text) {
            let own = &text[from..number.start()];
            from = number.end();
            // A label may be in a cell of its own.
            let above = match place.checked_sub(1).map(|above| lines[above].as_str()) {
                Some(above) if above.chars().count() <= LABEL_CHARS && !own.contains(char::is_alphabetic) => {
                    above
                }
                _ => "",
            };
            if stands_alone(text, number.start(), number.end()) {
                let before = fold(&format!("{above} {own}"));
                found.extend(read(number.as_str(), label(&before), locale));
            }
        }
    }
    found
}

/// A number of a `tel:` link, of which the page says what it is.
pub(in super::super) fn linked(number: &str, locale: Locale) -> Option<String> {
    read(number, Some(true), locale)
}

/// Whether the last label says telephone; `None` without any.
fn label(before: &str) -> Option<bool> {
    LABEL.captures_iter(before).last().map(|label| label.get(1).is_some())
}

fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    !before
        .is_some_and(|char| char.is_alphanumeric() || matches!(char, '#' | '_' | '@' | '=' | '€' | '$' | '£'))
        && !after.is_some_and(|char| char.is_alphanumeric() || matches!(char, '_' | '@' | '%'))
        && !UNIT.is_match(&text[end..].to_lowercase())
}

fn read(number: &str, label: Option<bool>, locale: Locale) -> Option<String> {
    if label == Some(false) {
        return None;
    }
    let is_labelled = label.is_some();
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let international = if number.starts_with('+') { Some(&digits[..]) } else { digits.strip_prefix("00") };
    if let Some(digits) = international {
        return worldwide(number, digits);
    }
    let groups: Vec<usize> =
        number.split(|char: char| !char.is_ascii_digit()).map(str::len).filter(|len| *len > 0).collect();
    match (digits.len(), locale) {
        (9, _) if is_labelled || locale == Locale::Pl && matches!(groups[..], [3, 3, 3] | [2, 3, 2, 2]) => {
            polish(&digits).or_else(|| (is_labelled && digits.starts_with('0')).then(|| tidy(number)))
        }
        (10, Locale::Pl) if digits.starts_with('0') => polish(&digits[1..]),
        (10 | 11, _) if digits.starts_with('0') => {
            (is_labelled || BRITISH.contains(&&groups[..])).then(|| tidy(number))
        }
        (10, _) if is_american(&digits) && (is_labelled && locale == Locale::En || groups == [3, 3, 4]) => {
            (locale == Locale::En).then(|| tidy(number))
        }
        (11, Locale::En) if groups == [1, 3, 3, 4] && digits.starts_with('1') => Some(tidy(number)),
        (7..=12, _) if label == Some(true) && digits.starts_with('0') => Some(tidy(number)),
        _ => None,
    }
}

fn worldwide(number: &str, digits: &str) -> Option<String> {
    if let Some(rest) = digits.strip_prefix("48") {
        return polish(rest).map(|number| format!("+48 {number}"));
    }
    // Without a country code the shortest numbers have seven digits.
    let written = tidy(number.strip_prefix("00").unwrap_or(number));
    (9..=15).contains(&digits.len()).then(|| format!("+{}", written.trim_start_matches(['+', ' '])))
}

/// `61 123 45 67` for a landline, `601 234 567` for a mobile phone.
fn polish(digits: &str) -> Option<String> {
    let area = digits.get(..2)?;
    if digits.len() != 9 || !POLISH.contains(&area) {
        return None;
    }
    let sizes: &[usize] =
        if MOBILE.contains(&area) || FREE.contains(&&digits[..3]) { &[3, 3, 3] } else { &[2, 3, 2, 2] };
    let mut rest = digits;
    let groups = sizes.iter().map(|size| {
        let (group, after) = rest.split_at(*size);
        rest = after;
        group
    });
    Some(groups.collect::<Vec<_>>().join(" "))
}

fn is_american(digits: &str) -> bool {
    let digits = digits.as_bytes();
    matches!(digits.first(), Some(b'2'..=b'9')) && matches!(digits.get(3), Some(b'2'..=b'9'))
}

/// The number as the page writes it, with plain blanks.
fn tidy(number: &str) -> String {
    number.split_whitespace().collect::<Vec<_>>().join(" ")
}
