use sitewright_facts::{NewImage, NewPage, Tables};

use crate::{Found, Pack, check};

const PACK: &str = r#"{"tables":["pages","images"],"rules":[
    {"id":"alt-missing","severity":"warning","category":"images","params":[{"name":"most","default":0,"min":0,"max":9}],
     "rows":"images where alt is missing","when":"count(rows) > $most",
     "values":[{"name":"count","kind":"number","is":"count(rows)"},{"name":"first","kind":"url","is":"first(rows.url)"}]},
    {"id":"gone","severity":"error","category":"links","all":true,"when":"status = 410"},
    {"id":"unreadable","severity":"error","category":"links","when":"status ="}],"texts":[]}"#;

fn batch() -> Tables {
    let mut all = Tables::default();
    let read = NewPage { url: "https://site.example/", status: 200, html: true, ..NewPage::default() };
    let gone = NewPage { url: "https://site.example/x", status: 410, ..NewPage::default() };
    let page = Tables::of_page(&read, |tables| {
        for (url, alt) in [("/a.jpg", Some("A")), ("/b.jpg", None), ("/c.jpg", None)] {
            NewImage { url, alt, ..NewImage::default() }.push(&mut tables.images);
        }
    });
    let gone = Tables::of_page(&gone, |_| {});
    let names = ["pages".to_owned(), "images".to_owned()];
    let tables = sitewright_facts::pages_of([&page, &gone], &names).expect("tables of pages");
    for (table, name) in tables.into_iter().zip(&names) {
        if let Some((_, into)) = all.all_mut().find(|(layout, _)| layout.name == name) {
            *into = table;
        }
    }
    all
}

fn checked(settings: &str) -> Vec<Found> {
    check(&Pack::read(PACK), &batch().view(), settings)
}

#[test]
fn findings_have_values_and_evidence() {
    let found = checked("{}");
    let first = Found {
        rule: 0,
        page: 0,
        values: r#"{"count":2,"first":"/b.jpg"}"#.to_owned(),
        evidence: vec![(1, 1), (1, 2)],
    };
    let second = Found { rule: 1, page: 1, values: "{}".to_owned(), evidence: Vec::new() };
    assert_eq!(found, [first, second]);
}

#[test]
fn settings_change_numbers_and_turn_rules_off() {
    let rules = |settings: &str| checked(settings).iter().map(|found| found.rule).collect::<Vec<_>>();
    assert_eq!(rules(r#"{"alt-missing":{"most":2}}"#), [1]);
    assert_eq!(rules(r#"{"alt-missing":{"most":1},"gone":false}"#), [0]);
    assert_eq!(rules(r#"{"alt-missing":{"most":-5}}"#), [0, 1]);
    assert_eq!(rules(r#"{"alt-missing":{"most":"2"}}"#), [0, 1]);
}
