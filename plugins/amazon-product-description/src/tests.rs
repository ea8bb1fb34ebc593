use serde_json::{Value, json};
use sitewright_sdk::commerce::trial::{ODD, broken, drafts, stands};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::AmazonProductDescription as Listings;

#[test]
fn the_tool_is_complete() {
    check_tool::<Listings>();
}

#[test]
fn odd_inputs_have_listings() {
    stands::<Listings>(
        |odd| json!({"product_name": odd, "brand": "ą".repeat(80), "features": [odd], "category": odd, "keywords": [odd]}),
    );
    stands::<Listings>(
        |odd| json!({"product_name": odd, "brand": "Nordal", "features": ODD, "keywords": ODD}),
    );
}

#[test]
fn the_longest_input_fits() {
    let long = |unit: &str, count: usize| unit.repeat(300).chars().take(count).collect::<String>();
    let features: Vec<String> = (0..20).map(|place| long(&format!("słowo{place}, "), 299)).collect();
    let keywords: Vec<String> = (0..50).map(|place| long(&format!("łódź{place} "), 299)).collect();
    for (name, category) in [(long("nazwa ", 200), long("kat, ", 119)), ("x".repeat(200), "y".repeat(120))] {
        for language in ["en", "pl"] {
            let input = json!({"language": language, "product_name": name, "brand": "b".repeat(80), "features": features, "category": category, "keywords": keywords, "variants": 5});
            for variant in drafts::<Listings>(&input).variants {
                assert!(
                    broken(&variant, "hard").is_empty() && broken(&variant, "platform").is_empty(),
                    "{variant:#}"
                );
                assert!(variant["search_terms"].as_str().expect("terms").len() > 100);
            }
        }
    }
}

fn bottle(language: &str) -> Value {
    let features = [
        "steel",
        "keeps drinks hot for 12 hours",
        "leakproof lid",
        "wide mouth",
        "Free shipping!!!",
        "Size: 27 x 7.5 cm",
        "BPA free",
    ];
    json!({"language": language, "product_name": "Bottle ★ 750 ml | #1", "brand": "Nordal", "features": features, "keywords": ["thermos flask", "best seller"]})
}

#[test]
fn a_draft_breaks_no_rule() {
    for language in ["en", "pl"] {
        for variant in drafts::<Listings>(&bottle(language)).variants {
            assert!(
                ["hard", "platform", "recommended"].iter().all(|level| broken(&variant, level).is_empty()),
                "{variant:#}"
            );
            assert!(
                !variant.to_string().contains("hipping")
                    && variant["bullets"].as_array().expect("bullets").len() == 5
            );
        }
    }
}

#[test]
fn little_input_is_a_frame_with_places_for_the_other_bullets() {
    let listing = |features: Value| {
        let input =
            json!({"language": "en", "product_name": "Candle", "brand": "Lumo", "features": features});
        let result = drafts::<Listings>(&input);
        (result.frame, result.variants[0]["bullets"].as_array().expect("bullets").clone())
    };
    let (is_frame, bullets) = listing(json!(["soy wax"]));
    assert!(is_frame && bullets.len() == 5 && bullets[1].to_string().contains('['), "{bullets:?}");
    let (is_frame, bullets) = listing(json!([
        "soy wax from Kent, burns for 40 hours, weighs 180 g",
        "cotton wick",
        "in a brown glass"
    ]));
    assert!(!is_frame && bullets.len() == 5, "{bullets:?}");
}

fn answer(title: &str, bullet: &str, terms: &str) -> String {
    let bullets = ["- ", bullet, "\n"].concat().repeat(5);
    ["Title: ", title, "\nBullets:\n", &bullets, "Description: A bottle.\nSearch terms: ", terms].concat()
}

fn asked(answers: [String; 3]) -> (Value, usize) {
    let mut input = bottle("en");
    input["variants"] = 1.into();
    let host = TestHost::new("en").answers(answers);
    let result = host.run::<Listings>(&input.to_string()).expect("an answer");
    (result.variants[0].clone(), host.asked.borrow().len())
}

#[test]
fn an_answer_that_breaks_rules_is_requested_again() {
    let good = answer("Nordal Bottle 750 ml", "Keeps drinks hot", "Flask, flask; BOTTLE thermos");
    for bad in [
        answer("Nordal Bottle! Best price", "Keeps drinks hot", ""),
        answer("NORDAL BOTTLE FOR EVERYONE", "Keeps drinks hot", ""),
        answer("Bottle by Nordal, bottle with a bottle", "Keeps drinks hot", ""),
        answer("Nordal Bottle 750 ml", "keeps drinks hot", ""),
        answer("Nordal Bottle 750 ml", "Hot <b>drinks</b> 🎉", ""),
    ] {
        let (variant, count) = asked([bad, good.clone(), good.clone()]);
        assert_eq!((count, variant["search_terms"].as_str()), (2, Some("flask thermos")), "{variant:#}");
    }
}

#[test]
fn an_answer_that_stays_too_long_is_marked() {
    let letters = || (b'a'..=b'h').map(char::from);
    let terms: Vec<String> =
        letters().flat_map(|one| letters().map(move |two| format!("łódź{one}{two}"))).collect();
    let long = answer(&"Nordal Bottle ".repeat(15), "Keeps drinks hot", &terms.join(" "));
    let (variant, count) = asked([long.clone(), long.clone(), long]);
    assert!(count == 3 && broken(&variant, "hard").len() >= 2, "{variant:#}");
}
