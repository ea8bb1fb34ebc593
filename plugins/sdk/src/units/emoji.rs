//! Emoji, counted as sequences.

use super::grapheme::split_graphemes;

/// Emoji sequences in `text`.
pub fn count_emoji(text: &str) -> usize {
    // Every emoji sequence has a character of three or more bytes; plain Latin text returns here.
    if text.bytes().all(|byte| byte < 0xE2) {
        return 0;
    }
    split_graphemes(text).filter(|cluster| is_emoji(cluster)).count()
}

/// Whether a grapheme is drawn as an emoji. Plain arrows, check marks and bullets are not emoji.
pub fn is_emoji(cluster: &str) -> bool {
    cluster.chars().any(is_emoji_letter)
}

/// Whether a grapheme with this character is drawn as an emoji.
pub fn is_emoji_letter(letter: char) -> bool {
    matches!(letter as u32, 0x1F000..=0x1FAFF | 0x2600..=0x26FF | 0x2705 | 0x270A..=0x270D | 0x2728 | 0x274C | 0x274E
        | 0x2753..=0x2757 | 0x2764 | 0x2795..=0x2797 | 0x27B0 | 0x27BF | 0x2B1B..=0x2B1C | 0x2B50 | 0x2B55 | 0xFE0F | 0x20E3)
}

#[cfg(test)]
mod tests {
    use super::count_emoji;

    #[test]
    fn sequences_count_once() {
        assert_eq!(count_emoji("🎉 party 👨‍👩‍👧 🇵🇱 ✅ ✔️ ❤️"), 6);
        assert_eq!(count_emoji("„Zażółć” – • → ✓ … €"), 0);
    }
}
