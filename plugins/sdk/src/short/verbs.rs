//! Phrases with a verb of their own.

use crate::units::{lower, words};
use crate::word_list::Words;
use crate::words;

/// Words that open a statement of what the goods do.
#[rustfmt::skip]
const DOING: Words = words![
    "fits", "folds", "weighs", "holds", "keeps", "comes", "includes", "contains", "works", "has", "is", "lasts",
    "runs", "needs", "makes", "takes", "opens", "closes", "charges", "connects", "supports", "protects", "turns",
    "measures", "adjusts", "carries", "resists", "stays", "cleans", "attaches", "can", "may", "zawiera", "może",
    "ma", "mieści", "waży", "pasuje", "składa", "działa", "nadaje", "wytrzymuje", "ładuje", "chroni", "służy",
    "posiada", "jest", "utrzymuje", "pozwala", "zapewnia", "obsługuje", "łączy", "otwiera", "zamyka", "stoi",
    "można", "pomieści", "wymaga", "sprawdza", "tilts", "rotates", "swivels", "slides", "dries", "floats", "glows",
    "heats", "cools", "hangs", "extends", "stacks", "sleeps", "saves", "reduces", "removes", "prevents", "provides",
    "delivers", "packs", "seals", "grips", "parzy", "podnosi", "obraca", "wyłącza", "włącza", "świeci", "grzeje",
    "chłodzi", "mierzy", "zajmuje", "ułatwia", "usuwa", "zapobiega", "przechowuje", "osiąga", "spełnia",
    "wystarcza",
];

/// Those that are no nouns either, so that a subject may stand before them: "each one differs slightly".
#[rustfmt::skip]
const FINITE: Words = words![
    "is", "are", "has", "have", "can", "may", "differs", "differ", "varies", "lasts", "weighs", "contains", "includes", "comes",
    "protects", "lets", "jest", "są", "mogą", "zawiera", "chroni", "waży", "pasuje", "wytrzymuje", "utrzymuje",
    "pozwala", "zapewnia", "wystarcza", "różni", "starcza", "działa", "wymaga", "pomieści",
];

/// Words after which a verb belongs to a subordinate clause.
#[rustfmt::skip]
const JOINS: Words = words![
    "which", "that", "who", "when", "if", "as", "so", "while", "where", "która", "który", "które", "którą", "co", "gdy", "jeśli", "aby",
    "żeby", "kiedy", "gdzie",
];

/// Whether the phrase begins with a verb: its subject stands elsewhere.
pub fn does(phrase: &str) -> bool {
    let mut words = words(phrase);
    DOING.contains(&lower(words.next().unwrap_or_default())) || words.next() == Some("się")
}

/// Whether the phrase is a clause with its own subject, which is no entry of a list.
pub fn is_clause(phrase: &str) -> bool {
    let mut words = words(phrase).map(lower).take_while(|word| !JOINS.contains(word));
    words.next().is_some() && !does(phrase) && words.any(|word| FINITE.contains(&word))
}
