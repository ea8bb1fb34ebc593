//! The checks of an audit of websites, over every page of the site map in both languages: no errors and no warnings.
//!
//! `ids.rs` lists all checks; each is in one of the tables of the modules, or in the list of those that no script can do
//! here, with the reason.

mod crawl;
mod data;
mod graph;
mod head;
mod ids;
mod main_part;
mod served;

use crate::prelude::*;
use crawl::{Page, Site};

/// What a check finds, one line for each.
type Found = Vec<String>;

/// A check of each page.
type OfPage = fn(&Page) -> Found;

/// A check of the whole site.
type OfSite = fn(&Site) -> Found;

/// A line of what was found if something is so.
fn found_if(is: bool, what: impl Into<String>) -> Found {
    if is { vec![what.into()] } else { Vec::new() }
}

/// A server behind a proxy with a certificate, with everything that the build makes.
async fn published() -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| {
        config.bundle = Some(built);
        config.public_url = Some("https://sitewright.example".into());
    })
    .await
}

#[app_test(published())]
async fn an_audit_of_every_page_finds_nothing(app: TestApp, mut client: visitor, mut admin: administrator) {
    // Without a company the legal pages are blank.
    let mut settings = admin.get("/api/admin/site").await.is(200).body;
    settings["company"]["name"] = "Acme sp. z o.o.".into();
    settings["company"]["address"] = "ul. Długa 1\n00-001 Warszawa".into();
    settings["company"]["email"] = "biuro@example.com".into();
    admin.put_with("/api/admin/site", settings).await.is(200);
    let answers = crawl::crawl(&app, &mut client).await;
    let site = Site::of(&answers);
    let of_pages = [head::CHECKS, main_part::CHECKS, data::CHECKS].concat();
    let of_site = [graph::CHECKS, served::CHECKS].concat();
    let mut found = Found::new();
    for (id, check) in of_pages {
        for page in &site.pages {
            found.extend(check(page).into_iter().map(|what| format!("{id}: {}: {what}", page.path)));
        }
    }
    for (id, check) in of_site {
        found.extend(check(&site).into_iter().map(|what| format!("{id}: {what}")));
    }
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_check_of_the_audit_is_done_or_has_a_reason() {
    let done = [head::CHECKS, main_part::CHECKS, data::CHECKS].concat().into_iter().map(|(id, _)| id);
    let done = done.chain([graph::CHECKS, served::CHECKS].concat().into_iter().map(|(id, _)| id));
    let mut listed: Vec<&str> = done.chain(ids::NOT_HERE.iter().map(|(id, _)| *id)).collect();
    listed.sort_unstable();
    let mut all: Vec<&str> = ids::ALL.split_whitespace().collect();
    all.sort_unstable();
    assert_eq!(listed, all);
}
