//! Drafts of posts: each variant has another angle, within the network's length if the material allows it.

use super::emoji::Decoration;
use super::fit::opening;
use super::hashtags::hashtags;
use super::lines::{GENEROUS, Lines};
use super::{Goal, Social, Style};
use crate::brief::Brief;
use crate::material::{Material, as_sentence, capitalized};
use crate::pick::below;
use crate::units::{Unit, graphemes, has_at_most, lower, words};

/// The openings of a post. Neighbouring variants use neighbouring openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Angle {
    /// A question opens.
    Question,
    /// The topic itself is the headline.
    Headline,
    /// A line in the chosen tone announces the topic.
    Statement,
    /// The topic as a list, if it enumerates.
    List,
    /// The topic first, then the people it may concern.
    People,
}

const ANGLES: [Angle; 5] = [Angle::Question, Angle::Headline, Angle::Statement, Angle::List, Angle::People];

/// The maximum number of sentences of a long topic that are tried.
const MOST_SENTENCES: usize = 40;

/// A longer lead fills a short post alone, in characters.
const LONG: usize = 140;

impl Style {
    /// A post of the variant's angle.
    pub fn draft<I>(&self, brief: &Brief<'_, I>, social: &Social, variant: usize) -> String {
        let lines = Lines { brief, social, style: self, variant };
        let material = material(brief, social);
        let start = below(brief.seed(), "angle", ANGLES.len());
        let angle = ANGLES[(start + variant) % ANGLES.len()];
        let mut parts = Parts::new(&lines, &material, angle);
        let decoration = Decoration::new(social.emoji, brief.tone(), social.goal, start + variant);
        loop {
            let post = parts.assemble(&decoration);
            let length = self.unit.measure(&post);
            let Some(surplus) = length.checked_sub(self.room).filter(|surplus| *surplus > 0) else {
                return parts.lengthen(post, self, &decoration);
            };
            let shorter = parts.shorten() || (self.strict && parts.squeeze(&lines, &material, surplus));
            if !shorter {
                return post;
            }
        }
    }

    /// The separate hashtags of a post.
    pub fn hashtags<I>(&self, brief: &Brief<'_, I>, social: &Social) -> Vec<String> {
        hashtags(brief, social, self.tags(social))
    }
}

/// A full stop would become part of the address.
fn ends_with_an_address(text: &str) -> bool {
    text.split_whitespace().next_back().is_some_and(|word| word.contains(['/', '@', '#']))
}

/// A text with more words than this is not a headline but a sentence, and ends like one.
const HEADLINE: usize = 5;

/// The material of the topic, worded for a post.
pub fn material<I>(brief: &Brief<'_, I>, social: &Social) -> Material {
    let mut material = Material::of(&social.topic, brief.language());
    if material.about {
        material.lead = brief.fill("draft.about", &[("topic", &material.lead)]);
    } else if words(&material.lead).count() > HEADLINE && !ends_with_an_address(&material.lead) {
        material.lead = as_sentence(&material.lead);
    }
    material
}

/// A post in parts; empty ones are omitted.
struct Parts {
    hook: String,
    lead: String,
    /// The length of the lead, once it was measured.
    lead_length: Option<u32>,
    entries: Vec<String>,
    /// Sentences of the topic that may follow, with their priorities.
    rest: Vec<String>,
    queue: Vec<usize>,
    chosen: Vec<usize>,
    support: String,
    closing: String,
    action: String,
    tags: Vec<String>,
    /// The part that the feed shows, in characters: paragraphs are not longer.
    fold: usize,
    /// The hook stays: the feed shows only the hook, or the lead is too long to stay whole anyway.
    hooked: bool,
}

impl Parts {
    fn new<I>(lines: &Lines<'_, I>, material: &Material, angle: Angle) -> Self {
        let Lines { brief, social, style, variant } = *lines;
        let listed = angle == Angle::List && !material.entries.is_empty();
        let tags = style.hashtags(brief, social);
        let mut parts = Self {
            hook: String::new(),
            lead: material.lead.clone(),
            lead_length: None,
            entries: Vec::new(),
            rest: material.rest.clone(),
            queue: material.by_weight(variant).into_iter().take(MOST_SENTENCES).collect(),
            chosen: Vec::new(),
            support: String::new(),
            closing: lines.of("closing"),
            action: lines.action(),
            tags: if style.tags_apart { Vec::new() } else { tags.clone() },
            fold: style.fold as usize,
            hooked: style.fold > 0 || (style.strict && !has_at_most(&material.lead, LONG)),
        };
        match angle {
            Angle::Question if !material.asks() => parts.hook = lines.of("question"),
            Angle::Statement | Angle::List if !material.about => {
                parts.hook = lines.statement(material.asks())
            }
            Angle::People => {
                parts.closing = lines.of("people");
                if !material.asks() && !material.about {
                    parts.hook = lines.toned().unwrap_or_default();
                }
            }
            _ => parts.support = lines.support(),
        }
        parts.suit(lines, material);
        if let Some(keywords) = spare_keywords(social, &tags.join(" ")) {
            parts.support = keywords;
        }
        if listed {
            (parts.lead, parts.entries) = (String::new(), material.entries.clone());
            parts.rest.clear();
            parts.queue.clear();
        }
        // One request is enough: the user's call to action, or the link, replaces the tool's.
        if !parts.action.is_empty() && angle != Angle::People && social.goal != Goal::Engagement {
            parts.closing.clear();
        }
        parts
    }

