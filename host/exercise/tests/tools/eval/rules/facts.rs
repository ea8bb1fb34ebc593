//! Facts of the input that are missing, and facts that the input does not have.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::Regex;
use sitewright_sdk::units::sentences;

use super::{Checked, Finding};
use crate::eval::cases::Case;
use crate::eval::text::{
    ADDRESS, DIGITS, GROUPED, HASHTAG, digits, flat, is_form, is_kin, letters, numbers, pattern, phrases,
    plain, words,
};

/// Tools whose variants are ideas for one subject: a fact may be missing in half of them.
const IDEAS: &[&str] = &["article-ideas", "tiktok-ideas", "youtube-ideas"];
/// Tools that count sections, scenes or seconds.
const COUNTING: &[&str] = &["article-ideas", "article-outline", "tiktok-ideas", "youtube-ideas"];
const COUNTED: u32 = 20;
const SECONDS: u32 = 180;

/// The number of an entry in a list, and of a post in a thread.
static LIST_MARK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^\s*(?:\d+[.)]\s|\d+/\d+\s)|\s\d+/\d+$|\s\(?\d+/\d+\)?$"));

/// Numbers that people spell out, by their digits.
const SPELLED: &[(&str, &[&str])] = &[
    ("1", &["one", "once", "jeden", "jedna", "jedno", "jednego", "jednej", "raz"]),
    ("2", &["two", "twice", "dwa", "dwie", "dwóch", "dwoje", "dwóm"]),
    ("3", &["three", "trzy", "trzech", "troje"]),
    ("4", &["four", "cztery", "czterech"]),
    ("5", &["five", "pięć", "pięciu"]),
    ("6", &["six", "sześć", "sześciu"]),
    ("7", &["seven", "siedem", "siedmiu"]),
    ("8", &["eight", "osiem", "ośmiu"]),
    ("9", &["nine", "dziewięć", "dziewięciu"]),
    ("10", &["ten", "dziesięć", "dziesięciu"]),
    ("11", &["eleven", "jedenaście", "jedenastu"]),
    ("12", &["twelve", "dwanaście", "dwunastu"]),
];

pub fn check(checked: &mut Checked) {
    added_numbers(checked);
    added_addresses(checked);
    added_names(checked);
    hashtags(checked);
    forbidden(checked);
    if checked.language() == "pl" {
        nominatives(checked);
    }
}

/// Facts that a variant must have, and those that it must not have. Of ideas, half must have them.
pub fn kept(tool: &str, case: &Case, texts: &[String], findings: &mut Vec<Finding>) {
    for fact in &case.keep {
        let missing: Vec<usize> =
            (0..texts.len()).filter(|place| !fact.split('|').any(|form| has(&texts[*place], form))).collect();
        let allowed = if IDEAS.contains(&tool) { texts.len() / 2 } else { 0 };
        if missing.len() > allowed {
            findings.extend(missing.into_iter().map(|variant| Finding {
                rule: "fact-lost".to_owned(),
                serious: true,
                variant,
                field: String::new(),
                detail: fact.clone(),
            }));
        }
    }
}

/// Whether the text says this, in any forms of its words.
fn has(text: &str, fact: &str) -> bool {
    if flat(text).contains(&flat(fact)) || letters(text).contains(&letters(fact)) {
        return true;
    }
    let mut said = words(text);
    said.extend(numbers(text));
    let wanted: Vec<String> = words(fact).into_iter().filter(|word| word.chars().count() > 1).collect();
    let is_said = |word: &String| said.iter().any(|other| is_form(word, other));
    !wanted.is_empty() && wanted.iter().all(|word| is_said(word) || is_spelled(word, &said))
}

fn is_spelled(number: &str, said: &[String]) -> bool {
    let spelled = SPELLED.iter().filter(|(digits, names)| *digits == number || names.contains(&number));
    spelled
        .flat_map(|(digits, names)| names.iter().chain([digits]))
        .any(|name| said.iter().any(|word| word == name))
}

