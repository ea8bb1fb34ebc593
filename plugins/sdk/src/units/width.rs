//! Width units of Google Ads: a full-width character or an emoji takes two, everything else one.

use super::emoji::is_emoji;
use super::grapheme::split_graphemes;

/// Width units of `text`.
pub fn width(text: &str) -> usize {
    // Below this byte, every character is a letter or symbol of one unit, alone or with the accents after it.
    if text.bytes().all(|byte| byte < 0xCC) {
        return text.chars().count();
    }
    let of = |cluster: &str| if is_emoji(cluster) || cluster.chars().any(is_wide) { 2 } else { 1 };
    split_graphemes(text).map(of).sum()
}

/// East Asian Wide and Fullwidth, by block.
fn is_wide(letter: char) -> bool {
    matches!(letter as u32,
        0x1100..=0x115F | 0x2E80..=0x303E | 0x3041..=0xA4CF | 0xA960..=0xA97F | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F | 0x1F680..=0x1F6FF
        | 0x1F900..=0x1F9FF | 0x1FA70..=0x1FAFF | 0x20000..=0x3FFFD)
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(width("Zażółć 12 zł"), 12);
        assert_eq!(width("東京 A"), 6);
        assert_eq!(width("カ"), 2);
        assert_eq!(width("ｶ"), 1);
    }

    #[test]
    fn q3_emoji_take_two_and_decomposed_letters_one() {
        for (text, units) in [
            ("✅", 2),
            ("❤️", 2),
            ("🇵🇱", 2),
            ("👨‍👩‍👧‍👦", 2),
            ("⭐ ok", 5),
            ("→ ok", 4),
            ("Cafe\u{301}", 4),
            ("z\u{307}o\u{301}ł", 3),
        ] {
            assert_eq!(width(text), units, "{text}");
        }
    }
}
