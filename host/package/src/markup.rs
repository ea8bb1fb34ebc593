//! What people read is text. A tag in it is a mistake, or an attempt to be drawn as something else.

use crate::Code;
use crate::problem::{Found, Problem};

/// Finds the beginning of a tag, a comment or a declaration.
pub(crate) fn check(text: &str, place: &str, found: &mut Found) {
    if let Some(tag) = tag(text) {
        found.add(Problem::at(Code::Markup, place).with("found", tag));
    }
}

/// A bare `<` is fine: in `3 < 5`, or in `I <3 bread`.
fn tag(text: &str) -> Option<&str> {
    const SHOWN: usize = 24;
    let opens = |next: char| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?');
    let start = text.match_indices('<').find(|(at, _)| text[at + 1..].starts_with(opens))?.0;
    let rest = &text[start..];
    let end = rest.char_indices().nth(SHOWN).map_or(rest.len(), |(at, _)| at);
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::tag;

    #[test]
    fn tags_are_found_and_signs_are_not() {
        for text in ["a <b>bold</b>", "</script", "<!-- x", "x<img src=y onerror=z", "<?php", "<SCRIPT>"] {
            assert!(tag(text).is_some(), "{text}");
        }
        for text in ["3 < 5", "I <3 bread", "a <", "x > y", "", "{name} <= 3", "<ą"] {
            assert!(tag(text).is_none(), "{text}");
        }
    }
}
