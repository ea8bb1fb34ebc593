//! Tests of LinkedIn posts through the tool's public interface.

use serde_json::json;
use sitewright_sdk::testing::odd::{assert_drafts_fit, broken};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::LinkedInPost;

#[test]
fn the_tool_is_complete() {
    check_tool::<LinkedInPost>();
}

#[test]
fn drafts_of_odd_inputs_fit() {
    for author in ["person", "company-page"] {
        let posts = assert_drafts_fit::<LinkedInPost>(
            1000,
            &json!({"author_type": author, "variants": 5, "hashtags": 0}),
        );
        assert!(posts.iter().all(|post| broken(post, "platform").is_empty()));
        let folded = posts.iter().filter(|post| broken(post, "recommended").is_empty()).count();
        assert!(folded * 4 >= posts.len() * 3, "{folded} of {}", posts.len());
    }
}

#[test]
fn a_person_writes_in_the_singular_and_a_company_in_the_plural() {
    let post = |author: &str, goal: &str, variants: u32| {
        let input = json!({"topic": "New warehouse in Gdynia", "goal": goal, "author_type": author, "variants": variants, "language": "en"});
        let result = TestHost::new("en").run::<LinkedInPost>(&input.to_string()).expect("a result");
        result.outcome.text
    };
    for goal in ["engagement", "traffic", "sale", "announcement", "education", "recruitment"] {
        let (person, company) = (post("person", goal, 5), post("company-page", goal, 5));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(
            !words(&person).iter().any(|word| ["We", "we", "us", "us."].contains(&word.as_str())),
            "{person}"
        );
        assert!(!words(&company).iter().any(|word| ["I", "me", "me."].contains(&word.as_str())), "{company}");
        let asks = goal == "recruitment";
        assert_eq!(person != company, asks, "{person}\n{company}");
    }
}

#[test]
fn a_long_first_line_is_requested_again_and_then_marked() {
    let long = "word ".repeat(40);
    let host = TestHost::new("en").answers([long.as_str(), long.as_str(), long.as_str()]);
    let input = r#"{"topic": "Rolls", "variants": 1, "hashtags": 0, "language": "en"}"#;
    let result = host.run::<LinkedInPost>(input).expect("a result");
    assert_eq!(host.asked.borrow().len(), 3);
    assert_eq!(
        broken(&result.variants[0], "recommended"),
        ["The first line has 199 characters, but the feed shows at most 140 before readers tap. Shorten it."]
    );
}
