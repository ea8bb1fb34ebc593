//! Short forms of a user's words, for limited space: whole sentences, whole phrases, never parts of words. An
//! independent phrase may be taken out of its sentence; a dependent one is not used.

mod search;
mod tidy;
mod verbs;

pub use search::{Said, are_forms, says, without_alike, worded};
pub use tidy::{Names, as_name, is_name_form, tidy, titled, town};
pub use verbs::{does, is_clause};

use crate::material::{CLAUSES, as_sentence, capitalized, statements};
use crate::units::{Unit, lower, lower_letter};
use crate::word_list::Words;
use crate::words;

/// The separators of phrases.
const DIVIDERS: &[&str] = &[", ", "; ", ": ", " – ", " — ", " - ", " | ", " • ", " · ", " ("];

/// The maximum number of statements of a text that are used.
const MOST: usize = 40;

/// Words that make a phrase depend on the previous one, beside those that open a clause.
const LEANING: Words = words![
    "którą",
    "lecz",
    "dzięki",
    "dlatego",
    "także",
    "w",
    "whose",
    "then",
    "or",
    "lub",
    "albo",
    "including",
    "such",
];

/// Words that open a condition or an exception.
const CONDITIONS: Words = words![
    "jeśli",
    "jeżeli",
    "gdy",
    "kiedy",
    "o",
    "pod",
    "przy",
    "tylko",
    "oprócz",
    "poza",
    "ale",
    "ważne",
    "od",
    "do",
    "if",
    "when",
    "unless",
    "only",
    "except",
    "provided",
    "subject",
    "until",
    "but",
    "excluding",
    "not",
];

/// A phrase may end before these: the following words add a place or a reader. "A payment" without "to the foundation"
/// would be half a phrase.
const ADDING: Words = words!["dla", "w", "we", "przy", "for", "in", "at"];

/// Endings of Polish adjectives whose noun is in another phrase.
const ADJECTIVES: Words = words![
    "kie", "owe", "zne", "lne", "nne", "wne", "sne", "cze", "ęce", "ska", "ski", "owy", "owa", "zny", "zna",
    "lny", "lna", "any", "ony",
];

/// Words that join the last entry of an enumeration.
const JOINING: &[&str] = &["i ", "oraz ", "and ", "& ", "plus "];

/// How far a text may be shortened without changing its meaning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub enum Cut {
    /// A promise: the omitted part may have been its condition.
    Statements,
    /// A list of facts: some may be omitted.
    Parts,
    /// A name: its purpose and its accessories may be omitted.
    Beginnings,
}

/// The statements of a tidied `text` as phrases of at most `max` without a full stop: whole ones, otherwise the parts
/// that `cut` allows.
pub fn phrases(text: &str, unit: Unit, max: u32, cut: Cut) -> Vec<String> {
    let mut found = Vec::new();
    for statement in statements(text).into_iter().take(MOST) {
        let mut rest = without_stop(&statement);
        if fits(rest, unit, max) {
            push(&mut found, rest);
            continue;
        }
        let mut is_first = true;
        while !rest.is_empty() && cut > Cut::Statements {
            let (end, mark) = next_divider(rest, 0);
            let part = without_joint(&rest[..end]);
            // Only the name opens a text; the beginning of a later part would be half a statement.
            let is_name = is_first && cut == Cut::Beginnings;
            let short = if is_name { beginning(part, unit, max) } else { part };
            rest = &rest[end + mark..];
            if (is_first || stands_alone(short))
                && is_balanced(short)
                && fits(short, unit, max)
                && !is_condition(rest)
            {
                push(&mut found, short);
            }
            is_first = false;
        }
    }
    found
}

/// The statements of a tidied `text` as sentences of at most `max`; of a longer one the phrases that fit together.
pub fn sentences(text: &str, unit: Unit, max: u32, cut: Cut) -> Vec<String> {
    let mut found = Vec::new();
    let room = max.saturating_sub(1);
    for statement in statements(text).into_iter().take(MOST) {
        let whole = as_sentence(&statement);
        if fits(&whole, unit, max) {
            push(&mut found, &whole);
            continue;
        }
        if cut == Cut::Statements {
            continue;
        }
        let (opening, rest) = opening(&statement, unit, room);
        let mut line = opening.to_owned();
        for part in phrases(rest, unit, room, cut) {
            let mut longer = line.clone();
            longer.push_str(", ");
            longer.push_str(&uncapitalized(&part, &statement));
            if !line.is_empty() && fits(&longer, unit, room) {
                line = longer;
            } else {
                push(&mut found, &as_sentence(&line));
                line = part;
            }
        }
        push(&mut found, &as_sentence(&line));
    }
    found
}

