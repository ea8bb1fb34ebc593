//! Invisible characters. They reorder or hide the text around them, so they are removed from inputs and answers.

use crate::scan::{self, Class};

/// Control characters without a meaning, and other kinds of line break as the usual one.
const CONTROLS: Class<1> = Class::of([0x7F]).and_below(0x20).and_beyond_ascii();

/// `text` without direction marks, zero-width characters and control characters. Joiners stay where they join: inside
/// emoji and letters of scripts that need them.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    if scan::find(text.as_bytes(), CONTROLS).is_none() {
        out.push_str(text);
        return out;
    }
    let mut last = ' ';
    let mut letters = text.chars().peekable();
    // Tags encode a region after a black flag, and have no meaning elsewhere.
    let mut is_flag = false;
    while let Some(letter) = letters.next() {
        is_flag = letter == '\u{1F3F4}' || is_flag && is_tag(letter);
        let stays = match letter {
            '\u{200C}' | '\u{200D}' => joins(last) && letters.peek().is_some_and(|next| joins(*next)),
            _ if is_tag(letter) => is_flag,
            _ => !is_hidden(letter),
        };
        if matches!(letter, '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}') {
            out.push('\n');
        } else if stays {
            out.push(letter);
        } else {
            continue;
        }
        last = letter;
    }
    out
}

fn is_hidden(letter: char) -> bool {
    matches!(letter as u32, 0..=0x08 | 0x0E..=0x1F | 0x7F..=0x9F | 0x200B | 0x202A..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB)
}

fn is_tag(letter: char) -> bool {
    matches!(letter as u32, 0xE0000..=0xE007F)
}

/// Whether a joiner may have a meaning beside this letter: not beside Latin, Greek or Cyrillic letters, spaces and
/// punctuation.
fn joins(letter: char) -> bool {
    letter >= '\u{600}' && !matches!(letter, '\u{2000}'..='\u{206F}')
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn q3_invisible_characters_are_removed() {
        for (text, seen) in [
            ("a\u{202E}b\u{202C}c", "abc"),
            ("\u{FEFF}Zażółć\u{200B} gęślą\u{2060}", "Zażółć gęślą"),
            ("\u{2066}a\u{2069}\u{0}\u{7F}\u{9F}b", "ab"),
            ("a\u{200D}b\u{200C}c ż\u{200D}ź", "abc żź"),
            ("hidden\u{E0041}\u{E0042} tags", "hidden tags"),
            ("one\u{2028}two\u{85}three", "one\ntwo\nthree"),
        ] {
            assert_eq!(visible(text), seen, "{text:?}");
        }
    }

    #[test]
    fn q3_joiners_stay() {
        for text in [
            "👩‍👩‍👧‍👦 ❤️‍🔥 🏃🏽‍♀️",
            "می‌خواهم",
            "क्‍ष",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}!",
            "שלום\u{200F} (tak)",
            "Plain\ttext\nof two lines",
            "",
        ] {
            assert_eq!(visible(text), text, "{text:?}");
        }
    }
}
