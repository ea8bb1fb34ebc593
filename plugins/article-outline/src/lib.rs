//! Outlines of articles: a tree of headings that fits the kind of title.

use sitewright_sdk::article::{Article, outline};
use sitewright_sdk::{Brief, Checks, Decimal, Generator, Input, Output, Prompt, Texts, Voice, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(flatten)]
    article: Article,
    #[field(min = 3, max = 15, default = 7, widget = "slider")]
    sections: u32,
    #[field(default = true, widget = "switch")]
    include_faq: bool,
    #[field(min = 1, max = 5, default = 3)]
    variants: u32,
    #[field(flatten)]
    voice: Voice,
}

/// A tree of headings.
#[derive(Output, Default, Clone)]
pub struct Outline {
    #[field(format = "markdown")]
    outline: String,
}

pub struct ArticleOutline;

impl Generator for ArticleOutline {
    type Input = Order;
    type Variant = Outline;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.article.title
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let kind = brief.article.heading(brief).kind.id();
        let prompt = Prompt::new(brief.text("prompt.role"))
            .rule(brief.fill("prompt.sections-count", &[("count", &brief.sections.decimal())]))
            .rule(brief.text("prompt.tree"))
            .rule(brief.text(&["prompt.kind", kind].join(".")))
            .rule(brief.text(if brief.include_faq { "prompt.faq" } else { "prompt.no-faq" }))
            .angle(brief.pick_text("prompt.angles", variant));
        brief.article.ask(prompt, brief).max_words(40 + brief.sections * 45).temperature(0.7)
    }

    fn draft(brief: &Brief<'_, Order>, _: usize) -> Outline {
        let count = brief.sections as usize;
        Outline { outline: outline::frame(brief, &brief.article, count, brief.include_faq) }
    }

    fn is_frame(_: &Brief<'_, Order>) -> bool {
        true
    }

    fn finish(_brief: &Brief<'_, Order>, outline: &mut Outline) {
        outline.outline = outline::shape(&outline.outline);
    }

    fn check(brief: &Brief<'_, Order>, outline: &Outline, checks: &mut Checks) {
        let wanted = (brief.sections, brief.include_faq);
        outline::check(brief, &brief.article, &outline.outline, wanted, checks);
    }
}

export!(ArticleOutline);

#[cfg(test)]
mod tests;
