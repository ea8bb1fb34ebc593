//! Inputs that break a rule, and the form itself.

use serde_json::{Value, json};
use sitewright_sdk::testing::TestHost;
use sitewright_sdk::{Failure, run};

use super::FacebookPost;

#[test]
fn every_error_is_reported_at_its_field() {
    let long = "x".repeat(1001);
    let cases = [
        ("null".to_owned(), vec![""]),
        ("{".to_owned(), vec![""]),
        ("[]".to_owned(), vec![""]),
        (json!({}).to_string(), vec!["/topic"]),
        (json!({"topic": "  "}).to_string(), vec!["/topic"]),
        (json!({"topic": "ab"}).to_string(), vec!["/topic"]),
        (json!({"topic": long}).to_string(), vec!["/topic"]),
        (
            json!({"topic": 5, "goal": "fame", "hashtags": 11, "variants": 0}).to_string(),
            vec!["/topic", "/goal", "/hashtags", "/variants"],
        ),
        (
            json!({"topic": "Rolls", "url": "javascript:alert(1)", "keywords": ["a", 1]}).to_string(),
            vec!["/url", "/keywords"],
        ),
        (
            json!({"topic": "Rolls", "keywords": vec!["a"; 11], "language": "de", "colour": "red"})
                .to_string(),
            vec!["/keywords", "/language", "/colour"],
        ),
        (
            json!({"topic": "Rolls", "hashtags": 2.5, "tone": "", "emoji": true}).to_string(),
            vec!["/tone", "/hashtags", "/emoji"],
        ),
    ];
    for (input, pointers) in cases {
        assert_eq!(TestHost::new("en").errors::<FacebookPost>(&input), pointers, "{input}");
    }
}

#[test]
fn messages_are_in_the_interface_language() {
    let message = |language: &str| match TestHost::new(language)
        .run::<FacebookPost>(r#"{"topic":"ab","language":"en"}"#)
    {
        Err(Failure::InvalidInput(errors)) => errors[0].message.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(message("en-GB"), "Write at least 3 characters.");
    assert_eq!(message("pl"), "Minimalna liczba znaków: 3.");
}

#[test]
fn whole_numbers_may_be_written_with_a_fraction_of_zero() {
    let input = r#"{"topic":"Rolls","keywords":["bread","rye"],"hashtags":1.0}"#;
    let result = TestHost::new("en").run::<FacebookPost>(input).expect("a result");
    assert!(result.variants[0]["text"].as_str().expect("text").ends_with("#Bread"));
}

#[test]
fn addresses_may_omit_the_scheme() {
    for url in
        ["https://example.com", "http://example.com:8080/a?b#c", "example.com/rolls", "https://żółw.pl"]
    {
        let input = json!({"topic": "Rolls", "url": url}).to_string();
        assert!(TestHost::new("en").errors::<FacebookPost>(&input).is_empty(), "{url}");
    }
}

#[test]
fn the_form_has_its_fields_in_order() {
    let about = run::describe::<FacebookPost>("pl");
    let schema: Value = serde_json::from_str(&about.input).expect("JSON");
    assert_eq!(schema["required"], json!(["topic"]));
    assert_eq!(schema["additionalProperties"], json!(false));
    assert_eq!(schema["properties"]["language"]["default"], "pl");
    assert_eq!(
        schema["properties"]["variants"],
        json!({"title": "Liczba wariantów", "type": "integer", "minimum": 1, "maximum": 5, "default": 3, "x-widget": "slider"})
    );
    let order = [
        "topic",
        "goal",
        "cta",
        "url",
        "keywords",
        "language",
        "tone",
        "audience",
        "extra_instructions",
        "address_form",
        "hashtags",
        "emoji",
        "variants",
    ];
    let places: Vec<_> =
        order.iter().map(|name| about.input.find(&format!("\"{name}\":{{\"title\""))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{}", about.input);
}