/// The beginning of `statement` that fits, up to a divider, and the rest.
fn opening(statement: &str, unit: Unit, max: u32) -> (&str, &str) {
    let mut best = ("", statement);
    let mut from = 0;
    loop {
        let (end, mark) = next_divider(statement, from);
        if mark == 0 || !fits(&statement[..end], unit, max) {
            return best;
        }
        from = end + mark;
        if !is_condition(&statement[from..]) {
            best = (&statement[..end], &statement[from..]);
        }
    }
}

/// Whether the following words restrict the ones before.
fn is_condition(rest: &str) -> bool {
    let first = lower(rest.split([' ', ',']).next().unwrap_or_default());
    CONDITIONS.contains(&first)
}

/// The next divider in `text` after `from`, and its length; the end and 0 if there is none.
fn next_divider(text: &str, from: usize) -> (usize, usize) {
    for place in from..text.len() {
        if matches!(text.as_bytes()[place], b',' | b';' | b':' | b' ') {
            let mark = DIVIDERS.iter().find(|mark| text[place..].starts_with(**mark));
            if let Some(mark) = mark {
                return (place, mark.len());
            }
        }
    }
    (text.len(), 0)
}

/// Whether `text` measures at most `max`.
#[inline(never)]
pub fn fits(text: &str, unit: Unit, max: u32) -> bool {
    unit.measure(text) <= max
}

/// `part` in the case that its sentence used.
fn uncapitalized(part: &str, statement: &str) -> String {
    if statement.contains(part) {
        return part.to_owned();
    }
    let mut letters = part.chars();
    let mut out = String::with_capacity(part.len());
    out.extend(letters.next().map(lower_letter));
    out.push_str(letters.as_str());
    out
}

#[inline(never)]
fn push(found: &mut Vec<String>, text: &str) {
    let text = capitalized(text);
    if !text.is_empty() && !found.contains(&text) {
        found.push(text);
    }
}

/// Words whose full stop is a part of them.
const ABBREVIATIONS: Words = words![
    "r", "w", "godz", "tys", "br", "mies", "np", "itd", "itp", "św", "szt", "os", "tel", "proc", "prof",
    "ltd", "inc", "co", "etc", "approx", "jr", "sr", "st",
];

/// `text` without the marks at its end. The stop of "11 p.m." and of "w 2009 r." belongs to the word.
pub fn without_stop(text: &str) -> &str {
    let last = text.rsplit([' ', '\u{a0}']).next().unwrap_or_default();
    let stops = last.bytes().filter(|letter| *letter == b'.').count();
    let is_short = last.strip_suffix('.').is_some_and(|word| ABBREVIATIONS.contains(&lower(word)));
    if stops > 1 || is_short { text } else { text.trim_end_matches(['.', '!', ',', ';', ':', ' ']) }
}

/// A part without "and" before it and without the closing half of a pair whose opening half was cut off.
fn without_joint(part: &str) -> &str {
    let part = if part.contains('(') { part } else { part.trim_end_matches(')') };
    JOINING.iter().find_map(|and| part.strip_prefix(and)).unwrap_or(part).trim()
}

/// Both halves of every pair of quotation marks and brackets.
fn is_balanced(part: &str) -> bool {
    let count = |mark: char| part.chars().filter(|letter| *letter == mark).count();
    count('„') + count('“') == count('”') && count('(') == count(')') && count('"').is_multiple_of(2)
}

/// Endings of participles, whose noun is in another phrase.
const PARTICIPLES: Words = words!["ed", "any", "ana", "ane", "ony", "ona", "one", "ący", "ąca", "ące"];

/// Not a single word, no clause, no participle, no verb without its subject, and not only adjectives, as in "buty damskie, męskie i dziecięce".
fn stands_alone(part: &str) -> bool {
    let first = lower(part.split(' ').next().unwrap_or_default());
    let is_measured = first.ends_with("ed") && part.contains(|letter: char| letter.is_ascii_digit());
    if first.chars().count() > 4 && !is_measured && PARTICIPLES.ending(&first).is_some() {
        return false;
    }
    let is_adjective = |word: &str| word.len() < 3 || word == "oraz" || ADJECTIVES.ending(word).is_some();
    let mut words = part.split(' ');
    // "gryczany i lipowy prosto z pasieki"
    let opens = words.next().is_some_and(is_adjective) && words.next() == Some("i");
    part.contains(' ') && !leans(&first) && !does(part) && !opens && !part.split(' ').all(is_adjective)
}

