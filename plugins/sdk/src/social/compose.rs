//! Drafts of posts: the user's own words, in another order in each variant, within the network's length if the
//! material allows it. Rules add a request at most, so a topic without a list and a call to action makes one post.

use super::emoji::Decoration;
use super::fit::opening;
use super::hashtags::hashtags;
use super::lines::Lines;
use super::{Social, Style};
use crate::brief::Brief;
use crate::material::{Material, as_sentence};
use crate::pick::below;
use crate::units::{Unit, graphemes, has_at_most, sentences, words};

/// What opens a post.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// The topic, as it was written.
    Topic,
    /// The topic as a list, if it enumerates.
    List,
    /// The call to action, if there is one.
    Action,
}

/// The maximum number of sentences of a long topic that are tried.
const MOST_SENTENCES: usize = 40;

/// A longer lead fills a short post alone, in characters.
const LONG: usize = 140;

impl Style {
    /// A post in the variant's order. If there are fewer orders than variants, the first one again.
    pub fn draft<I>(&self, brief: &Brief<'_, I>, social: &Social, variant: usize) -> String {
        let lines = Lines { brief, social, style: self };
        let material = material(brief, social);
        let mut orders = vec![Order::Topic];
        orders.extend((!material.entries.is_empty()).then_some(Order::List));
        orders.extend((!social.cta.is_empty()).then_some(Order::Action));
        let order = orders.get(variant).copied().unwrap_or(Order::Topic);
        let mut parts = Parts::new(&lines, &material, order);
        let decoration =
            Decoration::new(social.emoji, brief.tone(), social.goal, below(brief.seed(), "angle", 5));
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
    order: Order,
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
}

impl Parts {
    fn new<I>(lines: &Lines<'_, I>, material: &Material, order: Order) -> Self {
        let Lines { brief, social, style } = *lines;
        let tags = style.hashtags(brief, social);
        let mut parts = Self {
            order,
            lead: material.lead.clone(),
            lead_length: None,
            entries: Vec::new(),
            rest: material.rest.clone(),
            queue: material.by_weight(0).into_iter().take(MOST_SENTENCES).collect(),
            chosen: Vec::new(),
            support: lines.support(),
            closing: lines.closing(material.asks()),
            action: lines.action(),
            tags: if style.tags_apart { Vec::new() } else { tags },
            fold: style.fold as usize,
        };
        if order == Order::List {
            parts.entries = material.entries.clone();
            // The first of several sentences says what the others are about.
            let is_prose = sentences(&social.topic).len() > 1;
            parts.lead = if is_prose { as_sentence(&parts.entries.remove(0)) } else { String::new() };
            parts.rest.clear();
            parts.queue.clear();
        }
        parts
    }

    /// Omits the least important part. Returns false when only the essential parts are left.
    fn shorten(&mut self) -> bool {
        if !self.support.is_empty() {
            self.support.clear();
        } else if !self.closing.is_empty() && (!self.action.is_empty() || !has_at_most(&self.lead, LONG)) {
            self.closing.clear();
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
            self.entries.clear();
        } else if let Some(words) = self.shortened(lines.style.unit, surplus) {
            self.lead_with(words);
        } else if self.tags.pop().is_some() {
        } else if self.action.len() > lines.link().len() {
            self.action = lines.link().to_owned();
        } else if !self.lead.is_empty() && !self.action.is_empty() {
            self.lead_with(String::new());
        } else if !self.action.is_empty() {
            self.action.clear();
            self.lead_with(lines.brief.phrase("draft.engagement.closing", 0));
        } else if self.lead != lines.brief.phrase("draft.engagement.closing", 0) {
            self.lead_with(lines.brief.phrase("draft.engagement.closing", 0));
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
        let action = if self.action.is_empty() { String::new() } else { decoration.action(&self.action) };
        let body = self.body();
        let mut texts: Vec<String> = [body, self.support.clone(), self.closing.clone()].into();
        texts.retain(|text| !text.is_empty());
        let mut post = String::new();
        if self.order == Order::Action {
            push(&mut post, &action, "");
        }
        let listed = !self.lead.is_empty() || self.entries.is_empty();
        if !listed {
            self.push_entries(&mut post, decoration);
        }
        for (place, text) in texts.iter().enumerate() {
            push(&mut post, &decoration.paragraph(place, text), "\n\n");
            if place == 0 && listed {
                self.push_entries(&mut post, decoration);
            }
        }
        if self.order != Order::Action && !action.is_empty() {
            push(&mut post, &action, "\n\n");
        }
        if !self.tags.is_empty() {
            push(&mut post, &self.tags.join(" "), "\n\n");
        }
        post
    }

    fn push_entries(&self, post: &mut String, decoration: &Decoration) {
        for entry in &self.entries {
            push(post, &[decoration.bullet(), entry].concat(), "\n");
        }
    }

    /// The lead with the sentences that fit, in paragraphs of at most the fold. Alone it keeps the user's punctuation.
    fn body(&self) -> String {
        let is_long = self.fold > 0 && !has_at_most(&self.lead, self.fold);
        if self.chosen.is_empty() && !is_long {
            return self.lead.clone();
        }
        let lead = as_sentence(&self.lead);
        let mut said: Vec<String> = if is_long && !lead.contains('\n') {
            sentences(&lead).into_iter().map(str::to_owned).collect()
        } else {
            vec![lead]
        };
        said.extend(self.chosen.iter().map(|place| as_sentence(&self.rest[*place])));
        let (mut body, mut paragraph) = (String::new(), 0);
        for sentence in &said {
            let length = graphemes(sentence);
            paragraph += length + 1;
            let full = self.fold > 0 && paragraph > self.fold;
            push(&mut body, sentence, if full { "\n\n" } else { " " });
            if full {
                paragraph = length;
            }
        }
        body
    }
}

pub fn push(text: &mut String, piece: &str, between: &str) {
    if !text.is_empty() {
        text.push_str(between);
    }
    text.push_str(piece);
}
