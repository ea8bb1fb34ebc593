//! Drafts of posts: each variant from another angle, within the recommended length where the material allows.

use super::Social;
use super::emoji::Decoration;
use super::hashtags::hashtags;
use crate::brief::Brief;
use crate::choice::Choice;
use crate::material::{Material, as_sentence, capitalized};
use crate::pick::below;
use crate::units::{graphemes, lower};
use crate::voice::Tone;

/// The ways into a topic. Neighbouring variants take neighbouring ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Angle {
    /// A question opens.
    Question,
    /// The topic itself is the headline.
    Headline,
    /// A line in the chosen tone announces the topic.
    Statement,
    /// The topic as a list, where it enumerates.
    List,
    /// The topic first, then the people it may concern.
    People,
}

const ANGLES: [Angle; 5] = [Angle::Question, Angle::Headline, Angle::Statement, Angle::List, Angle::People];

/// A post of the variant's angle, at most `room` characters long where the material allows.
pub fn draft<I>(brief: &Brief<'_, I>, social: &Social, variant: usize, room: usize) -> String {
    let mut material = Material::of(&social.topic, brief.language());
    if material.about {
        material.lead = brief.fill("draft.about", &[("topic", &material.lead)]);
    }
    let start = below(brief.seed(), "angle", ANGLES.len());
    let angle = ANGLES[(start + variant) % ANGLES.len()];
    let mut parts = Parts::new(brief, social, &material, angle, variant);
    let decoration = Decoration::new(social.emoji, brief.tone(), social.goal, start + variant);
    loop {
        let post = parts.assemble(&decoration);
        let length = graphemes(&post);
        if length <= room || !parts.shorten() {
            return if length < room { parts.lengthen(post, room, &decoration) } else { post };
        }
    }
}

/// A post in parts; what is empty is left out.
struct Parts {
    hook: String,
    lead: String,
    entries: Vec<String>,
    /// Sentences of the topic that may follow, with the order in which they deserve room.
    rest: Vec<String>,
    queue: Vec<usize>,
    chosen: Vec<usize>,
    support: String,
    closing: String,
    action: String,
    tags: String,
}

impl Parts {
    fn new<I>(
        brief: &Brief<'_, I>,
        social: &Social,
        material: &Material,
        angle: Angle,
        variant: usize,
    ) -> Self {
        let texts = Texts { brief, goal: social.goal.id(), variant };
        let listed = angle == Angle::List && !material.entries.is_empty();
        let mut parts = Self {
            hook: String::new(),
            lead: material.lead.clone(),
            entries: Vec::new(),
            rest: material.rest.clone(),
            queue: material.by_weight(variant),
            chosen: Vec::new(),
            support: String::new(),
            closing: texts.of("closing"),
            action: texts.action(social),
            tags: hashtags(brief, social).join(" "),
        };
        match angle {
            Angle::Question if !material.asks() => parts.hook = texts.of("question"),
            Angle::Statement | Angle::List if !material.about => {
                parts.hook = texts.statement(material.asks(), angle == Angle::List)
            }
            Angle::People => parts.closing = texts.of("people"),
            _ => parts.support = texts.support(),
        }
        if let Some(keywords) = spare_keywords(social, &parts.tags) {
            parts.support = keywords;
        }
        if listed {
            (parts.lead, parts.entries) = (String::new(), material.entries.clone());
            parts.rest.clear();
            parts.queue.clear();
        }
        // One request is enough: the ordered call to action, or the link, takes the place of ours.
        if !parts.action.is_empty() && angle != Angle::People && social.goal != super::Goal::Engagement {
            parts.closing.clear();
        }
        parts
    }

    /// Leaves out what matters least. False when only the essential is left.
    fn shorten(&mut self) -> bool {
        if !self.support.is_empty() {
            self.support.clear();
        } else if !self.closing.is_empty() && (!self.action.is_empty() || graphemes(&self.lead) > 200) {
            self.closing.clear();
        } else if !self.hook.is_empty() && self.entries.is_empty() {
            self.hook.clear();
        } else {
            return false;
        }
        true
    }

    /// Adds sentences of the topic as long as they fit.
    fn lengthen(&mut self, mut post: String, room: usize, decoration: &Decoration) -> String {
        for place in std::mem::take(&mut self.queue) {
            let rank = self.chosen.iter().take_while(|chosen| **chosen < place).count();
            self.chosen.insert(rank, place);
            let longer = self.assemble(decoration);
            if graphemes(&longer) <= room {
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
        // A hook that ends in a colon leads straight into what follows.
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
            push(&mut post, &self.tags, "\n\n");
        }
        post
    }

    /// The lead with the sentences that found room. Alone it ends as the person ended it.
    fn body(&self) -> String {
        if self.chosen.is_empty() {
            return self.lead.clone();
        }
        let mut body = as_sentence(&self.lead);
        self.chosen.iter().for_each(|place| push(&mut body, &as_sentence(&self.rest[*place]), " "));
        body
    }
}

/// Keywords that neither the topic nor the hashtags name, as a line of their own.
fn spare_keywords(social: &Social, tags: &str) -> Option<String> {
    let (topic, tags) = (lower(&social.topic), lower(tags));
    let is_spare = |keyword: &&str| {
        !topic.contains(&lower(keyword)) && !tags.contains(&lower(&keyword.replace(' ', "")))
    };
    let spare: Vec<&str> = social.keywords.iter().map(String::as_str).filter(is_spare).take(4).collect();
    (spare.len() >= 2).then(|| capitalized(&spare.join(" · ")))
}

fn push(text: &mut String, piece: &str, between: &str) {
    if !text.is_empty() {
        text.push_str(between);
    }
    text.push_str(piece);
}

/// The tool's short texts for one variant.
struct Texts<'a, I> {
    brief: &'a Brief<'a, I>,
    goal: &'static str,
    variant: usize,
}

impl<I> Texts<'_, I> {
    fn of(&self, kind: &str) -> String {
        self.brief.phrase(&["draft", self.goal, kind].join("."), self.variant)
    }

    /// A fact of the brand says more than any line of ours.
    fn support(&self) -> String {
        let facts = &self.brief.brand.facts;
        match facts.get(self.variant % facts.len().max(1)) {
            Some(fact) => as_sentence(fact),
            None => self.of("support"),
        }
    }

    /// In the chosen tone where there is one, else for the goal; `other` takes the one not taken by its neighbour.
    fn statement(&self, asks: bool, other: bool) -> String {
        match self.brief.tone() {
            _ if asks => self.brief.phrase("draft.asking", self.variant),
            Tone::Neutral => self.of("statement"),
            _ if other => self.of("statement"),
            tone => self.brief.phrase(&["draft.tone", tone.id()].join("."), self.variant),
        }
    }

    /// The call to action with the link.
    fn action(&self, social: &Social) -> String {
        let (cta, url) = (social.cta.as_str(), social.url.as_str());
        match (cta.is_empty(), url.is_empty()) {
            (true, true) => String::new(),
            (false, true) => as_sentence(cta),
            (false, false) if cta.contains(url) => cta.to_owned(),
            (false, false) if cta.ends_with(|letter: char| letter.is_alphanumeric()) => {
                [cta, ": ", url].concat()
            }
            (false, false) => [cta, " ", url].concat(),
            (true, false) => [&self.of("link"), ": ", url].concat(),
        }
    }
}
