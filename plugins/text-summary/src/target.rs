//! The requested length of a summary.

use crate::choose::Room;
use crate::{Format, Length, Order};

/// The summary's length in words, and its accepted range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    pub words: u32,
    pub least: u32,
    pub most: u32,
    /// Sentences of a TL;DR, points of key takeaways; `None` if only the length counts.
    pub pieces: Option<u32>,
    /// `most` must not be exceeded.
    pub strict: bool,
}

/// The maximum length of a summary.
pub const LONGEST: u32 = 500;
/// The maximum number of sentences of a summary.
const MOST_SENTENCES: u32 = 60;
/// The minimum number of words of a sentence.
const SHORTEST: u32 = 10;
/// The words by which a sentence that readers must not miss may exceed a share of the text.
const MORE: u32 = 20;
/// One or two sentences.
const TLDR_WORDS: u32 = 45;
const TLDR_SENTENCES: u32 = 2;
const TLDR_LEAST: u32 = 25;
/// The maximum number of key points.
const TAKEAWAYS: u32 = 7;
const TAKEAWAY_WORDS: u32 = 30;

impl Target {
    pub fn of(order: &Order, source_words: usize) -> Self {
        let source = u32::try_from(source_words).unwrap_or(u32::MAX);
        let asked = match order.length {
            Length::Tenth => source / 10,
            Length::Quarter => source / 4,
            Length::Half => source / 2,
            Length::Words => order.words,
        };
        let (most, pieces) = match order.format {
            Format::Paragraph | Format::Bullets => (LONGEST, None),
            Format::Tldr => (TLDR_WORDS, Some(TLDR_SENTENCES)),
            Format::KeyTakeaways => (TAKEAWAYS * TAKEAWAY_WORDS, Some(TAKEAWAYS)),
        };
        // One sentence needs that much, whatever its share.
        let least = if order.format == Format::Tldr && asked > SHORTEST { TLDR_LEAST } else { SHORTEST };
        let strict = order.length == Length::Words;
        let least = if strict { SHORTEST } else { least };
        let words = asked.min(most).max(least).min(source.max(SHORTEST));
        // Whole sentences meet a length only within this range.
        let slack = (words / 4).max(10);
        let above = (words / 4).max(MORE);
        // If points are counted, short ones may end the list before the length is met.
        let least = match order.format {
            Format::Tldr => 1,
            Format::KeyTakeaways => (words / 2).saturating_sub(slack).max(1),
            Format::Paragraph | Format::Bullets => words.saturating_sub(slack).max(1),
        };
        // A number of words is a limit, a share of the text a measure.
        let most = if strict { words } else { (words + above).min(LONGEST) };
        Self { words, least, most, pieces, strict }
    }

    pub fn room(&self, format: Format) -> Room {
        Room {
            words: self.words as usize,
            within: if self.strict { self.most } else { (self.words + (self.words / 5).max(4)).min(LONGEST) }
                as usize,
            most_words: self.most as usize,
            strict: self.strict,
            most_pieces: self.pieces.unwrap_or(MOST_SENTENCES) as usize,
            prose: matches!(format, Format::Paragraph | Format::Tldr),
            flowing: format == Format::Paragraph,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Target;
    use crate::{Format, Length, Order};

    fn of(format: Format, length: Length, source: usize) -> Target {
        Target::of(
            &Order { text: String::new(), format, length, words: 60, voice: Default::default() },
            source,
        )
    }

    #[test]
    fn lengths_are_shares_of_the_text_within_limits() {
        assert_eq!(of(Format::Bullets, Length::Quarter, 400).words, 100);
        assert_eq!(of(Format::Bullets, Length::Words, 400).words, 60);
        assert_eq!(of(Format::Paragraph, Length::Half, 8_000).words, 500);
        assert_eq!(of(Format::Paragraph, Length::Words, 40).words, 40);
        assert_eq!(of(Format::Bullets, Length::Tenth, 12).words, 10);
        assert_eq!(
            of(Format::Tldr, Length::Half, 8_000),
            Target { words: 45, least: 1, most: 65, pieces: Some(2), strict: false }
        );
    }
}
