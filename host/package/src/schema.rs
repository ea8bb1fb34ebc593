//! The JSON Schemas of a description: they must be small, simple and valid.

mod answer;
mod work;

use std::collections::BTreeMap;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

use crate::{Code, Limits, Problem, Problems, json, markup};

/// With any of these keywords, a schema of a kilobyte can take very long to check a value; references can also load
/// files and addresses.
const ENDLESS: [&str; 5] =
    ["$ref", "$dynamicRef", "$recursiveRef", "unevaluatedProperties", "unevaluatedItems"];
/// Keywords whose value has keys that the author chooses.
const NAMING: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/// Keywords whose value is data, not text.
const VALUES: [&str; 4] = ["const", "enum", "default", "examples"];
/// The maximum size of a compiled pattern in bytes.
const PATTERN_BYTES: usize = 256 << 10;
/// The maximum number of violations that are reported for one value.
const MAX_VIOLATIONS: usize = 10;

pub use answer::AnswerSchema;
pub use work::{MOST_WORK, Work};

/// Checks a schema of a description, and a value against it: both are JSON texts.
pub fn check_schema(schema: &str, value: &str, limits: &Limits) -> Vec<Problem> {
    let mut found = Problems::default();
    let schema = Schema::read(schema, "schema", limits, &mut found);
    if let (Some(schema), Some(value)) = (schema, json::read(value.as_bytes(), "value", &mut found)) {
        schema.check(&value, "value", &mut found);
    }
    found.into_list()
}

/// A valid schema.
pub(crate) struct Schema {
    validator: Validator,
    work: Work,
    shape: BTreeMap<String, String>,
}

impl Schema {
    pub fn read(text: &str, place: &str, limits: &Limits, found: &mut Problems) -> Option<Self> {
        let (document, refused) = read(text, place, limits, found)?;
        if document["type"] != "object" {
            found.at(place, Code::SchemaNotAnObject);
        }
        if refused {
            return None;
        }
        let validator = compile(&document, PATTERN_BYTES, place, found)?;
        let mut parts = BTreeMap::new();
        shape(&document, "", &mut parts);
        Some(Self { validator, work: Work::of(&document), shape: parts })
    }

    /// Reports every rule that a value violates, with its location in the value.
    pub fn check(&self, value: &Value, place: &str, found: &mut Problems) {
        if self.work.on(value) > MOST_WORK {
            return found.add(Problem::at(Code::ExampleUnfit, place).with("rule", "size"));
        }
        for error in self.validator.iter_errors(value).take(MAX_VIOLATIONS) {
            let at = error.instance_path().as_str().trim_start_matches('/').to_owned();
            let at = if at.is_empty() { place.to_owned() } else { format!("{place}/{at}") };
            found.add(Problem::at(Code::ExampleUnfit, at).with("rule", error.kind().keyword()));
        }
    }

    /// Reports the differences between the fields of this schema and those of another language.
    pub fn compare(&self, other: &Self, place: &str, other_name: &str, found: &mut Problems) {
        for (path, kind) in &other.shape {
            if self.shape.get(path) != Some(kind) {
                let problem = Problem::at(Code::SchemaDiffers, format!("{place}{path}"));
                found.add(problem.with("other", other_name));
            }
        }
    }
}

/// Parses a schema and checks every part of it. True if it must not be compiled.
fn read(text: &str, place: &str, limits: &Limits, found: &mut Problems) -> Option<(Value, bool)> {
    if text.len() as u64 > limits.schema_bytes {
        found.add(Problem::at(Code::SchemaTooLarge, place).with("max_kb", limits.schema_bytes >> 10));
        return None;
    }
    if json::depth(text) > limits.schema_depth {
        found.add(Problem::at(Code::SchemaTooDeep, place).with("max", limits.schema_depth));
        return None;
    }
    let document: Value = json::read(text.as_bytes(), place, found)?;
    let mut walk = Walk { place, found, fields: 0, refused: false };
    walk.schema(&document, "");
    let (fields, refused) = (walk.fields, walk.refused);
    if fields > limits.schema_fields {
        found.add(Problem::at(Code::SchemaTooManyFields, place).with("max", limits.schema_fields));
    }
    Some((document, refused || fields > limits.schema_fields))
}

/// `pattern_bytes` limits each compiled pattern.
fn compile(document: &Value, pattern_bytes: usize, place: &str, found: &mut Problems) -> Option<Validator> {
    if let Err(error) = jsonschema::draft202012::meta::validate(document) {
        found.at(format!("{place}{}", error.instance_path().as_str()), Code::SchemaMalformed);
        return None;
    }
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        // Linear in the text for every pattern.
        .with_pattern_options(PatternOptions::regex().size_limit(pattern_bytes))
        .build(document)
        .map_err(|_| found.at(place, Code::SchemaMalformed))
        .ok()
}

/// Checks every part of a schema, whose depth was already checked.
struct Walk<'a> {
    place: &'a str,
    found: &'a mut Problems,
    /// Fields and patterns; each takes time to prepare.
    fields: usize,
    refused: bool,
}

impl Walk<'_> {
    fn schema(&mut self, part: &Value, path: &str) {
        match part {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                self.keyword(name, value, &format!("{path}/{name}"));
            }),
            Value::Array(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.schema(part, &format!("{path}/{index}"));
                }
            }
            Value::String(text) => markup::check(text, &format!("{}{path}", self.place), self.found),
            _ => {}
        }
    }

    fn keyword(&mut self, name: &str, value: &Value, path: &str) {
        if ENDLESS.contains(&name) {
            self.refused = true;
            let problem = Problem::at(Code::SchemaKeyword, format!("{}{path}", self.place));
            return self.found.add(problem.with("keyword", name));
        }
        match value {
            // The author names these keys: a field may be called `$ref`.
            Value::Object(parts) if NAMING.contains(&name) => {
                self.fields += parts.len();
                for name in parts.keys() {
                    markup::check_seen(name, &format!("{}{path}", self.place), self.found);
                }
                parts.iter().for_each(|(name, part)| self.schema(part, &format!("{path}/{name}")));
            }
            Value::String(_) if name == "pattern" => self.fields += 1,
            _ if VALUES.contains(&name) => {}
            _ => self.schema(value, path),
        }
    }
}

/// The fields of a form by their paths, with their types and whether they are required.
fn shape(schema: &Value, path: &str, parts: &mut BTreeMap<String, String>) {
    let required = schema["required"].as_array();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}/properties/{name}");
        let must = required.is_some_and(|names| names.iter().any(|known| known == name));
        parts.insert(path.clone(), format!("{} {must}", field["type"]));
        shape(field, &path, parts);
    }
    if schema["items"].is_object() {
        shape(&schema["items"], &format!("{path}/items"), parts);
    }
}
