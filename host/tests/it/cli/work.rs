//! A plugin's folder at the command line: built before use, run, and created so that it can be moved.

use std::fs::File;
use std::time::SystemTime;

use super::dev::{KEY, key, target};
use crate::prelude::*;
use crate::templates::{self, bundle};

/// A tool in Rust whose compiler is a script: it logs each build in `builds` and uses an existing component.
struct Compiled {
    partner: Partner,
    cargo: String,
}

impl Compiled {
    fn new() -> Self {
        let partner = Partner::new();
        let source = partner.path("source");
        for folder in ["plugins/sdk", "plugins/build"] {
            fs::create_dir_all(source.join(folder)).expect("a folder");
            fs::write(source.join(folder).join("Cargo.toml"), "[package]").expect("written");
        }
        partner.write("plugins/scripted/Cargo.toml", "[package]\nname = \"scripted\"\n");
        fs::create_dir(partner.path("plugins/scripted/src")).expect("a folder");
        partner.write("plugins/scripted/src/lib.rs", "");
        let cargo = partner.path("cargo");
        let metadata = json!({ "packages": [{ "name": "sitewright-sdk", "manifest_path": source.join("plugins/sdk/Cargo.toml") }] });
        let root = partner.path("");
        let script = format!(
            "#!/bin/sh\ncd '{}'\ncase $1 in\nmetadata) echo '{metadata}' ;;\nrun) echo built >> builds ;;\nesac\n",
            root.display()
        );
        fs::write(&cargo, script).expect("written");
        fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("a program");
        let cargo = cargo.to_str().expect("a path").to_owned();
        let compiled = Self { partner, cargo };
        compiled.saves("component.wasm", 1000);
        compiled
    }

    /// Sets the modification time of a plugin's file, in seconds before now.
    fn saves(&self, name: &str, ago: u64) {
        let file = self.partner.path("plugins/scripted").join(name);
        let file = File::options().append(true).open(file).expect("a file");
        file.set_modified(SystemTime::now() - Duration::from_secs(ago)).expect("a time");
    }

    fn builds(&self) -> usize {
        fs::read_to_string(self.partner.path("builds")).map_or(0, |builds| builds.lines().count())
    }

    fn types(&self, arguments: &[&str]) -> (i32, String, String) {
        self.types_with(&[], arguments)
    }

    fn types_with(&self, environment: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String) {
        let environment =
            [&[("CARGO", self.cargo.as_str()), ("PATH", "/usr/bin:/bin")], environment].concat();
        self.partner.types_with(&environment, arguments)
    }
}

#[test]
fn p2_a_stale_component_is_built_before_it_is_used() {
    let tool = Compiled::new();
    fs::write(tool.partner.path("run.json"), recording()).expect("written");
    for (number, arguments) in [
        &["test", "plugins/scripted"][..],
        &["pack", "plugins/scripted", "-o", "a.plugin"],
        &["check", "plugins/scripted"],
        &["inspect", "plugins/scripted"],
        &["run", "plugins/scripted", "--example"],
        &["replay", "run.json", "--version", "plugins/scripted"],
    ]
    .into_iter()
    .enumerate()
    {
        tool.saves("component.wasm", 1000);
        let (code, _, reported) = tool.types(arguments);
        assert_eq!((code, tool.builds()), (0, number + 1), "{arguments:?}: {reported}");
        assert!(reported.contains("Building plugins/scripted"), "{arguments:?}: {reported}");
        let (code, _, reported) = tool.types(arguments);
        assert_eq!((code, tool.builds()), (0, number + 1), "it is up to date: {arguments:?}: {reported}");
    }
    // `--no-build` uses the old component, with a warning.
    tool.saves("component.wasm", 1000);
    let before = tool.builds();
    let (code, _, reported) = tool.types(&["test", "plugins/scripted", "--no-build"]);
    assert!(code == 0 && tool.builds() == before, "{reported}");
    assert!(reported.contains("is newer than the component"), "{reported}");
    // A plugin that does not build is not tested.
    fs::write(&tool.cargo, "#!/bin/sh\nexit 1\n").expect("written");
    let (code, printed, reported) = tool.types(&["test", "plugins/scripted"]);
    assert!(code == 1 && printed.is_empty(), "{printed}{reported}");
}

