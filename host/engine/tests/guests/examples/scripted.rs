//! A plugin that follows the script in its input, for the tests of the host: calls the model in several ways, returns
//! failures, returns invalid results.

#![cfg(target_arch = "wasm32")]

use exports::sitewright::plugin::tool::{Descriptor, Failure, Guest, Outcome};
use sitewright::plugin::types::FieldError;
use sitewright::plugin::{context, model, progress};

wit_bindgen::generate!({ path: "../../../../wit", world: "generator" });

struct Scripted;

impl Guest for Scripted {
    fn describe(language: String) -> Descriptor {
        let polish = language == "pl";
        let pick = |en: &str, pl: &str| if polish { pl.to_owned() } else { en.to_owned() };
        let input = r#"{"type":"object","required":["topic"],"additionalProperties":false,"properties":{
            "topic":{"type":"string","title":"TITLE","minLength":1,"maxLength":200},
            "do":{"type":"string","oneOf":[{"const":"ask"},{"const":"ask-again"},{"const":"ask-all"},{"const":"ask-greedily"},{"const":"ask-in-turn"},
                {"const":"need-model"},{"const":"reject"},{"const":"refuse"},{"const":"nonsense"},{"const":"panic"}],"default":"ask"},
            "count":{"type":"integer","minimum":1,"maximum":9,"default":1}}}"#;
        Descriptor {
            name: pick("Scripted tool", "Narzędzie ze scenariuszem"),
            summary: pick("Does what its input says.", "Robi to, co każe wejście. Żółw."),
            input: input.replace("TITLE", &pick("Topic", "Temat")),
            output: r#"{"type":"object","required":["text"],"properties":{"text":{"type":"string"}}}"#
                .to_owned(),
            example: r#"{"topic":"tea"}"#.to_owned(),
        }
    }

    fn run(input: String) -> Result<Outcome, Failure> {
        let topic = text_of(&input, "topic");
        progress::report(0, 2, "Writing");
        let text = match text_of(&input, "do").as_str() {
            "ask" => ask(&topic, 50, "variant-1")?,
            "ask-again" => {
                ask(&topic, 50, "variant-1")?;
                ask(&topic, 50, "variant-1")?
            }
            "ask-all" => {
                let requests: Vec<_> =
                    (1..=3).map(|n| request(&topic, 50, &format!("variant-{n}"))).collect();
                let answers = model::complete_all(&requests);
                let texts = answers.into_iter().map(|answer| answer.map(|answer| answer.text));
                texts.collect::<Result<Vec<_>, _>>()?.join("\n\n")
            }
            // Each request contains the answer to the one before.
            "ask-in-turn" => {
                let mut texts: Vec<String> = Vec::new();
                for number in 1..=5 {
                    let before = texts.last().unwrap_or(&topic);
                    texts.push(ask(before, 50, &format!("variant-{number}"))?);
                }
                texts.join("\n\n")
            }
            "ask-greedily" => ask(&topic, 2_000, "variant-1")?,
            "need-model" => {
                model::complete(&model::Request { draft: None, ..request(&topic, 50, "variant-1") })?.text
            }
            "reject" => {
                let message = format!("Not this topic ({}).", context::interface_language());
                return Err(Failure::InvalidInput(vec![FieldError {
                    pointer: "/topic".to_owned(),
                    message,
                }]));
            }
            "refuse" => return Err(Failure::Refused("Not today.".to_owned())),
            "nonsense" => {
                return Ok(Outcome {
                    title: String::new(),
                    text: String::new(),
                    data: "{\"text\":1}".to_owned(),
                });
            }
            _ => panic!("as asked"),
        };
        progress::report(2, 2, "Done");
        let data =
            format!("{{\"text\":\"{}\"}}", text.replace('\\', "").replace('"', "'").replace('\n', " "));
        Ok(Outcome { title: format!("About {topic}"), text, data })
    }
}

fn ask(topic: &str, words: u32, label: &str) -> Result<String, Failure> {
    model::complete(&request(topic, words, label)).map(|answer| answer.text)
}

fn request(topic: &str, words: u32, label: &str) -> model::Request {
    model::Request {
        messages: vec![model::Message { role: model::Role::User, text: format!("Write about {topic}.") }],
        max_words: words,
        temperature: None,
        schema: None,
        draft: Some(format!("A draft about {topic}.")),
        show_as: Some(label.to_owned()),
    }
}

/// The value of a text field; the tests send nothing that needs a real parser.
fn text_of(input: &str, field: &str) -> String {
    let start = format!("\"{field}\":\"");
    let rest = input.split(&start).nth(1).unwrap_or_default();
    rest.split('"').next().unwrap_or_default().to_owned()
}

export!(Scripted);
