//! Length of a post on X: version 3 of the published counting rules.
//!
//! The limit is 280. Most Latin-script characters weigh one, all others two, every address weighs 23 regardless of
//! its length, and a whole emoji sequence weighs two. Accents are counted with their letter, as in Unicode's composed
//! form (NFC).

mod addresses;
mod endings;
mod punycode;

use super::accents::composed;
use super::emoji::is_emoji;
use super::grapheme::split_graphemes;

const ADDRESS: usize = 23;
const EMOJI: usize = 2;

/// Weighted length of `text`.
pub fn weighted(text: &str) -> usize {
    weigh_with(text, weigh)
}

/// Addresses with their fixed weight, and the text between them measured by `weigh`.
fn weigh_with(text: &str, weigh: fn(&str) -> usize) -> usize {
    let (mut total, mut done) = (0, 0);
    for address in addresses::find(text) {
        total += weigh(&text[done..address.start]) + ADDRESS;
        done = address.end;
    }
    total + weigh(&text[done..])
}

fn weigh(text: &str) -> usize {
    // Below this byte, every character weighs one.
    if text.bytes().all(|byte| byte < 0xCC) {
        return text.chars().count();
    }
    split_graphemes(text).map(|cluster| if is_emoji(cluster) { EMOJI } else { letters_weight(cluster) }).sum()
}

/// The weight of letters with their accents.
fn letters_weight(cluster: &str) -> usize {
    let mut total = 0;
    let mut last: Option<char> = None;
    for letter in cluster.chars() {
        // Both parts and the composed letter weigh one.
        if let Some(whole) = last.and_then(|last| composed(last, letter)) {
            last = Some(whole);
        } else {
            total += letter_weight(letter);
            last = Some(letter);
        }
    }
    total
}

fn letter_weight(letter: char) -> usize {
    match letter as u32 {
        // Letters that the composed form splits, or replaces by plain ones.
        0x0344 | 0x0958..=0x095F => 2,
        0x2126 | 0x212A | 0x212B => 1,
        0xFB2C | 0xFB2D => 3,
        0..=4351 | 8192..=8205 | 8208..=8223 | 8242..=8247 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests;
