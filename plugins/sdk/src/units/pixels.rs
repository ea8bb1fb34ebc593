//! The width of a text on a search result page.

use super::accents::composed;
use super::emoji::is_emoji;
use super::grapheme::split_graphemes;
use super::liberation_sans::{KERNING, RUNS, UNITS_PER_EM};

/// Width of an emoji in the fonts of Google, Apple and Microsoft: five quarters of an em, a little more in the last.
const EMOJI: i64 = 2550;

/// Width of `text` in Arial at `size` pixels, rounded up to whole pixels, with the kerning that browsers apply to
/// pairs such as "To".
///
/// Characters that the font lacks (Chinese, for example) are drawn by another one and take about one em.
pub fn arial(text: &str, size: u32) -> u32 {
    let (mut units, mut before) = (0, '\0');
    // Most texts are Latin letters, each of which is one character.
    if text.bytes().all(|byte| byte < 0xCC) {
        text.chars().for_each(|letter| units += drawn(&mut before, letter));
    } else {
        for cluster in split_graphemes(text) {
            if is_emoji(cluster) {
                units += EMOJI;
                before = '\0';
            } else {
                units += composed_letters(cluster).map(|letter| drawn(&mut before, letter)).sum::<i64>();
            }
        }
    }
    let units = u64::try_from(units).unwrap_or_default();
    (units * u64::from(size)).div_ceil(u64::from(UNITS_PER_EM)) as u32
}

/// The width that a letter adds after `before`; sets `before` to it.
fn drawn(before: &mut char, letter: char) -> i64 {
    if is_mark(letter as u32) {
        return 0;
    }
    let kerning = kerning(std::mem::replace(before, letter), letter);
    i64::from(advance(letter)) + i64::from(kerning)
}

/// The letters of a cluster, with a letter and its accent composed.
fn composed_letters(cluster: &str) -> impl Iterator<Item = char> {
    let mut letters = cluster.chars().peekable();
    std::iter::from_fn(move || {
        let mut letter = letters.next()?;
        while let Some(whole) = letters.peek().and_then(|accent| composed(letter, *accent)) {
            letter = whole;
            letters.next();
        }
        Some(letter)
    })
}

/// The change of the distance of two letters; negative if they are drawn closer together.
fn kerning(left: char, right: char) -> i16 {
    let pairs = KERNING.iter().find(|(letter, _)| *letter == left).map_or(&[][..], |(_, pairs)| pairs);
    pairs
        .iter()
        .find(|(_, letters)| letters.chars().any(|letter| letter == right))
        .map_or(0, |(units, _)| *units)
}

fn advance(letter: char) -> u32 {
    let code = letter as u32;
    RUNS.iter()
        .find_map(|(first, widths)| code.checked_sub(*first).and_then(|place| widths.get(place as usize)))
        .filter(|width| **width > 0)
        .map_or(UNITS_PER_EM, |width| u32::from(*width))
}

/// Marks that are drawn over their neighbour: combining accents, joiners, variation selectors.
fn is_mark(code: u32) -> bool {
    matches!(code, 0x0300..=0x036F | 0x200B..=0x200F | 0x2060 | 0xFE00..=0xFE0F | 0x1F3FB..=0x1F3FF)
}

#[cfg(test)]
mod tests {
    use super::arial;

    #[test]
    fn widths_are_those_of_arial() {
        assert_eq!(arial("", 20), 0);
        // 1139 units each.
        assert_eq!(arial("00000000", 20), 89);
        assert_eq!(arial("Wi", 14), (1933u32 + 455).saturating_mul(14).div_ceil(2048));
    }

    /// Measured by `web-shell/e2e/tests/pixels.spec.ts`: a title, its width at 20 px and at 14 px.
    #[test]
    fn titles_have_the_width_that_chromium_measures() {
        let titles: Vec<(String, f64, f64)> =
            serde_json::from_str(include_str!("../../fixtures/titles.json")).expect("titles with widths");
        assert_eq!(titles.len(), 500);
        for (title, at_20, at_14) in titles {
            for (size, drawn) in [(20, at_20), (14, at_14)] {
                let ours = f64::from(arial(&title, size));
                assert!(
                    (ours - drawn).abs() <= drawn * 0.01,
                    "{title}: {ours} instead of {drawn} at {size} px"
                );
            }
        }
    }

    #[test]
    fn pairs_are_kerned() {
        // 1251 + 1139 units, less 227.
        assert_eq!(arial("To", 20), 2163_u32.saturating_mul(20).div_ceil(2048));
        assert_eq!(arial("a\u{a0}A", 20), arial("a A", 20));
    }

    #[test]
    fn polish_letters_are_as_wide_as_their_base() {
        assert_eq!(arial("ąćęńóśźż", 20), arial("acenoszz", 20));
        assert_eq!(arial("ł", 20), arial("l", 20));
    }

    #[test]
    fn q3_marks_have_no_width_and_emoji_have_theirs() {
        assert_eq!(arial("x\u{301}", 20), arial("x", 20));
        for emoji in ["🎉", "👨‍👩‍👧‍👦", "🇵🇱", "❤️", "👍🏽"] {
            assert_eq!(arial(emoji, 20), 25, "{emoji}");
        }
    }

    #[test]
    fn q3_decomposed_letters_have_the_width_of_composed_ones() {
        for (apart, whole) in [
            ("Te\u{301}o", "Téo"),
            ("i\u{302}le", "île"),
            ("z\u{307}o\u{301}łc\u{301}", "żółć"),
            ("Te\u{328}cza", "Tęcza"),
        ] {
            assert_eq!(arial(apart, 20), arial(whole, 20), "{whole}");
        }
    }
}
