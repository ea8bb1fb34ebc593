//! Paraphrases. Rules that swap words do not make another text, so the tool needs a model.

use sitewright_sdk::rewrite::{self, Mode, changed_words};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Unit, Voice, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 10, max = 10000, widget = "textarea")]
    text: String,
    #[field(default = "standard")]
    mode: Mode,
    #[field(max = 20, widget = "tags")]
    keep_terms: Vec<String>,
    #[field(min = 1, max = 5, default = 3)]
    variants: u32,
    #[field(flatten)]
    voice: Voice,
}

/// The text in other words.
#[derive(Output, Default, Clone)]
pub struct Version {
    text: String,
    #[field(computed)]
    changed_words: u32,
}

pub struct Paraphrase;

impl Generator for Paraphrase {
    type Input = Order;
    type Variant = Version;
    const TEXTS: &'static Texts = texts!("texts");

    fn subject(order: &Order) -> &str {
        rewrite::subject(&order.text)
    }

    fn needs_model(_: &Brief<'_, Order>) -> bool {
        true
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.mode", brief.mode.id()].join(".")))
            .rule(brief.text("prompt.faithful"))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.text.title"), &brief.input.text)
            .data_list(brief.text("input.keep_terms.title"), &brief.keep_terms)
            .unbranded()
            .temperature(0.7)
            .max_words(rewrite::room(&brief.input.text, 150))
    }

    fn draft(_: &Brief<'_, Order>, _: usize) -> Version {
        Version::default()
    }

    fn finish(brief: &Brief<'_, Order>, version: &mut Version) {
        version.changed_words = changed_words(&brief.input.text, &version.text);
    }

    fn check(brief: &Brief<'_, Order>, version: &Version, checks: &mut Checks) {
        let source = &brief.input.text;
        rewrite::check_share(checks, Unit::Characters, source, brief.mode.share(), &version.text);
        rewrite::check_kept(checks, source, &version.text, &brief.keep_terms);
        rewrite::check_marks(checks, "text", source, &version.text);
    }
}

export!(Paraphrase);

#[cfg(test)]
mod tests;
