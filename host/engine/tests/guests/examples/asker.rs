//! A plugin that calls the model and ends as its input specifies: for the tests of charging and of schemas for
//! answers.

#![cfg(target_arch = "wasm32")]

use exports::sitewright::plugin::tool::{Descriptor, Failure, Guest, Outcome};
use sitewright::plugin::model;
use sitewright::plugin::types::FieldError;

wit_bindgen::generate!({ path: "../../../../wit", world: "generator" });

struct Asker;

impl Guest for Asker {
    fn describe(_: String) -> Descriptor {
        Descriptor {
            name: "Asker".to_owned(),
            summary: "Calls the model as its input specifies.".to_owned(),
            input: r#"{"type":"object","additionalProperties":false,"properties":{
                "topic":{"type":"string","default":"tea"},
                "calls":{"type":"integer","minimum":0,"maximum":1000,"default":1},
                "at_once":{"type":"boolean","default":true},
                "words":{"type":"integer","minimum":0,"maximum":1000000,"default":50},
                "prompt":{"type":"integer","minimum":0,"maximum":1000000,"default":0},
                "schema":{"type":"string"},
                "end":{"type":"string","default":"well","oneOf":[{"const":"well"},{"const":"tell"},{"const":"pass"},{"const":"refuse"},
                    {"const":"reject"},{"const":"limit"},{"const":"unavailable"},{"const":"nonsense"},{"const":"panic"}]}}}"#
                .to_owned(),
            output: r#"{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}"#
                .to_owned(),
            example: r#"{"topic":"tea"}"#.to_owned(),
        }
    }

    fn run(input: String) -> Result<Outcome, Failure> {
        let answers = ask(&input);
        let end = text_of(&input, "end").unwrap_or_default();
        let mut texts = Vec::new();
        for answer in answers {
            match answer {
                Ok(answer) => texts.push(answer.text),
                Err(failure) if end == "pass" => return Err(failure),
                Err(failure) if end == "tell" => texts.push(failure_text(&failure)),
                Err(_) => {}
            }
        }
        let text = texts.join("\n\n");
        match end.as_str() {
            "refuse" => Err(Failure::Refused(text)),
            "unavailable" => Err(Failure::Unavailable(text)),
            "limit" => Err(Failure::LimitReached(text)),
            "reject" => {
                Err(Failure::InvalidInput(vec![FieldError { pointer: "/topic".to_owned(), message: text }]))
            }
            "nonsense" => Ok(Outcome { title: String::new(), text, data: "{\"text\":1}".to_owned() }),
            "panic" => panic!("as asked"),
            _ => Ok(Outcome { title: "Asked".to_owned(), text, data: "{\"text\":\"\"}".to_owned() }),
        }
    }
}

fn ask(input: &str) -> Vec<Result<model::Completion, Failure>> {
    let calls = number_of(input, "calls");
    let requests: Vec<_> = (1..=calls).map(|call| request(input, call)).collect();
    if input.contains("\"at_once\":false") {
        requests.iter().map(model::complete).collect()
    } else {
        model::complete_all(&requests)
    }
}

fn request(input: &str, call: usize) -> model::Request {
    let topic = text_of(input, "topic").unwrap_or_default();
    let mut text = format!("Write about {topic}.");
    text.push_str(&" word".repeat(number_of(input, "prompt")));
    model::Request {
        messages: vec![model::Message { role: model::Role::User, text }],
        max_words: number_of(input, "words") as u32,
        temperature: None,
        schema: text_of(input, "schema"),
        draft: None,
        show_as: Some(format!("variant-{call}")),
    }
}

fn failure_text(failure: &Failure) -> String {
    match failure {
        Failure::InvalidInput(_) => "invalid".to_owned(),
        Failure::LimitReached(text) => format!("limit-reached: {text}"),
        Failure::NeedsModel => "needs-model".to_owned(),
        Failure::Unavailable(text) => format!("unavailable: {text}"),
        Failure::Refused(text) => format!("refused: {text}"),
    }
}

/// The value of a text field; supports the escapes that the tests use.
fn text_of(input: &str, field: &str) -> Option<String> {
    let start = format!("\"{field}\":\"");
    let mut text = String::new();
    let mut letters = input.split_once(&start)?.1.chars();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
}

fn number_of(input: &str, field: &str) -> usize {
    let start = format!("\"{field}\":");
    let rest = input.split_once(&start).map_or("", |(_, rest)| rest);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

export!(Asker);
