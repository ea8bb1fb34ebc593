//! Tests with the public cases of twitter-text; see `conformance.json`.

use serde_json::Value;

use super::{letters_weight, weigh_with, weighted};

#[test]
fn the_published_cases_pass() {
    let cases: Value = serde_json::from_str(include_str!("conformance.json")).expect("JSON");
    let mut count = 0;
    // The second version of the rules has no emoji sequences: each of their characters has its own weight.
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
fn letters_and_symbols_have_their_weight() {
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
        // With an ending that X does not know, a scheme makes no address.
        ("https://example.newending/x", 27),
        ("at ohara.dental", 3 + 23),
        ("https://пример.рф/x", 23),
        ("me.pl@example", 13),
        ("example.рф", 23),
        ("ż.pl", 23),
        ("ł-a.pl", 23),
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

#[test]
fn q9_every_published_ending_makes_an_address() {
    for (length, list) in super::endings::ASCII {
        for place in 0..list.len() / length {
            let ending = &list[place * length..(place + 1) * length];
            assert_eq!(weighted(&["at ohara.", ending].concat()), 26, "{ending}");
            assert_eq!(weighted(&["https://ohara.", ending, "/a"].concat()), 23, "{ending}");
            let unknown = ["ohara.", ending, "0"].concat();
            assert_eq!(weighted(&unknown), unknown.len(), "{unknown}");
        }
    }
}

#[test]
fn v3_a_row_of_labels_is_read_once() {
    let labels = "a.b.".repeat(20_000);
    assert_eq!(weighted(&labels), labels.len());
}

#[test]
fn a_label_that_is_too_long_does_not_hide_the_next_domain() {
    for hostile in ["x", "a-", "-", "a_", "_", "ą", "ą_", "漢", "a\u{301}"] {
        let text = hostile.repeat(300);
        assert_eq!(weighted(&[&text, " a.pl"].concat()), weighted(&text) + 1 + 23, "{hostile}");
    }
    // 63 letters are a label, one more is too many.
    assert_eq!(weighted(&["x".repeat(63), ".pl".to_owned()].concat()), 23);
    assert_eq!(weighted(&["x".repeat(64), ".pl".to_owned()].concat()), 67);
}
