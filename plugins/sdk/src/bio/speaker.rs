//! Recognises the speaker of a sentence.

use crate::language::Language;
use crate::units::{bare, lower, words};

/// Words that only the first person uses.
const ENGLISH: &[&str] =
    &["i", "i'm", "i’m", "i've", "i’ve", "my", "me", "we", "our", "us", "we're", "we’re", "we've"];
const POLISH: &[&str] = &[
    "jestem",
    "mam",
    "mój",
    "moja",
    "moje",
    "mnie",
    "prowadzę",
    "tworzę",
    "robię",
    "uczę",
    "piszę",
    "lubię",
    "szkolę",
    "pomagam",
    "doradzam",
    "wierzę",
    "chcę",
    "wiem",
    "umiem",
    "jesteśmy",
    "mamy",
    "nasz",
    "nasza",
    "nasze",
    "naszych",
    "nas",
    "robimy",
];

/// Endings of Polish verbs in the first person.
const POLISH_ENDINGS: &[&str] = &["uję", "ujemy", "amy", "emy", "imy", "ymy"];

/// Past forms that show the speaker's gender.
const GENDERED: &[&str] =
    &["iłem", "yłem", "ąłem", "owałem", "ywałem", "iłam", "yłam", "ęłam", "owałam", "ywałam", "ałam"];

/// Whether `text` is in the first person, singular or plural.
pub fn speaks(text: &str, language: Language) -> bool {
    let mut spoken = words(text).map(|word| lower(bare(word)));
    if language == Language::En {
        return spoken.any(|word| ENGLISH.contains(&word.as_str()));
    }
    let opens = words(text).next().map(|word| lower(bare(word))).unwrap_or_default();
    let is_verb = |word: &str| {
        POLISH.contains(&word)
            || GENDERED.iter().any(|ending| word.ends_with(ending))
            || word.ends_with("uję")
    };
    opens.ends_with('ę')
        || opens.ends_with("am")
        || POLISH_ENDINGS.iter().any(|ending| opens.ends_with(ending))
        || spoken.any(|word| is_verb(&word))
}

/// Words of `text` that show the speaker's gender although the `facts` do not.
pub fn gendered<'t>(text: &'t str, facts: &str) -> Vec<&'t str> {
    let facts = lower(facts);
    let shows_gender = |word: &&str| {
        let word = lower(word);
        GENDERED.iter().any(|ending| word.ends_with(ending)) && !facts.contains(&word)
    };
    words(text).map(bare).filter(shows_gender).collect()
}

#[cfg(test)]
mod tests {
    use super::{gendered, speaks};
    use crate::language::Language::{En, Pl};

    #[test]
    fn the_first_person_is_recognised() {
        for (text, language) in [
            ("I run a studio", En),
            ("Our bakery is old", En),
            ("Prowadzę pracownię", Pl),
            ("Od lat projektuję domy", Pl),
            ("Pieczemy chleb", Pl),
        ] {
            assert!(speaks(text, language), "{text}");
        }
        for (text, language) in
            [("Runs a studio in Leeds", En), ("10 lat w branży", Pl), ("Prowadzi pracownię", Pl)]
        {
            assert!(!speaks(text, language), "{text}");
        }
    }

    #[test]
    fn a_gender_that_the_facts_do_not_show_is_found() {
        assert_eq!(gendered("Założyłam firmę i pracowałem z zespołem.", "Założyłam firmę"), ["pracowałem"]);
    }
}
