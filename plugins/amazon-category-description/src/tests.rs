use serde_json::{Value, json};
use sitewright_sdk::commerce::trial::{ODD, broken, drafts, stands};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::AmazonCategoryDescription;

#[test]
fn the_tool_is_complete() {
    check_tool::<AmazonCategoryDescription>();
}

#[test]
fn odd_inputs_have_drafts() {
    stands::<AmazonCategoryDescription>(
        |odd| json!({"category_name": odd, "parent_category": odd, "example_products": ODD, "keywords": [odd]}),
    );
}

#[test]
fn without_a_model_the_category_asks_its_questions() {
    for language in ["en", "pl"] {
        let input = json!({"language": language, "category_name": "Dog beds", "example_products": ["Nordal 80"], "keywords": ["dog bed"]});
        let result = drafts::<AmazonCategoryDescription>(&input);
        assert!(result.frame && result.variants.len() == 1);
        let text = result.variants[0]["text"].as_str().expect("a text");
        assert!(["[Dog beds: ", "Nordal 80", "dog bed]"].iter().all(|part| text.contains(part)), "{text}");
    }
}

#[test]
fn promotional_phrases_are_reported_to_the_model() {
    // A sentence that is repeated too often would be removed as well.
    const DOGS: [&str; 13] = [
        "small", "large", "old", "young", "tired", "calm", "shy", "quick", "heavy", "light", "brave",
        "sleepy", "happy",
    ];
    let text = |last: &str| {
        let beds: String =
            DOGS.iter().map(|dog| format!("A bed for a {dog} dog, and a place to rest. ")).collect();
        beds + last
    };
    let run = |answers: [String; 3]| -> (Value, usize) {
        let host = TestHost::new("pl").answers(answers);
        let input = json!({"category_name": "Dog beds", "language": "en", "variants": 1});
        let result = host.run::<AmazonCategoryDescription>(&input.to_string()).expect("an answer");
        (result.variants[0].clone(), host.asked.borrow().len())
    };
    let (variant, count) = run([text("Free shipping!"), text("Sleep well."), String::new()]);
    assert_eq!((count, broken(&variant, "platform").len()), (2, 0));
    let (variant, count) = run([text("On sale."), text("On sale."), text("On sale.")]);
    assert_eq!((count, broken(&variant, "platform").len()), (3, 1));
}
