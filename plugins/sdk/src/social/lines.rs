//! The short texts of a draft, for one variant.

use super::{Social, Style};
use crate::brief::Brief;
use crate::choice::Choice;
use crate::material::as_sentence;
use crate::voice::Tone;

/// Posts longer than this have room for a line more, in characters.
pub const GENEROUS: u32 = 400;

pub struct Lines<'a, I> {
    pub brief: &'a Brief<'a, I>,
    pub social: &'a Social,
    pub style: &'a Style,
    pub variant: usize,
}

impl<I> Lines<'_, I> {
    /// A line of this kind for the goal, in the voice's own words if it has them.
    pub fn of(&self, kind: &str) -> String {
        self.brief.phrase(&self.key(kind), self.variant)
    }

    fn key(&self, kind: &str) -> String {
        let own = ["draft", self.style.voice, self.social.goal.id(), kind].join(".");
        if !self.style.voice.is_empty() && self.brief.phrases.find(&own).is_some() {
            return own;
        }
        ["draft", self.social.goal.id(), kind].join(".")
    }

    /// Facts of the brand are better than the tool's lines; two if there is room.
    pub fn support(&self) -> String {
        let facts = &self.brief.brand.facts;
        if facts.is_empty() {
            return self.of("support");
        }
        let count = if self.style.room > GENEROUS { facts.len().min(2) } else { 1 };
        let chosen = (0..count).map(|place| as_sentence(&facts[(self.variant + place) % facts.len()]));
        chosen.collect::<Vec<_>>().join(" ")
    }

    /// The announcement of the topic: in the chosen tone if there is one, otherwise for the goal.
    pub fn statement(&self, asks: bool) -> String {
        if asks {
            return self.brief.phrase("draft.asking", self.variant);
        }
        self.toned().unwrap_or_else(|| self.of("statement"))
    }

    /// An opening in the chosen tone.
    pub fn toned(&self) -> Option<String> {
        let tone = Some(self.brief.tone()).filter(|tone| *tone != Tone::Neutral)?;
        Some(self.brief.phrase(&["draft.tone", tone.id()].join("."), self.variant))
    }

    /// The link, or where to find it.
    pub fn link(&self) -> &str {
        match self.social.url.as_str() {
            "" => "",
            _ if self.style.link_in_bio => self.brief.text("draft.bio"),
            url => url,
        }
    }

    /// The call to action with the link.
    pub fn action(&self) -> String {
        let (cta, link) = (self.social.cta.as_str(), self.link());
        match (cta.is_empty(), link.is_empty()) {
            (true, true) => String::new(),
            (false, true) => as_sentence(cta),
            (false, false) if cta.contains(link) => cta.to_owned(),
            (false, false) if cta.ends_with(|letter: char| letter.is_alphanumeric()) => {
                [cta, ": ", link].concat()
            }
            (false, false) => [cta, " ", link].concat(),
            (true, false) => [&self.of("link"), ": ", link].concat(),
        }
    }
}
