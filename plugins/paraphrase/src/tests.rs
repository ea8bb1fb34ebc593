//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::Failure;
use sitewright_sdk::testing::{TestHost, check_descriptions};

use super::Paraphrase;

fn text(variant: &Value) -> &str {
    variant["text"].as_str().expect("text")
}

#[test]
fn the_tool_is_complete_and_needs_a_model() {
    check_descriptions::<Paraphrase>();
    let input = json!({"text": "The bakery is open, and the bread is very good."}).to_string();
    assert_eq!(TestHost::new("en").run::<Paraphrase>(&input).unwrap_err(), Failure::NeedsModel);
}

#[test]
fn lost_numbers_and_terms_are_requested_again() {
    let source = "The Tilia 28 costs 1,200 zł and is a city bike.";
    let good = "A city bike: the Tilia 28, priced at 1 200 zł.";
    let host = TestHost::new("en").answers(["A bike that costs 1300 zł, nothing more to say here.", good]);
    let input = json!({"text": source, "keep_terms": ["Tilia 28", "city bike"], "variants": 1}).to_string();
    let result = host.run::<Paraphrase>(&input).unwrap();
    assert_eq!(text(&result.variants[0]), good);
    let asked = host.asked.borrow();
    let advice = &asked[1].messages.last().unwrap().text;
    for part in ["28, 1,200", "Tilia 28, city bike", "1300"] {
        assert!(advice.contains(part), "{part}: {advice}");
    }
}
