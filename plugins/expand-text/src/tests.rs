//! Tests through the tool's public interface.

use serde_json::json;
use sitewright_sdk::testing::{TestHost, check_tool};

use super::ExpandText;

#[test]
fn the_tool_is_complete() {
    check_tool::<ExpandText>();
}

#[test]
fn without_a_model_every_paragraph_is_followed_by_questions() {
    let text = "Rolls at 7. They cost 2.50 zł. Do you want more? Call 600 100 200 or write to a@b.pl.\n\n- one\n- two";
    for (factor, questions) in [("1.5x", 3), ("2x", 6), ("3x", 6)] {
        let input = json!({"text": text, "factor": factor, "keywords": ["rye rolls"], "variants": 3, "language": "en"});
        let result = TestHost::new("en").run::<ExpandText>(&input.to_string()).unwrap();
        assert!(result.frame && result.variants.len() == 1, "{input}");
        let longer = result.variants[0]["text"].as_str().unwrap();
        assert_eq!(longer.matches('[').count(), questions + 1, "{longer}");
        for part in ["They cost 2.50 zł.\n\n[", "Call 600 100 200 or write to a@b.pl.", "- two", "rye rolls"]
        {
            assert!(longer.contains(part), "{part}: {longer}");
        }
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
