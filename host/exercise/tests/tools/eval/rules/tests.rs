//! Every rule finds its fault, and nothing in a text without one.

use serde_json::{Value, json};

use super::check;
use crate::eval::cases::Case;

/// Language, a rule, and what it finds in a text about `SOURCE`.
const FAULTS: &[(&str, &str, &str)] = &[
    ("en", "number-added", "We bake 14 loaves every night in Leeds."),
    ("en", "number-added", "A loaf costs £3.60 in Leeds today."),
    ("en", "link-added", "Order your loaf at www.loaves.com until Friday."),
    ("en", "link-added", "Write to baker@crumb.example before you come."),
    ("en", "name-added", "Our baker Winston bakes every loaf in Leeds."),
    ("pl", "name-added", "Chleb piecze u nas mistrz Kowalski, codziennie rano."),
    ("en", "promise", "Your loaf is fresh, or your money back."),
    ("pl", "promise", "Chleb dowozimy do domu za darmo."),
    ("en", "chat", "We bake rye bread. Feel free to change the tone!"),
    ("pl", "chat", "Jasne! Pieczemy chleb żytni w Łodzi."),
    ("en", "filler", "In today's world, bread matters more than ever."),
    ("pl", "filler", "Nie da się ukryć, że chleb jest dobry."),
    ("en", "forbidden", "We sell yummy rye bread in Leeds."),
    ("pl", "case", "Chleb upieczony przez Piekarnia, codziennie rano."),
    ("en", "fact-lost", "We bake in Leeds every night."),
    ("en", "twice", "Rye bread is baked at night. It is dark. Rye bread is baked at night."),
    ("en", "word-twice", "We bake the the rye bread at night."),
    ("en", "hashtag", "Rye bread from Leeds. #WorthIt"),
    ("en", "language", "Pieczemy chleb żytni i nie jest to dla nas nic nowego, bo robimy to w nocy."),
    ("pl", "language", "We bake the rye bread in the night and it is for you and your family."),
    ("en", "cut", "Rye bread is baked at night, and"),
    ("pl", "cut", "Piekarnia „Żytnia piecze chleb w nocy."),
    (
        "en",
        "long-sentence",
        "Rye bread is baked and baked and baked and baked and baked and baked and baked and baked and baked \
        and baked and baked and baked and baked and baked and baked and baked and baked and baked and baked at night.",
    ),
    ("en", "place-left", "Rye bread by [name of the baker], at night."),
    ("en", "hidden", "Rye bread\u{200B} is baked at night."),
    ("en", "markup", "**Rye bread** is baked at night."),
    ("en", "spaces", "Rye bread  is baked at night."),
    ("pl", "spaces", "Chleb żytni , pieczony w nocy."),
    ("en", "dash", "Rye bread - baked at night."),
    ("pl", "quotes", "Piekarnia \"Żytnia\" piecze chleb w nocy."),
    ("en", "quotes", "„Rye bread” is baked at night."),
    ("pl", "abbreviation", "Chleb żytni pieczemy od 1998 r w Łodzi."),
    ("pl", "nbsp", "Chleb z\u{a0}żyta pieczemy w nocy i o świcie."),
    ("en", "capitals", "Rye bread is baked at NIGHT."),
    ("en", "exclamations", "Rye bread, baked at night!!"),
    ("en", "small-letter", "rye bread is baked at night."),
];

const SOUND: &[(&str, &str)] = &[
    ("en", "Rye bread, baked at night in Leeds: come by from 7. “Dark and dense,” says everyone. #RyeBread"),
    (
        "pl",
        "Chleb żytni z pieca, od 1998 r. w Łodzi. Piekarnia „Żytnia” piecze go w nocy, przyjdź po 7. #ChlebŻytni",
    ),
];

const SOURCE: &str =
    "Rye bread, Leeds, from 7 a.m. Since 1998\nChleb żytni, Łódź, od 7\nPiekarnia Żytnia, 1998 r.";

