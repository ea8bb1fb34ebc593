//! Each reader, with checks of its result for any input. The tests of the package run the seeds and mutations of
//! them; libFuzzer runs everything else.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::json;
use sitewright_package::{
    Files, HostPattern, LANGUAGES, Limits, Manifest, Package, Problem, Program, Rules, Template,
    check_schema, digest,
};

use crate::zip_bytes::{Entry, archive};

const LIST: &str = "manifest.json";
const SIGNATURE: &str = "manifest.json.minisig";

/// The line before each file of a package that is written as text.
const MARK: &str = "=== ";

/// Smaller than a real package's limit, so that slow inputs are found.
const TOTAL: u64 = 8 << 20;

/// A component that imports the model by name; its functions do nothing.
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

/// An archive; or the files of a package as text, which are then packed.
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
        Err(problems) => check_problems(&problems),
    }
}

/// Invariants of every accepted package.
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
    // Packing the files again makes an equal package.
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
        Err(problems) => check_problems(&problems),
    }
}

/// The values of a manifest are safe in paths, addresses and messages.
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

/// A JSON Schema, followed after a line of `===` by a value to check.
pub fn schema(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (schema, value) = text.split_once("\n===\n").unwrap_or((text, "{}"));
    check_each(&check_schema(schema, value, &Limits::default()));
}

/// `template.toml`.
pub fn template(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Template::read(text) {
        Ok(template) => {
            let source = template.source();
            assert!(serde_json::from_str::<serde_json::Value>(source).is_ok(), "{source}");
            // Every byte may be escaped, and names are in several keys.
            assert!(source.len() <= 16 * text.len(), "{} of {}", source.len(), text.len());
            assert_eq!(Template::read(text).as_ref(), Ok(&template));
        }
        Err(problems) => check_problems(&problems),
    }
}

/// A refusal has at least one problem; each is short and plain and has the values of its message.
fn check_problems(problems: &[Problem]) {
    assert!(!problems.is_empty());
    check_each(problems);
}

fn check_each(problems: &[Problem]) {
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

/// The files of a package that is written as text: `=== NAME` and, from the next line on, its bytes. A component is
/// added if the text contains no program.
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

/// The archive of these files, with its list and digests. The files are stored uncompressed, which is faster.
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