fn added_numbers(checked: &mut Checked) {
    let mut known = numbers(checked.source);
    let said = words(checked.source);
    known.extend(
        SPELLED
            .iter()
            .filter(|(_, names)| names.iter().any(|name| said.iter().any(|word| word == name)))
            .map(|(digits, _)| (*digits).to_owned()),
    );
    let most = if checked.tool == "tiktok-ideas" { SECONDS } else { COUNTED };
    for part in checked.parts.iter().map(|part| (part.name.to_owned(), part.text())).collect::<Vec<_>>() {
        let text = ADDRESS.replace_all(&part.1, " ");
        let text = LIST_MARK.replace_all(&text, " ");
        // "1 299" of the text may be "1299" of the input.
        let groups = GROUPED.find_iter(&text).filter(|group| known.contains(&digits(group.as_str())));
        let pieces: HashSet<String> = groups.flat_map(|group| numbers(group.as_str())).collect();
        for found in DIGITS.find_iter(&text) {
            let number = plain(found.as_str());
            let counts =
                COUNTING.contains(&checked.tool) && number.parse().is_ok_and(|number: u32| number <= most);
            // "CO2", "5b"
            let is_name = text[..found.start()].ends_with(char::is_alphabetic);
            if !known.contains(&number) && !is_name && !counts && !pieces.contains(&number) {
                checked.serious("number-added", &part.0, around(&text, found.start(), found.end()));
            }
        }
    }
}

fn added_addresses(checked: &mut Checked) {
    let source = checked.source.to_lowercase();
    let texts: Vec<(String, String)> =
        checked.parts.iter().map(|part| (part.name.to_owned(), part.text())).collect();
    for (field, text) in texts {
        for found in ADDRESS.find_iter(&text) {
            let address = found.as_str().to_lowercase();
            let address = address.trim_start_matches("https://").trim_start_matches("http://");
            let address = address.trim_end_matches(['.', ',', '!', '?', ';', ':', '/', '*', '"', '”', ')']);
            if !source.contains(address) {
                checked.serious("link-added", &field, found.as_str());
            }
        }
    }
}

/// Capitalised words inside sentences that the input does not have.
fn added_names(checked: &mut Checked) {
    let language = checked.language();
    if !["en", "pl"].contains(&language) || checked.tool == "translate" {
        return;
    }
    let known = words(checked.source);
    let allowed: HashSet<&str> = phrases("names", language).collect();
    for (field, text) in checked.prose() {
        let text = ADDRESS.replace_all(&text, " ");
        let text = HASHTAG.replace_all(&text, " ");
        for sentence in sentences(&text) {
            for name in names(sentence, language) {
                let is_known = |word: &String| {
                    let word = word.trim_end_matches("'s").trim_end_matches("’s");
                    allowed.contains(word) || known.iter().any(|other| is_kin(word, other))
                };
                if !words(name).iter().all(is_known) {
                    checked.serious("name-added", field, name);
                }
            }
        }
    }
}

/// Words with a capital that are not the first of a sentence, a quotation or a label. An English title has
/// capitals everywhere.
fn names<'a>(sentence: &'a str, language: &str) -> Vec<&'a str> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let core = |word: &str| word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_owned();
    let capital = |word: &str| core(word).chars().next().is_some_and(char::is_uppercase);
    let long = words.iter().filter(|word| core(word).chars().count() > 3);
    let (capitals, others): (Vec<&str>, Vec<&str>) = long.partition(|word| capital(word));
    if language == "en" && capitals.len() >= others.len() * 4 {
        return Vec::new();
    }
    // Whatever is neither a word nor a sign inside a sentence opens another one: full stops, dashes, emoji, "2/4".
    let inside = |letter: char| letter.is_alphanumeric() || ",)”\"'’".contains(letter);
    let opens = |word: &str| word.contains('/') || !word.ends_with(inside);
    let mut found = Vec::new();
    for pair in words.windows(2) {
        let (before, word) = (pair[0], pair[1]);
        let name = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let is_quoted = word.starts_with(|letter: char| !letter.is_alphanumeric());
        let small = name.chars().skip(1).any(char::is_lowercase);
        if capital(word)
            && small
            && name.chars().count() > 2
            && !is_quoted
            && !opens(before)
            && !word.ends_with(':')
        {
            found.push(name);
        }
    }
    found
}

