//! The significant words of a text: without small words, with inflected forms reduced to a stem.

mod english;
mod polish;

use crate::language::Language;
use crate::units::{bare, is_upper, lower_letter, words};
use crate::word_list::Words;

/// A word's stem as a number; equal stems have equal numbers.
pub type Term = u64;

/// The language of a text by its small words; `None` if they are not clear.
pub fn language_of(text: &str) -> Option<Language> {
    let (mut english, mut polish) = (0usize, 0usize);
    let mut lower = String::new();
    // A few hundred words are enough, despite quotations and names in the other language.
    for word in words(text).take(2_000) {
        lower_into(bare(word), &mut lower);
        english += usize::from(english::is_small(&lower));
        polish +=
            usize::from(polish::is_small(&lower) || lower.contains(['ą', 'ę', 'ł', 'ś', 'ż', 'ź', 'ć', 'ń']));
    }
    match (english, polish) {
        (english, polish) if english >= 2 && english > 2 * polish => Some(Language::En),
        (english, polish) if polish >= 2 && polish > 2 * english => Some(Language::Pl),
        _ => None,
    }
}

/// Calls `found` with the term of every significant word of `text`.
pub fn each_term(text: &str, language: Option<Language>, mut found: impl FnMut(Term)) {
    let mut lower = String::new();
    let pieces = text.split(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '–' | '—'));
    for word in pieces.map(bare).filter(|word| !word.is_empty()) {
        lower_into(word, &mut lower);
        let short = lower.chars().nth(2).is_none()
            && !word.chars().all(|letter| is_upper(letter) || letter.is_numeric());
        if !short && !is_small(&lower, language) {
            found(hash(stem(&mut lower, language)));
        }
    }
}

/// Whether a lower-case word has only a grammatical function.
pub fn is_small(lower: &str, language: Option<Language>) -> bool {
    match language {
        Some(Language::En) => english::is_small(lower),
        Some(Language::Pl) => polish::is_small(lower),
        None => english::is_small(lower) || polish::is_small(lower),
    }
}

/// Reduces a lower-case word to its stem, in place.
pub fn stem(lower: &mut String, language: Option<Language>) -> &str {
    match language {
        Some(Language::En) => english::stem(lower),
        Some(Language::Pl) => polish::stem(lower),
        None => {}
    }
    lower
}

/// Writes `word` in lower case, reusing the buffer.
pub fn lower_into(word: &str, out: &mut String) {
    out.clear();
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
    } else {
        out.extend(word.chars().map(lower_letter));
    }
}

/// `word` in lower case without the accents of Polish.
pub fn folded(word: &str) -> String {
    word.chars().map(|letter| polish::fold(lower_letter(letter))).collect()
}

/// FNV-1a; a text has far too few words for a collision.
pub fn hash(text: &str) -> Term {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Removes the first of `endings` that leaves at least `least` characters.
fn strip(word: &mut String, endings: Words, least: usize) -> bool {
    let last = word.as_bytes().last();
    let leaves_enough = |rest: &str| rest.chars().nth(least - 1).is_some();
    let found = endings.iter().find(|ending| {
        ending.as_bytes().last() == last && word.strip_suffix(*ending).is_some_and(leaves_enough)
    });
    if let Some(ending) = found {
        word.truncate(word.len() - ending.len());
    }
    found.is_some()
}

/// Keeps the first `most` characters.
fn shorten(word: &mut String, most: usize) {
    if let Some((place, _)) = word.char_indices().nth(most) {
        word.truncate(place);
    }
}

#[cfg(test)]
mod tests {
    use super::{language_of, stem};
    use crate::language::Language::{self, En, Pl};

    fn same(language: Language, words: &[&str]) {
        let stems: Vec<String> =
            words.iter().map(|word| stem(&mut (*word).to_owned(), Some(language)).to_owned()).collect();
        assert!(stems.iter().all(|stem| *stem == stems[0]), "{words:?}: {stems:?}");
    }

    #[test]
    fn languages_are_distinguished() {
        assert_eq!(language_of("The council is in the hall and it has a plan."), Some(En));
        assert_eq!(language_of("Rada miasta zebrała się w ratuszu i przyjęła plan."), Some(Pl));
        assert_eq!(language_of("Kraków Warszawa Berlin 2026"), None);
        assert_eq!(language_of("שלום לכולם, מה שלומכם היום?"), None);
    }

    #[test]
    fn inflected_forms_have_the_same_stem() {
        same(En, &["plan", "plans", "planned", "planning"]);
        same(En, &["city", "cities"]);
        same(En, &["delivery", "deliveries"]);
        same(Pl, &["miasto", "miasta", "miastem", "miastach", "miastami"]);
        same(Pl, &["linia", "linii", "linię", "linią", "linie", "liniach"]);
        same(Pl, &["tramwaj", "tramwaje", "tramwajów", "tramwajem", "tramwajami"]);
        same(Pl, &["polityka", "polityki", "polityce", "politykę"]);
        same(Pl, &["klient", "klienta", "klientów", "klienci", "klientom"]);
        same(Pl, &["szkoła", "szkoły", "szkołę", "szkół"]);
    }

    #[test]
    fn different_words_have_different_stems() {
        assert_ne!(stem(&mut "tramwaj".to_owned(), Some(Pl)), stem(&mut "trasa".to_owned(), Some(Pl)));
        assert_ne!(stem(&mut "market".to_owned(), Some(En)), stem(&mut "mark".to_owned(), Some(En)));
    }
}
