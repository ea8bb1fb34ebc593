//! Openings of English sentences.

use super::{Connective, before_comma, tied};

#[rustfmt::skip]
pub(super) const CONNECTIVES: &[Connective] = &[
    before_comma("however"), before_comma("moreover"), before_comma("furthermore"),
    before_comma("in addition"), before_comma("additionally"), before_comma("therefore"),
    before_comma("thus"), before_comma("consequently"), before_comma("as a result"),
    before_comma("as a consequence"), before_comma("nevertheless"), before_comma("nonetheless"),
    before_comma("meanwhile"), before_comma("by contrast"), before_comma("in contrast"),
    before_comma("on the other hand"), before_comma("on the one hand"), before_comma("for this reason"),
    before_comma("for that reason"), before_comma("likewise"), before_comma("similarly"),
    before_comma("also"), before_comma("besides"), before_comma("still"), tied("then"),
    before_comma("finally"), before_comma("in other words"), before_comma("in short"),
    before_comma("in conclusion"), before_comma("to sum up"), before_comma("in summary"),
    before_comma("to conclude"), before_comma("overall"), before_comma("all in all"),
    before_comma("of course"), before_comma("indeed"), before_comma("in fact"), before_comma("after all"),
    before_comma("first"), before_comma("firstly"), before_comma("first of all"), before_comma("second"),
    before_comma("secondly"), before_comma("third"), before_comma("thirdly"), before_comma("last"),
    before_comma("lastly"), before_comma("instead"), before_comma("at the same time"), before_comma("hence"),
    before_comma("accordingly"), before_comma("that said"), before_comma("even so"), before_comma("so"),
    before_comma("well"), before_comma("now"), before_comma("yet"), before_comma("next"),
    before_comma("again"), before_comma("otherwise"), before_comma("despite this"),
    before_comma("what is more"), before_comma("what's more"), before_comma("above all"),
    before_comma("on top of that"), before_comma("because of this"), before_comma("by the way"),
    before_comma("anyway"), before_comma("importantly"), before_comma("specifically"),
    before_comma("naturally"), before_comma("admittedly"), before_comma("as such"), tied("but"), tied("and"),
    tied("yet"), before_comma("or"),
];

/// Words that point back at the sentence before.
const POINTERS: &[&str] = &[
    "this", "these", "that", "those", "it", "it's", "its", "they", "they're", "their", "them", "he", "he's",
    "she", "she's", "his", "her", "such", "both", "neither", "another", "others", "either", "yes", "no",
    "because", "which", "hence", "here", "same", "or",
];

/// After "this" or "these" they name the text itself or the time, so nothing is left open.
#[rustfmt::skip]
const ITSELF: &[&str] = &[
    "year", "week", "month", "morning", "summer", "winter", "spring", "autumn", "season", "article", "guide",
    "policy", "agreement", "page", "report", "study", "paper", "document", "contract", "website", "site",
    "post", "book", "section", "terms", "notice",
];

const PREPOSITIONS: &[&str] = &[
    "in", "at", "on", "for", "by", "with", "from", "of", "to", "under", "during", "after", "before",
    "because", "despite", "like", "through", "until", "since", "unlike", "besides", "all", "most", "some",
    "many", "each", "one", "none", "half", "both",
];

#[rustfmt::skip]
const EXAMPLES: &[&str] = &[
    "for example", "for instance", "e.g.", "i.e.", "the former", "the latter", "the same", "as for", "if so",
    "if not", "not only that", "at that time", "at this point", "one of them",
];

pub fn dangles(lower: &str, [first, second, third]: [&str; 3]) -> bool {
    if EXAMPLES.iter().any(|example| lower.starts_with(example)) {
        return true;
    }
    if PREPOSITIONS.contains(&first) {
        let of = second == "of" && matches!(third, "these" | "those" | "them" | "this" | "which");
        return of
            || matches!(second, "this" | "these" | "that" | "those" | "such" | "it" | "them" | "which")
                && !ITSELF.contains(&third);
    }
    let expletive = first == "it"
        && matches!(second, "is" | "was" | "will" | "may")
        && matches!(
            third,
            "important"
                | "possible"
                | "impossible"
                | "necessary"
                | "worth"
                | "best"
                | "clear"
                | "true"
                | "likely"
                | "estimated"
                | "expected"
                | "recommended"
                | "forbidden"
        );
    let itself = matches!(first, "this" | "these") && ITSELF.contains(&second);
    let whoever = first == "those" && second == "who" || first == "no" && !lower.starts_with("no,");
    let both = first == "both" && lower.contains(" and ");
    POINTERS.contains(&first) && !expletive && !itself && !whoever && !both
}
