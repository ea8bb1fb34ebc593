//! Building blocks of a text, measured once.

use sitewright_sdk::Unit;

use crate::clean::capitalised;
use crate::stems::{folded_words, mark};

/// A block: a lead, a sentence of the topic, a call to action.
pub struct Piece {
    pub text: String,
    pub characters: u32,
    /// Rounded up, so that a sum of pieces is never too small.
    pub pixels: u32,
    /// Identifies this piece when variants are compared.
    pub name: u32,
    pub worth: i32,
    /// Its index among the blocks that may be combined.
    pub place: usize,
    /// Each word's mark as a number, since marks are compared very often.
    marks: Vec<u64>,
}

impl Piece {
    pub fn new(text: String, name: u32, worth: i32) -> Self {
        let words = folded_words(&text);
        // A mark has at most five bytes, so its number is unique.
        let number = |mark: &str| mark.bytes().fold(0, |number, byte| number << 8 | u64::from(byte));
        let marks = words.iter().filter_map(|word| mark(word)).map(number).collect();
        Self {
            characters: Unit::Characters.measure(&text),
            pixels: Unit::PixelsDescription.measure(&text),
            name,
            worth,
            place: 0,
            marks,
            text,
        }
    }

    /// The number of words of this piece that the other one has too.
    pub fn repeats(&self, other: &Self) -> i32 {
        let count = self.marks.iter().filter(|mark| other.marks.contains(mark)).count();
        i32::try_from(count).unwrap_or(i32::MAX)
    }
}

/// `text` as a sentence: a capital at the start, a full stop if it has no other end mark.
pub fn sentence(text: &str) -> String {
    let text = capitalised(text);
    let ended = text.ends_with(['.', '!', '?', '…']) || text.ends_with(".”") || text.ends_with(".\"");
    if ended { text } else { text + "." }
}
