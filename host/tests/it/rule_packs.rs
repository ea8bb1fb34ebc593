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

/// An audit of a site on a server with this package.
struct Audited {
    app: TestApp,
    user: Client,
    path: String,
    start: String,
}

impl Audited {
    async fn with(package: Vec<u8>, pages: Vec<(&str, Reply)>) -> Self {
        let site = Site::start(pages).await;
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
        let start = format!("http://{DOMAIN}:{}", site.url.rsplit_once(':').expect("a port").1);
        let id = user.post("/api/audits", json!({ "start": start })).await.is(202).id();
        let path = format!("/api/audits/{id}");
        becomes("the audit is done", async || user.get(&path).await.body["state"] == "done").await;
        Self { app, user, path, start }
    }

    /// The paths of the pages on which a rule is found.
    async fn found(&mut self, rule: &str) -> Vec<String> {
        let found = self.user.get(&format!("{}/findings?rule={rule}", self.path)).await.is(200).body;
        let found = found["data"].as_array().expect("findings").iter();
        let url = |finding: &Value| finding["url"].as_str().expect("an address").replace(&self.start, "");
        let mut paths: Vec<String> = found.map(url).collect();
        paths.sort();
        paths
    }

    async fn title(&mut self, rule: &str) -> Value {
        self.user.get(&format!("{}/rules/{rule}", self.path)).await.is(200).body["title"].take()
    }
}

fn html(body: &str) -> Reply {
    Reply::Html(format!(
        "<!doctype html><html lang=\"en\"><head><title>Oak</title></head><body>{body}</body></html>"
    ))
}

#[tokio::test]
async fn an_audit_finds_the_rule_of_an_installed_pack_of_data() {
    let partner = Partner::new();
    partner.does(&["new", "own-checks", "--kind", "rules", "--publisher", "acme"]);
    partner.does(&["pack", "own-checks", "-o", "a.plugin"]);
    let pages = vec![
        ("/", html("<h1>Oak</h1><img src=\"/a.jpg\"><a href=\"/fine\">Fine</a>")),
        ("/fine", html("<h1>Fine</h1><img src=\"/a.jpg\" alt=\"Oak\">")),
    ];
    let mut audited = Audited::with(fs::read(partner.path("a.plugin")).expect("a package"), pages).await;
    let rule = "own-checks-images-without-alt";
    assert_eq!(audited.found(rule).await, ["/"]);
    assert_eq!(audited.title(rule).await, "Obrazy bez tekstu alternatywnego");
    audited.app.stop().await;
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

/// What `plugin new --kind rules-typescript` writes, with the component that `make guests` builds of the same files.
fn new_script(partner: &Partner) {
    let printed = partner.does(&["new", "own-checks", "--kind", "rules-typescript", "--publisher", "acme"]);
    contains_all(&printed, &["sitewright plugin build own-checks", "sitewright plugin test own-checks"]);
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/guests/new-rules-script.wasm");
    fs::copy(built, partner.path("own-checks/component.wasm"))
        .expect("the guests are missing: run `make guests`");
}

/// A package of it. It is made once, since compiling the component takes many seconds the first time.
fn packed_script() -> Vec<u8> {
    static PACKED: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let partner = Partner::new();
        new_script(&partner);
        partner.does(&["pack", "own-checks", "-o", "a.plugin"]);
        fs::read(partner.path("a.plugin")).expect("a package")
    });
    PACKED.clone()
}

#[test]
fn a_new_pack_in_typescript_passes_its_sites_in_the_sandbox() {
    let (package, partner) = (packed_script(), Partner::new());
    partner.write("a.plugin", package);
    new_script(&partner);
    let read = |name: &str| fs::read_to_string(partner.path("own-checks").join(name)).expect("a file");
    let package: Value = serde_json::from_str(&read("package.json")).expect("JSON");
    assert_eq!(package["dependencies"]["@sitewright/plugin-sdk"], "file:sdk");
    assert!(read("texts/pl.toml").contains("Nowe reguły (own-checks)"));
    contains_all(&read("plugin.toml"), &["category = \"audit\"", "permissions = [\"context\", \"crawl\"]"]);
    for name in ["src/pack.ts", "src/pack.test.ts", "tsconfig.json", "vitest.config.ts"] {
        assert!(!read(name).is_empty() && !read(name).contains("__"), "{name}");
    }
    assert!(read("sdk/src/generated/facts.ts").contains("export interface Page"));

    partner.does(&["check", "own-checks"]);
    let shown = partner.does(&["inspect", "own-checks"]);
    contains_all(&shown, &["images-missing", "images-without-alt", "Images without an alternative text"]);
    assert_eq!(partner.package("a.plugin").permissions.len(), 2);
    let shown = partner.does(&["test", "own-checks"]);
    contains_all(&shown, &["images-missing breaks 1", "images-without-alt holds 1", "4 cases, 0 failed"]);

    // Sites that do not show what the rules say.
    for (file, is, instead) in [
        ("images-without-alt", "<img src=\"/bench.jpg\">", "<img src=\"/bench.jpg\" alt=\"\">"),
        ("images-missing", "path = \"/table.jpg\"", "path = \"/bench.jpg\""),
    ] {
        let name = format!("own-checks/checks/{file}.toml");
        let text = read(&format!("checks/{file}.toml"));
        partner.write(&name, text.replacen(is, instead, 1));
        let (code, shown, _) = partner.types(&["test", "own-checks", "--no-build"]);
        assert!(code == 1 && shown.contains("not found on http://site.example/"), "{file}: {shown}");
        partner.write(&name, text);
    }
}

#[tokio::test]
async fn an_audit_finds_the_rules_of_a_pack_in_typescript() {
    let pages = vec![
        // Texts are found by their bytes.
        (
            "/",
            html(
                "<h1>Dębowe stoły – żółte</h1><img src=\"/a.jpg\"><img src=\"/żółty.jpg\"><a href=\"/fine\">Ł</a>",
            ),
        ),
        ("/fine", html("<h1>Fine</h1><img src=\"/a.jpg\" alt=\"\"><a href=\"/gone\">Gone</a>")),
        ("/a.jpg", Reply::Text("an image".into())),
    ];
    let mut audited = Audited::with(packed_script(), pages).await;
    assert_eq!(audited.found("images-without-alt").await, ["/"]);
    assert_eq!(audited.found("images-missing").await, ["/"]);
    assert_eq!(audited.title("images-missing").await, "Brak obrazu");
    let found = audited.user.get(&format!("{}/findings?rule=images-without-alt", audited.path)).await.body;
    let evidence = found["data"][0]["evidence"].as_array().expect("a list").iter();
    let shown: Vec<_> = evidence.map(|row| row["values"]["src"].clone()).collect();
    assert_eq!(shown, ["/a.jpg", "/żółty.jpg"], "{found}");
    audited.app.stop().await;
}
