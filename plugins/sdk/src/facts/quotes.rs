//! Quotations of an answer.

use crate::parts::{Joined, Parts};
use crate::units::{is_alphanumeric, lower};

/// Fewer words are a title, a name or a word that is meant in another way.
const LEAST_WORDS: usize = 4;

/// Quotations of several words that the data, in lower case, do not have.
pub(super) fn quotes(text: &str, known: &str) -> Vec<String> {
    let known = plain(known);
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut rest = line;
        while let Some((start, closing)) =
            rest.char_indices().find_map(|(place, letter)| Some((place, closing(letter)?)))
        {
            let inner = rest[start..].chars().next().map_or("", |open| &rest[start + open.len_utf8()..]);
            let Some((end, close)) = end(inner, closing) else {
                rest = inner;
                continue;
            };
            let quote = inner[..end].trim();
            rest = &inner[end + close.len_utf8()..];
            let is_long = quote.split_whitespace().count() >= LEAST_WORDS;
            if is_long && !known.has(plain(&lower(quote)).trim()) && !found.iter().any(|other| other == quote)
            {
                found.push(quote.to_owned());
            }
        }
    }
    found
}

/// The marks that may close a quotation with this opening one.
const fn closing(open: char) -> Option<&'static [char]> {
    Some(match open {
        '„' => &['”', '“', '"'],
        '“' => &['”', '"'],
        '"' => &['"'],
        '«' => &['»'],
        '»' => &['«'],
        '‘' => &['’'],
        _ => return None,
    })
}

/// Where a quotation ends; an apostrophe inside a word does not end it.
fn end(inner: &str, closing: &[char]) -> Option<(usize, char)> {
    let is_inside = |place: usize| inner[place..].chars().nth(1).is_some_and(is_alphanumeric);
    inner
        .char_indices()
        .find(|(place, letter)| closing.contains(letter) && !(*letter == '’' && is_inside(*place)))
}

/// Letters and digits, with one space between words.
fn plain(text: &str) -> String {
    let words = text.split(|letter: char| !is_alphanumeric(letter)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().joined(" ")
}
