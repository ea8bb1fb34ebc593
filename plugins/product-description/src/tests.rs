use serde_json::{Value, json};
use sitewright_sdk::commerce::trial::{ODD, broken, drafts, stands};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::ProductDescription;

#[test]
fn the_tool_is_complete() {
    check_tool::<ProductDescription>();
}

#[test]
fn odd_inputs_have_drafts() {
    for format in ["html", "plain", "bullets+text"] {
        stands::<ProductDescription>(
            |odd| json!({"product_name": odd, "features": [odd], "category": odd, "keywords": [odd], "format": format}),
        );
    }
    stands::<ProductDescription>(|odd| json!({"product_name": odd, "features": ODD, "length": "long"}));
}

fn chair(language: &str) -> Value {
    let features = [
        "solid oak",
        "oiled by hand",
        "felt pads in the box",
        "Seat height: 45 cm",
        "Load: up to 150 kg",
        "made to order in four weeks",
    ];
    json!({"language": language, "product_name": "Dunmore oak chair", "features": features, "category": "Dining chairs", "keywords": ["kitchen chair"]})
}

#[test]
fn every_feature_stands_once_and_nothing_else() {
    let result = drafts::<ProductDescription>(&chair("en"));
    assert_eq!(result.variants.len(), 1);
    let variant = &result.variants[0];
    assert_eq!(
        variant["short_description"],
        "Solid oak, oiled by hand, felt pads in the box, seat height 45 cm. Load: up to 150 kg."
    );
    assert_eq!(
        variant["seo_description"],
        "Dunmore oak chair: solid oak, oiled by hand, felt pads in the box, seat height 45 cm. Load: up to 150 kg. Made to order in four weeks."
    );
    // The name already says the category.
    assert_eq!(variant["seo_title"], "Dunmore oak chair – oiled by hand");
    let text = variant["description"].as_str().expect("a text");
    assert!(
        text.starts_with("## Dunmore oak chair – key features\n\n- Solid oak\n- Oiled by hand\n"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 8, "{text}");
    let polish = drafts::<ProductDescription>(&chair("pl")).variants.remove(0);
    assert!(!polish.to_string().contains(" i "), "points are not joined: {polish}");
}

#[test]
fn a_keyword_that_is_not_used_is_named() {
    let features = [
        "Solid oak from managed woods in the north of the country",
        "Seat height 45 cm and width 50 cm",
        "Oiled by hand three times",
        "Felt pads under all four legs",
        "Made to order in Leeds within four weeks",
    ];
    let input = json!({"language": "en", "product_name": "Oak chair", "features": features, "keywords": ["oak chair", "chair for the kitchen", "Nordic look", "loft decor"]});
    let result = TestHost::new("en").run::<ProductDescription>(&input.to_string()).expect("a result");
    let checks = result.variants[0]["checks"].as_array().expect("checks");
    let is_named = |check: &&Value| {
        check["ok"] == false && check["message"].as_str().is_some_and(|text| text.contains(": loft decor."))
    };
    assert_eq!(checks.iter().filter(is_named).count(), 1, "{checks:#?}");
}

#[test]
fn names_sentences_and_warnings_stay_what_they_are() {
    let text = |features: Value| {
        let input =
            json!({"language": "en", "product_name": "Muli", "features": features, "format": "plain"});
        drafts::<ProductDescription>(&input).variants.remove(0)
    };
    let bike = text(json!(["range 41–78 km", "Shimano EP6 Cargo", "The basket folds.", "Battery: 630 Wh"]));
    let opens =
        |text: &Value, words: &str| text["description"].as_str().is_some_and(|said| said.starts_with(words));
    assert!(
        opens(&bike, "Muli: range 41–78 km, Shimano EP6 Cargo. The basket folds. Battery 630 Wh.\n\n["),
        "{bike}"
    );
    let input = json!({"language": "en", "product_name": "Muli", "features": ["38 kg", "630 Wh", "70 kg"], "keywords": ["cargo bike"]});
    let found = &drafts::<ProductDescription>(&input).variants[0];
    assert_eq!(found["seo_description"], "Muli – cargo bike: 38 kg, 630 Wh, 70 kg.");
    let bread = text(json!(["contains gluten", "Allergens: gluten, milk", "1 kg"]));
    assert!(opens(&bread, "Muli: contains gluten. Allergens: gluten, milk. 1 kg.\n\n["), "{bread}");
    assert_eq!(bread["seo_title"], "Muli – 1 kg");
}

#[test]
fn each_format_has_only_its_own_marks() {
    let text = |format: &str| {
        let mut input = chair("en");
        input["format"] = format.into();
        drafts::<ProductDescription>(&input).variants[0]["description"].as_str().expect("a text").to_owned()
    };
    assert!(text("html").starts_with("## ") && text("html").contains("\n- **Load:** up to 150 kg"));
    assert!(!text("plain").contains(['#', '*', '\\']) && !text("plain").contains("\n- "));
    assert!(text("bullets+text").starts_with("- Solid oak\n- ") && !text("bullets+text").contains('#'));
}

#[test]
fn a_long_answer_is_requested_again_and_then_marked() {
    let answer = |title: &str| {
        let text = "A chair of solid oak. ".repeat(24);
        [
            "Short description: ",
            &text[..150],
            "\nDescription:\n## Oak\n\n",
            &text,
            "\nSEO title: ",
            title,
            "\nSEO description: ",
            text[..130].trim(),
        ]
        .concat()
    };
    let long = "Dunmore oak chair for people who would like to sit well at a table";
    let mut input = chair("en");
    input["variants"] = 1.into();
    let host = TestHost::new("en").answers([answer(long), answer("Dunmore oak chair, oiled by hand")]);
    let result = host.run::<ProductDescription>(&input.to_string()).expect("an answer");
    assert!(broken(&result.variants[0], "recommended").is_empty(), "{:#}", result.variants[0]);
    assert!(
        host.asked.borrow()[1].messages.last().expect("advice").text.contains("SEO title has 66 characters")
    );
    let host = TestHost::new("en").answers([answer(long), answer(long), answer(long)]);
    let result = host.run::<ProductDescription>(&input.to_string()).expect("an answer");
    assert_eq!((host.asked.borrow().len(), broken(&result.variants[0], "recommended").len()), (3, 1));
}
