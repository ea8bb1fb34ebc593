//! `[[fields]]`: the fields of the form.

use serde::Serialize;
use toml::Value;

use super::source::Texts;
use crate::layout::is_snake;
use crate::node::{Both, Node};
use crate::{Code, Problem, markup};

pub(super) const ID_CHARS: usize = 40;
const MOST_FIELDS: usize = 20;
const MOST_OPTIONS: usize = 30;
const TITLE_CHARS: usize = 80;
const HELP_CHARS: usize = 300;
const EXAMPLES: usize = 5;
const EXAMPLE_CHARS: usize = 200;
pub(super) const RULE_CHARS: usize = 1000;

/// Reserved names: every generator has these; `drafted` and `checks` are keys beside the parts of a result.
const TAKEN: [&str; 9] = [
    "language",
    "tone",
    "audience",
    "extra_instructions",
    "address_form",
    "variants",
    "drafted",
    "checks",
    "emoji",
];

/// The author's name of the kind, the component's, the widget, and the maximum length.
const KINDS: [(&str, Holds, &str, u32); 7] = [
    ("text", Holds::Text, "", 1000),
    ("long-text", Holds::Text, "textarea", 20_000),
    ("url", Holds::Text, "url", 2000),
    ("list", Holds::List, "tags", 50),
    ("number", Holds::Number, "", 1_000_000),
    ("choice", Holds::Choice, "", 0),
    ("boolean", Holds::Flag, "switch", 0),
];

/// The kind of a field's value, named as in the component's `source.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Holds {
    Text,
    List,
    Number,
    Flag,
    Choice,
}

#[derive(Debug, Serialize)]
pub(super) struct Field {
    pub id: String,
    pub kind: Holds,
    pub required: bool,
    /// Folded under "More options".
    pub more: bool,
    pub min: Option<u32>,
    pub max: Option<u32>,
    pub widget: &'static str,
    pub default: Option<serde_json::Value>,
    pub options: Vec<String>,
}

impl Field {
    /// Whether it always has a value.
    pub fn is_filled(&self) -> bool {
        self.required || self.default.is_some()
    }
}

pub(super) fn read(root: &mut Node<'_>, texts: &mut Texts) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for (path, table) in root.tables("fields", 1, MOST_FIELDS) {
        let mut node = root.below(table, &path);
        let field = one(&mut node, texts);
        if let Some(field) = &field
            && (is_taken(&field.id) || fields.iter().any(|known| known.id == field.id))
        {
            node.report("id", Code::TemplateIdTaken);
        }
        node.finish();
        fields.extend(field);
    }
    fields
}

/// An id that the template chooses: lower-case words, joined by underscores.
pub(super) fn id(node: &mut Node<'_>) -> Option<String> {
    let id = node.name("id")?;
    if !is_snake(&id) || id.len() > ID_CHARS {
        node.report_with("id", Code::TemplateId, "max", ID_CHARS);
        return None;
    }
    Some(id)
}

fn one(node: &mut Node<'_>, texts: &mut Texts) -> Option<Field> {
    let id = id(node);
    let names = KINDS.map(|(name, ..)| name);
    let kind = node.one_of("kind", &names);
    let (required, more) = (node.flag("required"), node.flag("more"));
    let key = |what: &str| format!("input.{}.{what}", id.as_deref().unwrap_or_default());
    texts.put(&key("title"), node.both("title", TITLE_CHARS));
    texts.put(&key("description"), node.both_if_any("help", HELP_CHARS));
    let examples = node.both_lists("examples", EXAMPLES, EXAMPLE_CHARS);
    for text in examples.iter().flatten().flatten() {
        markup::check(text, &node.place("examples"), node.found);
    }
    texts.put_lists(&key("examples"), examples);
    let Some((_, holds, widget, longest)) = KINDS.into_iter().find(|(name, ..)| Some(*name) == kind) else {
        // Which other keys are allowed depends on the kind.
        node.allow(&["min", "max", "options", "default", "prompt"]);
        return None;
    };
    let (min, max) = bounds(node, holds, longest);
    let options = if holds == Holds::Choice { options(node, &id, texts) } else { Vec::new() };
    if holds == Holds::Flag {
        let when = format!("prompt.when.{}.on", id.as_deref().unwrap_or_default());
        texts.put(&when, rule(node));
    }
    let default = default(node, holds, &options, min, max);
    Some(Field { id: id?, kind: holds, required, more, min, max, widget, default, options })
}

/// A rule for a field whose switch is on or whose option is chosen.
fn rule(node: &mut Node<'_>) -> Option<Both> {
    let mut rule = node.inner("prompt", false)?;
    let both = crate::LANGUAGES.map(|language| rule.words(language, RULE_CHARS));
    rule.finish();
    let [en, pl] = both;
    Some([en?, pl?])
}

/// Every text field has a maximum length.
fn bounds(node: &mut Node<'_>, holds: Holds, longest: u32) -> (Option<u32>, Option<u32>) {
    match holds {
        Holds::Text | Holds::List => {
            let (min, max) = node.range(1, longest);
            (min, max.or(Some(longest.min(2000))))
        }
        Holds::Number => {
            let (min, max) = node.range(0, longest);
            (min.or(Some(0)), max.or(Some(longest)))
        }
        Holds::Flag | Holds::Choice => (None, None),
    }
}

fn options(node: &mut Node<'_>, field: &Option<String>, texts: &mut Texts) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let field = field.as_deref().unwrap_or_default();
    for (path, table) in node.tables("options", 2, MOST_OPTIONS) {
        let mut option = node.below(table, &path);
        let id = id(&mut option);
        let name = id.as_deref().unwrap_or_default();
        texts.put(&format!("input.{field}.options.{name}"), option.both("title", TITLE_CHARS));
        texts.put(&format!("prompt.when.{field}.{name}"), rule(&mut option));
        if id.as_ref().is_some_and(|id| ids.contains(id)) {
            option.report("id", Code::TemplateIdTaken);
        }
        option.finish();
        ids.extend(id);
    }
    ids
}

fn default(
    node: &mut Node<'_>,
    holds: Holds,
    options: &[String],
    min: Option<u32>,
    max: Option<u32>,
) -> Option<serde_json::Value> {
    let (least, most) = (min.unwrap_or(0), max.unwrap_or(0));
    if holds == Holds::Number {
        return node.number("default", least, most).map(Into::into);
    }
    match (holds, node.take("default")?) {
        (Holds::Text, Value::String(text)) => {
            let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
            if !(least..=most).contains(&length) {
                let place = node.place("default");
                node.found.add(Problem::at(Code::NumberWrong, place).with("min", least).with("max", most));
            }
            Some(text.into())
        }
        (Holds::Flag, Value::Boolean(flag)) => Some(flag.into()),
        (Holds::Choice, Value::String(id)) if options.contains(&id) => Some(id.into()),
        (Holds::Choice, Value::String(_)) => {
            node.report_with("default", Code::ValueUnknown, "known", options.join(", "));
            None
        }
        (holds, _) => {
            let wanted = match holds {
                Holds::Flag => "boolean",
                Holds::List => "none",
                _ => "string",
            };
            node.report_with("default", Code::FieldType, "wanted", wanted);
            None
        }
    }
}

/// The title of a table, for the parts of a result.
pub(super) fn title(node: &mut Node<'_>) -> Option<Both> {
    node.both("title", TITLE_CHARS)
}

/// Whether the SDK already has a field or a part with this name.
pub(super) fn is_taken(id: &str) -> bool {
    TAKEN.contains(&id)
}
