//! The material of the drafts of a page.

use sitewright_sdk::units::lower;
use sitewright_sdk::{AddressForm, Brief, Choice, Joined, Language, Parts, Phrases, Tone};

use crate::Order;
use crate::keyword::Keyword;
use crate::topic::Topic;

/// The input, cleaned and parsed.
pub struct Page<'a> {
    pub keyword: Keyword,
    pub topic: Topic,
    pub brand: &'a str,
    /// The kind of page, as the texts' keys name it.
    pub kind: &'static str,
    /// Words that the brand avoids, in lower case.
    pub avoid: Vec<String>,
    pub address: AddressForm,
    /// The tone urges the reader to act at once.
    pub brisk: bool,
    pub phrases: Phrases,
}

impl<'a> Page<'a> {
    pub fn new(brief: &'a Brief<'_, Order>) -> Self {
        let keyword = Keyword::new(&brief.keyword, &brief.page_topic, brief.phrases);
        Self {
            topic: Topic::new(&brief.page_topic, &keyword, brief.phrases),
            keyword,
            brand: brand(brief),
            kind: brief.page_type.id(),
            avoid: brief.brand.avoid.iter().map(|word| lower(word)).collect(),
            address: brief.address_form(),
            brisk: matches!(brief.tone(), Tone::Urgent | Tone::Persuasive | Tone::Enthusiastic),
            phrases: brief.phrases,
        }
    }

    /// The texts that fit the keyword: a question has its own, whatever the page.
    pub fn texts(&self, purpose: &str) -> &'static [&'static str] {
        let kind = if self.keyword.is_question { "question" } else { self.kind };
        self.phrases.list(&["draft", purpose, kind].joined("."))
    }

    /// The texts that fit the kind of page.
    pub fn texts_of_kind(&self, purpose: &str) -> &'static [&'static str] {
        self.phrases.list(&["draft", purpose, self.kind].joined("."))
    }

    pub fn is_polish(&self) -> bool {
        self.phrases.language == Language::Pl
    }

    /// Calls to action in the chosen form of address.
    pub fn calls(&self) -> Vec<&'static str> {
        let mut calls = self.calls_of(self.kind);
        if self.brisk {
            calls.extend(self.calls_of("now"));
        }
        calls
    }

    fn calls_of(&self, kind: &str) -> Vec<&'static str> {
        let of = |form: AddressForm| self.phrases.list(&["draft.calls", kind, form.id()].joined("."));
        let chosen = of(self.address);
        // English has one form of address only.
        if chosen.is_empty() { of(AddressForm::Neutral).to_vec() } else { chosen.to_vec() }
    }

    /// Whether the text contains a word that the brand avoids.
    pub fn avoids(&self, text: &str) -> bool {
        let text = lower(text);
        self.avoid.iter().any(|word| !word.is_empty() && text.has(word))
    }
}

/// The brand from the form, otherwise the brand kit's.
pub fn brand<'a>(brief: &'a Brief<'_, Order>) -> &'a str {
    if brief.input.brand.is_empty() { &brief.brand.name } else { &brief.input.brand }
}
