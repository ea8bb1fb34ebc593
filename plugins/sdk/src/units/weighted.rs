//! Length of a post on X: version 3 of the published counting rules.
//!
//! A post may weigh 280. Most Latin-script characters weigh one, everything else two, every
//! address weighs 23 however long it is, and a whole emoji sequence weighs two.

use super::emoji::is_emoji;
use super::grapheme::split_graphemes;

const ADDRESS: usize = 23;
const EMOJI: usize = 2;

/// Weighted length of `text`.
pub fn weighted(text: &str) -> usize {
    let mut total = 0;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        let (before, address, after) = split_address(word);
        let visible = weigh(before) + weigh(after) + if address { ADDRESS } else { 0 };
        total += visible + weigh(&piece[word.len()..]);
    }
    total
}

/// What stands before an address in a word, whether there is one, and what stands after it.
fn split_address(word: &str) -> (&str, bool, &str) {
    let Some(start) = ["https://", "http://", "www."].iter().filter_map(|prefix| word.find(prefix)).min()
    else {
        return (word, false, "");
    };
    let end = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '"', '\'', '”', '’']).len();
    let address = word.get(start..end).unwrap_or_default();
    let host =
        address.trim_start_matches("https://").trim_start_matches("http://").trim_start_matches("www.");
    if !host.contains('.') || address.len() == host.len() {
        (word, false, "")
    } else {
        (&word[..start], true, &word[end..])
    }
}

fn weigh(text: &str) -> usize {
    split_graphemes(text).map(|cluster| if is_emoji(cluster) { EMOJI } else { cluster_weight(cluster) }).sum()
}

/// The rules count composed characters, so a letter with combining accents weighs as one.
fn cluster_weight(cluster: &str) -> usize {
    cluster.chars().filter(|letter| !matches!(*letter as u32, 0x0300..=0x036F)).map(letter_weight).sum()
}

fn letter_weight(letter: char) -> usize {
    match letter as u32 {
        0..=4351 | 8192..=8205 | 8208..=8223 | 8242..=8247 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::weighted;

    #[test]
    fn letters_and_signs() {
        assert_eq!(weighted("zażółć gęślą jaźń"), 17);
        assert_eq!(weighted("„tak” – nie"), 11);
        assert_eq!(weighted("…"), 2);
        assert_eq!(weighted("5 €"), 4);
        assert_eq!(weighted("日本"), 4);
        assert_eq!(weighted("e\u{301}"), 1);
    }

    #[test]
    fn an_emoji_sequence_weighs_two() {
        for emoji in ["🎉", "👨‍👩‍👧‍👦", "🇵🇱", "👍🏽", "✔️", "1️⃣"] {
            assert_eq!(weighted(emoji), 2, "{emoji}");
        }
    }

    #[test]
    fn an_address_weighs_twenty_three() {
        assert_eq!(weighted("https://example.com/a/very/long/path?with=query&and=more"), 23);
        assert_eq!(weighted("see (https://example.com/x), now"), 4 + 1 + 23 + 2 + 4);
        assert_eq!(weighted("www."), 4);
    }
}
