//! The body of a letter: paragraphs in an order that the tool's texts define.

use crate::brief::Brief;
use crate::commerce::found;
use crate::compose::{Composer, paragraphs};
use crate::markdown::escape;
use crate::material::{as_sentence, capitalized, statements};
use crate::parts::Joined;
use crate::units::{bare, lower, sentences, words};

/// The content of a letter, point by point, in the user's own words.
pub struct Points {
    points: Vec<String>,
    /// The mark of a list entry: "• " in plain text, "- " in Markdown.
    bullet: &'static str,
    cta: String,
    /// The tool's own values, by name.
    values: Vec<(&'static str, String)>,
}

impl Points {
    pub fn of(text: &str, bullet: &'static str) -> Self {
        // Semicolons between sentences separate no points.
        let is_prose = !text.trim().contains('\n') && text.trim_end().ends_with(['.', '!', '?', '…']);
        let mut points = if is_prose {
            sentences(text).into_iter().map(str::to_owned).collect()
        } else {
            statements(text)
        };
        if points.is_empty() {
            points.push(text.trim().to_owned());
        }
        Self::new(points, bullet)
    }

    /// Each point once.
    pub fn new(mut points: Vec<String>, bullet: &'static str) -> Self {
        let mut known = Vec::new();
        points.retain(|point| {
            let is_new = !known.contains(&lower(point));
            known.push(lower(point));
            is_new
        });
        Self { points, bullet, cta: String::new(), values: Vec::new() }
    }

    /// The call to action; it may be empty.
    pub fn with(mut self, cta: &str) -> Self {
        self.cta = cta.trim().to_owned();
        self
    }

    /// The tool's own text: a value for `{name}` in its lines, or a paragraph if the layout names it.
    pub fn and(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.values.push((name, text.into()));
        self
    }

    pub fn first(&self) -> &str {
        self.points.first().map_or("", String::as_str)
    }

    /// The points after the first.
    pub fn further(&self) -> impl Iterator<Item = &str> {
        self.points.iter().skip(1).map(String::as_str)
    }

    /// The tool's own values, by name.
    pub(super) fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.values.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// Whether `body` begins with the user's words.
    pub(super) fn opens(&self, body: &str) -> bool {
        let first = |text: &str| words(text).next().map(|word| lower(bare(word)));
        self.points.iter().any(|point| first(point) == first(body))
    }

    /// Whether the points say what the line `name` would say: they have one of the words under
    /// `draft.<group>.said.<name>`, which may end in a star, or, in place of the tool's request, ask a question.
    fn say<I>(&self, brief: &Brief<'_, I>, group: &str, name: &str) -> bool {
        let known = brief.phrases.find(&["draft", group, "said", name].joined("."));
        let asks = || name == "ask" && self.points.iter().any(|point| point.ends_with('?'));
        known.is_some_and(|known| !found(&self.points.joined("\n"), known).is_empty() || asks())
    }

    /// The paragraphs that `layout` names.
    ///
    /// The words of a paragraph: `lead` is the first point, `rest` the others, `points` all of them, `ask` the user's
    /// call to action or the tool's; any other is a line of the tool, under `draft.<group>` or, if the group has none,
    /// under `draft`. A paragraph about missing points is omitted.
    pub fn body<I>(&self, brief: &Brief<'_, I>, variant: usize, group: &str, layout: &[&str]) -> String {
        let parts: Vec<String> = layout
            .iter()
            .enumerate()
            .map(|(place, names)| {
                // Most lists have three lines: the fourth variant would equal the first if every paragraph advanced
                // alike. The opening stays one behind the others.
                let shifted = variant + usize::from(variant > 2 && place > 1);
                self.paragraph(brief, shifted, group, names)
            })
            .collect();
        paragraphs(&parts)
    }

    fn paragraph<I>(&self, brief: &Brief<'_, I>, variant: usize, group: &str, names: &str) -> String {
        let mut composer = Composer::new(brief, variant);
        for (name, value) in &self.values {
            composer = composer.with(name, value);
        }
        let mut out = String::new();
        for name in names.split(' ') {
            let piece = match name {
                "lead" if self.are_fields() => String::new(),
                "lead" => self.sentence(self.first()),
                "rest" => self.listed(usize::from(!self.are_fields())),
                "points" => self.listed(0),
                "ask" if !self.cta.is_empty() => self.request(),
                name if self.say(brief, group, name) => String::new(),
                name => match self.values.iter().find(|(known, _)| *known == name) {
                    Some((_, text)) => text.clone(),
                    None => {
                        let own = ["draft", group, name].join(".");
                        let known = brief.phrases.find(&own).is_some();
                        single_stop(composer.line(&if known { own } else { ["draft.", name].concat() }))
                    }
                },
            };
            if piece.is_empty() && out.ends_with(':') {
                // Without points there is nothing to announce.
                return String::new();
            }
            let block = piece.starts_with(self.bullet);
            if out.ends_with(':') && !block {
                // Only a list is announced.
                out.clear();
            }
            if !out.is_empty() && !piece.is_empty() {
                out.push_str(if !block {
                    " "
                } else if self.is_markdown() {
                    "\n\n"
                } else {
                    "\n"
                });
            }
            out.push_str(&piece);
        }
        out
    }

    /// "When: Saturday", "Price: £65": no point leads.
    fn are_fields(&self) -> bool {
        self.points.len() > 1 && self.points.iter().all(|point| point.contains(": "))
    }

    fn is_markdown(&self) -> bool {
        self.bullet == "- "
    }

    /// The user's words in the form in which they are shown.
    fn shown(&self, text: &str) -> String {
        if self.is_markdown() { escape(text) } else { text.to_owned() }
    }

    fn sentence(&self, text: &str) -> String {
        let shown = capitalized(&self.shown(text));
        // A full stop would become part of the address.
        if is_address(&shown) { shown } else { as_sentence(&shown) }
    }

    /// The user's call to action, unless a point has it.
    fn request(&self) -> String {
        let request = lower(self.cta.trim_end_matches(['.', '!', '?']));
        let is_said = self.points.iter().any(|point| lower(point).contains(&request));
        if is_said { String::new() } else { self.sentence(&self.cta) }
    }

    /// The points from this index on: sentences as prose, several phrases as a list.
    fn listed(&self, from: usize) -> String {
        let points = self.points.get(from..).unwrap_or_default();
        let is_sentence = |point: &&String| point.ends_with(['.', '!', '?', '…']);
        // A sentence may end with an address.
        let prose = points.iter().all(|point| is_sentence(&point) || is_address(point))
            && points.iter().any(|point| is_sentence(&point));
        if prose || points.len() < 2 {
            let sentences: Vec<String> = points.iter().map(|point| self.sentence(point)).collect();
            return sentences.join(" ");
        }
        let entries: Vec<String> =
            points.iter().map(|point| [self.bullet, &self.shown(&capitalized(point))].concat()).collect();
        entries.join("\n")
    }
}

/// One full stop after a name that ends in one, such as "Ltd."
fn single_stop(mut line: String) -> String {
    if line.ends_with("..") && !line.ends_with("...") {
        line.pop();
    }
    line
}

/// Whether a text ends with an address.
fn is_address(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    last.contains("://") || last.contains('@')
}
