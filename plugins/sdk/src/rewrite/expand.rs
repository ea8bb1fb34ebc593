//! The requested growth of a text, and the frame of a longer one: its own paragraphs, and the questions that a reader
//! would ask next.

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::commerce::found;
use crate::parts::Joined;
use crate::units::sentences;

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

/// `text` in short paragraphs with questions after each, and a place for the keywords. A question is asked once; those
/// that a paragraph itself raises come first.
///
/// Texts: `frame.price` and `frame.figure` with `{figure}`, `frame.duty`, asked after one of `frame.duties`; `frame.questions`,
/// `frame.keyword`, `frame.keywords`.
pub fn frame<I>(brief: &Brief<'_, I>, text: &str, keywords: &[String], factor: Factor) -> String {
    let mut questions = brief.list("frame.questions").iter().copied();
    let mut duty = Some(brief.text("frame.duty"));
    let mut out = Vec::new();
    for group in text.split("\n\n").flat_map(groups) {
        let figure =
            |key: &str, found: Option<String>| found.map(|found| brief.fill(key, &[("figure", &found)]));
        let price = figure("frame.price", price(&group)).or_else(|| figure("frame.figure", amount(&group)));
        let is_duty = !found(&group, brief.list("frame.duties")).is_empty();
        let own = price.into_iter().chain(is_duty.then(|| duty.take().map(str::to_owned)).flatten());
        let own: Vec<String> = own.take(factor as usize + 1).collect();
        let more = factor as usize + 1 - own.len();
        let asked: Vec<String> =
            own.into_iter().chain(questions.by_ref().take(more).map(str::to_owned)).collect();
        out.extend([group, asked.joined(" ")].into_iter().filter(|part| !part.is_empty()));
    }
    if !keywords.is_empty() {
        let key = if keywords.len() == 1 { "frame.keyword" } else { "frame.keywords" };
        out.push(brief.fill(key, &[("keywords", &keywords.joined(", "))]));
    }
    out.join("\n\n")
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
