//! Tests through the tool's public interface: from an order to ads.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::LinkedinAds;

fn run(host: &TestHost, input: &Value) -> Vec<Value> {
    host.run::<LinkedinAds>(&input.to_string())
        .unwrap_or_else(|failure| panic!("{input}: {failure:?}"))
        .variants
}

fn broken(variant: &Value) -> Vec<(&str, &str)> {
    let checks = variant["checks"].as_array().expect("checks").iter().filter(|check| check["ok"] == false);
    checks
        .map(|check| (check["field"].as_str().expect("field"), check["level"].as_str().expect("level")))
        .collect()
}

#[test]
fn the_tool_is_complete() {
    check_tool::<LinkedinAds>();
}

#[test]
fn drafts_of_odd_orders_fit_in_every_format() {
    let long = "słowo ".repeat(49);
    for product in [
        "kawa",
        long.trim(),
        &"x".repeat(300),
        "LinkedIn dla firm",
        "MEGA!!! {x} <b>DZIŚ</b> 🎉",
        "حذاء رياضي",
    ] {
        for (language, form) in [("en", "neutral"), ("pl", "ty"), ("pl", "pan-pani"), ("pl", "neutral")] {
            for format in ["single-image", "carousel", "text-ad"] {
                let input = json!({"product": product, "offer": product, "language": language, "format": format,
                    "address_form": form, "job_titles": ["CEO", "x".repeat(80)], "industry": "IT", "tone": "formal"});
                for variant in run(&TestHost::new("pl"), &input) {
                    let bad: Vec<_> =
                        broken(&variant).into_iter().filter(|(_, level)| *level != "recommended").collect();
                    assert!(bad.is_empty(), "{input}\n{bad:?}\n{variant:#}");
                    let written = [&variant["intro_text"], &variant["headline"], &variant["description"]];
                    assert!(written.iter().all(|text| !text.to_string().to_lowercase().contains("linkedin")));
                }
            }
        }
    }
}

#[test]
fn the_format_determines_the_parts_and_their_limits() {
    let long = "a".repeat(80);
    let answer = format!(
        "Introductory text: {}\nHeadline: {long}\nDescription: {long}\nCard headlines:\n- One\n- Two",
        "b".repeat(256)
    );
    for (format, parts) in [
        ("single-image", vec![("intro_text", "recommended"), ("headline", "recommended")]),
        ("carousel", vec![("intro_text", "recommended"), ("intro_text", "hard")]),
        ("text-ad", vec![("headline", "recommended"), ("headline", "hard"), ("description", "hard")]),
    ] {
        let input = json!({"product": "Payroll software", "language": "en", "format": format, "variants": 1});
        let host = TestHost::new("en").answers([&*answer, &*answer, &*answer]);
        assert_eq!(broken(&run(&host, &input)[0]), parts, "{format}");
        assert_eq!(host.asked.borrow().len(), 3);
    }
}

#[test]
fn a_good_second_answer_is_used_and_the_address_is_kept() {
    let input = json!({"product": "Payroll software", "url": "https://example.com/p", "language": "en", "variants": 1});
    let good = "Introductory text: Payroll in an hour.\nHeadline: Payroll software\nDescription:";
    let host =
        TestHost::new("en").answers([good.replace("an hour", "an hour, seen on LinkedIn"), good.to_owned()]);
    let variant = &run(&host, &input)[0];
    assert!(broken(variant).is_empty() && variant["intro_text"] == "Payroll in an hour.");
    assert_eq!(
        (&variant["ad_name"], &variant["destination_url"]),
        (&json!("Payroll software – Single image"), &json!("https://example.com/p"))
    );
    assert!(
        host.asked.borrow()[1].messages.last().expect("advice").text.contains("Do not use the word LinkedIn")
    );
}
