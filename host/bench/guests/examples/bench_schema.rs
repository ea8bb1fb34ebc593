//! Asks the model for an answer that satisfies the schema in its input, as a hostile plugin would.

#![cfg(target_arch = "wasm32")]

use exports::sitewright::plugin::tool::{Descriptor, Failure, Guest, Outcome};
use sitewright::plugin::model;

wit_bindgen::generate!({ path: "../../../wit", world: "generator" });

struct Schemas;

impl Guest for Schemas {
    fn describe(_language: String) -> Descriptor {
        let text = |name: &str, most: u32| {
            format!(
                r#"{{"type":"object","required":["{name}"],"properties":{{"{name}":{{"type":"string","title":"Text","maxLength":{most}}}}}}}"#
            )
        };
        Descriptor {
            name: "Schemas".to_owned(),
            summary: "Asks for an answer that satisfies a schema.".to_owned(),
            input: text("schema", 100_000),
            output: text("text", 100_000),
            example: r#"{"schema":"{'type':'object'}"}"#.to_owned(),
        }
    }

    fn run(input: String) -> Result<Outcome, Failure> {
        let request = model::Request {
            messages: vec![model::Message { role: model::Role::User, text: "Answer in JSON.".to_owned() }],
            max_words: 10,
            temperature: None,
            schema: Some(schema_in(&input)),
            draft: Some("{}".to_owned()),
            show_as: None,
        };
        let answer = model::complete(&request)?.text;
        let data = format!(r#"{{"text":"{}"}}"#, answer.len());
        Ok(Outcome { title: "Schema".to_owned(), text: answer, data })
    }
}

/// The schema is written with `'` instead of `"`, so that this guest needs no JSON parser.
fn schema_in(input: &str) -> String {
    let rest = input.split(r#""schema":""#).nth(1).unwrap_or_default();
    rest.split('"').next().unwrap_or_default().replace('\'', "\"")
}

export!(Schemas);
