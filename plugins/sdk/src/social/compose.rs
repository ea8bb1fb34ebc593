//! Drafts of posts: the user's own words within the network's length, if the material allows it. Rules add a request at
//! most, and no question: they cannot tell good news from sad. In another order the same words would be no other post.

use super::emoji::Decoration;
use super::fit::opening;
use super::hashtags::hashtags;
use super::lines::Lines;
use super::{Social, Style};
use crate::brief::Brief;
use crate::material::{Material, as_sentence, capitalized};
use crate::pick::below;
use crate::short::Names;
use crate::units::{Unit, graphemes, has_at_most, lower, sentences, words};

/// The maximum number of sentences of a long topic that are tried.
const MOST_SENTENCES: usize = 40;

/// A longer lead fills a short post alone, in characters.
const LONG: usize = 140;

impl Style {
    /// The post of the user's words.
    pub fn draft<I>(&self, brief: &Brief<'_, I>, social: &Social) -> String {
        let lines = Lines { brief, social, style: self };
        let material = material(brief, social);
        let mut parts = Parts::new(&lines, &material);
        let decoration =
            Decoration::new(social.emoji, brief.tone(), social.goal, below(brief.seed(), "angle", 5));
        loop {
            let post = parts.assemble(&decoration);
            let length = self.unit.measure(&post);
            let Some(surplus) = length.checked_sub(self.room).filter(|surplus| *surplus > 0) else {
                return parts.lengthen(post, self, &decoration);
            };
            let shorter = parts.shorten() || (self.strict && parts.squeeze(&lines, surplus));
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

/// `text` as a sentence. A full stop would become part of an address.
pub fn ended(text: &str) -> String {
    let ends_with_an_address =
        text.split_whitespace().next_back().is_some_and(|word| word.contains(['/', '@', '#']));
    if ends_with_an_address { text.to_owned() } else { as_sentence(text) }
}

/// A text with more words than this is not a headline but a sentence, and ends like one.
const HEADLINE: usize = 5;

/// Wishes about capitals, by a part of their words.
const ABOUT_CAPITALS: [&str; 4] = ["capital", "caps", "wielkimi lit", "wersalik"];

/// `topic` with its shouted words in normal case, if the user wishes no capitals.
fn as_wished(topic: &str, wishes: &str) -> String {
    let wishes = lower(wishes);
    if !ABOUT_CAPITALS.iter().any(|word| wishes.contains(word)) {
        return topic.to_owned();
    }
    let names = Names::of(topic);
    let mut text = topic.to_owned();
    for word in names.shouted(topic) {
        text = text.replace(word, &capitalized(&lower(word)));
    }
    text
}

/// The material of the topic, worded for a post.
pub fn material<I>(brief: &Brief<'_, I>, social: &Social) -> Material {
    let mut material =
        Material::of(&as_wished(&social.topic, &social.voice.extra_instructions), brief.language());
    if material.about {
        material.lead = brief.fill("draft.about", &[("topic", &material.lead)]);
    }
    if words(&material.lead).count() > HEADLINE && !material.lead.contains('\n') {
        material.lead = ended(&material.lead);
    }
    material
}

/// A post in parts; empty ones are omitted.
struct Parts {
    lead: String,
    /// The length of the lead, once it was measured.
    lead_length: Option<u32>,
    /// Sentences of the topic that may follow, with their priorities.
    rest: Vec<String>,
    queue: Vec<usize>,
    chosen: Vec<usize>,
    support: String,
    closing: String,
    action: String,
    tags: Vec<String>,
    /// The number of hashtags that are not given up for the length.
    ordered: usize,
    /// The part that the feed shows, in characters: paragraphs are not longer.
    fold: usize,
}

impl Parts {
    fn new<I>(lines: &Lines<'_, I>, material: &Material) -> Self {
        let Lines { brief, social, style } = *lines;
        let tags = style.hashtags(brief, social);
        // A longer post is allowed, and better than one without the user's facts.
        let (chosen, queue) = if style.strict {
            (Vec::new(), material.by_weight().into_iter().take(MOST_SENTENCES).collect())
        } else {
            ((0..material.rest.len()).collect(), Vec::new())
        };
        Self {
            lead: material.lead.clone(),
            lead_length: None,
            rest: material.rest.clone(),
            queue,
            chosen,
            support: lines.support(),
            closing: lines.closing(),
            action: lines.action(),
            ordered: if style.strict { 0 } else { social.keywords.len().max(1) },
            tags: if style.tags_apart { Vec::new() } else { tags },
            fold: style.fold as usize,
        }
    }

    /// Omits the least important part. Returns false when only the essential parts are left.
    fn shorten(&mut self) -> bool {
        if !self.support.is_empty() {
            self.support.clear();
        } else if !self.closing.is_empty() && (!self.action.is_empty() || !has_at_most(&self.lead, LONG)) {
            self.closing.clear();
        } else {
            // Ordered keywords stay where a longer post is allowed.
            let surplus = self.tags.len() > self.ordered;
            self.tags.truncate(if surplus { self.tags.len() - 1 } else { self.tags.len() });
            return surplus;
        }
        true
    }

    /// Removes essential parts, piece by piece, if the limit is strict. Returns false when nothing is left.
    fn squeeze<I>(&mut self, lines: &Lines<'_, I>, surplus: u32) -> bool {
        if !self.closing.is_empty() && !self.lead.is_empty() {
            self.closing.clear();
        } else if let Some(words) = self.shortened(lines.style.unit, surplus) {
            self.lead_with(words);
        } else if self.action.len() > lines.link().len() {
            self.action = lines.link().to_owned();
        } else if !self.lead.is_empty() && !self.action.is_empty() {
            self.lead_with(String::new());
        } else if !self.action.is_empty() {
            self.action.clear();
            self.lead_with(lines.brief.phrase("draft.wordless", 0));
        } else if self.lead != lines.brief.phrase("draft.wordless", 0) {
            self.lead_with(lines.brief.phrase("draft.wordless", 0));
        } else {
            return false;
        }
        true
    }

    fn lead_with(&mut self, lead: String) {
        (self.lead, self.lead_length) = (lead, None);
    }

    /// The beginning of the lead that fits.
    fn shortened(&mut self, unit: Unit, surplus: u32) -> Option<String> {
        let length = *self.lead_length.get_or_insert_with(|| unit.measure(&self.lead));
        let room = length.saturating_sub(surplus);
        let (words, _) = opening(&self.lead, &|text| unit.measure(text) <= room)?;
        (unit.measure(&words) * 2 > room).then_some(words)
    }

    /// Adds sentences of the topic as long as they fit, in place of hashtags if need be.
    fn lengthen(&mut self, mut post: String, style: &Style, decoration: &Decoration) -> String {
        for place in std::mem::take(&mut self.queue) {
            let rank = self.chosen.iter().take_while(|chosen| **chosen < place).count();
            self.chosen.insert(rank, place);
            let tags = self.tags.clone();
            let mut longer = self.assemble(decoration);
            while !style.fits(&longer) && self.tags.pop().is_some() {
                longer = self.assemble(decoration);
            }
            if style.fits(&longer) {
                post = longer;
            } else {
                self.tags = tags;
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
        for (place, text) in texts.iter().enumerate() {
            push(&mut post, &decoration.paragraph(place, text), "\n\n");
        }
        if !action.is_empty() {
            push(&mut post, &action, "\n\n");
        }
        if !self.tags.is_empty() {
            push(&mut post, &self.tags.join(" "), "\n\n");
        }
        post
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
            // "Od 1 lutego 2026 r." is the beginning of a sentence.
            let is_begun = body.ends_with(" r.") && words(&body).count() < 6;
            let full = self.fold > 0 && paragraph > self.fold && !is_begun;
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
