//! Answers that are none.

use crate::language::Language;
use crate::scan::{self, Class};
use crate::units::{bare, lower_letter};
use crate::word_list::Words;
use crate::words;

/// Why an answer cannot be used or is suspect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    Empty,
    Refusal,
    /// Parts of the question came back.
    PromptLeak,
    WrongLanguage,
    /// Many times longer than what was asked for.
    Endless,
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
        }
    }

    /// Such an answer is not shown; one in the wrong language is, marked.
    pub(crate) const fn is_fatal(self) -> bool {
        !matches!(self, Self::WrongLanguage)
    }
}

/// A refusal is short and says "cannot" together with what it will not do, lower case.
const REFUSALS: Words = words![
    "i can't help",
    "i cannot help",
    "i can't assist",
    "i cannot assist",
    "i can't create",
    "i cannot create",
    "i can't write",
    "i cannot write",
    "i can't provide",
    "i cannot provide",
    "i can't comply",
    "i cannot comply",
    "i can't fulfil",
    "i cannot fulfil",
    "i'm unable to",
    "i am unable to",
    "i'm not able to",
    "i won't be able to",
    "as an ai",
    "as a language model",
    "nie mogę pomóc",
    "nie mogę napisać",
    "nie mogę stworzyć",
    "nie mogę przygotować",
    "nie mogę wygenerować",
    "nie mogę spełnić",
    "nie mogę zrealizować",
    "nie jestem w stanie",
    "jako model językowy",
    "jako ai",
    "jako sztuczna inteligencja",
];

/// Longest refusal, in bytes; a longer text that says "I can't" is a text.
const LONGEST_REFUSAL: usize = 600;

/// The flaw of a cleaned answer to a question that began with `role` and was fenced by `fence`.
pub fn find(answer: &str, role: &str, fence: &str, wanted: Language) -> Option<Flaw> {
    if !answer.chars().any(char::is_alphanumeric) {
        return Some(Flaw::Empty);
    }
    if scan::contains(answer, fence) || (role.len() > 20 && scan::contains(answer, role)) {
        return Some(Flaw::PromptLeak);
    }
    if answer.len() <= LONGEST_REFUSAL && refuses(answer) {
        return Some(Flaw::Refusal);
    }
    (language_of(answer).is_some_and(|found| found != wanted)).then_some(Flaw::WrongLanguage)
}

fn refuses(answer: &str) -> bool {
    let start: String = answer
        .chars()
        .take(200)
        .map(|letter| if letter == '’' { '\'' } else { lower_letter(letter) })
        .collect();
    REFUSALS.any_in(&start)
}

/// Words that are enough to know a language by.
const SAMPLE: usize = 60;

/// Bytes of the longest small word.
const LONGEST: usize = 5;

/// A small word as one number, which is compared at once; ASCII letters lower case.
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
    numbers(["i", "w", "z", "nie", "jest", "na", "dla", "jak", "co", "czy", "ale", "od", "to"]);

/// The language that alone has this small ASCII word.
pub(crate) fn language_of_word(word: &str) -> Option<Language> {
    if word.len() > LONGEST {
        return None;
    }
    let number = number(word.as_bytes());
    if ENGLISH.contains(&number) {
        return Some(Language::En);
    }
    POLISH.contains(&number).then_some(Language::Pl)
}

/// Letters of Polish that neither English nor its loans have, and no Polish text of some length goes without.
pub(crate) fn is_polish(letter: char) -> bool {
    matches!(
        letter,
        'ą' | 'ę' | 'ł' | 'ś' | 'ż' | 'ź' | 'ć' | 'ń' | 'Ą' | 'Ę' | 'Ł' | 'Ś' | 'Ż' | 'Ź' | 'Ć' | 'Ń'
    )
}

/// What stands between white space.
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

/// The language of a text, where its small words are clear about it.
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

    const ROLE: &str = "You write posts for shops.";

    #[test]
    fn flaws_are_told_apart() {
        for (answer, wanted, flaw) in [
            (" … ", En, Some(Flaw::Empty)),
            ("", Pl, Some(Flaw::Empty)),
            ("I’m sorry, but I can’t help with that.", En, Some(Flaw::Refusal)),
            ("Przepraszam, ale nie mogę napisać takiego tekstu.", Pl, Some(Flaw::Refusal)),
            ("You write posts for shops. Write now.", En, Some(Flaw::PromptLeak)),
            ("<data-12> topic: rolls", En, Some(Flaw::PromptLeak)),
            ("The rolls are warm and this is for you.", Pl, Some(Flaw::WrongLanguage)),
            ("Bułki są już ciepłe i czekają na ladzie.", En, Some(Flaw::WrongLanguage)),
            ("Nie mogę się doczekać jutra! Widzimy się o siódmej.", Pl, None),
            ("Fresh rolls.", Pl, None),
        ] {
            assert_eq!(find(answer, ROLE, "data-12", wanted), flaw, "{answer}");
        }
    }
}
