//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::Newsletter;

const TOPICS: [&str; 6] = [
    "Bread",
    "Jesień w naszej piekarni. Nowe chleby od 1 października. Dłuższe godziny.",
    "<b>Sale</b> *now* {brand} [Name] \"quoted\" 🎉",
    "שלום עולם",
    "SALE SALE SALE!!!",
    "- First thing\n- Second thing\n- Third thing",
];

#[test]
fn the_tool_is_complete() {
    check_tool::<Newsletter>();
}

#[test]
fn drafts_keep_the_limits_and_are_never_padded() {
    let items = [
        "Rye workshop – Saturday – https://example.com/a",
        "https://example.com/b",
        "One",
        "Longer hours: until 7 p.m.",
        &"very long ".repeat(25),
    ];
    for (language, address) in [("en", "neutral"), ("pl", "ty"), ("pl", "pan-pani"), ("pl", "neutral")] {
        for (place, topic) in TOPICS.iter().enumerate() {
            for sections in 1..=8 {
                let items = &items[..(place + sections) % 6];
                let input = json!({"language": language, "topic": topic, "sections": sections, "items": items,
                    "address_form": address, "variants": 3});
                let result = TestHost::new(language).run::<Newsletter>(&input.to_string()).expect("a result");
                let broken = result.variants.iter().find(|variant| !is_only_short(variant));
                assert!(broken.is_none(), "{input} {broken:#?}");
                // The second and the last topic say enough without items.
                assert_eq!(result.frame, items.is_empty() && ![1, 5].contains(&place));
            }
        }
    }
}

#[test]
fn the_first_item_stays_first_and_a_title_is_a_heading() {
    let ask = |topic: &str, items: &[&str]| {
        let input = json!({"topic": topic, "items": items, "language": "en"});
        let result = TestHost::new("en").run::<Newsletter>(&input.to_string()).expect("a result");
        assert!(!result.frame);
        result.variants[0]["body"].as_str().expect("body").to_owned()
    };
    let body = ask("Autumn news", &["Open until 8", "Workshop – https://example.com/a"]);
    assert!(body.starts_with("# Autumn news\n\n## In brief\n\n- Open until 8\n\n## Workshop"), "{body}");
    let body = ask("Longer hours. From October we close at 8.", &[]);
    assert_eq!(body, "# Longer hours\n\nFrom October we close at 8.");
}

#[test]
fn items_become_sections_with_their_links() {
    let input = json!({"topic": "Autumn", "sections": 2, "items": ["Workshop – on Saturday – https://example.com/a", "Longer hours"]});
    let result = TestHost::new("en").run::<Newsletter>(&input.to_string()).expect("a result");
    let body = result.variants[0]["body"].as_str().expect("body");
    assert!(
        body.contains("## Workshop\n\nOn Saturday.\n\n[") && body.contains("](https://example.com/a)"),
        "{body}"
    );
    assert!(body.contains("\n\n- Longer hours"), "an item without details is a list entry: {body}");
}

#[test]
fn items_keep_their_order_and_only_addresses_are_links() {
    let items = [
        "Workshop – https://example.com/a",
        "Longer hours",
        "=HYPERLINK(\"https://example.com/x\")",
        "Choir – https://example.com/b",
    ];
    let input = json!({"topic": "Autumn", "sections": 3, "items": items});
    let result = TestHost::new("en").run::<Newsletter>(&input.to_string()).expect("a result");
    let body = result.variants[0]["body"].as_str().expect("body");
    let place = |part: &str| body.find(part).unwrap_or_else(|| panic!("{part}: {body}"));
    assert!(place("## Workshop") < place("- Longer hours") && place("- Longer hours") < place("## Choir"));
    assert!(!body.contains("](=HYPER") && !body.contains("](https://example.com/x"), "{body}");
    let preheader = result.variants[0]["preheader"].as_str().expect("preheader");
    assert!(preheader.contains("Longer hours") && !preheader.contains("Choir"), "{preheader}");
}

#[test]
fn no_section_without_a_heading_follows_one() {
    let ask = |items: &[&str]| {
        let input = json!({"topic": "Spring", "items": items, "sections": 3, "language": "en"});
        let result = TestHost::new("en").run::<Newsletter>(&input.to_string()).expect("a result");
        result.variants[0]["body"].as_str().expect("body").to_owned()
    };
    let glazes = "New glazes – sea green and oat – https://example.com/a";
    let course = "Six-week course for beginners starts in May, Tuesdays at 7 pm, with Ada at the wheel https://example.com/b";
    let body = ask(&[glazes, course]);
    assert!(
        body.contains("## Six-week course for beginners\n\nSix-week course for beginners starts"),
        "{body}"
    );
    let other = "We fire the large kiln on Tuesdays and Thursdays, and pots of guests are fired with ours https://example.com/c";
    let body = ask(&[glazes, other]);
    assert!(body.contains("## In brief\n\n- We fire"), "{body}");
}

#[test]
fn missing_sections_and_links_are_requested_again() {
    let answer =
        ["Subject: Autumn\nPreheader: ", &"p".repeat(50), "\nIssue:\n## One\n", &"word ".repeat(160)]
            .concat();
    let host = TestHost::new("en").answers([answer.clone(), answer.clone(), answer]);
    let input = json!({"topic": "Autumn", "sections": 2, "items": ["https://example.com/a"], "variants": 1});
    let result = host.run::<Newsletter>(&input.to_string()).expect("a result");
    assert_eq!(host.asked.borrow().len(), 3);
    assert_eq!(complaints(&result.variants[0]).len(), 2);
}

/// The only problem is that the text is short and has fewer sections, because there was little input.
fn is_only_short(variant: &Value) -> bool {
    let mut broken =
        variant["checks"].as_array().expect("checks").iter().filter(|check| check["ok"] == false);
    broken.all(|check| check["value"].as_u64() < check["min"].as_u64())
}

fn complaints(variant: &Value) -> Vec<&str> {
    let checks = variant["checks"].as_array().expect("checks");
    checks.iter().filter(|check| check["ok"] == false).filter_map(|check| check["message"].as_str()).collect()
}
