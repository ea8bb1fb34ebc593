//! The smallest tool that calls the model: measures what ten thousand waiting runs cost the host itself.

use sitewright_sdk::{Brief, Generator, Input, Output, Prompt, Texts, export, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 3, max = 1000)]
    topic: String,
}

#[derive(Output, Default, Clone)]
pub struct Post {
    text: String,
}

pub struct Patience;

impl Generator for Patience {
    type Input = Order;
    type Variant = Post;
    const TEXTS: &'static Texts = texts!("texts/wait");

    fn subject(order: &Order) -> &str {
        &order.topic
    }

    fn prompt(brief: &Brief<'_, Order>, _variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .data(brief.text("input.topic.title"), &brief.topic)
            .max_words(50)
    }

    fn draft(brief: &Brief<'_, Order>, _variant: usize) -> Post {
        Post { text: brief.topic.clone() }
    }
}

export!(Patience);
