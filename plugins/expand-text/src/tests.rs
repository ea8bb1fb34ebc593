//! Tests through the tool's public interface.

use serde_json::json;
use sitewright_sdk::Failure;
use sitewright_sdk::testing::{TestHost, check_tool};

use super::ExpandText;

#[test]
fn the_tool_is_complete() {
    check_tool::<ExpandText>();
}

#[test]
fn every_sentence_and_number_is_kept() {
    let texts = [
        (
            "en",
            "Rolls at 7. They cost 2.50 zł. Do you want more? Call 600 100 200 or write to a@b.pl. We bake {daily} \"fresh\" 🎉 <b>bread</b>.\n\n- one\n- two",
        ),
        (
            "pl",
            "Czy warto przyjść? Tak, bo chleb jest ciepły. Bułki od 7 rano.\nKosztują 2,50 zł.\n\nמאפייה שלנו. Zadzwoń: 600 100 200.",
        ),
        ("pl", &"To jest zdanie numer jeden, które ma sens. Gdy pada 12 razy, zostajemy w domu. ".repeat(60)),
    ];
    for (language, text) in texts {
        let input =
            json!({"text": text, "language": language, "keywords": ["chleb", "rye rolls"], "variants": 3});
        let result = TestHost::new(language).run::<ExpandText>(&input.to_string()).unwrap();
        for variant in &result.variants {
            let longer = variant["text"].as_str().unwrap();
            if text.len() < 300 {
                println!("{longer}\n----");
            }
            let hard = variant["checks"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|check| check["ok"] == false && check["level"] == "hard");
            assert_eq!(hard.count(), 0, "{variant}");
        }
        assert_ne!(result.variants[0]["text"], result.variants[1]["text"]);
    }
}

#[test]
fn a_single_sentence_needs_a_model() {
    for text in
        ["Fresh rolls every day at 7.", "To jest tekst. Jest po polsku. Nie ma go w sklepie. Jest w domu."]
    {
        let input = json!({"text": text, "language": "en"}).to_string();
        assert_eq!(TestHost::new("en").run::<ExpandText>(&input).unwrap_err(), Failure::NeedsModel);
    }
}

#[test]
fn an_invented_number_is_requested_again() {
    let source = "We bake bread on sourdough for you and your family every day since 1998.";
    let good = "Since 1998 we have been baking bread for you and your family, day after day. It is sourdough bread, and it is baked every day, so that you always find it fresh on the shelf.";
    let host = TestHost::new("en").answers([good.replace("1998", "1997").as_str(), good]);
    let result = host.run::<ExpandText>(&json!({"text": source, "variants": 1}).to_string()).unwrap();
    assert_eq!(result.variants[0]["text"], good);
    let asked = host.asked.borrow();
    let advice = &asked[1].messages.last().unwrap().text;
    assert!(advice.contains("missing: 1998") && advice.contains("not in the data: 1997"), "{advice}");
}

#[test]
fn examples_read_well_in_every_length() {
    for language in ["en", "pl"] {
        let about = sitewright_sdk::run::describe::<ExpandText>(language);
        let mut input: serde_json::Value = serde_json::from_str(&about.example).unwrap();
        for factor in ["1.5x", "2x"] {
            (input["factor"], input["variants"]) = (json!(factor), json!(2));
            let result = TestHost::new(language).run::<ExpandText>(&input.to_string()).unwrap();
            for variant in &result.variants {
                println!("{factor}\n{}\n====", variant["text"].as_str().unwrap());
                assert!(
                    variant["checks"].as_array().unwrap().iter().all(|check| check["ok"] == true),
                    "{variant}"
                );
            }
        }
    }
}
