//! The draft of a biography.

use super::{Paragraph, Place, facts, line, page};
use crate::brief::Brief;
use crate::compose::Composer;
use crate::material::statements;
use crate::short::{Cut, Names, phrases, sentences, tidy};

/// The longest separator between two parts of a line.
const GAP: u32 = 3;

/// Writes one variant for one place, from the tool's lines.
pub struct Writer<'b, 'a, I> {
    brief: &'b Brief<'a, I>,
    pub place: Place,
    variant: usize,
    names: Names,
    values: Vec<(&'static str, String)>,
}

impl<'b, 'a, I> Writer<'b, 'a, I> {
    /// `named` is a text whose capitalised words are names.
    pub fn new(brief: &'b Brief<'a, I>, variant: usize, platform: &str, named: &str) -> Self {
        Self {
            brief,
            place: Place::of(platform),
            variant,
            names: Names::of(named).as_typed(),
            values: Vec::new(),
        }
    }

    /// Sets the value of the placeholder `{name}` in the tool's lines.
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.values.push((name, value.to_owned()));
        self
    }

    /// A line of the list under `key`.
    pub fn say(&self, key: &str) -> String {
        let composer = Composer::new(self.brief, self.variant);
        self.values.iter().fold(composer, |composer, (name, value)| composer.with(name, value)).line(key)
    }

    /// The user's input, tidied.
    pub fn tidy(&self, text: &str) -> String {
        tidy(text, &self.names)
    }

    /// Its statements, as far as they fit the place.
    pub fn facts(&self, text: &str) -> Vec<String> {
        // Without its address a fact may end with the colon before it.
        let tidied = statements(text)
            .into_iter()
            .map(|fact| if self.place.links && fact.contains("://") { fact } else { self.tidy(&fact) });
        tidied.flat_map(|fact| facts(fact.trim_end_matches([':', '–', ' ']), &self.place)).collect()
    }

    /// A line: `first` is its beginning, the phrases of `rest` follow in their order.
    pub fn line(&self, first: &str, rest: &str) -> String {
        let (unit, room) = (self.place.limit.unit, self.place.room());
        let mut parts = phrases(&self.tidy(first), unit, room, Cut::Beginnings);
        parts.truncate(1);
        // Several lines are not divided into sentences, so each is divided here.
        let rest: Vec<String> = rest.lines().flat_map(statements).collect();
        // An enumeration stays whole if it fits; its first entry alone would be another offer.
        let used = unit.measure(parts.first().map_or("", String::as_str));
        let left = room.saturating_sub(used + GAP).max(room / 2);
        for statement in rest.iter().map(|statement| self.tidy(statement)) {
            let short = phrases(&statement, unit, room / 2, Cut::Parts);
            let is_cut = short.first().is_some_and(|first| cuts_enumeration(&statement, first));
            parts.extend(if is_cut { sentences(&statement, unit, left, Cut::Parts) } else { short });
        }
        line(&parts, &self.place, self.variant)
    }

    /// The paragraphs that fit the place.
    pub fn page(&self, paragraphs: Vec<Paragraph>) -> String {
        page(paragraphs, &self.place)
    }
}

/// Whether `first`, the beginning of a statement, is the first entry of an enumeration: "miód spadziowy" of "miód spadziowy,
/// gryczany i lipowy".
fn cuts_enumeration(statement: &str, first: &str) -> bool {
    let rest = statement.strip_prefix(first).and_then(|rest| rest.strip_prefix(", "));
    let next = rest.map_or("", |rest| rest.split(", ").next().unwrap_or_default());
    [" i ", " oraz ", " and "].iter().any(|and| next.contains(and))
}
