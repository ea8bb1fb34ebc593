//! Numbers of an answer that its source does not have.

use super::spelled;
use crate::decimal::Decimal;
use crate::language::Language;
use crate::parts::Parts;
use crate::stems::{Term, hash};
use crate::units::lower;
use crate::word_list::Words;
use crate::words;

/// Words after a number that multiply it, by their beginnings, lower case.
#[rustfmt::skip]
const SCALES: &[(&str, u64)] = &[
    ("thousand", 1_000), ("million", 1_000_000), ("billion", 1_000_000_000), ("bn", 1_000_000_000),
    ("m", 1_000_000), ("k", 1_000), ("tys", 1_000), ("tysi", 1_000), ("mln", 1_000_000), ("mili", 1_000_000),
    ("mld", 1_000_000_000), ("miliard", 1_000_000_000),
];

/// Beginnings of words of a source that stand for a number, lower case, with it.
const MEANT: (Words, [u64; 14]) = (
    words![
        "half",
        "dozen",
        "quarter",
        "połow",
        "pół",
        "tuzin",
        "kwadrans",
        "october",
        "november",
        "december",
        "październik",
        "listopad",
        "grud",
        "dob"
    ],
    [50, 12, 25, 50, 50, 12, 15, 10, 11, 12, 10, 11, 12, 24],
);

/// Units of measures, which no date has.
const MEASURES: Words = words!["g", "kg", "km", "m", "cm", "mm", "l", "ml", "pln", "eur"];

/// The smallest number in words that is not used as a figure of speech.
const LEAST_SPELLED: u64 = 11;
/// Digits of the shortest telephone, account or tax number.
const LONG_RUN: usize = 7;
/// Digits of the longest one.
const LONGEST_RUN: usize = 26;
/// Digits of a telephone number without the code of the country.
const LOCAL: usize = 9;

/// The numbers of a source.
pub(super) struct Known {
    /// Hashes of digits.
    forms: Vec<Term>,
    /// The digits of telephone numbers and the like, which are grouped in many ways.
    runs: Vec<String>,
}

impl Known {
    pub fn of(source: &str) -> Self {
        let (mut forms, mut runs) = (Vec::new(), Vec::new());
        each_number(source, &mut |number| forms.extend(number.forms().iter().map(|form| hash(form))));
        for language in Language::ALL {
            spelled::each(source, language, &mut |_, value, _| forms.push(hash(&value.decimal())));
        }
        for word in source.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 2) {
            let word = lower(word);
            let meant = MEANT.0.iter().zip(MEANT.1).filter(|(beginning, _)| word.starts_with(beginning));
            forms.extend(meant.map(|(_, value)| hash(&value.decimal())));
        }
        for run in
            source.split(|sign: char| !sign.is_ascii_digit() && !matches!(sign, ' ' | '-' | '(' | ')' | '+'))
        {
            let digits: String = run.chars().filter(char::is_ascii_digit).collect();
            if (LONG_RUN..=LONGEST_RUN).contains(&digits.len()) {
                runs.push(digits);
            }
        }
        Self { forms, runs }
    }

    fn has(&self, forms: &[String]) -> bool {
        // Without the code of the country.
        let end = |form: &String| form.len().saturating_sub(LOCAL);
        let in_run =
            |form: &String| form.len() > 2 && self.runs.iter().any(|run| run.has(&form[end(form)..]));
        forms.iter().any(|form| self.forms.contains(&hash(form)) || in_run(form))
    }
}

/// Numbers from 10 on in `answer` that its source has neither in digits nor in words. Smaller ones are often counted
/// from the text ("three reasons"), unless they are prices or percentages.
pub(super) fn numbers(answer: &str, known: &Known, language: Language) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |written: &str, forms: &[String]| {
        if !known.has(forms) && !found.iter().any(|number| number == written) {
            found.push(written.to_owned());
        }
    };
    for line in answer.lines().map(without_list_mark) {
        each_number(line, &mut |number| {
            if !number.is_small() {
                add(number.written, &number.forms());
            }
        });
    }
    spelled::each(answer, language, &mut |written, value, is_whole| {
        if is_whole && value >= LEAST_SPELLED {
            add(written, &[value.decimal()]);
        }
    });
    found
}

