//! How a site speaks, by rules: the form of address, exclamation marks, the length of sentences. A language model, if
//! one is connected, describes it better.

use super::{count, pattern};
use crate::platform::error::Text;
use crate::platform::fold::fold;
use crate::platform::locale::Locale;

pattern!(SENTENCE, r"[^.!?]+[.!?]");

/// Words of a text below which nothing is said about it.
const LEAST_WORDS: usize = 30;
/// Exclamation marks for each hundred sentences.
const LIVELY: usize = 20;
/// Words of a sentence.
const SHORT: usize = 10;
const LONG: usize = 18;
/// Shorter sentences are abbreviations or headings.
const LEAST_OF_SENTENCE: usize = 3;

/// Polish: formal and familiar address, folded.
const FORMAL: &[&str] = &["panstwo", "panstwa", "panstwu", "panstwem", "pani ", "panu "];
const FAMILIAR: &[&str] = &[
    "twoj",
    "twoja",
    "twoje",
    "ciebie",
    "tobie",
    "ciebie",
    "zadzwon",
    "zamow",
    "sprawdz",
    "wpadnij",
    "zobacz",
    "poznaj",
    "napisz",
    "odwiedz",
    "umow",
    "wybierz",
    "odkryj",
    "skorzystaj",
    "przyjdz",
];
/// Words about first names.
const FIRST_NAME: &[&str] = &["po imieniu", "mowimy sobie na ty", "first name", "first-name"];
const CASUAL: &[&str] =
    &["we're", "you'll", "we've", "don't", "let's", "it's", "you're", "we’re", "you’ll", "it’s", "don’t"];

/// The tone of the texts, in their language; empty if there is too little text.
pub(in super::super) fn tone(lines: &[String], locale: Locale) -> String {
    // Menus and tables have no tone.
    let sentences: Vec<&str> = lines
        .iter()
        .flat_map(|line| SENTENCE.find_iter(line))
        .map(|sentence| sentence.as_str().trim())
        .filter(|sentence| sentence.split_whitespace().count() >= LEAST_OF_SENTENCE)
        .collect();
    let words: usize = sentences.iter().map(|sentence| sentence.split_whitespace().count()).sum();
    let text = format!("{} ", fold(&lines.join(" ")));
    let mut traits = Vec::new();
    traits.extend(address(&text, locale).filter(|_| words >= LEAST_WORDS));
    if count(&text, FIRST_NAME) > 0 {
        traits.push(Text::key("brand.tone.first-name"));
    }
    if words >= LEAST_WORDS {
        let loud = sentences.iter().filter(|sentence| sentence.ends_with('!')).count();
        traits.push(match loud * 100 / sentences.len() >= LIVELY {
            true => Text::key("brand.tone.lively"),
            false => Text::key("brand.tone.matter-of-fact"),
        });
        match words / sentences.len() {
            average if average <= SHORT => traits.push(Text::key("brand.tone.short")),
            average if average >= LONG => traits.push(Text::key("brand.tone.long")),
            _ => {}
        }
    }
    traits.into_iter().map(|text| text.say(locale)).collect::<Vec<_>>().join(", ")
}

fn address(text: &str, locale: Locale) -> Option<Text> {
    if locale == Locale::En {
        return (count_any(text, CASUAL) >= 2).then(|| Text::key("brand.tone.conversational"));
    }
    let (formal, familiar) = (count(text, FORMAL), count(text, FAMILIAR));
    match formal.cmp(&familiar) {
        std::cmp::Ordering::Greater => Some(Text::key("brand.tone.formal")),
        std::cmp::Ordering::Less => Some(Text::key("brand.tone.familiar")),
        std::cmp::Ordering::Equal => None,
    }
}

/// Occurrences of texts that are not words, such as contractions.
fn count_any(text: &str, parts: &[&str]) -> usize {
    parts.iter().map(|part| text.matches(part).count()).sum()
}
