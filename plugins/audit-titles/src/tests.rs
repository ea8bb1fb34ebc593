//! Pages and sites that break a rule, and others that come close.

use sitewright_sdk::rules::{
    MemorySite, NewDuplicate, NewHeading, NewKnown, NewPage, NewState, NewTitle, Severity,
};

use super::PACK;

#[test]
fn sites() {
    sitewright_check_sites::run(&PACK, env!("CARGO_MANIFEST_DIR"));
}

fn page<'a>(title: &'a str, px: u32) -> NewPage<'a> {
    NewPage {
        url: "https://site.example/",
        title: Some(title),
        title_px: px,
        language: "en",
        ..NewPage::default()
    }
}

/// The rules that a page with this title and first heading breaks.
fn broken_by(title: &str, heading: &str) -> Vec<&'static str> {
    let mut site = MemorySite::default();
    site.page(page(title, 300), |tables| {
        NewTitle { text: title, in_head: true, ..NewTitle::default() }.push(&mut tables.titles);
        NewHeading { level: 1, text: heading, ..NewHeading::default() }.push(&mut tables.headings);
    });
    site.broken(&PACK, 0)
}

const GOOD: &str = "Oak dining tables made to order in York";

#[test]
fn a_good_title_breaks_nothing() {
    assert_eq!(broken_by(GOOD, "Tables"), [""; 0]);
}

#[test]
fn lengths_are_measured_in_characters_and_pixels() {
    assert_eq!(broken_by(&"Table mat ".repeat(6)[..59], "x"), ["title-keyword-stuffing"]);
    let long = "Handmade oak dining tables and chairs, built to order in Yorkshire";
    assert_eq!(broken_by(long, "x"), ["title-too-long"]);
    assert_eq!(broken_by("Oak tables, made in York", "x"), ["title-too-short"]);
    let mut site = MemorySite::default();
    site.page(page(GOOD, 562), |_| {}).page(page(GOOD, 561), |_| {}).page(page(GOOD, 199), |_| {});
    let found: Vec<_> = site.check(&PACK).iter().map(|found| (found.page, found.rule)).collect();
    assert_eq!(found, [(Some(0), "title-too-long"), (Some(2), "title-too-short")]);
}

#[test]
fn settings_change_a_limit_or_turn_a_rule_off() {
    let mut site = MemorySite::default();
    site.page(page(GOOD, 300), |_| {});
    site.settings = r#"{"title-too-long": {"chars": 20}}"#.to_owned();
    let found = site.check(&PACK);
    assert_eq!((found[0].rule, found[0].severity), ("title-too-long", Severity::Warning));
    let values = r#"{"chars":39,"px":300,"max_chars":20,"max_px":561}"#;
    assert_eq!(found[0].values, serde_json::from_str::<serde_json::Value>(values).expect("JSON"));
    site.settings = r#"{"title-too-long": {"chars": 1}}"#.to_owned();
    assert_eq!(site.check(&PACK)[0].values["max_chars"], 10, "the least allowed");
    site.settings = r#"{"title-too-long": false}"#.to_owned();
    assert!(site.check(&PACK).is_empty());
}

#[test]
fn titles_in_head_and_body_are_told_apart() {
    let found = |title: Option<&str>, rows: &[(&str, bool)]| {
        let mut site = MemorySite::default();
        site.page(NewPage { title, title_px: 300, ..page(GOOD, 300) }, |tables| {
            for (text, in_head) in rows {
                NewTitle { text, in_head: *in_head, ..NewTitle::default() }.push(&mut tables.titles);
            }
        });
        site.broken(&PACK, 0)
    };
    assert_eq!(found(None, &[]), ["title-missing"]);
    assert_eq!(found(Some(""), &[("", true)]), ["title-missing"]);
    assert_eq!(found(None, &[(GOOD, false)]), ["title-missing", "title-outside-head"]);
    assert_eq!(found(Some(GOOD), &[(GOOD, true), ("Basket", false)]), [""; 0]);
    assert_eq!(found(Some(GOOD), &[(GOOD, true), ("Oakline", true)]), ["title-multiple"]);
}

#[test]
fn only_documents_are_checked() {
    let mut site = MemorySite::default();
    site.page(NewPage { title: None, status: 404, ..page("", 0) }, |_| {});
    site.page(NewPage { title: None, media_type: "image/png", ..page("", 0) }, |_| {});
    site.page(NewPage { title: None, role: 2, ..page("", 0) }, |_| {});
    assert!(site.check(&PACK).is_empty());
}

