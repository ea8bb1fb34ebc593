//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_descriptions, check_good_answers};
use sitewright_sdk::{Brand, Failure, Term};

use super::Translate;

const SOURCE: &str =
    "<p>Hello {name}, we open at 7. See https://example.com/a for 12 <b>fresh</b> rolls.</p>";
const GOOD: &str =
    "<p>Cześć, {name}! Otwieramy o 7. Zobacz https://example.com/a: 12 <b>świeżych</b> bułek.</p>";

fn complaints(variant: &Value) -> Vec<&str> {
    let checks = variant["checks"].as_array().expect("checks").iter();
    checks.filter(|check| check["ok"] == false).filter_map(|check| check["message"].as_str()).collect()
}

#[test]
fn the_tool_is_described() {
    check_descriptions::<Translate>();
}

#[test]
fn hostile_answers_and_orders_in_the_data_do_no_harm() {
    let polish = "<h2>Świeże bułki każdego ranka</h2>\n<p>Cześć, {name}! Nasza piekarnia otwiera się o 7. Zamów do 18:00 na <a href=\"https://example.com/rolls\">example.com</a> i odbierz 12 bułek następnego dnia.</p>";
    check_good_answers::<Translate>("en", &[polish]);
    let english = "<h2>Fresh rolls every morning</h2>\n<p>Hello {name}, our bakery opens at 7. Order by 18:00 at <a href=\"https://example.com/bulki\">example.com</a> and collect 12 rolls the next day.</p>";
    check_good_answers::<Translate>("pl", &[english]);
}

#[test]
fn without_a_model_there_is_no_translation() {
    let input = json!({"text": SOURCE, "target_language": "pl"}).to_string();
    assert_eq!(TestHost::new("en").run::<Translate>(&input).unwrap_err(), Failure::NeedsModel);
}

#[test]
fn any_target_language_is_accepted() {
    for (target, answer) in [
        ("pl", GOOD),
        (
            "de",
            "<p>Hallo {name}, wir öffnen um 7. Siehe https://example.com/a für 12 <b>frische</b> Brötchen.</p>",
        ),
    ] {
        let host = TestHost::new("en").answers([answer]);
        let input = json!({"text": SOURCE, "target_language": target}).to_string();
        let result = host.run::<Translate>(&input).unwrap();
        assert_eq!(result.variants[0]["text"], answer);
        assert_eq!(complaints(&result.variants[0]), Vec::<&str>::new());
        let asked = host.asked.borrow();
        assert!(asked[0].draft.is_none());
        assert!(!asked[0].messages[0].text.contains("Write correct"), "{}", asked[0].messages[0].text);
    }
}

#[test]
fn machine_readable_parts_are_kept() {
    let broken =
        "<p>Cześć, {imię}! Otwieramy o siódmej. Zobacz https://example.com/b: 12 świeżych bułek.</p>";
    let host = TestHost::new("en").answers([broken, GOOD]);
    let result =
        host.run::<Translate>(&json!({"text": SOURCE, "target_language": "pl"}).to_string()).unwrap();
    assert_eq!(result.variants[0]["text"], GOOD);
    let asked = host.asked.borrow();
    let advice = &asked[1].messages.last().unwrap().text;
    for part in ["<b>, </b>", "{name}, {imię}", "https://example.com/a, https://example.com/b", ": 7."] {
        assert!(advice.contains(part), "{part}: {advice}");
    }
}

#[test]
fn the_glossary_and_the_language_are_checked() {
    let glossary = vec![Term { source: "roll".to_owned(), target: "kajzerka".to_owned() }];
    let host =
        TestHost::new("pl").brand(Brand { glossary, ..Brand::default() }).answers([GOOD, SOURCE, SOURCE]);
    let result =
        host.run::<Translate>(&json!({"text": SOURCE, "target_language": "pl"}).to_string()).unwrap();
    assert_eq!(
        complaints(&result.variants[0]),
        ["Nie użyto terminów ze słowniczka: roll → kajzerka. Użyj ich."]
    );
    assert!(host.asked.borrow()[2].messages.last().unwrap().text.contains("not translated"));
}

#[test]
fn long_and_odd_texts_are_checked_quickly() {
    let odd =
        ["{", "<a ", "%(", "1 ", "{a} ", "a@b.pl ", "<p>"].map(|piece| piece.repeat(50_000 / piece.len()));
    let numbers: String = (0..8_000).map(|number| format!("{number} ")).collect();
    let start = std::time::Instant::now();
    for text in odd.iter().chain([&numbers]) {
        let host = TestHost::new("en").answers(["słowo po polsku"; 3]);
        let result =
            host.run::<Translate>(&json!({"text": text.trim(), "target_language": "pl"}).to_string());
        assert!(result.is_ok(), "{:?}", result.err());
    }
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
