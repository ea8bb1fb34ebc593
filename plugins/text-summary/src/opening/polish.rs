//! Openings of Polish sentences.

use sitewright_sdk::units::{bare, is_upper, lower};
use sitewright_sdk::{Parts, Words, words};

/// Lower case; with a comma if one must follow.
#[rustfmt::skip]
pub(super) const CONNECTIVES: Words = words![
    "dlatego też", "dlatego", "jednakże", "jednak", "niemniej jednak",
    "niemniej", "mimo to", "pomimo to", "ponadto", "poza tym",
    "oprócz tego", "co więcej", "co ważne,", "co istotne,",
    "co ciekawe,", "dodatkowo", "zatem", "w związku z tym",
    "w rezultacie", "w efekcie", "w konsekwencji", "tymczasem", "natomiast",
    "z kolei", "z drugiej strony", "z jednej strony", "po pierwsze,",
    "po drugie,", "po trzecie,", "po czwarte,", "wreszcie",
    "na koniec", "podsumowując,", "reasumując,",
    "krótko mówiąc,", "innymi słowy,", "oczywiście", "co prawda",
    "wprawdzie", "ale", "lecz", "więc", "również", "także",
    "zarazem", "jednocześnie", "równocześnie", "wobec tego", "zaś",
    "toteż", "przede wszystkim", "z tego powodu,", "z tego względu",
    "z tego powodu", "warto dodać,", "a", "i", "następnie",
    "przy okazji", "w dodatku", "do tego", "dlatego właśnie",
    "niestety,", "na szczęście,", "no i,", "no,",
    "cóż,", "dzień dobry,", "cześć,", "witam,",
];

/// Words that refer back to the previous sentence.
#[rustfmt::skip]
const POINTERS: Words = words![
    "to", "ten", "ta", "te", "ci", "tego", "tej", "temu", "tym", "tych", "tymi", "tę", "tą", "taki", "taka",
    "takie", "tacy", "takich", "takiego", "takiej", "takim", "on", "ona", "ono", "oni", "one", "jego", "jej",
    "ich", "im", "jemu", "mu", "tam", "wtedy", "wówczas", "stąd", "stamtąd", "oba", "obie", "obaj", "obydwa",
    "obu", "przykładowo", "np", "bo", "gdyż", "też", "tak", "też", "owszem", "inni", "inne", "nią", "nim",
    "nimi", "nich", "niego", "niej", "tutaj", "tu", "bowiem", "który", "która", "które", "którzy", "albo",
    "czyli",
];

/// After "ten" and its forms they name the text itself or the time, so nothing is unexplained.
#[rustfmt::skip]
const ITSELF: Words = words![
    "rok", "roku", "tydzień", "tygodniu", "miesiąc", "miesiącu", "sezon", "sezonie", "artykuł", "artykule",
    "poradnik", "poradniku", "regulamin", "regulaminu", "regulaminie", "dokument", "dokumencie", "tekst",
    "tekście", "raport", "raporcie", "wpis", "wpisie", "umowa", "umowie", "umowy", "polityka", "strona",
    "stronie", "książka", "latem", "zimą", "lata", "weekend",
];

#[rustfmt::skip]
const PREPOSITIONS: Words = words![
    "w", "we", "na", "po", "przy", "poza", "dla", "do", "od", "z", "ze", "za", "o", "przez", "przed",
    "dzięki", "mimo", "pomimo", "oprócz", "wobec", "według", "podczas", "część", "większość", "wśród",
    "spośród", "jeden", "jedna", "jedno", "każdy", "każda", "każde", "wszystkie", "kilka", "żaden",
];

/// Verbs without a subject: "Ma 11 hektarów".
const WITHOUT_SUBJECT: Words = words![
    "ma", "mają", "musi", "muszą", "może", "mogą", "jest", "są", "będzie", "będą", "był", "była", "było",
    "były", "chce", "chcą", "został", "została", "zostało", "zostały", "zostanie", "zostaną", "powinien",
    "powinna", "powinno", "powinny",
];

/// Endings of the past tense, third person.
const PAST: Words = words![
    "ał", "ała", "ało", "ali", "ały", "ił", "iła", "iło", "ili", "iły", "ył", "yła", "yło", "yli", "yły",
    "ął", "ęła", "ęło", "ęli", "ęły",
];

/// Verbs of saying without a speaker: "Dodał, że …".
#[rustfmt::skip]
const SAYING: Words = words![
    "dodał", "dodaje", "powiedział", "mówi", "podkreśl", "zaznacz", "wyjaśni", "stwierdz", "tłumacz",
    "przekon", "zapewn", "poinformowa", "informuje", "przyzna", "zauważ", "twierdz", "zapowiedzi",
    "zapowiada", "ocenia", "ocenił", "przypomn", "przypomina", "odpowiedzi", "argumentuj", "apeluj",
];

