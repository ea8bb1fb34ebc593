//! Components that want what they were not given, are none, or do something else than they say.

use super::base::{Base, Spoilt};
use crate::util::packages::{encode, module};

const COMPONENT: &str = "component.wasm";
const TOOL: &str = "sitewright:plugin/tool@0.1.0";

const fn spoilt(name: &'static str, code: &'static str, make: fn(&Base) -> Vec<u8>) -> Spoilt {
    Spoilt { name, code, place: COMPONENT, make }
}

const UNKNOWN: &str = "package.import-unknown";

pub const ALL: &[Spoilt] = &[
    spoilt("the model, without having asked for it", "package.import-not-permitted", |b| {
        importing(b, "sitewright:plugin/model@0.1.0", "complete")
    }),
    spoilt("requests to other systems, without having asked for them", "package.import-not-permitted", |b| {
        importing(b, "sitewright:plugin/http@0.1.0", "send")
    }),
    spoilt("an interface that there is not", UNKNOWN, |b| {
        importing(b, "sitewright:plugin/admin@0.1.0", "become")
    }),
    spoilt("an interface that is the host's own", UNKNOWN, |b| {
        importing(b, "sitewright:plugin/template@0.1.0", "source")
    }),
    spoilt("a function that the interface does not have", UNKNOWN, |b| {
        importing(b, "sitewright:plugin/store@0.1.0", "of-another-account")
    }),
    spoilt("the environment, by WASI", UNKNOWN, |b| {
        importing(b, "wasi:cli/environment@0.2.0", "get-environment")
    }),
    spoilt("files, by WASI", UNKNOWN, |b| importing(b, "wasi:filesystem/preopens@0.2.0", "get-directories")),
    spoilt("sockets, by WASI", UNKNOWN, |b| importing(b, "wasi:sockets/tcp-create-socket@0.2.0", "create")),
    spoilt("requests, by WASI", UNKNOWN, |b| importing(b, "wasi:http/outgoing-handler@0.2.0", "handle")),
    spoilt("a function of no interface", UNKNOWN, |b| {
        b.with_file(COMPONENT, tool(r#"(import "launch" (func))"#, TOOL, r#"(export "run" (func $f))"#))
    }),
    spoilt("a contract of tomorrow", "package.contract-unknown", |b| {
        importing(b, "sitewright:plugin/model@0.9.0", "complete")
    }),
    spoilt("a tool of tomorrow's contract", "package.contract-unknown", |b| {
        b.with_file(COMPONENT, tool("", "sitewright:plugin/tool@9.0.0", r#"(export "run" (func $f))"#))
    }),
    spoilt("no tool at all", "package.export-missing", |b| b.with_file(COMPONENT, wat("(component)"))),
    spoilt("a tool that cannot be run", "package.export-missing", |b| {
        b.with_file(COMPONENT, tool("", TOOL, ""))
    }),
    spoilt("functions of other types than the contract's", "package.component-refused", |b| {
        b.with_file(COMPONENT, tool("", TOOL, r#"(export "run" (func $f))"#))
    }),
    spoilt("a module that is no component", "package.component-is-module", |b| {
        b.with_file(COMPONENT, wat(r#"(module (import "wasi_snapshot_preview1" "fd_write" (func)))"#))
    }),
    spoilt("a program of the machine's own", "package.component-not-wasm", |b| {
        b.with_file(COMPONENT, b"\x7fELF\x02")
    }),
    spoilt("half a component", "package.component-malformed", |b| {
        let component = &b.files[COMPONENT];
        b.with_file(COMPONENT, &component[..component.len() - 9])
    }),
    spoilt("a memory of four gibibytes", "package.component-refused", |b| {
        made(b, r#"(memory (export "memory") 2)"#, r#"(memory (export "memory") 65536)"#)
    }),
    spoilt("a start without end", "package.component-refused", |b| {
        made(b, "(global $heap", "(func $begin (loop (br 0))) (start $begin) (global $heap")
    }),
    spoilt("a description without end", "package.component-refused", |b| {
        made(b, "(i32.const 512))", "(loop (br 0)) (unreachable))")
    }),
    spoilt("a description that points outside its memory", "package.component-refused", |b| {
        made(b, "(i32.const 512))", "(i32.const -8))")
    }),
    Spoilt {
        name: "another description than the one that reviewers read",
        code: "package.describe-differs",
        place: "describe/pl.json",
        make: |b| b.json("describe/pl.json", |of| of["summary"] = "Nothing that would hurt.".into()),
    },
    Spoilt {
        name: "another result than the one that reviewers read",
        code: "package.example-differs",
        place: "examples/en.json",
        make: |b| b.json("examples/en.json", |of| of["expected"]["outcome"]["text"] = "Far better.".into()),
    },
    Spoilt {
        name: "a breakdown in the place of a result",
        code: "package.example-differs",
        place: "examples/en.json",
        make: |b| made(b, "(i32.const 1024)))", "(unreachable)))"),
    },
];

/// A tool by its names, with one import.
fn importing(b: &Base, interface: &str, function: &str) -> Vec<u8> {
    let import = format!(r#"(import "{interface}" (instance (export "{function}" (func))))"#);
    b.with_file(COMPONENT, tool(&import, TOOL, r#"(export "run" (func $f))"#))
}

fn tool(import: &str, export: &str, run: &str) -> Vec<u8> {
    wat(&format!(
        r#"(component {import}
            (core module $m (func (export "f")))
            (core instance $i (instantiate $m))
            (func $f (canon lift (core func $i "f")))
            (instance $tool (export "describe" (func $f)) {run})
            (export "{export}" (instance $tool)))"#
    ))
}

fn wat(text: &str) -> Vec<u8> {
    wat::parse_str(text).expect("the text is valid")
}

/// The good component with something else in the text of its module.
fn made(b: &Base, from: &str, to: &str) -> Vec<u8> {
    let text = module("1.0.0", false);
    assert!(text.contains(from), "{from} is not in {text}");
    b.with_file(COMPONENT, encode(&text.replacen(from, to, 1)))
}
