//! Facebook posts: several variants, each with its own angle.

use sitewright_sdk::social::{self, Social, Style};
use sitewright_sdk::{Brief, Checks, Generator, Input, Output, Prompt, Texts, Unit, export, texts};

/// The feed shows about this much before readers have to tap, in characters.
const STYLE: Style = Style::new(Unit::Characters, 250);

#[derive(Input)]
pub struct Order {
    #[field(flatten)]
    social: Social,
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
    const TEXTS: &'static Texts = texts!("texts", social::TEXTS);
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.social.topic
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let role = Prompt::new(brief.text("prompt.role")).rule(brief.text("prompt.length"));
        let role = role.rule(STYLE.budget(brief, &brief.social));
        STYLE.prompt(role, brief, &brief.social, variant).max_words(120).temperature(0.8)
    }

    fn draft(brief: &Brief<'_, Order>, _: usize) -> Post {
        Post { text: STYLE.draft(brief, &brief.social) }
    }

    fn finish(brief: &Brief<'_, Order>, post: &mut Post) {
        post.text = STYLE.shape(&post.text, &brief.social);
    }

    fn check(brief: &Brief<'_, Order>, post: &Post, checks: &mut Checks) {
        STYLE.check(&brief.social, "text", &post.text, checks);
    }
}

export!(FacebookPost);

#[cfg(test)]
mod tests;
