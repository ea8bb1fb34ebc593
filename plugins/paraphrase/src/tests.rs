//! Tests through the tool's public interface.

use serde_json::{Value, json};
use sitewright_sdk::Failure;
use sitewright_sdk::testing::{TestHost, check_descriptions, check_good_answers};

use super::Paraphrase;

fn text(variant: &Value) -> &str {
    variant["text"].as_str().expect("text")
}

#[test]
fn the_tool_is_complete_and_needs_a_model() {
    check_descriptions::<Paraphrase>();
    let input = json!({"text": "The bakery is open, and the bread is very good."}).to_string();
    assert_eq!(TestHost::new("en").run::<Paraphrase>(&input).unwrap_err(), Failure::NeedsModel);
}

#[test]
fn hostile_answers_and_orders_in_the_data_do_no_harm() {
    check_good_answers::<Paraphrase>(
        "en",
        &[
            "Before you buy a city bike, measure your daily route. Many people decide quickly because a bike has the colour they like. What often matters more is the size of the frame, which depends on how tall you are. You can try 12 models in our shop every day, and the Tilia 28 is one of them.",
            "Buying a city bike? The length of the route that you ride every day comes first. The colour leads a lot of people to a quick choice. Yet the frame size is often an important detail, and it depends on your height. Every day 12 models wait in our shop for you to try, such as the Tilia 28.",
            "Start with your daily route and its length if you want to have a city bike. Because the colour pleases them, a lot of people choose quickly. The size of the frame is an important detail, however, and your height decides it. Our shop lets you try 12 models every day; the Tilia 28 is an example.",
        ],
    );
    check_good_answers::<Paraphrase>(
        "pl",
        &[
            "Zanim wybierzesz rower miejski, sprawdź długość trasy, którą jeździsz codziennie. Wiele osób decyduje się szybko, bo podoba im się kolor roweru. Równie ważny jest jednak rozmiar ramy. Co najmniej 12 modeli, na przykład Tilia 28, można codziennie wypróbować w naszym sklepie.",
            "Od długości codziennej trasy zacznij, jeśli rower miejski ma być dla ciebie. Kolor sprawia, że wiele osób wybiera szybko. Rozmiar ramy jest jednak również bardzo ważny. Nasz sklep pozwala codziennie wypróbować co najmniej 12 modeli, a jednym z nich jest Tilia 28.",
            "Kupujesz rower miejski? Najpierw zmierz codzienną trasę. Kolor podoba się wielu osobom i dlatego wybierają szybko, ale bardzo ważny jest również rozmiar ramy. Każdego dnia w naszym sklepie można wypróbować nie mniej niż 12 modeli, na przykład rower Tilia 28.",
        ],
    );
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
