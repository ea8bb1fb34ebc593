//! Tests through the tool's public interface: from an order to ads.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool, messages};

use super::FacebookAds;

fn run(host: &TestHost, input: &Value) -> Vec<Value> {
    host.run::<FacebookAds>(&input.to_string())
        .unwrap_or_else(|failure| panic!("{input}: {failure:?}"))
        .variants
}

#[test]
fn the_tool_is_complete() {
    check_tool::<FacebookAds>();
}

#[test]
fn drafts_of_odd_orders_fit_and_differ() {
    let long = "słowo ".repeat(49);
    for product in [
        "kawa",
        long.trim(),
        &"x".repeat(300),
        "MEGA PROMOCJA!!! {x} <b>dziś</b> 🎉",
        "حذاء رياضي",
        "„Len”\nz [lnu]",
    ] {
        for (language, form) in [("en", "neutral"), ("pl", "ty"), ("pl", "pan-pani"), ("pl", "neutral")] {
            for placement in ["feed", "carousel"] {
                let input = json!({"product": product, "offer": product, "language": language, "variants": 3,
                    "address_form": form, "placement": placement, "tone": "urgent", "cta_button": "get-offer"});
                for variant in run(&TestHost::new("pl"), &input) {
                    assert!(messages(&variant).is_empty(), "{input}\n{:?}\n{variant:#}", messages(&variant));
                    let cards = variant["card_headlines"].as_array().expect("cards").len();
                    assert_eq!(cards >= 2, placement == "carousel");
                }
            }
        }
    }
}

#[test]
fn the_product_and_the_offer_are_used_unchanged() {
    let input =
        json!({"product": "Rowery miejskie z koszykiem", "offer": "-15% do piątku", "language": "pl"});
    for variant in run(&TestHost::new("pl"), &input) {
        assert_eq!(variant["primary_text"], "−15% do piątku.");
        assert_eq!(variant["headline"], "Rowery miejskie z koszykiem");
    }
}

#[test]
fn a_long_text_is_requested_again_and_then_marked() {
    let input = json!({"product": "City bikes", "language": "en", "variants": 1});
    let answer = |length: usize| {
        format!("Primary text: {}\nHeadline: City bikes\nDescription: From today", "a".repeat(length))
    };
    let host = TestHost::new("en").answers([answer(126), answer(125)]);
    assert!(messages(&run(&host, &input)[0]).is_empty());
    let variants = run(&TestHost::new("en").answers([answer(130), answer(130), answer(130)]), &input);
    assert_eq!(messages(&variants[0]).len(), 1);
}

#[test]
fn the_placement_determines_the_headline_limit_and_the_cards() {
    let answer = "Primary text: Bikes.\nHeadline: A headline with lots of letters\nCard headlines:\n- One\nCard descriptions:\n- One\n- Two";
    let run = |placement: &str| {
        let input = json!({"product": "City bikes", "language": "en", "variants": 1, "placement": placement});
        run(&TestHost::new("en").answers([answer; 3]), &input).remove(0)
    };
    let feed = run("feed");
    assert!(messages(&feed)[0].contains("27") && feed["card_headlines"] == json!([]));
    let carousel = run("carousel");
    assert_eq!(messages(&carousel).len(), 2, "{:?}", messages(&carousel));
}
