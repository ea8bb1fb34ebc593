//! The search phrase of the page.

use sitewright_sdk::short::{as_name, is_name_form};
use sitewright_sdk::units::{bare, is_upper, lower};
use sitewright_sdk::{Joined, Language, Parts, Phrases};

use crate::clean::{calm, capitalised, one_line, plain_text, uncapitalised};
use crate::stems::{alike, folded_words};

/// A keyword in the forms that sentences need.
pub struct Keyword {
    /// With a capital, for the beginning of a sentence.
    pub lead: String,
    /// For the middle of a sentence.
    pub inside: String,
    /// "how to …", "jak …": the keyword is a heading by itself.
    pub is_question: bool,
    /// Its significant words: as typed, and folded.
    carrying: Vec<(String, String)>,
    language: Language,
}

impl Keyword {
    /// Capitals are taken from `topic` and from well-known names: users type keywords in lower case.
    pub fn new(typed: &str, topic: &str, phrases: Phrases) -> Self {
        let typed = one_line(&plain_text(typed));
        let calmed = calm(&typed, phrases);
        // In a text in capitals, a capital at the beginning does not show a name.
        let typed = if calmed == typed { typed } else { uncapitalised(&calmed) };
        let inside = with_names(typed.trim_end_matches(['?', '.', '!', ' ']), topic, phrases);
        let first = lower(inside.split(' ').next().unwrap_or_default());
        let stop = phrases.list("words.stop");
        let mut carrying: Vec<(String, String)> = inside
            .split_whitespace()
            .map(bare)
            .filter(|word| !stop.contains(&lower(word).as_str()))
            .flat_map(|word| folded_words(word).into_iter().map(move |folded| (word.to_owned(), folded)))
            .collect();
        if carrying.is_empty() {
            carrying = folded_words(&inside).into_iter().map(|word| (word.clone(), word)).collect();
        }
        let is_question = inside.has(" ") && phrases.list("words.question").contains(&first.as_str());
        Self { lead: capitalised(&inside), inside, is_question, carrying, language: phrases.language }
    }

    /// The words of the keyword that `text` has in no form.
    pub fn missing_in(&self, text: &str) -> Vec<&str> {
        let words = with_units(folded_words(text));
        // "200 x 200" is also typed as "200x200".
        let joined = words.joined("");
        let is_measure = |wanted: &str| wanted.bytes().any(|byte| byte.is_ascii_digit()) && wanted.len() > 3;
        let stands = |wanted: &str| self.has(&words, wanted) || is_measure(wanted) && joined.has(wanted);
        let missing = self.carrying.iter().filter(|(_, wanted)| !stands(wanted));
        missing.map(|(typed, _)| typed.as_str()).collect()
    }

    fn has(&self, words: &[String], wanted: &str) -> bool {
        words.iter().any(|word| is_form(word, wanted, self.language))
    }

    /// Whether it contains a name, mostly a town.
    pub fn has_name(&self) -> bool {
        self.inside.split(' ').any(|word| word.starts_with(is_upper))
    }

    /// `text` with the whole keyword, if it begins with the keyword's last words: "Crowns in Bristol" as "Ceramic crowns in
    /// Bristol".
    pub fn merged(&self, text: &str) -> Option<String> {
        let own: Vec<&str> = self.inside.split(' ').collect();
        let shared = (1..own.len()).rev().find(|count| {
            let mut said = text.split(' ').map(|word| lower(bare(word)));
            own[own.len() - count..].iter().all(|word| said.next() == Some(lower(word)))
        })?;
        let end = text.match_indices(' ').nth(shared - 1).map_or(text.len(), |(place, _)| place);
        let last = text[..end].rsplit(' ').next().unwrap_or_default();
        let signs = last.find(bare(last)).map_or("", |start| &last[start + bare(last).len()..]);
        Some([&self.lead, signs, &text[end..]].concat())
    }

    /// Whether `text` contains more than the keyword.
    pub fn is_added_to_by(&self, text: &str) -> bool {
        let own = folded_words(&self.inside);
        folded_words(text).iter().any(|word| !own.contains(word))
    }

    /// Whether `text` has the keyword, in any form and order.
    pub fn stands_in(&self, text: &str) -> bool {
        self.missing_in(text).is_empty()
    }
}

/// The words, with "45l" for "45 l" and the other way round: users type both.
fn with_units(mut words: Vec<String>) -> Vec<String> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let joined: Vec<String> = words
        .windows(2)
        .filter(|pair| is_number(&pair[0]) && !is_number(&pair[1]))
        .map(|pair| pair.joined(""))
        .collect();
    let split = words.iter().filter_map(|word| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0 && digits < word.len()).then(|| [word[..digits].to_owned(), word[digits..].to_owned()])
    });
    let split: Vec<String> = split.flatten().collect();
    words.extend(joined);
    words.extend(split);
    words
}

/// An address or number must be unchanged; words may be inflected.
fn is_form(word: &str, wanted: &str, language: Language) -> bool {
    word == wanted || (wanted.len() >= 3 && wanted.is_ascii() && alike(word, wanted, language))
}

/// `text` with capitals where the topic or common knowledge has them.
fn with_names(text: &str, topic: &str, phrases: Phrases) -> String {
    let topic = plain_text(topic);
    let shouted = calm(&topic, phrases) != topic;
    let in_topic = |word: &str| {
        let mut before = "";
        topic.split_whitespace().find_map(|candidate| {
            let inside_sentence = !before.is_empty() && !before.ends_with(['.', '!', '?', ':']);
            before = candidate;
            let candidate = bare(candidate);
            let is_name = inside_sentence && candidate.chars().any(is_upper);
            let named = || if lower(candidate) == word { candidate.to_owned() } else { as_name(word) };
            (is_name && is_name_form(word, candidate)).then(named)
        })
    };
    let known = |word: &str| {
        phrases.list("words.names").iter().find(|name| lower(name) == word).map(|name| (*name).to_owned())
    };
    let words = text.split(' ').map(|word| {
        if word.chars().any(is_upper) {
            return word.to_owned();
        }
        known(word).or_else(|| in_topic(word).filter(|_| !shouted)).unwrap_or_else(|| word.to_owned())
    });
    words.collect::<Vec<_>>().joined(" ")
}
