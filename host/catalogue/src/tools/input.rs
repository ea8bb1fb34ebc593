//! The input of a run: completed with the schema's defaults and validated, with every error at its field.

use std::sync::Arc;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::described::Described;
use super::schema::{Effort, Schema, aside};
use crate::platform::error::MOST_FIELDS;
use crate::platform::prelude::*;

/// The field for the language of the text, used by every writing tool.
pub const LANGUAGE: &str = "language";
/// Deepest nesting of values.
const DEEPEST: usize = 32;

/// The same as [`prepare`], on a blocking thread if it may take long: for request handlers.
pub async fn prepare_aside(described: &Arc<Described>, locale: Locale, input: Value) -> Result<String> {
    if described.text(locale).input.effort(&input) != Effort::Long {
        return prepare(&described.text(locale).input, input);
    }
    let described = described.clone();
    aside(move || prepare(&described.text(locale).input, input)).await?
}

/// Completes and validates an input. Field names begin with `input.`, as in the request; at most [`MOST_FIELDS`] of
/// them are reported.
pub fn prepare(schema: &Schema, input: Value) -> Result<String> {
    let Value::Object(mut input) = input else {
        return Err(Problem::invalid_field("input", Text::key("validation.wrong-type")));
    };
    add_defaults(schema.document(), &mut input, 0);
    let mut input = Value::Object(input);
    make_whole(&mut input, 0);
    let is_too_much = schema.effort(&input) == Effort::TooMuch;
    refuse_if(is_too_much, || Problem::invalid_field("input", Text::key("validation.too-much")))?;
    let mut errors = FieldErrors::new();
    for error in schema.validator().iter_errors(&input) {
        if errors.len() >= MOST_FIELDS {
            break;
        }
        for (field, text) in messages(&error, schema.document()) {
            let texts = errors.entry(field).or_default();
            // `required` and `minLength` of one field would both be reported.
            if !texts.contains(&text) && texts.len() < 3 {
                texts.push(text);
            }
        }
    }
    if errors.is_empty() { Ok(input.to_string()) } else { Err(Problem::invalid(errors)) }
}

/// Sets the language field if it is absent and the tool supports the language. Only the primary subtag counts: for
/// `pt-BR` a tool that writes `pt` is good enough.
pub fn prefer_language(schema: &Schema, input: &mut Value, tag: &str) {
    let Some(input) = input.as_object_mut() else { return };
    let tag = tag.split('-').next().unwrap_or(tag);
    if input.get(LANGUAGE).is_none_or(Value::is_null) && offers_language(schema, tag) {
        input.insert(LANGUAGE.to_owned(), tag.into());
    }
}

/// Whether the tool has a language field with this choice.
pub fn offers_language(schema: &Schema, tag: &str) -> bool {
    let field = &schema.document()["properties"][LANGUAGE];
    let listed = field["oneOf"].as_array().into_iter().flatten().map(|choice| &choice["const"]);
    listed.chain(field["enum"].as_array().into_iter().flatten()).any(|choice| choice == tag)
}

/// Sets absent or null fields with a default; in nested objects too.
fn add_defaults(schema: &Value, input: &mut Map<String, Value>, depth: usize) {
    let Some(properties) = schema["properties"].as_object().filter(|_| depth < DEEPEST) else { return };
    for (name, property) in properties {
        let empty = input.get(name).is_none_or(Value::is_null);
        match property.get("default") {
            Some(default) if empty => drop(input.insert(name.clone(), default.clone())),
            // A form sends null for an empty field; such a field is removed.
            None if empty && !allows_null(property) => drop(input.remove(name)),
            _ => {}
        }
        if let Some(Value::Object(inner)) = input.get_mut(name) {
            add_defaults(property, inner, depth + 1);
        }
    }
}

fn allows_null(property: &Value) -> bool {
    match &property["type"] {
        Value::String(name) => name == "null",
        Value::Array(names) => names.iter().any(|name| name == "null"),
        _ => property.get("type").is_none(),
    }
}

