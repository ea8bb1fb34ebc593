use sitewright_sdk::testing::{TestHost, check_tool, messages};
use sitewright_sdk::{Brand, Generator as _, Input as _};

use crate::{ImageAlt, secure};

const CHAIR: &str = r#"{"image": "https://a.example/1.jpg", "title": "Dunmore oak chair",
    "features": ["Seat height: 45 cm", "Colour: Black", "Warranty: long", "curved backrest", "Finish: PVC"], "variants": 1}"#;

fn alt(host: &TestHost, input: &str) -> String {
    let result = host.run::<ImageAlt>(input).expect("a text");
    result.variants[0]["alt"].as_str().expect("alt").to_owned()
}

#[test]
fn the_tool_is_complete() {
    check_tool::<ImageAlt>();
}

#[test]
fn every_request_shows_the_image() {
    let host = TestHost::new("en").answers([
        "An image of a chair",
        "Zdjęcie przedstawiające krzesło",
        "Dunmore oak chair by a window",
    ]);
    assert_eq!(alt(&host, CHAIR), "A chair");
    assert_eq!(*host.seen.borrow(), [["https://a.example/1.jpg"]]);
    let input = CHAIR.replace("https://a.", "http://a.");
    assert_eq!(alt(&host, &input), "Dunmore oak chair by a window");
    assert_eq!(host.seen.borrow()[1..], [["https://a.example/1.jpg"], ["https://a.example/1.jpg"]]);
    assert_eq!(secure("a.example/1.jpg"), "https://a.example/1.jpg");
}

#[test]
fn a_draft_has_the_name_and_what_an_image_shows() {
    let host = TestHost::new("en");
    assert_eq!(alt(&host, CHAIR), "Dunmore oak chair, black, curved backrest, PVC");
    let short = CHAIR.replace("\"variants\"", "\"max_length\": 50, \"variants\"").replace(
        "Dunmore oak chair",
        "Dunmore oak chair with a curved backrest, oiled by hand and ready to use",
    );
    assert_eq!(alt(&host, &short), "Dunmore oak chair with a curved backrest, black");
    let polish = r#"{"image": "https://a.example/1.jpg", "title": "Sukienka Malwa", "language": "pl",
        "features": ["Kolor: Czerwony", "Materiał: len", "Kolor: "]}"#;
    assert_eq!(alt(&host, polish), "Sukienka Malwa, kolor czerwony, len");
    let brand = Brand { avoid: vec!["black".to_owned()], ..Brand::default() };
    assert_eq!(alt(&host.brand(brand), CHAIR), "Dunmore oak chair, curved backrest, PVC");
    let result = TestHost::new("en").run::<ImageAlt>(&CHAIR.replace("\"variants\": 1", "\"variants\": 3"));
    assert_eq!(result.expect("drafts").variants.len(), 1);
}

#[test]
fn an_answer_is_one_line_that_fits() {
    let long = "Dunmore oak chair with a curved backrest and black legs that stands beside a wide white window, \
        with a “folded” blanket lying on it in the morning sun";
    let host = TestHost::new("en").answers([long]);
    let text = alt(&host, CHAIR);
    assert_eq!(
        text,
        "Dunmore oak chair with a curved backrest and black legs that stands beside a wide white window"
    );
    let endless = "Dunmore oak chair beside a window. ".repeat(20);
    let host = TestHost::new("en").answers([endless.as_str(), "Dunmore oak chair\nbeside a \"window\""]);
    assert_eq!(alt(&host, CHAIR), "Dunmore oak chair beside a window");
    assert_eq!(host.asked.borrow().len(), 2);
}

#[test]
fn invented_numbers_are_marked() {
    let invented = "Dunmore oak chair, 82 cm high, for 120 kg";
    let host = TestHost::new("en").answers([invented; 3]);
    let result = host.run::<ImageAlt>(CHAIR).expect("a text");
    assert!(messages(&result.variants[0]).iter().any(|message| message.contains("82")), "{result:?}");
}

#[test]
fn a_wrong_address_is_refused() {
    let input = CHAIR.replace("https://a.example/1.jpg", "not an address");
    assert_eq!(TestHost::new("en").errors::<ImageAlt>(&input), ["/image"]);
    let order = sitewright_sdk::form::read(
        CHAIR,
        sitewright_sdk::Phrases::new(ImageAlt::TEXTS, Default::default()),
        Default::default(),
    );
    assert_eq!(
        order.map(|order: crate::Order| (order.max_length, order.variants())).ok(),
        Some((125, Some(1)))
    );
}
