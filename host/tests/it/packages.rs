//! Packages, as made at the command line and read by a host.

use sitewright_package::Expected;

use crate::prelude::*;

const ICON: &str = r#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M4 4h16"/></svg>"#;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A plugin developer with their own folder.
pub struct Partner(TempDir);

impl Partner {
    /// With a plugin that follows a script, ready to be packed.
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        add_plugin(folder.path(), SCRIPTED, &manifest(SCRIPTED, 50), &guest(SCRIPTED));
        let partner = Self(folder);
        partner.write("plugins/scripted/icon.svg", ICON);
        partner.write("plugins/scripted/LICENSE", "Do what you like.\n");
        partner
    }

    /// Exit code, output and messages of a command.
    pub fn types(&self, arguments: &[&str]) -> (i32, String, String) {
        self.types_with(&[], arguments)
    }

    /// The same with more environment variables.
    pub fn types_with(&self, environment: &[(&str, &str)], arguments: &[&str]) -> (i32, String, String) {
        let mut command = self.command(arguments);
        output(command.envs(environment.iter().copied()))
    }

    /// A command that is not started yet.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(&self.path("data"));
        command.current_dir(self.0.path()).arg("plugin").args(arguments);
        command
    }

    /// The output of a successful command.
    pub fn does(&self, arguments: &[&str]) -> String {
        let (code, printed, messages) = self.types(arguments);
        assert_eq!(code, 0, "{arguments:?}: {messages}");
        printed
    }

    /// The messages of a refused command.
    pub fn fails(&self, arguments: &[&str]) -> String {
        let (code, _, messages) = self.types(arguments);
        assert_eq!(code, 1, "{arguments:?}: {messages}");
        messages
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, file: impl AsRef<[u8]>) {
        fs::write(self.path(name), file).expect("written");
    }

    pub fn package(&self, name: &str) -> Package {
        let bytes = fs::read(self.path(name)).expect("a package");
        Package::read(&bytes, &Rules { development: true, ..Rules::default() }).expect("it is good")
    }

    /// Packs the plugin and then changes its files; the list of files is updated.
    fn packs_with(&self, name: &str, change: impl FnOnce(&mut Files)) {
        self.does(&["pack", "plugins/scripted", "-o", name]);
        let mut files = self.package(name).files;
        change(&mut files);
        self.write(name, pack(files).expect("packed"));
    }
}

/// A changed JSON file of a package.
fn edit(files: &mut Files, name: &str, change: impl FnOnce(&mut Value)) {
    let mut value = serde_json::from_slice(&files[name]).expect("JSON");
    change(&mut value);
    files.insert(name.to_owned(), value.to_string().into_bytes());
}

/// The folders below one that contain a plugin.
fn plugins(below: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(below)).expect("a folder");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    folders.filter(|folder| folder.join("plugin.toml").exists()).collect()
}

#[test]
fn every_built_in_tool_is_packed_and_checked() {
    let partner = Partner::new();
    let licenses = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| root().join(name));
    let sources = [plugins("plugins"), plugins("plugins/templates")].concat();
    assert!(!sources.is_empty());
    for source in sources {
        let id = source.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let component = root().join("target/bundle/plugins").join(&id).join("component.wasm");
        let is_template = source.join("template.toml").exists();
        assert!(is_template || component.exists(), "{id} is missing: run `make build`");
        let [source, component, mit, apache] =
            [&source, &component, &licenses[0], &licenses[1]].map(|path| path.to_str().expect("a path"));
        let file = format!("{id}.plugin");
        let output = ["-o", &file, "--license", mit, "--license", apache];
        let component = if is_template { vec![] } else { vec!["--component", component] };
        partner.does(&[&["pack", source], &component[..], &output[..]].concat());

        let package = partner.package(&file);
        // A rule pack does not run by itself, so that it has no examples.
        let (permissions, examples) = if package.manifest.is_pack() { (2, 0) } else { (3, 2) };
        assert_eq!((&package.manifest.id, package.permissions.len()), (&id, permissions));
        assert_eq!(package.examples.len(), examples, "{id}");
        for (name, example) in &package.examples {
            let is_draft = matches!(example.expected, Expected::Outcome { .. });
            let needs_model = example.expected == Expected::Failure("needs-model".to_owned());
            // A shop system without a connection refuses its run.
            let is_unconnected = example.expected == Expected::Failure("refused".to_owned());
            let needs_connection = is_unconnected && !package.manifest.connections.is_empty();
            assert!(is_draft || needs_model || needs_connection, "{id}: {name}: {:?}", example.expected);
        }
        assert_eq!(package.files.contains_key("texts/pl.toml"), !is_template, "{id}");
    }
    partner.does(&["check", "--development", "facebook-post.plugin"]);
    partner.does(&["check", "--development", "product-faq.plugin"]);
}

