//! Orders to the model in inputs and brand kits.

use serde_json::Value;

use super::TestHost;
use crate::generator::Generator;
use crate::host::{Brand, Message, Term};
use crate::run;

const INJECTIONS: &str = include_str!("../../fixtures/injections.json");

/// Puts orders into every field of a tool's example and of the brand kit: the rules are those of a harmless input,
/// byte by byte, and the orders stand between the marks of the data.
pub(super) fn check_injections<G: Generator>(language: &str, example: &str) {
    let schema: Value = serde_json::from_str(&run::describe::<G>(language).input).expect("a schema");
    let asked = |words: &str| -> Vec<[Message; 2]> {
        let mut input: Value = serde_json::from_str(example).expect("an example");
        for (name, field) in schema["properties"].as_object().expect("fields") {
            let least = field["minLength"].as_u64().unwrap_or_default() as usize;
            let most = field["maxLength"].as_u64().unwrap_or(u64::MAX) as usize;
            let is_free = field["type"] == "string" && field["oneOf"].is_null() && field["format"].is_null();
            if is_free && least <= words.chars().count() {
                input[name] = words.chars().take(most).collect::<String>().into();
            }
        }
        let text = words.to_owned();
        let brand = Brand {
            name: text.clone(),
            description: text.clone(),
            facts: vec![text.clone(), text.clone()],
            tone: text.clone(),
            audience: text.clone(),
            avoid: vec![text.clone()],
            glossary: vec![Term { source: text.clone(), target: text }],
        };
        let host = TestHost::new(language).brand(brand).answers([""]);
        // No answer can be used; only the first questions are compared.
        let failed = host.run::<G>(&input.to_string());
        assert!(failed.is_err(), "{failed:?}");
        let first = |request: crate::host::Request| <[Message; 2]>::try_from(request.messages).ok();
        host.asked.take().into_iter().filter_map(first).collect()
    };
    let harmless = asked("Fresh rolls at seven, every day of the week, for you and yours. Come early!");
    assert!(!harmless.is_empty(), "{language}: nothing is asked");
    // A length may follow from that of the data.
    let rules = |message: &Message, fence: &str| {
        message.text.replace(fence, "data").replace(|sign: char| sign.is_ascii_digit(), "")
    };
    for injection in serde_json::from_str::<Vec<Value>>(INJECTIONS).expect("a list") {
        let words = injection["data"].as_str().expect("a text");
        let hostile = asked(words);
        assert_eq!(hostile.len(), harmless.len());
        for ([system, user], [usual, other]) in hostile.iter().zip(&harmless) {
            let [fence, usual_fence] =
                [user, other].map(|message| message.text[1..].split_once('>').expect("a fence").0);
            assert_eq!(rules(system, fence), rules(usual, usual_fence), "{language}: {words}");
            let end = format!("</{fence}>");
            let (data, rest) = user.text.split_once(&end).expect("the end of the data");
            assert!(data.contains(words.lines().next().unwrap_or_default()), "{data}");
            assert!(
                !rest.contains(&end) && !rest.contains("HACKED") && !rest.contains("evil.example"),
                "{rest}"
            );
        }
    }
}
