//! Translations that keep machine-readable parts unchanged. Rules cannot translate, so the tool needs a model.

use sitewright_sdk::rewrite::{self, SourceTongue, Tongue};
use sitewright_sdk::{Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 1, max = 50000, widget = "textarea")]
    text: String,
    #[field(required)]
    target_language: Tongue,
    #[field(default = "auto")]
    source_language: SourceTongue,
    #[field(more, default = "default")]
    formality: Formality,
    #[field(more, default = true, widget = "switch")]
    localize_keywords: bool,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formality {
    Default,
    More,
    Less,
}

/// The text in another language.
#[derive(Output, Default, Clone)]
pub struct Translation {
    #[field(format = "markdown")]
    text: String,
}

pub struct Translate;

impl Generator for Translate {
    type Input = Order;
    type Variant = Translation;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        rewrite::subject(&order.text)
    }

    fn needs_model(_brief: &Brief<'_, Order>) -> bool {
        true
    }

    fn prompt(brief: &Brief<'_, Order>, _variant: usize) -> Prompt {
        let source = brief.source_language.english();
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.fill("prompt.target", &[("language", brief.target_language.english())]))
            .rule(source.map(|name| brief.fill("prompt.source", &[("language", name)])).unwrap_or_default())
            .rule(brief.text("prompt.whole"))
            .rule(brief.text("prompt.marks"))
            .rule(brief.text(&["prompt.formality", brief.formality.id()].join(".")))
            .rule(if brief.localize_keywords { brief.text("prompt.keywords") } else { "" })
            .data(brief.text("input.text.title"), &brief.input.text)
            .max_words(rewrite::room(&brief.input.text, 200))
            .temperature(0.2)
            .unbranded()
            .foreign()
    }

    /// Never called: the tool needs a model.
    fn draft(_brief: &Brief<'_, Order>, _variant: usize) -> Translation {
        Translation::default()
    }

    fn check(brief: &Brief<'_, Order>, translation: &Translation, checks: &mut Checks) {
        let source = &brief.input.text;
        rewrite::check_translation(checks, &brief.brand.glossary, source, &translation.text);
    }
}

export!(Translate);

#[cfg(test)]
mod tests;
