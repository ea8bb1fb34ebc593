use std::collections::HashMap;
use std::sync::Arc;

use sitewright_facts::{NewCrawl, NewHint, NewId, NewLink, NewPage, Tables, UNKNOWN, View, layouts};

use sitewright_facts::{Condition, Selection, Test, Unanswered};

use super::{Pages, Site, state};

/// Pages by their numbers, each in a batch of its own.
#[derive(Default)]
struct Stored(HashMap<u32, Arc<Tables>>);

impl Pages for Stored {
    fn batch_of(&self, number: u32) -> Option<Arc<Tables>> {
        self.0.get(&number).cloned()
    }
}

fn page(number: u32) -> NewPage<'static> {
    NewPage {
        number,
        url: "https://example.com/page",
        status: 200,
        html: true,
        lang: Some("en"),
        location_number: UNKNOWN,
        canonical_number: UNKNOWN,
        ..NewPage::default()
    }
}

fn redirect(number: u32, to: u32) -> NewPage<'static> {
    NewPage { status: 301, html: false, location_number: to, ..page(number) }
}

impl Stored {
    fn put(&mut self, page: NewPage<'_>, links: &[NewLink<'_>], hints: &[NewHint<'_>], ids: &[&str]) {
        let mut tables = Tables::default();
        links.iter().for_each(|link| link.push(&mut tables.links));
        hints.iter().for_each(|hint| hint.push(&mut tables.hints));
        ids.iter().for_each(|name| NewId { name, count: 1, ..NewId::default() }.push(&mut tables.ids));
        NewPage {
            links: (0, links.len() as u32),
            hints: (0, hints.len() as u32),
            ids: (0, ids.len() as u32),
            ..page
        }
        .push(&mut tables.pages);
        self.0.insert(page.number, Arc::new(tables));
    }

    fn site(&self) -> Site {
        let mut around = Tables::default();
        NewCrawl { start: "https://example.com/", ..NewCrawl::default() }.push(&mut around.crawl);
        let mut site = Site::new(around);
        let mut numbers: Vec<&u32> = self.0.keys().collect();
        // The order of batches does not matter.
        numbers.sort_unstable_by(|a, b| b.cmp(a));
        for number in numbers {
            site.add(&self.0[number].view());
        }
        site.finish();
        site
    }
}

fn link(target: u32) -> NewLink<'static> {
    NewLink { target, text: "Read on", ..NewLink::default() }
}

fn when(column: &str, from: u32, to: u32) -> Condition {
    Condition { column: column.to_owned(), test: Test::Within { least: from, most: to } }
}

fn has(column: &str, mask: u32, value: u32) -> Condition {
    Condition { column: column.to_owned(), test: Test::Has { mask, value } }
}

fn numbers(selection: &Selection, column: &str) -> Vec<u32> {
    let view: View<'_> = selection.rows.view();
    let cell = cell_of(column);
    (0..view.len()).map(|row| view.row(row).number(cell)).collect()
}

fn cell_of(column: &str) -> usize {
    let layouts = [layouts::references, layouts::states, layouts::duplicates, layouts::chains];
    let (table, column) = column.split_once('.').expect("table.column");
    let layout = layouts.iter().find(|layout| layout.name == table).expect("a site table");
    layout.column(column).expect("a column").0
}

#[test]
fn links_are_counted_once_for_each_page_and_depths_follow_redirects() {
    let mut stored = Stored::default();
    let nofollow = NewLink { rel: 1, ..link(2) };
    stored.put(page(0), &[link(1), link(1), nofollow, link(3)], &[], &[]);
    stored.put(page(1), &[link(2), link(1)], &[], &[]);
    stored.put(page(2), &[], &[], &[]);
    stored.put(redirect(3, 4), &[], &[], &[]);
    stored.put(NewPage { noindex: true, ..page(4) }, &[link(1)], &[], &[]);
    let site = stored.site();
    let of = |number: u32| *site.state(number).expect("a state");
    assert_eq!((of(1).followed, of(1).from_indexable), (2, 1));
    assert_eq!((of(2).followed, of(2).nofollowed), (1, 1));
    assert_eq!([0, 1, 2, 3, 4].map(|number| of(number).depth), [0, 1, 2, 1, 1]);
    assert!(of(0).has(state::INDEXABLE) && !of(4).has(state::INDEXABLE) && !of(3).has(state::INDEXABLE));
    let noindex = site.select(&stored, "states", &[has("flags", 2, 2)], 0, 10);
    assert_eq!(numbers(&noindex.expect("rows"), "states.number"), [4]);
}

