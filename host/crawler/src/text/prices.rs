//! Prices in a text: a number beside a currency.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price<'a> {
    /// The amount in hundredths.
    pub hundredths: u32,
    pub text: &'a str,
    /// The place in the text, in bytes.
    pub at: usize,
}

const CURRENCIES: &[&str] =
    &["zł", "PLN", "€", "EUR", "$", "USD", "£", "GBP", "Kč", "CZK", "CHF", "SEK", "zl"];

static FINDER: LazyLock<Option<AhoCorasick>> =
    LazyLock::new(|| AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(CURRENCIES).ok());

/// The longest number before a currency, in bytes.
const WINDOW: usize = 24;

/// Calls `visit` with the prices of a text in order.
pub fn prices<'a>(text: &'a str, mut visit: impl FnMut(Price<'a>)) {
    let Some(finder) = &*FINDER else { return };
    let mut end = 0;
    for currency in finder.find_iter(text) {
        let (from, to) = (currency.start(), currency.end());
        let is_part_of_word = text[to..].starts_with(char::is_alphabetic)
            || (text[from..].starts_with(char::is_alphabetic) && text[..from].ends_with(char::is_alphabetic));
        if is_part_of_word {
            continue;
        }
        if let Some(price) = before(text, end, from, to).or_else(|| after(text, from, to)) {
            end = price.at + price.text.len();
            visit(price);
        }
    }
}

/// The price whose number is before its currency. It begins at `start` or later.
fn before(text: &str, start: usize, from: usize, to: usize) -> Option<Price<'_>> {
    let start = text.ceil_char_boundary(start.max(from.saturating_sub(WINDOW)));
    let window = text.get(start..from)?.trim_end_matches(is_gap);
    // "129,- zł"
    let window = window.trim_end_matches(['-', '–']);
    let mut at =
        window.rfind(|sign: char| !(sign.is_ascii_digit() || is_gap(sign) || matches!(sign, '.' | ',')));
    at = at.map(|at| at + window[at..].chars().next().map_or(0, char::len_utf8));
    let mut number = &window[at.unwrap_or(0)..];
    // A number before the price is cut off until the rest is one number.
    loop {
        number = number.trim_start_matches(|sign: char| !sign.is_ascii_digit());
        if number.is_empty() {
            return None;
        }
        match parse(number) {
            Some((hundredths, "" | "," | ".")) => {
                let at = start + (window.len() - number.len());
                return Some(Price { hundredths, text: &text[at..to], at });
            }
            _ => number = number.trim_start_matches(|sign: char| sign.is_ascii_digit()),
        }
    }
}

/// The price whose number is after its currency, such as "$12.50".
fn after(text: &str, from: usize, to: usize) -> Option<Price<'_>> {
    let rest = &text[to..];
    let number = rest.trim_start_matches(is_gap);
    let (hundredths, rest) = parse(number)?;
    Some(Price { hundredths, text: &text[from..text.len() - rest.len()], at: from })
}

/// A number at the start of a text with separators of thousands and two decimals, in hundredths, and what follows it.
fn parse(text: &str) -> Option<(u32, &str)> {
    let mut rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let mut whole: u64 = text[..text.len() - rest.len()].parse().ok()?;
    let is_group = |digits: &str| digits.bytes().take_while(u8::is_ascii_digit).count() == 3;
    if text.len() - rest.len() <= 3 {
        while let Some(separator) =
            rest.chars().next().filter(|sign| is_gap(*sign) || matches!(sign, '.' | ','))
        {
            let digits = &rest[separator.len_utf8()..];
            if !is_group(digits) {
                break;
            }
            whole = whole.checked_mul(1_000)?.checked_add(digits[..3].parse().ok()?)?;
            rest = &digits[3..];
        }
    }
    let mut hundredths = 0;
    if let Some(decimals) = rest.strip_prefix(['.', ',']) {
        let length = decimals.bytes().take_while(u8::is_ascii_digit).count();
        if matches!(length, 1 | 2) {
            hundredths = decimals[..length].parse::<u64>().ok()? * if length == 1 { 10 } else { 1 };
            rest = &decimals[length..];
        }
    }
    Some((u32::try_from(whole.checked_mul(100)?.checked_add(hundredths)?).ok()?, rest))
}

/// Spaces in and beside numbers.
fn is_gap(sign: char) -> bool {
    matches!(sign, ' ' | '\u{A0}' | '\u{202F}' | '\u{2009}')
}

#[cfg(test)]
mod tests {
    use super::prices;

    #[test]
    fn prices_are_numbers_beside_a_currency() {
        for (text, expected) in [
            ("Cena: 1 299,00 zł brutto", vec![(129_900, "1 299,00 zł")]),
            ("1\u{A0}299 zł", vec![(129_900, "1\u{A0}299 zł")]),
            ("$12.50 or £1,299", vec![(1_250, "$12.50"), (129_900, "£1,299")]),
            (
                "1.299,90 €, 129,- zł, 5 PLN",
                vec![(129_990, "1.299,90 €"), (12_900, "129,- zł"), (500, "5 PLN")],
            ),
            ("Model 2024 99,99 zł", vec![(9_999, "99,99 zł")]),
            ("19.9 USD", vec![(1_990, "19.9 USD")]),
            ("złoto 5, EURO 2024, 100 euro, zł", vec![]),
            ("99999999999999999999999 zł", vec![]),
        ] {
            let mut found = Vec::new();
            prices(text, |price| found.push((price.hundredths, price.text)));
            assert_eq!(found, expected, "{text}");
        }
    }
}
