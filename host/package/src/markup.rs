//! What people read is text. A tag in it is a mistake, or an attempt to be drawn as something else; so is a character that
//! nobody sees.

use crate::Code;
use crate::problem::{Found, Problem};

/// Finds a character that is not seen, or that turns round what stands behind it. What reviewers read would not be what a
/// model reads, or a name would look like another one.
pub(crate) fn check_seen(text: &str, place: &str, found: &mut Found) {
    if let Some(char) = text.chars().find(|char| is_hidden(*char)) {
        found.add(Problem::at(Code::TextHidden, place).with("found", format!("U+{:04X}", u32::from(char))));
    }
}

/// Line breaks, tabs, and what joins the parts of an emoji are not among them.
fn is_hidden(char: char) -> bool {
    match char {
        '\n' | '\r' | '\t' | '\u{200d}' => false,
        // Nothing wide, the hyphen that is not drawn, marks of direction, fillers, tags, the mark of the order of bytes.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' => {
            true
        }
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' => true,
        '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        char => char.is_control(),
    }
}

/// Finds the beginning of a tag, a comment or a declaration, and what is not seen.
pub(crate) fn check(text: &str, place: &str, found: &mut Found) {
    check_seen(text, place, found);
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
    use super::{is_hidden, tag};

    #[test]
    fn what_is_not_seen_is_found_and_emoji_are_not() {
        for text in [
            "a\u{202e}b",
            "a\u{200b}",
            "\u{feff}a",
            "a\0",
            "\u{1b}[31m",
            "x\u{e0061}",
            "\u{2066}x",
            "pre\u{ad}fix",
        ] {
            assert!(text.chars().any(is_hidden), "{text:?}");
        }
        for text in
            ["Zażółć gęślą jaźń", "two\nlines\r\n\tand more", "👩\u{200d}💻 ❤\u{fe0f}", "5\u{a0}zł – „tak”…"]
        {
            assert!(!text.chars().any(is_hidden), "{text:?}");
        }
    }

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
