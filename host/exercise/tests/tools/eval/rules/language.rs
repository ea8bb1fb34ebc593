//! The language of a text, its ends, and how easy it is to read.

use std::collections::HashSet;

use sitewright_sdk::units::sentences;

use super::Checked;
use crate::eval::text::{ADDRESS, HASHTAG, TAG, phrases, reading_ease, words};

/// The longest sentence that reads well, in words.
const LONGEST_SENTENCE: usize = 38;
/// Texts from this number of words on have a reading ease.
const MEASURED: usize = 40;
/// Less is hard to read for an adult.
const HARD: f64 = 5.0;

pub fn check(checked: &mut Checked) {
    let language = checked.language();
    if !["en", "pl"].contains(&language) {
        return;
    }
    is_language(checked, language);
    let longest =
        |text: &str| sentences(text).iter().map(|sentence| words(sentence).len()).max().unwrap_or_default();
    let known = longest(checked.source);
    for (field, text) in checked.prose() {
        ends(checked, field, &text, language);
        let text = TAG.replace_all(&text, "\n");
        let text = ADDRESS.replace_all(&text, " ");
        let text = HASHTAG.replace_all(&text, " ");
        if longest(&text) > LONGEST_SENTENCE.max(known) {
            checked.minor("long-sentence", field, format!("{} words", longest(&text)));
        }
        let ease = reading_ease(&text, language);
        if words(&text).len() >= MEASURED && ease < HARD.min(reading_ease(checked.source, language)) {
            checked.minor("hard-to-read", field, format!("reading ease {ease:.0}"));
        }
    }
}

/// Function words of the other language outnumber those of the text's.
fn is_language(checked: &mut Checked, language: &str) {
    let other = if language == "pl" { "en" } else { "pl" };
    let all = words(&checked.prose().into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n"));
    let count = |language: &str| {
        let function: HashSet<&str> = phrases("function", language).collect();
        all.iter().filter(|word| function.contains(word.as_str())).count()
    };
    let (own, foreign) = (count(language), count(other));
    if all.len() > 7 && foreign > 2 && foreign > own * 2 {
        checked.serious("language", "", format!("{foreign} words of another language, {own} of its own"));
    }
}

/// A part that ends in the middle of a phrase, or with an open quotation.
fn ends(checked: &mut Checked, field: &str, text: &str, language: &str) {
    let dangling: HashSet<&str> = phrases("dangling", language).collect();
    let is_list = checked.parts.iter().any(|part| part.name == field && part.is_list);
    let entries: Vec<&str> = if is_list { text.lines().collect() } else { vec![text] };
    for entry in entries {
        let entry = entry.trim_end();
        let last = entry.split_whitespace().next_back().unwrap_or_default();
        let is_cut = dangling.contains(last.to_lowercase().as_str())
            && !checked.source.lines().any(|line| line.trim_end().ends_with(last));
        if is_cut || entry.ends_with([',', ';', '(', '–', '—', '„']) {
            let tail: String = entry.chars().rev().take(30).collect::<Vec<_>>().into_iter().rev().collect();
            checked.serious("cut", field, format!("…{tail}"));
        }
        for (open, close) in [('„', ['”', '“']), ('(', [')', ')']), ('“', ['”', '”'])] {
            let count = |sign: char| entry.matches(sign).count();
            let closed =
                if close[0] == close[1] { count(close[0]) } else { count(close[0]) + count(close[1]) };
            if count(open) > closed && !(open == '“' && entry.contains('„')) {
                checked.serious("cut", field, format!("{open} stays open"));
            }
        }
    }
}
