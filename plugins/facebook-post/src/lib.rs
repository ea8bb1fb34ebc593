//! Facebook posts: several variants, each with an angle of its own.

use sitewright_sdk::{Brief, Choice, Emoji, Generator, Input, Output, Prompt, Texts, Voice, export, fill, texts};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 3, max = 1000, widget = "textarea")]
    topic: String,
    #[field(default = "engagement")]
    goal: Goal,
    #[field(max = 120)]
    cta: String,
    #[field(max = 2048, widget = "url")]
    url: String,
    #[field(max = 10, widget = "tags")]
    keywords: Vec<String>,
    #[field(flatten)]
    voice: Voice,
    #[field(min = 0, max = 10, default = 3)]
    hashtags: u32,
    #[field(default = "few")]
    emoji: Emoji,
    #[field(min = 1, max = 5, default = 3)]
    variants: u32,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Engagement,
    Traffic,
    Sale,
    Announcement,
    Education,
    Recruitment,
}

#[derive(Output, Default, Clone)]
pub struct Post {
    #[limit(characters, max = 63206, platform)]
    #[limit(characters, min = 40, max = 250, recommended)]
    text: String,
}

pub struct FacebookPost;

impl Generator for FacebookPost {
    type Input = Order;
    type Variant = Post;
    const TEXTS: &'static Texts = texts!("texts");

    fn voice(order: &Order) -> &Voice {
        &order.voice
    }

    fn variants(order: &Order) -> u32 {
        order.variants
    }

    fn subject(order: &Order) -> &str {
        &order.topic
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.text(&["prompt.goal", brief.goal.id()].join(".")))
            .rule(brief.pick_text("prompt.angles", variant))
            .rule(brief.fill("prompt.hashtags", &[("count", &brief.hashtags.to_string())]))
            .emoji(brief.phrases, brief.emoji)
            .data(brief.text("input.topic.title"), &brief.topic)
            .data(brief.text("input.cta.title"), &brief.cta)
            .data(brief.text("input.url.title"), &brief.url)
            .data_list(brief.text("input.keywords.title"), &brief.keywords)
            .max_words(150)
    }

    fn draft(brief: &Brief<'_, Order>, variant: usize) -> Post {
        Post { text: fill(brief.pick_text("draft.openings", variant), &[("topic", &brief.topic)]) }
    }
}

export!(FacebookPost);

#[cfg(test)]
mod tests {
    use super::FacebookPost;
    use sitewright_sdk::testing::check_tool;

    #[test]
    fn the_tool_is_complete() {
        check_tool::<FacebookPost>();
    }
}
