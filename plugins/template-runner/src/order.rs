//! The form: the template's own fields, then the common ones of every generator.

use sitewright_sdk::form::{Filled, Kind, Reader, Schema};
use sitewright_sdk::{Decimal, Input, Joined, Phrases, Voice};

use crate::placeholders::title;
use crate::source::template;

/// A filled-in form.
pub struct Order {
    /// In the order of the template's fields.
    values: Vec<Filled>,
    variants: u32,
    voice: Voice,
}

impl Input for Order {
    fn describe(form: &mut Schema<'_>) {
        let template = template();
        for field in &template.fields {
            form.property(&field.spec, field.kind, field.optional);
        }
        Voice::describe(form);
        if let Some(variants) = &template.variants {
            form.property(variants, Kind::Number, false);
        }
    }

    fn read(form: &mut Reader<'_>) -> Self {
        let template = template();
        let values = template.fields.iter().map(|field| form.value(&field.spec, field.kind)).collect();
        let voice = Voice::read(form);
        let variants = match template.variants.as_ref().map(|spec| form.value(spec, Kind::Number)) {
            Some(Filled::Number(number)) => u32::try_from(number).unwrap_or(1),
            _ => 1,
        };
        Self { values, variants, voice }
    }

    fn voice(&self) -> Option<&Voice> {
        Some(&self.voice)
    }

    fn variants(&self) -> Option<u32> {
        Some(self.variants)
    }
}

impl Order {
    /// The text at an index of the form; empty if there is none.
    pub fn text(&self, place: usize) -> &str {
        if let Some(Filled::Text(text)) = self.values.get(place) { text } else { "" }
    }

    /// The entries at an index of the form.
    pub fn list(&self, place: usize) -> Option<&[String]> {
        if let Some(Filled::List(list)) = self.values.get(place) { Some(list) } else { None }
    }

    /// The number at an index of the form.
    pub fn number(&self, place: usize) -> Option<usize> {
        if let Some(Filled::Number(number)) = self.values.get(place) {
            usize::try_from(*number).ok()
        } else {
            None
        }
    }

    pub fn is_on(&self, place: usize) -> bool {
        matches!(self.values.get(place), Some(Filled::Flag(true)))
    }

    /// The name of the option that was chosen.
    pub fn option(&self, place: usize) -> Option<&'static str> {
        match (self.values.get(place)?, template().fields[place].kind) {
            (Filled::Choice(option), Kind::Choice(ids)) => ids.get(*option).copied(),
            _ => None,
        }
    }

    /// The value in a draft: like [`Self::said`]; a switch that is on is its own title.
    pub fn shown(&self, place: usize, phrases: Phrases) -> String {
        if self.is_on(place) { title(place, phrases).to_owned() } else { self.said(place, phrases) }
    }

    /// The value as text; empty if nothing was filled in.
    pub fn said(&self, place: usize, phrases: Phrases) -> String {
        match self.values.get(place) {
            Some(Filled::Text(text)) => text.clone(),
            Some(Filled::List(list)) => list.joined(", "),
            Some(Filled::Number(number)) => number.decimal(),
            Some(Filled::Choice(_)) => {
                let option = self.option(place).unwrap_or_default();
                phrases
                    .text(&["input", template().fields[place].spec.name, "options", option].joined("."))
                    .to_owned()
            }
            _ => String::new(),
        }
    }
}
