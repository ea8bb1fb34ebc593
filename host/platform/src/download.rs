//! Names of downloaded files.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::fold::fold;

/// Characters of a file name; some systems allow 255 bytes, path included.
const NAME_CHARS: usize = 80;
/// Characters allowed unescaped in `filename*` (RFC 8187).
const NAME_SIGNS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// Makes a title safe as a file name on every system, and short enough for all of them. It may be empty. A stop at the
/// end would be doubled by the one before the suffix, and some systems drop it.
pub fn safe_name(title: &str) -> String {
    // Bidirectional marks could make the suffix look different.
    let turns = |char: char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let may_stand = |char: &char| !char.is_control() && !turns(*char) && !"/\\:*?\"<>|".contains(*char);
    let name: String = title.chars().take(NAME_CHARS).filter(may_stand).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    name.trim_end_matches(['.', ' ']).to_owned()
}

/// `Content-Disposition` with both names: plain for old programs, encoded for the others.
pub fn disposition(title: &str, suffix: &str) -> String {
    let name = safe_name(title);
    let name = if name.is_empty() { "document" } else { &name };
    let plain: String =
        fold(name).chars().map(|char| if char.is_ascii_alphanumeric() { char } else { '-' }).collect();
    let plain = plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let plain = if plain.is_empty() { "document" } else { &plain };
    let encoded = utf8_percent_encode(name, NAME_SIGNS);
    format!("attachment; filename=\"{plain}.{suffix}\"; filename*=UTF-8''{encoded}.{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_for_every_system() {
        assert_eq!(
            disposition("Łódź: 50% taniej!", "md"),
            "attachment; filename=\"lodz-50-taniej.md\"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%2050%25%20taniej%21.md"
        );
        assert_eq!(safe_name("Report \u{202e}xcod.\u{2066}"), "Report xcod");
        assert_eq!(
            disposition("Bułki od siódmej . ", "html"),
            "attachment; filename=\"bulki-od-siodmej.html\"; filename*=UTF-8''Bu%C5%82ki%20od%20si%C3%B3dmej.html"
        );
        assert_eq!(
            disposition("///", "docx"),
            "attachment; filename=\"document.docx\"; filename*=UTF-8''document.docx"
        );
    }
}