#[test]
fn references_are_selected_by_the_state_of_their_target_in_portions() {
    let mut stored = Stored::default();
    stored.put(page(0), &[link(1), link(2), link(9)], &[], &[]);
    stored.put(NewPage { status: 404, ..page(1) }, &[], &[], &[]);
    stored.put(NewPage { status: 410, in_sitemap: true, ..page(2) }, &[], &[], &[]);
    let site = stored.site();
    let broken = [when("status", 400, 599)];
    let first = site.select(&stored, "references", &broken, 0, 1).expect("rows");
    assert_eq!(numbers(&first, "references.target"), [1]);
    assert_eq!(first.rows.view().row(0).text(layouts::references.column("text").expect("text").0), "Read on");
    let rest = site.select(&stored, "references", &broken, first.next.expect("more"), 10).expect("rows");
    assert_eq!(numbers(&rest, "references.target"), [2, 2]);
    assert_eq!(numbers(&rest, "references.kind"), [0, 6]);
    assert_eq!(numbers(&rest, "references.source"), [0, UNKNOWN]);
    assert_eq!(rest.next, None);
    assert_eq!(
        site.select(&stored, "references", &[when("nothing", 0, 1)], 0, 1).expect_err("no column"),
        Unanswered::NoColumn("nothing".to_owned())
    );
    assert_eq!(
        site.select(&stored, "pages", &[], 0, 1).expect_err("no site table"),
        Unanswered::NoTable("pages".to_owned())
    );
}

#[test]
fn a_link_to_a_fragment_that_its_target_lacks_is_selected() {
    let mut stored = Stored::default();
    let to = |fragment| NewLink { fragment: Some(fragment), ..link(1) };
    stored.put(page(0), &[to("here"), to("gone"), to("top"), link(1)], &[], &[]);
    stored.put(page(1), &[], &[], &["here"]);
    let selection = stored.site().select(&stored, "references", &[when("fragment_found", 0, 0)], 0, 10);
    assert_eq!(numbers(&selection.expect("rows"), "references.row"), [1]);
}

#[test]
fn alternates_that_are_not_returned_are_known() {
    let mut stored = Stored::default();
    let alternate = |target| NewHint { rel: "alternate", hreflang: Some("pl"), target, ..NewHint::default() };
    stored.put(page(0), &[], &[alternate(1), alternate(2)], &[]);
    stored.put(page(1), &[], &[alternate(0)], &[]);
    stored.put(page(2), &[], &[], &[]);
    let lonely = [when("kind", 2, 2), has("flags", 2, 0)];
    let selection = stored.site().select(&stored, "references", &lonely, 0, 10).expect("rows");
    assert_eq!(
        (numbers(&selection, "references.source"), numbers(&selection, "references.target")),
        (vec![0], vec![2])
    );
}

#[test]
fn chains_end_at_a_page_an_error_or_in_a_loop() {
    let mut stored = Stored::default();
    stored.put(page(0), &[], &[], &[]);
    for (from, to) in [(1, 2), (2, 0), (3, 4), (5, 6), (6, 5), (7, 5)] {
        stored.put(redirect(from, to), &[], &[], &[]);
    }
    stored.put(NewPage { status: 404, ..page(4) }, &[], &[], &[]);
    let selection = stored.site().select(&stored, "chains", &[], 0, 100).expect("rows");
    let rows = numbers(&selection, "chains.group").into_iter().zip(numbers(&selection, "chains.page"));
    assert_eq!(rows.collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 0), (1, 3), (1, 4), (2, 7), (2, 5), (2, 6)]);
    assert_eq!(numbers(&selection, "chains.end"), [0, 0, 0, 2, 2, 1, 1, 1]);
}

#[test]
fn duplicates_are_of_one_language_and_indexable() {
    let mut stored = Stored::default();
    let titled =
        |number, title| NewPage { title: Some(title), simhash: 0xFFFF_0000_1234_5678, ..page(number) };
    stored.put(titled(0, "Shoes"), &[], &[], &[]);
    stored.put(titled(1, " shoes "), &[], &[], &[]);
    stored.put(NewPage { lang: Some("pl"), simhash: !0, ..titled(2, "Shoes") }, &[], &[], &[]);
    stored.put(NewPage { noindex: true, ..titled(3, "Shoes") }, &[], &[], &[]);
    stored.put(NewPage { simhash: 0xFFFF_0000_1234_5670, text_hash: 5, ..titled(4, "Boots") }, &[], &[], &[]);
    let selection = stored.site().select(&stored, "duplicates", &[], 0, 100).expect("rows");
    let rows = numbers(&selection, "duplicates.kind").into_iter().zip(numbers(&selection, "duplicates.page"));
    assert_eq!(rows.collect::<Vec<_>>(), [(0, 0), (0, 1), (4, 0), (4, 4)]);
    assert_eq!(numbers(&selection, "duplicates.similarity"), [1000, 1000, 1000, 985]);
}
