//! Numbers of an answer that its source does not have.

use crate::decimal::Decimal;
use crate::units::{bare, lower, words};

/// Words after a number that multiply it, by their beginnings, lower case.
#[rustfmt::skip]
const SCALES: &[(&str, u64)] = &[
    ("thousand", 1_000), ("million", 1_000_000), ("billion", 1_000_000_000), ("bn", 1_000_000_000),
    ("m", 1_000_000), ("k", 1_000), ("tys", 1_000), ("tysi", 1_000), ("mln", 1_000_000), ("mili", 1_000_000),
    ("mld", 1_000_000_000), ("miliard", 1_000_000_000),
];

/// Numbers in words, by their beginnings; the longer before the shorter.
#[rustfmt::skip]
const SPELLED: &[(&str, u64)] = &[
    ("ten", 10), ("eleven", 11), ("twelve", 12), ("thirteen", 13), ("fourteen", 14), ("fifteen", 15),
    ("sixteen", 16), ("seventeen", 17), ("eighteen", 18), ("nineteen", 19), ("twenty", 20), ("thirty", 30),
    ("forty", 40), ("fifty", 50), ("sixty", 60), ("seventy", 70), ("eighty", 80), ("ninety", 90),
    ("hundred", 100), ("half", 50), ("dozen", 12), ("quarter", 25), ("dziesię", 10), ("jedenast", 11),
    ("dwunast", 12), ("dwanaś", 12), ("trzynast", 13), ("trzynaś", 13), ("czternast", 14), ("czternaś", 14),
    ("piętnast", 15), ("piętnaś", 15), ("szesnast", 16), ("szesnaś", 16), ("siedemnast", 17),
    ("siedemnaś", 17), ("osiemnast", 18), ("osiemnaś", 18), ("dziewiętnast", 19), ("dziewiętnaś", 19),
    ("dwudziest", 20), ("dwadzie", 20), ("trzydzie", 30), ("czterdzie", 40), ("pięćdzie", 50),
    ("sześćdzie", 60), ("siedemdzie", 70), ("osiemdzie", 80), ("dziewięćdzie", 90), ("sto", 100),
    ("stu", 100), ("połow", 50), ("tuzin", 12),
];

/// Numbers from 10 on in `answer` that `source` has neither in digits nor in words. Smaller ones are
/// often counted from the text ("three reasons").
pub fn numbers(answer: &str, source: &str) -> Vec<String> {
    if !answer.bytes().any(|byte| byte.is_ascii_digit()) {
        return Vec::new();
    }
    let mut known: Vec<String> = Vec::new();
    each_number(source, |_, forms| known.extend(forms));
    for word in words(source).map(|word| lower(bare(word))) {
        known.extend(
            SPELLED
                .iter()
                .filter(|(beginning, _)| word.starts_with(beginning))
                .map(|(_, value)| value.decimal()),
        );
    }
    let mut found: Vec<String> = Vec::new();
    each_number(answer, |written, forms| {
        let small = forms.iter().all(|form| form.len() == 1);
        if !small
            && !forms.iter().any(|form| known.contains(form))
            && !found.iter().any(|number| number == written)
        {
            found.push(written.to_owned());
        }
    });
    found
}

/// Calls `found` with every number as written and in its forms for comparison: plain digits, and multiplied if
/// "million" or the like follows.
fn each_number(text: &str, mut found: impl FnMut(&str, Vec<String>)) {
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let number = &rest[start..];
        let length = number_length(number);
        let (written, after) = number.split_at(length);
        found(written, forms(written, after));
        rest = after;
    }
}

/// Bytes of the number at the beginning: digits, with single separators between them.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() {
        let separator = match bytes[end] {
            b'0'..=b'9' => 0,
            b',' | b'.' => 1,
            // A space groups digits in threes.
            b' ' if groups(&bytes[end + 1..]) => 1,
            0xC2 if bytes.get(end + 1) == Some(&0xA0) && groups(bytes.get(end + 2..).unwrap_or_default()) => {
                2
            }
            0xE2 if bytes.get(end + 1..end + 3) == Some(&[0x80, 0xAF])
                && groups(bytes.get(end + 3..).unwrap_or_default()) =>
            {
                3
            }
            _ => break,
        };
        if !bytes.get(end + separator).is_some_and(u8::is_ascii_digit) {
            break;
        }
        end += separator.max(1);
    }
    end
}

fn groups(bytes: &[u8]) -> bool {
    bytes.len() >= 3
        && bytes[..3].iter().all(u8::is_ascii_digit)
        && !bytes.get(3).is_some_and(u8::is_ascii_digit)
}

fn forms(written: &str, after: &str) -> Vec<String> {
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    let plain = digits.trim_start_matches('0');
    let mut forms = vec![if plain.is_empty() { "0".to_owned() } else { plain.to_owned() }];
    // 2.50 and 2.5 are equal, as are 3.0 and 3.
    if let Some((whole, fraction)) =
        written.rsplit_once([',', '.']).filter(|(_, fraction)| fraction.len() <= 2)
    {
        let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
        forms.push([whole.trim_start_matches('0'), fraction.trim_end_matches('0')].concat());
    }
    let unit = after.trim_start();
    let unit = lower(&unit[..unit.find(|letter: char| !letter.is_alphabetic()).unwrap_or(unit.len())]);
    let is_scale =
        |(name, _): &&(&str, u64)| if name.len() < 3 { unit == *name } else { unit.starts_with(name) };
    if let Some((_, scale)) = SCALES.iter().find(is_scale) {
        forms.push(multiplied(written, *scale).decimal());
    }
    forms
}

/// "2.5" times a million, rounded; 0 if it is not a number ("2.5.1"). Parsing it as a floating-point number would add
/// that code and its tables to the component.
fn multiplied(written: &str, scale: u64) -> u64 {
    let (whole, fraction) = written.split_once([',', '.']).unwrap_or((written, ""));
    if fraction.contains([',', '.']) {
        return 0;
    }
    let digits = |text: &str, most: usize| {
        let digits = text.chars().filter_map(|sign| sign.to_digit(10)).take(most);
        digits.fold((0u64, 1u64), |(value, power), digit| (value * 10 + u64::from(digit), power * 10))
    };
    // No more digits than fit; longer numbers before "million" do not occur.
    let ((whole, _), (part, power)) = (digits(whole, 18), digits(fraction, 9));
    whole.saturating_mul(scale).saturating_add((part * scale + power / 2) / power)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    const SOURCE: &str = "In 2026 the city spent 2,500,000 zł and 12.50 on fifteen trams. About 1 200 000 people came on 2026-03-07, 8.5% more.";

    #[test]
    fn known_numbers_are_not_reported() {
        for answer in [
            "2.5 million",
            "2 500 000",
            "2,5 mln",
            "12,50 and 12.5",
            "15 trams",
            "1.2m people",
            "7 March 2026",
            "8,5%",
            "three or 3 reasons",
        ] {
            assert_eq!(numbers(answer, SOURCE), Vec::<String>::new(), "{answer}");
        }
    }

    #[test]
    fn unknown_numbers_are_reported() {
        assert_eq!(numbers("In 2027 it spent 2.6 million on 15 trams, 14%.", SOURCE), ["2027", "2.6", "14"]);
        assert_eq!(numbers("2\u{a0}700\u{a0}000 zł", SOURCE), ["2\u{a0}700\u{a0}000"]);
    }
}
