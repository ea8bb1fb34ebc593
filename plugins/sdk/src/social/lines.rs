//! The short texts of a draft, for one variant.

use super::compose::ended;
use super::{Social, Style};
use crate::brief::Brief;
use crate::choice::Choice;
use crate::contact::{addresses, phones};
use crate::material::{as_sentence, capitalized};
use crate::units::words;

/// Posts longer than this have room for a line more, in characters.
const GENEROUS: u32 = 400;

pub struct Lines<'a, I> {
    pub brief: &'a Brief<'a, I>,
    pub social: &'a Social,
    pub style: &'a Style,
}

impl<I> Lines<'_, I> {
    /// A line of this kind for the goal, in the voice's own words if it has them; empty if there is none
    /// that the brand may use.
    fn of(&self, kind: &str) -> String {
        let goal = self.social.goal.id();
        let own = ["draft", self.style.voice, goal, kind].join(".");
        let has_own = !self.style.voice.is_empty() && self.brief.phrases.find(&own).is_some();
        let key = if has_own { own } else { ["draft", goal, kind].join(".") };
        let known = self.brief.phrases.find(&key).map(|_| self.brief.phrase(&key, 0));
        known.filter(|line| !self.brief.is_avoided(line)).unwrap_or_default()
    }

    /// The request to readers, if neither the topic nor the user's call to action or link says how to reach the user.
    pub fn closing(&self) -> String {
        let topic = &self.social.topic;
        let asked = !self.social.cta.is_empty() || !self.social.url.is_empty();
        let asked = asked || phones(topic) + addresses(topic) > 0;
        if asked { String::new() } else { self.of("closing") }
    }

    /// The first facts of the brand; two if there is room.
    pub fn support(&self) -> String {
        let count = if self.style.room > GENEROUS { 2 } else { 1 };
        // "Since 1984." alone has no subject.
        let said = self.brief.brand.facts.iter().filter(|fact| words(fact).count() > 3);
        let facts: Vec<String> = said.take(count).map(|fact| as_sentence(fact)).collect();
        facts.join(" ")
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
            (false, true) => ended(cta),
            (false, false) if cta.contains(link) => cta.to_owned(),
            // What is asked for may not happen at the link.
            (false, false) if self.style.link_in_bio => [ended(cta), ended(&capitalized(link))].join(" "),
            (false, false) if cta.ends_with(|letter: char| letter.is_alphanumeric()) => {
                [cta, ": ", link].concat()
            }
            (false, false) => [cta, " ", link].concat(),
            (true, false) => match self.of("link") {
                label if label.is_empty() => link.to_owned(),
                label => [&label, ": ", link].concat(),
            },
        }
    }
}
