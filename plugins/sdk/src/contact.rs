//! Contact data, which several platforms do not allow inside a text.

use crate::units::{bare, is_alphanumeric};

/// Endings that make a word with a dot a web address.
const DOMAINS: &[&str] = &[
    "pl", "com", "eu", "net", "org", "io", "de", "uk", "info", "shop", "store", "online", "app", "dev", "biz",
];

/// The number of web and email addresses in `text`.
pub fn addresses(text: &str) -> u32 {
    count(text.split_whitespace().filter(|word| is_address(word)))
}

/// The number of telephone numbers in `text`: nine digits and more, or seven after a plus sign, with the usual
/// separators.
pub fn phones(text: &str) -> u32 {
    let is_part =
        |letter: char| letter.is_ascii_digit() || matches!(letter, '+' | '-' | ' ' | '(' | ')' | '.');
    count(text.split(|letter| !is_part(letter)).filter(|run| {
        let digits = run.bytes().filter(u8::is_ascii_digit).count();
        (if run.trim_start_matches(' ').starts_with('+') { 7..=15 } else { 9..=15 }).contains(&digits)
    }))
}

fn is_address(word: &str) -> bool {
    let word = bare(word);
    if word.contains("://") || word.starts_with("www.") {
        return true;
    }
    let host = word.split('/').next().unwrap_or_default();
    host.rsplit_once('.').is_some_and(|(name, ending)| {
        let known = DOMAINS.iter().any(|domain| ending.eq_ignore_ascii_case(domain));
        known && name.ends_with(is_alphanumeric)
    })
}

fn count<'a>(found: impl Iterator<Item = &'a str>) -> u32 {
    u32::try_from(found.count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{addresses, phones};

    #[test]
    fn addresses_are_found() {
        assert_eq!(addresses("See www.a.pl, https://b.com/x (shop.example.com) or me@c.org."), 4);
        assert_eq!(addresses("Mamy m.in. 3.50 zł i np. kawę. Koniec.Nowe zdanie"), 0);
    }

    #[test]
    fn phones_are_found() {
        assert_eq!(phones("Tel. 600 700 800 lub +48 (22) 123-45-67"), 2);
        assert_eq!(phones("W latach 2010-2024 sprzedaliśmy 10 000 000 sztuk"), 0);
    }
}
