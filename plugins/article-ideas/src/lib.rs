//! Ideas for articles: a title, its search intent, and its search phrase. Rules have no ideas: without a model the
//! tool asks for them.

use sitewright_sdk::article::ideas::{self, ContentType};
use sitewright_sdk::units::lower;
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Level, Output, Prompt, Texts, Voice, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 3, max = 300)]
    topic: String,
    #[field(max = 10, widget = "tags")]
    keywords: Vec<String>,
    #[field(default = "any")]
    content_type: ContentType,
    #[field(variants, min = 5, max = 20, default = 10, widget = "slider")]
    count: u32,
    #[field(flatten)]
    voice: Voice,
}

#[derive(Output, Default, Clone)]
pub struct Idea {
    #[field(format = "title")]
    #[limit(characters, min = 30, max = 60, recommended)]
    title: String,
    intent: String,
    #[limit(characters, min = 1, max = 80, hard)]
    target_keyword: String,
}

pub struct ArticleIdeas;

impl Generator for ArticleIdeas {
    type Input = Order;
    type Variant = Idea;
    const TEXTS: &'static Texts = texts!("texts");
    const TOGETHER: u32 = u32::MAX;

    fn subject(order: &Order) -> &str {
        &order.topic
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.type", brief.content_type.id()].join(".")))
            .rule(brief.text("prompt.title"))
            .rule(brief.text("prompt.intent"))
            .rule(brief.text("prompt.keyword"))
            .angle(brief.pick_text("prompt.angles", variant))
            .data(brief.text("input.topic.title"), &brief.topic)
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .max_words(60)
            .temperature(0.9)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Idea {
        Self::drafts(brief, variant + 1).pop().unwrap_or_default()
    }

    fn drafts(brief: &Brief<'_, Order>, count: usize) -> Vec<Idea> {
        let ideas = ideas::frames(brief, &brief.topic, &brief.keywords, brief.content_type, count);
        let idea = |ideas::Idea { title, intent, keyword }| Idea { title, intent, target_keyword: keyword };
        ideas.into_iter().map(idea).collect()
    }

    fn is_frame(_: &Brief<'_, Order>) -> bool {
        true
    }

    fn check(brief: &Brief<'_, Order>, idea: &Idea, checks: &mut Checks) {
        let known = brief.list("intents.names").contains(&lower(&idea.intent).as_str());
        checks.rule("intent", "intent", Level::Recommended, u32::from(!known), &[]);
    }

    fn compare(_brief: &Brief<'_, Order>, idea: &Idea, others: &[&Idea], checks: &mut Checks) {
        let same = others.iter().any(|other| lower(&other.title) == lower(&idea.title));
        checks.rule("title", "same-title", Level::Recommended, u32::from(same), &[]);
    }
}

export!(ArticleIdeas);

#[cfg(test)]
mod tests;
