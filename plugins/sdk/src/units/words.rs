//! Words, as users count them.

/// Words of `text`: runs between white space that contain a letter or a digit.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.chars().any(is_alphanumeric))
}

/// Like the standard library's, which searches its tables for every non-ASCII character.
pub fn is_alphanumeric(letter: char) -> bool {
    match letter as u32 {
        0..=0x7F => letter.is_ascii_alphanumeric(),
        0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x24F | 0x5D0..=0x5EA | 0x620..=0x657 | 0x904..=0x93B => true,
        0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => true,
        0x300..=0x344 | 0x2000..=0x206F | 0x20A0..=0x20F0 | 0x2190..=0x23FF | 0x2600..=0x2775 => false,
        0x2794..=0x2BFF | 0x3000..=0x3004 | 0xFE00..=0xFE0F => false,
        0x1F1E6..=0x1F1FF | 0x1F300..=0x1FAFF | 0xE0000..=0xE0FFF => false,
        _ => letter.is_alphanumeric(),
    }
}

/// A word without the punctuation around it: `„dom”,` as `dom`.
pub fn bare(word: &str) -> &str {
    // Most words have no punctuation, and checking that on bytes is fast.
    if let [first, .., last] = word.as_bytes()
        && first.is_ascii_alphanumeric()
        && last.is_ascii_alphanumeric()
    {
        return word;
    }
    word.trim_matches(|letter| !is_alphanumeric(letter))
}

#[cfg(test)]
mod tests {
    use super::{bare, words};

    #[test]
    fn punctuation_alone_is_not_a_word() {
        assert_eq!(words("Ala – ma 2 koty … !").count(), 4);
        assert_eq!(words("e-mail don't").count(), 2);
        assert_eq!(words(" \n ").count(), 0);
    }

    #[test]
    fn letters_and_digits_equal_those_of_the_standard_library() {
        for letter in (0..=0x10_FFFF).filter_map(char::from_u32) {
            assert_eq!(super::is_alphanumeric(letter), letter.is_alphanumeric(), "{letter:?}");
        }
    }

    #[test]
    fn quotes_around_words_are_removed() {
        assert_eq!(bare("„dom”,"), "dom");
        assert_eq!(bare("–"), "");
    }
}
