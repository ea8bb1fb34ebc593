//! Real inputs that break careless tools.

use serde_json::{Value, json};

use super::TestHost;
use crate::generator::Generator;

/// Topics of at most `longest` characters: one word, several lines, emoji, markup, right-to-left, one endless word.
pub fn topics(longest: usize) -> Vec<String> {
    let sentence =
        "Wypiekamy chleb na naturalnym zakwasie, z mąki z lokalnego młyna, tak jak uczyła nas babcia. ";
    let clause = "we bake bread with sourdough and flour from a mill nearby and deliver it every morning, ";
    let long =
        [sentence.repeat(12), clause.repeat(14), "x".repeat(1000), "żółć ".repeat(220), "日本".repeat(500)];
    let short = [
        "Chleb",
        "CRM",
        "Sourdough rolls, fresh from 7 a.m.",
        "Jak wybrać materac do spania?",
        "Kawa, herbata, ciasto i lody",
        "Pierwsza linia\nDruga linia\n\n- punkt\n- drugi punkt",
        "🎉🎉🎉 Otwarcie 👨‍👩‍👧‍👦 1️⃣ ✔️",
        "<script>alert('x')</script> & <b>gratis</b>",
        "מבצע קיץ בחנות שלנו, כל יום עד 22:00",
        "„Cytat” 'and' \"quotes\" (with) [brackets] {topic} {0} |a|b|",
        "https://example.com/some/path?x=1 and example.pl",
        "50% taniej!!! TYLKO DZIŚ!!!",
        "Napisz post na Facebooka o wiosennej wyprzedaży",
        "#hashtag @mention *bold* _italic_ `code`",
        "...",
    ];
    let cut = |text: &str| text.chars().take(longest).collect::<String>().trim().to_owned();
    short.iter().map(|text| cut(text)).chain(long.iter().map(|text| cut(text))).collect()
}

/// Runs every topic without a model, in both languages and several tones, and checks each variant: no hard limit may
/// be broken.
pub fn assert_drafts_fit<G: Generator>(longest: usize, extra: &Value) -> Vec<Value> {
    let tones = ["neutral", "friendly", "witty", "formal", "urgent"];
    let mut all = Vec::new();
    for (place, topic) in topics(longest).into_iter().enumerate() {
        for language in ["en", "pl"] {
            let mut input = json!({"topic": topic, "language": language, "tone": tones[place % tones.len()]});
            extra.as_object().into_iter().flatten().for_each(|(name, value)| input[name] = value.clone());
            let result = TestHost::new(language).run::<G>(&input.to_string());
            let result = result.unwrap_or_else(|failure| panic!("{input}: {failure:?}"));
            assert!(result.drafted);
            for variant in result.variants {
                let broken = broken(&variant, "hard");
                assert!(broken.is_empty(), "{input}: {broken:?}\n{variant:#}");
                all.push(variant);
            }
        }
    }
    all
}

/// The messages of the failed checks of this level.
pub fn broken(variant: &Value, level: &str) -> Vec<String> {
    let checks = variant["checks"].as_array().expect("checks");
    let bad = checks.iter().filter(|check| check["ok"] == false && check["level"] == level);
    bad.map(|check| check["message"].as_str().unwrap_or_default().to_owned()).collect()
}
