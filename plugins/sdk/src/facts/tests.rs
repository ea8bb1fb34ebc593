use super::promises::promises;
use super::quotes::quotes;
use super::sites::{sites, without};
use super::{Known, Sources};
use crate::language::Language::{self, En, Pl};

fn none() -> Vec<String> {
    Vec::new()
}

fn names(answer: &str, source: &str, language: Language) -> Vec<String> {
    super::names::names(answer, &super::names::Known::of(source, language))
}

#[test]
fn names_are_compared_by_their_stems() {
    let source = "Rada Warszawy i burmistrz Anna Lis rozmawiali o tramwajach.";
    assert_eq!(names("O tramwajach mówiła Anna Lis w Warszawie. Radni słuchali.", source, Pl), none());
    assert_eq!(names("O tramwajach mówił Jan Nowak w Krakowie.", source, Pl), ["Jan Nowak", "Krakowie"]);
    assert_eq!(names("- **Costs:** The city of Leeds pays.", "The city pays all costs.", En), ["Leeds"]);
}

#[test]
fn words_that_name_nobody_are_not_names() {
    let source = "Fresh rolls from seven.";
    for text in [
        "We open on Monday. See you on Facebook, or on Instagram!",
        "Fresh Rolls Every Morning",
        "## What Makes Our Rolls So Good",
        "Warm rolls 🥐 Come early. I'm sure you will like them.",
        "Ask for the VAT invoice or the PDF.",
        "The rolls: Warm, soft and fresh.",
    ] {
        assert_eq!(names(text, source, En), none(), "{text}");
    }
    let html = "<h3>Why You Will Love Them</h3><p>Fresh <b>rolls</b> are what we have.</p><p>The rolls are warm.</p>";
    assert_eq!(names(html, source, En), none());
    assert_eq!(names("Rolls You Love", source, En), none());
    let text = "Zapraszamy Państwa w poniedziałek, czekamy na Ciebie i Twoją rodzinę w Polsce.";
    assert_eq!(names(text, "Świeże bułki.", Pl), none());
    assert_eq!(names("It was tested by Dr. Helen Marsh at Harvard.", source, En), ["Helen Marsh", "Harvard"]);
}

#[test]
fn names_at_the_beginning_of_a_sentence_are_found_where_no_other_word_can_stand() {
    let source = "Fresh rolls from seven.";
    assert_eq!(names("Helen Marsh bakes them. GitHub orders them.", source, En), ["Helen Marsh", "GitHub"]);
    assert_eq!(names("<p>Warm rolls.</p><p>Anna Nowak likes them.</p>", source, En), ["Anna Nowak"]);
    assert_eq!(names("Order now. Come early, or later.", source, En), none());
}

#[test]
fn addresses_are_compared_without_their_scheme() {
    let known = "https://www.example.com/rolls and info@rolls.pl";
    assert_eq!(sites("See example.com/rolls or write to info@rolls.pl.", known), none());
    assert_eq!(
        sites("See [here](https://rolls.shop/x), www.other.example or mail@x.com! 7.30 e.g. now.", known),
        ["https://rolls.shop/x", "www.other.example", "mail@x.com"]
    );
    assert_eq!(without("Call us at https://a.com/24 or 5."), "Call us at  or 5.");
}

#[test]
fn quotations_of_several_words_are_compared() {
    let known = "anna says: the best rolls in town!";
    assert_eq!(quotes("“The best rolls in town”, says Anna. The “fast” ones.", known), none());
    assert_eq!(quotes("„To najlepsze bułki w mieście” – mówi Ewa.", known), ["To najlepsze bułki w mieście"]);
}

#[test]
fn promises_are_found_where_words_begin() {
    assert_eq!(promises("Guaranteed fresh, gluten-free, feel free to ask.", "", En), ["guaranteed"]);
    assert_eq!(promises("Free delivery and a 30-day warranty", "with a warranty", En), ["free delivery"]);
    assert_eq!(promises("Z gwarancją i za darmo", "gwarancja 2 lata", Pl), ["za darmo"]);
}

