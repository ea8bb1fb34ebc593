//! Extracts facts from pasted text: HTML from a shop, lists with their marks, repetitions.

use crate::entities::without_entities;
use crate::language::Language;
use crate::material::{listed, statements};
use crate::units::{is_alphanumeric, lower, words};

/// Tags that end a line; all others are removed.
const BLOCKS: &[&str] =
    &["br", "p", "div", "li", "ul", "ol", "tr", "td", "table", "h1", "h2", "h3", "h4", "hr"];

/// `text` without tags and entities and with single spaces; line breaks are kept.
pub fn tidy(text: &str) -> String {
    let text = if text.contains('<') { without_tags(text) } else { text.to_owned() };
    let text = without_entities(&text);
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Like [`tidy`], on one line.
pub fn tidy_line(text: &str) -> String {
    tidy(text).replace('\n', ", ")
}

/// Keeps `5 < 7`: a tag begins with a letter, a slash or an exclamation mark.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut closes = text.matches('>').count();
    while let Some((before, after)) = rest.split_once('<') {
        out.push_str(before);
        closes -= before.matches('>').count();
        let is_tag =
            after.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '/' | '!'));
        // If no further tag ends, the rest is not searched again for each `<`.
        let ended = if is_tag && closes > 0 { after.split_once('>') } else { None };
        match ended {
            Some((tag, behind)) => {
                closes -= 1;
                let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
                if BLOCKS.iter().any(|block| block.eq_ignore_ascii_case(name)) {
                    out.push('\n');
                }
                rest = behind;
            }
            None => {
                out.push('<');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The maximum number of points of a description.
const MOST_POINTS: usize = 40;

/// The first statements of all `texts` in their order, each once and without its full stop.
pub fn points(texts: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    for statement in texts.iter().flat_map(|text| statements(&tidy(text))) {
        let point = without_stop(&statement);
        let lowered = lower(point);
        if !known.contains(&lowered) && words(point).next().is_some() {
            found.push(point.to_owned());
            known.push(lowered);
        }
        if found.len() == MOST_POINTS {
            break;
        }
    }
    found
}

/// One full stop if a name that ends in one ("sp. z o.o.") closes a sentence.
pub(super) fn single_stops(text: String) -> String {
    if !text.contains("..") || text.contains("...") {
        return text;
    }
    text.replace("..", ".")
}

/// Removes the full stop of a sentence, not of an abbreviation or an ellipsis.
fn without_stop(statement: &str) -> &str {
    const ABBREVIATIONS: &[&str] =
        &["itp", "itd", "etc", "szt", "tys", "min", "max", "inc", "ltd", "gr", "r"];
    let Some(point) = statement.strip_suffix('.') else { return statement.trim_end_matches([';', ',']) };
    let last = point.rsplit(' ').next().unwrap_or_default();
    if last.contains('.') || ABBREVIATIONS.contains(&lower(last).as_str()) { statement } else { point }
}

/// The entries of a free text: its lines or sentences; a single line may be split at commas.
pub fn entries(text: &str, language: Language) -> Vec<String> {
    let points = points(&[text.to_owned()]);
    match points.as_slice() {
        [only] => Some(listed(only, language)).filter(|entries| !entries.is_empty()),
        _ => None,
    }
    .unwrap_or(points)
}

/// Those of `phrases` (lower case) that `text` contains as whole words; a phrase with a star at its end is the
/// beginning of words. They are returned without the star.
pub fn found<'p>(text: &str, phrases: &[&'p str]) -> Vec<&'p str> {
    let text = lower(text);
    let inside = |letter: Option<char>| letter.is_some_and(is_alphanumeric);
    let mut has = vec![false; phrases.len()];
    let mut opens = [false; 256];
    phrases
        .iter()
        .filter_map(|phrase| phrase.bytes().next())
        .for_each(|byte| opens[usize::from(byte)] = true);
    let mut before = None;
    for (place, letter) in text.char_indices() {
        let (rest, last) = (&text[place..], before.replace(letter));
        if opens[usize::from(text.as_bytes()[place])] && !inside(last) {
            for (phrase, has) in phrases.iter().zip(&mut has) {
                if *has || phrase.as_bytes().first() != rest.as_bytes().first() {
                    continue;
                }
                let word = phrase.trim_end_matches('*');
                let ends = |after: &str| word.len() < phrase.len() || !inside(after.chars().next());
                *has = rest.strip_prefix(word).is_some_and(ends);
            }
        }
    }
    let found = phrases.iter().zip(has).filter(|(_, has)| *has);
    found.map(|(phrase, _)| phrase.trim_end_matches('*')).collect()
}

/// Converts a count for a check.
pub fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{found, points, tidy};

    #[test]
    fn pasted_html_loses_its_tags() {
        assert_eq!(tidy("<ul><li><b>Dąb</b>&nbsp;lity</li><li>4 kg</li></ul>"), "Dąb lity\n4 kg");
        assert_eq!(tidy("5 < 7   and 3 > 2"), "5 < 7 and 3 > 2");
    }

    #[test]
    fn points_are_unique_and_without_a_full_stop() {
        let texts =
            ["Solid oak. Weighs 4 kg.", "solid oak", "- one\n- two;", "…", "from 9 a.m."].map(str::to_owned);
        assert_eq!(points(&texts), ["Solid oak", "Weighs 4 kg", "one", "two", "from 9 a.m."]);
    }

    #[test]
    fn phrases_are_found_as_words() {
        assert_eq!(
            found("Promocja! FREE SHIPPING", &["promocj*", "free shipping", "ship"]),
            ["promocj", "free shipping"]
        );
        assert!(found("autopromocja w sklepie, the owner", &["promocj*", "he"]).is_empty());
    }
}
