//! The shared parts of tools for articles: the form, the kind of a title, the keyphrase.

pub mod ideas;
pub mod intro;
mod keyphrase;
pub mod outline;
mod title;

pub use keyphrase::{Keyphrase, folded};
pub use title::{Kind, Title};

use sitewright_sdk_macros::Input;

use crate::brief::Brief;
use crate::check::Checks;
use crate::limit::Level;
use crate::prompt::Prompt;

/// Title and keyword; flatten it before a tool's own fields.
#[derive(Input)]
pub struct Article {
    #[field(required, min = 3, max = 200)]
    pub title: String,
    #[field(max = 80)]
    pub keyword: String,
}

impl Article {
    /// The title as drafts use it.
    pub fn heading<I>(&self, brief: &Brief<'_, I>) -> Title {
        Title::of(&self.title, brief.language())
    }

    pub fn keyphrase(&self) -> Keyphrase {
        Keyphrase::new(&self.keyword)
    }

    /// Adds title and keyword to the prompt, with the tool's rule `prompt.keyword` if there is one.
    pub fn ask<I>(&self, prompt: Prompt, brief: &Brief<'_, I>) -> Prompt {
        let rule = if self.keyword.is_empty() { "" } else { brief.text("prompt.keyword") };
        prompt
            .rule(rule)
            .data(brief.text("input.title.title"), &self.title)
            .data(brief.text("input.keyword.title"), &self.keyword)
    }

    /// One sentence of the first paragraph should contain the keyphrase: `check.no-keyphrase`.
    pub fn check_opening(&self, field: &str, text: &str, checks: &mut Checks) {
        let opening = text.split("\n\n").find(|part| !part.trim_start().starts_with('#')).unwrap_or_default();
        let missing = !self.keyword.is_empty() && !self.keyphrase().stands_in_a_sentence(opening);
        checks.rule(
            field,
            "no-keyphrase",
            Level::Recommended,
            u32::from(missing),
            &[("keyword", &self.keyword)],
        );
    }
}
