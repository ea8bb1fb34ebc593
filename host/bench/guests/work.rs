//! The work of one call, the same in every column: 1 KB of JSON input, a prompt, one model call, and cleaning,
//! measuring and formatting the answer.

use sitewright_sdk::{Brief, Generator, Input, Output, Prompt, Texts, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 3, max = 1000, widget = "textarea")]
    topic: String,
    #[field(max = 80)]
    tone: String,
    #[field(max = 300)]
    audience: String,
    #[field(max = 10, widget = "tags")]
    keywords: Vec<String>,
    #[field(max = 20, widget = "tags")]
    facts: Vec<String>,
}

#[derive(Output, Default, Clone)]
pub struct Post {
    #[limit(characters, max = 3000, platform)]
    text: String,
}

pub struct Work;

impl Generator for Work {
    type Input = Order;
    type Variant = Post;
    const TEXTS: &'static Texts = texts!("texts/work");

    fn subject(order: &Order) -> &str {
        &order.topic
    }

    fn prompt(brief: &Brief<'_, Order>, _variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .data(brief.text("input.topic.title"), &brief.topic)
            .data(brief.text("input.tone.title"), &brief.tone)
            .data(brief.text("input.audience.title"), &brief.audience)
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .data_list(brief.text("input.facts.title"), &brief.facts)
            .max_words(300)
    }

    fn draft(brief: &Brief<'_, Order>, _variant: usize) -> Post {
        Post { text: brief.topic.clone() }
    }
}
