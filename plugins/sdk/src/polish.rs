//! Polish grammar for texts with numbers.

use crate::units::lower;

/// The form of a Polish noun after a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plural {
    /// 1 znak
    One,
    /// 2 znaki, 34 znaki
    Few,
    /// 5 znaków, 12 znaków, 0 znaków
    Many,
}

/// The form after `number`.
pub fn plural(number: u32) -> Plural {
    match (number, number % 10, number % 100) {
        (1, _, _) => Plural::One,
        (_, 2..=4, hundred) if !(12..=14).contains(&hundred) => Plural::Few,
        _ => Plural::Many,
    }
}

/// Syllables of a Polish word: its vowels, without the `i` that only softens before another vowel.
pub fn syllables(word: &str) -> usize {
    let letters: Vec<char> = lower(word).chars().collect();
    let nucleus = |place: usize| {
        let next = letters.get(place + 1).copied().is_some_and(is_vowel);
        is_vowel(letters[place]) && !(letters[place] == 'i' && next)
    };
    (0..letters.len()).filter(|place| nucleus(*place)).count()
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'ą' | 'e' | 'ę' | 'i' | 'o' | 'ó' | 'u' | 'y')
}

#[cfg(test)]
mod tests {
    use super::{Plural, plural, syllables};

    #[test]
    fn the_form_depends_on_the_number() {
        let many = [0, 5, 11, 12, 14, 21, 25, 112, 1000];
        assert!(many.into_iter().all(|number| plural(number) == Plural::Many));
        assert!([2, 3, 4, 22, 34, 102].into_iter().all(|number| plural(number) == Plural::Few));
        assert_eq!(plural(1), Plural::One);
    }

    #[test]
    fn syllables_are_counted_by_vowels() {
        for (word, count) in [("kot", 1), ("miasto", 2), ("źdźbło", 1), ("idea", 3), ("zażółć", 2), ("w", 0)]
        {
            assert_eq!(syllables(word), count, "{word}");
        }
    }
}
