//! What can be checked by rule. A serious finding makes a text unfit to send, a minor one needs an edit.

mod facts;
mod language;
mod shape;
mod tests;
mod typography;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cases::Case;
use super::text;

/// One thing that is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub rule: String,
    pub serious: bool,
    /// Counted from 0.
    pub variant: usize,
    pub field: String,
    pub detail: String,
}

/// A part of a variant that has a text.
pub struct Part<'a> {
    pub name: &'a str,
    pub is_list: bool,
    pub is_markdown: bool,
    pub entries: Vec<&'a str>,
}

/// Parts that are addresses or lists of keywords.
const NO_PROSE: &[&str] = &[
    "slug",
    "path1",
    "path2",
    "final_url",
    "destination_url",
    "search_terms",
    "tags",
    "hashtags",
    "target_keyword",
    "ad_name",
];

impl Part<'_> {
    pub fn is_prose(&self) -> bool {
        !NO_PROSE.contains(&self.name)
    }

    pub fn text(&self) -> String {
        self.entries.join("\n")
    }
}

/// A variant with what it was made of.
pub struct Checked<'a> {
    pub tool: &'a str,
    pub case: &'a Case,
    pub parts: Vec<Part<'a>>,
    /// Everything that the user wrote.
    pub source: &'a str,
    /// Written by rule.
    pub is_draft: bool,
    variant: usize,
    findings: Vec<Finding>,
}

impl<'a> Checked<'a> {
    fn new(
        tool: &'a str,
        case: &'a Case,
        source: &'a str,
        output: &Value,
        variant: usize,
        data: &'a Value,
    ) -> Self {
        let schema = &output["properties"]["variants"]["items"]["properties"];
        let fields = data.as_object().into_iter().flatten().filter(|(name, _)| *name != "checks");
        let parts = fields.filter_map(|(name, value)| {
            let format = schema[name]["x-format"].as_str();
            let entries: Vec<&str> = match value {
                Value::String(text) => vec![text.as_str()],
                Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
                _ => return None,
            };
            let entries = entries.into_iter().filter(|entry| !entry.trim().is_empty()).collect();
            Some(Part { name, is_list: value.is_array(), is_markdown: format == Some("markdown"), entries })
        });
        Self { tool, case, parts: parts.collect(), source, is_draft: false, variant, findings: Vec::new() }
    }

    pub fn language(&self) -> &'a str {
        self.case.language()
    }

    fn add(&mut self, rule: &str, serious: bool, field: &str, detail: impl Into<String>) {
        let (rule, field, detail) = (rule.to_owned(), field.to_owned(), detail.into());
        let variant = self.variant;
        let finding = Finding { rule, serious, variant, field, detail };
        if !self.findings.contains(&finding) {
            self.findings.push(finding);
        }
    }

    pub fn serious(&mut self, rule: &str, field: &str, detail: impl Into<String>) {
        self.add(rule, true, field, detail);
    }

    pub fn minor(&mut self, rule: &str, field: &str, detail: impl Into<String>) {
        self.add(rule, false, field, detail);
    }

    /// All texts, for facts that may stand in any part.
    pub fn all(&self) -> String {
        self.parts.iter().map(Part::text).collect::<Vec<_>>().join("\n")
    }

    /// The texts of parts with prose.
    pub fn prose(&self) -> Vec<(&'a str, String)> {
        self.parts.iter().filter(|part| part.is_prose()).map(|part| (part.name, part.text())).collect()
    }
}

/// Everything that is wrong with a result.
pub fn check(tool: &str, case: &Case, output: &Value, data: &Value) -> Vec<Finding> {
    let source = case.words();
    let is_frame = data["frame"] == true;
    let mut findings = Vec::new();
    let variants = data["variants"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut texts: Vec<String> = Vec::new();
    for (place, variant) in variants.iter().enumerate() {
        let mut checked = Checked::new(tool, case, &source, output, place, variant);
        checked.is_draft = data["drafted"] == true;
        if is_frame {
            shape::frame(&mut checked);
        } else {
            shape::limits(&mut checked, variant);
            facts::check(&mut checked);
            shape::repetition(&mut checked);
            shape::counts(&mut checked, variant, data);
            shape::variants(&mut checked, &texts);
            language::check(&mut checked);
        }
        typography::check(&mut checked, is_frame);
        texts.push(shape::essence(&checked));
        findings.append(&mut checked.findings);
    }
    if !is_frame {
        facts::kept(tool, case, &texts_of(variants), &mut findings);
    }
    findings
}

/// The texts of each variant.
fn texts_of(variants: &[Value]) -> Vec<String> {
    let strings = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    };
    let fields = |variant: &Value| {
        let fields = variant.as_object().into_iter().flatten().filter(|(name, _)| *name != "checks");
        fields.map(|(_, value)| strings(value)).collect::<Vec<_>>().join("\n")
    };
    variants.iter().map(fields).collect()
}

/// The mean reading ease of a result's prose.
pub fn reading_ease(case: &Case, data: &Value) -> Option<f64> {
    let language = Some(case.language()).filter(|language| ["en", "pl"].contains(language))?;
    let texts = texts_of(data["variants"].as_array()?);
    let scores: Vec<f64> = texts.iter().map(|text| text::reading_ease(text, language)).collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}
