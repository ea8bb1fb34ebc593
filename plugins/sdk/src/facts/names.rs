//! Names of an answer: words with a capital inside a sentence.

use crate::language::Language;
use crate::stems::{Term, hash, lower_into, stem};
use crate::units::{bare, is_upper};
use crate::word_list::Words;
use crate::words;

/// Words with a capital that name nobody in particular: days and months, feasts, networks, forms of address.
#[rustfmt::skip]
const COMMON: Words = words![
    "april", "august", "boże", "bożego", "bożym", "ciebie", "cię", "december", "easter", "facebook", "facebooka",
    "facebooku", "february", "friday", "google", "halloween", "i'd", "i'll", "i'm", "i've", "instagram",
    "instagrama", "instagramie", "internet", "january", "july", "june", "linkedin", "march", "may", "monday",
    "narodzenia", "narodzenie", "narodzeniem", "november", "october", "pan", "pana", "panem", "pani", "panie",
    "panią", "panom", "panów", "panu", "państwa", "państwem", "państwo", "państwu", "pinterest", "saturday",
    "september", "sunday", "thursday", "tiktok", "tiktoku", "tobie", "tobą", "tuesday", "twitter", "twoi", "twoich",
    "twoim", "twoimi", "twoja", "twoje", "twojego", "twojej", "twojemu", "twoją", "twój", "unia", "unii", "wam",
    "wami", "was", "wasi", "wasz", "wasza", "wasze", "waszego", "waszej", "waszych", "waszym", "waszą", "wednesday",
    "whatsapp", "youtube",
];
/// Beginnings of words for countries, languages and peoples, and of feasts.
#[rustfmt::skip]
const COMMON_BEGINNINGS: Words = words![
    "africa", "america", "ameryk", "angiels", "asian", "austria", "britain", "british", "canad", "chines",
    "christmas", "czech", "danish", "dutch", "england", "english", "europ", "franc", "french", "german", "hiszpa",
    "ireland", "irish", "italian", "japan", "niemc", "niemiec", "polak", "poland", "polish", "polsce", "polsk",
    "scotland", "scottish", "spanish", "ukrai", "wales", "welsh", "wielkanoc",
];

/// A line of which this share of the longer words has a capital is a title, in percent.
const TITLE_SHARE: usize = 60;
/// The same for a line that ends as a sentence does.
const SENTENCE_SHARE: usize = 90;

/// Names in `answer` that `source` does not have. Inflected forms are equal.
pub fn names(answer: &str, source: &str, language: Language) -> Vec<String> {
    let mut lower = String::new();
    let mut term_of = |word: &str| {
        lower_into(word, &mut lower);
        hash(stem(&mut lower, Some(language)))
    };
    let mut known: Vec<Term> = pieces(source).map(&mut term_of).collect();
    known.sort_unstable();
    let mut found: Vec<String> = Vec::new();
    for line in answer.lines().filter(|line| !is_title(line)) {
        let mut opens = true;
        // The name at the end of the words so far, of several words.
        let mut open: Option<String> = None;
        for word in line.split_whitespace() {
            let name = bare(word);
            let begins = word.starts_with(['"', '“', '„', '«', '(', '[', '*', '#', '@', '_']);
            let is_name = name.chars().count() >= 3 && name.starts_with(is_upper) && !is_common(name);
            let is_acronym = name.chars().count() <= 5
                && name.chars().all(|letter| is_upper(letter) || !letter.is_alphabetic());
            let is_unknown = is_name
                && !is_acronym
                && pieces(name)
                    .any(|piece| piece.chars().count() >= 3 && known.binary_search(&term_of(piece)).is_err());
            let is_inside = !opens && !begins;
            match &mut open {
                Some(whole) if is_unknown => {
                    whole.push(' ');
                    whole.push_str(name);
                }
                _ => {
                    found.extend(open.take());
                    if is_unknown && is_inside {
                        open = Some(name.to_owned());
                    }
                }
            }
            let end = word.trim_end_matches(['"', '”', '’', ')', '*', '_', ']']);
            let is_sign = name.is_empty() && !word.chars().all(|letter| matches!(letter, '&' | '+' | '/'));
            opens = end.ends_with(['.', '!', '?', ':', '…', '-', '–', '|', '•', '→']) && !is_short(name)
                || is_sign
                || opens && name.is_empty();
            if end.ends_with([',', ';', '.', '!', '?', ':', '…']) {
                found.extend(open.take());
            }
        }
        found.extend(open.take());
    }
    let mut once: Vec<String> = Vec::new();
    for name in found {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

/// A title before a name: "Dr. Lee", "St. Ives", "prof. Nowak".
fn is_short(name: &str) -> bool {
    matches!(
        &*name.to_ascii_lowercase(),
        "dr" | "mr" | "mrs" | "ms" | "st" | "prof" | "inż" | "mgr" | "ul" | "im"
    )
}

fn is_common(name: &str) -> bool {
    let mut lower = String::new();
    lower_into(name, &mut lower);
    COMMON.iter().any(|word| lower == word) || COMMON_BEGINNINGS.iter().any(|word| lower.starts_with(word))
}

/// Whether a line is a heading, or most of its longer words have a capital and it is not a sentence.
fn is_title(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with('#') && line.trim_start_matches('#').starts_with(' ') {
        return true;
    }
    let long = || line.split_whitespace().map(bare).filter(|word| word.chars().count() >= 4);
    let (all, capital) = (long().count(), long().filter(|word| word.starts_with(is_upper)).count());
    let least = if line.ends_with(['.', '!', '?', '…']) { SENTENCE_SHARE } else { TITLE_SHARE };
    all >= 2 && capital * 100 >= all * least
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}
