//! The JSON Schema of a result.

use crate::json::Writer;
use crate::output::{Part, PartKind};
use crate::parts::Joined;
use crate::texts::Phrases;

/// The schema of `outcome.data` for variants of these parts.
pub(crate) fn schema(parts: &[Part], phrases: Phrases) -> String {
    let mut json = Writer::default();
    json.object(|json| {
        json.key("$schema").text("https://json-schema.org/draft/2020-12/schema");
        json.key("type").text("object").key("properties").object(|json| {
            titled(json, "drafted", "boolean", phrases);
            json.key("variants").object(|json| {
                json.key("title").text(phrases.text("output.variants.title"));
                json.key("type").text("array").key("items").object(|json| variant(json, parts, phrases));
            });
        });
        json.key("required").texts(["drafted", "variants"]);
    });
    json.finish()
}

fn variant(json: &mut Writer, parts: &[Part], phrases: Phrases) {
    json.key("type").text("object").key("properties").object(|json| {
        for part in parts {
            json.key(part.name).object(|json| {
                json.key("title").text(phrases.part("output", part.name, "title").unwrap_or(part.name));
                kind(json, part);
            });
        }
        json.key("checks").object(|json| {
            json.key("title").text(phrases.text("output.checks.title"));
            json.key("type").text("array").key("items").raw(CHECK);
        });
    });
    json.key("required").texts(parts.iter().map(|part| part.name).chain(["checks"]));
}

fn kind(json: &mut Writer, part: &Part) {
    match part.kind {
        PartKind::Text => text(json, part),
        PartKind::Number => {
            json.key("type").text("integer");
        }
        PartKind::List => {
            json.key("type").text("array").key("items").object(|json| text(json, part));
        }
    }
}

fn text(json: &mut Writer, part: &Part) {
    json.key("type").text("string").key("x-format").text(part.format);
}

fn titled(json: &mut Writer, name: &str, kind: &str, phrases: Phrases) {
    json.key(name).object(|json| {
        let title = phrases.text(&["output", name, "title"].joined("."));
        json.key("title").text(title).key("type").text(kind);
    });
}

const CHECK: &str = r#"{"type":"object","properties":{"field":{"type":"string"},"unit":{"enum":["characters","utf16","words","pixels","bytes","weighted","width","items"]},"value":{"type":"integer"},"min":{"type":["integer","null"]},"max":{"type":["integer","null"]},"level":{"enum":["hard","platform","recommended"]},"ok":{"type":"boolean"},"message":{"type":"string"}},"required":["field","unit","value","min","max","level","ok","message"]}"#;
