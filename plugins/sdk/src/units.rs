//! Units that platforms count in, each in its own file.

mod case;
mod emoji;
mod liberation_sans;
mod pixels;
mod sentences;
mod weighted;
mod width;
mod words;

use unicode_segmentation::UnicodeSegmentation;

pub use case::{lower, lower_letter, upper_letter};
pub use emoji::count_emoji;
pub use pixels::arial;
pub use sentences::sentences;
pub use weighted::weighted;
pub use width::width;
pub use words::{bare, words};

/// What a person sees as one character, emoji sequences and accents included.
pub fn graphemes(text: &str) -> usize {
    if text.is_ascii() && !text.contains('\r') {
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
        count +=
            rest[..start].chars().count() + rest[start..end].graphemes(true).count() - usize::from(after > 0);
        // The letter after it opens what comes next: another sequence may follow at once.
        rest = &rest[end - after..];
    }
    count + rest.chars().count()
}

/// Letters, signs and punctuation that are characters of their own beside one another. Segmenting by the
/// Unicode rules costs thirty times as much as counting, so it is kept for what may be composed.
fn stands_alone(letter: char) -> bool {
    matches!(letter as u32, 0..=0x0C | 0x0E..=0x2FF | 0x1E00..=0x1EFF | 0x2010..=0x2027 | 0x2030..=0x205E | 0x20A0..=0x20BF)
}

/// A unit of measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Graphemes.
    Characters,
    /// UTF-16 code units.
    Utf16,
    /// UTF-8 bytes.
    Bytes,
    Words,
    /// Characters as X weighs them.
    Weighted,
    /// Width units of Google Ads.
    Width,
    /// Arial at 20 px, as search results show titles.
    PixelsTitle,
    /// Arial at 14 px, as search results show descriptions.
    PixelsDescription,
    /// Entries of a list.
    Items,
}

impl Unit {
    /// How much of this unit `text` takes; a text is one item.
    pub fn measure(self, text: &str) -> u32 {
        let count = match self {
            Self::Characters => graphemes(text),
            Self::Utf16 => text.encode_utf16().count(),
            Self::Bytes => text.len(),
            Self::Words => words(text).count(),
            Self::Weighted => weighted(text),
            Self::Width => width(text),
            Self::PixelsTitle => return arial(text, 20),
            Self::PixelsDescription => return arial(text, 14),
            Self::Items => 1,
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The name in a result's JSON, which knows fewer units than we measure.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Characters => "characters",
            Self::Utf16 => "utf16",
            Self::Bytes => "bytes",
            Self::Words => "words",
            Self::Weighted => "weighted",
            Self::Width => "width",
            Self::PixelsTitle | Self::PixelsDescription => "pixels",
            Self::Items => "items",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Unit, graphemes};

    #[test]
    fn graphemes_are_what_people_see() {
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
