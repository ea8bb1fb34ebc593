//! The list of locations, and its search.

use crate::prelude::*;

#[app_test]
async fn a_location_is_found_by_its_names_its_languages_and_its_codes(app: TestApp, mut client: user) {
    let all = client.get("/api/locations").await.is(200);
    let count = all.body["locations"].as_array().map_or(0, Vec::len);
    assert!((85..=110).contains(&count), "about 90: {count}");
    let fields: Vec<&String> = all.body["locations"][0].as_object().expect("fields").keys().collect();
    let mut expected = [
        "location_code",
        "location_name",
        "location_code_parent",
        "country_iso_code",
        "location_type",
        "available_languages",
    ];
    expected.sort_unstable();
    assert_eq!(
        {
            let mut fields = fields;
            fields.sort_unstable();
            fields
        },
        expected
    );

    let mut found = async |search: &str| -> Vec<Value> {
        let answer = client.get(&format!("/api/locations?search={search}")).await;
        let locations = answer.body["locations"].as_array().expect("a list");
        locations.iter().map(|location| location["country_iso_code"].clone()).collect()
    };
    assert_eq!(found("poland").await, [json!("PL")]);
    assert_eq!(found("POLSKA").await, [json!("PL")]);
    assert_eq!(found("pl").await, [json!("PL")]);
    assert_eq!(found("2616").await, [json!("PL")]);
    assert_eq!(found("wegry").await, [json!("HU")]);
    assert_eq!(found("W%C4%99gry").await, [json!("HU")]);
    assert_eq!(found("united%20s").await, [json!("US")]);
    assert!(found("spanish").await.contains(&json!("US")));
    assert_eq!(found("nowhere").await, [json!(null); 0]);
    assert_eq!(found("%20").await.len(), count);
}

#[app_test]
async fn a_region_names_the_country_it_belongs_to(app: TestApp, mut client: user) {
    let found = client.get("/api/locations?search=puerto%20rico").await;
    let region = &found.body["locations"][0];
    has(region, json!({ "location_type": "Region", "location_code_parent": super::UNITED_STATES }));
    let united_states = client.get("/api/locations?search=2840").await;
    let languages: Vec<&Value> = united_states.body["locations"][0]["available_languages"]
        .as_array()
        .expect("languages")
        .iter()
        .map(|language| &language["language_code"])
        .collect();
    assert_eq!(languages, ["en", "es"]);
}
