//! What a new version of a text must keep: numbers, terms, tags, placeholders, addresses; and how far rules
//! may go in rewording one.

mod kept;
mod numbers;

pub use kept::{addresses, lost, placeholders, tags};
pub use numbers::numbers;

use crate::brief::Brief;
use crate::check::Checks;
use crate::limit::Level;

/// A rule of this name that is broken by every entry of `found`, which fill `{found}` in its texts.
pub fn rule(checks: &mut Checks, field: &str, name: &str, level: Level, found: &[String]) {
    let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
    checks.rule(field, name, level, count, &[("found", &found.join(", "))]);
}

/// The rule `invented-numbers`: `text` has no number that neither `known` nor the brief has.
pub fn check_invented<I>(checks: &mut Checks, brief: &Brief<'_, I>, field: &str, text: &str, known: &[&str]) {
    let (brand, voice) = (brief.brand, brief.voice);
    let mut known = known.join("\n");
    let facts = brand.facts.iter().chain([&brand.name, &brand.description]);
    for own in facts.chain([&voice.audience, &voice.extra_instructions]) {
        known.push('\n');
        known.push_str(own);
    }
    rule(checks, field, "invented-numbers", Level::Hard, &lost(&numbers(text), &numbers(&known)));
}

/// The rules `lost-numbers` and `lost-terms`: what `source` has stands in `text`, and so do the `terms` of it.
pub fn check_kept(checks: &mut Checks, field: &str, source: &str, text: &str, terms: &[String]) {
    rule(checks, field, "lost-numbers", Level::Hard, &lost(&numbers(source), &numbers(text)));
    let gone = terms.iter().filter(|term| source.contains(term.as_str()) && !text.contains(term.as_str()));
    let gone: Vec<String> = gone.cloned().collect();
    rule(checks, field, "lost-terms", Level::Hard, &gone);
}
