//! Tests through the tool's public interface.

use serde_json::json;
use sitewright_sdk::testing::{TestHost, check_tool};

use super::ArticleOutline;

#[test]
fn the_tool_is_complete() {
    check_tool::<ArticleOutline>();
}

const TITLES: &[(&str, &str)] = &[
    ("SEO", "SEO"),
    ("Jak wybrać rower miejski? Poradnik", "rower miejski"),
    ("How to choose a city bike", "city bike"),
    ("7 sposobów na zdrowy sen", "zdrowy sen"),
    ("10 błędów w SEO", "błędy SEO"),
    ("25 tips for better sleep", "better sleep"),
    ("Gaz czy prąd: co się opłaca?", "gaz czy prąd"),
    ("React vs Vue", "React vs Vue"),
    ("Recenzja: Bosch Serie 6", "Bosch Serie 6"),
    ("Czy warto kupić rower elektryczny?", "rower elektryczny"),
    ("Pielęgnacja skóry zimą", ""),
    ("🎉 „Cudzysłów” {nawias} <b>HTML</b>", "{nawias}"),
    ("مرحبا بالعالم", "مرحبا"),
];

#[test]
fn without_a_model_the_headings_are_questions() {
    for language in ["en", "pl"] {
        for (title, keyword) in TITLES {
            for sections in [3, 4, 7, 10, 15] {
                let faq = sections != 10;
                let input = json!({"title": title, "keyword": keyword, "sections": sections, "include_faq": faq, "language": language, "variants": 3});
                let result = TestHost::new(language).run::<ArticleOutline>(&input.to_string()).unwrap();
                assert!(result.frame && result.variants.len() == 1, "{input}");
                let text = result.variants[0]["outline"].as_str().unwrap();
                let mut headings: Vec<&str> = text.lines().collect();
                let found = headings.iter().filter(|line| line.starts_with("## ")).count();
                let tells = text.contains(&format!(": {sections}."));
                assert!(
                    found >= sections.min(4) && found <= sections && (found < sections) == tells,
                    "{text}"
                );
                assert_eq!(text.contains("## Frequently") || text.contains("## Najczęstsze"), faq, "{text}");
                headings.sort_unstable();
                headings.dedup();
                assert_eq!(headings.len(), text.lines().count(), "a heading stands twice: {text}");
            }
        }
    }
}

#[test]
fn a_list_has_a_place_for_every_entry() {
    let input = json!({"title": "10 błędów w SEO", "sections": 5, "language": "pl"}).to_string();
    let result = TestHost::new("pl").run::<ArticleOutline>(&input).unwrap();
    let text = result.variants[0]["outline"].as_str().unwrap();
    assert!((1..=10).all(|number| text.contains(&format!("### Błąd {number}: ["))), "{text}");
}

#[test]
fn headings_fit_what_the_title_is_about() {
    for (title, sections, lines) in [
        ("Laptop czy tablet do szkoły?", 7, &["## Laptop", "### Tablet: [słabe strony]"][..]),
        ("Zespół lęku: objawy, diagnoza, leczenie", 6, &["## Objawy: [", "## Leczenie: ["]),
        ("Kim była Maria Curie?", 5, &["## [Co po tej osobie zostało?]"]),
        ("Festiwal dwóch rzek", 6, &["## [Kiedy i gdzie?]"]),
        ("8 błędów w CV", 8, &["## Błąd 1: [", "## Błąd 7: ["]),
        ("8 błędów w CV", 9, &["## Błąd 8: ["]),
        ("8 błędów w CV", 7, &["## [Grupa 4", "### Błąd 8: ["]),
    ] {
        let input =
            json!({"title": title, "sections": sections, "include_faq": sections != 8, "language": "pl"});
        let result = TestHost::new("pl").run::<ArticleOutline>(&input.to_string()).unwrap();
        let text = result.variants[0]["outline"].as_str().unwrap();
        assert!(lines.iter().all(|line| text.contains(line)), "{text}");
    }
}

#[test]
fn a_skipped_level_and_a_missing_section_are_requested_again() {
    let host = TestHost::new("en").answers([
        "# Bikes\n## **City bike**\n#### Frame\nText.\n## Size",
        "## City bike: frame\n### Size\n## City bike: brakes\n## Frequently asked questions\n### What does it cost?",
    ]);
    let input =
        json!({"title": "City bikes", "keyword": "city bike", "sections": 3, "variants": 1}).to_string();
    let result = host.run::<ArticleOutline>(&input).unwrap();
    assert!(result.variants[0]["checks"].as_array().unwrap().iter().all(|check| check["ok"] == true));
    let asked = host.asked.borrow();
    let advice = &asked[1].messages.last().unwrap().text;
    for part in ["exactly 3", "Use only ##", "nothing but headings", "FAQ"] {
        assert!(advice.contains(part), "{advice}");
    }
}
