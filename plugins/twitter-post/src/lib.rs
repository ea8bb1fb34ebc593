//! Posts for X, single or as a numbered thread; every post weighs at most 280.

use sitewright_sdk::social::{self, Social, Style};
use sitewright_sdk::{Brief, Checks, Decimal, Generator, Input, Output, Prompt, Texts, Unit, export, texts};

const STYLE: Style = Style { strict: true, ..Style::new(Unit::Weighted, 280) };

#[derive(Input)]
pub struct Tweet {
    #[field(flatten)]
    social: Social,
    #[field(default = false, widget = "switch")]
    thread: bool,
    #[field(min = 2, max = 15, default = 5, widget = "slider")]
    thread_length: u32,
}

impl Tweet {
    /// The requested number of posts.
    fn length(&self) -> u32 {
        if self.thread { self.thread_length } else { 1 }
    }
}

#[derive(Output, Default, Clone)]
pub struct Posts {
    #[field(blocks)]
    #[limit(weighted, max = 280, hard)]
    #[limit(items, min = 1, max = 15, hard)]
    posts: Vec<String>,
}

pub struct TwitterPost;

impl Generator for TwitterPost {
    type Input = Tweet;
    type Variant = Posts;
    const TEXTS: &'static Texts = texts!("texts", social::TEXTS);
    const ONE_DRAFT: bool = true;

    fn subject(tweet: &Tweet) -> &str {
        &tweet.social.topic
    }

    fn prompt(brief: &Brief<'_, Tweet>, variant: usize) -> Prompt {
        let kind = if brief.thread { "prompt.thread" } else { "prompt.single" };
        let length = brief.fill(kind, &[("count", &brief.length().decimal())]);
        let room = if brief.thread { String::new() } else { STYLE.budget(brief, &brief.social) };
        let role = Prompt::new(brief.text("prompt.role")).rule(length).rule(room);
        STYLE.prompt(role, brief, &brief.social, variant).max_words(60 * brief.length()).temperature(0.8)
    }

    fn draft(brief: &Brief<'_, Tweet>, _: usize) -> Posts {
        let posts = if brief.thread {
            STYLE.thread(brief, &brief.social, brief.length() as usize)
        } else {
            vec![STYLE.draft(brief, &brief.social)]
        };
        Posts { posts }
    }

    fn finish(brief: &Brief<'_, Tweet>, answer: &mut Posts) {
        STYLE.shape_posts(&mut answer.posts, &brief.social, brief.thread);
    }

    fn check(brief: &Brief<'_, Tweet>, answer: &Posts, checks: &mut Checks) {
        STYLE.check_posts(&brief.social, &answer.posts, brief.length(), checks);
    }
}

export!(TwitterPost);

#[cfg(test)]
mod tests;
