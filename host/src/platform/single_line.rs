//! One line of text, such as a name, as it is kept and shown among other texts.

use serde::{Deserialize, Deserializer};

/// A text without line breaks, doubled blanks, control characters and marks that turn the direction of whatever is
/// written after it. Empty where nothing of it could be seen.
pub fn line(text: &str) -> String {
    let kept = |char: &char| char.is_whitespace() || !(char.is_control() || turns(*char));
    let text: String = text.chars().filter(kept).collect();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().any(is_seen) { line } else { String::new() }
}

/// A field with one line; an empty one counts as missing.
pub fn filled<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(written(deserializer)?.filter(|line| !line.is_empty()))
}

/// A field with one line that may be left out: an empty one is there, so that it can be refused.
pub fn written<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(deserializer)?.map(|text| line(&text)))
}

/// A field with one line that must be there.
pub fn required<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(line(&String::deserialize(deserializer)?))
}

/// Embeddings, overrides and isolates of a direction: names do without, and one that is not closed turns what follows.
fn turns(char: char) -> bool {
    matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What joins, splits or colours other characters leaves no mark by itself.
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
    fn a_line_is_what_can_be_seen_of_a_text() {
        assert_eq!(line("  Jan\nKowalski\t "), "Jan Kowalski");
        assert_eq!(line("a\u{7}b\u{0}c"), "abc");
        assert_eq!(line("invoice\u{202e}gpj.exe"), "invoicegpj.exe");
        assert_eq!(line("مرحبا"), "مرحبا");
        // A family is four people and what joins them.
        assert_eq!(line("👩\u{200d}👩\u{200d}👧"), "👩\u{200d}👩\u{200d}👧");
    }

    #[test]
    fn what_nobody_could_see_is_nothing() {
        for text in ["", "  ", "\u{200b}\u{200b}", "\u{feff}", "\u{3164}", "\u{202e}", "\u{ad} \u{2060}"] {
            assert_eq!(line(text), "", "{text:?}");
        }
    }
}
