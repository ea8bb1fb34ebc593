//! Graphemes, the characters that users see: the extended grapheme clusters of UAX #29.
//!
//! The tables of the usual library are as large as a small tool; these have a sixth of that size and give the same
//! results, which the tests compare with the library.

use super::grapheme_table::RANGES;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Control,
    Extend,
    /// Extends, and joins the consonants of one Indic syllable.
    Linker,
    /// Extends, and separates such consonants.
    NonJoiner,
    Pictographic,
    Consonant,
    L,
    V,
    T,
    Prepend,
    Regional,
    SpacingMark,
    Zwj,
    Cr,
    Lf,
    Lv,
    Lvt,
    Other,
}

/// The classes by their numbers in the table.
const CLASSES: [Class; 15] = [
    Class::Control,
    Class::Extend,
    Class::Linker,
    Class::NonJoiner,
    Class::Pictographic,
    Class::Consonant,
    Class::L,
    Class::V,
    Class::T,
    Class::Prepend,
    Class::Regional,
    Class::SpacingMark,
    Class::Zwj,
    Class::Cr,
    Class::Lf,
];

fn class(letter: char) -> Class {
    let code = letter as u32;
    match code {
        // The most frequent characters need no search in the table.
        0x20..=0x7E | 0xAE..=0x2FF | 0x370..=0x482 | 0x5D0..=0x5EA | 0x1E00..=0x1FFF | 0x4E00..=0x9FFF => {
            if code == 0xAE {
                Class::Pictographic
            } else {
                Class::Other
            }
        }
        0x2010..=0x2027 | 0x2030..=0x203B | 0x203D..=0x2048 | 0x204A..=0x205E | 0x20A0..=0x20BF => {
            Class::Other
        }
        0x300..=0x36F => Class::Extend,
        0x200D => Class::Zwj,
        0xFE00..=0xFE0F => Class::Extend,
        0x1F400..=0x1F4FD | 0x1F600..=0x1F64F => Class::Pictographic,
        0x1F3FB..=0x1F3FF => Class::Extend,
        0xAC00..=0xD7A3 if (code - 0xAC00).is_multiple_of(28) => Class::Lv,
        0xAC00..=0xD7A3 => Class::Lvt,
        0xE0020..=0xE007F | 0xE0100..=0xE01EF => Class::Extend,
        0xE0000..=0xE0FFF => Class::Control,
        _ => listed(code),
    }
}

/// The number of characters for one entry of [`STARTS`].
const BLOCK: u32 = 256;

/// For each block of characters the number of ranges that begin before it: only those inside it are searched.
const STARTS: [u16; 0x20000 / BLOCK as usize + 1] = {
    let mut starts = [0; 0x20000 / BLOCK as usize + 1];
    let (mut block, mut place) = (0, 0);
    while block < starts.len() {
        while place < RANGES.len() && RANGES[place] >> 11 < block as u32 * BLOCK {
            place += 1;
        }
        starts[block] = place as u16;
        block += 1;
    }
    starts
};

fn listed(code: u32) -> Class {
    let block = (code / BLOCK) as usize;
    let [start, end] = match STARTS.get(block..).and_then(|ends| ends.first_chunk::<2>()) {
        Some(ends) => ends.map(usize::from),
        // After the last block there are only a few ranges.
        None => [STARTS.last().map_or(0, |start| usize::from(*start)), RANGES.len()],
    };
    let inside = RANGES.get(start..end).unwrap_or_default();
    let after = start + inside.partition_point(|range| range >> 11 <= code);
    let Some(range) = after.checked_sub(1).map(|place| RANGES[place]) else { return Class::Other };
    let (first, more) = (range >> 11, range >> 4 & 127);
    if code - first > more {
        return Class::Other;
    }
    CLASSES.get((range & 15) as usize).copied().unwrap_or(Class::Other)
}

/// The state inside an emoji sequence or a syllable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joining {
    No,
    /// A pictograph, with its extensions.
    Picture,
    /// A pictograph and a joiner: the next one belongs to it.
    PictureJoined,
    /// An Indic consonant, with what extends it.
    Syllable,
    /// The same with a linker: the next consonant belongs to it.
    SyllableJoined,
}

/// The graphemes of a text.
pub struct Graphemes<'a> {
    rest: &'a str,
}

/// Splits `text` into graphemes.
pub fn split_graphemes(text: &str) -> Graphemes<'_> {
    Graphemes { rest: text }
}

impl<'a> Iterator for Graphemes<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let length = first_length(self.rest)?;
        let (cluster, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(cluster)
    }
}

/// The number of graphemes of `text`: equal to the count of [`split_graphemes`], in one pass.
pub fn count_graphemes(text: &str) -> usize {
    count_up_to(text, usize::MAX)
}