#[test]
fn a_package_is_made_signed_checked_and_shown() {
    let partner = Partner::new();
    let printed = partner.does(&["pack", "plugins/scripted"]);
    assert!(printed.starts_with("scripted-0.1.0.plugin  "), "{printed}");
    let first = partner.package("scripted-0.1.0.plugin").digest;
    assert!(printed.contains(&first), "{printed}");
    partner.does(&["pack", "plugins/scripted", "-o", "again.plugin"]);
    assert_eq!(partner.package("again.plugin").digest, first, "the same folder makes the same bytes");

    let unsigned = partner.fails(&["check", "scripted-0.1.0.plugin", "--language", "pl"]);
    assert_eq!(
        unsigned,
        "Pakiet nie jest podpisany. Podpisz go poleceniem `sitewright plugin sign`; niepodpisane pakiety są \
         przyjmowane tylko podczas tworzenia wtyczki. [package.unsigned]\n"
    );
    partner.does(&["check", "scripted-0.1.0.plugin", "--development"]);

    partner.does(&["keygen", "tests", "--no-password"]);
    let mode = fs::metadata(partner.path("tests.key")).expect("a key").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(partner.fails(&["keygen", "tests", "--no-password"]).contains("cannot create"), "a key is kept");
    assert!(partner.fails(&["keygen", "others"]).contains("SITEWRIGHT_KEY_PASSWORD"));
    let polish = ["--no-password", "--language", "pl"];
    assert!(partner.fails(&[&["keygen", "tests"], &polish[..]].concat()).contains("nie można utworzyć"));
    let made = partner.does(&[&["keygen", "inni"], &polish[..]].concat());
    assert!(made.contains("zachowaj tylko dla siebie") && made.contains("inni.pub"), "{made}");

    partner.does(&["sign", "scripted-0.1.0.plugin", "--key", "tests.key"]);
    let good = partner.does(&["check", "scripted-0.1.0.plugin", "--trust", "tests.pub"]);
    assert!(good.contains("is valid"), "{good}");
    let unknown = partner.fails(&["check", "scripted-0.1.0.plugin"]);
    assert!(unknown.contains("[package.signer-unknown]"), "{unknown}");

    let shown = partner.does(&["inspect", "scripted-0.1.0.plugin", "--trust", "tests.pub"]);
    for part in
        ["scripted 0.1.0 by tests, contract 0.1.0", "level private, signed", "LICENSE", "Uses the AI model"]
    {
        assert!(shown.contains(part), "{part} is missing in {shown}");
    }
    let polish =
        partner.does(&["inspect", "scripted-0.1.0.plugin", "--trust", "tests.pub", "--language", "pl"]);
    for part in [
        "scripted 0.1.0, wydawca: tests, kontrakt 0.1.0",
        "poziom private, podpisany przez wydawcę, 2 przykłady",
        "Jedno uruchomienie może zużyć najwyżej:",
    ] {
        assert!(polish.contains(part), "{part} is missing in {polish}");
    }
    let shown: Value =
        serde_json::from_str(&partner.does(&["inspect", "--json", "again.plugin"])).expect("JSON");
    has(&shown["package"], json!({ "digest": first, "level": "local", "signed": false }));
}

#[test]
fn a_key_signs_only_for_its_publisher() {
    let partner = Partner::new();
    partner.does(&["pack", "plugins/scripted", "-o", "a.plugin"]);
    partner.does(&["keygen", "mallory", "--no-password"]);
    partner.does(&["sign", "a.plugin", "--key", "mallory.key"]);
    let refused = partner.fails(&["check", "a.plugin", "--trust", "mallory.pub"]);
    assert!(refused.contains("signed by mallory, but plugin.toml names another"), "{refused}");
}

