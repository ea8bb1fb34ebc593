//! Single-line texts, such as names.

use serde::{Deserialize, Deserializer};

/// Removes line breaks, repeated blanks, control characters and bidirectional marks. Empty if nothing visible
/// remains.
pub fn line(text: &str) -> String {
    let kept = |char: &char| char.is_whitespace() || !(char.is_control() || turns(*char));
    let text: String = text.chars().filter(kept).collect();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().any(is_seen) { line } else { String::new() }
}

/// Deserializes a single-line field; an empty one becomes `None`.
pub fn filled<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(written(deserializer)?.filter(|line| !line.is_empty()))
}

/// Deserializes an optional single-line field; an empty one stays `Some`, so that it can be refused.
pub fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(|text| line(&text)))
}

/// Deserializes a required single-line field.
pub fn required<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(line(&String::deserialize(deserializer)?))
}

/// Bidirectional embeddings, overrides and isolates: names do not need them, and an unclosed one affects the text
/// after it.
fn turns(char: char) -> bool {
    matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Joiners, separators and variation selectors are not visible by themselves.
fn is_seen(char: char) -> bool {
    !char.is_whitespace()
        && !matches!(char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_single_line_has_only_visible_characters() {
        assert_eq!(line("  Jan\nKowalski\t "), "Jan Kowalski");
        assert_eq!(line("a\u{7}b\u{0}c"), "abc");
        assert_eq!(line("invoice\u{202e}gpj.exe"), "invoicegpj.exe");
        assert_eq!(line("مرحبا"), "مرحبا");
        // A family emoji is several people and joiners.
        assert_eq!(line("👩\u{200d}👩\u{200d}👧"), "👩\u{200d}👩\u{200d}👧");
    }

    #[test]
    fn invisible_texts_are_empty() {
        for text in ["", "  ", "\u{200b}\u{200b}", "\u{feff}", "\u{3164}", "\u{202e}", "\u{ad} \u{2060}"] {
            assert_eq!(line(text), "", "{text:?}");
        }
    }
}
