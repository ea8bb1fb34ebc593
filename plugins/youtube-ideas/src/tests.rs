//! Tests of ideas for YouTube through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::odd::broken;
use sitewright_sdk::testing::{TestHost, check_tool};

use super::YouTubeIdeas;

#[test]
fn the_tool_is_complete() {
    check_tool::<YouTubeIdeas>();
}

fn text<'a>(video: &'a Value, part: &str) -> &'a str {
    video[part].as_str().expect(part)
}

#[test]
fn without_a_model_the_ideas_are_frames_of_different_structure() {
    for (language, heading) in [("en", "## Idea 4"), ("pl", "## Pomysł 4")] {
        for (format, frames) in [("long-video", 6), ("shorts", 6), ("live", 4), ("series", 6)] {
            let input = json!({"topic": "Rowery {topic}", "count": 20, "format": format, "language": language, "channel_description": "A <small> bakery."});
            let result = TestHost::new(language).run::<YouTubeIdeas>(&input.to_string()).expect("a result");
            assert!(result.frame && result.variants.len() == frames, "{input}");
            assert!(result.outcome.text.contains(heading), "{}", result.outcome.text);
            for video in &result.variants {
                assert!(
                    text(video, "title").contains("Rowery {topic}: ") && text(video, "hook").starts_with('[')
                );
                assert!(text(video, "description").contains("A ‹small› bakery."));
            }
        }
    }
}

/// An answer in the requested layout.
fn answer(title: &str, tags: &str) -> String {
    format!("Title: {title}\nFirst words: Look at this.\nDescription: Two bikes, one hill.\nTags:\n{tags}")
}

const ORDER: &str = r#"{"topic": "Road bikes", "count": 5, "language": "en"}"#;

#[test]
fn each_idea_is_requested_with_another_take() {
    let all = ["One", "Two", "Three", "Four", "Five"].map(|title| answer(title, "- hill"));
    let host = TestHost::new("en").answers([all.join("\n===\n")]);
    host.run::<YouTubeIdeas>(ORDER).expect("a result");
    let asked = host.asked.borrow();
    assert_eq!(asked.len(), 1);
    let [rules, data] = [0, 1].map(|place| asked[0].messages[place].text.as_str());
    let takes: Vec<&str> = (1..=5).filter_map(|number| data.split(&format!("\n{number}. ")).nth(1)).collect();
    let mut firsts: Vec<&str> = takes.iter().filter_map(|take| take.lines().next()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 5, "{data}");
    assert!(!rules.contains("Road bikes"), "the input stays data");
}

#[test]
fn a_long_title_is_requested_again_and_marked_and_tags_are_tidied() {
    let tags = "- first, #second\n".to_owned()
        + &(0..80)
            .map(|place| format!("- #long {} tag\n", "x".repeat(place % 20 + 1) + &"y".repeat(place / 20)))
            .collect::<String>();
    let long = answer(&"word ".repeat(30), &tags);
    let good = ["Two <b>", "Three", "Four", "Five"].map(|title| answer(title, "- hill"));
    let first = [vec![long.clone()], good.to_vec()].concat().join("\n===\n");
    let host = TestHost::new("en").answers([first, long.clone(), long]);
    let result = host.run::<YouTubeIdeas>(ORDER).expect("a result");
    assert_eq!(host.asked.borrow().len(), 3);
    let video = &result.variants[0];
    assert_eq!(broken(video, "hard"), ["Title: 149 characters, at most 100. Cut 49 characters."]);
    assert_eq!(video["tags"].as_array().expect("tags")[..3], ["first", "second", "long x tag"]);
    assert!((20..40).contains(&video["tags"].as_array().expect("tags").len()));
    assert_eq!(result.variants[1]["title"], "Two ‹b›");
}

#[test]
fn a_repeated_title_is_reported() {
    let same = answer("Two bikes", "- hill");
    let host = TestHost::new("en").answers(vec![vec![same; 5].join("\n===\n"); 3]);
    let result = host.run::<YouTubeIdeas>(ORDER).expect("a result");
    assert!(broken(&result.variants[0], "recommended").is_empty());
    assert_eq!(broken(&result.variants[1], "recommended"), ["Another idea begins alike."]);
}
