//! The smallest body that an operation's schema allows.

use crate::prelude::*;

/// The password of every account and of every body.
pub const PASSWORD: &str = "correct horse";

/// A body for the operation (`METHOD /path`); `None` if it has none.
pub fn minimal(document: &Value, operation: &str) -> Option<Value> {
    let (method, path) = operation.split_once(' ')?;
    let content = &document["paths"][path][method.to_lowercase()]["requestBody"]["content"];
    Some(value(document, content.get("application/json")?.get("schema")?))
}

fn value(document: &Value, schema: &Value) -> Value {
    if let Some(target) = schema["$ref"].as_str() {
        return value(
            document,
            document.pointer(target.trim_start_matches('#')).expect("it leads somewhere"),
        );
    }
    // A constant address would be in use at the second call.
    if schema["format"] == "email" {
        return text(schema).into();
    }
    for known in ["example", "default", "const"] {
        if let Some(known) = schema.get(known) {
            return known.clone();
        }
    }
    if let Some(first) = schema["enum"].get(0).or(schema["examples"].get(0)) {
        return first.clone();
    }
    if let Some(choices) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
        return choices.first().map(|choice| value(document, choice)).unwrap_or_default();
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let fields = parts.iter().filter_map(|part| value(document, part).as_object().cloned()).flatten();
        return Value::Object(fields.collect());
    }
    of_type(document, schema)
}

fn of_type(document: &Value, schema: &Value) -> Value {
    match schema["type"].as_str().or(schema["type"][0].as_str()) {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let field = |name: &str| (name.to_owned(), value(document, &schema["properties"][name]));
            Value::Object(required.map(field).collect::<Map<_, _>>())
        }
        Some("array") => json!([]),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        Some("string") => text(schema).into(),
        _ => Value::Null,
    }
}

fn text(schema: &Value) -> String {
    match schema["format"].as_str() {
        Some("email") => format!("{}@example.com", db::new_id()),
        Some("password") => PASSWORD.to_owned(),
        Some("uri") => "https://example.com/".to_owned(),
        _ => "x".repeat(schema["minLength"].as_u64().unwrap_or(1).max(1) as usize),
    }
}
