//! Each reader with what must hold of whatever it says. The tests of the package give it the seeds and spoilt ones, and
//! libFuzzer everything else.

use std::{collections::BTreeSet, sync::LazyLock};

use serde_json::json;
use sitewright_package::{
    Files, HostPattern, LANGUAGES, Limits, Manifest, Package, Problem, Program, Rules, Template,
    check_schema, digest,
};

use crate::zip_bytes::{Entry, archive};

const LIST: &str = "manifest.json";
const SIGNATURE: &str = "manifest.json.minisig";

/// A line that begins a file of a package which is written as text.
const MARK: &str = "=== ";

/// Smaller than a package may be, so that what is slow shows.
const TOTAL: u64 = 8 << 20;

/// A component that may ask the model, by its names; its functions do nothing.
static COMPONENT: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let text = r#"(component
        (import "sitewright:plugin/model@0.1.0" (instance (export "complete" (func))))
        (core module $m (func (export "f")))
        (core instance $i (instantiate $m))
        (func $f (canon lift (core func $i "f")))
        (instance $tool (export "describe" (func $f)) (export "run" (func $f)))
        (export "sitewright:plugin/tool@0.1.0" (instance $tool)))"#;
    wat::parse_str(text).expect("the text is valid")
});

/// An archive; or, where it is none, the files of a package one after another, which are then packed.
pub fn package(data: &[u8]) {
    let packed;
    let archive = if data.starts_with(b"PK") {
        data
    } else {
        packed = pack(files(data));
        &packed
    };
    let rules = Rules {
        development: true,
        limits: Limits { total_bytes: TOTAL, ..Limits::default() },
        ..Rules::default()
    };
    match Package::read(archive, &rules) {
        Ok(package) => hold(&package),
        Err(problems) => told(&problems),
    }
}

/// What is true of every package that was taken.
fn hold(package: &Package) {
    let languages: Vec<_> = package.descriptors.iter().map(|(language, _)| *language).collect();
    assert_eq!(languages, LANGUAGES);
    assert!(!package.examples.is_empty());
    named(&package.manifest);
    for name in package.files.keys() {
        assert!(!name.starts_with('/') && !name.contains(['\\', ':', '\0']), "{name}");
        assert!(!name.split('/').any(|part| part.is_empty() || part.starts_with('.')), "{name}");
    }
    let total: usize = package.files.values().map(Vec::len).sum();
    assert!(total as u64 <= TOTAL);
    if let Program::Template(source) = package.program() {
        assert!(serde_json::from_str::<serde_json::Value>(source).is_ok());
    }
    // It can be packed again, which makes the same package of it.
    let again = pack(package.files.clone());
    let again =
        Package::read(&again, &Rules { development: true, ..Rules::default() }).expect("it is as good");
    assert_eq!(again.manifest, package.manifest);
}

/// `plugin.toml`.
pub fn manifest(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Manifest::read(text) {
        Ok(manifest) => named(&manifest),
        Err(problems) => told(&problems),
    }
}

/// What a manifest says can be put into paths, addresses and sentences as it is.
fn named(manifest: &Manifest) {
    for name in [&manifest.id, &manifest.publisher, &manifest.module].into_iter().chain(&manifest.connections)
    {
        assert!(sitewright_package::is_kebab(name) && name.len() <= 64, "{name:?}");
    }
    for host in &manifest.hosts {
        assert_eq!(HostPattern::parse(&host.to_string()).as_ref(), Some(host));
        for private in ["localhost", "127.0.0.1", "169.254.169.254", "[::1]"] {
            assert!(!host.matches(private), "{host} {private}");
        }
    }
    assert!(manifest.permitted().iter().collect::<BTreeSet<_>>().len() == manifest.permitted().len());
}

/// A JSON Schema, and below a line of `===` a value to hold against it.
pub fn schema(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (schema, value) = text.split_once("\n===\n").unwrap_or((text, "{}"));
    told_if_any(&check_schema(schema, value, &Limits::default()));
}

/// `template.toml`.
pub fn template(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Template::read(text) {
        Ok(template) => {
            let source = template.source();
            assert!(serde_json::from_str::<serde_json::Value>(source).is_ok(), "{source}");
            // Every byte may be escaped, and names stand in several keys.
            assert!(source.len() <= 16 * text.len(), "{} of {}", source.len(), text.len());
            assert_eq!(Template::read(text).as_ref(), Ok(&template));
        }
        Err(problems) => told(&problems),
    }
}

/// A refusal has its reasons, each of them short, plain and with the values of its sentence.
fn told(problems: &[Problem]) {
    assert!(!problems.is_empty());
    told_if_any(problems);
}

fn told_if_any(problems: &[Problem]) {
    assert!(problems.len() <= 500);
    for problem in problems {
        let given: BTreeSet<_> = problem.params.keys().map(String::as_str).collect();
        assert_eq!(given, problem.code.values().iter().copied().collect(), "{problem:?}");
        let texts =
            problem.params.values().filter_map(|value| value.as_str()).chain([problem.place.as_str()]);
        for text in texts {
            assert!(text.chars().count() <= 201 && !text.chars().any(char::is_control), "{text:?}");
        }
    }
}

/// The files of a package that is written as text: `=== NAME` and, from the next line on, its bytes. A component is put in
/// where the text names nothing that runs.
pub fn files(data: &[u8]) -> Files {
    let mut files = Files::new();
    let mut name: Option<String> = None;
    for line in data.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_prefix(MARK.as_bytes()) {
            Some(rest) => {
                let text = String::from_utf8_lossy(rest).trim_end().to_owned();
                files.insert(text.clone(), Vec::new());
                name = Some(text);
            }
            None => {
                if let Some(file) = name.as_ref().and_then(|name| files.get_mut(name)) {
                    file.extend_from_slice(line);
                }
            }
        }
    }
    if !files.contains_key("template.toml") {
        files.entry("component.wasm".to_owned()).or_insert_with(|| COMPONENT.clone());
    }
    files
}

/// The archive of these files, its list and digests in order. Nothing is packed, which would only take time.
pub fn pack(mut files: Files) -> Vec<u8> {
    const LONGEST_NAME: usize = 1000;
    files.retain(|name, _| name.len() < LONGEST_NAME && name != LIST);
    let listed = files.iter().filter(|(name, _)| *name != SIGNATURE);
    let listed: serde_json::Map<_, _> = listed
        .map(|(name, file)| (name.clone(), json!({ "bytes": file.len(), "sha256": digest(file) })))
        .collect();
    files.insert(LIST.to_owned(), json!({ "format": 1, "files": listed }).to_string().into_bytes());
    let entries: Vec<_> = files.iter().map(|(name, file)| Entry::stored(name, file)).collect();
    archive(&entries, b"")
}
