//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::Email;

const PURPOSES: [&str; 9] = [
    "cold-outreach",
    "follow-up",
    "welcome",
    "abandoned-cart",
    "offer",
    "thank-you",
    "invoice-reminder",
    "apology",
    "other",
];
const POINTS: [&str; 7] = [
    "Rabat 10%",
    "We deliver before 7 a.m.\nNo minimum order\nFirst week free",
    "Faktura 12/2026 na 1980 zł. Termin minął 3 maja. Numer konta bez zmian.",
    "<b>Hi</b> {brand} [Name] \"quoted\" 🎉",
    "!!!!!!",
    "שלום עולם, ברוכים הבאים",
    "A single sentence that is rather long because the person who typed it did not stop for breath, and which \
     therefore fits neither into a subject line nor into a preheader, whatever one does with it",
];

#[test]
fn the_tool_is_complete() {
    check_tool::<Email>();
}

#[test]
fn drafts_keep_the_limits_for_every_purpose_and_are_never_padded() {
    for (language, address) in [("en", "neutral"), ("pl", "ty"), ("pl", "pan-pani"), ("pl", "neutral")] {
        for purpose in PURPOSES {
            for (place, points) in POINTS.iter().enumerate() {
                let length = ["short", "medium", "long"][place % 3];
                let input = json!({"language": language, "purpose": purpose, "key_points": points, "length": length,
                    "address_form": address, "variants": 5});
                let result = TestHost::new(language).run::<Email>(&input.to_string()).expect("a result");
                let mut bodies: Vec<&str> = Vec::new();
                for variant in &result.variants {
                    assert!(is_only_short(variant), "{input} {variant:#}");
                    bodies.push(variant["body"].as_str().expect("body"));
                }
                bodies.sort_unstable();
                bodies.dedup();
                assert_eq!(bodies.len(), result.variants.len(), "{input}");
            }
        }
    }
}

#[test]
fn every_point_and_the_call_to_action_are_in_the_body() {
    for purpose in PURPOSES {
        let input =
            json!({"purpose": purpose, "key_points": "- Oak table\n- Seats six", "cta": "book a visit"});
        let result = TestHost::new("en").run::<Email>(&input.to_string()).expect("a result");
        for variant in &result.variants {
            let body = variant["body"].as_str().expect("body");
            assert!(
                ["Oak table", "Seats six", "Book a visit."].iter().all(|part| body.contains(part)),
                "{body}"
            );
        }
    }
}

fn bodies(input: Value) -> Vec<String> {
    let result = TestHost::new("en").run::<Email>(&input.to_string()).expect("a result");
    result.variants.iter().map(|variant| variant["body"].as_str().expect("body").to_owned()).collect()
}

#[test]
fn what_the_points_say_is_not_said_again() {
    let ask = |language: &str, purpose: &str, points: &str| {
        bodies(json!({"language": language, "purpose": purpose, "key_points": points, "variants": 3}))
    };
    let follow_up = ask("en", "follow-up", "Thanks for Tuesday. Shall we meet again on Friday?");
    let [only] = &follow_up[..] else { panic!("{follow_up:?}") };
    assert_eq!(only, "Hello,\n\nThanks for Tuesday. Shall we meet again on Friday?\n\nBest regards");
    let reminder = "Faktura 12/2026 czeka. Prosimy o wpłatę. Jeśli już opłacona, dziękujemy.";
    assert!(ask("pl", "invoice-reminder", reminder).iter().all(|body| !body.contains("przelew")));
    assert_eq!(ask("pl", "abandoned-cart", "W koszyku czeka torba. Zapraszamy!").len(), 1);
    assert!(
        ask("en", "apology", "We are sorry about Monday.\nThe shop stays open until 8.")
            .iter()
            .all(|body| body.matches("sorry").count() == 1)
    );
}

#[test]
fn a_reminder_names_its_invoice() {
    for (points, expected) in [
        (
            "Faktura VAT nr FV/10/318 na 4 305 zł, termin minął",
            "Faktura FV/10/318: przypomnienie o płatności",
        ),
        ("Faktury 12 i 13 czekają na zapłatę", "Przypomnienie o płatności"),
        ("Faktura 12: 40 zł\nFaktura 13: 50 zł", "Przypomnienie o płatności"),
        ("Faktura na 1980 zł, termin minął 3 maja", "Przypomnienie o płatności"),
    ] {
        let input =
            json!({"language": "pl", "purpose": "invoice-reminder", "key_points": points, "variants": 1});
        let result = TestHost::new("pl").run::<Email>(&input.to_string()).expect("a result");
        assert_eq!(result.variants[0]["subject"], expected, "{points}");
    }
}

#[test]
fn one_recipient_is_not_addressed_in_the_plural() {
    for recipient in ["Pan Marek Kowal", "Szanowna Pani Doroto", "Anna Nowak"] {
        for purpose in PURPOSES {
            let input = json!({"language": "pl", "purpose": purpose, "key_points": "Nowe godziny otwarcia",
                "recipient": recipient, "address_form": "pan-pani", "length": "long", "variants": 3});
            let result = TestHost::new("pl").run::<Email>(&input.to_string()).expect("a result");
            for variant in &result.variants {
                assert!(!variant.to_string().contains("Państw"), "{variant:#}");
            }
        }
    }
}

#[test]
fn an_answer_that_does_not_fit_is_requested_again_and_then_marked() {
    let body = "word ".repeat(60);
    let long =
        ["Subject: ", &"long ".repeat(20), "\nPreheader: ", &"p".repeat(50), "\nBody: Dear [Name], ", &body]
            .concat();
    let host = TestHost::new("en").answers([long.clone(), long.clone(), long]);
    let input = json!({"key_points": "Oak table", "variants": 1});
    let result = host.run::<Email>(&input.to_string()).expect("a result");
    assert_eq!(host.asked.borrow().len(), 3);
    let complaints = complaints(&result.variants[0]);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert!(complaints.iter().any(|message| message.contains("[Name]")), "{complaints:?}");
}

/// The only problem is that the text is short, because there was little input.
fn is_only_short(variant: &Value) -> bool {
    let mut broken =
        variant["checks"].as_array().expect("checks").iter().filter(|check| check["ok"] == false);
    broken.all(|check| check["field"] != "subject" && check["value"].as_u64() < check["min"].as_u64())
}

fn complaints(variant: &Value) -> Vec<&str> {
    let checks = variant["checks"].as_array().expect("checks");
    checks.iter().filter(|check| check["ok"] == false).filter_map(|check| check["message"].as_str()).collect()
}
