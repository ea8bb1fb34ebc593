//! Openings of Polish sentences.

use super::{Connective, before_comma, tied};

#[rustfmt::skip]
pub(super) const CONNECTIVES: &[Connective] = &[
    tied("dlatego też"), tied("dlatego"), tied("jednakże"), tied("jednak"), tied("niemniej jednak"),
    tied("niemniej"), tied("mimo to"), tied("pomimo to"), tied("ponadto"), tied("poza tym"),
    tied("oprócz tego"), tied("co więcej"), before_comma("co ważne"), before_comma("co istotne"),
    before_comma("co ciekawe"), tied("dodatkowo"), tied("zatem"), tied("w związku z tym"),
    tied("w rezultacie"), tied("w efekcie"), tied("w konsekwencji"), tied("tymczasem"), tied("natomiast"),
    tied("z kolei"), tied("z drugiej strony"), tied("z jednej strony"), before_comma("po pierwsze"),
    before_comma("po drugie"), before_comma("po trzecie"), before_comma("po czwarte"), tied("wreszcie"),
    tied("na koniec"), before_comma("podsumowując"), before_comma("reasumując"),
    before_comma("krótko mówiąc"), before_comma("innymi słowy"), tied("oczywiście"), tied("co prawda"),
    tied("wprawdzie"), tied("ale"), tied("lecz"), tied("więc"), tied("również"), tied("także"),
    tied("zarazem"), tied("jednocześnie"), tied("równocześnie"), tied("wobec tego"), tied("zaś"),
    tied("toteż"), tied("przede wszystkim"), before_comma("z tego powodu"), tied("z tego względu"),
    tied("z tego powodu"), before_comma("warto dodać"), tied("a"), tied("i"), tied("następnie"),
    tied("przy okazji"), tied("w dodatku"), tied("do tego"), tied("dlatego właśnie"),
    before_comma("niestety"), before_comma("na szczęście"), before_comma("no i"), before_comma("no"),
    before_comma("cóż"),
];

/// Words that point back at the sentence before.
#[rustfmt::skip]
const POINTERS: &[&str] = &[
    "to", "ten", "ta", "te", "ci", "tego", "tej", "temu", "tym", "tych", "tymi", "tę", "tą", "taki", "taka",
    "takie", "tacy", "takich", "takiego", "takiej", "takim", "on", "ona", "ono", "oni", "one", "jego", "jej",
    "ich", "im", "jemu", "mu", "tam", "wtedy", "wówczas", "stąd", "stamtąd", "oba", "obie", "obaj", "obydwa",
    "obu", "przykładowo", "np", "bo", "gdyż", "też", "tak", "też", "owszem", "inni", "inne", "nią", "nim",
    "nimi", "nich", "niego", "niej", "tutaj", "tu", "bowiem", "który", "która", "które", "którzy", "albo",
    "czyli",
];

/// After "ten" and its forms they name the text itself or the time, so nothing is left open.
#[rustfmt::skip]
const ITSELF: &[&str] = &[
    "rok", "roku", "tydzień", "tygodniu", "miesiąc", "miesiącu", "sezon", "sezonie", "artykuł", "artykule",
    "poradnik", "poradniku", "regulamin", "regulaminu", "regulaminie", "dokument", "dokumencie", "tekst",
    "tekście", "raport", "raporcie", "wpis", "wpisie", "umowa", "umowie", "umowy", "polityka", "strona",
    "stronie", "książka", "latem", "zimą", "lata", "weekend",
];

#[rustfmt::skip]
const PREPOSITIONS: &[&str] = &[
    "w", "we", "na", "po", "przy", "poza", "dla", "do", "od", "z", "ze", "za", "o", "przez", "przed",
    "dzięki", "mimo", "pomimo", "oprócz", "wobec", "według", "podczas", "część", "większość", "wśród",
    "spośród", "jeden", "jedna", "jedno", "każdy", "każda", "każde", "wszystkie", "kilka", "żaden",
];

/// Verbs without a subject: "Ma 11 hektarów".
const WITHOUT_SUBJECT: &[&str] = &[
    "ma", "mają", "musi", "muszą", "może", "mogą", "jest", "są", "będzie", "będą", "był", "była", "było",
    "były", "chce", "chcą", "został", "została", "zostało", "zostały", "zostanie", "zostaną", "powinien",
    "powinna", "powinno", "powinny",
];

/// Endings of the past tense, third person.
const PAST: &[&str] = &[
    "ał", "ała", "ało", "ali", "ały", "ił", "iła", "iło", "ili", "iły", "ył", "yła", "yło", "yli", "yły",
    "ął", "ęła", "ęło", "ęli", "ęły",
];

/// Verbs of saying without a speaker: "Dodał, że …".
#[rustfmt::skip]
const SAYING: &[&str] = &[
    "dodał", "dodaje", "powiedział", "mówi", "podkreśl", "zaznacz", "wyjaśni", "stwierdz", "tłumacz",
    "przekon", "zapewn", "poinformowa", "informuje", "przyzna", "zauważ", "twierdz", "zapowiedzi",
    "zapowiada", "ocenia", "ocenił", "przypomn", "przypomina", "odpowiedzi", "argumentuj", "apeluj",
];

/// Whether what a dropped connective leaves begins with a verb, so that its subject stood before.
pub fn lost_subject(rest: &str) -> bool {
    let first = rest.split_whitespace().next().unwrap_or_default();
    first.chars().count() > 3 && PAST.iter().any(|ending| first.ends_with(ending))
}

pub fn dangles(lower: &str, [first, second, third]: [&str; 3]) -> bool {
    if lower.starts_with("na przykład") || lower.starts_with("tym samym") || lower.starts_with("nie,") {
        return true;
    }
    let inside = second != "to" && second != "tu" && POINTERS.contains(&second) || matches!(second, "to");
    if PREPOSITIONS.contains(&first) && inside {
        return !ITSELF.contains(&third);
    }
    let both_halves =
        first == "albo" && lower.contains(", albo ") || first == "tak" && lower.contains(", jak ");
    let itself = ITSELF.contains(&second);
    // "Dodał, że …" and "Podkreśliła, iż …", but not "Tłumaczenia kosztują …".
    let says = SAYING.iter().any(|verb| first.starts_with(verb))
        && (lower.contains(", że") || lower.contains(", iż"))
        && matches!(second, "że" | "iż" | "też" | "również" | "jednak" | "przy" | "także" | "on" | "ona");
    POINTERS.contains(&first) && !itself && !both_halves || says || WITHOUT_SUBJECT.contains(&first)
}
