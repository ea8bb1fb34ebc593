//! Answers that are unusable or suspect.

use super::refusal::refuses;
use crate::language::Language;
use crate::scan::{self, Class};
use crate::units::bare;

/// Why an answer cannot be used or is suspect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    Empty,
    Refusal,
    /// The answer repeats parts of the prompt.
    PromptLeak,
    WrongLanguage,
    /// Many times longer than requested.
    Endless,
    /// The same sentence many times.
    Repeats,
}

impl Flaw {
    /// The key of its texts.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Refusal => "refusal",
            Self::PromptLeak => "prompt-leak",
            Self::WrongLanguage => "wrong-language",
            Self::Endless => "endless",
            Self::Repeats => "repeats",
        }
    }

    /// Such an answer is not shown. An answer in the wrong language or with repetitions is shown with a mark.
    pub(crate) const fn is_fatal(self) -> bool {
        !matches!(self, Self::WrongLanguage | Self::Repeats)
    }
}

/// Bytes of the shortest sentence of a rule that does not occur in a text by chance.
const LONG_RULE: usize = 32;

/// Finds the flaw of a cleaned answer to a prompt with these `rules` and data fenced by `fence`.
pub fn find(answer: &str, rules: &[String], fence: &str, wanted: Language) -> Option<Flaw> {
    if !answer.chars().any(char::is_alphanumeric) {
        return Some(Flaw::Empty);
    }
    let recites = |rule: &String| {
        let mut sentences = rule.split(". ").filter(|sentence| sentence.len() >= LONG_RULE);
        sentences.any(|sentence| scan::contains(answer, sentence))
    };
    if scan::contains(answer, fence) || rules.iter().any(recites) {
        return Some(Flaw::PromptLeak);
    }
    if refuses(answer) {
        return Some(Flaw::Refusal);
    }
    if repeats(answer) {
        return Some(Flaw::Repeats);
    }
    (language_of(answer).is_some_and(|found| found != wanted)).then_some(Flaw::WrongLanguage)
}

/// Bytes of the shortest sentence that is not repeated for effect.
const LONG_SENTENCE: usize = 24;
/// The number of repetitions that counts as a flaw.
const TOO_OFTEN: usize = 4;

/// Whether the answer repeats a sentence too often.
fn repeats(answer: &str) -> bool {
    let ends = |letter| matches!(letter, '.' | '!' | '?' | '\n');
    let mut sentences: Vec<&str> =
        answer.split(ends).map(str::trim).filter(|sentence| sentence.len() >= LONG_SENTENCE).collect();
    if sentences.len() < TOO_OFTEN {
        return false;
    }
    sentences.sort_unstable();
    sentences.windows(TOO_OFTEN).any(|same| same[0] == same[TOO_OFTEN - 1])
}

/// The number of words that is enough to recognise a language.
const SAMPLE: usize = 60;

/// Bytes of the longest small word.
const LONGEST: usize = 5;

/// A small word as one number, for fast comparison; ASCII letters in lower case.
const fn number(word: &[u8]) -> u64 {
    let (mut number, mut place) = (0, 0);
    while place < word.len() {
        number = number << 8 | word[place].to_ascii_lowercase() as u64;
        place += 1;
    }
    number
}

const fn numbers<const N: usize>(words: [&str; N]) -> [u64; N] {
    let (mut numbers, mut place) = ([0; N], 0);
    while place < N {
        numbers[place] = number(words[place].as_bytes());
        place += 1;
    }
    numbers
}

/// Small words that only one of the languages has.
const ENGLISH: [u64; 16] = numbers([
    "the", "and", "of", "is", "you", "your", "for", "with", "that", "this", "are", "our", "we", "it", "have",
    "from",
]);
const POLISH: [u64; 13] =
    numbers(["i", "w", "z", "nie", "jest", "na", "dla", "jak", "co", "czy", "ale", "od", "po"]);

/// The only language that has this small ASCII word.
pub(crate) fn language_of_word(word: &str) -> Option<Language> {
    if word.len() > LONGEST {
        return None;
    }
    if word == "I" {
        return Some(Language::En);
    }
    let number = number(word.as_bytes());
    if ENGLISH.contains(&number) {
        return Some(Language::En);
    }
    POLISH.contains(&number).then_some(Language::Pl)
}

/// Polish letters that English and its loan words do not have, and that every longer Polish text contains.
pub(crate) fn is_polish(letter: char) -> bool {
    matches!(
        letter,
        'ą' | 'ę' | 'ł' | 'ś' | 'ż' | 'ź' | 'ć' | 'ń' | 'Ą' | 'Ę' | 'Ł' | 'Ś' | 'Ż' | 'Ź' | 'Ć' | 'Ń'
    )
}

/// The text split at white space.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let space = Class::of([]).and_below(b' ' + 1);
    let mut rest = text;
    std::iter::from_fn(move || {
        while let Some(end) = scan::find(rest.as_bytes(), space) {
            let word = &rest[..end];
            rest = &rest[end + 1..];
            if !word.is_empty() {
                return Some(word);
            }
        }
        Some(std::mem::take(&mut rest)).filter(|word| !word.is_empty())
    })
}

/// The language of a text, if its small words are clear.
fn language_of(text: &str) -> Option<Language> {
    let (mut english, mut polish) = (0u32, 0u32);
    for word in words(text).take(SAMPLE).map(bare) {
        if word.is_ascii() {
            match language_of_word(word) {
                Some(Language::En) => english += 1,
                Some(Language::Pl) => polish += 1,
                None => {}
            }
        } else {
            polish += u32::from(word.chars().any(is_polish));
        }
    }
    match (english, polish) {
        (english, polish) if english >= 3 && english > 2 * polish => Some(Language::En),
        (english, polish) if polish >= 3 && polish > 2 * english => Some(Language::Pl),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Flaw, find};
    use crate::language::Language::{En, Pl};

    const RULE: &str = "You write posts for shops, one for each day.";

    #[test]
    fn flaws_are_distinguished() {
        for (answer, wanted, flaw) in [
            (" … ", En, Some(Flaw::Empty)),
            ("", Pl, Some(Flaw::Empty)),
            ("I’m sorry, but I can’t help with that.", En, Some(Flaw::Refusal)),
            ("Przepraszam, ale nie mogę napisać takiego tekstu.", Pl, Some(Flaw::Refusal)),
            ("Yes: You write posts for shops, one for each day.", En, Some(Flaw::PromptLeak)),
            ("We write posts for shops.", En, None),
            ("<data-12> topic: rolls", En, Some(Flaw::PromptLeak)),
            ("The rolls are warm and this is for you.", Pl, Some(Flaw::WrongLanguage)),
            ("Bułki są już ciepłe i czekają na ladzie.", En, Some(Flaw::WrongLanguage)),
            ("Nie mogę się doczekać jutra! Widzimy się o siódmej.", Pl, None),
            ("Fresh rolls.", Pl, None),
        ] {
            assert_eq!(find(answer, &[RULE.to_owned()], "data-12", wanted), flaw, "{answer}");
        }
    }

    #[test]
    fn q3_a_repeated_sentence_is_reported() {
        let flaw = |text: &str| find(text, &[], "data-12", En);
        assert_eq!(flaw(&"The rolls are warm at seven. ".repeat(12)), Some(Flaw::Repeats));
        assert_eq!(flaw("Fresh rolls. Fresh rolls. Fresh rolls. Fresh rolls. Fresh rolls."), None);
        assert_eq!(flaw(&"The rolls are warm at seven. Come early. ".repeat(3)), None);
    }
}
