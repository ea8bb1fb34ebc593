//! Tests of ideas for TikTok through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::odd::broken;
use sitewright_sdk::testing::{TestHost, check_tool};

use super::TikTokIdeas;

#[test]
fn the_tool_is_complete() {
    check_tool::<TikTokIdeas>();
}

#[test]
fn without_a_model_the_scenes_ask_what_they_show() {
    for (duration, seconds, scenes) in [("15-s", 15, 3), ("30-s", 30, 4), ("60-s", 60, 5), ("3-min", 180, 8)]
    {
        let input = json!({"topic": "Domowe wypieki", "duration": duration, "count": 5, "language": "pl"});
        let result = TestHost::new("pl").run::<TikTokIdeas>(&input.to_string()).expect("a result");
        assert!(result.frame && result.variants.len() == 5);
        for clip in &result.variants {
            let script = clip["script"].as_str().expect("script");
            assert!(script.starts_with("0–") && script.contains(&format!("–{seconds} s ")), "{script}");
            assert_eq!(script.lines().count(), scenes, "{script}");
            assert!(clip["photo_title"].as_str().expect("a title").starts_with("Domowe wypieki: "), "{clip}");
        }
    }
}

#[test]
fn a_script_too_long_to_speak_is_requested_again_and_then_marked() {
    let answer = |script: &str, number: usize| {
        format!(
            "Script: {script}\nCaption: Look, {number}!\nTitle of the photo post: Rolls {number}\nDescription of the photo post: Slides."
        )
    };
    let long = answer(&"word ".repeat(60), 0);
    let mut first: Vec<String> = (1..5).map(|number| answer("0–15 s Rolls.", number)).collect();
    first.insert(0, long.clone());
    let host = TestHost::new("en").answers([first.join("\n===\n"), long.clone(), long]);
    let input = r#"{"topic": "Rolls", "duration": "15-s", "count": 5, "language": "en"}"#;
    let result = host.run::<TikTokIdeas>(input).expect("a result");
    assert_eq!(host.asked.borrow().len(), 3);
    let marked = broken(&result.variants[0], "recommended");
    assert!(marked.len() == 1 && marked[0].contains("60 words"), "{marked:?}");
    assert!(host.asked.borrow()[0].messages[0].text.contains("at most 37 words"));
}

#[test]
fn captions_are_measured_in_utf16() {
    let emoji = "🎉".repeat(1101);
    let answer = |caption: &str| {
        format!(
            "Script: 0–15 s Rolls.\nCaption: {caption}\nTitle of the photo post: A\nDescription of the photo post: B"
        )
    };
    let all = (0..5).map(|number| answer(&format!("{number}{emoji}"))).collect::<Vec<_>>().join("\n===\n");
    let host = TestHost::new("en").answers(vec![all; 3]);
    let result =
        host.run::<TikTokIdeas>(r#"{"topic": "Rolls", "count": 5, "language": "en"}"#).expect("a result");
    let check = |clip: &Value| broken(clip, "hard");
    assert!(result.variants.iter().all(|clip| check(clip).len() == 1), "{:?}", check(&result.variants[0]));
}