/// Whether the rest after a dropped connective begins with a verb, so that its subject was in the previous sentence.
pub fn lost_subject(rest: &str) -> bool {
    let first = rest.split_whitespace().next().unwrap_or_default();
    first.chars().count() > 3 && PAST.ending(first).is_some()
}

/// Nouns that end like verbs.
#[rustfmt::skip]
const NOUNS: Words = words![
    "artykuł", "dział", "udział", "oddział", "wydział", "podział", "przedział", "materiał", "kapitał", "kanał", "sygnał",
    "pomysł", "przemysł", "umysł", "tytuł", "zespół", "kościół", "protokół", "stół", "szkoła", "siła", "skała",
    "była", "mała", "cała", "stała", "biała", "dojrzała", "okazała", "była",
];

/// Verbs whose subject follows as often as it precedes: "W środę zapadł wyrok."
#[rustfmt::skip]
const ARRIVING: Words = words![
    "został", "była", "był", "powstał", "zapadł", "upłynął", "wzrósł", "spadł", "minął", "nastąpił", "odbył",
    "rozpoczął", "ruszył", "zaczął", "trwał", "pojawił", "wszedł", "padł", "zmienił", "skończył", "zakończył",
];

/// Words that end in a consonant and are no subject.
#[rustfmt::skip]
const NO_SUBJECTS: Words = words![
    "przez", "nad", "pod", "przed", "oraz", "dziś", "wczoraj", "już", "też", "także", "jednak", "od", "bez", "gdy",
    "jak", "lecz", "więc", "potem", "znów", "znowu", "tylko", "lat", "tam", "tak", "nawet", "wtedy", "zaraz", "raz",
    "latem", "zimą", "razem", "ten", "rok", "sam", "nim", "ponad", "także",
];

/// Endings of other cases than the nominative.
const OBLIQUE: Words = words!["ych", "ich", "ym", "im", "ej", "om", "ach", "em", "ów", "ech"];

/// Whether a sentence has a verb of the past, third person singular, and no word that may be its subject: "Żarna z
/// 1931 roku odkupił od młyna", "Przez pierwsze lata piekł chleb".
pub fn hides_subject(sentence: &str) -> bool {
    let all: Vec<&str> = sentence.split_whitespace().map(bare).collect();
    let is_verb = |word: &&str| {
        let word = lower(word);
        word.chars().count() > 3
            && word.ends_with(['ł', 'a'])
            && (word.ends_with('ł') || PAST.ending(&word).is_some_and(|ending| ending.ends_with('a')))
            && !NOUNS.contains(&word)
    };
    let Some(place) = all.iter().position(is_verb) else { return false };
    let verb = lower(all[place]);
    if ARRIVING.contains(&verb) || ARRIVING.contains(verb.trim_end_matches('a')) {
        return false;
    }
    let is_masculine = verb.ends_with('ł');
    let may_be_subject = |(other, word): (usize, &&str)| {
        let small = lower(word);
        let is_name = word.starts_with(is_upper);
        let after_preposition = other > 0 && PREPOSITIONS.contains(&lower(all[other - 1]));
        let is_nominative = if is_masculine {
            small.ends_with(|last: char| last.is_alphabetic() && !"aąeęioóuy".contains(last))
                && OBLIQUE.ending(&small).is_none()
                && !NO_SUBJECTS.contains(&small)
                && !is_verb(word)
                || small.ends_with("ca")
                || small.ends_with("sta")
        } else {
            small.ends_with('a') && !is_verb(word) || small.ends_with("ść") || small.ends_with("nia")
        };
        let is_near = other < place || is_name || !is_masculine;
        small.chars().count() > 2 && other != place && is_near && is_nominative && !after_preposition
    };
    !all.iter().enumerate().any(may_be_subject)
}

pub fn dangles(lower: &str, [first, second, third]: [&str; 3]) -> bool {
    if lower.starts_with("na przykład") || lower.starts_with("tym samym") || lower.starts_with("nie,") {
        return true;
    }
    let inside = second != "to" && second != "tu" && POINTERS.contains(second) || matches!(second, "to");
    if PREPOSITIONS.contains(first) && inside {
        return !ITSELF.contains(third);
    }
    let both_halves = first == "albo" && lower.has(", albo ") || first == "tak" && lower.has(", jak ");
    let itself = ITSELF.contains(second);
    // "Dodał, że …" and "Podkreśliła, iż …", but not "Tłumaczenia kosztują …".
    let says = SAYING.opening(first).is_some()
        && (lower.has(", że") || lower.has(", iż"))
        && matches!(second, "że" | "iż" | "też" | "również" | "jednak" | "przy" | "także" | "on" | "ona");
    POINTERS.contains(first) && !itself && !both_halves || says || WITHOUT_SUBJECT.contains(first)
}
