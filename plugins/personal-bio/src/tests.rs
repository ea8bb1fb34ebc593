//! Tests through the tool's public interface: from facts to biographies.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool, messages};

use super::PersonalBio;

const PLATFORMS: [&str; 7] =
    ["generic", "linkedin-about", "linkedin-headline", "x", "instagram", "tiktok", "facebook"];

fn run(host: &TestHost, input: &Value) -> Vec<Value> {
    host.run::<PersonalBio>(&input.to_string())
        .unwrap_or_else(|failure| panic!("{input}: {failure:?}"))
        .variants
}

#[test]
fn the_tool_is_complete() {
    check_tool::<PersonalBio>();
}

#[test]
fn drafts_fit_every_platform() {
    let long = "Robię rzeczy. ".repeat(140);
    for facts in [
        long.trim(),
        &"x".repeat(2000),
        "10 lat w branży\n<b>Python</b> {x} 🎉",
        "خبرة عشر سنوات",
        "I run a studio. I teach.",
    ] {
        for language in ["en", "pl"] {
            for (platform, person) in PLATFORMS.iter().flat_map(|place| [(place, "first"), (place, "third")])
            {
                let input = json!({"name": "Ola „Kot” {K}", "role": facts.chars().take(200).collect::<String>(),
                    "facts": facts, "language": language, "platform": platform, "person": person, "variants": 4});
                for variant in run(&TestHost::new("en"), &input) {
                    let bad: Vec<_> = messages(&variant)
                        .into_iter()
                        .filter(|message| !message.contains("person"))
                        .collect();
                    assert!(bad.is_empty() && variant["text"] != "", "{input}\n{bad:?}\n{variant:#}");
                }
            }
        }
    }
}

#[test]
fn the_users_words_stay_unchanged() {
    let ask = |person: &str, variants: u32| {
        let input = json!({"name": "Sam Reed", "role": "potter", "facts": "I run a studio. I teach.", "language": "en",
            "person": person, "variants": variants});
        run(&TestHost::new("en"), &input)
            .iter()
            .map(|variant| variant["text"].as_str().expect("text").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        ask("third", 3),
        ["Sam Reed – potter.\n\n[In the third person: I run a studio.]\n[In the third person: I teach.]"]
    );
    assert_eq!(ask("first", 2), ["Sam Reed – potter.\n\nI run a studio. I teach."]);
}

#[test]
fn a_long_bio_is_requested_again_and_then_marked() {
    let input = json!({"name": "Sam", "role": "potter", "facts": "Runs a studio", "language": "en", "platform": "x", "variants": 1});
    let (long, good) = ("ab…".repeat(41), "ab…".repeat(40));
    let host = TestHost::new("en").answers([&*long, &*good]);
    assert!(messages(&run(&host, &input)[0]).is_empty());
    assert_eq!(host.asked.borrow().len(), 2);
    assert_eq!(messages(&run(&TestHost::new("en").answers([&*long; 3]), &input)[0]).len(), 1);
}

#[test]
fn neither_gender_nor_person_is_guessed() {
    let input = json!({"name": "Sam", "role": "garncarstwo", "facts": "Pracownia od 2014", "language": "pl", "person": "third", "variants": 1});
    let answer = "Założyłam pracownię w 2014 roku.";
    let variants = run(&TestHost::new("pl").answers([answer; 3]), &input);
    let found = messages(&variants[0]);
    assert!(found.len() == 2 && found[0].contains("Założyłam"), "{found:?}");
}
