//! Longer versions of texts without new statements.

use sitewright_sdk::rewrite::{self, Factor, frame};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Unit, Voice, export, texts,
};

/// A text and its requested growth.
#[derive(Input)]
pub struct Order {
    #[field(required, min = 10, max = 10000, widget = "textarea")]
    text: String,
    #[field(default = "2x")]
    factor: Factor,
    #[field(max = 10, widget = "tags")]
    keywords: Vec<String>,
    #[field(min = 1, max = 5, default = 1)]
    variants: u32,
    #[field(flatten)]
    voice: Voice,
}

/// The text, longer.
#[derive(Output, Default, Clone)]
pub struct Longer {
    #[field(format = "markdown")]
    #[limit(characters, min = 1, max = 30000, hard)]
    text: String,
}

pub struct ExpandText;

impl Generator for ExpandText {
    type Input = Order;
    type Variant = Longer;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        rewrite::subject(&order.text)
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.factor", brief.factor.id()].join(".")))
            .rule(brief.text("prompt.faithful"))
            .rule(brief.text("prompt.structure"))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.text.title"), &brief.input.text)
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .max_words(rewrite::room(&brief.input.text, brief.factor.percent() + 50))
    }

    /// Rules have nothing to add: they ask for it.
    fn draft(brief: &Brief<'_, Order>, _: usize) -> Longer {
        Longer { text: frame(brief, &brief.input.text, &brief.keywords, brief.factor) }
    }

    fn is_frame(_: &Brief<'_, Order>) -> bool {
        true
    }

    fn check(brief: &Brief<'_, Order>, longer: &Longer, checks: &mut Checks) {
        let source = &brief.input.text;
        rewrite::check_share(checks, Unit::Words, source, brief.factor.share(), &longer.text);
        rewrite::check_kept(checks, source, &longer.text, &[]);
        rewrite::check_keywords(checks, &brief.keywords, &longer.text);
    }
}

export!(ExpandText);

#[cfg(test)]
mod tests;
