//! The units of platforms, each in a separate file.

mod accents;
mod case;
mod emoji;
mod grapheme;
mod grapheme_table;
mod liberation_sans;
mod pixels;
mod sentences;
mod weighted;
mod width;
mod words;

pub use case::{is_lower, is_upper, lower, lower_letter, upper_letter};
pub use emoji::{count_emoji, is_emoji_letter};
use grapheme::count_up_to;
pub use grapheme::{Graphemes, count_graphemes, split_graphemes};
pub use pixels::arial;
pub use sentences::{ends_sentence, sentences};
pub use weighted::weighted;
pub use width::width;
pub use words::{bare, is_alphanumeric, words};

use crate::scan::{self, Class};

/// The number of characters as users see them: an emoji sequence or a letter with accents is one.
pub fn graphemes(text: &str) -> usize {
    if scan::find(text.as_bytes(), Class::of([b'\r']).and_beyond_ascii()).is_none() {
        return text.len();
    }
    let mut count = 0;
    let mut rest = text;
    while let Some(place) = rest.find(|letter| !stands_alone(letter)) {
        // The letters on both sides of a composed sequence may belong to it, so they are counted with it.
        let start = rest[..place].char_indices().next_back().map_or(0, |(place, _)| place);
        let length = rest[place..].find(stands_alone).unwrap_or(rest.len() - place);
        let after = rest[place + length..].chars().next().map_or(0, char::len_utf8);
        let end = place + length + after;
        count += rest[..start].chars().count() + count_graphemes(&rest[start..end]) - usize::from(after > 0);
        // The letter after it starts the next part: another sequence may follow directly.
        rest = &rest[end - after..];
    }
    count + rest.chars().count()
}

/// Whether `text` has at most `most` characters; stops counting after that.
pub fn has_at_most(text: &str, most: usize) -> bool {
    text.len() <= most || (!text.is_ascii() && count_up_to(text, most) <= most)
}

/// Whether the number of characters of `text` is in `range`; stops counting after its end.
pub fn has_between(text: &str, range: &std::ops::RangeInclusive<usize>) -> bool {
    has_at_most(text, *range.end())
        && range.start().checked_sub(1).is_none_or(|less| !has_at_most(text, less))
}

/// Letters, symbols and punctuation that are always separate characters. Segmenting by the Unicode rules costs thirty
/// times as much as counting, so it is used only for characters that may be composed.
fn stands_alone(letter: char) -> bool {
    matches!(letter as u32, 0..=0x0C | 0x0E..=0x2FF | 0x1E00..=0x1EFF | 0x2010..=0x2027 | 0x2030..=0x205E | 0x20A0..=0x20BF)
}

/// A unit of measure. A tool contains only the code of the units that it names.
#[derive(Clone, Copy)]
pub struct Unit {
    /// The name in a result's JSON; the two fonts share one.
    pub id: &'static str,
    measure: fn(&str) -> usize,
}

// Named like the variants of an enum; they are constants so that unused code is removed.
#[allow(non_upper_case_globals)]
impl Unit {
    /// Graphemes.
    pub const Characters: Self = Self { id: "characters", measure: graphemes };
    /// UTF-16 code units.
    pub const Utf16: Self = Self { id: "utf16", measure: |text| text.encode_utf16().count() };
    /// UTF-8 bytes.
    pub const Bytes: Self = Self { id: "bytes", measure: str::len };
    pub const Words: Self = Self { id: "words", measure: |text| words(text).count() };
    /// Characters as X weighs them.
    pub const Weighted: Self = Self { id: "weighted", measure: weighted };
    /// Width units of Google Ads.
    pub const Width: Self = Self { id: "width", measure: width };
    /// Arial at 20 px, as search results show titles.
    pub const PixelsTitle: Self = Self { id: "pixels", measure: |text| arial(text, 20) as usize };
    /// Arial at 14 px, as search results show descriptions.
    pub const PixelsDescription: Self = Self { id: "pixels", measure: |text| arial(text, 14) as usize };
    /// Entries of a list; a text is one.
    pub const Items: Self = Self { id: "items", measure: |_| 1 };

    /// The size of `text` in this unit.
    pub fn measure(self, text: &str) -> u32 {
        u32::try_from((self.measure)(text)).unwrap_or(u32::MAX)
    }
}

/// Compared by name, which is enough for kinds of limits.
impl PartialEq for Unit {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Unit {}

impl core::fmt::Debug for Unit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Unit, graphemes};

    #[test]
    fn graphemes_are_the_characters_that_users_see() {
        for (text, count) in [
            ("", 0),
            ("zażółć", 6),
            ("👨‍👩‍👧‍👦🇵🇱", 2),
            ("e\u{301}", 1),
            ("a\r\nb", 3),
            ("שלום", 4),
            ("„a”🎉b🎉\u{301}c–", 8),
            ("👍🏽👍🏽", 2),
            ("1️⃣2", 2),
            ("é\u{301}\u{302}x", 2),
        ] {
            assert_eq!(graphemes(text), count, "{text:?}");
        }
    }

    #[test]
    fn bytes_and_utf16_differ_from_characters() {
        assert_eq!(Unit::Bytes.measure("łódź"), 7);
        assert_eq!(Unit::Utf16.measure("🎉ł"), 3);
        assert_eq!(Unit::Words.measure("dwa słowa"), 2);
    }
}