#[test]
fn a_title_like_the_heading_or_a_placeholder_is_found() {
    assert_eq!(broken_by(GOOD, "OAK dining  tables made to order in York"), ["title-equals-h1"]);
    assert_eq!(broken_by("Untitled | The workshop in York and Leeds", "x"), ["title-boilerplate"]);
    assert_eq!(broken_by("Strona główna – Pracownia Oakline York", "x"), ["title-boilerplate"]);
    assert_eq!(broken_by("The Untitled collection of oak tables", "x"), [""; 0]);
}

#[test]
fn repeated_words_are_counted_by_stem() {
    let stuffed = ["title-keyword-stuffing"];
    assert_eq!(broken_by("Oak table, cheap tables, dining table in York", "x"), stuffed);
    assert_eq!(broken_by("Table and chair and lamp and rug: a table for every room", "x"), [""; 0]);
    let mut site = MemorySite::default();
    let title = "Stoły dębowe, stół do jadalni, sklep ze stołami";
    site.page(NewPage { language: "pl", ..page(title, 300) }, |_| {});
    assert_eq!(site.broken(&PACK, 0), stuffed);
}

fn with_serp(title: &str, json: &str) -> Vec<&'static str> {
    let mut site = MemorySite::default();
    site.page(page(title, 300), |tables| {
        NewKnown { source: "serp", json, ..NewKnown::default() }.push(&mut tables.known)
    });
    site.broken(&PACK, 0)
}

#[test]
fn search_results_are_compared_where_they_are_known() {
    let title = "Welcome to Oakline, oak tables shop";
    let shown = r#"{"title": "Oak tables from our workshop"}"#;
    assert_eq!(with_serp(title, shown), ["title-rewritten-by-google"]);
    assert_eq!(
        with_serp("Oak dining tables York, Oakline workshop", r#"{"title": "Oak dining tables York"}"#),
        [""; 0]
    );
    assert_eq!(with_serp(title, "{}"), [""; 0]);
    let keyword = r#"{"keyword": "oak dining table", "position": 8}"#;
    assert_eq!(
        with_serp("Handmade furniture from York | Oakline", keyword),
        ["title-missing-target-keyword"]
    );
    assert_eq!(with_serp("Handmade tables from York | Oakline", keyword), [""; 0]);
}

#[test]
fn duplicates_are_indexable_pages_of_one_language() {
    const INDEXABLE: u32 = 32;
    let mut site = MemorySite::default();
    for (number, (flags, language)) in
        [(INDEXABLE, "en"), (INDEXABLE, "en"), (0, "en"), (INDEXABLE, "de"), (INDEXABLE, "en")]
            .into_iter()
            .enumerate()
    {
        let number = number as u32;
        let url = format!("https://site.example/{number}");
        site.page(NewPage { url: &url, ..page(GOOD, 300) }, |_| {});
        NewState { number, flags, language, ..NewState::default() }.push(&mut site.site.states);
        let group = u32::from(number == 4);
        NewDuplicate { group, page: number, similarity: 1000, ..NewDuplicate::default() }
            .push(&mut site.site.duplicates);
    }
    let found: Vec<_> = site.check(&PACK);
    assert_eq!(found.iter().map(|found| found.page).collect::<Vec<_>>(), [Some(0), Some(1)]);
    let values = format!(r#"{{"title":"{GOOD}","other":"https://site.example/1","pages":2}}"#);
    assert_eq!(found[0].values, serde_json::from_str::<serde_json::Value>(&values).expect("JSON"));
    assert_eq!(found[1].values["other"], "https://site.example/0");
}

#[test]
fn a_site_of_many_groups_is_read_in_blocks() {
    let mut site = MemorySite::default();
    for number in 0..3_000 {
        site.page(page(GOOD, 300), |_| {});
        NewState { number, flags: 32, ..NewState::default() }.push(&mut site.site.states);
        NewDuplicate { group: number / 2, page: number, ..NewDuplicate::default() }
            .push(&mut site.site.duplicates);
    }
    let found = site.check(&PACK);
    assert_eq!(found.len(), 3_000);
    assert!(found.iter().all(|found| found.values["pages"] == 2 && found.values["title"] == GOOD));
}

#[test]
fn texts_are_there_in_both_languages() {
    let [english, polish] = PACK.described();
    assert_eq!((english.rules.len(), polish.rules.len()), (11, 11));
    let long = |pack: &'_ [_]| pack.len();
    assert_eq!(long(&english.tables), 4);
    let rule = english.rules.iter().zip(&polish.rules).find(|(rule, _)| rule.id == "title-too-long");
    let (english, polish) = rule.expect("the rule is there");
    assert_eq!((english.title.as_str(), polish.title.as_str()), ("Title too long", "Tytuł zbyt długi"));
    assert_eq!(polish.parameters[0].label, "Najdłuższy tytuł, w znakach");
    assert_eq!(english.fixes.len(), 5);
    assert!(polish.fixes[0].text.contains("Sklep online") || polish.fixes[0].system == "prestashop");
}
