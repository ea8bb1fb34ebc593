//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::ArticleIdeas;

#[test]
fn the_tool_is_complete() {
    check_tool::<ArticleIdeas>();
}

#[test]
fn without_a_model_the_ideas_are_frames() {
    for (language, topic) in [("en", "Heat pumps"), ("pl", "Pompa ciepła"), ("pl", "🎉 „Cudzysłów” {topic}")]
    {
        for (kind, expected) in [("any", 5), ("how-to", 2), ("case study", 2), ("FAQ", 2)] {
            let input = json!({"topic": topic, "content_type": kind, "count": 20, "language": language, "keywords": ["first one"]});
            let result = TestHost::new(language).run::<ArticleIdeas>(&input.to_string()).unwrap();
            assert!(result.frame && result.outcome.text.starts_with("**"), "{}", result.outcome.text);
            let found = result.variants.len();
            assert!(if kind == "any" { found >= expected } else { found == expected }, "{input}");
            assert!(result.variants[0]["target_keyword"].as_str().unwrap().starts_with("[first one – "));
            for idea in &result.variants {
                let title = idea["title"].as_str().unwrap();
                assert!(title.starts_with(topic) && title.ends_with(']'), "{title}");
                assert_eq!(idea["checks"], json!([]), "a frame has no limits");
            }
        }
    }
}

#[test]
fn duplicates_and_unknown_intents_are_requested_again() {
    let answer = "Title: Heat pumps for beginners: a short guide\nIntent: informational\nTarget keyword: heat pumps guide";
    let odd = answer.replace("informational", "curiosity").replace("short", "small");
    let other = answer.replace("beginners", "experts");
    let third = answer.replace("beginners", "builders");
    let first = [answer, answer, &odd, &other, &third].join("\n===\n");
    let again = [answer.replace("short", "brief"), answer.replace("short", "clear")].join("\n===\n");
    let host = TestHost::new("en").answers([first, again]);
    let input = json!({"topic": "Heat pumps", "count": 5, "language": "en"}).to_string();
    let result = host.run::<ArticleIdeas>(&input).unwrap();
    let titles: std::collections::BTreeSet<_> =
        result.variants.iter().map(|idea| idea["title"].as_str().unwrap()).collect();
    assert_eq!(titles.len(), 5, "{titles:?}");
    let asked = host.asked.borrow();
    assert_eq!(asked.len(), 2, "one question for all, and one for the two that do not fit");
    assert!(asked[0].messages[0].text.contains("Write 5 of them in one answer."));
    assert!(asked[1].messages[0].text.contains("Write 2 of them in one answer."));
    assert!(result.outcome.text.contains("Idea 1"));
}

#[test]
fn a_list_is_read_in_every_shape() {
    let idea = |number: usize| {
        (format!("Heat pumps for house {number}: a short guide"), "heat pumps guide".to_owned())
    };
    let json = |(title, keyword): (String, String)| json!({"title": title, "intent": "informational", "target_keyword": keyword});
    let labelled = |(title, keyword): (String, String)| {
        format!("Title: {title}\nIntent: informational\nTarget keyword: {keyword}")
    };
    let all = || (1..=5).map(idea);
    let plain = all().map(labelled).collect::<Vec<_>>().join("\n\n");
    let numbered: Vec<String> =
        all().enumerate().map(|(place, idea)| format!("{}.\n{}", place + 1, labelled(idea))).collect();
    let list = Value::from(all().map(json).collect::<Vec<_>>()).to_string();
    let object = json!({"ideas": all().map(json).collect::<Vec<_>>()}).to_string();
    for answer in [plain, numbered.join("\n"), list.clone(), object, format!("```json\n{list}\n```")] {
        let host = TestHost::new("en").answers([answer.clone()]);
        let input = json!({"topic": "Heat pumps", "count": 5, "language": "en"}).to_string();
        let result = host.run::<ArticleIdeas>(&input).expect("a result");
        assert_eq!(result.variants.len(), 5, "{answer}");
        assert_eq!(result.variants[4]["title"], "Heat pumps for house 5: a short guide", "{answer}");
        assert_eq!(host.asked.borrow().len(), 1, "{answer}");
    }
}
