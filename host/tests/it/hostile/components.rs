//! Components with forbidden imports, invalid ones, or ones that differ from their descriptions.

use super::base::{Base, Spoilt};
use crate::util::packages::{encode, module, module_describing};

const COMPONENT: &str = "component.wasm";
const TOOL: &str = "sitewright:plugin/tool@0.1.0";

const fn spoilt(name: &'static str, code: &'static str, make: fn(&Base) -> Vec<u8>) -> Spoilt {
    Spoilt { name, code, place: COMPONENT, make }
}

const UNKNOWN: &str = "package.import-unknown";

/// An import that no host provides.
macro_rules! unknown {
    ($name:literal, $interface:literal, $function:literal) => {
        spoilt($name, UNKNOWN, |b| importing(b, $interface, $function))
    };
}

pub const ALL: &[Spoilt] = &[
    spoilt("an import of the model without the permission", "package.import-not-permitted", |b| {
        importing(b, "sitewright:plugin/model@0.1.0", "complete")
    }),
    spoilt("an import of HTTP without the permission", "package.import-not-permitted", |b| {
        importing(b, "sitewright:plugin/http@0.1.0", "send")
    }),
    unknown!("an unknown interface", "sitewright:plugin/admin@0.1.0", "become"),
    unknown!("an internal interface of the host", "sitewright:plugin/template@0.1.0", "source"),
    unknown!("an unknown function of an interface", "sitewright:plugin/store@0.1.0", "of-another-account"),
    unknown!("the environment through WASI", "wasi:cli/environment@0.2.0", "get-environment"),
    unknown!("files through WASI", "wasi:filesystem/preopens@0.2.0", "get-directories"),
    unknown!("sockets through WASI", "wasi:sockets/tcp-create-socket@0.2.0", "create"),
    unknown!("HTTP requests through WASI", "wasi:http/outgoing-handler@0.2.0", "handle"),
    spoilt("a function without an interface", UNKNOWN, |b| {
        b.with_file(COMPONENT, tool(r#"(import "launch" (func))"#, TOOL, r#"(export "run" (func $f))"#))
    }),
    spoilt("a future version of the contract", "package.contract-unknown", |b| {
        importing(b, "sitewright:plugin/model@0.9.0", "complete")
    }),
    spoilt("a tool of a future version of the contract", "package.contract-unknown", |b| {
        b.with_file(COMPONENT, tool("", "sitewright:plugin/tool@9.0.0", r#"(export "run" (func $f))"#))
    }),
    spoilt("no exported tool", "package.export-missing", |b| b.with_file(COMPONENT, wat("(component)"))),
    spoilt("a tool without `run`", "package.export-missing", |b| b.with_file(COMPONENT, tool("", TOOL, ""))),
    spoilt("functions with other types than the contract's", "package.component-refused", |b| {
        b.with_file(COMPONENT, tool("", TOOL, r#"(export "run" (func $f))"#))
    }),
    spoilt("a core module instead of a component", "package.component-is-module", |b| {
        b.with_file(COMPONENT, wat(r#"(module (import "wasi_snapshot_preview1" "fd_write" (func)))"#))
    }),
    spoilt("a native program", "package.component-not-wasm", |b| b.with_file(COMPONENT, b"\x7fELF\x02")),
    spoilt("a truncated component", "package.component-malformed", |b| {
        let component = &b.files[COMPONENT];
        b.with_file(COMPONENT, &component[..component.len() - 9])
    }),
    spoilt("a memory of four gibibytes", "package.component-refused", |b| {
        made(b, r#"(memory (export "memory") 2)"#, r#"(memory (export "memory") 65536)"#)
    }),
    spoilt("an endless start function", "package.component-refused", |b| {
        made(b, "(global $heap", "(func $begin (loop (br 0))) (start $begin) (global $heap")
    }),
    spoilt("an endless description", "package.component-refused", |b| {
        made(b, "(i32.const 512))", "(loop (br 0)) (unreachable))")
    }),
    spoilt("a description outside its memory", "package.component-refused", |b| {
        made(b, "(i32.const 512))", "(i32.const -8))")
    }),
    spoilt(
        "6,000 loops over 1,500 variables in a module that nothing uses",
        "package.component-locals",
        |b| beside(b, &looping(1_500, 6_000)),
    ),
    spoilt("6,000 loops over 1,000 variables in such a module", "package.component-function-work", |b| {
        beside(b, &looping(1_000, 6_000))
    }),
    spoilt("three modules that nothing uses", "package.component-modules", |b| {
        let component = [b.files[COMPONENT].clone(), section(1, MODULE).repeat(3)].concat();
        b.with_file(COMPONENT, component)
    }),
    spoilt("components in components in components", "package.component-nested", |b| {
        let inside = section(4, &[NESTED, &section(4, &[NESTED, &section(4, NESTED)].concat())].concat());
        b.with_file(COMPONENT, [b.files[COMPONENT].clone(), inside].concat())
    }),
    Spoilt {
        name: "a schema that is expensive to validate",
        code: "package.describe-differs",
        place: "describe/en.json",
        make: |b| b.with_file(COMPONENT, encode(&module_describing(&endless(), "1.0.0", false))),
    },
    Spoilt {
        name: "a description that differs from the reviewed one",
        code: "package.describe-differs",
        place: "describe/pl.json",
        make: |b| b.json("describe/pl.json", |of| of["summary"] = "Nothing that would hurt.".into()),
    },
    Spoilt {
        name: "a result that differs from the reviewed one",
        code: "package.example-differs",
        place: "examples/en.json",
        make: |b| b.json("examples/en.json", |of| of["expected"]["outcome"]["text"] = "Far better.".into()),
    },
    Spoilt {
        name: "a trap instead of a result",
        code: "package.example-differs",
        place: "examples/en.json",
        make: |b| made(b, "(i32.const 1024)))", "(unreachable)))"),
    },
];

const MODULE: &[u8] = b"\0asm\x01\0\0\0";
const NESTED: &[u8] = b"\0asm\x0d\0\x01\0";

/// The valid component with an additional module.
fn beside(b: &Base, module: &[u8]) -> Vec<u8> {
    b.with_file(COMPONENT, [&b.files[COMPONENT][..], &section(1, module)].concat())
}

/// Two functions with this many variables and loops; each loop adds some variables to others.
fn looping(locals: usize, loops: usize) -> Vec<u8> {
    let mut seed = 7_usize;
    let mut variable = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        leb((seed >> 33) % locals)
    };
    let mut code = [&[1][..], &leb(locals), &[0x7f]].concat();
    for _ in 0..loops {
        code.extend([0x03, 0x40]);
        for _ in 0..3 {
            code.extend(
                [&[0x20][..], &variable(), &[0x20], &variable(), &[0x6a, 0x21], &variable()].concat(),
            );
        }
        code.extend([&[0x20][..], &variable(), &[0x0d, 0, 0x0b]].concat());
    }
    code.extend([0x20, 0, 0x0b]);
    let body = [leb(code.len()), code].concat();
    let kind = [1, 0x60, 1, 0x7f, 1, 0x7f];
    [MODULE, &section(1, &kind), &section(3, &[2, 0, 0]), &section(10, &[&[2][..], &body, &body].concat())]
        .concat()
}

fn section(id: u8, content: &[u8]) -> Vec<u8> {
    [&[id][..], &leb(content.len()), content].concat()
}

fn leb(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// A schema whose work doubles with each level.
fn endless() -> String {
    let level = |number: usize| {
        let next = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, number + 1);
        format!(r#""d{number}":{{"anyOf":[{next},{next}]}}"#)
    };
    let levels: Vec<String> = (0..45).map(level).collect();
    format!(
        r##"{{"type":"object","properties":{{"topic":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{},"d45":{{"type":"number"}}}}}}"##,
        levels.join(",")
    )
}

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

/// The valid component with a change in the text of its module.
fn made(b: &Base, from: &str, to: &str) -> Vec<u8> {
    let text = module("1.0.0", false);
    assert!(text.contains(from), "{from} is not in {text}");
    b.with_file(COMPONENT, encode(&text.replacen(from, to, 1)))
}