/// A hashtag is a keyword, or words that stand together in the input.
fn hashtags(checked: &mut Checked) {
    let segments: Vec<Vec<String>> =
        checked.source.split(|sign: char| ".,;:!?()–—\n\"„”“".contains(sign)).map(tag_words).collect();
    let small: HashSet<&str> =
        ["function", "dangling"].iter().flat_map(|kind| phrases(kind, checked.language())).collect();
    let texts: Vec<String> = checked.parts.iter().map(|part| part.text()).collect();
    for text in texts {
        for tag in HASHTAG.captures_iter(&ADDRESS.replace_all(&text, " ")) {
            let tag = tag[1].to_lowercase().replace('_', "");
            let fits = segments.iter().any(|segment| {
                (0..segment.len()).any(|start| {
                    (start + 1..=segment.len().min(start + 4)).any(|end| {
                        let words = &segment[start..end];
                        let edge = [&words[0], &words[words.len() - 1]];
                        words.concat() == tag && !edge.iter().any(|word| small.contains(word.as_str()))
                    })
                })
            });
            let is_word = |word: &String| word.chars().count() > 3 && is_kin(word, &tag);
            let fits = fits || segments.iter().flatten().any(is_word);
            let is_number = SPELLED.iter().any(|(_, names)| names.contains(&tag.as_str()));
            if !fits || is_number {
                checked.minor("hashtag", "", format!("#{tag}"));
            }
        }
    }
}

/// Words as hashtags have them, without apostrophes.
fn tag_words(segment: &str) -> Vec<String> {
    words(segment).iter().map(|word| letters(word)).collect()
}

/// What the case forbids, what the brand avoids, what only the user may promise, and what is said to the one who asks.
fn forbidden(checked: &mut Checked) {
    let source = flat(checked.source);
    let language = checked.language();
    let case = checked.case;
    let avoided = case.kit.iter().flat_map(|kit| &kit.avoid);
    for (field, text) in checked.prose() {
        let text = flat(&text);
        for word in case.never.iter().chain(avoided.clone()).filter(|word| has_phrase(&text, &flat(word))) {
            checked.serious("forbidden", field, word.as_str());
        }
        for (kind, rule, serious) in
            [("promises", "promise", true), ("chat", "chat", true), ("filler", "filler", false)]
        {
            let found = phrases(kind, language)
                .filter(|phrase| has_phrase(&text, phrase) && !source.contains(phrase));
            found.for_each(|phrase| checked.add(rule, serious, field, phrase));
        }
    }
}

/// Whether the phrase stands in the text from the beginning of a word on.
pub fn has_phrase(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase)
        .any(|(place, _)| !text[..place].chars().next_back().is_some_and(char::is_alphanumeric))
}

/// "dla Kancelaria": a Polish preposition before a name in the nominative. Names in -a always change.
fn nominatives(checked: &mut Checked) {
    const BEFORE: &[&str] =
        &["dla", "do", "od", "u", "przez", "bez", "z", "ze", "w", "we", "o", "na", "przy", "pod", "nad"];
    let is_name = |word: &str| word.ends_with('a') && word.chars().next().is_some_and(char::is_uppercase);
    let entries = checked.source.lines().filter_map(|line| line.split_whitespace().next());
    let names: HashSet<&str> = entries.filter(|word| word.chars().count() > 4 && is_name(word)).collect();
    for (field, text) in checked.prose() {
        let core = |word| str::trim_end_matches(word, |letter: char| !letter.is_alphanumeric());
        let all: Vec<&str> = text.split_whitespace().map(core).collect();
        for pair in all.windows(2).filter(|pair| names.contains(pair[1])) {
            if BEFORE.contains(&pair[0].to_lowercase().as_str()) && !checked.source.contains(&pair.join(" "))
            {
                checked.serious("case", field, pair.join(" "));
            }
        }
    }
}

/// The finding with a few words on both sides.
pub fn around(text: &str, start: usize, end: usize) -> String {
    let before: String = text[..start].chars().rev().take(18).collect::<Vec<_>>().into_iter().rev().collect();
    let after: String = text[end..].chars().take(18).collect();
    format!("…{before}{}{after}…", &text[start..end]).replace('\n', " ")
}
