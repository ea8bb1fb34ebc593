//! The parts of one variant, as the template defines them.

use sitewright_sdk::output::{Output, Part, PartKind, PartValue, Value};

use crate::source::template;

/// The parts of a variant.
#[derive(Clone)]
pub struct Parts(Vec<Held>);

#[derive(Clone)]
enum Held {
    Text(String),
    List(Vec<String>),
}

impl Default for Parts {
    fn default() -> Self {
        let empty = |part: &Part| match part.kind {
            PartKind::List => Held::List(Vec::new()),
            _ => Held::Text(String::new()),
        };
        Self(template().parts.iter().map(empty).collect())
    }
}

impl Output for Parts {
    fn parts(&self) -> &'static [Part] {
        template().parts
    }

    fn value(&self, place: usize) -> Value<'_> {
        match self.0.get(place) {
            Some(Held::Text(text)) => text.view(),
            Some(Held::List(list)) => list.view(),
            None => Value::Text(""),
        }
    }

    fn set(&mut self, place: usize, lines: Vec<String>) {
        match self.0.get_mut(place) {
            Some(Held::Text(text)) => text.take(lines),
            Some(Held::List(list)) => list.take(lines),
            None => {}
        }
    }
}
