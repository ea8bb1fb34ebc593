//! The material of the drafts of a page.

use sitewright_sdk::short::titled;
use sitewright_sdk::units::lower;
use sitewright_sdk::{Brief, Choice, Joined, Language, Parts, Phrases};

use crate::Order;
use crate::clean::capitalised;
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
    pub phrases: Phrases,
}

impl<'a> Page<'a> {
    pub fn new(brief: &'a Brief<'_, Order>) -> Self {
        let topic = titled(&brief.page_topic);
        let keyword = Keyword::new(&brief.keyword, &topic, brief.phrases);
        Self {
            topic: Topic::new(&topic, &keyword, brief.phrases),
            keyword,
            brand: brand(brief),
            kind: brief.page_type.id(),
            avoid: brief.brand.avoid.iter().map(|word| lower(word)).collect(),
            phrases: brief.phrases,
        }
    }

    /// `text`, or the kind of the page if the input has no word.
    pub fn or_kind(&self, text: String) -> String {
        if text.contains(char::is_alphanumeric) { text } else { capitalised(self.kind_word()) }
    }

    /// A word for the kind of page, as in an address.
    pub fn kind_word(&self) -> &'static str {
        self.phrases.text(&["draft.slug", self.kind].joined("."))
    }

    pub fn is_polish(&self) -> bool {
        self.phrases.language == Language::Pl
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
