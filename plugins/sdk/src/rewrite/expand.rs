//! The requested growth of a text, and the frame of a longer one: its own paragraphs, and the questions that a reader
//! would ask next.

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::commerce::found;
use crate::parts::Joined;
use crate::short::without_stop;
use crate::template::fill;
use crate::units::{sentences, words};

/// The requested growth of a text.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    #[choice("1.5x")]
    Half,
    #[choice("2x")]
    Double,
    #[choice("3x")]
    Triple,
}

impl Factor {
    /// Percent of the text's words.
    pub const fn percent(self) -> u32 {
        [150, 200, 300][self as usize]
    }

    /// The accepted minimum and maximum, in percent.
    pub const fn share(self) -> (u32, u32) {
        (self.percent() * 4 / 5, self.percent() * 6 / 5)
    }
}

/// Longest group of sentences before questions.
const GROUP: usize = 2;

/// `text` in short paragraphs with questions after each, and a place for the keywords. Every question names what it asks
/// about: a figure, a duty, a claim, or else a sentence or entry by its first words.
///
/// Texts: `frame.price` and `frame.figure` with `{figure}`; `frame.duty`, asked once, after one of `frame.duties`;
/// `frame.proof`, after one of `frame.claims`, and `frame.questions`, each with `{part}`; `frame.keyword`,
/// `frame.keywords`.
pub fn frame<I>(brief: &Brief<'_, I>, text: &str, keywords: &[String], factor: Factor) -> String {
    let mut duty = Some(brief.text("frame.duty"));
    let questions = brief.list("frame.questions");
    let mut out = Vec::new();
    for group in text.split("\n\n").flat_map(groups) {
        if group.starts_with('#') && !group.contains('\n') {
            out.push(group);
            continue;
        }
        let figure =
            |key: &str, found: Option<String>| found.map(|found| brief.fill(key, &[("figure", &found)]));
        let has = |key: &str, text: &str| !found(text, brief.list(key)).is_empty();
        let price = figure("frame.price", price(&group)).or_else(|| figure("frame.figure", amount(&group)));
        let mut asked: Vec<String> = price.into_iter().collect();
        if has("frame.duties", &group) {
            asked.extend(duty.take().map(str::to_owned));
        }
        let (claims, others): (Vec<&str>, Vec<&str>) =
            parts(&group).into_iter().partition(|part| has("frame.claims", part));
        asked.extend(claims.iter().map(|part| brief.fill("frame.proof", &[("part", &opening(part))])));
        // A sentence with a question of its own comes last; each question about another sentence, then the next one.
        let (figures, plain): (Vec<&str>, Vec<&str>) =
            others.into_iter().partition(|part| price_or_amount(part).is_some());
        let parts = [plain, figures, claims].concat();
        let most = factor as usize + 1;
        for number in 0..most.saturating_sub(asked.len()).min(parts.len() * questions.len()) {
            let question = questions[number / parts.len()];
            asked.push(fill(question, &[("part", &opening(parts[number % parts.len()]))]));
        }
        asked.truncate(most);
        out.extend([group, asked.joined(" ")].into_iter().filter(|part| !part.is_empty()));
    }
    if !keywords.is_empty() {
        let key = if keywords.len() == 1 { "frame.keyword" } else { "frame.keywords" };
        out.push(brief.fill(key, &[("keywords", &keywords.joined(", "))]));
    }
    out.join("\n\n")
}

/// The sentences of a paragraph, or the entries of a list without their marks.
fn parts(group: &str) -> Vec<&str> {
    let lines: Vec<&str> =
        group.lines().map(|line| line.trim_start_matches(['-', '*', '•', '#', ' '])).collect();
    let parts = lines.iter().flat_map(|line| sentences(line));
    // The line above a list says nothing to extend.
    parts.filter(|part| words(part).next().is_some() && !part.ends_with(':')).collect()
}

/// Longest opening, in words.
const OPENING: usize = 4;

fn price_or_amount(text: &str) -> Option<String> {
    price(text).or_else(|| amount(text))
}

/// The first words of a sentence, without quotation marks, since they stand in some.
fn opening(part: &str) -> String {
    let part = part.replace(['„', '”', '“', '"', '«', '»'], "");
    let part = without_stop(&part);
    let all: Vec<&str> = part.split_whitespace().collect();
    let ends = [' ', '.', ',', ';', ':', '!', '?', '(', '–'];
    if all.len() <= OPENING + 1 {
        return part.to_owned();
    }
    let mut count = OPENING;
    // A small word or a number says nothing without the next word.
    let leads = |word: &str| word.chars().count() < 3 || word.bytes().any(|byte| byte.is_ascii_digit());
    while count > 1 && leads(all[count - 1]) {
        count -= 1;
    }
    [all[..count].joined(" ").trim_end_matches(ends), "…"].concat()
}

/// A paragraph in groups of sentences; one of several lines stays as it is.
fn groups(paragraph: &str) -> Vec<String> {
    let paragraph = paragraph.trim();
    if paragraph.contains('\n') {
        return vec![paragraph.to_owned()];
    }
    sentences(paragraph).chunks(GROUP).map(|group| group.joined(" ")).collect()
}

/// The first price: "£5,190", "260 zł".
fn price(text: &str) -> Option<String> {
    let core = |word: &str| word.trim_matches(['.', ',', ';', ':', '!', '?', '(', ')']).to_owned();
    let words: Vec<String> = text.split_whitespace().map(core).collect();
    let has_digit = |word: &str| word.contains(|sign: char| sign.is_ascii_digit());
    let before = words.iter().find(|word| word.starts_with(['£', '$', '€']) && has_digit(word));
    let after = || {
        let place = words.iter().position(|word| ["zł", "PLN", "EUR", "euro"].contains(&word.as_str()))?;
        let from =
            words[..place].iter().rposition(|word| !word.starts_with(|sign: char| sign.is_ascii_digit()));
        let number = &words[from.map_or(0, |from| from + 1)..=place];
        (number.len() > 1).then(|| number.joined(" "))
    };
    before.cloned().or_else(after)
}

/// The first number of a text with the word after it: "41–78 km", "87 psów"; not a time or a year.
fn amount(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        word.starts_with(|sign: char| sign.is_ascii_digit())
            && word.ends_with(|sign: char| sign.is_ascii_digit())
            && !word.contains(':')
            && digits != 4
    };
    let is_unit = |word: &&&str| {
        let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
        word.starts_with(char::is_lowercase) && word.chars().count() > 1 && !NO_UNITS.contains(&word)
    };
    let place = (0..words.len())
        .find(|place| is_number(words[*place]) && words.get(place + 1).as_ref().is_some_and(is_unit))?;
    let unit = words[place + 1].trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    Some([words[place], unit].joined(" "))
}

/// Words after the number of a time or a date.
const NO_UNITS: &[&str] = &[
    "do",
    "to",
    "am",
    "pm",
    "a.m",
    "p.m",
    "and",
    "or",
    "lub",
    "stycznia",
    "lutego",
    "marca",
    "kwietnia",
    "maja",
    "czerwca",
    "lipca",
    "sierpnia",
    "września",
    "października",
    "listopada",
    "grudnia",
];
