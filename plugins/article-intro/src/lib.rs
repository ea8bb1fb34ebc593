//! Openings of articles that follow a framework, with the keyphrase where search engines expect it. Without a model:
//! the questions that the framework asks.

use sitewright_sdk::article::Article;
use sitewright_sdk::article::intro::{self, Framework, Length};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Output, Prompt, Texts, Unit, Voice, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(flatten)]
    article: Article,
    #[field(default = "PAS")]
    framework: Framework,
    #[field(default = "medium")]
    length: Length,
    #[field(min = 1, max = 5, default = 3)]
    variants: u32,
    #[field(flatten)]
    voice: Voice,
}

/// The opening of an article.
#[derive(Output, Default, Clone)]
pub struct Intro {
    #[field(format = "markdown")]
    text: String,
}

pub struct ArticleIntro;

impl Generator for ArticleIntro {
    type Input = Order;
    type Variant = Intro;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.article.title
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let prompt = Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.framework", brief.framework.id()].join(".")))
            .rule(brief.text(&["prompt.length", brief.length.id()].join(".")))
            .rule(brief.text("prompt.statistics"))
            .angle(brief.pick_text("prompt.angles", variant));
        brief.article.ask(prompt, brief).max_words(300).temperature(0.8)
    }

    fn draft(brief: &Brief<'_, Order>, _: usize) -> Intro {
        Intro { text: intro::frame(brief, &brief.article, brief.framework, brief.length) }
    }

    fn is_frame(_: &Brief<'_, Order>) -> bool {
        true
    }

    fn check(brief: &Brief<'_, Order>, intro: &Intro, checks: &mut Checks) {
        checks.limit("text", brief.length.limit(), Unit::Words.measure(&intro.text));
        brief.article.check_opening("text", &intro.text, checks);
    }
}

export!(ArticleIntro);

#[cfg(test)]
mod tests;