/// 19.0 is an integer in JSON Schema, but not for every decoder, so integers are written without a point.
fn make_whole(value: &mut Value, depth: usize) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(float) = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= EXACT)
            {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(items) if depth < DEEPEST => {
            items.iter_mut().for_each(|item| make_whole(item, depth + 1))
        }
        Value::Object(fields) if depth < DEEPEST => {
            fields.values_mut().for_each(|field| make_whole(field, depth + 1))
        }
        _ => {}
    }
}

/// A JSON Pointer as the name of a field: `/keywords/0` is `input.keywords.0`.
pub struct FieldPath<'p>(pub &'p str);

impl std::fmt::Display for FieldPath<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("input")?;
        for part in self.0.split('/').filter(|part| !part.is_empty()) {
            write!(f, ".{}", part.replace("~1", "/").replace("~0", "~"))?;
        }
        Ok(())
    }
}

/// The fields of an error, with its message.
fn messages(error: &ValidationError<'_>, schema: &Value) -> Vec<(String, Text)> {
    let at = FieldPath(error.instance_path().as_str()).to_string();
    match error.kind() {
        Kind::Required { property } => {
            let field = property.as_str().unwrap_or_default();
            vec![(format!("{at}.{field}"), Text::key("validation.required"))]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => unexpected
            .iter()
            .take(MOST_FIELDS)
            .map(|field| (format!("{at}.{field}"), Text::key("validation.unknown-field")))
            .collect(),
        // An empty value is reported as "not filled in".
        Kind::MinLength { limit: 1 } | Kind::MinItems { limit: 1 } => {
            vec![(at, Text::key("validation.required"))]
        }
        kind => vec![(at, text(kind, error, schema))],
    }
}

fn text(kind: &Kind, error: &ValidationError<'_>, schema: &Value) -> Text {
    match kind {
        Kind::MinLength { limit } => Text::key("validation.too-short").with("min", *limit),
        Kind::MaxLength { limit } => Text::key("validation.too-long").with("max", *limit),
        Kind::MinItems { limit } => Text::key("validation.too-few").with("min", *limit),
        Kind::MaxItems { limit } => Text::key("validation.too-many").with("max", *limit),
        Kind::Minimum { limit } => Text::key("validation.at-least").with("min", limit.clone()),
        Kind::Maximum { limit } => Text::key("validation.at-most").with("max", limit.clone()),
        Kind::ExclusiveMinimum { limit } => Text::key("validation.more-than").with("min", limit.clone()),
        Kind::ExclusiveMaximum { limit } => Text::key("validation.less-than").with("max", limit.clone()),
        Kind::MultipleOf { multiple_of } => Text::key("validation.multiple-of").with("step", *multiple_of),
        Kind::Enum { .. } | Kind::Constant { .. } | Kind::OneOfNotValid { .. } | Kind::AnyOf { .. } => {
            choice(error, schema)
        }
        Kind::UniqueItems => Text::key("validation.repeated"),
        Kind::Format { format } if matches!(format.as_str(), "uri" | "url" | "iri") => {
            Text::key("validation.url")
        }
        Kind::Format { format } if matches!(format.as_str(), "email" | "idn-email") => {
            Text::key("validation.email")
        }
        Kind::Format { .. } | Kind::Pattern { .. } => Text::key("validation.wrong-format"),
        Kind::Type { .. } => Text::key("validation.wrong-type"),
        _ => Text::key("validation.not-allowed"),
    }
}

/// Lists the choices if they are few, from the field's schema.
fn choice(error: &ValidationError<'_>, schema: &Value) -> Text {
    let keyword = error.schema_path().as_str();
    let parent = keyword.rsplit_once('/').map_or("", |(parent, _)| parent);
    let field = schema.pointer(parent).unwrap_or(&Value::Null);
    let titles = field["oneOf"].as_array().into_iter().flatten().map(|choice| choice["const"].clone());
    let values = field["enum"].as_array().into_iter().flatten().cloned();
    let choices: Vec<String> = titles
        .chain(values)
        .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        .filter(|value| value != "null")
        .collect();
    if choices.is_empty() || choices.len() > 20 {
        return Text::key("validation.not-a-choice");
    }
    Text::key("validation.not-one-of").with("choices", choices.join(", "))
}

#[cfg(test)]
mod tests {

    use super::*;

    fn schema() -> Schema {
        Schema::of_input(
            &json!({
                "type": "object",
                "required": ["topic"],
                "additionalProperties": false,
                "properties": {
                    "topic": { "type": "string", "minLength": 1, "maxLength": 10 },
                    "count": { "type": "integer", "minimum": 1, "maximum": 20, "default": 3 },
                    "tone": { "type": "string", "oneOf": [{ "const": "warm", "title": "Warm" }, { "const": "dry", "title": "Dry" }], "default": "warm" },
                    "link": { "type": "string", "format": "uri" },
                    "tags": { "type": "array", "items": { "type": "string", "maxLength": 3 }, "maxItems": 2 }
                }
            })
            .to_string(),
        )
        .expect("a schema")
    }

    fn ready(input: Value) -> Value {
        let input = prepare(&schema(), input).expect("a valid input");
        serde_json::from_str(&input).expect("JSON")
    }

    fn errors(input: Value) -> Vec<(String, String)> {
        let problem = prepare(&schema(), input).expect_err("an invalid input");
        let view = problem.render(Locale::En);
        assert_eq!(view.status, 422);
        let errors = view.errors.unwrap_or_default();
        errors.into_iter().map(|(field, texts)| (field, texts.join(" | "))).collect()
    }

    #[test]
    fn defaults_fill_missing_fields() {
        assert_eq!(ready(json!({ "topic": "tea" })), json!({ "topic": "tea", "count": 3, "tone": "warm" }));
        assert_eq!(
            ready(json!({ "topic": "tea", "count": null, "link": null, "tone": "dry" })),
            json!({ "topic": "tea", "count": 3, "tone": "dry" })
        );
    }

    #[test]
    fn a_whole_number_with_a_point_is_an_integer() {
        assert_eq!(ready(json!({ "topic": "tea", "count": 19.0 }))["count"], json!(19));
        assert_eq!(errors(json!({ "topic": "tea", "count": 19.5 }))[0].0, "input.count");
    }

    #[test]
    fn every_violated_rule_is_reported_at_its_field() {
        let reported = errors(
            json!({ "count": 21, "tone": "loud", "link": "no link", "tags": ["abcd", "b", "c"], "x": 1 }),
        );
        let fields: Vec<&str> = reported.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "input.count",
                "input.link",
                "input.tags",
                "input.tags.0",
                "input.tone",
                "input.topic",
                "input.x"
            ]
        );
        assert_eq!(reported[0].1, "Enter 20 or less.");
        assert_eq!(reported[4].1, "Choose one of: warm, dry.");
        assert_eq!(reported[5].1, "Fill in this field.");
        assert_eq!(
            errors(json!({ "topic": "" })),
            [("input.topic".to_owned(), "Fill in this field.".to_owned())]
        );
        assert_eq!(errors(json!([])), [("input".to_owned(), "This value has the wrong type.".to_owned())]);
    }

    #[test]
    fn w10_the_first_hundred_fields_are_reported() {
        let unknown: Map<String, Value> = (0..80_000).map(|n| (format!("f{n}"), json!(1))).collect();
        assert_eq!(errors(Value::Object(unknown)).len(), MOST_FIELDS);
        let long: Vec<Value> = (0..80_000).map(|_| json!("abcd")).collect();
        assert_eq!(errors(json!({ "topic": "tea", "tags": long })).len(), MOST_FIELDS);
    }

    #[test]
    fn v1_a_value_that_is_too_slow_to_check_is_refused() {
        let choices: Vec<Value> = (0..10_000).map(|n| json!({ "required": [format!("f{n}")] })).collect();
        let schema = json!({ "type": "object", "properties": { "a": { "items": { "anyOf": choices } } } });
        let schema = Schema::of_input(&schema.to_string()).expect("a schema");
        let many: Vec<Value> = (0..200_000).map(|_| json!({})).collect();
        let problem = prepare(&schema, json!({ "a": many })).expect_err("too much");
        let view = problem.render(Locale::En);
        assert_eq!((view.status, view.message.contains("too much")), (422, true), "{}", view.message);
    }

    #[test]
    fn pointers_become_names() {
        assert_eq!(FieldPath("/keywords/0").to_string(), "input.keywords.0");
        assert_eq!(FieldPath("").to_string(), "input");
        assert_eq!(FieldPath("/a~1b").to_string(), "input.a/b");
    }
}
