//! Schemas that take for ever, refer elsewhere, or differ between the languages.

use super::base::{Base, Spoilt, spoilt};
use crate::prelude::*;

const INPUT: &str = "describe/en.json: input";

const KEYWORD: &str = "package.schema-keyword";
const MALFORMED: &str = "package.schema-malformed";

pub const ALL: &[Spoilt] = &[
    spoilt("a reference to an address", KEYWORD, "describe/en.json: input/$ref", |b| {
        input(b, |of| of["$ref"] = json!("http://169.254.169.254/latest/meta-data/"))
    }),
    spoilt("a reference to a file", KEYWORD, "describe/en.json: input/properties/topic/$ref", |b| {
        input(b, |of| of["properties"]["topic"]["$ref"] = json!("file:///etc/passwd"))
    }),
    spoilt("a reference to itself", KEYWORD, "describe/en.json: input/properties/topic/$ref", |b| {
        input(b, |of| of["properties"]["topic"] = json!({ "$ref": "#" }))
    }),
    spoilt(
        "a reference that depends on where it is read",
        KEYWORD,
        "describe/en.json: input/$dynamicRef",
        |b| input(b, |of| of["$dynamicRef"] = json!("#a")),
    ),
    spoilt(
        "thirty levels of two references each",
        KEYWORD,
        "describe/en.json: input/$defs/l0/allOf/0/$ref",
        |b| {
            let level = |n: i32| json!({ "allOf": [{ "$ref": format!("#/$defs/l{}", n + 1) }, { "$ref": format!("#/$defs/l{}", n + 1) }] });
            let levels: Map<_, _> = (0..30).map(|n| (format!("l{n}"), level(n))).collect();
            input(b, |of| of["$defs"] = json!(levels))
        },
    ),
    spoilt(
        "a schema that evaluates each level twice",
        KEYWORD,
        "describe/en.json: input/allOf/0/unevaluatedProperties",
        |b| input(b, |of| of["allOf"] = json!([{ "unevaluatedProperties": false }])),
    ),
    spoilt("a pattern with look-ahead", MALFORMED, INPUT, |b| {
        input(b, |of| of["properties"]["topic"]["pattern"] = json!("^(?=(a+)+$)(a|a)*$"))
    }),
    spoilt("a pattern with a back-reference", MALFORMED, INPUT, |b| {
        input(b, |of| of["properties"]["topic"]["pattern"] = json!("^(a*)*\\1$"))
    }),
    spoilt("a pattern of a million states", MALFORMED, INPUT, |b| {
        input(b, |of| of["properties"]["topic"]["pattern"] = json!("(a{1000}){1000}"))
    }),
    spoilt("three hundred patterns", "package.schema-too-many-fields", INPUT, |b| {
        input(b, |of| of["anyOf"] = (0..300).map(|_| json!({ "pattern": "\\w{200}" })).collect())
    }),
    spoilt("three hundred fields", "package.schema-too-many-fields", INPUT, |b| {
        input(b, |of| {
            of["properties"] = (0..300).map(|n| (format!("f{n}"), json!({}))).collect::<Map<_, _>>().into()
        })
    }),
    spoilt("forty levels", "package.schema-too-deep", INPUT, |b| {
        input(b, |of| of["not"] = (0..40).fold(json!({}), |inner, _| json!({ "not": inner })))
    }),
    spoilt("a schema of two hundred kilobytes", "package.schema-too-large", INPUT, |b| {
        input(b, |of| of["enum"] = json!((0..40_000).collect::<Vec<_>>()))
    }),
    spoilt("forty thousand nested brackets", "package.json-too-deep", "describe/en.json", |b| {
        b.with_file("describe/en.json", "[".repeat(40_000))
    }),
    spoilt("a schema that is not an object", "package.schema-not-an-object", INPUT, |b| {
        input(b, |of| of["type"] = json!("string"))
    }),
    spoilt(
        "a field name with a right-to-left override",
        "package.text-hidden",
        "describe/en.json: input/properties",
        |b| input(b, |of| of["properties"]["a\u{202e}b"] = json!({ "type": "string" })),
    ),
    spoilt(
        "a field in one language only",
        "package.schema-differs",
        "describe/pl.json: input/properties/password",
        |b| input(b, |of| of["properties"]["password"] = json!({ "type": "string" })),
    ),
    spoilt("a description with an unknown field", "package.field-unknown", "describe/en.json: level", |b| {
        b.described(|of| of["level"] = json!("official"))
    }),
    spoilt(
        "an example that its schema rejects",
        "package.example-unfit",
        "examples/en.json: input/topic",
        |b| b.json("examples/en.json", |of| of["input"]["topic"] = json!(["tea"])),
    ),
    spoilt(
        "an example of forty thousand nested brackets",
        "package.json-too-deep",
        "examples/en.json",
        |b| b.with_file("examples/en.json", format!("{{\"input\":{}", "[".repeat(40_000))),
    ),
];

fn input(b: &Base, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    b.described(|of| change(&mut of["input"]))
}
