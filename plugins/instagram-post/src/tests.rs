//! Tests of captions through the tool's public interface.

use serde_json::json;
use sitewright_sdk::testing::odd::{assert_drafts_fit, broken};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::InstagramPost;

#[test]
fn the_tool_is_complete() {
    check_tool::<InstagramPost>();
}

#[test]
fn drafts_of_odd_inputs_fit() {
    for goal in ["engagement", "traffic", "sale", "announcement", "education", "recruitment"] {
        let order = json!({"goal": goal, "url": "https://example.com", "hashtags": 10, "variants": 5});
        for post in assert_drafts_fit::<InstagramPost>(1000, &order) {
            let caption = post["caption"].as_str().expect("caption");
            assert!(caption.contains("bio") && !caption.contains("{bio}"), "{caption}");
            let names = post["hashtags"].as_array().expect("hashtags").len();
            assert!(names <= 1, "the words of a topic make no hashtags: {post}");
            assert_eq!(post["image_idea"], "", "what a picture could show is not in the input");
        }
    }
}

#[test]
fn hashtags_are_moved_out_of_the_caption() {
    let answer = "Caption: Fresh rolls at seven.\n\n#rolls #bread\nHashtags:\n- #Bakery, #rolls\n- sourdough\nIdea for the picture: Hands and dough.";
    let host = TestHost::new("en").answers([answer]);
    let input = r#"{"topic": "Rolls", "variants": 1, "hashtags": 4, "language": "en", "image_idea": false}"#;
    let result = host.run::<InstagramPost>(input).expect("a result");
    let post = &result.variants[0];
    assert_eq!(post["caption"], "Fresh rolls at seven.");
    assert_eq!(post["hashtags"], json!(["#Bakery", "#rolls", "#sourdough", "#bread"]));
    assert_eq!(post["image_idea"], "");
}

#[test]
fn an_address_in_the_caption_and_many_mentions_are_reported() {
    let answer = "Caption: Rolls with @a @b @c @d: https://example.com\nHashtags:\nIdea for the picture: Hands and dough.";
    let host = TestHost::new("en").answers([answer, answer, answer]);
    let input =
        r#"{"topic": "Rolls", "variants": 1, "hashtags": 0, "language": "en", "url": "https://example.com"}"#;
    let result = host.run::<InstagramPost>(input).expect("a result");
    assert_eq!(host.asked.borrow().len(), 3);
    assert_eq!(broken(&result.variants[0], "platform"), ["Mentions: 4. Instagram may refuse more than 3."]);
    assert!(broken(&result.variants[0], "recommended")[0].contains("cannot be tapped"));
}
