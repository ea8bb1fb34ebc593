//! What a site offers: lines with prices, and the headings of its products or services.

use super::{has_any, pattern};
use crate::platform::fold::fold;

pattern!(
    PRICE,
    r"(?i)(?:[£$€]\s?\d{1,6}(?:[.,]\d{2})?|\d{1,3}(?:[ \u{a0}]\d{3})*(?:[.,]\d{2})?\s?(?:zł|pln|€|eur))(?:\b|$|\s|/)"
);

/// Characters of a line with a price, and of a heading.
const PRICED: usize = 90;
const HEADING: std::ops::RangeInclusive<usize> = 3..=32;
/// Words of a heading that names a product; more are a slogan.
const WORDS: usize = 4;
const MOST_PRICES: usize = 5;
/// Headings that are joined, and that are needed.
const MOST_NAMES: usize = 6;
const LEAST_NAMES: usize = 2;

/// Lines about the shop and not about its goods.
const NOT_GOODS: &[&str] = &[
    "dostaw", "wysyl", "koszyk", "razem", "suma", "rabat", "kod rab", "darmow", "kapital", "oszczed",
    "promoc", "delivery", "shipping", "cart", "total", "subtotal", "discount", "voucher", "save", "free",
    "capital", "minimum",
];
/// Headings of the parts of a page.
const NOT_NAMES: &[&str] = &[
    "kontakt",
    "o nas",
    "oferta",
    "aktualn",
    "blog",
    "opini",
    "galeri",
    "godzin",
    "dlaczego",
    "zapra",
    "witam",
    "nasz",
    "zobacz",
    "sprawdz",
    "zamow",
    "partner",
    "newsletter",
    "polec",
    "menu",
    "koszyk",
    "dane",
    "regulamin",
    "polityk",
    "znajd",
    "social",
    "cookie",
    "dojazd",
    "adres",
    "cennik",
    "faq",
    "pytan",
    "napisz",
    "zadzwon",
    "jak ",
    "contact",
    "about",
    "why",
    "our",
    "welcome",
    "news",
    "review",
    "testimonial",
    "gallery",
    "opening",
    "hours",
    "find",
    "follow",
    "subscribe",
    "get ",
    "what",
    "how",
    "meet",
    "read",
    "latest",
    "privacy",
    "terms",
    "services",
    "products",
    "we ",
    "team",
    "zespol",
    "your",
    "you",
    "quick",
    "links",
    "company",
    "firma",
    "strona",
    "home",
];

/// The products with their prices, as `name: price`.
pub(in super::super) fn priced(lines: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (place, text) in lines.iter().enumerate() {
        let Some(price) = PRICE.find(text) else { continue };
        let own = text[..price.start()]
            .trim_end_matches(|char: char| !char.is_alphanumeric() && char != ')')
            .trim();
        let name = match own {
            "" => place.checked_sub(1).map(|above| lines[above].as_str()).unwrap_or_default(),
            own => own,
        };
        let is_name = (3..=60).contains(&name.chars().count())
            && name.chars().filter(|char| char.is_alphabetic()).count() >= 3
            && !PRICE.is_match(name)
            && text.chars().count() <= PRICED
            && !has_any(&fold(text), NOT_GOODS)
            && !has_any(&fold(name), NOT_GOODS);
        let entry =
            format!("{}: {}", name.trim_end_matches(':'), price.as_str().trim().trim_end_matches('/'));
        if is_name && !found.contains(&entry) {
            found.push(entry);
        }
        if found.len() == MOST_PRICES {
            break;
        }
    }
    found
}

/// The names of products or services among the headings, joined; empty if there are too few.
pub(in super::super) fn names(headings: &[String]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for heading in headings {
        let folded = fold(heading);
        let is_name = HEADING.contains(&heading.chars().count())
            && heading.split(' ').count() <= WORDS
            && !heading.contains(|char: char| char.is_ascii_digit() || "?!…:.".contains(char))
            && !has_any(&folded, NOT_NAMES);
        if is_name && !names.iter().any(|known| fold(known) == folded) {
            names.push(heading);
        }
    }
    names.truncate(MOST_NAMES);
    if names.len() < LEAST_NAMES { String::new() } else { names.join(", ") }
}
