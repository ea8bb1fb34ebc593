//! The template in the host's format.
//!
//! The host made this JSON itself, from a `template.toml` that it checked, so nothing is checked again: missing
//! values are empty. Everything is kept as long as the component lives, which is one call.

use std::cell::Cell;

use sitewright_sdk::form::{Kind, Preset, Spec};
use sitewright_sdk::json::{self, Value};
use sitewright_sdk::output::{Part, PartKind};
use sitewright_sdk::{Level, Limit, Texts, Unit};

/// A template that is ready to run.
#[derive(Default)]
pub struct Loaded {
    pub fields: Vec<Asked>,
    /// The number of variants, if the user chooses it.
    pub variants: Option<Spec>,
    pub parts: &'static [Part],
    /// The index of the field that is the subject of the result.
    pub subject: usize,
    pub texts: Texts,
    pub max_words: u32,
    pub temperature: Option<f32>,
    pub has_drafts: bool,
}

/// A field of the form.
pub struct Asked {
    pub spec: Spec,
    pub kind: Kind,
    /// An empty choice stays empty.
    pub optional: bool,
}

thread_local! {
    static LOADED: Cell<Option<&'static Loaded>> = const { Cell::new(None) };
}

/// The template of this call.
pub fn template() -> &'static Loaded {
    LOADED.get().unwrap_or_else(|| load("{}".to_owned()))
}

/// Sets the template of the following calls.
pub fn load(source: String) -> &'static Loaded {
    let source = Source(json::parse(source.leak()).unwrap_or(Value::Null));
    let fields: Vec<Asked> = source.list("fields").map(asked).collect();
    let subject = source.text("subject");
    let texts = source.list("texts").map(entries);
    let mut texts = texts.chain([Vec::new(), Vec::new()]);
    let loaded = Loaded {
        subject: fields.iter().position(|field| field.spec.name == subject).unwrap_or(0),
        fields,
        variants: source.member("variants").map(variants),
        parts: source.list("parts").map(part).collect::<Vec<_>>().leak(),
        texts: Texts::of([texts.next().unwrap_or_default(), texts.next().unwrap_or_default()]),
        max_words: source.number("max_words").unwrap_or_default(),
        temperature: source.number("temperature").map(|percent| percent as f32 / 100.0),
        has_drafts: source.flag("has_drafts"),
    };
    let loaded: &'static Loaded = Box::leak(Box::new(loaded));
    LOADED.set(Some(loaded));
    loaded
}

fn asked(field: Source) -> Asked {
    let kind = match field.text("kind") {
        "list" => Kind::List,
        "number" => Kind::Number,
        "flag" => Kind::Flag,
        "choice" => Kind::Choice(field.texts("options").leak()),
        _ => Kind::Text,
    };
    let preset = match field.member("default").map(|preset| preset.0) {
        Some(Value::Text(text)) => Preset::Text(kept(text)),
        Some(Value::Number(Some(number), _)) => Preset::Number(number),
        Some(Value::Flag(flag)) => Preset::Flag(flag),
        _ => Preset::None,
    };
    let required = field.flag("required");
    let optional = !required && matches!(preset, Preset::None);
    let (min, max) = (field.number("min"), field.number("max"));
    let (name, widget, more) = (field.text("id"), field.text("widget"), field.flag("more"));
    Asked { spec: Spec { name, required, more, min, max, widget, preset }, kind, optional }
}

fn variants(number: Source) -> Spec {
    let preset = Preset::Number(i64::from(number.number("default").unwrap_or(1)));
    let max = number.number("max");
    Spec { name: "variants", required: false, more: false, min: Some(1), max, widget: "", preset }
}

fn part(part: Source) -> Part {
    Part {
        name: part.text("id"),
        format: part.text("format"),
        computed: false,
        optional: part.flag("optional"),
        blocks: part.flag("blocks"),
        kind: if part.text("kind") == "list" { PartKind::List } else { PartKind::Text },
        limits: part.list("limits").filter_map(limit).collect::<Vec<_>>().leak(),
    }
}

fn limit(limit: Source) -> Option<Limit> {
    let unit = match limit.text("unit") {
        "characters" => Unit::Characters,
        "utf16" => Unit::Utf16,
        "bytes" => Unit::Bytes,
        "words" => Unit::Words,
        "weighted" => Unit::Weighted,
        "width" => Unit::Width,
        "pixels_title" => Unit::PixelsTitle,
        "pixels_description" => Unit::PixelsDescription,
        "items" => Unit::Items,
        _ => return None,
    };
    let level = match limit.text("level") {
        "hard" => Level::Hard,
        "platform" => Level::Platform,
        _ => Level::Recommended,
    };
    Some(Limit { unit, min: limit.number("min"), max: limit.number("max"), level })
}

/// The texts of one language: lists of a key and its texts.
fn entries(language: Source) -> Vec<(&'static str, &'static [&'static str])> {
    let Value::List(entries) = language.0 else { return Vec::new() };
    let entry = |entry| {
        let texts: &'static [&'static str] = texts(entry).leak();
        texts.split_first().map(|(key, texts)| (*key, texts))
    };
    entries.into_iter().filter_map(entry).collect()
}

fn texts(list: Value<'static>) -> Vec<&'static str> {
    let Value::List(list) = list else { return Vec::new() };
    let text = |entry| if let Value::Text(text) = entry { Some(kept(text)) } else { None };
    list.into_iter().filter_map(text).collect()
}

fn kept(text: std::borrow::Cow<'static, str>) -> &'static str {
    match text {
        std::borrow::Cow::Borrowed(text) => text,
        std::borrow::Cow::Owned(text) => text.leak(),
    }
}

/// A part of the JSON.
struct Source(Value<'static>);

impl Source {
    fn member(&self, name: &str) -> Option<Source> {
        let Value::Object(members) = &self.0 else { return None };
        let value = members.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        value.filter(|value| *value != Value::Null).map(Source)
    }

    fn text(&self, name: &str) -> &'static str {
        if let Some(Source(Value::Text(text))) = self.member(name) { kept(text) } else { "" }
    }

    fn texts(&self, name: &str) -> Vec<&'static str> {
        self.member(name).map(|list| texts(list.0)).unwrap_or_default()
    }

    fn list(&self, name: &str) -> impl Iterator<Item = Source> + use<> {
        let list = match self.member(name) {
            Some(Source(Value::List(list))) => list,
            _ => Vec::new(),
        };
        list.into_iter().map(Source)
    }

    fn number(&self, name: &str) -> Option<u32> {
        let Some(Source(Value::Number(Some(number), _))) = self.member(name) else { return None };
        u32::try_from(number).ok()
    }

    fn flag(&self, name: &str) -> bool {
        matches!(self.member(name), Some(Source(Value::Flag(true))))
    }
}
