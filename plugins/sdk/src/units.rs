//! Units that platforms count in, each in its own file.

mod liberation_sans;
mod pixels;
mod sentences;
mod weighted;
mod width;
mod words;

use unicode_segmentation::UnicodeSegmentation;

pub use pixels::arial;
pub use sentences::sentences;
pub use weighted::weighted;
pub use width::width;
pub use words::{bare, words};

/// What a person sees as one character, emoji sequences and accents included.
pub fn graphemes(text: &str) -> usize {
    // Almost every text is Latin; there a character is a code point that is not a carriage return or an accent.
    if text.bytes().all(|byte| byte < 0xCC && byte != b'\r') {
        return text.chars().count();
    }
    text.graphemes(true).count()
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
            Self::Characters | Self::Utf16 => "characters",
            Self::Bytes => "bytes",
            Self::Words => "words",
            Self::Weighted | Self::Width => "weighted",
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
        for (text, count) in [("", 0), ("zażółć", 6), ("👨‍👩‍👧‍👦🇵🇱", 2), ("e\u{301}", 1), ("a\r\nb", 3), ("שלום", 4)] {
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
