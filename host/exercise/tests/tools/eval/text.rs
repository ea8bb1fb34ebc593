//! How the rules read texts.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation;

use crate::root;

pub static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)https?://[^\s)\]>\x22”’]+|www\.[^\s)\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|",
        r"\b[\w-]+(?:\.[\w-]+)*\.(?:pl|com|org|net|example|ngo|dental|uk|io|eu|app|shop)\b(?:/[^\s)\]]*)?"
    ))
});
pub static DIGITS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d+"));
pub static GROUPED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{1,3}(?:[ \u{a0}\u{202f}.,]\d{3})+\b"));
pub static HASHTAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"#(\p{L}[\p{L}\d_]*)"));
pub static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"</?[a-zA-Z][^>]*>"));

pub fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern")
}

/// The phrases of `eval/phrases.toml`.
pub static PHRASES: LazyLock<Value> = LazyLock::new(|| {
    let text = std::fs::read_to_string(root().join("host/exercise/eval/phrases.toml"));
    toml::from_str(&text.expect("the phrases")).expect("the phrases are TOML")
});

/// The phrases of a kind; none for a language without a list.
pub fn phrases(kind: &str, language: &str) -> impl Iterator<Item = &'static str> {
    PHRASES[kind][language].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Words in lower case, without punctuation.
pub fn words(text: &str) -> Vec<String> {
    text.unicode_words().map(str::to_lowercase).collect()
}

/// Lower case with single spaces and without invisible marks, for finding phrases.
pub fn flat(text: &str) -> String {
    let text = text.to_lowercase().replace(['’', '‘'], "'").replace('\u{ad}', "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Letters and digits in lower case.
pub fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The beginning of a word that its other forms share.
pub fn stem(word: &str) -> String {
    let length = word.chars().count();
    let kept = if length <= 3 { length } else { (length - 2).clamp(3, 7) };
    word.chars().take(kept).collect()
}

/// Whether both are forms of one word, such as "psów" and "psy". Numbers are equal or not.
pub fn is_form(one: &str, other: &str) -> bool {
    if one.chars().any(|letter| letter.is_ascii_digit()) {
        return one == other;
    }
    let short = stem(if one.len() < other.len() { one } else { other });
    one == other || short.chars().count() > 2 && one.starts_with(&short) && other.starts_with(&short)
}

/// Whether one may be a form of the other although its stem changes: "Żywcu" of "Żywiec", "Łodzi" of "Łódź".
pub fn is_kin(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| base(*one) == base(*other)).count();
    let shorter = one.chars().count().min(other.chars().count());
    is_form(one, other) || shared > 2 && shared * 2 >= shorter
}

/// A letter without its Polish mark.
fn base(letter: char) -> char {
    let marks = "ąaćcęełlńnóośsźzżz";
    let mut pairs = marks.chars().zip(marks.chars().skip(1)).step_by(2);
    pairs.find(|(marked, _)| *marked == letter).map_or(letter, |(_, base)| base)
}

/// The numbers of a text as digits: "1 299,00" is 1, 299, 00, and 1299 too.
pub fn numbers(text: &str) -> HashSet<String> {
    let mut found: HashSet<String> = DIGITS.find_iter(text).map(|number| plain(number.as_str())).collect();
    for group in GROUPED.find_iter(text) {
        found.insert(digits(group.as_str()));
    }
    found
}

pub fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Without leading zeros.
pub fn plain(number: &str) -> String {
    let short = number.trim_start_matches('0');
    if short.is_empty() { "0".to_owned() } else { short.to_owned() }
}

/// The share of words that both texts have, of those that either has.
pub fn likeness(one: &str, other: &str) -> f64 {
    let set = |text: &str| words(text).into_iter().collect::<BTreeSet<_>>();
    let (one, other) = (set(one), set(other));
    let common = one.intersection(&other).count() as f64;
    common / (one.union(&other).count().max(1)) as f64
}

/// Flesch's reading ease for English; for Polish 206.835 less 60 times the syllables a word, which puts everyday prose
/// at the same place. Higher is easier.
pub fn reading_ease(text: &str, language: &str) -> f64 {
    let words = words(text);
    let count = words.len().max(1) as f64;
    let sentences = sitewright_sdk::units::sentences(text).len().max(1) as f64;
    let syllables: usize = words.iter().map(|word| syllables(word, language)).sum();
    let weight = if language == "pl" { 60.0 } else { 84.6 };
    206.835 - 1.015 * count / sentences - weight * syllables as f64 / count
}

fn syllables(word: &str, language: &str) -> usize {
    let vowels = if language == "pl" { "aąeęioóuy" } else { "aeiouy" };
    let letters: Vec<char> = word.chars().collect();
    let is_vowel = |place: usize| letters.get(place).is_some_and(|letter| vowels.contains(*letter));
    let starts = (0..letters.len()).filter(|place| is_vowel(*place) && (*place == 0 || !is_vowel(place - 1)));
    let silent = usize::from(language == "en" && word.ends_with('e') && !word.ends_with("le"));
    (starts.count().saturating_sub(silent)).max(1)
}
