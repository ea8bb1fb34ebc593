//! Texts for users are plain text. A tag in them is an error or an attempt to change the page; so is an invisible
//! character.

use crate::{Code, Problem, Problems};

/// Reports an invisible character, or one that changes the direction of the following text. With one of these,
/// reviewers would read something else than a model, or a name would look like another one.
pub(crate) fn check_seen(text: &str, place: &str, found: &mut Problems) {
    if let Some(char) = text.chars().find(|char| is_hidden(*char)) {
        found.add(Problem::at(Code::TextHidden, place).with("found", format!("U+{:04X}", u32::from(char))));
    }
}

/// Does not include line breaks, tabs, and joiners of emoji.
fn is_hidden(char: char) -> bool {
    match char {
        '\n' | '\r' | '\t' | '\u{200d}' => false,
        // Zero-width characters, the soft hyphen, direction marks, fillers, tags, the byte order mark.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' => {
            true
        }
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' => true,
        '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        char => char.is_control(),
    }
}

/// Reports the start of a tag, a comment or a declaration, and invisible characters.
pub(crate) fn check(text: &str, place: &str, found: &mut Problems) {
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
    fn invisible_characters_are_found_and_emoji_are_not() {
        let texts = "a\u{202e}b|a\u{200b}|\u{feff}a|a\0|\u{1b}[31m|x\u{e0061}|\u{2066}x|pre\u{ad}fix";
        for text in texts.split('|') {
            assert!(text.chars().any(is_hidden), "{text:?}");
        }
        for text in
            ["Zażółć gęślą jaźń", "two\nlines\r\n\tand more", "👩\u{200d}💻 ❤\u{fe0f}", "5\u{a0}zł – „tak”…"]
        {
            assert!(!text.chars().any(is_hidden), "{text:?}");
        }
    }

    #[test]
    fn tags_are_found_and_other_signs_are_not() {
        for text in ["a <b>bold</b>", "</script", "<!-- x", "x<img src=y onerror=z", "<?php", "<SCRIPT>"] {
            assert!(tag(text).is_some(), "{text}");
        }
        for text in ["3 < 5", "I <3 bread", "a <", "x > y", "", "{name} <= 3", "<ą"] {
            assert!(tag(text).is_none(), "{text}");
        }
    }
}
