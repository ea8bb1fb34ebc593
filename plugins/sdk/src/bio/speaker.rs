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
    "mieszkam",
    "działam",
    "gram",
    "śpiewam",
    "zbieram",
    "biegam",
    "pływam",
    "kocham",
    "wykładam",
    "leczę",
    "piekę",
    "gotuję",
    "jeżdżę",
    "hoduję",
];

/// Nouns that end like verbs of the first person.
const NOUNS: &[&str] = &["rogram", "agram", "legram", "stemy", "blemy", "remy", "zimy"];

/// Words that only speak of another person.
const ENGLISH_OTHERS: &[&str] = &["he", "she", "his", "her", "him"];
const ENGLISH_VERBS: &[&str] = &[
    "studies", "runs", "leads", "works", "writes", "teaches", "lectures", "advises", "builds", "keeps",
    "lives", "makes", "helps", "speaks", "plays", "manages", "designs",
];
const POLISH_OTHERS: &[&str] = &[
    "prowadzi",
    "pracuje",
    "mieszka",
    "uczy",
    "pisze",
    "tworzy",
    "zajmuje",
    "wykłada",
    "doradza",
    "szkoli",
    "kieruje",
    "zarządza",
    "pomaga",
    "projektuje",
    "specjalizuje",
    "reprezentuje",
    "współpracuje",
    "studiuje",
];

/// Endings of Polish verbs in the first person.
const POLISH_ENDINGS: &[&str] = &["uję", "ujemy", "amy", "emy", "imy", "ymy"];

/// Past forms that show the speaker's gender.
const GENDERED: &[&str] =
    &["iłem", "yłem", "ąłem", "owałem", "ywałem", "iłam", "yłam", "ęłam", "owałam", "ywałam", "ałam"];

/// Past forms of the third person, and nouns that end like them.
const POLISH_PAST: &[&str] = &["ał", "ił", "ył", "ął", "ała", "iła", "yła", "ęła"];
const PAST_NOUNS: &[&str] =
    &["kapitał", "materiał", "oddział", "wydział", "udział", "kanał", "dział", "skała"];

/// Whether `text` is in the first person, singular or plural.
pub fn speaks(text: &str, language: Language) -> bool {
    let mut spoken = said(text);
    if language == Language::En {
        return spoken.any(|word| ENGLISH.contains(&word.as_str()));
    }
    let opens = said(text).next().unwrap_or_default();
    let is_verb = |word: &str| {
        POLISH.contains(&word)
            || GENDERED.iter().any(|ending| word.ends_with(ending))
            || word.ends_with("uję")
    };
    let is_noun =
        ["adam", "miriam"].contains(&opens.as_str()) || NOUNS.iter().any(|ending| opens.ends_with(ending));
    !is_noun
        && (opens.ends_with('ę')
            || opens.ends_with("am")
            || opens.ends_with("łem")
            || POLISH_ENDINGS.iter().any(|ending| opens.ends_with(ending)))
        || spoken.any(|word| is_verb(&word))
}

/// Whether `text` speaks of a person in the third person.
pub fn narrates(text: &str, language: Language) -> bool {
    if language == Language::Pl {
        // "Założyła firmę": the first person of it needs the speaker's gender.
        let is_past = |word: &String| {
            word.chars().count() > 4
                && POLISH_PAST.iter().any(|ending| word.ends_with(ending))
                && !PAST_NOUNS.contains(&word.as_str())
        };
        let opens = said(text).next().as_ref().is_some_and(is_past);
        return opens || said(text).any(|word| POLISH_OTHERS.contains(&word.as_str()));
    }
    let opens = said(text).next().is_some_and(|word| ENGLISH_VERBS.contains(&word.as_str()));
    opens || said(text).any(|word| ENGLISH_OTHERS.contains(&word.as_str()))
}

/// The words in lower case, without quoted ones, such as titles, and without "US".
fn said(text: &str) -> impl Iterator<Item = String> {
    let mut is_quoted = false;
    words(text).filter_map(move |word| {
        let was_quoted = is_quoted || word.starts_with(['"', '„', '“', '‘', '\'']);
        let core = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
        is_quoted = was_quoted && !core.ends_with(['"', '”', '’', '\'']);
        (!was_quoted && bare(word) != "US").then(|| lower(bare(word)))
    })
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
    use super::{gendered, narrates, speaks};
    use crate::language::Language::{En, Pl};

    #[test]
    fn the_first_person_is_recognised() {
        for (text, language) in [
            ("I run a studio", En),
            ("Our bakery is old", En),
            ("Prowadzę pracownię", Pl),
            ("Od lat projektuję domy", Pl),
            ("Pieczemy chleb", Pl),
            ("Piekłem chleb przez 6 lat", Pl),
            ("Badam wzrok od 6 lat", Pl),
            ("Od lat mieszkam w Łodzi", Pl),
        ] {
            assert!(speaks(text, language), "{text}");
        }
        for (text, language) in [
            ("Runs a studio in Leeds", En),
            ("Based in the US", En),
            ("Wrote “My life with us” in 2020", En),
            ("10 lat w branży", Pl),
            ("Prowadzi pracownię", Pl),
            ("Program dla szkół", Pl),
            ("Systemy alarmowe", Pl),
        ] {
            assert!(!speaks(text, language), "{text}");
        }
    }

    #[test]
    fn the_third_person_is_recognised() {
        assert!(narrates("She runs a studio", En) && narrates("Od 2014 roku prowadzi pracownię", Pl));
        assert!(narrates("Założyła dwie firmy", Pl) && !narrates("Wydział Prawa UW", Pl));
        assert!(narrates("Runs a studio", En) && !narrates("Studio in Leeds", En));
        assert!(!narrates("Prowadzę pracownię", Pl));
    }

    #[test]
    fn a_gender_that_the_facts_do_not_show_is_found() {
        assert_eq!(gendered("Założyłam firmę i pracowałem z zespołem.", "Założyłam firmę"), ["pracowałem"]);
    }
}
