//! Words, as a person counts them.

/// Words of `text`: runs between white space that hold a letter or a digit.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric))
}

/// A word without the signs around it: `„dom”,` as `dom`.
pub fn bare(word: &str) -> &str {
    // Most words have no signs, and asking that of a byte is quick.
    if let [first, .., last] = word.as_bytes()
        && first.is_ascii_alphanumeric()
        && last.is_ascii_alphanumeric()
    {
        return word;
    }
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::{bare, words};

    #[test]
    fn signs_alone_are_no_words() {
        assert_eq!(words("Ala – ma 2 koty … !").count(), 4);
        assert_eq!(words("e-mail don't").count(), 2);
        assert_eq!(words(" \n ").count(), 0);
    }

    #[test]
    fn bare_words_lose_their_quotes() {
        assert_eq!(bare("„dom”,"), "dom");
        assert_eq!(bare("–"), "");
    }
}
