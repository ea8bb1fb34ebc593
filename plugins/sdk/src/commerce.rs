//! The shared parts of texts about goods and jobs: facts extracted from pasted text, drafts composed of them, and the
//! rules of Amazon's listings.
//!
//! A draft contains only the user's own points, each once: whole, as a sentence or as an entry of a list. Much material
//! makes a rich text and little material a short one.

pub mod amazon;
mod facts;
mod goods;
mod page;
mod snippets;
#[cfg(not(target_arch = "wasm32"))]
pub mod trial;

pub use facts::{entries, found, number, points, tidy, tidy_line};
pub use goods::Goods;
pub use page::{Format, Page, describe};
pub use snippets::{blurb, line, teaser};

use sitewright_sdk_macros::{Choice, Input};

use crate::brief::Brief;
use crate::check::Checks;
use crate::limit::{Level, Limit};
use crate::prompt::Prompt;
use crate::units::Unit;
use crate::voice::Voice;

/// The last fields of every form here.
#[derive(Input, Clone, Debug)]
pub struct Writing {
    #[field(flatten)]
    pub voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    pub variants: u32,
}

/// The requested length of a description.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Short,
    Medium,
    Long,
}

impl Length {
    /// Checks `text` against this length's part of a range of words.
    pub fn check(self, field: &str, text: &str, words: Limit, checks: &mut Checks) {
        checks.limit(field, self.of(words), Unit::Words.measure(text));
    }

    /// This length's part of a range: up to 40 %, up to 70 %, or from 30 % on.
    fn of(self, words: Limit) -> Limit {
        let (least, most) = (words.min.unwrap_or_default(), words.max.unwrap_or_default());
        let at = |percent: u32| least + (most - least) * percent / 100;
        match self {
            Self::Short => Limit::max(Unit::Words, at(40), words.level),
            Self::Medium => Limit::max(Unit::Words, at(70), words.level),
            Self::Long => Limit { min: Some(at(30)), max: None, ..words },
        }
    }
}

/// The shared prompt: the role `prompt.role`, these rules under `prompt`, an angle of `prompt.angles`, and the input,
/// by the names of its fields.
pub fn ask<I>(brief: &Brief<'_, I>, variant: usize, rules: &[&str], given: &[(&str, &str)]) -> Prompt {
    let prompt = rules.iter().fold(Prompt::new(brief.text("prompt.role")), |prompt, rule| {
        prompt.rule(brief.text(&["prompt.", rule].concat()))
    });
    let prompt = prompt.angle(brief.pick_text("prompt.angles", variant));
    given.iter().fold(prompt, |prompt, (field, value)| prompt.data(title(brief, field), *value))
}

/// The title of a field, in the result's language.
pub fn title<I>(brief: &Brief<'_, I>, field: &str) -> &'static str {
    brief.text(&["input.", field, ".title"].concat())
}

/// A range that is a recommendation.
pub const fn advised(unit: Unit, min: u32, max: u32) -> Limit {
    Limit::between(unit, min, max, Level::Recommended)
}

/// If no option fits, those that miss the limit by at most this much more than the best one count as equal.
const NEAR: u32 = 15;

/// The first of `options` within `limit`, otherwise the first of those that miss it least.
pub fn fitting(options: impl Iterator<Item = String>, limit: Limit) -> String {
    let options = options.filter(|option| !option.is_empty());
    nearest(options.map(|option| (limit.unit.measure(&option), option)), limit).unwrap_or_default()
}

/// Like [`fitting`], for options whose lengths are known.
pub fn nearest<T>(options: impl Iterator<Item = (u32, T)>, limit: Limit) -> Option<T> {
    let mut missing: Vec<(u32, T)> = Vec::new();
    for (length, option) in options {
        let distance = limit.distance(length);
        if distance == 0 {
            return Some(option);
        }
        missing.push((distance, option));
    }
    let least = missing.iter().map(|(distance, _)| *distance).min().unwrap_or_default();
    missing.into_iter().find(|(distance, _)| *distance <= least + NEAR).map(|(_, option)| option)
}

/// Appends those of `parts` to `text` that `fits` accepts.
pub fn grow(text: &str, parts: &[String], between: &str, fits: &dyn Fn(&str) -> bool) -> String {
    let mut grown = text.to_owned();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let between = if grown.is_empty() { "" } else { between };
        let longer = [&grown, between, part].concat();
        if fits(&longer) {
            grown = longer;
        }
    }
    grown
}

/// A limit of at most so many characters.
pub fn characters(max: u32, level: Level) -> Limit {
    Limit::max(Unit::Characters, max, level)
}

#[cfg(test)]
mod tests {
    use super::{Length, characters, fitting, grow};
    use crate::limit::{Level, Limit};
    use crate::units::Unit;

    #[test]
    fn the_first_fitting_option_is_used() {
        let limit = Limit::between(Unit::Characters, 3, 4, Level::Recommended);
        let options = |texts: [&str; 3]| texts.map(str::to_owned).into_iter();
        assert_eq!(fitting(options(["a", "abcd", "abc"]), limit), "abcd");
        assert_eq!(fitting(options(["", "abcdefg", "a"]), limit), "abcdefg");
        assert_eq!(fitting(options([&"a".repeat(40), "abcdefg", "a"]), limit), "abcdefg");
    }

    #[test]
    fn parts_are_added_whole() {
        let parts = ["long part".to_owned(), "b".to_owned()];
        let limit = characters(5, Level::Hard);
        assert_eq!(grow("a", &parts, ", ", &|text| limit.allows(limit.unit.measure(text))), "a, b");
    }

    #[test]
    fn lengths_are_shares_of_a_range() {
        let words = Limit::between(Unit::Words, 100, 500, Level::Recommended);
        assert_eq!(Length::Short.of(words).max, Some(260));
        assert_eq!(Length::Long.of(words).min, Some(220));
    }
}
