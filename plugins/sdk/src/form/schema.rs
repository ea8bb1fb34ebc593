//! The JSON Schema of a form.

use super::field::{Field, Kind, Preset, Spec};
use crate::json::Writer;
use crate::language::Language;
use crate::parts::Joined;
use crate::texts::Phrases;

/// Longest entry of a list, in characters.
pub(super) const LONGEST_ENTRY: u32 = 300;

/// A builder of a schema, one property after the other.
pub struct Schema<'a> {
    phrases: &'a Phrases,
    properties: Writer,
    required: Writer,
}

impl<'a> Schema<'a> {
    pub(super) fn new(phrases: &'a Phrases) -> Self {
        Self { phrases, properties: Writer::default(), required: Writer::default() }
    }

    pub(super) fn finish(self) -> String {
        let (properties, required) = (self.properties.finish(), self.required.finish());
        let mut json = Writer::default();
        json.object(|json| {
            json.key("$schema").text("https://json-schema.org/draft/2020-12/schema");
            json.key("type").text("object");
            json.key("properties").raw(&["{", &properties, "}"].concat());
            json.key("required").raw(&["[", &required, "]"].concat());
            json.key("additionalProperties").flag(false);
        });
        json.finish()
    }

    #[doc(hidden)]
    pub fn describe<F: Field>(&mut self, spec: &Spec) {
        self.property(spec, F::KIND, F::OPTIONAL);
    }

    /// Describes a field whose kind is known only when the tool runs.
    #[doc(hidden)]
    pub fn property(&mut self, spec: &Spec, kind: Kind, optional: bool) {
        let phrases = self.phrases;
        if spec.required {
            self.required.text(spec.name);
        }
        self.properties.key(spec.name).object(|json| {
            json.key("title").text(phrases.part("input", spec.name, "title").unwrap_or(spec.name));
            if let Some(text) = phrases.part("input", spec.name, "description") {
                json.key("description").text(text);
            }
            if let Some(examples) = phrases.find(&["input", spec.name, "examples"].joined(".")) {
                json.key("examples").texts(examples.iter().copied());
            }
            shape(json, spec, kind, phrases);
            preset(json, spec, kind, optional, phrases.language);
            if spec.widget == "url" {
                // Addresses with letters beyond ASCII are allowed, so this is an IRI.
                json.key("format").text("iri");
            }
            if !spec.widget.is_empty() {
                json.key("x-widget").text(spec.widget);
            }
            if spec.more {
                json.key("x-section").text("more");
            }
        });
    }
}

fn shape(json: &mut Writer, spec: &Spec, kind: Kind, phrases: &Phrases) {
    match kind {
        Kind::Text => {
            json.key("type").text("string");
            bounds(json, spec, "minLength", "maxLength");
        }
        Kind::List => {
            json.key("type").text("array").key("items").object(|json| {
                json.key("type").text("string").key("maxLength").number(i64::from(LONGEST_ENTRY));
            });
            bounds(json, spec, "minItems", "maxItems");
        }
        Kind::Number => {
            json.key("type").text("integer");
            bounds(json, spec, "minimum", "maximum");
        }
        Kind::Flag => {
            json.key("type").text("boolean");
        }
        Kind::Choice(ids) => options(json, spec, ids, phrases),
        Kind::Language => options(json, spec, Language::IDS, phrases),
    }
}

fn bounds(json: &mut Writer, spec: &Spec, least: &str, most: &str) {
    let min = match least {
        "minimum" => Some(spec.least()),
        // An optional field may be empty, whatever its minimum is for a value.
        _ => spec.min.filter(|_| spec.required),
    };
    if let Some(min) = min {
        json.key(least).number(i64::from(min));
    }
    if let Some(max) = spec.max {
        json.key(most).number(i64::from(max));
    }
}

fn options(json: &mut Writer, spec: &Spec, ids: &[&str], phrases: &Phrases) {
    json.key("type").text("string");
    json.key("oneOf").array(|json| {
        for id in ids {
            let key = ["input", spec.name, "options", id].joined(".");
            let title = phrases.find(&key).and_then(|texts| texts.first().copied());
            debug_assert!(title.is_some(), "no title for the option `{id}` of `{}`", spec.name);
            json.object(|json| {
                json.key("const").text(id).key("title").text(title.unwrap_or(id));
            });
        }
    });
}

fn preset(json: &mut Writer, spec: &Spec, kind: Kind, optional: bool, language: Language) {
    match (&spec.preset, kind) {
        (Preset::Text(text), _) => json.key("default").text(text),
        (Preset::Number(number), _) => json.key("default").number(*number),
        (Preset::Flag(flag), _) => json.key("default").flag(*flag),
        (Preset::None, Kind::Language) => json.key("default").text(language.tag()),
        (Preset::None, Kind::Choice([first, ..])) if !optional && !spec.required => {
            json.key("default").text(first)
        }
        (Preset::None, _) => json,
    };
}
