//! The forms in which a Polish text addresses its readers.

use crate::units::{bare, lower, sentences};
use crate::word_list::Words;
use crate::words;

/// Beginnings of the words for readers, with their capital.
const FORMAL: Words = words!["Państw", "Pan", "Pani"];
const FORMS: [&str; 10] =
    ["Państwo", "Państwa", "Państwu", "Państwem", "Pan", "Pana", "Panu", "Panem", "Pani", "Panią"];

#[rustfmt::skip]
const FAMILIAR: Words = words![
    "ty", "ciebie", "cię", "tobie", "tobą", "twój", "twoja", "twoje", "twoją", "twojej", "twojego", "twoim", "twoich",
    "wasz", "wasza", "wasze", "wam", "wami", "masz", "chcesz", "możesz", "szukasz", "lubisz", "wiesz", "planujesz",
    "potrzebujesz",
];

/// Imperatives without a common ending, and words with that ending that are none.
#[rustfmt::skip]
const IMPERATIVES: Words = words![
    "sprawdź", "zobacz", "kup", "zamów", "dołącz", "zapisz", "zadzwoń", "napisz", "odbierz", "wybierz", "weź", "przyjdź",
    "wejdź", "pobierz", "zgłoś", "umów", "powiedz", "zostaw", "poleć", "odwiedź", "chodź", "zostań", "przekaż", "pokaż",
    "dowiedz", "zrób", "załóż", "złóż", "podziel", "oznacz", "bądź", "znajdź", "stwórz", "otwórz", "śledź", "pomóż",
    "wesprzyj", "zamelduj", "daj", "odpowiedz", "wyślij", "przyjedź", "przynieś", "wróć", "obserwuj",
];
const ENDINGS: Words = words!["uj", "aj", "ij", "yj", "jcie", "dźcie", "ńcie"];
const OTHERS: Words =
    words!["kraj", "maj", "tutaj", "dzisiaj", "wczoraj", "kij", "zwyczaj", "obyczaj", "tramwaj"];

/// Whether a text addresses its readers as „Państwo” in one place and as „ty” in another.
pub fn is_mixed(text: &str) -> bool {
    is_formal(text) && is_familiar(text)
}

fn is_formal(text: &str) -> bool {
    // "Pani Anna" is no reader, and the first word may be the state: "Państwo polskie".
    FORMAL.any_in(text)
        && sentences(text).iter().any(|sentence| {
            let mut all = sentence.split(char::is_whitespace).map(bare).peekable();
            let mut opens = true;
            std::iter::from_fn(|| {
                let word = all.next()?;
                let is_name = all.peek().is_some_and(|next| next.starts_with(char::is_uppercase));
                let is_form = |word: &str| FORMS.contains(&word);
                let found = is_form(word.split('/').next().unwrap_or_default())
                    && (word.contains('/') || !opens && !is_name);
                opens = false;
                Some(found)
            })
            .any(|found| found)
        })
}

fn is_familiar(text: &str) -> bool {
    sentences(text).iter().flat_map(|sentence| sentence.lines()).any(|sentence| {
        let mut all =
            sentence.split_whitespace().map(|word| lower(bare(word))).filter(|word| !word.is_empty());
        let opens = all.clone().next().is_some_and(|word| is_imperative(&word));
        opens || all.any(|word| FAMILIAR.contains(&word))
    })
}

fn is_imperative(word: &str) -> bool {
    IMPERATIVES.contains(word) || ENDINGS.ending(word).is_some() && !OTHERS.contains(word)
}

#[cfg(test)]
mod tests {
    use super::is_mixed;

    #[test]
    fn two_forms_of_address_are_found() {
        for text in [
            "Imię wybiorą Państwo do niedzieli.\n\n👉 Zagłosuj w komentarzu.",
            "Masz stary rower? Zapraszamy Państwa w sobotę.",
            "Czekamy na Pana/Panią. Sprawdźcie program.",
        ] {
            assert!(is_mixed(text), "{text}");
        }
        for text in [
            "Imię wybiorą Państwo do niedzieli. Zapraszamy do głosowania.",
            "Państwo polskie dołożyło 2 mln zł. Sprawdź program.",
            "Warsztaty prowadzi Pani Anna. Zapisz się.",
            "Dzisiaj czekamy na Państwa. Maj w ogrodzie.",
        ] {
            assert!(!is_mixed(text), "{text}");
        }
    }
}