/// A recording of the scripted plugin's example.
fn recording() -> String {
    let context = json!({ "interface_language": "en", "project": null, "brand": null, "now_ms": 0 });
    json!({
        "format": 1, "tool": "scripted", "version": "0.1.0", "package": null, "context": context,
        "input": { "topic": "tea", "do": "ask", "count": 1 }, "calls": [],
        "end": { "outcome": { "title": "About tea", "text": "A draft about tea.", "data": { "text": "A draft about tea." } } },
    })
    .to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn p11_dev_builds_only_what_changed() {
    let bundle = bundle();
    let app = templates::app(&bundle, None).await;
    let mut admin = administrator(&app).await;
    let (key, to, tool) = (key(&mut admin).await, target(&app), Compiled::new());
    let dev = || {
        let arguments = ["dev", "plugins/scripted", "--once", "--target", &to];
        let (code, printed, reported) = tool.types_with(&[(KEY, key.as_str())], &arguments);
        assert_eq!(code, 0, "{printed}{reported}");
    };
    dev();
    assert_eq!(tool.builds(), 1, "the component was older");
    dev();
    tool.partner.write("plugins/scripted/icon.svg", r#"<svg xmlns="http://www.w3.org/2000/svg"/>"#);
    dev();
    assert_eq!(tool.builds(), 1, "nothing of the component changed");
    tool.saves("component.wasm", 1000);
    dev();
    assert_eq!(tool.builds(), 2);
    app.stop().await;
}

#[test]
fn p6_a_run_prints_its_result() {
    let partner = Partner::new();
    partner.does(&["new", "short-texts"]);
    let printed = partner.does(&["run", "short-texts", "--example"]);
    assert!(
        printed.starts_with("# Short texts: Rye bread") && printed.contains("four ingredients"),
        "{printed}"
    );
    let printed = partner.does(&["run", "short-texts", "--example", "--language", "pl"]);
    assert!(printed.contains("cztery składniki"), "{printed}");
    let order = r#"{"topic": "Tea", "points": ["hot"], "variants": 1}"#;
    let printed = partner.does(&["run", "short-texts", "--input", order, "--json"]);
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((&printed["drafted"], &printed["data"]["variants"][1]), (&json!(true), &json!(null)));
    mentions(&printed["text"], "- hot");
    let (code, _, reported) = partner.types(&["run", "short-texts", "--input", "{}"]);
    assert!(code == 2 && reported.contains("topic: Fill in this field."), "{reported}");
    partner.does(&["pack", "short-texts", "-o", "a.plugin"]);
    assert!(partner.does(&["run", "a.plugin", "--example"]).contains("four ingredients"));

    // The tests show the text on request, and programs always get it.
    assert!(!partner.does(&["test", "short-texts"]).contains("four ingredients"));
    let shown = partner.does(&["test", "short-texts", "--show"]);
    assert!(shown.contains("four ingredients") && shown.contains("cztery składniki"), "{shown}");
    let cases: Value = serde_json::from_str(&partner.does(&["test", "short-texts", "--json"])).expect("JSON");
    mentions(&cases["cases"][0]["written"]["text"], "ingredients");
}

#[test]
fn p6_tools_of_the_data_folder_are_listed_shown_and_run() {
    let partner = Partner::new();
    let tool = |arguments: &[&str]| {
        // The developer's commands begin with `plugin`.
        output(program(&partner.path("data")).arg("tool").args(arguments))
    };
    partner.does(&["new", "short-texts"]);
    assert!(!tool(&["list"]).1.contains("short-texts"));
    let development = [("SITEWRIGHT_PLUGIN_DEVELOPMENT", "true")];
    let (code, _, reported) = partner.types_with(&development, &["install", "short-texts"]);
    assert_eq!(code, 0, "{reported}");
    let (_, listed, reported) = tool(&["list", "--json"]);
    let listed: Vec<Value> =
        serde_json::from_str(&listed).unwrap_or_else(|error| panic!("{error}: {reported}"));
    let own = listed.iter().find(|it| it["id"] == "short-texts").expect("it is listed");
    assert_eq!((&own["installed"], &own["publisher"]), (&json!(true), &json!("my-company")));
    let (code, shown, reported) = tool(&["show", "short-texts"]);
    assert!(
        code == 0 && shown.contains("published by my-company") && shown.contains("sha256"),
        "{shown}{reported}"
    );
    let (code, printed, reported) = tool(&["run", "short-texts", "--example"]);
    assert!(code == 0 && printed.contains("four ingredients"), "{printed}{reported}");
}

#[test]
fn p13_an_example_with_something_missing_names_the_key() {
    let partner = Partner::new();
    partner.does(&["new", "short-texts"]);
    fs::create_dir(partner.path("short-texts/examples")).expect("a folder");
    partner.write("short-texts/examples/a.json", r#"{ "language": "en", "input": { "topic": "Tea" } }"#);
    for command in ["test", "check", "pack"] {
        let reported = partner.fails(&[command, "short-texts"]);
        assert!(reported.contains("examples/a.json: expected: This field is missing."), "{reported}");
    }
    fs::create_dir(partner.path("short-texts/recordings")).expect("a folder");
    fs::remove_file(partner.path("short-texts/examples/a.json")).expect("removed");
    partner.write("short-texts/recordings/a.json", r#"{ "language": "en", "input": { "topic": "Tea" } }"#);
    let reported = partner.fails(&["test", "short-texts"]);
    assert!(
        reported.contains("recordings/a.json is not a recording: missing field `expected`"),
        "{reported}"
    );
}

#[test]
fn p16_a_new_tool_has_a_polish_name() {
    let partner = Partner::new();
    for kind in ["template", "page", "rust", "typescript"] {
        let folder = format!("of-{kind}");
        partner.does(&["new", "short-texts", "--kind", kind, "--dir", &folder]);
        let file = if ["rust", "typescript"].contains(&kind) { "texts/pl.toml" } else { "template.toml" };
        let text = fs::read_to_string(partner.path(&folder).join(file)).expect("a file");
        assert!(text.contains("\"Nowe narzędzie (short-texts)\""), "{kind}: {text}");
        assert!(!text.contains("__"), "{kind}: {text}");
    }
}

#[test]
fn p17_a_folder_with_a_named_sdk_holds_no_path_of_this_machine() {
    let partner = Partner::new();
    partner.does(&["sdk", "tools/sdk"]);
    let (code, _, reported) = partner.types(&[
        "new",
        "my-tool",
        "--kind",
        "rust",
        "--sdk",
        "tools/sdk/plugins/sdk",
        "--dir",
        "a/b/my-tool",
    ]);
    assert!(code == 0 && reported.contains("../../../tools/sdk/plugins/sdk"), "{reported}");
    let manifest = fs::read_to_string(partner.path("a/b/my-tool/Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("path = \"../../../tools/sdk/plugins/sdk\""), "{manifest}");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/sdk-typescript");
    let script = script.to_str().expect("a path");
    partner.does(&["new", "my-script", "--kind", "typescript", "--sdk", script]);
    let package = fs::read_to_string(partner.path("my-script/package.json")).expect("a package");
    let package: Value = serde_json::from_str(&package).expect("JSON");
    let sdk = package["dependencies"]["@sitewright/plugin-sdk"].as_str().expect("a path");
    let sdk = sdk.strip_prefix("file:").expect("a folder");
    assert!(sdk.starts_with("../"), "{sdk}");
    assert!(partner.path("my-script").join(sdk).join("src/index.ts").exists(), "{sdk}");
}

#[test]
fn the_sdk_includes_the_guide_it_refers_to() {
    let partner = Partner::new();
    partner.does(&["new", "my-tool", "--kind", "rust"]);
    assert!(partner.path("my-tool/sdk/plugins/README.md").is_file());
    partner.does(&["new", "my-script", "--kind", "typescript"]);
    assert!(partner.path("my-script/sdk/README.md").is_file());
}