    /// A long post has room for one more line; a long lead needs a line before the fold.
    fn suit<I>(&mut self, lines: &Lines<'_, I>, material: &Material) {
        let style = lines.style;
        if style.room > GENEROUS && self.support.is_empty() {
            self.support = lines.support();
        }
        if style.fold > 0 && self.hook.is_empty() && !has_at_most(&self.lead, style.fold as usize) {
            self.hook =
                if material.asks() || material.about { lines.of("statement") } else { lines.of("question") };
        }
    }

    /// Omits the least important part. Returns false when only the essential parts are left.
    fn shorten(&mut self) -> bool {
        if !self.support.is_empty() {
            self.support.clear();
        } else if !self.closing.is_empty() && (!self.action.is_empty() || !has_at_most(&self.lead, 200)) {
            self.closing.clear();
        } else if !self.hook.is_empty() && self.entries.is_empty() && !self.hooked {
            self.hook.clear();
        } else {
            return false;
        }
        true
    }

    /// Removes essential parts, piece by piece, if the limit is strict. Returns false when nothing is left.
    fn squeeze<I>(&mut self, lines: &Lines<'_, I>, material: &Material, surplus: u32) -> bool {
        if !self.closing.is_empty() && !self.lead.is_empty() {
            self.closing.clear();
        } else if !self.entries.is_empty() {
            self.lead_with(material.lead.clone());
            self.hook.clear();
            self.entries.clear();
        } else if let Some(words) = self.shortened(lines.style.unit, surplus) {
            self.lead_with(words);
        } else if self.tags.pop().is_some() {
        } else if self.action.len() > lines.link().len() {
            self.action = lines.link().to_owned();
        } else if self.lead != lines.of("question") {
            self.lead_with(lines.of("question"));
            self.closing = lines.of("closing");
            self.action = lines.action();
        } else if !self.action.is_empty() {
            self.action.clear();
        } else {
            return false;
        }
        true
    }

    fn lead_with(&mut self, lead: String) {
        (self.lead, self.lead_length) = (lead, None);
    }

    /// The beginning of the lead that fits. More than two hashtags are removed before the lead is cut to a few words.
    fn shortened(&mut self, unit: Unit, surplus: u32) -> Option<String> {
        let length = *self.lead_length.get_or_insert_with(|| unit.measure(&self.lead));
        let room = length.saturating_sub(surplus);
        if room as usize <= LONG / 2 && self.tags.len() > 2 {
            return None;
        }
        let (words, _) = opening(&self.lead, &|text| unit.measure(text) <= room)?;
        (unit.measure(&words) * 2 > room).then_some(words)
    }

    /// Adds sentences of the topic as long as they fit.
    fn lengthen(&mut self, mut post: String, style: &Style, decoration: &Decoration) -> String {
        for place in std::mem::take(&mut self.queue) {
            let rank = self.chosen.iter().take_while(|chosen| **chosen < place).count();
            self.chosen.insert(rank, place);
            let longer = self.assemble(decoration);
            if style.fits(&longer) {
                post = longer;
            } else {
                self.chosen.retain(|chosen| *chosen != place);
            }
        }
        post
    }

    fn assemble(&self, decoration: &Decoration) -> String {
        let mut paragraphs: Vec<String> = Vec::with_capacity(6);
        let body = self.body();
        // A hook that ends in a colon continues in the next part.
        match (self.hook.is_empty(), self.hook.ends_with(':')) {
            (true, _) => paragraphs.push(body),
            (false, true) if self.entries.is_empty() => paragraphs.push([&self.hook, "\n", &body].concat()),
            (false, true) => paragraphs.push(self.hook.clone()),
            (false, false) => paragraphs.extend([self.hook.clone(), body]),
        }
        paragraphs.extend([self.support.clone(), self.closing.clone()]);
        paragraphs.retain(|text| !text.is_empty());
        let mut post = String::new();
        for (place, text) in paragraphs.iter().enumerate() {
            push(&mut post, &decoration.paragraph(place, text), "\n\n");
            if place == 0 {
                self.entries
                    .iter()
                    .for_each(|entry| push(&mut post, &[decoration.bullet(), entry].concat(), "\n"));
            }
        }
        if !self.action.is_empty() {
            push(&mut post, &decoration.action(&self.action), "\n\n");
        }
        if !self.tags.is_empty() {
            push(&mut post, &self.tags.join(" "), "\n\n");
        }
        post
    }

    /// The lead with the sentences that fit. Alone it keeps the user's punctuation.
    fn body(&self) -> String {
        if self.chosen.is_empty() {
            return self.lead.clone();
        }
        let mut body = as_sentence(&self.lead);
        let mut paragraph = graphemes(&body);
        for place in &self.chosen {
            let sentence = as_sentence(&self.rest[*place]);
            paragraph += graphemes(&sentence) + 1;
            let full = self.fold > 0 && paragraph > self.fold;
            push(&mut body, &sentence, if full { "\n\n" } else { " " });
            if full {
                paragraph = graphemes(&sentence);
            }
        }
        body
    }
}

/// Keywords that neither the topic nor the hashtags contain, as a separate line.
fn spare_keywords(social: &Social, tags: &str) -> Option<String> {
    let (topic, tags) = (lower(&social.topic), lower(tags));
    let is_spare = |keyword: &&str| {
        !topic.contains(&lower(keyword)) && !tags.contains(&lower(&keyword.replace(' ', "")))
    };
    let spare: Vec<&str> = social.keywords.iter().map(String::as_str).filter(is_spare).take(4).collect();
    (spare.len() >= 2).then(|| capitalized(&spare.join(" · ")))
}

pub fn push(text: &mut String, piece: &str, between: &str) {
    if !text.is_empty() {
        text.push_str(between);
    }
    text.push_str(piece);
}
