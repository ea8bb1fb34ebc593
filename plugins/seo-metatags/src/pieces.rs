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
    /// What this piece is, for telling variants apart.
    pub name: u32,
    pub worth: i32,
    /// Its number among the blocks that may stand together.
    pub place: usize,
    /// Each word's mark as a number: marks are compared very often.
    marks: Vec<u64>,
}

impl Piece {
    pub fn new(text: String, name: u32, worth: i32) -> Self {
        let words = folded_words(&text);
        // A mark has at most five bytes, so no two of them share a number.
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

    /// How many words of this piece the other one has too.
    pub fn repeats(&self, other: &Self) -> i32 {
        let count = self.marks.iter().filter(|mark| other.marks.contains(mark)).count();
        i32::try_from(count).unwrap_or(i32::MAX)
    }
}

/// `text` as a sentence: a capital in front, a full stop where nothing else ends it.
pub fn sentence(text: &str) -> String {
    let text = capitalised(text);
    let ended = text.ends_with(['.', '!', '?', '…']) || text.ends_with(".”") || text.ends_with(".\"");
    if ended { text } else { text + "." }
}
