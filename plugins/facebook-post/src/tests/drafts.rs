//! Posts written by rule.

use serde_json::json;
use sitewright_sdk::Brand;
use sitewright_sdk::testing::TestHost;

use super::{complaints, drafts, run, texts};

const GOALS: [&str; 6] = ["engagement", "traffic", "sale", "announcement", "education", "recruitment"];
const TONES: [&str; 12] = [
    "neutral",
    "friendly",
    "professional",
    "expert",
    "persuasive",
    "enthusiastic",
    "witty",
    "empathetic",
    "luxury",
    "urgent",
    "formal",
    "casual",
];
const TOPICS: [(&str, &str); 4] = [
    ("en", "Sourdough rolls, fresh from 7 a.m."),
    ("en", "Free coffee, fresh rolls, and live music"),
    ("pl", "Bułki na zakwasie, codziennie od 7:00"),
    ("pl", "Jak wybrać materac do spania?"),
];

#[test]
fn every_goal_tone_and_form_of_address_fits() {
    for (language, topic) in TOPICS {
        for goal in GOALS {
            for (place, tone) in TONES.into_iter().enumerate() {
                let (address, emoji) =
                    (["ty", "pan-pani", "neutral"][place % 3], ["none", "few", "many"][place / 2 % 3]);
                let input = json!({"topic": topic, "goal": goal, "tone": tone, "address_form": address, "emoji": emoji, "variants": 5, "hashtags": 0});
                let result = drafts(language, input);
                assert!(result.drafted);
                for variant in &result.variants {
                    // A short topic makes a short post.
                    let mut broken = complaints(variant).into_iter();
                    assert!(
                        broken.all(|found| found.contains("40")),
                        "{language} {goal} {tone}: {variant:#}"
                    );
                    let text = variant["text"].as_str().expect("text");
                    assert!(!text.contains(['{', '|']) && !text.contains("  "), "{text}");
                }
            }
        }
    }
}

#[test]
fn the_same_words_make_one_post() {
    let posts = |topic: &str, goal: &str, cta: &str| {
        texts(&drafts(
            "en",
            json!({"topic": topic, "cta": cta, "goal": goal, "emoji": "none", "variants": 5}),
        ))
    };
    assert_eq!(posts("Sourdough rolls", "sale", ""), ["Sourdough rolls"]);
    let few =
        drafts("en", json!({"topic": "Sourdough rolls", "goal": "sale", "emoji": "none", "variants": 5}));
    assert!(few.outcome.data.contains(r#""ordered":5"#), "the screen says why there are fewer");
    assert_eq!(
        posts("A baker, nights", "recruitment", ""),
        ["A baker, nights\n\nInterested? Send us a message."]
    );
    assert_eq!(
        posts("Free coffee, fresh rolls, and live music", "sale", "Come by"),
        ["Free coffee, fresh rolls, and live music.\n\nCome by."]
    );
    // Rules cannot tell whether readers may be asked for an opinion.
    let sad = "Our founder died on Tuesday. We are closed until Monday.";
    assert_eq!(posts(sad, "engagement", ""), [sad]);
}

#[test]
fn call_to_action_link_and_hashtags_are_used() {
    for count in 0..=10 {
        let input = json!({
            "topic": "Nowa piekarnia na Wildzie", "cta": "Wpadnij po bułki", "url": "https://example.com/x_y?z=1",
            "keywords": ["piekarnia Poznań", "chleb"], "hashtags": count, "goal": "announcement", "address_form": "ty", "variants": 5,
        });
        for text in texts(&drafts("pl", input)) {
            assert!(text.contains("Wpadnij po bułki: https://example.com/x_y?z=1"), "{text}");
            let tags: Vec<&str> = text.split_whitespace().filter(|word| word.starts_with('#')).collect();
            // Of the keywords only: the words of a topic are inflected.
            assert_eq!(tags, ["#PiekarniaPoznań", "#Chleb"][..count.min(2)], "{text}");
        }
    }
}

#[test]
fn the_number_of_emoji_is_as_requested() {
    let count = |emoji: &str| {
        let posts = texts(&drafts(
            "en",
            json!({"topic": "Spring sale", "goal": "sale", "emoji": emoji, "variants": 5, "url": "https://example.com"}),
        ));
        posts.iter().map(|text| sitewright_sdk::units::count_emoji(text)).collect::<Vec<_>>()
    };
    assert!(count("none").iter().all(|found| *found == 0));
    assert!(count("few").iter().all(|found| (1..=3).contains(found)));
    assert!(count("many").iter().zip(count("few")).all(|(many, few)| *many >= few));
}

#[test]
fn a_long_topic_is_used_in_whole_sentences() {
    let topic = "Otwieramy nową piekarnię w Poznaniu przy ul. Głogowskiej 12. Startujemy 12 maja o 8:00. Pierwszych 50 osób dostanie kawę gratis. \
                 Wypiekamy chleb na naturalnym zakwasie z mąki z lokalnego młyna, tak jak uczyła nas babcia, i nie używamy żadnych polepszaczy.";
    let result = drafts("pl", json!({"topic": topic, "goal": "announcement", "variants": 5, "hashtags": 0}));
    for variant in &result.variants {
        let text = variant["text"].as_str().expect("text");
        assert!(text.contains("Otwieramy nową piekarnię w Poznaniu przy ul. Głogowskiej 12."), "{text}");
        assert!(text.contains("Startujemy 12 maja o 8:00."), "{text}");
        // Longer than advised, but nothing of the user's is lost.
        assert!(text.ends_with("żadnych polepszaczy.") && complaints(variant).len() == 1, "{variant:#}");
    }
}

#[test]
fn the_input_stays_unchanged() {
    for topic in [
        "🎉 Otwarcie 👨‍👩‍👧‍👦!",
        "<script>alert('x')</script> & <b>gratis</b>",
        "מבצע קיץ בחנות שלנו",
        "Ceny: 5 * 3 = {topic} [a|b|c] `kod`",
    ] {
        for text in texts(&drafts("pl", json!({"topic": topic, "variants": 5}))) {
            assert!(text.contains(topic), "{text}");
        }
    }
}

#[test]
fn drafts_use_the_brand_kit() {
    let brand = Brand {
        name: "Młyn i Spółka".to_owned(),
        facts: vec!["Mielimy mąkę od 1923 roku".to_owned()],
        avoid: vec!["propozycja".to_owned(), "Nowości".to_owned()],
        ..Brand::default()
    };
    let host = TestHost::new("pl").brand(brand);
    let mut all = String::new();
    for topic in ["Mąka żytnia typ 720", "Mąka orkiszowa", "Kasza jaglana"] {
        let result = run(&host, &json!({"topic": topic, "goal": "sale", "variants": 5, "hashtags": 1}));
        assert!(
            result.variants.iter().all(|variant| complaints(variant).is_empty()),
            "{:#?}",
            result.variants
        );
        all.extend(texts(&result));
    }
    assert!(all.contains("Mielimy mąkę od 1923 roku.") && all.contains("#MłynISpółka"));
    assert!(!all.contains("ropozycja") && !all.contains("Nowości"), "{all}");
}

#[test]
fn the_document_is_markdown() {
    let result = drafts("pl", json!({"topic": "Kawa *gratis* <b>dziś</b>", "goal": "sale"}));
    assert_eq!(result.outcome.title, "Post na Facebooka: Kawa *gratis* <b>dziś</b>");
    assert!(result.outcome.text.contains("Kawa \\*gratis\\* \\<b>dziś\\</b>"), "{}", result.outcome.text);
}
