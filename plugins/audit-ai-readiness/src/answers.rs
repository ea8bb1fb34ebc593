//! Questions in headings, and paragraphs that answer them.

use sitewright_sdk::rules::{Heading, Page, Report, Settings};
use sitewright_sdk::stems::{Term, each_term};
use sitewright_sdk::units::{bare, lower};
use sitewright_sdk::{Language, Words, words as list};

const ENGLISH: Words =
    list!["how", "what", "why", "when", "where", "which", "who", "can", "is", "are", "do", "does", "should"];
const POLISH: Words = list![
    "jak", "jaki", "jaka", "jakie", "co", "czym", "dlaczego", "kiedy", "gdzie", "który", "która", "które",
    "ile", "czy", "po co",
];
/// What stands between a title and the brand.
const SEPARATORS: [&str; 4] = [" | ", " – ", " — ", " · "];

fn language_of(page: &Page) -> Option<Language> {
    let code = if page.language().is_empty() {
        page.lang().and_then(|lang| lang.get(..2)).unwrap_or_default()
    } else {
        page.language()
    };
    Language::ALL.into_iter().find(|language| language.tag() == code)
}

fn question_words(language: Option<Language>) -> Words {
    if language == Some(Language::Pl) { POLISH } else { ENGLISH }
}

/// Whether a text is a question.
fn is_question(text: &str, language: Option<Language>) -> bool {
    let text = text.trim();
    let mut words = text.split_whitespace().map(|word| lower(bare(word)));
    let first = words.next().unwrap_or_default();
    let known = question_words(language);
    let both = || [first.as_str(), words.next().unwrap_or_default().as_str()].join(" ");
    // A single word such as "What" is no question.
    text.ends_with('?') || text.contains(' ') && (known.contains(&first) || { both }().as_str() == "po co")
}

/// The heading of the page, or its title without the brand, if it is a question.
fn question<'a>(page: &Page<'a>, language: Option<Language>) -> Option<&'a str> {
    let heading =
        page.headings().find(|heading: &Heading| heading.level() == 1).map(|heading| heading.text());
    let title = page.title().map(|title| {
        let ends = SEPARATORS.iter().filter_map(|separator| title.find(separator));
        &title[..ends.min().unwrap_or(title.len())]
    });
    heading.into_iter().chain(title).find(|text| is_question(text, language))
}

/// The different terms of a text, without those of question words.
fn terms(text: &str, language: Option<Language>) -> Vec<Term> {
    let mut asking = Vec::new();
    question_words(language).iter().for_each(|word| each_term(word, language, |term| asking.push(term)));
    let mut terms = Vec::new();
    each_term(text, language, |term| {
        if !asking.contains(&term) && !terms.contains(&term) {
            terms.push(term);
        }
    });
    terms
}

pub fn ai_answer_not_upfront(page: &Page, settings: &Settings, report: &mut Report) {
    if !page.is_document() {
        return;
    }
    let language = language_of(page);
    let Some(question) = question(page, language) else { return };
    let (top, least, most) =
        (settings.count("words"), settings.count("min_words"), settings.count("max_words"));
    let asked = terms(question, language);
    let wanted = (settings.count("lemmas") as usize).min(asked.len());
    let is_answer = |text: &str| {
        let own = terms(text, language);
        asked.iter().filter(|term| own.contains(term)).count() >= wanted
    };
    let mut fitting = page
        .paragraphs()
        .filter(|paragraph| paragraph.words_before() < top && (least..=most).contains(&paragraph.words()));
    if !fitting.any(|paragraph| is_answer(paragraph.text())) {
        let heading = page.headings().find(|heading| heading.level() == 1);
        let found = report.found().text("question", question).number("words", top);
        found.number("shortest", least).number("longest", most).evidences(heading);
    }
}