fn found(language: &str, texts: &[&str]) -> Vec<String> {
    rules(language, texts, false)
}

/// The rules that a result of this tool breaks.
fn broken(tool: &str, input: Value, result: &Value) -> Vec<String> {
    let case = Case { about: String::new(), input, kit: None, keep: Vec::new(), never: Vec::new() };
    check(tool, &case, &json!({}), result).into_iter().map(|finding| finding.rule).collect()
}

#[test]
fn repeated_parts_and_missed_orders_are_found() {
    let input = json!({ "product": "Rye bread, baked in Leeds", "headlines_count": 2, "language": "en" });
    let ad = |headlines: Value, description: &str| json!({ "drafted": true, "variants": [{ "headlines": headlines, "descriptions": [description] }] });
    let google = |result: Value| broken("google-ads", input.clone(), &result);
    assert_eq!(google(ad(json!(["Rye bread", "In Leeds"]), "Rye bread, baked in Leeds.")), ["fact-twice"]);
    assert_eq!(google(ad(json!(["Rye bread"]), "Baked in Leeds.")), ["count-missed"]);
    assert!(google(ad(json!(["Rye bread", "In Leeds"]), "Baked in Leeds.")).is_empty());
    let said = json!({ "field": "headlines", "unit": "items", "value": 1, "min": 2, "ok": false, "level": "recommended" });
    let said = json!({ "drafted": true, "variants": [{ "headlines": ["Rye bread"], "descriptions": ["Baked in Leeds."], "checks": [said] }] });
    assert!(google(said).is_empty());
    let shop = json!({ "variants": [{ "short": "Rye bread, baked in Leeds.", "long": "Rye bread: baked in Leeds" }] });
    assert_eq!(
        broken("product-description", json!({ "product_name": "Rye bread, baked in Leeds" }), &shop),
        ["part-twice"]
    );
    let input = json!({ "text": "Rye bread is baked in Leeds. It is dark.", "length": "words", "words": 3, "language": "en" });
    let summary = json!({ "variants": [{ "text": "Rye bread is baked in Leeds." }] });
    assert_eq!(broken("text-summary", input, &summary), ["word-limit"]);
}

fn rules(language: &str, texts: &[&str], is_frame: bool) -> Vec<String> {
    let case = Case {
        about: String::new(),
        input: json!({ "topic": SOURCE, "language": language }),
        kit: None,
        keep: vec!["rye|bread|loaf|chleb".to_owned()],
        never: vec!["yummy".to_owned()],
    };
    let part = json!({ "type": "string", "x-format": "plain" });
    let output = json!({ "properties": { "variants": { "items": { "properties": { "text": part } } } } });
    let variants: Vec<Value> = texts.iter().map(|text| json!({ "text": text })).collect();
    let findings =
        check("facebook-post", &case, &output, &json!({ "variants": variants, "frame": is_frame }));
    findings.into_iter().map(|finding| finding.rule).collect()
}

#[test]
fn every_rule_finds_its_fault_and_nothing_in_a_sound_text() {
    let mut faults = Vec::new();
    for (language, rule, text) in FAULTS {
        let rules = found(language, &[text]);
        if !rules.iter().any(|found| found == rule) {
            faults.push(format!("{rule} not in {rules:?}: {text}"));
        }
    }
    for (language, text) in SOUND {
        faults.extend(found(language, &[text]).into_iter().map(|rule| format!("{rule}: {text}")));
    }
    assert!(rules("en", &["[The baker's name] bakes 14 loaves. When?"], true).is_empty());
    assert_eq!(rules("en", &["We bake rye bread."], true), ["frame-empty"]);
    let (one, other) = (SOUND[0].1, "Night after night we bake a dark, dense loaf of rye in Leeds.");
    assert_eq!(found("en", &[one, one]), ["variant-equal"]);
    assert!(found("en", &[one, other]).is_empty(), "{:?}", found("en", &[one, other]));
    assert!(faults.is_empty(), "{faults:#?}");
}
