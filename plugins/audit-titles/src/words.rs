//! Compares the words of titles.

use sitewright_sdk::rules::normalised;
use sitewright_sdk::stems::{Term, each_term, hash, is_small, lower_into, stem};
use sitewright_sdk::units::{bare, lower, words};
use sitewright_sdk::{Language, Parts as _, word_list::Words, words as list};

/// Titles that systems and templates leave, in lower case.
const PLACEHOLDERS: Words = list![
    "home",
    "homepage",
    "home page",
    "untitled",
    "untitled page",
    "untitled document",
    "new page",
    "index",
    "index.html",
    "default",
    "document",
    "page",
    "page title",
    "title",
    "test",
    "welcome",
    "my site",
    "my blog",
    "just another wordpress site",
    "bez tytułu",
    "strona bez tytułu",
    "dokument bez tytułu",
    "strona główna",
    "nowa strona",
    "strona",
    "strona startowa",
    "start",
    "tytuł",
    "tytuł strony",
    "witaj",
    "witamy",
    "moja strona",
    "kolejna witryna oparta na wordpressie",
];

/// What stands between a title and the brand.
const SEPARATORS: [&str; 6] = [" | ", " - ", " – ", " — ", " · ", " :: "];

/// Whether a title, without a brand after it, says nothing about the page.
pub fn is_placeholder(title: &str) -> bool {
    let ends = SEPARATORS.iter().filter_map(|separator| title.place_of(separator));
    let own = &title[..ends.min().unwrap_or(title.len())];
    let own = normalised(own);
    PLACEHOLDERS.iter().any(|known| known == own)
}

/// The word that is repeated most, in its first form, and how often.
pub fn repeated(title: &str, language: &str) -> Option<(String, u32)> {
    let language = language_of(language);
    let mut found: Vec<(Term, String, u32)> = Vec::new();
    let mut buffer = String::new();
    for word in words(title).map(bare) {
        lower_into(word, &mut buffer);
        let is_short = word.chars().nth(2).is_none();
        if is_short || is_small(&buffer, language) || !word.chars().any(char::is_alphabetic) {
            continue;
        }
        let term = hash(stem(&mut buffer, language));
        match found.iter_mut().find(|(known, ..)| *known == term) {
            Some((.., count)) => *count += 1,
            None => found.push((term, lower(word), 1)),
        }
    }
    // The first of equally frequent words.
    let most = found.iter().map(|(.., count)| *count).max()?;
    found.into_iter().find(|(.., count)| *count == most).map(|(_, word, count)| (word, count))
}

/// How many words of the title the other one has too, in percent.
pub fn share(title: &str, other: &str) -> u32 {
    let of = |text: &str| -> Vec<String> {
        words(text).map(|word| lower(bare(word))).filter(|word| !word.is_empty()).collect()
    };
    let (own, other) = (of(title), of(other));
    let common = own.iter().filter(|word| other.contains(word)).count();
    (common * 100 / own.len().max(1)) as u32
}

/// Whether two texts share a significant word, in any form.
pub fn terms_in_common(one: &str, other: &str, language: &str) -> bool {
    let language = language_of(language);
    let (mut terms, mut found) = (Vec::new(), false);
    each_term(one, language, |term| terms.push(term));
    each_term(other, language, |term| found |= terms.contains(&term));
    found || terms.is_empty()
}

/// The language by its code; titles in others are compared without stems.
fn language_of(code: &str) -> Option<Language> {
    Language::ALL.into_iter().find(|language| language.tag() == code)
}
