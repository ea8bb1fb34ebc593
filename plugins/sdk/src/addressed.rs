//! The forms in which a Polish text addresses its readers.

use crate::parts::Parts;
use crate::units::{bare, lower};
use crate::word_list::Words;
use crate::words;

/// Words for readers, with their capital.
#[rustfmt::skip]
const FORMAL: Words = words![
    "Państwo", "Państwa", "Państwu", "Państwem", "Pan", "Pana", "Panu", "Panem", "Pani", "Panią",
];

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
    let (mut formal, mut familiar) = (false, false);
    let text = if text.has("Pa") { text } else { "" };
    for line in text.lines() {
        let mut opens = true;
        let mut all = line.split_whitespace().peekable();
        while let Some(word) = all.next() {
            let core = bare(word);
            // "Pani Anna" is no reader, and the first word may be the state: "Państwo polskie".
            let is_name = all.peek().is_some_and(|next| next.starts_with(char::is_uppercase));
            let form = core.split('/').next().unwrap_or_default();
            formal |= FORMAL.contains(form) && (form != core || !opens && !is_name);
            let small = lower(core);
            familiar |= FAMILIAR.contains(&small) || opens && is_imperative(&small);
            // An emoji opens nothing.
            opens = opens && core.is_empty() || word.ends_with(['.', '!', '?', '…', ':']);
        }
    }
    formal && familiar
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
