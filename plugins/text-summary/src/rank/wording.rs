//! Scores the wording of a sentence.

use sitewright_sdk::units::lower;
use sitewright_sdk::{Language, Parts, Words, words};

use crate::source::{Unit, UnitKind, beginning};

/// Beginnings of words that announce a result, a decision or a duty, lower case.
#[rustfmt::skip]
const ENGLISH_CUES: Words = words![
    "most important", "key ", "main ", "in conclusion", "to sum up", "in summary", "overall", "as a result",
    "therefore", "shows that", "found that", "decided", "agreed", "deadline", "must ", "announced",
    "according to", "the goal", "the aim", "because", "decision", "until ",
];
#[rustfmt::skip]
const POLISH_CUES: Words = words![
    "najważniejsz", "kluczow", "główn", "podsumowując", "w rezultacie", "dlatego", "wynika, że", "wynika z",
    "zdecydowa", "uzgodni", "ustalili", "termin", "należy", "musi ", "muszą", "ogłosi", "według", "celem",
    "oznacza", "ponieważ", "powinien", "powinn", "decyzj", "wybran",
];

/// Requests, warnings and time limits, lower case.
#[rustfmt::skip]
const REQUESTS: Words = words![
    "please ", "deadline", "due by", "limit for ", "time limit", "no later than", "proszę ", "prosimy ", "do kiedy",
    "upływa", "najpóźniej", "call us", "at once", "immediately", "natychmiast", "zadzwoń", "głosowani", "must not", "should not", "trzeba ", "nie wolno", "nie należy",
];

/// Names of months, lower case; "may" and "march" are also other words.
#[rustfmt::skip]
const MONTHS: Words = words![
    " january", " february", " april", " june", " july", " august", " september", " october", " november",
    " december", " stycznia", " lutego", " marca", " kwietnia", " maja", " czerwca", " lipca", " sierpnia",
    " września", " października", " listopada", " grudnia",
];

/// Beginnings of sentences with the other side of a matter, lower case.
#[rustfmt::skip]
const CONTRASTS: Words = words![
    "but ", "however", "yet ", "on the other hand", "by contrast", "critics", "opponents", "supporters", "ale ",
    "jednak", "natomiast", "z drugiej strony", "mimo to", "przeciwni", "krytycy", "zwolenni",
];

/// Beginnings of sentences that only illustrate.
const EXAMPLES: Words =
    words!["for example", "for instance", "e.g.", "imagine", "na przykład", "np.", "przykładowo", "wyobraź"];

/// Beginnings of sentences that are only polite or only disclaim.
const WISHES: Words = words![
    "we hope",
    "i hope",
    "thank you",
    "we do not ",
    "mamy nadzieję",
    "mam nadzieję",
    "liczymy na",
    "dziękuj"
];

/// Words inside a sentence that refer to a previous one, lower case with the spaces around them.
const REFERENCES: Words = words![" this ", " these ", " tej ", " tego ", " tych ", " tę ", " temu "];

/// The bonus for cues, requests and numbers.
pub fn bonus(text: &str, language: Option<Language>) -> f32 {
    let lower = lower(text);
    let cues = match language {
        Some(Language::En) => ENGLISH_CUES,
        Some(Language::Pl) => POLISH_CUES,
        None => words![],
    };
    let count = cues.iter().filter(|cue| lower.has(cue)).count().min(2);
    let figures = text.bytes().any(|byte| byte.is_ascii_digit());
    let asks = REQUESTS.any_in(&lower);
    let contrasts = CONTRASTS.opening(&lower).is_some();
    let costs = text.has("£") || text.has("€") || text.has("$") || text.has(" zł");
    let worth = |is: bool, bonus: f32| if is { bonus } else { 0.0 };
    0.08 * count as f32
        + worth(contrasts, 0.15)
        + worth(asks, 0.2)
        + worth(figures, 0.08)
        + worth(costs, 0.08)
        + worth(figures && MONTHS.any_in(&lower), 0.1)
}

/// The factor for length and style.
pub fn weight(unit: &Unit) -> f32 {
    let text = unit.text.as_str();
    let figures = text.bytes().any(|byte| byte.is_ascii_digit());
    let length: f32 = match unit.words {
        0..=4 => 0.4,
        5..=7 if figures => 0.85,
        5..=7 => 0.6,
        8..=32 => 1.0,
        33..=48 => 0.85,
        _ => 0.6,
    };
    let end = text.trim_end_matches(['"', '”', '’', '»', ')']);
    let manner = if end.ends_with('?') {
        0.4
    } else if end.ends_with('!') {
        0.75
    } else {
        1.0
    };
    let lower = lower(beginning(text, 20));
    let example = if EXAMPLES.opening(&lower).is_some() { 0.6 } else { 1.0 };
    let wish = if WISHES.opening(&lower).is_some() { 0.4 } else { 1.0 };
    let address = if text.has("://") || text.has("www.") || text.has("@") { 0.6 } else { 1.0 };
    let refers = if REFERENCES.any_in(text) { 0.85 } else { 1.0 };
    let item = if unit.kind == UnitKind::Item { 0.9 } else { 1.0 };
    length * manner * example * wish * address * refers * item * quoted(text)
}

/// Quotations weigh less than the text's own statements.
fn quoted(text: &str) -> f32 {
    let opens = text.starts_with(['„', '“', '"', '«', '–', '—']);
    let personal = text.has(" I ") || text.starts_with("I ") || text.starts_with("I'");
    match (opens, personal) {
        (true, _) => 0.7,
        (false, true) => 0.85,
        _ => 1.0,
    }
}
