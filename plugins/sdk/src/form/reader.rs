//! Reads a filled-in form and collects all its errors.

use crate::parts::{Joined, Parts};
use std::borrow::Cow;

use super::field::{Field, Filled, Kind, Preset, Spec};
use super::schema::LONGEST_ENTRY;
use crate::decimal::Decimal;
use crate::host::{Failure, FieldError};
use crate::json::Value;
use crate::language::Language;
use crate::scan::{self, Class};
use crate::signs::visible;
use crate::template::fill;
use crate::texts::Phrases;

/// The values of a form and the errors found so far.
pub struct Reader<'a> {
    values: Vec<(Cow<'a, str>, Value<'a>)>,
    screen: &'a Phrases,
    fallback: Language,
    errors: Vec<FieldError>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        values: Vec<(Cow<'a, str>, Value<'a>)>,
        screen: &'a Phrases,
        fallback: Language,
    ) -> Self {
        Self { values, screen, fallback, errors: Vec::new() }
    }

    /// Fails with every error found, unknown fields included.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        for name in std::mem::take(&mut self.values).into_iter().map(|(name, _)| name) {
            self.report(&name, "unknown", None);
        }
        if self.errors.is_empty() { Ok(()) } else { Err(Failure::InvalidInput(self.errors)) }
    }

    #[doc(hidden)]
    pub fn read<F: Field>(&mut self, spec: &Spec) -> F {
        F::from(self.value(spec, F::KIND))
    }

    /// Reads a field whose kind is known only when the tool runs.
    #[doc(hidden)]
    pub fn value(&mut self, spec: &Spec, kind: Kind) -> Filled {
        let found = match (self.remove(spec.name), kind) {
            (Value::Null, _) => Some(self.absent(spec, kind)),
            (Value::Text(text), Kind::Text) => Some(self.text(spec, &text)),
            (Value::List(list), Kind::List) => self.list(spec, list),
            (Value::Number(number, _), Kind::Number) => number.map(|number| self.number(spec, number)),
            (Value::Flag(flag), Kind::Flag) => Some(Filled::Flag(flag)),
            (Value::Text(id), Kind::Choice(ids)) => Some(self.option(spec, &id, ids)),
            (Value::Text(id), Kind::Language) => Some(self.option(spec, &id, Language::IDS)),
            _ => None,
        };
        found.unwrap_or_else(|| {
            self.report(spec.name, "wrong-type", None);
            Filled::Absent
        })
    }

    /// Removes a value; the values that are left at the end are unknown fields.
    fn remove(&mut self, name: &str) -> Value<'a> {
        let place = self.values.iter().position(|(known, _)| known == name);
        place.map_or(Value::Null, |place| self.values.swap_remove(place).1)
    }

    fn absent(&mut self, spec: &Spec, kind: Kind) -> Filled {
        if spec.required {
            self.report(spec.name, "required", None);
        }
        match (&spec.preset, kind) {
            (_, Kind::Language) => Filled::Choice(self.fallback as usize),
            (Preset::Text(id), Kind::Choice(ids)) => place(id, ids).map_or(Filled::Absent, Filled::Choice),
            (Preset::Text(text), _) => Filled::Text((*text).to_owned()),
            (Preset::Number(number), _) => Filled::Number(*number),
            (Preset::Flag(flag), _) => Filled::Flag(*flag),
            (Preset::None, _) => Filled::Absent,
        }
    }

    fn text(&mut self, spec: &Spec, text: &str) -> Filled {
        let (text, length) = tidy(text);
        if spec.required && length == 0 {
            self.report(spec.name, "required", None);
        } else if spec.min.is_some_and(|min| length > 0 && length < min) {
            self.report(spec.name, "too-short", spec.min);
        } else if spec.max.is_some_and(|max| length > max) {
            self.report(spec.name, "too-long", spec.max);
        } else if spec.widget == "url" && length > 0 && !is_address(&text) {
            self.report(spec.name, "not-an-address", None);
        }
        Filled::Text(text)
    }

    /// `None` if an entry is not a text.
    fn list(&mut self, spec: &Spec, list: Vec<Value<'_>>) -> Option<Filled> {
        let mut entries: Vec<String> = Vec::with_capacity(list.len());
        for (place, entry) in list.iter().enumerate() {
            let Value::Text(entry) = entry else { return None };
            let (entry, length) = tidy(entry);
            if length > LONGEST_ENTRY {
                self.report(&[spec.name, "/", &place.decimal()].concat(), "too-long", Some(LONGEST_ENTRY));
            }
            if !entry.is_empty() && !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
        if spec.required && entries.is_empty() {
            self.report(spec.name, "required", None);
        } else if spec.max.is_some_and(|max| count > max) {
            self.report(spec.name, "too-many", spec.max);
        } else if spec.min.is_some_and(|min| !entries.is_empty() && count < min) {
            self.report(spec.name, "too-few", spec.min);
        }
        Some(Filled::List(entries))
    }

    fn number(&mut self, spec: &Spec, number: i64) -> Filled {
        if number < i64::from(spec.least()) {
            self.report(spec.name, "too-small", Some(spec.least()));
        } else if spec.max.is_some_and(|max| number > i64::from(max)) {
            self.report(spec.name, "too-large", spec.max);
        }
        Filled::Number(number)
    }

    fn option(&mut self, spec: &Spec, id: &str, ids: &[&str]) -> Filled {
        place(id, ids).map(Filled::Choice).unwrap_or_else(|| {
            self.report(spec.name, "not-an-option", None);
            Filled::Absent
        })
    }

    fn report(&mut self, path: &str, problem: &str, bound: Option<u32>) {
        let message = self.screen.text(&["input-errors", problem].joined("."));
        let message = fill(message, &[("bound", &bound.unwrap_or_default().decimal())]);
        self.errors.push(FieldError { pointer: ["/", path].concat(), message });
    }
}

fn place(id: &str, ids: &[&str]) -> Option<usize> {
    ids.iter().position(|known| *known == id)
}

/// Removes surrounding white space and invisible characters and unifies line breaks; the rest is unchanged. Returns
/// the text and its length in characters.
fn tidy(text: &str) -> (String, u32) {
    let has_returns = scan::find(text.as_bytes(), Class::of([b'\r'])).is_some();
    let unified = has_returns.then(|| text.with("\r\n", "\n").with("\r", "\n"));
    let text = visible(unified.as_deref().unwrap_or(text));
    let text = text.trim();
    let length = if text.is_ascii() { text.len() } else { text.chars().count() };
    (text.to_owned(), u32::try_from(length).unwrap_or(u32::MAX))
}

/// A web address as users type it: `https://…`, `http://…` or a bare `shop.example/path`.
fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    let labels = host.split('.').all(|label| {
        !label.is_empty() && label.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    });
    labels && host.has(".") && !text.contains(char::is_whitespace)
}
