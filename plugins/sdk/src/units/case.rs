//! Upper and lower case of Latin, Greek and Cyrillic letters.
//!
//! The standard library's tables for every script of the world are as large as a tool's own code.

/// Runs of capitals in order: first, last, distance between capitals, distance of a capital to its small letter.
const RUNS: &[(u32, u32, u32, u32)] = &[
    (0x41, 0x5A, 1, 32),
    (0xC0, 0xD6, 1, 32),
    (0xD8, 0xDE, 1, 32),
    // Without the dotted and dotless I of Turkish, which are not a pair.
    (0x100, 0x12E, 2, 1),
    (0x132, 0x136, 2, 1),
    (0x139, 0x147, 2, 1),
    (0x14A, 0x176, 2, 1),
    (0x179, 0x17D, 2, 1),
    (0x1CD, 0x1DB, 2, 1),
    (0x1DE, 0x1EE, 2, 1),
    (0x1F8, 0x21E, 2, 1),
    (0x222, 0x232, 2, 1),
    (0x388, 0x38A, 1, 37),
    (0x391, 0x3A1, 1, 32),
    (0x3A3, 0x3AB, 1, 32),
    (0x400, 0x40F, 1, 80),
    (0x410, 0x42F, 1, 32),
    (0x490, 0x4BE, 2, 1),
    (0x1E00, 0x1E94, 2, 1),
    (0x1EA0, 0x1EFE, 2, 1),
];

/// Small letters without a capital among the runs.
const ALWAYS_SMALL: [char; 8] = ['ß', 'ÿ', 'ı', 'ĸ', 'ŉ', 'ſ', 'µ', 'ΐ'];

/// Whether a letter is a capital.
pub fn is_upper(letter: char) -> bool {
    lower_letter(letter) != letter
}

/// Whether a letter is a small one.
pub fn is_lower(letter: char) -> bool {
    letter.is_ascii_lowercase() || upper_letter(letter) != letter || ALWAYS_SMALL.contains(&letter)
}

/// `text` in lower case.
pub fn lower(text: &str) -> String {
    let mut lowered = String::with_capacity(text.len());
    lowered.extend(text.chars().map(lower_letter));
    lowered
}

/// A letter in lower case.
pub fn lower_letter(letter: char) -> char {
    if letter.is_ascii() {
        return letter.to_ascii_lowercase();
    }
    let code = letter as u32;
    if is_without_case(code) {
        return letter;
    }
    match RUNS.get(RUNS.partition_point(|(_, last, ..)| *last < code)) {
        Some((first, _, step, shift)) if code >= *first && (code - first).is_multiple_of(*step) => {
            char::from_u32(code + shift).unwrap_or(letter)
        }
        _ => letter,
    }
}

/// Letters and symbols between the runs and after them, which need no search.
fn is_without_case(code: u32) -> bool {
    matches!(code, 0x80..=0xBF | 0x2B0..=0x36F | 0x4C0..=0x1DFF | 0x1F00..)
}

/// A letter as a capital.
pub fn upper_letter(letter: char) -> char {
    if letter.is_ascii() {
        return letter.to_ascii_uppercase();
    }
    let code = letter as u32;
    if is_without_case(code) {
        return letter;
    }
    let capital = RUNS.iter().find_map(|(first, last, step, shift)| {
        let capital = code.checked_sub(*shift)?;
        ((*first..=*last).contains(&capital) && (capital - first).is_multiple_of(*step)).then_some(capital)
    });
    capital.and_then(char::from_u32).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::{is_lower, is_upper, lower, lower_letter, upper_letter};

    #[test]
    fn polish() {
        assert_eq!(lower("ZAŻÓŁĆ GĘŚLĄ JAŹŃ 2x"), "zażółć gęślą jaźń 2x");
    }

    #[test]
    fn case_pairs_equal_those_of_the_standard_library() {
        for letter in (0..0x2000).filter_map(char::from_u32) {
            let small = lower_letter(letter);
            if small != letter {
                assert_eq!(letter.to_lowercase().to_string(), small.to_string());
                assert_eq!(upper_letter(small), letter);
            }
            assert!(!is_upper(letter) || letter.is_uppercase(), "{letter}");
            assert!(!is_lower(letter) || letter.is_lowercase(), "{letter}");
            // The usual letters of English and Polish, and of names.
            if letter < '\u{180}'
                || ('А'..='я').contains(&letter)
                || ('\u{1E00}'..'\u{1E95}').contains(&letter)
            {
                assert!(is_upper(letter) || !letter.is_uppercase() || "İŸ".contains(letter), "{letter}");
                assert!(is_lower(letter) || !letter.is_lowercase() || "ªº".contains(letter), "{letter}");
            }
        }
    }
}
