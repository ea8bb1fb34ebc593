//! Openings of English sentences.

use sitewright_sdk::{Parts, Words, words};

/// Lower case; with a comma if one must follow.
#[rustfmt::skip]
pub(super) const CONNECTIVES: Words = words![
    "however,", "moreover,", "furthermore,",
    "in addition,", "additionally,", "therefore,",
    "thus,", "consequently,", "as a result,",
    "as a consequence,", "nevertheless,", "nonetheless,",
    "meanwhile,", "by contrast,", "in contrast,",
    "on the other hand,", "on the one hand,", "for this reason,",
    "for that reason,", "likewise,", "similarly,",
    "also,", "besides,", "still,", "then",
    "finally,", "in other words,", "in short,",
    "in conclusion,", "to sum up,", "in summary,",
    "to conclude,", "overall,", "all in all,",
    "of course,", "indeed,", "in fact,", "after all,",
    "first,", "firstly,", "first of all,", "second,",
    "secondly,", "third,", "thirdly,", "last,",
    "lastly,", "instead,", "at the same time,", "hence,",
    "accordingly,", "that said,", "even so,", "so,",
    "well,", "now,", "yet,", "next,",
    "again,", "otherwise,", "despite this,",
    "what is more,", "what's more,", "above all,",
    "on top of that,", "because of this,", "by the way,",
    "anyway,", "importantly,", "specifically,",
    "naturally,", "admittedly,", "as such,", "but", "and",
    "yet", "or,", "hello,", "hi,", "good morning,",
];

/// Words that refer back to the previous sentence.
const POINTERS: Words = words![
    "this", "these", "that", "those", "it", "it's", "its", "they", "they're", "their", "them", "he", "he's",
    "she", "she's", "his", "her", "such", "both", "neither", "another", "others", "either", "yes", "no",
    "because", "which", "hence", "here", "same", "or",
];

/// After "this" or "these" they name the text itself or the time, so nothing is unexplained.
#[rustfmt::skip]
const ITSELF: Words = words![
    "year", "week", "month", "morning", "summer", "winter", "spring", "autumn", "season", "article", "guide",
    "policy", "agreement", "page", "report", "study", "paper", "document", "contract", "website", "site",
    "post", "book", "section", "terms", "notice",
];

const PREPOSITIONS: Words = words![
    "in", "at", "on", "for", "by", "with", "from", "of", "to", "under", "during", "after", "before",
    "because", "despite", "like", "through", "until", "since", "unlike", "besides", "all", "most", "some",
    "many", "each", "one", "none", "half", "both",
];

#[rustfmt::skip]
const EXAMPLES: Words = words![
    "for example", "for instance", "e.g.", "i.e.", "the former", "the latter", "the same", "as for", "if so",
    "if not", "not only that", "at that time", "at this point", "one of them",
];

pub fn dangles(lower: &str, [first, second, third]: [&str; 3]) -> bool {
    if EXAMPLES.opening(lower).is_some() {
        return true;
    }
    if PREPOSITIONS.contains(first) {
        let of = second == "of" && matches!(third, "these" | "those" | "them" | "this" | "which");
        return of
            || matches!(second, "this" | "these" | "that" | "those" | "such" | "it" | "them" | "which")
                && !ITSELF.contains(third);
    }
    // "If it is missed, …"
    if matches!(first, "if" | "when" | "unless" | "once" | "after")
        && matches!(second, "it" | "they" | "this" | "these" | "so" | "not")
    {
        return true;
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
    let itself = matches!(first, "this" | "these") && ITSELF.contains(second);
    let those_who = first == "those" && second == "who" || first == "no" && !lower.starts_with("no,");
    let both = first == "both" && lower.has(" and ");
    POINTERS.contains(first) && !expletive && !itself && !those_who && !both
}

/// "The difference was 11%.", "Experts call the result plausible."
pub fn leans_back(lower: &str) -> bool {
    let mut words = lower.split_whitespace();
    let first = words.next();
    let second = words.next().unwrap_or_default();
    let is_short = words.count() <= 3;
    let compares =
        matches!(second, "difference" | "reason" | "cause" | "result" | "rest" | "other" | "others");
    first == Some("the") && (is_short && compares)
        || [" the result ", " the difference "].iter().any(|word| lower.has(word))
}
