//! Tests through the tool's public interface: from a company to its descriptions.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool};
use sitewright_sdk::{Brand, contact};

use super::BusinessBio;

const PLATFORMS: [&str; 6] =
    ["generic", "google-business-profile", "linkedin-page", "instagram", "x", "facebook-page"];

fn run(host: &TestHost, input: &Value) -> Vec<Value> {
    host.run::<BusinessBio>(&input.to_string())
        .unwrap_or_else(|failure| panic!("{input}: {failure:?}"))
        .variants
}

fn broken(variant: &Value) -> Vec<&Value> {
    variant["checks"].as_array().expect("checks").iter().filter(|check| check["ok"] == false).collect()
}

#[test]
fn the_tool_is_complete() {
    check_tool::<BusinessBio>();
}

#[test]
fn drafts_fit_every_platform_and_omit_the_phone_number_for_google() {
    let long = "Robimy rzeczy. ".repeat(130);
    for what in [
        long.trim(),
        &"x".repeat(2000),
        "KAWIARNIA Z KOTAMI!!! 🐈 {x}\nwww.a.pl, tel. 600 700 800",
        "مخبز عائلي قديم",
        "We bake. Call 0113 496 0999.",
    ] {
        for language in ["en", "pl"] {
            for platform in PLATFORMS {
                let input = json!({"company": "„Kot” {&} Spółka", "what_we_do": what, "language": language, "platform": platform,
                    "usp": what.chars().take(500).collect::<String>(), "founded_location": "Łódź, 2009", "variants": 4});
                for variant in run(&TestHost::new("en"), &input) {
                    let text = variant["text"].as_str().expect("text");
                    assert!(!text.is_empty(), "{input}");
                    assert!(
                        broken(&variant)
                            .iter()
                            .all(|check| check["unit"] == "words" && !check["min"].is_null()),
                        "{input}\n{variant:#}"
                    );
                    assert!(
                        platform != "google-business-profile"
                            || contact::phones(text) + contact::addresses(text) == 0
                    );
                }
            }
        }
    }
}

#[test]
fn facts_of_the_brand_are_used_and_no_field_is_empty() {
    let brand = Brand { facts: vec!["Otwarte także w niedzielę".into()], ..Brand::default() };
    let input =
        json!({"company": "ABC", "what_we_do": "piekarnia rodzinna", "language": "pl", "variants": 2});
    for variant in run(&TestHost::new("pl").brand(brand), &input) {
        let text = variant["text"].as_str().expect("text");
        assert!(
            text.contains("ABC: piekarnia rodzinna.") && text.contains("Otwarte także w niedzielę."),
            "{text}"
        );
        assert!(text.lines().all(|line| !line.ends_with(':')), "{text}");
    }
}

#[test]
fn each_fact_stands_once() {
    let text = |platform: &str, company: &str| {
        let input = json!({"company": company, "what_we_do": "Hotel dla psów. Opieka w dzień.", "founded_location": "Łódź, od 2010 r.",
            "language": "pl", "platform": platform});
        let variants = run(&TestHost::new("pl"), &input);
        assert_eq!(variants.len(), 1, "there is one order of the facts");
        variants[0]["text"].as_str().expect("text").to_owned()
    };
    assert_eq!(text("instagram", "Łapa"), "Hotel dla psów\nŁódź, od 2010 r.\nOpieka w dzień");
    let page = text("generic", "Łapa Sp. z o.o.");
    assert_eq!(page, "Łapa Sp. z o.o. Hotel dla psów. Opieka w dzień.\n\nŁódź, od 2010 r.");
}

#[test]
fn a_year_alone_gets_its_preposition() {
    for (language, founded, expected) in [
        ("pl", "Nowy Targ, od 1987.", "Nowy Targ, od 1987 r."),
        ("pl", "Wrocław, 2017", "Wrocław, od 2017 r."),
        ("pl", "1998", "Od 1998 r."),
        ("en", "Leeds, 2021", "Leeds, since 2021."),
        ("en", "2009, York", "Since 2009, York."),
        ("pl", "Łódź, od 1998 roku", "Łódź, od 1998 roku."),
        ("en", "founded in 1999 in York", "Founded in 1999 in York."),
    ] {
        let input = json!({"company": "ABC", "what_we_do": "ABC: hotel", "founded_location": founded,
            "language": language, "variants": 1});
        let variants = run(&TestHost::new("en"), &input);
        assert!(variants[0]["text"].as_str().expect("text").ends_with(expected), "{founded}: {variants:#?}");
    }
}

#[test]
fn a_long_or_forbidden_text_is_requested_again_and_then_marked() {
    let input = json!({"company": "ABC", "what_we_do": "family bakery in Leeds, 0113 496 0999, abc.com", "language": "en", "platform": "google-business-profile", "variants": 1});
    let bad = ["We bake bread. ".repeat(60), "Call 0113 496 0999 or see abc.com.".to_owned()];
    for (bad, count) in bad.iter().zip([1, 2]) {
        let host = TestHost::new("en").answers([bad.as_str(), "We bake bread every day."]);
        assert!(broken(&run(&host, &input)[0]).is_empty());
        let variants = run(&TestHost::new("en").answers([bad.as_str(); 3]), &input);
        let found = broken(&variants[0]);
        assert_eq!(found.iter().filter(|check| check["level"] == "platform").count(), count, "{found:?}");
    }
}
