//! A small valid package, and functions to change it.

use std::sync::LazyLock;

use serde_json::{Value, json};
use sitewright_package::{Code, Files, Package, Problem, Rules, pack};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

pub const PLUGIN: &str = r#"id = "slogan"
version = "1.2.3"
publisher = "acme"
category = "ads"
words = 100
permissions = ["model"]

[ui]
module = "form"

[search]
en = ["claim"]
pl = ["hasło"]
"#;

pub const ICON: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" stroke="currentColor"><path d="M4 4h16"/></svg>"#;

/// A component of this world, whose functions do nothing.
pub fn component(version: &str, world_text: &str) -> Vec<u8> {
    let wit = format!(
        "package sitewright:plugin@{version};
         interface model {{ complete: func(prompt: string) -> string; }}
         interface progress {{ report: func(done: u32); }}
         interface http {{ send: func(url: string) -> string; }}
         interface odd {{ describe: func(); }}
         interface tool {{ describe: func(language: string) -> string; run: func(input: string) -> string; }}
         world it {{ {world_text} }}"
    );
    let mut resolve = Resolve::default();
    let package = resolve.push_str("it.wit", &wit).expect("the contract is valid");
    let world = resolve.select_world(&[package], Some("it")).expect("the world is there");
    let mut module = module(version, world_text);
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).expect("it fits the world");
    let mut encoder = ComponentEncoder::default().module(&module).expect("a guest");
    encoder.encode().expect("a component")
}

/// The core module of such a component.
fn module(version: &str, world: &str) -> Vec<u8> {
    let plugin = format!("sitewright:plugin/{{}}@{version}");
    let import = |interface: &str, function: &str, parameters: &str| {
        let from = plugin.replace("{}", interface);
        format!("(import \"{from}\" \"{function}\" (func (param {parameters})))")
    };
    let export = |interface: &str, function: &str, kind: &str| {
        format!("(func (export \"{}#{function}\") {kind})", plugin.replace("{}", interface))
    };
    const CALL: &str = "(param i32 i32) (result i32) (i32.const 0)";
    let parts = [
        ("import model;", import("model", "complete", "i32 i32 i32")),
        ("import progress;", import("progress", "report", "i32")),
        ("import http;", import("http", "send", "i32 i32 i32")),
        ("import odd;", import("odd", "describe", "")),
        ("import launch:", "(import \"$root\" \"launch\" (func))".to_owned()),
        ("export tool;", export("tool", "describe", CALL) + &export("tool", "run", CALL)),
        ("export odd;", export("odd", "describe", "")),
    ];
    let fields: String =
        parts.iter().filter(|(part, _)| world.contains(part)).map(|(_, text)| text.as_str()).collect();
    let rest = "(memory (export \"memory\") 1)
        (func (export \"cabi_realloc\") (param i32 i32 i32 i32) (result i32) (i32.const 0))";
    wat::parse_str(format!("(module {fields} {rest})")).expect("the text is valid")
}

static COMPONENT: LazyLock<Vec<u8>> = LazyLock::new(|| component("0.1.0", "import model; export tool;"));

pub fn schema(title: &str) -> Value {
    json!({
        "type": "object",
        "properties": {
            "topic": { "type": "string", "title": title, "minLength": 3 },
            "tone": { "type": "string", "enum": ["calm", "loud"], "pattern": "^[a-z]+$" },
        },
        "required": ["topic"],
        "additionalProperties": false,
    })
}

pub fn descriptor(language: &str) -> Value {
    let output = json!({ "type": "object", "properties": { "lines": { "type": "array", "items": { "type": "string" } } } });
    json!({
        "name": format!("Slogan ({language})"),
        "summary": "Short lines that stay.",
        "input": schema("Topic"),
        "output": output,
        "example": { "topic": "Rye <b>bread</b>" },
    })
}

pub fn example() -> Value {
    let outcome = json!({ "title": "Bread", "text": "**Bread**", "data": { "lines": ["Bread"] } });
    json!({ "language": "en", "input": { "topic": "Bread" }, "expected": { "outcome": outcome } })
}

/// The files of a valid package.
pub fn files() -> Files {
    let text = |text: &str| text.as_bytes().to_vec();
    let json = |value: Value| value.to_string().into_bytes();
    [
        ("plugin.toml", text(PLUGIN)),
        ("component.wasm", COMPONENT.clone()),
        ("icon.svg", text(ICON)),
        ("LICENSE-MIT", text("Do what you like.\n")),
        ("texts/en.toml", text("name = \"Slogan\"\n[prompt]\nrole = \"<data> stands in tags\"\n[example]\ntopic = \"<i>\"\n")),
        ("texts/pl.toml", text("name = \"Hasło\"\n[prompt]\nrole = \"<data> jest w znacznikach\"\n[example]\ntopic = \"<i>\"\n")),
        ("describe/en.json", json(descriptor("en"))),
        ("describe/pl.json", json(descriptor("pl"))),
        ("examples/bread.json", json(example())),
        ("ui/mf-manifest.json", text(r#"{"metaData":{"remoteEntry":{"path":"","name":"entry.js"}}}"#)),
        ("ui/entry.js", text("export const Tool = 1;\n")),
    ]
    .into_iter()
    .map(|(name, file)| (name.to_owned(), file))
    .collect()
}

/// The valid package, unsigned.
pub fn good() -> Vec<u8> {
    pack(files()).expect("it can be packed")
}

/// The valid package with changed files and a matching list.
pub fn with(change: impl FnOnce(&mut Files)) -> Vec<u8> {
    let mut files = files();
    change(&mut files);
    pack(files).expect("it can be packed")
}

/// The valid package with one changed file.
pub fn with_file(name: &str, file: impl AsRef<[u8]>) -> Vec<u8> {
    with(|files| drop(files.insert(name.to_owned(), file.as_ref().to_vec())))
}

/// The valid package with a changed `plugin.toml`.
pub fn with_plugin(from: &str, to: &str) -> Vec<u8> {
    assert!(PLUGIN.contains(from), "{from}");
    with_file("plugin.toml", PLUGIN.replace(from, to))
}

/// The valid package with a changed JSON file.
pub fn with_json(name: &str, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut value = serde_json::from_slice(&files()[name]).expect("JSON");
    change(&mut value);
    with_file(name, value.to_string())
}

/// The rules of a development machine.
pub fn development() -> Rules {
    Rules { development: true, ..Rules::default() }
}

pub fn problems(bytes: &[u8]) -> Vec<Problem> {
    Package::read(bytes, &development()).err().unwrap_or_default()
}

pub fn codes(bytes: &[u8]) -> Vec<Code> {
    problems(bytes).into_iter().map(|problem| problem.code).collect()
}

/// A changed package and its expected problem.
pub struct Case {
    bytes: Vec<u8>,
    code: Code,
    place: String,
}

pub fn case(code: Code, place: &str, bytes: Vec<u8>) -> Case {
    Case { bytes, code, place: place.to_owned() }
}

/// Asserts that each is refused with its code, which has the values of its message.
pub fn hold(cases: Vec<Case>) {
    for Case { bytes, code, place } in cases {
        let problems = problems(&bytes);
        let found = problems.iter().find(|problem| problem.code == code && problem.place == place);
        assert!(found.is_some(), "{code:?} at {place:?} is not among {problems:#?}");
        for problem in &problems {
            let mut given: Vec<_> = problem.params.keys().map(String::as_str).collect();
            let mut wanted = problem.code.values().to_vec();
            given.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(given, wanted, "the values of {:?}", problem.code);
        }
    }
}
