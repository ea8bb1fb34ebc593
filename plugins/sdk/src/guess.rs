//! Guesses the language of a few words by small words, letters and spelling.

use crate::answer::{is_polish, language_of_word};
use crate::host::Brand;
use crate::language::Language;
use crate::parts::Joined;
use crate::units::{bare, lower};
use crate::word_list::Words;
use crate::words;

/// Spellings that are frequent in one of the languages and rare in the other.
const ENGLISH: Words = words!["th", "sh", "ck", "ee", "oo", "ou", "ea", "ing", "gh", "wh", "v", "x", "tion"];
const POLISH: Words =
    words!["sz", "cz", "rz", "dz", "aj", "ej", "nia", "nie", "wy", "ych", "ami", "owa", "ów", "zk"];

/// The language of most of the words; `None` if they do not show it.
pub(crate) fn language_of(text: &str) -> Option<Language> {
    let mut balance = 0;
    for word in text.split_whitespace().map(bare) {
        let lowered = lower(word);
        let spelt = |signs: Words| signs.any_in(&lowered);
        balance += match language_of_word(word).filter(|_| word.is_ascii()) {
            Some(Language::En) => 2,
            Some(Language::Pl) => -2,
            None if word.chars().any(is_polish) => -2,
            None => i32::from(spelt(ENGLISH)) - i32::from(spelt(POLISH)),
        };
    }
    match balance {
        0 => None,
        1.. => Some(Language::En),
        _ => Some(Language::Pl),
    }
}

impl Brand {
    /// The brand kit with only those texts that are in this language. A text of unknown language counts as the
    /// language of the whole kit.
    pub(crate) fn spoken(&self, language: Language) -> Self {
        let all = [&self.facts.joined(" "), " ", &*self.description, " ", &self.audience].concat();
        let whole = language_of(&all);
        let is_own = |text: &str| language_of(text).or(whole).is_none_or(|found| found == language);
        let own = |text: &String| if is_own(text) { text.clone() } else { String::new() };
        Self {
            facts: self.facts.iter().filter(|fact| is_own(fact)).cloned().collect(),
            description: own(&self.description),
            audience: own(&self.audience),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::language_of;
    use crate::host::Brand;
    use crate::language::Language::{En, Pl};

    #[test]
    fn the_language_of_a_few_words_is_guessed() {
        for (text, language) in [
            ("Open daily from 7 a.m.", Some(En)),
            ("Free delivery over 50 zł", Some(En)),
            ("Ten-year guarantee", Some(En)),
            ("Otwarte codziennie od 7:00", Some(Pl)),
            ("Ponad 2000 klientów", Some(Pl)),
            ("Darmowa dostawa", Some(Pl)),
            ("ISO 9001", None),
        ] {
            assert_eq!(language_of(text), language, "{text}");
        }
    }

    #[test]
    fn a_draft_uses_only_facts_in_its_language() {
        let facts = ["Open daily from 7 a.m.", "ISO 9001", "The flour comes from a mill nearby"];
        let description = "A bakery with a café".to_owned();
        let brand = Brand { facts: facts.map(str::to_owned).into(), description, ..Brand::default() };
        assert_eq!(brand.spoken(En).facts.len(), 3);
        let polish = brand.spoken(Pl);
        assert!(polish.facts.is_empty() && polish.description.is_empty());
    }
}
