//! Validation of a brand kit. All errors are reported at once, each at its field.

use super::{BrandKitChange, BrandKitContent, GlossaryTerm};
use crate::platform::prelude::*;

pub(super) const NAME: usize = 80;
pub(super) const DESCRIPTION: usize = 1000;
pub(super) const TONE: usize = 200;
pub(super) const AUDIENCE: usize = 300;
const AVOIDED: usize = 60;
pub(super) const FACT: usize = 300;
const TERM: usize = 120;
const MOST_AVOIDED: usize = 50;
pub(super) const MOST_FACTS: usize = 30;
const MOST_TERMS: usize = 100;

/// Removes surrounding blanks, repeated blanks and control characters.
pub(super) fn tidied(change: BrandKitChange) -> BrandKitContent {
    let lines = |list: Vec<String>| list.iter().map(|text| line(text)).collect();
    BrandKitContent {
        name: line(&change.name),
        description: paragraphs(&change.description),
        tone: line(&change.tone),
        audience: paragraphs(&change.audience),
        avoid: lines(change.avoid),
        facts: lines(change.facts),
        glossary: change
            .glossary
            .iter()
            .map(|term| GlossaryTerm { source: line(&term.source), target: line(&term.target) })
            .collect(),
    }
}

/// A text on one line.
pub(super) fn line(text: &str) -> String {
    let words: Vec<&str> = text.split(|char: char| char.is_whitespace() || char.is_control()).collect();
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn paragraphs(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.trim().chars().filter(|char| !char.is_control() || matches!(char, '\n' | '\t')).collect()
}

/// Validates a kit.
pub(super) fn check(kit: &BrandKitContent) -> Result<()> {
    let mut found = Found::default();
    found.text("name", &kit.name, NAME);
    if kit.name.is_empty() {
        found.add("name", Text::key("validation.required"));
    }
    found.text("description", &kit.description, DESCRIPTION);
    found.text("tone", &kit.tone, TONE);
    found.text("audience", &kit.audience, AUDIENCE);
    found.list("avoid", &kit.avoid, MOST_AVOIDED, AVOIDED);
    found.list("facts", &kit.facts, MOST_FACTS, FACT);
    found.glossary(&kit.glossary);
    if found.0.is_empty() { Ok(()) } else { Err(Problem::invalid(found.0)) }
}

#[derive(Default)]
struct Found(FieldErrors);

impl Found {
    fn add(&mut self, field: impl Into<String>, message: Text) {
        self.0.entry(field.into()).or_default().push(message);
    }

    fn text(&mut self, field: &str, text: &str, max: usize) {
        if text.chars().count() > max {
            self.add(field, Text::key("validation.too-long").with("max", max));
        }
    }

    /// Validates an entry of a list: not empty, not too long, and unique.
    fn entry(&mut self, field: &str, text: &str, max: usize, known: Option<&mut HashSet<String>>) {
        self.text(field, text, max);
        if text.is_empty() {
            self.add(field, Text::key("validation.required"));
        } else if known.is_some_and(|known| !known.insert(fold(text))) {
            self.add(field, Text::key("validation.repeated"));
        }
    }

    fn count(&mut self, field: &str, count: usize, most: usize) {
        if count > most {
            self.add(field, Text::key("validation.too-many").with("max", most));
        }
    }

    fn list(&mut self, field: &str, list: &[String], most: usize, max: usize) {
        self.count(field, list.len(), most);
        let mut known = HashSet::new();
        for (index, text) in list.iter().enumerate().take(most) {
            self.entry(&format!("{field}.{index}"), text, max, Some(&mut known));
        }
    }

    fn glossary(&mut self, terms: &[GlossaryTerm]) {
        self.count("glossary", terms.len(), MOST_TERMS);
        let mut known = HashSet::new();
        for (index, term) in terms.iter().enumerate().take(MOST_TERMS) {
            self.entry(&format!("glossary.{index}.source"), &term.source, TERM, Some(&mut known));
            self.entry(&format!("glossary.{index}.target"), &term.target, TERM, None);
        }
    }
}
