//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::CoverLetter;

const EXPERIENCE: [&str; 5] = [
    "Five years in retail",
    "- Ran a shop with 6 people\n- Stock and orders\n- <b>Excel</b> {daily} \"quoted\" 🎉",
    "Od 2019 prowadzę sklep. Zamawiam towar, układam grafik. Rozliczam kasę.",
    "שלום עולם, ניסיון של חמש שנים",
    "!!!!!!!!!!!!!!!!!!!!!!!!!",
];

#[test]
fn the_tool_is_complete() {
    check_tool::<CoverLetter>();
}

#[test]
fn drafts_keep_to_one_page_and_are_never_padded() {
    let long = "Pięć lat w handlu hurtowym i detalicznym. ".repeat(110);
    let skills: Vec<String> = (0..30).map(|place| format!("skill number {place}")).collect();
    for (language, address) in [("en", "neutral"), ("pl", "ty"), ("pl", "pan-pani"), ("pl", "neutral")] {
        for (place, experience) in EXPERIENCE.iter().copied().chain([long.trim()]).enumerate() {
            let input = json!({"language": language, "job_title": "Sprzedawca", "company": "Żabka", "experience": experience,
                "skills": skills[..place * 6], "address_form": address, "name": "Jo Lee", "gdpr_clause": place % 2 == 0});
            let result = run(language, &input);
            for variant in &result {
                assert!(is_only_short(variant), "{input} {variant:#}");
            }
        }
    }
}

#[test]
fn the_clause_is_only_in_polish_letters_that_request_it() {
    const CLAUSE: &str = "Wyrażam zgodę na przetwarzanie moich danych osobowych przez pracodawcę (Północ sp. z o.o.) w \
                          celu prowadzenia rekrutacji na stanowisko, o które się ubiegam.";
    for (language, wanted, expected) in [("pl", true, true), ("pl", false, false), ("en", true, false)] {
        let input = json!({"language": language, "job_title": "Kucharz", "company": "Północ sp. z o.o.",
            "experience": "Pięć lat w kuchni hotelu", "gdpr_clause": wanted});
        for variant in run(language, &input) {
            let text = variant["text"].as_str().expect("text");
            assert_eq!(text.ends_with(CLAUSE), expected, "{text}");
            assert_eq!(text.contains("danych osobowych"), expected, "{text}");
        }
    }
}

#[test]
fn skills_are_one_list() {
    let input = json!({"job_title": "Clerk", "company": "Acme", "experience": "Three years in an office",
        "job_ad": "You know Excel and SQL.", "skills": ["Excel", "Juggling"]});
    for variant in run("en", &input) {
        let text = variant["text"].as_str().expect("text");
        assert!(text.contains("qualifications: Excel and Juggling."), "{text}");
    }
}

#[test]
fn requirements_without_an_answer_are_listed() {
    let input = json!({"job_title": "Clerk", "company": "Acme", "name": "Jo", "experience": "Three years in a warehouse office",
        "job_ad": "Acme is a family firm.\nWe are looking for Excel, German and a forklift licence.", "skills": ["Excel"]});
    let complaints: Vec<String> = run("en", &input).iter().flat_map(complaints).map(str::to_owned).collect();
    assert!(
        complaints.iter().any(|text| text.contains("asks for: German; a forklift licence.")),
        "{complaints:?}"
    );
}

#[test]
fn phrases_are_listed_and_sentences_are_not() {
    let ask = |experience: &str| {
        let input = json!({"language": "pl", "job_title": "Kucharz", "company": "Acme", "experience": experience, "name": "Jo"});
        run("pl", &input)[0]["text"].as_str().expect("text").to_owned()
    };
    let listed = ask("Pięć lat w kuchni hotelu. Kurs cukierniczy. Trzy języki.");
    assert!(listed.contains("Moje doświadczenie:\n• Pięć lat w kuchni hotelu\n• Kurs"), "{listed}");
    let english = json!({"job_title": "Cook", "company": "Acme Ltd.", "experience": "I cook and I bake every day.", "name": "Jo"});
    let english = &run("en", &english)[0];
    assert!(english["text"].as_str().expect("text").contains("Cook at Acme Ltd.\n"), "{english}");
    let prose = ask("Od pięciu lat gotuję w hotelu. Prowadzę zespół.");
    assert!(
        prose.contains("zgłaszam") && prose.contains("\n\nOd pięciu lat gotuję w hotelu. Prowadzę"),
        "{prose}"
    );
}

#[test]
fn invented_claims_are_refused_and_marked() {
    let answer = ["Szanowni Państwo, prowadziłem 12 sklepów jako [Imię]. ", &"słowo ".repeat(210)].concat();
    let host = TestHost::new("pl").answers([answer.clone(), answer.clone(), answer]);
    let input = json!({"language": "pl", "job_title": "Kierownik", "company": "Acme", "experience": "Pięć lat w handlu detalicznym", "variants": 1});
    let result = host.run::<CoverLetter>(&input.to_string()).expect("a result");
    assert_eq!(host.asked.borrow().len(), 3);
    let complaints = complaints(&result.variants[0]);
    assert_eq!(complaints.len(), 3, "{complaints:?}");
    assert!(complaints[0].contains("prowadziłem") && complaints[2].contains("12"), "{complaints:?}");
}

fn run(language: &str, input: &Value) -> Vec<Value> {
    TestHost::new(language).run::<CoverLetter>(&input.to_string()).expect("a result").variants
}

/// The only problem is that the text is short, because there was little input.
fn is_only_short(variant: &Value) -> bool {
    let mut broken =
        variant["checks"].as_array().expect("checks").iter().filter(|check| check["ok"] == false);
    broken.all(|check| check["field"] == "text" && check["value"].as_u64() < check["min"].as_u64())
}

fn complaints(variant: &Value) -> Vec<&str> {
    let checks = variant["checks"].as_array().expect("checks");
    checks.iter().filter(|check| check["ok"] == false).filter_map(|check| check["message"].as_str()).collect()
}

#[test]
fn experience_without_a_subject_gets_one() {
    let ask = |experience: &str| {
        let input =
            json!({"company": "Acme", "job_title": "Archivist", "experience": experience, "language": "en"});
        let result = TestHost::new("en").run::<CoverLetter>(&input.to_string()).expect("a result");
        result.variants[0]["text"].as_str().expect("text").to_owned()
    };
    let letter = ask("Ten years at a county record office. Catalogued the papers of two shipyards.");
    let expected =
        "I have ten years' experience at a county record office. I catalogued the papers of two shipyards.";
    assert!(letter.replace('’', "'").contains(expected), "{letter}");
    let letter = ask("Six years of backend work. I wrote the engine.");
    assert!(letter.contains("I have six years of backend work."), "{letter}");
}
