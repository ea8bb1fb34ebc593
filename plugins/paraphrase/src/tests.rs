//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::Failure;
use sitewright_sdk::testing::{TestHost, TestResult, check_tool};

use super::Paraphrase;

fn drafts(language: &str, mode: &str, text: &str) -> Result<TestResult, Failure> {
    let input =
        json!({"text": text, "mode": mode, "language": language, "keep_terms": ["very city"], "variants": 3});
    TestHost::new(language).run::<Paraphrase>(&input.to_string())
}

fn text(variant: &Value) -> &str {
    variant["text"].as_str().expect("text")
}

#[test]
fn the_tool_is_complete() {
    check_tool::<Paraphrase>();
}

#[test]
fn phrases_are_replaced_and_clauses_move() {
    for (language, mode, source, expected) in [
        ("en", "standard", "If the shop is open, come in today.", "Come in today if the shop is open."),
        ("en", "standard", "If the bike is new, it needs oil.", ""),
        (
            "pl",
            "standard",
            "Jeśli pada deszcz, to zostajemy dziś w domu.",
            "Zostajemy dziś w domu, jeżeli pada deszcz.",
        ),
        (
            "pl",
            "standard",
            "Nie tylko cena jest ważna, ale także jakość.",
            "Nie tylko cena jest istotna, lecz również jakość.",
        ),
        ("pl", "standard", "Bilet ważny do soboty, „bardzo ważny”.", ""),
        ("pl", "shorter", "Oczywiście, w chwili obecnej jest to bardzo proste.", "Teraz jest to proste."),
        ("pl", "shorter", "To proste, oczywiście, i jest naprawdę.", "To proste, i jest."),
        (
            "pl",
            "simpler",
            "Aktualnie firma posiada 3 sklepy, gdyż rośnie.",
            "Teraz firma ma 3 sklepy, bo rośnie.",
        ),
        ("pl", "formal", "Chcemy też zacząć teraz.", "Pragniemy również rozpocząć obecnie."),
        ("en", "formal", "We don’t buy it. Don't you?", "We do not purchase it. Don't you?"),
        (
            "en",
            "shorter",
            "It is really a very old very city in order to see.",
            "It is a very old very city to see.",
        ),
        (
            "en",
            "SEO-safe",
            "Many people often come. See https://often.example/many",
            "Numerous people frequently come. See https://often.example/many",
        ),
    ] {
        match drafts(language, mode, source) {
            Ok(result) => assert_eq!(text(&result.variants[0]), expected, "{source}"),
            Err(failure) => {
                assert!(failure == Failure::NeedsModel && expected.is_empty(), "{source}: {failure:?}")
            }
        }
    }
}

#[test]
fn texts_that_rules_cannot_reword_need_a_model() {
    for (language, mode, source) in [
        ("pl", "creative", "Bardzo ważny tekst po polsku."),
        ("pl", "standard", "The shop is open and the bikes are very good."),
        ("en", "standard", "Lorem ipsum dolor."),
    ] {
        assert_eq!(drafts(language, mode, source).unwrap_err(), Failure::NeedsModel, "{source}");
    }
}

#[test]
fn variants_differ_and_odd_texts_keep_their_marks() {
    let odd = "<p>Bardzo ważne: {name} 🎉</p>\n\n- oraz https://bardzo.pl/oraz\n\"bardzo\" مرحبا 1 200 zł, ponieważ codziennie oraz także";
    let result = drafts("pl", "standard", odd).unwrap();
    assert_ne!(text(&result.variants[0]), text(&result.variants[1]));
    for variant in &result.variants {
        println!("{}\n", text(variant));
        assert!(text(variant).contains("https://bardzo.pl/oraz") && text(variant).contains("\"bardzo\""));
        assert!(variant["checks"].as_array().unwrap().iter().all(|check| check["ok"] == true), "{variant}");
    }
}

#[test]
fn lost_numbers_and_terms_are_requested_again() {
    let source = "The Tilia 28 costs 1,200 zł and is a city bike.";
    let good = "A city bike: the Tilia 28, priced at 1 200 zł.";
    let host = TestHost::new("en").answers(["A bike that costs 1300 zł, nothing more to say here.", good]);
    let input = json!({"text": source, "keep_terms": ["Tilia 28", "city bike"], "variants": 1}).to_string();
    let result = host.run::<Paraphrase>(&input).unwrap();
    assert_eq!(text(&result.variants[0]), good);
    let asked = host.asked.borrow();
    let advice = &asked[1].messages.last().unwrap().text;
    for part in ["28, 1,200", "Tilia 28, city bike", "1300"] {
        assert!(advice.contains(part), "{part}: {advice}");
    }
}

#[test]
fn a_longer_text_reads_well_in_every_mode() {
    let texts = [
        (
            "pl",
            "Nasza piekarnia działa od 1998 roku i wciąż pieczemy chleb na zakwasie. Codziennie o 7 rano znajduje się u nas kilka rodzajów bułek, a także ciasta, które bardzo lubią dzieci. Jeśli chcesz zamówić większą ilość, zadzwoń dzień wcześniej. Wiele osób pyta o skład, ponieważ dbają o zdrowie. Oczywiście podajemy go przy każdym produkcie. Oferujemy również odbiór osobisty oraz dostawę w promieniu 5 km. Przede wszystkim stawiamy na jakość, ale cena też jest ważna. W związku z tym w dniu dzisiejszym obniżamy ceny, gdyż chcemy podziękować klientom. Gdy w sklepie brakuje pieczywa, pieczemy kolejną partię. Zazwyczaj trwa to prawie godzinę, dlatego warto zadzwonić.",
        ),
        (
            "en",
            "Our bakery has been open since 1998, and we still bake sourdough bread. Every day at 7 a.m. you can choose from several kinds of rolls, as well as cakes that children really love. If you want to order more, call us the day before. A lot of people ask about ingredients because they care about their health. Of course, we list them next to every product. We don't add flavourings, and that's an important part of our craft. However, prices matter too. Due to the fact that flour is cheaper, we're lowering prices today. When the shop is busy, please wait for a moment. It usually takes almost an hour, so make sure you call first.",
        ),
    ];
    for (language, source) in texts {
        for mode in ["standard", "simpler", "formal", "shorter", "SEO-safe"] {
            let result = drafts(language, mode, source).unwrap();
            for variant in &result.variants {
                println!("{mode} {}: {}\n", variant["changed_words"], text(variant));
                let hard = variant["checks"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|check| check["ok"] == false && check["level"] == "hard");
                assert_eq!(hard.count(), 0, "{variant}");
            }
        }
    }
}
