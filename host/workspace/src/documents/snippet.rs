//! Search snippets: the words around a match, in pieces, so that a page can highlight them without HTML.

use serde::Serialize;
use utoipa::ToSchema;

use super::export;
use super::search::Wanted;
use crate::platform::fold::words;

/// Characters before the first match, and of the whole snippet.
const BEFORE: usize = 60;
const LENGTH: usize = 220;

/// Where a search matched.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Found {
    /// The whole title.
    pub title: Vec<Piece>,
    /// The part of the text around the first match; the beginning if only the title matches.
    pub text: Vec<Piece>,
}

/// A piece of plain text, a match or the text between matches.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FoundPiece)]
pub(super) struct Piece {
    pub text: String,
    /// Whether it is a match.
    pub found: bool,
}

impl Found {
    /// `text` is Markdown.
    pub(super) fn of(title: &str, text: &str, wanted: &Wanted) -> Self {
        let plain = export::plain(text);
        Self { title: pieces(title, wanted), text: pieces(&around(&plain, wanted), wanted) }
    }
}

/// The most relevant part of a text.
fn around(text: &str, wanted: &Wanted) -> String {
    let place = words(text).find(|(_, word)| wanted.has(word)).map_or(0, |(place, _)| place.start);
    let begin = text[..place].char_indices().rev().take(BEFORE).last().map_or(place, |(start, _)| start);
    // Not in the middle of a word.
    let begin = match text[begin..place].find(' ') {
        Some(blank) if begin > 0 => begin + blank + 1,
        _ => begin,
    };
    let end = text[begin..].char_indices().nth(LENGTH).map_or(text.len(), |(end, _)| begin + end);
    let part = &text[begin..end];
    let part = match part.rfind(' ') {
        Some(blank) if end < text.len() && begin + blank > place => &part[..blank],
        _ => part,
    };
    let (before, after) = (if begin > 0 { "… " } else { "" }, if end < text.len() { " …" } else { "" });
    format!("{before}{part}{after}")
}

fn pieces(text: &str, wanted: &Wanted) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut end = 0;
    let mut push = |part: &str, found: bool| {
        if !part.is_empty() {
            pieces.push(Piece { text: part.to_owned(), found });
        }
    };
    for (place, word) in words(text) {
        if wanted.has(&word) {
            push(&text[end..place.start], false);
            push(&text[place.clone()], true);
            end = place.end;
        }
    }
    push(&text[end..], false);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(found: &[Piece]) -> String {
        found
            .iter()
            .map(|piece| if piece.found { format!("[{}]", piece.text) } else { piece.text.clone() })
            .collect()
    }

    #[test]
    fn found_words_are_marked() {
        let wanted = Wanted::of("<łodzi>").expect("a word");
        let found = Found::of(
            "Łódź & <b>",
            &format!("{} w **Łodzi** {}", "a b ".repeat(60), "ż ".repeat(300)),
            &wanted,
        );
        assert_eq!(shown(&found.title), "[Łódź] & <b>");
        let text = shown(&found.text);
        assert!(text.starts_with("… ") && text.ends_with(" …") && text.contains(" w [Łodzi] ż"), "{text}");
        assert!(text.chars().count() < LENGTH + 80, "{text}");
    }

    #[test]
    fn a_text_without_the_word_shows_its_beginning() {
        let found = Found::of("Ser", "Krótko.", &Wanted::of("ser").expect("a word"));
        assert_eq!(found.text, [Piece { text: "Krótko.".into(), found: false }]);
        assert!(Found::of("", "", &Wanted::of("!").expect("signs")).text.is_empty());
    }
}
