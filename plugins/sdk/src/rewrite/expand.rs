//! The requested growth of a text, and the frame of a longer one: its own paragraphs, and the questions that a reader
//! would ask next.

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::commerce::found;
use crate::ideas::topic::MEASURES;
use crate::language::Language;
use crate::parts::Joined;
use crate::short::without_stop;
use crate::template::fill;
use crate::units::{bare, has_at_most, is_lower, lower, sentences, words};

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

/// `text` in short paragraphs with questions after each, at most one about a sentence, and a place for the keywords. Every
/// question names what it asks about: a figure, a duty, a claim, or else a sentence or entry by its first words.
///
/// Texts: `frame.price`, `frame.limit`, `frame.figure` and `frame.count` with `{figure}`; `frame.quote`; `frame.duty`,
/// asked once, after one of `frame.duties`; `frame.proof`, after one of `frame.claims`, and `frame.questions`, each
/// with `{part}`; `frame.also`, a further request in each place of a text that is to triple; `frame.keyword`,
/// `frame.keywords`.
pub fn frame<I>(brief: &Brief<'_, I>, text: &str, keywords: &[String], factor: Factor) -> String {
    let mut duty = Some(brief.text("frame.duty"));
    let mut questions = brief.list("frame.questions").iter().cycle();
    let mut out = Vec::new();
    for group in text.split("\n\n").flat_map(groups) {
        if group.starts_with('#') && !group.contains('\n') {
            out.push(group);
            continue;
        }
        let has = |key: &str, text: &str| !found(text, brief.list(key)).is_empty();
        let mut own = Vec::new();
        let mut plain = Vec::new();
        for part in parts(&group) {
            let figure = |(key, figure): (&str, String)| brief.fill(key, &[("figure", &figure)]);
            let price = price(part).map(|price| ("frame.price", price));
            // What someone says is neither a duty nor a claim of the text.
            let quote = is_quotation(part).then(|| brief.text("frame.quote").to_owned());
            let asked = quote.or_else(|| price.or_else(|| amount(part)).map(figure));
            let asked =
                asked.or_else(|| has("frame.duties", part).then(|| duty.take()).flatten().map(str::to_owned));
            let claims = || has("frame.claims", part);
            let count = || counted(part).map(|count| brief.fill("frame.count", &[("figure", &count)]));
            match asked.or_else(count) {
                Some(asked) => own.push(asked),
                None if claims() => {
                    own.push(brief.fill("frame.proof", &[("part", &opening(part, brief.language()))]))
                }
                None => plain.push(part),
            }
        }
        let most = factor as usize + 1;
        let general = plain.into_iter().take(most.saturating_sub(own.len()));
        let general = general.zip(&mut questions);
        let mut general: Vec<String> = general
            .map(|(part, question)| fill(question, &[("part", &opening(part, brief.language()))]))
            .collect();
        if factor == Factor::Triple {
            let also = [" ", brief.text("frame.also"), "]"].concat();
            general.iter_mut().for_each(|place| *place = place.replace(']', &also));
        }
        let mut asked = [own, general].concat();
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

/// The first words of a sentence, its quotation marks as inner ones.
fn opening(part: &str, language: Language) -> String {
    let part = without_stop(part);
    let all: Vec<&str> = part.split_whitespace().collect();
    let ends = [' ', '.', ',', ';', ':', '!', '?', '(', '–'];
    if all.len() <= OPENING + 1 {
        return inner(part, language);
    }
    let mut count = OPENING;
    // A small word, an abbreviation or a number says nothing without the next word.
    let leads = |word: &str| bare(word).chars().count() < 3 || word.bytes().any(|byte| byte.is_ascii_digit());
    while count > 1 && leads(all[count - 1]) {
        count -= 1;
    }
    [&*inner(all[..count].joined(" ").trim_end_matches(ends), language), "…"].concat()
}

const QUOTES: [char; 6] = ['„', '”', '“', '"', '«', '»'];

/// `text` with inner quotation marks; a quotation that does not end is left out.
fn inner(text: &str, language: Language) -> String {
    let marks = if language == Language::Pl { ["«", "»"] } else { ["‘", "’"] };
    let pieces: Vec<&str> = text.split(QUOTES).collect();
    let mut out = pieces[0].to_owned();
    for (place, pair) in pieces[1..].chunks(2).enumerate() {
        match pair {
            [quoted, after] => out.push_str(&[marks[0], quoted, marks[1], after].concat()),
            // Only a quotation that opens the text is needed.
            [quoted] if place == 0 && pieces[0].is_empty() => out.push_str(quoted),
            _ => {}
        }
    }
    out.trim_end_matches([' ', ':', ',', '–']).to_owned()
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

/// The first limit or measure of a text, and the text that asks about it: "under 20 kg", "41–78 km"; counted things,
/// times and years have no source to ask for.
fn amount(text: &str) -> Option<(&'static str, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        word.starts_with(|sign: char| sign.is_ascii_digit())
            && word.ends_with(|sign: char| sign.is_ascii_digit())
            && !word.contains(':')
            && digits != 4
    };
    let unit = |word: &&str| {
        let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
        UNITS.iter().any(|unit| word == *unit || unit.len() > 3 && word.starts_with(unit))
    };
    let place =
        (0..words.len()).find(|place| is_number(words[*place]) && words.get(place + 1).is_some_and(unit))?;
    let unit = words[place + 1].trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    let before = place.checked_sub(1).map_or(String::new(), |place| lower(words[place]));
    let key = if LIMITS.contains(&&*before) { "frame.limit" } else { "frame.figure" };
    Some((key, [words[place], unit].joined(" ")))
}

/// A number of things: "140 fotografii", "12 models"; no time and no date.
fn counted(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| word.len() < 4 && word.parse::<u32>().is_ok_and(|number| number > 2);
    let things = |word: &&str| {
        let name = bare(word);
        name.starts_with(is_lower) && !has_at_most(name, 2) && MEASURES.opening(name).is_none()
    };
    let pair = words.windows(2).find(|pair| is_number(pair[0]) && things(&pair[1]))?;
    Some([pair[0], bare(pair[1])].joined(" "))
}

/// Whether the text is what someone says: a quotation after a colon.
fn is_quotation(text: &str) -> bool {
    [": „", ": “", ": \"", ": «"].iter().any(|mark| text.contains(mark))
}

/// Words before a limit.
const LIMITS: &[&str] = &[
    "under",
    "over",
    "to",
    "from",
    "most",
    "least",
    "than",
    "maximum",
    "within",
    "below",
    "above",
    "do",
    "od",
    "ponad",
    "poniżej",
    "powyżej",
    "najwyżej",
    "najmniej",
    "maksymalnie",
    "minimum",
    "przez",
];

/// Units of measures, the long ones as beginnings.
const UNITS: &[&str] = &[
    "%", "km", "m", "cm", "mm", "kg", "g", "t", "l", "ml", "kWh", "kW", "W", "Wh", "ha", "mph", "°C",
    "percent", "procent", "hour", "minute", "day", "week", "month", "mile", "litre", "metre", "godzin",
    "minut", "dni", "dniach", "tygodni", "miesi", "metr", "litr", "kilo", "stopni",
];