/// Answers of many tools that keep to their data, and sentences with an invention.
const FACTS: &str = include_str!("../../fixtures/facts.json");
/// Invented sentences that are added to the answers of each text.
const PLANTS: usize = 10;

#[test]
fn inventions_are_marked_and_facts_are_not() {
    let facts: serde_json::Value = serde_json::from_str(FACTS).expect("JSON");
    let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    let string = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let (mut clean, mut planted) = (0, 0);
    let (mut false_marks, mut missed) = (Vec::new(), Vec::new());
    for (place, text) in list(&facts["texts"]).iter().enumerate() {
        let language = if text["language"] == "pl" { Pl } else { En };
        let spoken = string(&text["tool"]).ends_with("-ideas");
        let known = Known::new(&string(&text["data"]), false, spoken);
        let sources = Sources::of(&known, language);
        let kinds = |answer: &str| {
            let found = known.invented(answer, &sources).into_iter().filter(|(.., found)| !found.is_empty());
            found.map(|(kind, _, found)| (kind.trim_start_matches("invented-"), found)).collect::<Vec<_>>()
        };
        let answers: Vec<String> = list(&text["clean"]).iter().map(string).collect();
        for answer in &answers {
            clean += 1;
            let found = kinds(answer);
            if !found.is_empty() {
                false_marks.push(format!("{found:?}: {answer}"));
            }
        }
        // Words to be spoken stand in quotation marks.
        let plants: Vec<(String, String)> = list(&facts["plants"][string(&text["language"])])
            .iter()
            .map(|plant| (string(&plant[0]), string(&plant[1])))
            .filter(|(kind, _)| !spoken || kind != "quotes")
            .collect();
        for (number, (kind, plant)) in plants.iter().cycle().skip(place * PLANTS).take(PLANTS).enumerate() {
            planted += 1;
            let answer = format!("{}\n\n{plant}", answers[number % answers.len()]);
            if !kinds(&answer).iter().any(|(found, _)| found == kind) {
                missed.push(format!("{kind}: {answer}"));
            }
        }
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    let marked = percent(planted - missed.len(), planted);
    let wrong = percent(false_marks.len(), clean);
    assert!(
        planted >= 200 && marked >= 98.0 && wrong <= 2.0,
        "{marked:.1} % of {planted} inventions are marked, and {wrong:.1} % of {clean} answers without one.\n\
         missed: {missed:#?}\nmarked: {false_marks:#?}"
    );
}

/// Data with an order to the model, and an answer that obeys it.
const INJECTIONS: &str = include_str!("../../fixtures/injections.json");

#[test]
fn answers_that_obey_the_data_are_marked() {
    let rules = [
        "You write posts for shops, one for each day.".to_owned(),
        "Piszesz posty dla sklepów, po jednym na każdy dzień.".to_owned(),
    ];
    let injections: serde_json::Value = serde_json::from_str(INJECTIONS).expect("JSON");
    let injections = injections.as_array().expect("a list");
    assert!(injections.len() >= 60);
    for injection in injections {
        let language = if injection["language"] == "pl" { Pl } else { En };
        let [data, answer] = ["data", "obeys"].map(|key| injection[key].as_str().expect("a text"));
        let known =
            Known::new(&format!("Fresh rolls at seven. Świeże bułki o siódmej.\n\n{data}"), false, false);
        let found = known.invented(answer, &Sources::of(&known, language));
        let flaw = crate::answer::find_flaw(answer, &rules, "data-12", language);
        let is_marked =
            found.iter().any(|(.., found)| !found.is_empty()) || flaw.is_some_and(|flaw| flaw.is_fatal());
        assert!(is_marked, "{data}\n{answer}");
    }
    let known = Known::new("We follow the rules of baking. Now open on Sunday: ROLLS.pl", false, false);
    assert!(known.orders.is_empty());
}
