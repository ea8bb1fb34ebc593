//! Small words and endings of English.

use crate::word_list::Words;
use crate::words;

use super::{shorten, strip};

/// In alphabetical order, for a binary search.
#[rustfmt::skip]
const SMALL: Words = words![
    "a", "about", "above", "after", "again", "against", "all", "almost", "along", "already", "also",
    "although", "always", "am", "among", "an", "and", "another", "any", "anyone", "anything", "are", "aren't",
    "around", "as", "at", "away", "be", "because", "been", "before", "being", "below", "between", "both",
    "but", "by", "can", "can't", "cannot", "could", "did", "didn't", "do", "does", "doesn't", "doing",
    "don't", "done", "down", "during", "each", "either", "else", "enough", "even", "ever", "every",
    "everyone", "everything", "few", "for", "from", "further", "get", "gets", "getting", "give", "gives",
    "go", "goes", "going", "got", "had", "has", "hasn't", "have", "haven't", "having", "he", "her", "here",
    "hers", "herself", "him", "himself", "his", "how", "however", "i", "i'm", "i've", "if", "in", "indeed",
    "instead", "into", "is", "isn't", "it", "it's", "its", "itself", "just", "keep", "least", "less", "let",
    "like", "made", "make", "makes", "making", "many", "may", "me", "might", "more", "moreover", "most",
    "much", "must", "my", "myself", "near", "neither", "never", "next", "no", "nor", "not", "nothing", "now",
    "of", "off", "often", "on", "once", "one", "only", "onto", "or", "other", "others", "our", "ours", "out",
    "over", "own", "per", "perhaps", "put", "quite", "rather", "really", "said", "same", "say", "says", "see",
    "several", "shall", "she", "should", "since", "so", "some", "someone", "something", "still", "such",
    "take", "than", "that", "that's", "the", "their", "theirs", "them", "themselves", "then", "there",
    "therefore", "these", "they", "this", "those", "though", "through", "thus", "to", "today", "together",
    "too", "toward", "towards", "two", "under", "until", "up", "upon", "us", "use", "used", "very", "via",
    "was", "wasn't", "way", "we", "we're", "well", "were", "what", "when", "where", "whether", "which",
    "while", "who", "whole", "whom", "whose", "why", "will", "with", "within", "without", "won't", "would",
    "yes", "yet", "you", "you're", "your", "yours", "yourself",
];

const ENDINGS: Words = words![
    "izations", "ization", "ingly", "ments", "ations", "ation", "ness", "ment", "edly", "ings", "ions",
    "ing", "ion", "ers", "ed", "es", "er", "ly", "s",
];

pub fn is_small(lower: &str) -> bool {
    SMALL.contains_sorted(lower)
}

pub fn stem(word: &mut String) {
    if word.ends_with("'s") || word.ends_with("’s") {
        let end = word.find(['\'', '’']).unwrap_or(word.len());
        word.truncate(end);
    }
    if strip(word, words!["ies", "ied"], 2) {
        word.push('y');
    } else if !word.ends_with("ss") && strip(word, ENDINGS, 4) {
        undouble(word);
    } else if !word.ends_with("ss") && !word.ends_with("us") {
        strip(word, words!["s"], 3);
    }
    strip(word, words!["e"], 3);
    shorten(word, 8);
}

/// "planned" lost its ending as "plann".
fn undouble(word: &mut String) {
    let mut letters = word.chars().rev();
    let (last, before) = (letters.next(), letters.next());
    if last == before && last.is_some_and(|letter| !matches!(letter, 'l' | 's' | 'e' | 'o')) {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::{SMALL, is_small};

    #[test]
    fn the_list_is_sorted() {
        assert!(SMALL.iter().is_sorted());
        assert!(is_small("the") && !is_small("tram"));
    }
}
