//! Tests through the tool's public interface.

use serde_json::json;
use sitewright_sdk::testing::{TestHost, check_tool};

use super::ArticleIntro;

#[test]
fn the_tool_is_complete() {
    check_tool::<ArticleIntro>();
}

const TITLES: [&str; 12] = [
    "SEO",
    "Jak wybrać rower miejski? Poradnik",
    "How to choose a city bike",
    "7 sposobów na zdrowy sen",
    "10 tips for better sleep",
    "Gaz czy prąd: co się opłaca?",
    "React vs Vue",
    "Recenzja: Bosch Serie 6",
    "Czy warto kupić rower elektryczny?",
    "Pielęgnacja skóry zimą",
    "🎉 „Cudzysłów” {nawias} <b>HTML</b>",
    "مرحبا بالعالم",
];

#[test]
fn without_a_model_the_framework_asks_its_questions() {
    for (language, title) in
        ["en", "pl"].into_iter().flat_map(|language| TITLES.map(|title| (language, title)))
    {
        for (framework, length, words) in [
            ("AIDA", "short", "85"),
            ("PAS", "medium", "115"),
            ("story", "long", "150"),
            ("question", "short", "60"),
            ("statistic", "long", "110"),
        ] {
            let input = json!({"title": title, "keyword": "rower miejski", "framework": framework, "length": length, "language": language, "variants": 5});
            let result = TestHost::new(language).run::<ArticleIntro>(&input.to_string()).unwrap();
            assert!(result.frame && result.variants.len() == 1, "{input}");
            let text = result.variants[0]["text"].as_str().unwrap();
            let title = title.split('<').next().unwrap();
            assert!([title, "rower miejski", words].iter().all(|part| text.contains(part)), "{text}");
            assert_eq!(text.matches('[').count(), text.matches(']').count(), "{text}");
        }
    }
}

#[test]
fn an_invented_number_is_marked() {
    let answer = "City bike: 87% of people love it. ".repeat(12);
    let host = TestHost::new("en").answers([answer.as_str(); 3]);
    let input = json!({"title": "City bikes", "keyword": "city bike", "length": "short", "variants": 1});
    let result = host.run::<ArticleIntro>(&input.to_string()).unwrap();
    let checks = result.variants[0]["checks"].as_array().unwrap();
    assert!(checks.iter().any(|check| check["level"] == "hard" && check["ok"] == false));
    assert_eq!(host.asked.borrow().len(), 3);
}
