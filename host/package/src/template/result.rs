//! `[result]`: the parts of one variant, and the number of variants.

use serde::Serialize;

use super::field::{self, Field, Holds};
use super::source::Texts;
use crate::Code;
use crate::node::{Both, Node};

const MOST_PARTS: usize = 12;
const MOST_LIMITS: usize = 6;
const MOST_VARIANTS: u32 = 10;
const MOST_LABELS: usize = 10;
const LABEL_CHARS: usize = 60;
/// The maximum of all limits.
const LONGEST: u32 = 1_000_000;

/// The SDK's units. A limit in items counts the entries of a list.
const UNITS: [&str; 9] = [
    "characters",
    "utf16",
    "bytes",
    "words",
    "weighted",
    "width",
    "pixels_title",
    "pixels_description",
    "items",
];
const LEVELS: [&str; 3] = ["hard", "platform", "recommended"];
const FORMATS: [&str; 2] = ["plain", "markdown"];
const KINDS: [&str; 2] = ["text", "list"];

#[derive(Default)]
pub(super) struct Shape {
    pub variants: Option<Variants>,
    pub parts: Vec<Part>,
    pub subject: String,
}

#[derive(Serialize)]
pub(super) struct Variants {
    default: u32,
    max: u32,
}

#[derive(Serialize)]
pub(super) struct Part {
    pub id: String,
    pub kind: &'static str,
    format: &'static str,
    pub optional: bool,
    blocks: bool,
    limits: Vec<Limit>,
}

impl Part {
    pub fn is_list(&self) -> bool {
        self.kind == "list"
    }
}

#[derive(Serialize)]
struct Limit {
    unit: &'static str,
    level: &'static str,
    min: Option<u32>,
    max: Option<u32>,
}

pub(super) fn read(root: &mut Node<'_>, fields: &[Field], texts: &mut Texts) -> Shape {
    let Some(mut node) = root.inner("result", true) else { return Shape::default() };
    let subject = node.name("subject");
    let is_subject = |field: &&Field| field.kind == Holds::Text && field.required;
    if subject.as_ref().is_some_and(|id| !fields.iter().filter(is_subject).any(|field| field.id == *id)) {
        node.report("subject", Code::SubjectWrong);
    }
    let variants = variants(&mut node);
    let mut titles: Vec<Both> = Vec::new();
    let mut parts: Vec<Part> = Vec::new();
    for (path, table) in node.tables("parts", 1, MOST_PARTS) {
        let mut node = node.below(table, &path);
        let part = part(&mut node, &mut titles, texts);
        if part
            .as_ref()
            .is_some_and(|part| field::is_taken(&part.id) || parts.iter().any(|known| known.id == part.id))
        {
            node.report("id", Code::TemplateIdTaken);
        }
        node.finish();
        parts.extend(part);
    }
    node.finish();
    Shape { variants, parts, subject: subject.unwrap_or_default() }
}

fn variants(node: &mut Node<'_>) -> Option<Variants> {
    let mut variants = node.inner("variants", false)?;
    let max = variants.number("max", 2, MOST_VARIANTS).unwrap_or(MOST_VARIANTS);
    let default = variants.number("default", 1, max).unwrap_or(1);
    variants.finish();
    Some(Variants { default, max })
}

fn part(node: &mut Node<'_>, titles: &mut Vec<Both>, texts: &mut Texts) -> Option<Part> {
    let id = field::id(node);
    let kind = if node.has("kind") { node.one_of("kind", &KINDS) } else { Some(KINDS[0]) };
    let format = if node.has("format") { node.one_of("format", &FORMATS) } else { Some(FORMATS[0]) };
    let (optional, blocks) = (node.flag("optional"), node.flag("blocks"));
    if blocks && kind == Some(KINDS[0]) {
        node.report_with("blocks", Code::NotForThis, "kind", "list");
    }
    let key = |what: &str| format!("output.{}.{what}", id.as_deref().unwrap_or_default());
    let title = field::title(node);
    if let Some(title) = &title {
        check_title(node, title, titles);
        titles.push(title.clone());
    }
    texts.put(&key("title"), title);
    texts.put_lists(&key("labels"), node.both_lists("labels", MOST_LABELS, LABEL_CHARS));
    let mut limits = Vec::new();
    for (path, table) in node.tables("limits", 0, MOST_LIMITS) {
        let mut node = node.below(table, &path);
        limits.extend(limit(&mut node, kind == Some("list")));
        node.finish();
    }
    Some(Part { id: id?, kind: kind?, format: format?, optional, blocks, limits })
}

/// The model writes each part under its title, by which the answer is parsed.
fn check_title(node: &mut Node<'_>, title: &Both, others: &[Both]) {
    let same = |other: &Both| {
        title.iter().zip(other).any(|(here, there)| here.to_lowercase() == there.to_lowercase())
    };
    if title.iter().any(|text| text.contains([':', '\n', '*', '#', '_'])) || others.iter().any(same) {
        node.report("title", Code::TitleWrong);
    }
}

fn limit(node: &mut Node<'_>, is_list: bool) -> Option<Limit> {
    let unit = node.one_of("unit", &UNITS);
    if unit == Some("items") && !is_list {
        node.report_with("unit", Code::NotForThis, "kind", "list");
    }
    let level = node.one_of("level", &LEVELS);
    if !node.has("min") && !node.has("max") {
        node.report("max", Code::FieldMissing);
    }
    let (min, max) = node.range(1, LONGEST);
    Some(Limit { unit: unit?, level: level?, min, max })
}
