//! Rule packs of partners: made, tested and packed at the command line, installed, and used by an audit.

use crate::packages::Partner;
use crate::prelude::*;
use crate::util::becomes;
use crate::util::site::{Reply, Site};

const DOMAIN: &str = "shop.example.com";

#[test]
fn a_new_pack_of_data_passes_and_its_errors_are_reported() {
    let partner = Partner::new();
    let printed = partner.does(&["new", "own-checks", "--kind", "rules", "--publisher", "acme"]);
    contains_all(&printed, &["sitewright plugin test own-checks", "sitewright plugin check own-checks"]);
    let file = "own-checks/rules.toml";
    let rules = fs::read_to_string(partner.path(file)).expect("rules");
    assert!(rules.contains("Nowe reguły (own-checks)") && !rules.contains("__"), "{rules}");
    partner.does(&["check", "own-checks"]);
    let shown = partner.does(&["test", "own-checks"]);
    contains_all(&shown, &["own-checks-images-without-alt breaks 1", "holds 1", "2 cases, 0 failed"]);
    let shown = partner.does(&["inspect", "own-checks"]);
    contains_all(
        &shown,
        &["The rules:", "own-checks-images-without-alt", "Images without an alternative text"],
    );
    partner.does(&["pack", "own-checks", "-o", "a.plugin"]);
    assert!(partner.package("a.plugin").permissions.is_empty());
    assert!(partner.does(&["test", "a.plugin"]).contains("2 cases, 0 failed"));

    // A site that does not show what the rule says.
    partner.write(file, rules.replacen("<img src=\"/bench.jpg\">", "<img src=\"/bench.jpg\" alt=\"\">", 1));
    let (code, shown, _) = partner.types(&["test", "own-checks", "--language", "pl"]);
    assert!(code == 1 && shown.contains("nie znaleziono na http://site.example/"), "{shown}");
    partner.write(file, rules.replacen("alt is missing and", "alt is missing or", 1));
    let (code, shown, _) = partner.types(&["test", "own-checks"]);
    assert!(code == 1 && shown.contains("found on http://site.example/, which does not break"), "{shown}");
    // A site that cannot be served.
    partner.write(file, rules.replacen("path = \"/\"", "path = \"http://\"", 1));
    assert!(partner.fails(&["test", "own-checks"]).contains("`path` begins with /"));

    partner.write(file, rules.replacen("alt is missing", "alternative is missing", 1));
    for command in [["check", "own-checks"], ["test", "own-checks"], ["pack", "own-checks"]] {
        let shown = partner.fails(&[&command[..], &["--language", "pl"]].concat());
        contains_all(
            &shown,
            &["rules.toml:14: rules.own-checks-images-without-alt.rows", "nie ma kolumny `alternative`"],
        );
        assert!(!shown.contains("describe/"), "missing descriptions are not reported: {shown}");
    }
}

#[tokio::test]
async fn an_audit_finds_the_rule_of_an_installed_pack_of_data() {
    let partner = Partner::new();
    partner.does(&["new", "own-checks", "--kind", "rules", "--publisher", "acme"]);
    partner.does(&["pack", "own-checks", "-o", "a.plugin"]);
    let package = fs::read(partner.path("a.plugin")).expect("a package");

    let page = |body: &str| {
        format!("<!doctype html><html lang=\"en\"><head><title>Oak</title></head><body>{body}</body></html>")
    };
    let site = Site::start([
        ("/", Reply::Html(page("<h1>Oak</h1><img src=\"/a.jpg\"><a href=\"/fine\">Fine</a>"))),
        ("/fine", Reply::Html(page("<h1>Fine</h1><img src=\"/a.jpg\" alt=\"Oak\">"))),
    ])
    .await;
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    let app = TestApp::with(|config| {
        (config.bundle, config.plugin_development) = (Some(built), true);
        site.read_as(config, DOMAIN, "");
    })
    .await;
    let mut admin = crate::admin::administrator(&app).await;
    admin.installs(package).await;

    let mut user = app.user().await;
    user.patch("/api/user", json!({ "language": "pl" })).await.is(200);
    user.project(DOMAIN).await;
    let start = format!("http://{DOMAIN}:{}/", site.url.rsplit_once(':').expect("a port").1);
    let id = user.post("/api/audits", json!({ "start": start })).await.is(202).id();
    let path = format!("/api/audits/{id}");
    becomes("the audit is done", async || user.get(&path).await.body["state"] == "done").await;

    let rule = "own-checks-images-without-alt";
    let found = user.get(&format!("{path}/findings?rule={rule}")).await.is(200).body;
    assert_eq!(found["data"].as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found["data"][0]["url"], start);
    let texts = user.get(&format!("{path}/rules/{rule}")).await.is(200).body;
    assert_eq!(texts["title"], "Obrazy bez tekstu alternatywnego", "{texts}");
    app.stop().await;
}

