//! Names of an answer: words with a capital inside a sentence.

use crate::language::Language;
use crate::parts::{Joined, Parts};
use crate::stems::{Term, folded, hash, lower_into, stem};
use crate::units::{bare, is_alphanumeric, is_upper};
use crate::word_list::Words;
use crate::words;

/// Words with a capital that name nobody in particular: days and months, feasts, networks, forms of address.
#[rustfmt::skip]
const COMMON: Words = words![
    "april", "august", "black", "boże", "bożego", "bożym", "dad", "december", "easter", "february", "friday", "google",
    "halloween", "instagram", "january", "july", "june", "linkedin", "maps", "march", "may", "mom", "monday", "mum", "november",
    "october", "pan", "pana", "panem", "pani", "panie", "panią", "panom", "panów", "panu", "pinterest", "saturday",
    "september", "sir", "stories", "sunday", "thursday", "tiktok", "tuesday", "twitter", "unia", "unii", "wednesday",
    "whatsapp", "wi-fi", "word", "ciebie", "cię", "tobie", "tobą", "wam", "wami", "was", "wasi", "wasz",
];
/// English function words, which titles and headlines write with a capital.
#[rustfmt::skip]
const FUNCTION: Words = words![
    "about", "all", "and", "any", "are", "but", "can", "every", "for", "from", "get", "has", "have", "her", "here", "his", "how",
    "into", "its", "more", "most", "new", "not", "now", "one", "our", "ours", "that", "the", "their", "them", "there",
    "these", "they", "this", "those", "two", "what", "when", "where", "which", "who", "why", "with", "without", "you",
    "your", "yours",
];
/// Beginnings of words for countries, languages and peoples, of feasts, and of forms of address.
#[rustfmt::skip]
const COMMON_BEGINNINGS: Words = words![
    "africa", "america", "ameryk", "angiels", "asian", "austria", "bluetooth", "britain", "british", "canad",
    "chines", "christmas", "czech", "danish", "dutch", "england", "english", "europ", "excel", "facebook", "franc",
    "french", "german", "hiring", "hiszpa", "instagram", "internet", "ireland", "irish", "italian", "japan", "klient",
    "madam", "manager", "narodzeni", "niemc", "niemiec", "państw", "polak", "poland", "polish", "polsce", "polsk",
    "regards", "scotland", "scottish", "sincerely", "spanish", "team", "tiktok", "twoi", "twoj", "twój", "ukrai",
    "wales", "wasz", "welsh", "wielkanoc", "youtube", "zespoł", "zespół",
];

/// A line with at least so many longer words, of which this share in percent has a capital, is a title.
const TITLE: (usize, usize) = (60, 2);
/// The same for a line that ends as a sentence does.
const SENTENCE: (usize, usize) = (90, 4);
/// Letters of the shortest name.
const LEAST: usize = 3;

/// The words of a source.
pub(super) struct Known {
    terms: Vec<Term>,
    /// Words with a capital, see [`Bases`].
    names: Vec<Bases>,
    language: Language,
}

impl Known {
    pub fn of(source: &str, language: Language) -> Self {
        let mut known = Self { terms: Vec::new(), names: Vec::new(), language };
        let mut lower = String::new();
        for piece in pieces(source) {
            lower_into(piece, &mut lower);
            known.terms.push(hash(stem(&mut lower, Some(language))));
            if is_name(piece) {
                let name = Bases::of(piece);
                if !known.names.iter().any(|other| other.word == name.word) {
                    known.names.push(name);
                }
            }
        }
        known
    }

    fn has(&self, piece: &str) -> bool {
        let mut lower = String::new();
        lower_into(piece, &mut lower);
        if is_common(&lower) {
            return true;
        }
        let term = hash(stem(&mut lower, Some(self.language)));
        self.terms.contains(&term) || {
            let other = Bases::of(piece);
            self.names.iter().any(|name| name.inflects_to(&other.word) || other.inflects_to(&name.word))
        }
    }
}

/// A name without accents, and the parts of it that no ending changes: "Paweł" as "pawel", "pawl".
struct Bases {
    word: String,
    bases: [String; 2],
}

impl Bases {
    fn of(name: &str) -> Self {
        // "Orzeł", "Orła".
        let word = folded(name).with("rz", "r");
        let mut base = word.clone();
        while base.ends_with(is_vowel) && base.chars().nth(2).is_some() {
            base.pop();
        }
        let mut short = base.clone();
        let last = short.pop();
        if short.ends_with('e') && short.chars().nth(2).is_some() {
            short.pop();
        }
        short.extend(last);
        Self { word, bases: [base, short] }
    }

