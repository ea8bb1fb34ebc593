//! Quotations of an answer.

use crate::units::lower;

/// Fewer words are a title, a name or a word that is meant in another way.
const LEAST_WORDS: usize = 4;

/// Quotations of several words that the data, in lower case, do not have.
pub(super) fn quotes(text: &str, known: &str) -> Vec<String> {
    let known = plain(known);
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while let Some((open, start)) =
            rest.char_indices().find(|(_, letter)| is_open(*letter)).map(|(place, letter)| (letter, place))
        {
            let inner = &rest[start + open.len_utf8()..];
            let Some(end) = inner.find(|letter| closes(open, letter)) else { break };
            let quote = inner[..end].trim();
            let close = inner[end..].chars().next().map_or(1, char::len_utf8);
            rest = &inner[end + close..];
            let is_long = quote.split_whitespace().count() >= LEAST_WORDS;
            if is_long
                && !known.contains(plain(&lower(quote)).trim())
                && !found.iter().any(|other| other == quote)
            {
                found.push(quote.to_owned());
            }
        }
    }
    found
}

const fn is_open(letter: char) -> bool {
    matches!(letter, '“' | '„' | '"' | '«' | '»')
}

const fn closes(open: char, letter: char) -> bool {
    match open {
        '„' => matches!(letter, '”' | '“' | '"'),
        '“' => matches!(letter, '”' | '"'),
        '«' => letter == '»',
        '»' => letter == '«',
        _ => letter == '"',
    }
}

/// Letters and digits, with one space between words.
fn plain(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
