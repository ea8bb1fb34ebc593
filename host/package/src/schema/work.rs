//! The upper bound of the cost of checking a value, computed before it is checked.
//!
//! Without references each rule of a schema reads each part of a value at most once, and each pattern reads each text
//! at most once. The product of both is therefore an upper bound of the time; a value that exceeds it is refused
//! without being checked.

use serde_json::Value;

/// The maximum work of one check: a few seconds of one core in the worst case, and some milliseconds in the usual
/// one.
pub const MOST_WORK: u64 = 1 << 31;

/// Work of one rule at one part of a value.
const OF_RULE: u64 = 8;
/// Work of one pattern or format on one byte: for a pattern that the fast matcher cannot handle, the states are tried
/// one by one.
const OF_PATTERN: u64 = 512;

/// The amount that a schema or a value adds to the work of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Rules of the schema: every value in its document.
    rules: u64,
    /// Patterns and formats of the schema, which read texts.
    patterns: u64,
}

impl Work {
    /// The cost of a schema, whose document is no deeper than a JSON parser accepts.
    pub fn of(schema: &Value) -> Self {
        let mut work = Self::default();
        work.add(schema);
        work
    }

    fn add(&mut self, part: &Value) {
        self.rules += 1;
        match part {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                self.patterns += match (name.as_str(), value) {
                    ("pattern" | "format", Value::String(_)) => 1,
                    ("patternProperties", Value::Object(patterns)) => patterns.len() as u64,
                    _ => 0,
                };
                self.add(value);
            }),
            Value::Array(parts) => parts.iter().for_each(|part| self.add(part)),
            _ => {}
        }
    }

    /// The work of checking this value.
    pub fn on(&self, value: &Value) -> u64 {
        let (mut parts, mut bytes) = (0, 0);
        measure(value, &mut parts, &mut bytes);
        self.total(parts, bytes)
    }

    /// The work of checking any JSON text of this length: each part of it takes at least two bytes.
    pub fn on_text(&self, bytes: usize) -> u64 {
        let bytes = bytes as u64;
        self.total(bytes / 2 + 1, bytes)
    }

    fn total(&self, parts: u64, bytes: u64) -> u64 {
        let rules = OF_RULE.saturating_mul(self.rules).saturating_mul(parts);
        rules.saturating_add(OF_PATTERN.saturating_mul(self.patterns).saturating_mul(bytes))
    }
}

/// Counts the parts of a value and the bytes of its texts, including the names of fields.
fn measure(value: &Value, parts: &mut u64, bytes: &mut u64) {
    *parts += 1;
    match value {
        Value::String(text) => *bytes += text.len() as u64,
        Value::Array(items) => items.iter().for_each(|item| measure(item, parts, bytes)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            *bytes += name.len() as u64;
            measure(field, parts, bytes);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn work_is_the_product_of_both_sides() {
        let schema = Work::of(&json!({ "items": { "pattern": "^a", "enum": [1, 2] } }));
        assert_eq!(schema, Work { rules: 6, patterns: 1 });
        assert_eq!(schema.on(&json!(["ab", "cd"])), 8 * 6 * 3 + 512 * 4);
        assert!(schema.on_text(10) >= schema.on(&json!(["ab", "cd"])));
    }

    #[test]
    fn a_schema_of_a_form_leaves_room_for_long_texts() {
        let field = json!({ "type": "string", "maxLength": 60_000, "pattern": "\\S" });
        let fields: serde_json::Map<_, _> = (0..40).map(|n| (format!("f{n}"), field.clone())).collect();
        let schema = Work::of(&json!({ "type": "object", "properties": fields }));
        assert!(schema.on(&json!({ "f0": "a".repeat(60_000) })) < MOST_WORK);
    }
}
