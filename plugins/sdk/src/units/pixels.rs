//! How wide a text is on a search result page.

use super::liberation_sans::{RUNS, UNITS_PER_EM};

/// Width of `text` in Arial at `size` pixels, rounded up to whole pixels.
///
/// What the font lacks (emoji, Chinese) is drawn by another one and takes about one em.
pub fn arial(text: &str, size: u32) -> u32 {
    let units: u64 = text.chars().map(|letter| u64::from(advance(letter))).sum();
    (units * u64::from(size)).div_ceil(u64::from(UNITS_PER_EM)) as u32
}

fn advance(letter: char) -> u32 {
    let code = letter as u32;
    if is_mark(code) {
        return 0;
    }
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

    #[test]
    fn polish_letters_are_as_wide_as_their_base() {
        assert_eq!(arial("ąćęńóśźż", 20), arial("acenoszz", 20));
        assert_eq!(arial("ł", 20), arial("l", 20));
    }

    #[test]
    fn marks_take_no_room_and_emoji_take_one_em() {
        assert_eq!(arial("e\u{301}", 20), arial("e", 20));
        assert_eq!(arial("🎉", 20), 20);
    }
}