fn leans(word: &str) -> bool {
    CLAUSES.contains(word) || LEANING.contains(word)
}

/// The beginning of `part` that fits: all, or the words before "for …", "in …", if there are at least two.
fn beginning(part: &str, unit: Unit, max: u32) -> &str {
    let mut short = part;
    while !fits(short, unit, max) {
        let mut end = short.len();
        loop {
            let Some(space) = short[..end].rfind(' ') else { return "" };
            let next = short[space + 1..].split(' ').next().unwrap_or_default();
            end = space;
            if ADDING.contains(&lower(next)) {
                break;
            }
        }
        short = &short[..end];
        if !short.contains(' ') {
            return "";
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::{Cut, phrases, sentences};
    use crate::units::Unit;

    #[test]
    fn phrases_that_fit_stay_whole() {
        assert_eq!(
            phrases("Darmowa dostawa, zwrot 30 dni!", Unit::Width, 30, Cut::Beginnings),
            ["Darmowa dostawa, zwrot 30 dni"]
        );
        assert_eq!(phrases("Nowość. 4,5 kg", Unit::Width, 30, Cut::Beginnings), ["Nowość", "4,5 kg"]);
        assert_eq!(phrases("Open to 11 p.m.", Unit::Width, 30, Cut::Beginnings), ["Open to 11 p.m."]);
        assert_eq!(phrases("118 adopcji w 2025 r.", Unit::Width, 30, Cut::Parts), ["118 adopcji w 2025 r."]);
    }

    #[test]
    fn parts_are_independent() {
        let text = "Diagnoza 80 zł, wliczana w naprawę, odbiór w Łodzi";
        assert_eq!(phrases(text, Unit::Width, 30, Cut::Parts), ["Diagnoza 80 zł", "Odbiór w Łodzi"]);
        let quoted = "Festiwal „Dźwięki z Żuław”, 10–12 lipca";
        assert_eq!(phrases(quoted, Unit::Width, 20, Cut::Beginnings), ["10–12 lipca"]);
        let text = "Kurs angielskiego online dla dorosłych: lekcje 1:1, które pasują do grafiku, i pierwsza lekcja gratis";
        assert_eq!(
            phrases(text, Unit::Width, 30, Cut::Beginnings),
            ["Kurs angielskiego online", "Lekcje 1:1", "Pierwsza lekcja gratis"]
        );
        assert_eq!(
            phrases("Buty damskie, męskie i dziecięce na każdą porę", Unit::Width, 20, Cut::Beginnings),
            ["Buty damskie"]
        );
        let honey = "Sprzedajemy miód spadziowy, gryczany i lipowy prosto z pasieki";
        assert_eq!(phrases(honey, Unit::Width, 35, Cut::Parts), ["Sprzedajemy miód spadziowy"]);
        assert!(phrases(&"x".repeat(200), Unit::Width, 30, Cut::Beginnings).is_empty());
    }

    #[test]
    fn long_sentences_become_shorter_ones() {
        let text = "Kurs angielskiego online dla dorosłych, lekcje z lektorem z Londynu, elastyczne godziny, pierwsza lekcja gratis.";
        assert_eq!(
            sentences(text, Unit::Width, 90, Cut::Beginnings),
            [
                "Kurs angielskiego online dla dorosłych, lekcje z lektorem z Londynu, elastyczne godziny.",
                "Pierwsza lekcja gratis."
            ]
        );
    }

    #[test]
    fn a_promise_keeps_its_condition() {
        let text = "Montaż bez kucia ścian, jeśli pozwala układ, serwis w cenie";
        assert_eq!(phrases(text, Unit::Width, 30, Cut::Parts), ["Serwis w cenie"]);
        assert!(phrases("Darmowa dostawa od 199 zł", Unit::Width, 20, Cut::Parts).is_empty());
        assert!(phrases("Rabat 20%, zapisy do piątku", Unit::Width, 20, Cut::Statements).is_empty());
        assert!(sentences("Rabat 20%, zapisy do piątku", Unit::Width, 20, Cut::Statements).is_empty());
    }
}
