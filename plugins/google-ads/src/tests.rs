//! Tests through the tool's public interface: from an order to sets of texts.

use serde_json::{Value, json};
use sitewright_sdk::Brand;
use sitewright_sdk::testing::{TestHost, check_tool};

use super::GoogleAds;

fn run(host: &TestHost, input: &Value) -> Vec<Value> {
    host.run::<GoogleAds>(&input.to_string())
        .unwrap_or_else(|failure| panic!("{input}: {failure:?}"))
        .variants
}

fn broken(variant: &Value) -> Vec<(&str, &str)> {
    let checks = variant["checks"].as_array().expect("checks").iter().filter(|check| check["ok"] == false);
    checks
        .map(|check| (check["level"].as_str().expect("level"), check["message"].as_str().expect("message")))
        .collect()
}

fn texts<'v>(variant: &'v Value, field: &str) -> Vec<&'v str> {
    variant[field].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn the_tool_is_complete() {
    check_tool::<GoogleAds>();
}

#[test]
fn drafts_of_odd_orders_keep_every_rule_of_the_platform() {
    let long = "słowo ".repeat(49);
    for product in [
        "kawa",
        long.trim(),
        &"x".repeat(300),
        "MEGA!!! PROMOCJA {x} <b>DZIŚ</b> 🎉",
        "حذاء رياضي",
        "東京のラーメン",
    ] {
        for (language, form) in [("en", "neutral"), ("pl", "ty"), ("pl", "pan-pani"), ("pl", "neutral")] {
            let input = json!({"product": product, "keywords": [product.chars().take(90).collect::<String>()],
                "usp": "Tel. 600 700 800\nw 24 godziny!!!", "promotion": product.chars().take(200).collect::<String>(),
                "language": language, "address_form": form, "variants": 3, "tone": "enthusiastic"});
            for variant in run(&TestHost::new("pl"), &input) {
                let bad: Vec<_> =
                    broken(&variant).into_iter().filter(|(level, _)| *level != "recommended").collect();
                assert!(bad.is_empty(), "{input}\n{bad:?}\n{variant:#}");
                assert!(
                    texts(&variant, "headlines").len() >= 3 && texts(&variant, "descriptions").len() >= 2
                );
            }
        }
    }
}

#[test]
fn headlines_are_whole_and_make_one_variant() {
    let input = json!({"product": "Wypożyczalnia kajaków na Krutyni: spływy jednodniowe, transport w cenie", "language": "pl",
        "keywords": ["kajaki krutynia", "spływ krutynią"], "headlines_count": 8, "variants": 2});
    let variants = run(&TestHost::new("pl"), &input);
    let headlines = texts(&variants[0], "headlines");
    assert_eq!(variants.len(), 1);
    assert!(headlines.contains(&"Spływy jednodniowe"), "{headlines:?}");
    assert_eq!(
        texts(&variants[0], "descriptions"),
        ["Wypożyczalnia kajaków na Krutyni.", "Transport w cenie."]
    );
    assert_eq!((&variants[0]["path1"], &variants[0]["path2"]), (&json!("kajaki-krutynia"), &json!("")));
}

const GOOD: &str = "Headlines:\n- Fresh coffee beans\n- Roasted on Monday\n- Find your coffee\nDescriptions:\n- Coffee beans for every brewer.\n- Order by noon.\nPath 1: /coffee";

#[test]
fn a_long_headline_is_requested_again_and_then_marked() {
    let input = json!({"product": "Coffee beans", "keywords": ["coffee"], "headlines_count": 3, "descriptions_count": 2,
        "language": "en", "final_url": "https://example.com"});
    let long = GOOD.replace("Roasted on Monday", "Roasted on Monday and sent on Tuesday");
    let host = TestHost::new("en").answers([long.as_str(), GOOD]);
    let variants = run(&host, &input);
    assert!(broken(&variants[0]).is_empty(), "{:?}", broken(&variants[0]));
    assert_eq!(
        (&variants[0]["path1"], &variants[0]["final_url"]),
        (&json!("coffee"), &json!("https://example.com"))
    );
    let variants = run(&TestHost::new("en").answers([&*long, &*long, &*long]), &input);
    assert_eq!(broken(&variants[0])[0].0, "hard");
}

#[test]
fn editorial_rules_are_checked() {
    let bad = "Headlines:\n- Fresh coffee!\n- FRESH COFFEE\n- Call 600 700 800\nDescriptions:\n- Great!! Great.\n- Order 🎉\nPath 2: sale";
    let input = json!({"product": "Beans", "keywords": ["tea"], "headlines_count": 3, "descriptions_count": 2, "language": "en"});
    let variants = run(&TestHost::new("en").answers([bad, bad, bad]), &input);
    let messages: Vec<&str> = broken(&variants[0]).into_iter().map(|(_, message)| message).collect();
    for words in [
        "exclamation",
        "capitals: FRESH, COFFEE",
        "twice. Change one of each: FRESH COFFEE",
        "telephone",
        "repeated",
        "emoji",
        "path 1",
        "keyword",
    ] {
        assert!(messages.iter().any(|message| message.contains(words)), "{words}: {messages:?}");
    }
}

#[test]
fn a_fact_stands_once_and_search_phrases_are_worded() {
    let input = json!({"product": "HOTEL KLASZTORNY w Wąchocku", "language": "pl", "promotion": "3 noce w cenie 2 od niedzieli do czwartku",
        "keywords": ["hotel Wąchock", "wesele klasztor cena", "wesele w klasztorze"], "usp": "32 pokoje bez telewizorów, ogród i restauracja"});
    let ad = run(&TestHost::new("pl"), &input).remove(0);
    assert_eq!(
        texts(&ad, "headlines"),
        ["Hotel Klasztorny w Wąchocku", "Wesele w klasztorze", "Hotel w Wąchocku"]
    );
    assert_eq!(
        texts(&ad, "descriptions"),
        ["3 noce w cenie 2 od niedzieli do czwartku.", "32 pokoje bez telewizorów, ogród i restauracja."]
    );
}

#[test]
fn words_that_the_brand_avoids_are_not_used() {
    let brand = Brand { name: "Kafka".into(), avoid: vec!["ofert".into()], ..Brand::default() };
    let input = json!({"product": "Kawa", "keywords": ["kawa"], "language": "pl", "tone": "formal"});
    let variants = run(&TestHost::new("pl").brand(brand), &input);
    assert!(!variants[0]["headlines"].to_string().to_lowercase().contains("ofert"));
}
