//! The text without a model that sees: the product and those of its features that an image shows.

use sitewright_sdk::commerce::{grow, points, tidy_line};
use sitewright_sdk::units::{graphemes, is_lower, lower, lower_letter};
use sitewright_sdk::{Brief, Parts as _, Words, words};

use crate::Order;
use crate::clean::{cut, line};

/// Attributes that an image shows and whose value says enough, by the names that shops give them.
const VISIBLE: Words = words![
    "materiał",
    "wzór",
    "kształt",
    "color",
    "colour",
    "material",
    "pattern",
    "shape",
    "style",
    "finish",
    "cut",
];
/// Polish ones whose value is an adjective of the name, not of the product.
const NAMED: Words = words!["kolor", "barwa", "styl", "wykończenie", "fason", "krój"];

/// The longest feature of an alternative text, in characters.
const LONGEST: usize = 60;

pub fn alternative(brief: &Brief<'_, Order>) -> String {
    let max = brief.max_length as usize;
    let name = line(&tidy_line(&brief.title));
    let name = cut(&name, max);
    let mut said = lower(&name);
    let mut traits: Vec<String> = Vec::new();
    for point in points(&brief.features) {
        let Some(feature) = visible(&point).map(|feature| line(&feature)) else { continue };
        let known = lower(&feature);
        if graphemes(&feature) <= LONGEST && !said.has(&known) && !brief.is_avoided(&feature) {
            said.push_str(&[" ", &known].concat());
            traits.push(feature);
        }
    }
    grow(&name, &traits, ", ", &|text| graphemes(text) <= max)
}

/// A feature that an image shows: none with a number, and of named ones those that are seen.
fn visible(point: &str) -> Option<String> {
    if point.ends_with(':') || point.contains(|sign: char| sign.is_ascii_digit()) {
        return None;
    }
    let Some((name, value)) = point.halves(": ") else { return Some(point.to_owned()) };
    let (name, value) = (lower(name.trim()), uncapitalized(value));
    match () {
        () if NAMED.contains(&name) => Some([&name, " ", &value].concat()),
        () => VISIBLE.contains(&name).then_some(value),
    }
}

/// "Black" as a part of a sentence; "PVC" stays.
fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    let Some(first) = letters.next() else { return String::new() };
    let is_word = letters.as_str().chars().next().is_none_or(is_lower);
    let mut out = String::with_capacity(text.len());
    out.push(if is_word { lower_letter(first) } else { first });
    out.push_str(letters.as_str());
    out
}