#[test]
fn all_errors_of_a_folder_are_reported() {
    let partner = Partner::new();
    fs::remove_file(partner.path("plugins/scripted/LICENSE")).expect("removed");
    partner.write("plugins/scripted/icon.svg", "<svg><script/></svg>");
    partner.write("plugins/scripted/plugin.toml", manifest("Scripted", 50).replace("0.1.0", "1"));
    let reported = partner.fails(&["pack", "plugins/scripted"]);
    for code in ["license-missing", "icon-element", "id-malformed", "version-malformed"] {
        assert!(reported.contains(&format!("[package.{code}]")), "{code}: {reported}");
    }
    assert_eq!(reported.lines().count(), 4, "{reported}");
    assert!(!partner.path("Scripted-1.plugin").exists(), "nothing is written");

    fs::remove_file(partner.path("plugins/scripted/component.wasm")).expect("removed");
    assert!(partner.fails(&["pack", "plugins/scripted"]).contains("contains none of component.wasm"));
}

#[test]
fn a_package_that_differs_from_its_component_is_refused() {
    let partner = Partner::new();
    partner.packs_with("name.plugin", |files| {
        edit(files, "describe/pl.json", |of| of["name"] = json!("Coś innego"));
    });
    partner.packs_with("result.plugin", |files| {
        edit(files, "examples/en.json", |of| of["expected"]["outcome"]["text"] = json!("Far better."));
    });
    partner.packs_with("answers.plugin", |files| {
        edit(files, "examples/en.json", |of| {
            of["answers"] = json!(["Fresh tea."]);
            of["expected"]["outcome"]["text"] = json!("Fresh tea.");
            of["expected"]["outcome"]["data"] = json!({ "text": "Fresh tea." });
        });
    });
    let check = |file: &str| {
        let (code, printed, _) = partner.types(&["check", file, "--development", "--json"]);
        let reported: Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(reported["ok"], json!(code == 0));
        reported["problems"].clone()
    };
    let problem = check("name.plugin")[0].clone();
    has(&problem, json!({ "code": "package.describe-differs", "place": "describe/pl.json" }));
    assert!(
        problem["message"].as_str().is_some_and(|text| text.starts_with("This file differs")),
        "{problem}"
    );
    let problem = check("result.plugin")[0].clone();
    has(&problem, json!({ "code": "package.example-differs", "place": "examples/en.json" }));
    assert_eq!(check("answers.plugin"), json!([]), "recorded answers stand in for the model's");
}

#[test]
fn an_invalid_package_is_reported_and_not_run() {
    let partner = Partner::new();
    partner.write("page.plugin", "<html>");
    assert_eq!(
        partner.fails(&["check", "page.plugin"]),
        "This is not a package. A package is made with `sitewright plugin pack`. [package.not-a-zip]\n"
    );
    partner.write("half.plugin", "PK\u{3}\u{4}");
    assert!(partner.fails(&["inspect", "half.plugin"]).contains("[package.not-a-zip]"));
    assert!(partner.fails(&["check", "none.plugin"]).contains("cannot read none.plugin"));
    partner.does(&["keygen", "tests", "--no-password"]);
    assert!(partner.fails(&["sign", "page.plugin", "--key", "tests.key"]).contains("[package.not-a-zip]"));
    assert!(partner.fails(&["sign", "page.plugin", "--key", "tests.pub"]).contains("not a secret key"));
    let polish = partner.fails(&["sign", "page.plugin", "--key", "tests.pub", "--language", "pl"]);
    assert!(polish.contains("nie jest to klucz tajny w formacie minisign"), "{polish}");
    let polish = partner.fails(&["pack", "none", "--language", "pl"]);
    assert!(polish.contains("none"), "{polish}");
}

/// The engine and the manifest have the same list of permissions.
#[test]
fn the_permissions_are_those_of_the_engine() {
    let granted = sitewright_engine::Permission::ALL.map(sitewright_engine::Permission::name);
    assert_eq!(sitewright_package::Permission::ALL.map(sitewright_package::Permission::name), granted);
}
