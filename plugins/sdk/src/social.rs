//! What posts for social networks share: their form, hashtags, emoji, rules and drafts.
//!
//! A draft is composed of short texts that the tool brings along, each list under the key of its goal:
//! `draft.<goal>.{question,statement,support,people,closing,link}`, `draft.tone.<tone>`, `draft.asking`,
//! `draft.about`, `draft.hashtags.<goal>` and `draft.hashtags.more`.

mod checks;
mod compose;
mod emoji;
mod hashtags;
mod shape;

pub use checks::check;
pub use compose::draft;
pub use hashtags::hashtags;
pub use shape::shape;

use sitewright_sdk_macros::{Choice, Input};

use crate::brief::Brief;
use crate::choice::Choice;
use crate::prompt::Prompt;
use crate::template::fill;
use crate::voice::{Emoji, Voice};

/// The form of a post; flatten it and add what the network has of its own.
#[derive(Input, Clone, Debug)]
pub struct Social {
    #[field(required, min = 3, max = 1000, widget = "textarea")]
    pub topic: String,
    #[field(default = "engagement")]
    pub goal: Goal,
    #[field(max = 120)]
    pub cta: String,
    #[field(max = 2048, widget = "url")]
    pub url: String,
    #[field(max = 10, widget = "tags")]
    pub keywords: Vec<String>,
    #[field(flatten)]
    pub voice: Voice,
    #[field(max = 10, default = 3, widget = "slider")]
    pub hashtags: u32,
    #[field(default = "few")]
    pub emoji: Emoji,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    pub variants: u32,
}

/// What a post is for.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Engagement,
    Traffic,
    Sale,
    Announcement,
    Education,
    Recruitment,
}

/// Adds what every network is asked alike: goal, angle, call to action, link, keywords, hashtags, emoji.
pub fn prompt<I>(prompt: Prompt, brief: &Brief<'_, I>, social: &Social, variant: usize) -> Prompt {
    let phrases = brief.phrases;
    let hashtags = match social.hashtags {
        0 => phrases.text("prompt.no-hashtags").to_owned(),
        count => fill(phrases.text("prompt.hashtags"), &[("count", &count.to_string())]),
    };
    prompt
        .rule(phrases.text(&["prompt.goal", social.goal.id()].join(".")))
        .rule(brief.pick_text("prompt.angles", variant))
        .rule(if social.cta.is_empty() { "" } else { phrases.text("prompt.cta") })
        .rule(if social.url.is_empty() { "" } else { phrases.text("prompt.link") })
        .rule(if social.keywords.is_empty() { "" } else { phrases.text("prompt.keywords") })
        .rule(hashtags)
        .emoji(phrases, social.emoji)
        .data(phrases.text("input.topic.title"), &social.topic)
        .data(phrases.text("input.cta.title"), &social.cta)
        .data(phrases.text("input.url.title"), &social.url)
        .data_list(phrases.text("input.keywords.title"), &social.keywords)
}
