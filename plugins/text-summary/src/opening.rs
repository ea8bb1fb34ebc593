//! How a sentence begins: independently, with a connective to the previous one, or with a word that only the previous
//! sentence explains.

mod english;
mod polish;

use std::iter;

use sitewright_sdk::Language;
use sitewright_sdk::units::{bare, is_lower, is_upper, lower, upper_letter};

use crate::source::beginning;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// It can be used anywhere.
    Free,
    /// It can be used after this number of bytes is dropped.
    Tied(usize),
    /// It needs the previous sentence.
    Dangling,
}

impl Opening {
    pub fn of(sentence: &str, language: Option<Language>) -> Self {
        let Some(language) = language else { return Self::Free };
        let start = sentence.len() - sentence.trim_start_matches(['–', '—', '-', '…', ' ']).len();
        if sentence[start..].starts_with(is_lower) {
            return Self::Dangling;
        }
        let lower = lower(beginning(&sentence[start..], 120));
        let connectives = match language {
            Language::En => english::CONNECTIVES,
            Language::Pl => polish::CONNECTIVES,
        };
        let first = lower.as_bytes().first();
        let mut likely = connectives.iter().filter(|connective| connective.as_bytes().first() == first);
        match likely.find_map(|connective| end(connective, &lower, &sentence[start..])) {
            Some(end) => {
                let rest = sentence.get(start + end..).unwrap_or_default();
                // "However, it …" cannot be fixed by dropping one word; "Dlatego też" loses both.
                if language == Language::Pl && polish::lost_subject(rest) {
                    return Self::Dangling;
                }
                match Self::of(&capitalised(rest), Some(language)) {
                    Self::Free => Self::Tied(start + end),
                    Self::Tied(more) => Self::Tied(start + end + more),
                    Self::Dangling => Self::Dangling,
                }
            }
            None if dangles(&lower, language) || ends_open(sentence, language) => Self::Dangling,
            None => Self::Free,
        }
    }
}

/// Whether the subject of a sentence, or what it compares, stands in the sentence before it: "Żarna odkupił od
/// młyna.", "The difference was 11%."
pub fn leans_back(sentence: &str, language: Option<Language>) -> bool {
    match language {
        Some(Language::En) => english::leans_back(&lower(sentence)),
        Some(Language::Pl) => polish::hides_subject(sentence),
        None => false,
    }
}

fn dangles(lower: &str, language: Language) -> bool {
    let mut rest = lower.split_whitespace().map(bare);
    let words = [(); 3].map(|()| rest.next().unwrap_or_default());
    match language {
        Language::En => english::dangles(lower, words),
        Language::Pl => polish::dangles(lower, words),
    }
}

/// Whether a sentence ends with an act whose object stands before it: "… 90 days after closing."
fn ends_open(sentence: &str, language: Language) -> bool {
    let (before, last) = sentence.trim_end().rsplit_once(' ').unwrap_or_default();
    let (before, last) = (before.rsplit(' ').next().unwrap_or_default(), bare(last));
    let (times, acts): ([&str; 3], &[&str]) = match language {
        Language::En => (["after", "before", "until"], &["ing"]),
        Language::Pl => (["po", "przed", "do"], &["niu", "ciu", "niem", "ciem", "nia", "cia"]),
    };
    times.contains(&before) && acts.iter().any(|act| last.ends_with(act)) && last.len() > 6
}

/// The offset after `connective`, if the sentence begins with it. One that ends in a comma is a connective only
/// before one: "So, …", but not "So far …".
fn end(connective: &str, lower: &str, sentence: &str) -> Option<usize> {
    let (text, comma) = connective.strip_suffix(',').map_or((connective, false), |text| (text, true));
    let rest = lower.strip_prefix(text)?;
    let separator = rest.chars().next().filter(|letter| matches!(letter, ',' | ' '))?;
    let gap = rest.len() - rest.trim_start_matches([',', ' ']).len();
    // Lower case differs in length for a few letters; then nothing is dropped.
    let end = text.len() + gap;
    let next = sentence.get(end..)?.chars().next()?;
    // "I Liceum", "A Kowalski": a single letter before a capital may be a number or an initial.
    let ambiguous = text.len() == 1 && is_upper(next);
    ((separator == ',' || !comma) && !ambiguous && next.is_alphanumeric()).then_some(end)
}

/// `text` with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| iter::once(upper_letter(first)).chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Opening::{self, Dangling, Free, Tied};
    use sitewright_sdk::Language::{self, En, Pl};

    fn of(language: Language, sentence: &str) -> Opening {
        Opening::of(sentence, Some(language))
    }

    #[test]
    fn english_openings_are_classified() {
        for (sentence, opening) in [
            ("The tram runs from May.", Free),
            ("However, the tram is late.", Tied(9)),
            ("But the tram is late.", Tied(4)),
            ("However, it is late.", Dangling),
            ("It is late.", Dangling),
            ("It is important to book early.", Free),
            ("This is late.", Dangling),
            ("This year the tram is free.", Free),
            ("Those who buy early pay less.", Free),
            ("In this case the fee is waived.", Dangling),
            ("So far nobody knows.", Free),
            ("For example, a ticket costs 4 zł.", Dangling),
            ("and so on.", Dangling),
            ("A new line opens.", Free),
            ("Italy won.", Free),
            ("Photos are deleted 90 days after closing.", Dangling),
            ("Photos are deleted in the evening.", Free),
        ] {
            assert_eq!(of(En, sentence), opening, "{sentence}");
        }
    }

    #[test]
    fn polish_openings_are_classified() {
        for (sentence, opening) in [
            ("Tramwaj ruszy w maju.", Free),
            ("Dlatego też miasto kupi tramwaje.", Tied("Dlatego też ".len())),
            ("Co więcej, bilety będą tańsze.", Tied("Co więcej, ".len())),
            ("Jednak rada się nie zgadza.", Tied(7)),
            ("On też tam był.", Dangling),
            ("To dobra wiadomość.", Dangling),
            ("Ma 11 hektarów.", Dangling),
            ("Poza tym musi odnowić certyfikat.", Dangling),
            ("Jednak zwiększyła sprzedaż.", Dangling),
            ("Dlatego ustaliliśmy nowy termin.", Tied(8)),
            ("Dlatego to ważne.", Dangling),
            ("I Liceum Ogólnokształcące zaprasza.", Free),
            ("A radni głosowali za.", Tied(2)),
            ("W tym roku bilety zdrożeją.", Free),
            ("W tym celu złóż wniosek.", Dangling),
            ("Dodał, że bilety zdrożeją.", Dangling),
            ("Niniejszy regulamin określa zasady.", Free),
            ("Ten poradnik pokazuje zasady.", Free),
            ("Toruń wygrał.", Free),
            ("Zdjęcia usuwamy 90 dni po zamknięciu.", Dangling),
            ("Zdjęcia usuwamy po wakacjach.", Free),
        ] {
            assert_eq!(of(Pl, sentence), opening, "{sentence}");
        }
    }

    #[test]
    fn odd_beginnings_do_not_panic() {
        for sentence in ["", "İ", "However", "However,", "–", "🎉 But", "But ", "A", "I "] {
            let _ = of(En, sentence);
            let _ = of(Pl, sentence);
        }
    }
}
