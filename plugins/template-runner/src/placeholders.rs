//! The `{names}` of fields in a template's texts.

use sitewright_sdk::{Joined, Parts, Phrases, fill};

use crate::order::Order;
use crate::source::template;

/// The indexes of the fields that a text names.
pub fn named(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.halves("{") {
        let name = after.halves("}").map_or("", |(name, _)| name);
        places.extend(template().fields.iter().position(|field| field.spec.name == name));
        rest = after;
    }
    places
}

/// The text with the values of the fields; inserted values are not processed again.
pub fn filled(text: &str, places: &[usize], value: impl Fn(usize) -> String) -> String {
    let values: Vec<String> = places.iter().map(|place| value(*place)).collect();
    let named: Vec<(&str, &str)> = places
        .iter()
        .zip(&values)
        .map(|(place, value)| (template().fields[*place].spec.name, value.as_str()))
        .collect();
    fill(text, &named)
}

/// Whether every field has a value for a draft.
pub fn all_shown(order: &Order, places: &[usize], phrases: Phrases) -> bool {
    places.iter().all(|place| !order.shown(*place, phrases).is_empty())
}

/// Whether every field was filled in.
pub fn all_said(order: &Order, places: &[usize], phrases: Phrases) -> bool {
    places.iter().all(|place| !order.said(*place, phrases).is_empty())
}

/// The field's title.
pub fn title(place: usize, phrases: Phrases) -> &'static str {
    phrases.text(&["input", template().fields[place].spec.name, "title"].joined("."))
}