    /// Whether `word` may be this name with another ending, before which the last letter may soften.
    fn inflects_to(&self, word: &str) -> bool {
        self.bases.iter().any(|base| {
            let most = if base.chars().nth(4).is_some() { 6 } else { 3 };
            let is_ending = |rest: &str| rest.chars().nth(most).is_none();
            if let Some(rest) = word.strip_prefix(&**base) {
                return is_ending(rest);
            }
            let soft: &[char] = match base.chars().next_back() {
                Some('t' | 'k') => &['c'],
                Some('g') => &['d', 'z'],
                Some('h') => &['s'],
                _ => return false,
            };
            let rest = base.len().checked_sub(1).and_then(|end| word.strip_prefix(&base[..end]));
            base.chars().nth(2).is_some()
                && rest.is_some_and(|rest| rest.starts_with(soft) && is_ending(rest))
        })
    }
}

/// Names in `answer` that its source does not have. Inflected forms are equal.
pub(super) fn names(answer: &str, known: &Known) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let text = without_tags(answer);
    for line in text.lines().filter(|line| !is_title(line)) {
        let mut opens = true;
        // An unknown word that begins a sentence. Alone it may be any word; before another it is a part of the name.
        let mut first: Option<&str> = None;
        // The unknown words so far that make one name, and whether one of them is inside the sentence.
        let mut open: Vec<&str> = Vec::new();
        for word in line.split_whitespace() {
            let name = bare(word);
            let begins = word.starts_with(['"', '“', '„', '«', '(', '[', '*', '#', '@', '_']);
            let is_unknown = pieces(name).any(|piece| is_name(piece) && !known.has(piece));
            if is_unknown && (!open.is_empty() || !begins && (!opens || has_inner_capital(name))) {
                open.extend(first.take());
                open.push(name);
            } else {
                close(&mut open, &mut found);
                first = is_unknown.then_some(name);
            }
            let end = word.trim_end_matches(['"', '”', '’', ')', '*', '_', ']']);
            let is_sign = name.is_empty() && !word.chars().all(|letter| matches!(letter, '&' | '+' | '/'));
            opens = end.ends_with(['.', '!', '?', ':', '…', '-', '–', '|', '•', '→']) && !is_short(name)
                || is_sign
                // "2/5 Who would…"
                || opens && !name.chars().any(char::is_alphabetic);
            if end.ends_with([',', ';', '.', '!', '?', ':', '…']) {
                first = None;
                close(&mut open, &mut found);
            }
        }
        close(&mut open, &mut found);
    }
    found
}

fn close(open: &mut Vec<&str>, found: &mut Vec<String>) {
    let name = open.joined(" ");
    if !name.is_empty() && !found.contains(&name) {
        found.push(name);
    }
    open.clear();
}

/// A word with a capital; one of capitals alone is an abbreviation or emphasis.
fn is_name(piece: &str) -> bool {
    piece.starts_with(is_upper)
        && piece.chars().nth(LEAST - 1).is_some()
        && !piece.chars().all(|letter| is_upper(letter) || !letter.is_alphabetic())
}

/// "GitHub", "McDonald": a name wherever it stands.
fn has_inner_capital(name: &str) -> bool {
    name.chars().zip(name.chars().skip(1)).any(|(letter, next)| letter.is_lowercase() && is_upper(next))
}

/// Bytes of the longest tag.
const LONGEST_TAG: usize = 300;

/// A text without the tags of HTML. One inside a line of text is omitted, another ends the line; a heading becomes one of
/// Markdown.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.halves("<") {
        out.push_str(before);
        rest = after;
        let end = after.bytes().take(LONGEST_TAG).position(|sign| matches!(sign, b'<' | b'>')).unwrap_or(0);
        let tag = after[..end].trim_start_matches('/');
        if !after[end..].starts_with('>') || !tag.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            out.push('<');
            continue;
        }
        rest = &after[end + 1..];
        let name = tag.split(|letter: char| !letter.is_ascii_alphanumeric()).next();
        match name.unwrap_or_default() {
            "a" | "abbr" | "b" | "em" | "i" | "mark" | "small" | "span" | "strong" | "sub" | "sup" | "u" => {}
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if !after.starts_with('/') => out.push_str("\n# "),
            _ => out.push('\n'),
        }
    }
    out.push_str(rest);
    out
}

/// A title before a name: "Dr. Lee", "St. Ives", "prof. Nowak".
fn is_short(name: &str) -> bool {
    matches!(
        &*name.to_ascii_lowercase(),
        "dr" | "mr" | "mrs" | "ms" | "st" | "prof" | "inż" | "mgr" | "ul" | "im"
    )
}

fn is_common(lower: &str) -> bool {
    COMMON.contains(lower) || FUNCTION.contains(lower) || COMMON_BEGINNINGS.opening(lower).is_some()
}

const fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// Whether a line is a heading, or most of its longer words have a capital and it is not a sentence.
fn is_title(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with('#') && line.trim_start_matches('#').starts_with(' ') {
        return true;
    }
    let long = || line.split_whitespace().map(bare).filter(|word| word.chars().count() >= 4);
    let (all, capital) = (long().count(), long().filter(|word| word.starts_with(is_upper)).count());
    let (share, least) = if line.ends_with(['.', '!', '?', '…']) { SENTENCE } else { TITLE };
    all >= least && capital * 100 >= all * share
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_alphanumeric(letter)).filter(|word| !word.is_empty())
}