/// The pack of the documentation, which has to be as the page says.
#[test]
fn the_pack_of_the_documentation_passes() {
    let partner = Partner::new();
    partner.does(&["new", "pdf-rules", "--kind", "rules", "--publisher", "acme"]);
    for language in ["en", "pl"] {
        let page = format!("../docs/pages/{language}/plugins/rule-pack.md");
        let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("a page");
        let (_, rest) = page.split_once("```toml save=pdf-rules/rules.toml\n").expect("the pack");
        let (rules, _) = rest.split_once("```").expect("its end");
        partner.write("pdf-rules/rules.toml", rules);
        assert!(partner.does(&["test", "pdf-rules"]).contains("2 cases, 0 failed"));
    }
}

/// A pack with a component: an official one, with the sites of two of its rules.
#[test]
fn the_sites_of_a_component_are_tested_in_the_sandbox() {
    let partner = Partner::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::create_dir_all(partner.path("links/checks")).expect("a folder");
    let built = root.join("target/bundle/plugins/audit-links");
    for name in ["component.wasm", "plugin.toml", "icon.svg"] {
        fs::copy(built.join(name), partner.path("links").join(name))
            .expect("the packs are missing: run `make`");
    }
    partner.write("links/LICENSE", "Do what you like.\n");
    let checks = ["link-empty-anchor.toml", "link-internal-broken.toml"];
    for name in checks {
        let from = root.join("plugins/audit-links/checks").join(name);
        fs::copy(from, partner.path("links/checks").join(name)).expect("a check");
    }
    let shown = partner.does(&["test", "links"]);
    assert!(shown.contains(" 0 failed") && !shown.contains("\n0 cases"), "{shown}");

    // A rule that the pack does not have.
    fs::rename(partner.path("links/checks").join(checks[0]), partner.path("links/checks/other.toml"))
        .expect("renamed");
    let (code, shown, _) = partner.types(&["test", "links"]);
    assert!(code == 1 && shown.contains("the pack has no rule of this name"), "{shown}");
}

#[test]
fn a_new_pack_in_rust_has_its_rule_texts_and_sites() {
    let partner = Partner::new();
    let printed = partner.does(&["new", "own-checks", "--kind", "rules-rust", "--publisher", "acme"]);
    contains_all(&printed, &["sitewright plugin build own-checks", "sitewright plugin test own-checks"]);
    let read = |name: &str| fs::read_to_string(partner.path("own-checks").join(name)).expect("a file");
    assert!(read("Cargo.toml").contains("features = [\"rules\"]"), "{}", read("Cargo.toml"));
    assert!(read("texts/pl.toml").contains("Nowe reguły (own-checks)"));
    contains_all(&read("plugin.toml"), &["category = \"audit\"", "permissions = [\"context\", \"crawl\"]"]);
    contains_all(&read("checks/images-without-alt.toml"), &["[[breaks]]", "[[holds]]", "[pl]"]);
    assert!(partner.path("own-checks/sdk/plugins/sdk/Cargo.toml").is_file());
    for name in ["Cargo.toml", "plugin.toml", "src/lib.rs", "texts/en.toml", "checks/images-without-alt.toml"]
    {
        assert!(!read(name).contains("__"), "{name}");
    }
}
