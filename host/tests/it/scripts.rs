//! Tools in TypeScript: created, checked, packed and installed, at the command line and over HTTP.

use std::sync::OnceLock;

use crate::prelude::*;

const TOOL: &str = "faq-schema";
const CASES: [(&str, &str, &str); 2] = [
    ("en", "FAQ with schema markup", "Two working days."),
    ("pl", "FAQ ze znacznikami schema", "Dwa dni robocze."),
];

/// The folder of the built-in TypeScript tool, and its component, which `make` builds with the SDK of this
/// repository.
fn ours() -> (PathBuf, PathBuf) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let component = root.join("target/guests/faq-schema.wasm");
    assert!(component.is_file(), "the compiled guests are missing: run `make guests`");
    (root.join("plugins/scripts").join(TOOL), component)
}

/// A package of it. It is made once, since compiling the component takes many seconds the first time.
fn packed() -> Vec<u8> {
    static PACKED: OnceLock<Vec<u8>> = OnceLock::new();
    PACKED.get_or_init(pack).clone()
}

fn pack() -> Vec<u8> {
    let partner = Partner::new();
    let (folder, component) = ours();
    let (folder, component) = (folder.to_string_lossy(), component.to_string_lossy());
    partner.does(&["pack", &folder, "--component", &component, "-o", "faq.plugin"]);
    fs::read(partner.path("faq.plugin")).expect("the package")
}

fn order(language: &str) -> Value {
    let facts = if language == "pl" { "Dostawa: dwa dni robocze" } else { "Delivery: two working days" };
    json!({ "topic": "Rye bread", "facts": facts, "language": language })
}

/// The entries of the markup in the result.
fn entries(run: &Value) -> Vec<Value> {
    let markup = run["outcome"]["data"]["variants"][0]["markup"].as_str().expect("a text");
    let json = markup.split("<script type=\"application/ld+json\">").nth(1).expect("a script");
    let page: Value = serde_json::from_str(json.split("</script>").next().unwrap_or_default()).expect("JSON");
    page["mainEntity"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_script_is_packed_and_installed_and_writes_in_both_languages() {
    let (partner, package) = (Partner::new(), packed());
    partner.write("faq.plugin", &package);
    let said = partner.does(&["inspect", "faq.plugin"]);
    assert!(said.contains("contract 0.1.0") && said.contains("memory     131072 KiB"), "{said}");
    partner.does(&["check", "faq.plugin", "--development"]);
    let tested = partner.does(&["test", "faq.plugin"]);
    assert!(tested.contains("example"), "{tested}");

    let app = workshop().await;
    let mut admin = administrator(&app).await;
    admin.install(package, "").await.is(201);
    for (language, name, answer) in CASES {
        admin.cookies.insert("locale".into(), language.into());
        let tool = admin.get(&format!("/api/tools/{TOOL}")).await.has(json!({ "name": name })).body;
        let permissions: Vec<_> = tool["permissions"].as_array().expect("a list").iter().collect();
        assert_eq!(permissions.len(), 3, "{permissions:?}");
        let run = admin.run_to_end(TOOL, order(language)).await.body;
        assert_eq!((&run["status"], &run["words"]), (&json!("succeeded"), &json!(0)), "{run}");
        assert_eq!(entries(&run)[0]["acceptedAnswer"]["text"], answer);
    }
    admin.run_tool(TOOL, json!({ "topic": "x" }), None).await.is(422);
    app.stop().await;
}

#[tokio::test]
async fn a_script_retries_an_unsuitable_answer() {
    let model = ModelServer::start([
        Reply::text("When does it come?\nIn two days.\n---\nWhere from?"),
        Reply::text("When does it come?\nIn two days.\n---\nWhere does it come from?\nFrom our own oven."),
    ])
    .await;
    let url = model.url.clone();
    let app = TestApp::with(|config| {
        (config.model_url, config.model_retries, config.plugin_development) = (Some(url), 0, true);
    })
    .await;
    let mut admin = administrator(&app).await;
    admin.install(packed(), "").await.is(201);
    let run = admin.run_to_end(TOOL, order("en")).await.has(json!({ "status": "succeeded" })).body;
    assert_eq!(entries(&run).len(), 2);
    let asked = model.bodies();
    assert_eq!(asked.len(), 2);
    let again = asked[1]["messages"].as_array().and_then(|messages| messages.last()).expect("a message");
    let said = again["content"].as_str().expect("a text");
    assert!(said.contains("Below the question of entry 2 the answer is missing."), "{said}");
    assert!(run["words"].as_u64().is_some_and(|words| words > 0), "{run}");
    app.stop().await;
}

#[test]
fn a_new_script_has_everything_that_npm_and_the_builder_need() {
    let partner = Partner::new();
    let said = partner.does(&["new", "my-tool", "--kind", "typescript"]);
    assert!(said.contains("sitewright plugin build my-tool"), "{said}");
    let text = |name: &str| fs::read_to_string(partner.path(&format!("my-tool/{name}"))).expect("a file");
    let package: Value = serde_json::from_str(&text("package.json")).expect("JSON");
    assert_eq!(package["dependencies"]["@sitewright/plugin-sdk"], "file:sdk");
    assert!(text("src/tool.ts").lines().count() <= 80);
    let sdk: Value = serde_json::from_str(&text("sdk/package.json")).expect("JSON");
    let entries = sdk["exports"].as_object().expect("exports").values();
    for file in entries.map(|file| file["default"].as_str().or(file.as_str()).expect("a path")) {
        assert!(!text(&format!("sdk/{file}")).is_empty());
    }
    assert!(text("sdk/wit/plugin.wit").contains("package sitewright:plugin@"));
    assert!(text("sdk/src/generated/texts.ts").contains("too-much"));
    assert!(!partner.path("my-tool/sdk/node_modules").exists());
}

#[test]
fn missing_build_tools_are_reported() {
    let partner = Partner::new();
    fs::create_dir(partner.path("empty")).expect("a folder");
    assert!(partner.fails(&["build", "empty"]).contains("neither Cargo.toml nor package.json"));
    partner.does(&["new", "my-template"]);
    assert!(partner.fails(&["build", "my-template"]).contains("need no compiler"));
    partner.does(&["new", "my-tool", "--kind", "typescript"]);
    let (code, _, said) = partner.types_with(&[("PATH", "/nowhere")], &["build", "my-tool"]);
    assert_eq!(code, 1);
    assert!(said.contains("Node.js is missing") && said.contains("https://nodejs.org"), "{said}");
}
