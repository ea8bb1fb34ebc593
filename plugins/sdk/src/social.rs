//! The shared parts of posts for social networks: their form, hashtags, emoji, rules and drafts.
//!
//! A [`Style`] describes a network. Drafts are the user's own words with a request and a link, under the key of the goal:
//! `draft.<goal>.closing`, if there is one, and `draft.<goal>.link`. They are in [`TEXTS`]; with `texts!("texts",
//! social::TEXTS)` a network can override any of them.

mod checks;
mod compose;
mod emoji;
pub(crate) mod fit;
pub(crate) mod hashtags;
mod lines;
mod shape;
mod thread;

use sitewright_sdk_macros::{Choice, Input};

use crate::brief::Brief;
use crate::check::amount;
use crate::choice::Choice;
use crate::decimal::Decimal;
use crate::prompt::Prompt;
use crate::template::fill;
use crate::texts::Texts;
use crate::units::Unit;
use crate::voice::{Emoji, Voice};

/// The texts that networks share; only tools that name them contain them.
pub static TEXTS: &Texts = crate::texts!("texts/social");

/// The form of a post; flatten it and add the network's own fields.
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

/// The goal of a post.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    Engagement,
    Traffic,
    Sale,
    Announcement,
    Education,
    Recruitment,
}

/// What distinguishes the posts of one network.
#[derive(Clone, Debug)]
pub struct Style {
    /// Maximum length of a draft, if the material allows it.
    pub room: u32,
    pub unit: Unit,
    /// The network rejects longer texts, so a draft omits content instead.
    pub strict: bool,
    /// The part of a post that the feed shows, in characters: its first line has to fit, and a draft's paragraphs are
    /// not longer if sentences allow it. 0 if it does not matter.
    pub fold: u32,
    /// Links cannot be tapped; they belong into the profile.
    pub link_in_bio: bool,
    /// Hashtags are a separate part.
    pub tags_apart: bool,
    pub most_tags: u32,
    /// Lines under `draft.<voice>.<goal>` come before those under `draft.<goal>`.
    pub voice: &'static str,
}

/// Characters of a usual hashtag with the space after it.
const TAG_LENGTH: u32 = 16;
/// Characters that a text gets at least, however long its link is.
const LEAST_TEXT: u32 = 80;

impl Style {
    /// A post with its hashtags and link in one text, of at most this length.
    pub const fn new(unit: Unit, room: u32) -> Self {
        Self {
            room,
            unit,
            strict: false,
            fold: 0,
            link_in_bio: false,
            tags_apart: false,
            most_tags: 10,
            voice: "",
        }
    }

    /// Adds the rules that all networks share: goal, angle, call to action, link, keywords, hashtags, emoji.
    pub fn prompt<I>(&self, prompt: Prompt, brief: &Brief<'_, I>, social: &Social, variant: usize) -> Prompt {
        let phrases = brief.phrases;
        let given = |value: &str, key: &str| if value.is_empty() { "" } else { phrases.text(key) };
        let hashtags = match self.tags(social) {
            0 => phrases.text("prompt.no-hashtags").to_owned(),
            count => {
                let key = if self.tags_apart { "prompt.hashtags-apart" } else { "prompt.hashtags" };
                fill(phrases.text(key), &[("count", &count.decimal())])
            }
        };
        prompt
            .rule(phrases.text(&["prompt.goal", social.goal.id()].join(".")))
            .angle(brief.pick_text("prompt.angles", variant))
            .rule(given(&social.cta, "prompt.cta"))
            .rule(given(&social.url, if self.link_in_bio { "prompt.link-in-bio" } else { "prompt.link" }))
            .rule(if social.keywords.is_empty() { "" } else { phrases.text("prompt.keywords") })
            .rule(hashtags)
            .emoji(phrases, social.emoji)
            .data(phrases.text("input.topic.title"), &social.topic)
            .data(phrases.text("input.cta.title"), &social.cta)
            .data(phrases.text("input.url.title"), &social.url)
            .data_list(phrases.text("input.keywords.title"), &social.keywords)
    }

    /// The rule for the length of the text itself: what link and hashtags leave of the room. Empty without both.
    pub fn budget<I>(&self, brief: &Brief<'_, I>, social: &Social) -> String {
        let tags = if self.tags_apart { 0 } else { self.tags(social) };
        let link = if self.link_in_bio { "" } else { &*social.url };
        let taken = [self.unit.measure(link), tags * TAG_LENGTH];
        let gaps = taken.iter().filter(|length| **length > 0).count() as u32 * 2;
        let left = self.room.saturating_sub(taken.iter().sum::<u32>() + gaps).max(LEAST_TEXT);
        if gaps == 0 {
            return String::new();
        }
        fill(brief.text("prompt.room"), &[("room", &amount(&brief.phrases, self.unit, left))])
    }

    /// The requested number of hashtags.
    fn tags(&self, social: &Social) -> u32 {
        social.hashtags.min(self.most_tags)
    }

    fn fits(&self, text: &str) -> bool {
        self.unit.measure(text) <= self.room
    }
}
