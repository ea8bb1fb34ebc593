//! A result as HTML shows it: its variants field by field, each with its measure and what is wrong with it.

use pulldown_cmark::{Event, Options, Parser, html};

use super::samples::{Check, Measure, measures};
use crate::catalogue::tools::Schema;
use crate::platform::prelude::*;

/// A variant of a result.
#[derive(Debug, Serialize)]
pub struct Variant {
    fields: Vec<Shown>,
}

#[derive(Debug, Serialize)]
struct Shown {
    title: String,
    text: String,
    /// Its Markdown as HTML; empty for a plain text.
    html: String,
    measure: Option<Measure>,
    /// What a check found, as sentences.
    advice: Vec<String>,
}

/// The variants of a result, in the order of the schema's fields.
pub fn variants(output: &Schema, data: &Value, locale: Locale) -> Vec<Variant> {
    let document = output.document();
    let path = ["properties", "variants", "items", "properties"];
    let is_list = data["variants"].is_array();
    let (names, described) = match is_list {
        true => (output.names(&path), &document["properties"]["variants"]["items"]["properties"]),
        false => (output.names(&["properties"]), &document["properties"]),
    };
    let all = data["variants"].as_array().map_or_else(|| vec![data], |all| all.iter().collect());
    let one = |variant: &Value| {
        let checks: Vec<Check> = serde_json::from_value(variant["checks"].clone()).unwrap_or_default();
        let mut measured = measures(&checks, locale);
        let field = |name: &String| shown(name, &described[name], &variant[name], &checks, &mut measured);
        Variant { fields: names.iter().filter_map(field).collect() }
    };
    all.into_iter().map(one).collect()
}

fn shown(
    name: &str,
    described: &Value,
    value: &Value,
    checks: &[Check],
    measured: &mut BTreeMap<String, Measure>,
) -> Option<Shown> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"),
        _ => return None,
    };
    if text.is_empty() {
        return None;
    }
    let advice = checks.iter().filter(|check| !check.ok && check.field == name && !check.message.is_empty());
    Some(Shown {
        title: described["title"].as_str().unwrap_or(name).to_owned(),
        html: if described["x-format"] == "markdown" { markdown(&text) } else { String::new() },
        measure: measured.remove(name),
        advice: advice.map(|check| check.message.clone()).collect(),
        text,
    })
}

/// HTML of Markdown, in which HTML is a text.
fn markdown(text: &str) -> String {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    // The page has its own headings above these.
    out.replace("<h1>", "<h4>").replace("</h1>", "</h4>").replace("<h2>", "<h4>").replace("</h2>", "</h4>")
}