/// "1. ", "2) ", "### 3. ": the number of a list entry does not count.
fn without_list_mark(line: &str) -> &str {
    let entry = line.trim_start_matches(['#', '*', '-', '>', ' ']);
    let digits = entry.bytes().take_while(u8::is_ascii_digit).count();
    let is_mark = (1..=2).contains(&digits) && entry[digits..].starts_with(['.', ')']);
    if is_mark && entry[digits + 1..].starts_with(' ') { &entry[digits + 2..] } else { line }
}

/// A number as written, with what stands around it.
struct Number<'a> {
    before: &'a str,
    written: &'a str,
    after: &'a str,
}

fn each_number(text: &str, found: &mut dyn FnMut(Number<'_>)) {
    let mut from = 0;
    while let Some(start) = text[from..].find(|letter: char| letter.is_ascii_digit()) {
        let start = from + start;
        let end = start + number_length(&text[start..]);
        let (before, written, after) = (&text[..start], &text[start..end], &text[end..]);
        // "07.03.2026" is three numbers, as in "7 March 2026".
        if written.matches('.').count() == 2 && !written.contains(',') {
            written.split('.').for_each(|written| found(Number { before: "", written, after: "" }));
        } else {
            found(Number { before, written, after });
        }
        from = end;
    }
}

impl Number<'_> {
    /// Whether it is often counted from a text: one digit without a currency or a percent sign.
    fn is_small(&self) -> bool {
        // The code of a country before a telephone number.
        let is_code = self.before.ends_with('+') && self.after.starts_with(' ') && self.written.len() < 3;
        let is_scaled = self.scale().is_some_and(|(name, _)| name.len() > 1);
        is_code || self.written.trim_start_matches('0').len() < 2 && !self.is_price() && !is_scaled
    }

    fn is_price(&self) -> bool {
        self.before.trim_end().ends_with(['£', '$', '€'])
            || self.after.trim_start().starts_with(['%', '€'])
            || self.unit() == "zł"
    }

    /// The word after it that multiplies it.
    fn scale(&self) -> Option<(&'static str, u64)> {
        let unit = self.unit();
        let is_scale =
            |(name, _): &&(&str, u64)| if name.len() < 3 { unit == *name } else { unit.starts_with(name) };
        SCALES.iter().find(is_scale).copied()
    }

    /// The letters after it, lower case.
    fn unit(&self) -> String {
        let unit = self.after.trim_start_matches([' ', '\u{a0}', '-']);
        lower(&unit[..unit.find(|letter: char| !letter.is_alphabetic()).unwrap_or(unit.len())])
    }

    /// Its forms for comparison: plain digits, and multiplied if "million" or the like follows.
    fn forms(&self) -> Vec<String> {
        let written = self.written;
        let digits: String = written.chars().filter(char::is_ascii_digit).collect();
        let plain = digits.trim_start_matches('0');
        let mut forms = vec![if plain.is_empty() { "0".to_owned() } else { plain.to_owned() }];
        if let Some((name, scale)) = self.scale() {
            let whole = multiplied(written, scale).decimal();
            if name.len() > 1 {
                return vec![whole];
            }
            forms.push(whole);
        }
        if plain.len() < digits.len() {
            forms.push(digits.clone());
        }
        // 2.50 and 2.5 are equal, as are 3.0 and 3.
        if let Some((whole, fraction)) =
            written.rsplit_once([',', '.']).filter(|(_, fraction)| fraction.len() <= 2)
        {
            let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
            forms.push([whole.trim_start_matches('0'), fraction.trim_end_matches('0')].concat());
        }
        let unit = self.unit();
        // "3.05" for 3 May.
        if let Some((day, month)) = written.split_once('.')
            && day.len() <= 2
            && (month.len() == 2 && month.starts_with('0') || ["10", "11", "12"].contains(&month))
            && !(self.is_price() || MEASURES.contains(&unit))
        {
            forms.push(day.trim_start_matches('0').to_owned());
        }
        // 7 p.m. is 19:00.
        if unit == "pm" || unit == "p" && self.after.has(".m.") {
            forms.push((multiplied(written, 1) + 12).decimal());
        }
        forms
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
    use super::Known;
    use crate::language::Language::En;

    const SOURCE: &str = "In 2026 the city spent 2,500,000 zł and 12.50 on fifteen trams. About 1 200 000 people came on 2026-03-07, 8.5% more.";

    fn numbers(answer: &str, source: &str) -> Vec<String> {
        super::numbers(answer, &Known::of(source), En)
    }

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
            "07.03.2026",
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
