//! Tests of posts and threads through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::Brand;
use sitewright_sdk::testing::odd::{assert_drafts_fit, broken};
use sitewright_sdk::testing::{TestHost, check_tool};
use sitewright_sdk::units::weighted;

use super::TwitterPost;

#[test]
fn the_tool_is_complete() {
    check_tool::<TwitterPost>();
}

fn posts(variant: &Value) -> Vec<&str> {
    variant["posts"].as_array().expect("posts").iter().filter_map(Value::as_str).collect()
}

#[test]
fn drafts_of_odd_inputs_fit() {
    let url = format!("https://example.com/{}", "a".repeat(200));
    let unlisted = format!("sklep.nowakoncowka/{}", "a".repeat(900));
    let orders = [
        json!({}),
        json!({"url": url, "cta": "Zajrzyj ".repeat(15), "hashtags": 10, "keywords": ["ręcznie robione", "chleb"], "emoji": "many"}),
        json!({"url": unlisted, "hashtags": 10, "goal": "sale", "emoji": "none"}),
        json!({"thread": true, "thread_length": 2, "url": unlisted, "hashtags": 10}),
        json!({"thread": true, "thread_length": 7, "url": url, "cta": "Zajrzyj ".repeat(15), "emoji": "many"}),
        json!({"thread": true, "thread_length": 15, "goal": "announcement", "hashtags": 10}),
    ];
    for mut order in orders {
        order["variants"] = json!(3);
        let length = order["thread_length"].as_u64().unwrap_or(1) as usize;
        for variant in assert_drafts_fit::<TwitterPost>(1000, &order) {
            let posts = posts(&variant);
            // Not more posts than there is content.
            assert!((1..=length).contains(&posts.len()), "{posts:#?}");
            let length = posts.len();
            for (place, post) in posts.iter().enumerate() {
                assert!(!post.is_empty() && weighted(post) <= 280, "{post}");
                let number = format!("{}/{length} ", place + 1);
                assert!(length == 1 || post.starts_with(&number), "{post}");
            }
        }
    }
}

#[test]
fn a_thread_is_parsed_and_numbered() {
    let answer = "1/3 Fresh rolls.\nEvery day.\n---\n2. The dough rests.\n---\nCome by! 3/3";
    let host = TestHost::new("en").answers([answer]);
    let input = r#"{"topic": "Rolls", "variants": 1, "hashtags": 0, "thread": true, "thread_length": 3, "language": "en", "url": "https://example.com"}"#;
    let result = host.run::<TwitterPost>(input).expect("a result");
    let written =
        ["1/3 Fresh rolls.\nEvery day.", "2/3 The dough rests.", "3/3 Come by!\n\nhttps://example.com"];
    assert_eq!(posts(&result.variants[0]), written);
    assert!(host.asked.borrow()[0].messages[0].text.contains("A thread of exactly 3 posts."));
}

#[test]
fn a_thread_contains_the_brand_facts() {
    let brand = Brand {
        name: "Młyn i Spółka".to_owned(),
        description: "Mielimy zboże z okolicznych pól, powoli i na kamieniach, jak przed stu laty. "
            .repeat(5),
        facts: vec!["Mielimy mąkę od 1923 roku".to_owned(), "fakt ".repeat(70)],
        ..Brand::default()
    };
    let host = TestHost::new("pl").brand(brand);
    let input = json!({"topic": "Mąka żytnia", "thread": true, "thread_length": 8, "language": "pl"});
    let result = host.run::<TwitterPost>(&input.to_string()).expect("a result");
    for variant in &result.variants {
        assert!(broken(variant, "hard").is_empty() && posts(variant).len() <= 8, "{variant:#}");
        assert!(posts(variant)[1].contains("Mielimy mąkę od 1923 roku."));
    }
}

#[test]
fn an_enumeration_is_divided_where_posts_are_missing() {
    let ask = |topic: &str, count: usize| {
        let input =
            json!({"topic": topic, "thread": true, "thread_length": count, "hashtags": 0, "language": "en"});
        posts(&TestHost::new("en").run::<TwitterPost>(&input.to_string()).expect("a result").variants[0])
            .iter()
            .map(|post| (*post).to_owned())
            .collect::<Vec<_>>()
    };
    let topic = "Report a pothole: take a photo, note the house number, send the form. We answer in 14 days.";
    let divided = ask(topic, 5);
    assert_eq!(divided.len(), 5, "{divided:#?}");
    assert!(divided[0].ends_with("Report a pothole.") && divided[2].ends_with("Note the house number."));
    assert_eq!(ask(topic, 2).len(), 2);
    let event = ask("Open day: 11 May, 10:00, free. Come by train. Dogs are welcome.", 5);
    assert!(event[0].ends_with("Open day: 11 May, 10:00, free."), "{event:#?}");
}

#[test]
fn without_a_thread_there_is_one_post() {
    let host = TestHost::new("en").answers(["Fresh rolls.\n\n• wheat\n• rye\n---\nCome by!"]);
    let input = r#"{"topic": "Rolls", "variants": 1, "hashtags": 0, "language": "en"}"#;
    let result = host.run::<TwitterPost>(input).expect("a result");
    assert_eq!(posts(&result.variants[0]), ["Fresh rolls.\n\n• wheat\n• rye\n\nCome by!"]);
}

#[test]
fn a_long_post_is_requested_again_and_then_marked() {
    let long = "słowo ".repeat(60);
    let host = TestHost::new("pl").answers([long.as_str(), long.as_str(), long.as_str()]);
    let input = r#"{"topic": "Bułki", "variants": 1, "hashtags": 0, "language": "pl"}"#;
    let result = host.run::<TwitterPost>(input).expect("a result");
    let marked = broken(&result.variants[0], "hard");
    assert_eq!(host.asked.borrow().len(), 3);
    assert!(marked.len() == 1 && marked[0].contains("359 znaków ważonych"), "{marked:?}");
}

#[test]
fn a_thread_of_the_wrong_length_is_requested_again() {
    let host = TestHost::new("en").answers(["One.\n---\nTwo.", "One.\n---\nTwo.\n---\nThree."]);
    let input = r#"{"topic": "Rolls", "variants": 1, "hashtags": 0, "thread": true, "thread_length": 3, "language": "en"}"#;
    let result = host.run::<TwitterPost>(input).expect("a result");
    assert_eq!(posts(&result.variants[0]), ["1/3 One.", "2/3 Two.", "3/3 Three."]);
}
