//! The corpus of hostile packages: each is built here by a few lines, uploaded as any publisher could, and refused
//! for its reason or contained. [`CORPUS.md`](hostile/CORPUS.md) lists all of them; a test checks the list.

mod archives;
mod base;
mod components;
mod digests;
mod manifests;
mod others;
mod reach;
mod results;
mod schemas;
mod secrets;
mod signatures;
mod templates;
mod texts;

use std::fmt::Write as _;

use base::{Base, Spoilt};

use crate::prelude::*;

/// A line of the list.
pub struct Line {
    group: &'static str,
    name: &'static str,
    /// The code of its refusal, or the result.
    end: &'static str,
}

/// Packages that are refused before anything of them is stored.
const PACKAGES: [(&str, &[Spoilt]); 8] = [
    ("Archives", archives::ALL),
    ("Lists and digests", digests::ALL),
    ("Signatures", signatures::ALL),
    ("Manifests", manifests::ALL),
    ("Components", components::ALL),
    ("Schemas and examples", schemas::ALL),
    ("Texts and pictures", texts::ALL),
    ("Templates", templates::ALL),
];

fn lines() -> Vec<Line> {
    let refused = PACKAGES
        .iter()
        .flat_map(|(group, all)| all.iter().map(|one| Line { group, name: one.name, end: one.code }));
    refused
        .chain(reach::lines())
        .chain(secrets::lines())
        .chain(others::lines())
        .chain(results::lines())
        .collect()
}

/// The whole list as a Markdown page.
fn page() -> String {
    let lines = lines();
    let mut page = format!(
        "# Hostile packages\n\n{} malicious packages and tools, and the result of each. Tests create them, send them to a server over\nHTTP and compare the results with this list: `INSTA_UPDATE=always cargo test --workspace --test it\nhostile` writes it.\n",
        lines.len()
    );
    let mut group = "";
    for line in &lines {
        if line.group != group {
            group = line.group;
            let _ = write!(page, "\n## {group}\n\n| case | result |\n|---|---|\n");
        }
        let _ = writeln!(page, "| {} | {} |", line.name, line.end);
    }
    page
}

#[test]
fn the_corpus_is_large_enough_and_listed() {
    let page = page();
    println!("{page}");
    assert!(lines().len() >= 60, "{}", lines().len());
    let mut names: Vec<_> = lines().iter().map(|line| (line.group, line.name)).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), lines().len(), "names are unique");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/hostile/CORPUS.md");
    if std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        std::fs::write(file, &page).expect("written");
    }
    assert_eq!(std::fs::read_to_string(file).unwrap_or_default(), page, "the list is not that of {file}");
}

/// Checks that a server refuses each package for its reason, stores nothing of it, and then accepts the valid one.
async fn refuses(spoilt: &[Spoilt]) {
    let app = TestApp::start().await;
    let mut admin = administrator(&app).await;
    let base = Base::new(&app, &mut admin).await;
    for one in spoilt {
        let bytes = (one.make)(&base);
        let output = refusal(&mut admin, bytes).await;
        let is_reported = output.iter().any(|(code, place)| code == one.code && place == one.place);
        assert!(is_reported, "{}: {} at {:?} is not among {output:#?}", one.name, one.code, one.place);
    }
    for kept in ["SELECT count(*) FROM plugins", "SELECT count(*) FROM package_files"] {
        assert_eq!(app.value::<i64>(kept).await, 0, "{kept}");
    }
    admin.installs(base.good()).await;
    assert_eq!(version(&mut admin, base::ID).await, base::VERSION);
    app.stop().await;
}

/// The codes and places for which a package is refused.
async fn refusal(admin: &mut Client, package: Vec<u8>) -> Vec<(String, String)> {
    let digest = sitewright_package::digest(&package);
    let answer = admin.install(package, "").await;
    let (status, code) = answer.problem();
    if code != "registry.refused" {
        return vec![(code.to_owned(), status.to_string())];
    }
    let kept = admin.get(&format!("/api/admin/packages/{digest}")).await;
    let problems = kept.body["problems"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    problems.iter().map(|problem| (text(&problem["code"]), text(&problem["place"]))).collect()
}

macro_rules! refused {
    ($($test:ident $group:ident;)*) => { $(
        #[tokio::test]
        async fn $test() {
            refuses($group::ALL).await;
        }
    )* };
}

refused! {
    archives_that_lie_are_refused archives;
    lists_that_lie_are_refused digests;
    signatures_that_are_not_the_publishers_are_refused signatures;
    manifests_that_claim_too_much_are_refused manifests;
    components_that_want_too_much_are_refused components;
    schemas_that_take_too_long_are_refused schemas;
    texts_that_are_none_are_refused texts;
    templates_that_are_none_are_refused templates;
}
