use serde_json::{Value, json};
use sitewright_sdk::Brand;
use sitewright_sdk::commerce::trial::{broken, drafts, stands};
use sitewright_sdk::testing::{TestHost, check_tool};

use super::JobDescription;

#[test]
fn the_tool_is_complete() {
    check_tool::<JobDescription>();
}

#[test]
fn odd_inputs_have_advertisements() {
    stands::<JobDescription>(|odd| {
        let long = [odd, " and ten more characters"].concat();
        json!({"job_title": odd, "company": odd, "location": odd, "salary": odd, "benefits": odd, "responsibilities": long, "requirements": long})
    });
}

fn job() -> Value {
    json!({
        "language": "pl", "job_title": "Specjalista ds. zamówień", "company": "Lipa sp. z o.o.", "variants": 3,
        "responsibilities": "Obsługa zamówień, kontakt z klientami, prowadzenie kalendarza dostaw",
        "requirements": "- rok doświadczenia\n- prawo jazdy kat. B\n- praca od 7 a.m.",
    })
}

#[test]
fn sections_contain_the_input() {
    for variant in drafts::<JobDescription>(&job()).variants {
        let text = variant["text"].as_str().expect("a text");
        for line in ["- Kontakt z klientami\n", "- Prawo jazdy kat. B\n", "- Praca od 7 a.m."] {
            assert!(text.contains(line), "{line:?}: {text}");
        }
        assert!(!text.contains("Tryb pracy"), "the input has no place of work: {text}");
        // The offer is empty, so it has no heading; the full stop of a name closes the sentence.
        assert!(!text.contains("oferujemy") && !text.contains(".."), "{text}");
    }
}

#[test]
fn pictures_and_shouting_are_left_out() {
    assert_eq!(
        super::calm("✅ 18 GODZIN tygodniowo\n🧲 Fizyka, 2 HDMI"),
        "18 godzin tygodniowo\nFizyka, 2 HDMI"
    );
}

#[test]
fn duties_keep_their_verbs() {
    let mut input = job();
    input["language"] = "en".into();
    input["responsibilities"] = "Write posts about dogs, answer messages, keep the photo archive".into();
    let [variant] = &drafts::<JobDescription>(&input).variants[..1] else { unreachable!("one of them") };
    let text = variant["text"].as_str().expect("a text");
    assert!(text.contains("- Write posts about dogs\n"), "{text}");
}

#[test]
fn no_gender_is_assumed() {
    for form in ["ty", "pan-pani", "neutral"] {
        let mut input = job();
        (input["address_form"], input["salary"], input["variants"]) =
            (form.into(), "7000 zł".into(), 5.into());
        for variant in drafts::<JobDescription>(&input).variants {
            let text = variant["text"].as_str().expect("a text").to_lowercase();
            assert!(
                !["specjalistk", "specjalistą", "specjalisty"].iter().any(|form| text.contains(form)),
                "{text}"
            );
            assert!(
                broken(&variant, "recommended").iter().all(|message| !message.contains("gender")),
                "{text}"
            );
        }
    }
}

#[test]
fn what_excludes_people_is_no_requirement() {
    let run = |language: &str, title: &str, requirements: &str| {
        let mut input = job();
        (input["language"], input["job_title"], input["requirements"]) =
            (language.into(), title.into(), requirements.into());
        (input["salary"], input["variants"]) = ("100".into(), 1.into());
        let host = TestHost::new(language).answers([requirements; 3]);
        let marked = broken(
            &host.run::<JobDescription>(&input.to_string()).expect("an answer").variants[0],
            "recommended",
        )
        .into_iter()
        .filter(|message| !message.contains("words") && !message.contains("słów"))
        .collect::<Vec<_>>();
        (drafts::<JobDescription>(&input), marked)
    };
    let (draft, marked) = run("en", "Waiter", "Young and friendly\nDriving licence");
    let text = draft.variants[0]["text"].as_str().expect("a text");
    assert!(
        draft.frame && text.contains("- [Young and friendly – ") && text.contains("- Driving licence"),
        "{text}"
    );
    assert!(marked.len() == 1 && marked[0].contains("young"), "{marked:?}");
    let (draft, marked) = run("pl", "Kelnerka", "Młody zespół\nTylko Polacy");
    assert!(draft.frame && draft.variants[0]["text"].as_str().expect("a text").contains("[Tylko Polacy – "));
    assert!(marked.len() == 2 && marked[0].contains("młody, tylko polac"), "{marked:?}");
    for title in ["Kelner/Kelnerka", "Kelnerka (k/m)", "Kierowca", "Młodszy księgowy"] {
        let (draft, marked) = run("pl", title, "Rok doświadczenia");
        assert!(!draft.frame && marked.is_empty(), "{title}: {marked:?}");
    }
}

#[test]
fn a_missing_salary_is_reported() {
    let missing = |input: &Value| {
        let broken = broken(&drafts::<JobDescription>(input).variants[0], "recommended");
        broken.iter().filter(|message| message.contains("2023/970")).count()
    };
    let mut input = job();
    assert_eq!(missing(&input), 1);
    input["salary"] = "6500–8000 zł brutto".into();
    assert_eq!(missing(&input), 0);
}

#[test]
fn the_company_is_described_only_if_it_is_the_brand() {
    let text = |company: &str| {
        let brand =
            Brand { name: "Lipa".into(), description: "Pieczemy od 1990 r.".into(), ..Brand::default() };
        let mut input = job();
        input["company"] = company.into();
        TestHost::new("pl")
            .brand(brand)
            .run::<JobDescription>(&input.to_string())
            .expect("a draft")
            .outcome
            .text
    };
    assert!(text("Lipa").contains("O firmie: Pieczemy") && !text("Klon").contains("Pieczemy"));
}

/// Thirty-six different sentences.
fn duties() -> String {
    let tasks = ["Obsługa", "Planowanie", "Kontrola", "Opis", "Przegląd", "Porządkowanie"];
    let things = ["zamówień", "dostaw", "reklamacji", "zwrotów", "faktur", "ofert"];
    let said =
        tasks.iter().flat_map(|task| things.map(|thing| format!("{task} {thing} i klientów w zespole. ")));
    said.collect()
}

#[test]
fn gendered_answers_are_requested_again() {
    let text = |last: &str| ["## Praca\n\n", &duties(), last].concat();
    let pay = "O przedział wynagrodzenia można zapytać przed rozmową.";
    let mut input = job();
    input["variants"] = 1.into();
    let host = TestHost::new("pl").answers([text("Powinieneś mieć prawo jazdy."), text(pay)]);
    let result = host.run::<JobDescription>(&input.to_string()).expect("an answer");
    assert!(broken(&result.variants[0], "recommended").is_empty(), "{:#}", result.variants[0]);
    assert!(host.asked.borrow()[1].messages.last().expect("advice").text.contains("powinieneś"));
}

#[test]
fn an_answer_that_stays_too_long_is_marked() {
    let long = "Obsługa zamówień. ".repeat(400);
    let mut input = job();
    (input["variants"], input["salary"]) = (1.into(), "7000 zł".into());
    let host = TestHost::new("pl").answers([long.clone(), long.clone(), long]);
    let result = host.run::<JobDescription>(&input.to_string()).expect("an answer");
    assert_eq!((host.asked.borrow().len(), broken(&result.variants[0], "recommended").len()), (3, 1));
}
