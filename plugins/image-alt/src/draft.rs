//! The text without a model that sees: the product and those of its features that an image shows.

use sitewright_sdk::commerce::{grow, points, tidy_line};
use sitewright_sdk::units::{graphemes, is_lower, lower, lower_letter};
use sitewright_sdk::{Brief, Parts as _, Words, words};

use crate::Order;
use crate::clean::{fitted, line};

/// Attributes that an image shows, by the names that shops give them.
const VISIBLE: Words = words![
    "kolor",
    "barwa",
    "materiał",
    "wzór",
    "kształt",
    "styl",
    "wykończenie",
    "fason",
    "krój",
    "color",
    "colour",
    "material",
    "pattern",
    "shape",
    "style",
    "finish",
    "cut",
];

/// The longest feature of an alternative text, in characters.
const LONGEST: usize = 60;

pub fn alternative(brief: &Brief<'_, Order>) -> String {
    let max = brief.max_length as usize;
    let name = line(&tidy_line(&brief.title));
    let name = if graphemes(&name) > max { fitted(&name, max) } else { name };
    let mut said = lower(&name);
    let mut traits: Vec<String> = Vec::new();
    for point in points(&brief.features) {
        let Some(feature) = visible(&point).map(|feature| line(&feature)) else { continue };
        let known = lower(&feature);
        if graphemes(&feature) <= LONGEST && !said.has(&known) && !brief.is_avoided(&feature) {
            said.push_str(&known);
            traits.push(feature);
        }
    }
    grow(&name, &traits, ", ", &|text| graphemes(text) <= max)
}

/// A feature that an image shows: none with a number, and of named ones the values of those that are seen.
fn visible(point: &str) -> Option<String> {
    if point.contains(|sign: char| sign.is_ascii_digit()) {
        return None;
    }
    let Some((name, value)) = point.halves(": ") else { return Some(point.to_owned()) };
    let mut letters = value.chars();
    let first = letters.next().filter(|_| VISIBLE.contains(&lower(name.trim())))?;
    // "Black" as a part of a sentence; "PVC" stays.
    let is_word = letters.as_str().chars().next().is_none_or(is_lower);
    let first = if is_word { lower_letter(first) } else { first };
    Some([&first.to_string(), letters.as_str()].concat())
}
