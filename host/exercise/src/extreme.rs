//! The largest valid inputs: one pattern, repeated up to the length of every field.

use serde_json::{Map, Value, json};

/// The patterns, by the name that a failure prints.
pub const PATTERNS: &[(&str, &str)] = &[
    ("family emoji", "👩‍👩‍👧‍👦"),
    ("one letter, many accents", "\u{301}"),
    ("short sentences", "a. "),
    ("short lines", "a\n"),
    ("hidden signs", "\u{202E}\u{200B}א "),
    ("one word", "ż"),
    ("short words", "a "),
    ("commas", "ab, "),
    ("joints", "Ab – (c): "),
    ("numbers", "1,5% "),
    ("addresses", "https://a.pl/b "),
    ("bare domains", "a.b."),
    ("open tags", "<a "),
    ("open brackets", "["),
    ("list", "- ab\n"),
    ("quotes", "„a” "),
    ("capitals", "AB "),
    ("hashtags", "#a"),
    ("hyphens", "a-"),
    ("paragraphs", "a\n\n"),
    ("labels", "a: b\n"),
    ("semicolons", "a; "),
    ("exclamations", "Aa! "),
    ("dates", "11 June 2025, "),
    ("domains between commas", "a.pl,"),
    ("syllables", "क्षि"),
    ("right to left", "مرحبا "),
    ("flag of tags", "\u{1F3F4}\u{E0067}\u{E007F}"),
    ("selectors", "\u{FE0F}"),
    ("distinct words", ""),
    ("distinct sentences", "."),
];

/// The maximum length of a pattern in a field, in characters.
const LONGEST: usize = 60_000;

/// An input of the form `schema` with every field at its maximum. Choices use their first or last option.
pub fn extreme(schema: &Value, pattern: &str, last: bool, language: &str) -> Value {
    let mut input = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let value = if name == "language" { json!(language) } else { largest(field, pattern, last) };
        input.insert(name.clone(), value);
    }
    Value::Object(input)
}

fn largest(field: &Value, pattern: &str, last: bool) -> Value {
    let number = |key: &str| field[key].as_u64().map(|number| number as usize);
    match field["type"].as_str() {
        Some("string") if field["oneOf"].is_array() => {
            let options = field["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
            let option = if last { options.last() } else { options.first() };
            option.map_or(Value::Null, |option| option["const"].clone())
        }
        Some("string") if field["format"].is_string() => {
            let most = number("maxLength").unwrap_or(200);
            let path = "a/".repeat(most);
            json!(format!("https://example.com/{path}").chars().take(most).collect::<String>())
        }
        Some("string") => json!(fill(pattern, number("maxLength").unwrap_or(2000).min(LONGEST))),
        Some("array") => {
            let length = field["items"]["maxLength"].as_u64().unwrap_or(300) as usize;
            let count = number("maxItems").unwrap_or(10).min(50);
            // Equal entries are counted once.
            let entry = |place: usize| format!("{}{place}", fill(pattern, length.saturating_sub(4)));
            json!((0..count).map(entry).collect::<Vec<_>>())
        }
        Some("integer") => json!(number("maximum").unwrap_or(5)),
        _ => json!(last),
    }
}

/// `pattern` repeated to `length` characters; the empty pattern and "." produce distinct words.
fn fill(pattern: &str, length: usize) -> String {
    let mut text = String::new();
    match pattern {
        "\u{301}" => text = format!("a{}", pattern.repeat(length)),
        "" | "." => (0..length / 2).for_each(|number| {
            text.push_str(&word(number));
            text.push_str(if pattern.is_empty() || number % 4 < 3 { " " } else { ". W" });
        }),
        _ => text = pattern.repeat(length / pattern.chars().count() + 1),
    }
    let cut: String = text.chars().take(length).collect();
    cut.trim().to_owned()
}

fn word(mut number: usize) -> String {
    let mut word = String::from("w");
    while number > 0 {
        word.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    word
}
