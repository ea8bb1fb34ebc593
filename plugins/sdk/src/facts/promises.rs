//! Promises of an answer that bind its publisher.

use crate::language::Language;
use crate::parts::Parts;
use crate::units::lower;
use crate::word_list::Words;
use crate::words;

/// Beginnings of words that promise something in a text for customers.
const ENGLISH: Words = words![
    "guarantee",
    "warrant",
    "refund",
    "money-back",
    "money back",
    "certified",
    "certificate",
    "award-winning",
    "award",
    "free of charge",
    "free delivery",
    "free shipping",
    "free trial",
    "free consultation",
    "for free",
    "no obligation",
    "no strings",
    "risk-free",
    "risk free",
    "lifetime",
    "best price",
    "lowest price",
    "next-day",
    "same-day",
    "discount",
    "clinically",
];
const POLISH: Words = words![
    "gwaranc",
    "gwarant",
    "zwrot pieni",
    "certyfik",
    "nagrodzon",
    "nagradzan",
    "za darmo",
    "gratis",
    "bezpłatn",
    "darmow",
    "rabat",
    "zniżk",
    "dożywotn",
    "najniższ",
    "najtańsz",
    "bez ryzyka",
    "bez zobowiązań",
    "w ciągu 24",
    "jeszcze dziś wyśl",
    "następnego dnia",
    "tego samego dnia",
    "klinicznie",
];

/// Promises in `text` that the data, in lower case, do not have.
pub(super) fn promises(text: &str, known: &str, language: Language) -> Vec<String> {
    let text = lower(text);
    let list = if language == Language::Pl { POLISH } else { ENGLISH };
    let mut found: Vec<String> = Vec::new();
    for promise in list.iter() {
        let Some(place) = beginning(&text, promise) else { continue };
        if beginning(known, promise).is_some() || found.iter().any(|other| other.has(promise)) {
            continue;
        }
        let rest = &text[place..];
        let end = rest[promise.len()..].find(|letter: char| !letter.is_alphabetic() && letter != '-');
        found.push(rest[..end.map_or(rest.len(), |end| promise.len() + end)].to_owned());
    }
    found
}

/// Where a word begins with this text.
fn beginning(text: &str, word: &str) -> Option<usize> {
    let starts =
        |place: &usize| !text[..*place].ends_with(|letter: char| letter.is_alphanumeric() || letter == '-');
    text.places_of(word).find(starts)
}