/// Like [`count_graphemes`], but stops at `most` + 1.
pub fn count_up_to(text: &str, most: usize) -> usize {
    let (mut count, mut flags) = (0, 0);
    let (mut last, mut joining) = (Class::Control, Joining::No);
    for letter in text.chars() {
        let next = class(letter);
        let goes_on = count > 0 && joins(last, next, joining, flags);
        if !goes_on {
            count += 1;
            if count > most {
                break;
            }
            (joining, flags) = (Joining::No, 0);
        }
        flags = if next == Class::Regional { flags + 1 } else { 0 };
        joining = advance(joining, next);
        last = next;
    }
    count
}

/// The number of bytes of the first grapheme.
fn first_length(text: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    let mut last = class(letters.next()?.1);
    let mut joining = advance(Joining::No, last);
    let mut flags = usize::from(last == Class::Regional);
    for (place, letter) in letters {
        let next = class(letter);
        if !joins(last, next, joining, flags) {
            return Some(place);
        }
        flags = if next == Class::Regional { flags + 1 } else { 0 };
        joining = advance(joining, next);
        last = next;
    }
    Some(text.len())
}

/// Rules GB3 to GB13 of UAX #29; `flags` counts the regional indicators so far.
fn joins(last: Class, next: Class, joining: Joining, flags: usize) -> bool {
    use Class::*;
    match (last, next) {
        (Cr, Lf) => true,
        (Control | Cr | Lf, _) | (_, Control | Cr | Lf) => false,
        (L, L | V | Lv | Lvt) | (Lv | V, V | T) | (Lvt | T, T) => true,
        (_, Extend | Linker | NonJoiner | Zwj | SpacingMark) | (Prepend, _) => true,
        (_, Consonant) => joining == Joining::SyllableJoined,
        (Zwj, Pictographic) => joining == Joining::PictureJoined,
        (Regional, Regional) => flags % 2 == 1,
        _ => false,
    }
}

fn advance(joining: Joining, next: Class) -> Joining {
    use Joining::*;
    match (joining, next) {
        (_, Class::Pictographic) => Picture,
        (_, Class::Consonant) => Syllable,
        (Picture, Class::Extend | Class::Linker | Class::NonJoiner) => Picture,
        (Picture, Class::Zwj) => PictureJoined,
        (Syllable | SyllableJoined, Class::Linker) => SyllableJoined,
        (Syllable | SyllableJoined, Class::Extend | Class::Zwj) => joining,
        _ => No,
    }
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::{count_graphemes, count_up_to, split_graphemes};

    fn agrees(text: &str) {
        let found: Vec<&str> = split_graphemes(text).collect();
        let expected: Vec<&str> = text.graphemes(true).collect();
        assert_eq!(found, expected, "{:?}", text.escape_unicode().to_string());
        assert_eq!(count_graphemes(text), expected.len());
        assert_eq!(count_up_to(text, 2), expected.len().min(3));
    }

    /// One or two of every kind.
    const SAMPLES: &[char] = &[
        'a',
        'ą',
        '\r',
        '\n',
        '\u{7}',
        '\u{301}',
        '\u{200D}',
        '\u{200C}',
        '\u{FE0F}',
        '👩',
        '🏽',
        '❤',
        '🇵',
        '🇱',
        '\u{94D}',
        'क',
        'ष',
        '\u{93E}',
        '\u{9CD}',
        '\u{600}',
        '\u{1100}',
        '\u{1161}',
        '\u{11A8}',
        '가',
        '각',
        '漢',
        '\u{E0061}',
        '\u{E0001}',
        '1',
        '\u{20E3}',
        '\u{E33}',
        '©',
    ];

    #[test]
    fn every_character_between_every_kind_is_split_like_the_library() {
        for letter in (0..=0x10_FFFF).filter_map(char::from_u32) {
            // Unassigned planes are uniform, so their first and last characters are enough.
            if (0x4_0000..0xE_0000).contains(&(letter as u32)) && letter as u32 & 0xFF > 1 {
                continue;
            }
            agrees(&[letter, '\u{301}', letter, letter, 'a', letter].iter().collect::<String>());
        }
    }

    #[test]
    fn sequences_of_four_kinds_are_split_like_the_library() {
        for first in SAMPLES {
            for second in SAMPLES {
                for third in SAMPLES {
                    for fourth in ['a', '👩', 'ष', '🇱', '\u{200D}', '\u{301}'] {
                        agrees(&[*first, *second, *third, fourth].iter().collect::<String>());
                    }
                }
            }
        }
        agrees("🇵🇱🇵🇱🇵 👨‍👩‍👧‍👦 क्‍ष क्ष्म");
        agrees("");
    }
}
