//! Numbers in words: "twenty-five", "dwadzieścia pięć", "dwudziestopięcioletni".

use crate::language::Language;
use crate::units::{is_alphanumeric, lower};
use crate::word_list::Words;
use crate::words;

/// Beginnings of number words with their values, the longer before the shorter; `$` ends a whole word.
#[rustfmt::skip]
const ENGLISH: (Words, &[u16]) = (
    words![
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twent", "thirty",
        "thirtie", "forty", "fortie", "fifty", "fiftie", "sixth$", "sixt", "seventh$", "sevent", "eighty", "eightie",
        "ninety", "ninetie", "ten$", "eleven", "twelve", "twelfth", "hundred$", "thousand$", "one$", "two$", "three$",
        "four$", "five$", "six$", "seven$", "eight$", "nine$",
    ],
    &[
        13, 14, 15, 16, 17, 18, 19, 20, 30, 30, 40, 40, 50, 50, 6, 60, 7, 70, 80, 80, 90, 90, 10, 11, 12, 12, 100,
        1000, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ],
);
#[rustfmt::skip]
const POLISH: (Words, &[u16]) = (
    words![
        "jedenast", "jedenaś", "dwunast", "dwanaś", "trzynast", "trzynaś", "czternast", "czternaś", "piętnast",
        "piętnaś", "szesnast", "szesnaś", "siedemnast", "siedemnaś", "osiemnast", "osiemnaś", "dziewiętnast",
        "dziewiętnaś", "dwudziest", "dwadzieś", "trzydzie", "czterdzie", "pięćdzie", "sześćdzie", "siedemdzie",
        "osiemdzie", "dziewięćdzie", "dziesię", "dwieś", "dwust", "trzyst", "czteryst", "pięćset", "sześćset",
        "siedemset", "osiemset", "dziewięćset", "sto$", "stu$", "tysi", "jeden$", "dwa$", "dwie$", "dwóch$", "trzy$",
        "trzech$", "cztery$", "czterech$", "pięć$", "pięciu$", "sześć$", "sześciu$", "siedem$", "siedmiu$", "osiem$",
        "ośmiu$", "dziewięć$", "dziewięciu$",
    ],
    &[
        11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 30, 40, 50, 60, 70, 80, 90, 10,
        200, 200, 300, 400, 500, 600, 700, 800, 900, 100, 100, 1000, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9,
        9,
    ],
);
/// The second number of a Polish compound, from one on.
const COMPOUND: Words =
    words!["ojedno", "odwu", "otrzy", "ocztero", "opięcio", "osześcio", "osiedmio", "ośmio", "odziewięcio"];

/// Calls `found` with every number in words, as written and as a value. The parts of a compound also count: of
/// "twenty-five thousand" 20, 25 and 25,000.
pub(super) fn each(text: &str, language: Language, found: &mut dyn FnMut(&str, u64, bool)) {
    let (mut start, mut end) = (0, 0);
    // The value of the words so far, and the part of it that a following word may still enlarge.
    let (mut whole, mut last) = (0u64, 0u64);
    let mut word_start = 0;
    let mut rest = text;
    loop {
        let length = rest.find(|letter| !is_alphanumeric(letter)).unwrap_or(rest.len());
        let word = &rest[..length];
        let value = if word.is_empty() { None } else { value(word, language) };
        let joins = value.is_some_and(|value| match value {
            100 | 1000 => (1..value).contains(&last),
            value => last >= 20 && last.is_multiple_of(if value < 10 { 10 } else { 100 }) && value < last,
        });
        // "Three hundred and forty".
        let is_joint = word == "and" && last >= 100;
        if whole > 0 && !joins && !word.is_empty() && !is_joint {
            found(&text[start..end], whole, true);
            (whole, last) = (0, 0);
        }
        // "2.5 thousand" is not a number in words.
        let is_scale = |value| {
            matches!(value, 100 | 1000)
                && text[..word_start].trim_end().ends_with(|sign: char| sign.is_ascii_digit())
        };
        if let Some(value) = value.filter(|value| whole > 0 || !is_scale(*value)) {
            if whole == 0 {
                start = word_start;
            }
            end = word_start + length;
            (whole, last) = match value {
                100 | 1000 if last > 0 => (whole - last + last * value, last * value),
                value => (whole + value, if last >= 100 || last == 0 { value } else { last + value }),
            };
            found(&text[start..end], whole, false);
        }
        let after = &rest[length..];
        let Some(sign) = after.chars().next() else { break };
        word_start += length + sign.len_utf8();
        rest = &after[sign.len_utf8()..];
        if whole > 0 && !matches!(sign, ' ' | '-' | '\u{a0}') {
            found(&text[start..end], whole, true);
            (whole, last) = (0, 0);
        }
    }
    if whole > 0 {
        found(&text[start..end], whole, true);
    }
}

fn value(word: &str, language: Language) -> Option<u64> {
    let (list, values) = if language == Language::Pl { POLISH } else { ENGLISH };
    let word = lower(word);
    let opens = |beginning: &str| match beginning.strip_suffix('$') {
        Some(whole) => whole == word,
        None => word.starts_with(beginning),
    };
    let (beginning, value) = list.iter().zip(values).find(|(beginning, _)| opens(beginning))?;
    let rest = &word[beginning.len().min(word.len())..];
    let unit =
        COMPOUND.iter().position(|unit| *value >= 20 && rest.trim_start_matches("iąt").starts_with(unit));
    Some(u64::from(*value) + unit.map_or(0, |place| place as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::each;
    use crate::language::Language::{self, En, Pl};

    fn wholes(text: &str, language: Language) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        each(text, language, &mut |written, value, is_whole| {
            if is_whole {
                found.push((written.to_owned(), value));
            }
        });
        found
    }

    #[test]
    fn compounds_are_read() {
        for (text, language, value) in [
            ("twenty-five", En, 25),
            ("one hundred", En, 100),
            ("two hundred fifty", En, 250),
            ("three hundred and forty", En, 340),
            ("three thousand", En, 3000),
            ("twenty-five thousand", En, 25_000),
            ("dwadzieścia pięć", Pl, 25),
            ("dwudziestopięcioletnie", Pl, 25),
            ("trzydziestoletnie", Pl, 30),
            ("sto pięćdziesiąt", Pl, 150),
            ("dwa tysiące", Pl, 2000),
            ("dwanaście", Pl, 12),
        ] {
            assert_eq!(wholes(text, language), [(text.to_owned(), value)]);
        }
        assert_eq!(wholes("the first thirty days, forty", En), [("thirty".into(), 30), ("forty".into(), 40)]);
        assert_eq!(wholes("ten tent, fortunate stołówka 2,5 tysiąca", Pl), []);
    }
}
