//! Emoji of a draft.

use super::Goal;
use crate::units::count_emoji;
use crate::voice::{Emoji, Tone};

/// Emoji that suit a goal whatever the topic is, sad news too; one of the first two opens the post.
const fn set(goal: Goal) -> [&'static str; 4] {
    match goal {
        Goal::Engagement => ["📌", "📌", "💬", "✨"],
        Goal::Traffic => ["🔎", "📌", "💡", "✨"],
        Goal::Sale => ["✨", "📌", "🔎", "💡"],
        Goal::Announcement => ["📣", "📌", "🔎", "✨"],
        Goal::Education => ["💡", "📚", "📌", "🔎"],
        Goal::Recruitment => ["🤝", "👋", "📌", "✨"],
    }
}

/// The decoration of a draft.
pub struct Decoration {
    emoji: Emoji,
    restrained: bool,
    set: [&'static str; 4],
    shift: usize,
}

impl Decoration {
    pub fn new(emoji: Emoji, tone: Tone, goal: Goal, shift: usize) -> Self {
        let restrained = matches!(tone, Tone::Formal | Tone::Luxury | Tone::Professional);
        Self { emoji, restrained, set: set(goal), shift }
    }

    /// A paragraph with its emoji; `place` counts from 0. A paragraph that already has an emoji gets no other.
    pub fn paragraph(&self, place: usize, text: &str) -> String {
        let wanted = match self.emoji {
            Emoji::None => false,
            Emoji::Few => place == 0,
            Emoji::Many => true,
        };
        let is_list = text.starts_with(['-', '–', '•', '*']);
        if !wanted || is_list || count_emoji(text) > 0 {
            return text.to_owned();
        }
        let place = if place == 0 { self.shift % 2 } else { place + 1 };
        [self.set[place % self.set.len()], " ", text].concat()
    }

    /// The line with the link or the call to action.
    pub fn action(&self, text: &str) -> String {
        if self.emoji == Emoji::None || self.restrained || count_emoji(text) > 0 {
            text.to_owned()
        } else {
            ["👉 ", text].concat()
        }
    }
}
