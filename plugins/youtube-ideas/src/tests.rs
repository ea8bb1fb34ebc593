//! Tests of ideas for YouTube through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::odd::{assert_drafts_fit, broken};
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
fn drafts_of_odd_inputs_fit() {
    for format in ["long-video", "shorts", "live", "series"] {
        let channel = "A small bakery <shows> how bread is made, without secrets. ".repeat(8);
        let order = json!({"format": format, "count": 5, "channel_description": channel.trim()});
        for video in assert_drafts_fit::<YouTubeIdeas>(300, &order) {
            let title = text(&video, "title");
            assert!(
                !title.is_empty() && !title.contains(['<', '>']) && !title.contains("{title}"),
                "{title}"
            );
            assert!(!text(&video, "description").contains(['<', '>']));
            assert!(broken(&video, "recommended").is_empty(), "{video:#}");
        }
    }
}

#[test]
fn twenty_ideas_are_all_different() {
    for (language, topic) in [("en", "Road bikes"), ("pl", "Rowery szosowe")] {
        let input = json!({"topic": topic, "count": 20, "language": language}).to_string();
        let result = TestHost::new(language).run::<YouTubeIdeas>(&input).expect("a result");
        for part in ["title", "hook", "description"] {
            let mut texts: Vec<&str> = result.variants.iter().map(|video| text(video, part)).collect();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), 20, "{texts:#?}");
        }
        assert!(result.outcome.text.contains(if language == "en" { "## Idea 20" } else { "## Pomysł 20" }));
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
    assert_eq!(broken(video, "hard"), ["Title: 149 characters, at most 100 fit (49 characters too many)."]);
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
