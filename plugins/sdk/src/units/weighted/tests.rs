//! Weighed against the public cases of twitter-text; see `conformance.json`.

use serde_json::Value;

use super::{letters_weight, weigh_with, weighted};

#[test]
fn the_published_cases_hold() {
    let cases: Value = serde_json::from_str(include_str!("conformance.json")).expect("JSON");
    let mut count = 0;
    // The second version of the rules knows no emoji sequences: each of their characters weighs for itself.
    for (section, weigh) in [
        ("emoji_apart", (|text| weigh_with(text, letters_weight)) as fn(&str) -> usize),
        ("emoji_whole", weighted),
    ] {
        for case in cases[section].as_array().expect("cases") {
            let unit = |name: &str| case[name].as_str().unwrap_or_default().to_owned();
            let repeated = case["times"].as_u64().unwrap_or_default() as usize;
            let text = unit("text").replace("{repeated}", &unit("repeated").repeat(repeated));
            assert_eq!(weigh(&text) as u64, case["weight"], "{section}: {}", unit("description"));
            count += 1;
        }
    }
    assert_eq!(count, 44);
}

#[test]
fn letters_and_signs() {
    for (text, weight) in [
        ("zażółć gęślą jaźń", 17),
        ("„tak” – nie", 11),
        ("…", 2),
        ("5 €", 4),
        ("日本", 4),
        ("e\u{301}", 1),
        ("z\u{307}o\u{301}łc\u{301}", 4),
        ("x\u{301}", 2),
        ("u\u{308}\u{304}", 1),
        ("ế", 2),
        ("e\u{302}\u{301}", 2),
        ("\u{212B}", 1),
        ("a\r\nb", 4),
    ] {
        assert_eq!(weighted(text), weight, "{text:?}");
    }
}

#[test]
fn an_emoji_sequence_weighs_two() {
    for emoji in ["🎉", "👨‍👩‍👧‍👦", "🇵🇱", "👍🏽", "✔️", "1️⃣"] {
        assert_eq!(weighted(emoji), 2, "{emoji}");
    }
}

#[test]
fn an_address_weighs_twenty_three() {
    for (text, weight) in [
        ("https://example.com/a/very/long/path?with=query&and=more", 23),
        ("see (https://example.com/x), now", 4 + 1 + 23 + 2 + 4),
        ("HTTPS://ŻÓŁW.pl/ścieżka", 23),
        ("https://example.newending/x", 23),
        ("www.example.com.", 24),
        ("Na żółw.pl/kup?x=1! Albo example.online.", 3 + 23 + 7 + 23 + 1),
        ("a_(b).com", 5 + 4),
        ("https://en.wikipedia.org/wiki/Rust_(programming_language)", 23),
        ("(https://example.com/a)", 25),
        // No addresses: mail, mentions, versions, files, unfinished ones.
        ("anna@example.com", 16),
        ("@example.com #example.com", 25),
        ("v1.2.3 node.js www. e.g. https://localhost", 42),
        ("5.zł i 7.30", 11),
    ] {
        assert_eq!(weighted(text), weight, "{text}");
    }
}
