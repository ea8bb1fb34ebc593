//! Invalid descriptions, schemas and examples, each refused at its location.

use serde_json::{Value, json};
use sitewright_package::Code::*;

use crate::fixture::{case, codes, descriptor, hold, schema, with_file, with_json};

fn describe(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    with_json("describe/en.json", change)
}

#[test]
fn descriptions_are_plain_and_have_the_same_fields() {
    hold(vec![
        case(TextEmpty, "describe/en.json: name", describe(|of| of["name"] = json!(" "))),
        case(TextTooLong, "describe/en.json: name", describe(|of| of["name"] = json!("a".repeat(101)))),
        case(TextTooLong, "describe/en.json: summary", describe(|of| of["summary"] = json!("a".repeat(501)))),
        case(Markup, "describe/en.json: summary", describe(|of| of["summary"] = json!("<a href=x>"))),
        case(
            Markup,
            "describe/en.json: input/properties/topic/title",
            describe(|of| of["input"] = schema("<svg onload=alert(1)>")),
        ),
        case(JsonMalformed, "describe/en.json", with_file("describe/en.json", "{\n\"name\": }")),
        case(FieldUnknown, "describe/en.json: level", describe(|of| of["level"] = json!("official"))),
        case(JsonTooDeep, "describe/en.json", with_file("describe/en.json", "[".repeat(40_000))),
        case(NotText, "describe/en.json", with_file("describe/en.json", b"\xff\xfe{}")),
        case(
            SchemaDiffers,
            "describe/pl.json: input/properties/secret",
            describe(|of| of["input"]["properties"]["secret"] = json!({ "type": "string" })),
        ),
        case(
            ExampleUnfit,
            "describe/en.json: example/topic",
            describe(|of| of["example"]["topic"] = json!("ab")),
        ),
        case(ExampleUnfit, "describe/en.json: example", describe(|of| of["example"] = json!({}))),
    ]);
}

#[test]
fn schemas_are_small_and_valid() {
    let input = |change: fn(&mut Value)| describe(|of| change(&mut of["input"]));
    let place = "describe/en.json: input";
    let deep = (0..40).fold(json!({}), |inner, _| json!({ "not": inner }));
    let wide: serde_json::Map<_, _> = (0..300).map(|number| (format!("f{number}"), json!({}))).collect();
    hold(vec![
        case(SchemaTooDeep, place, describe(|of| of["input"]["allOf"] = json!([deep]))),
        case(
            SchemaTooLarge,
            place,
            describe(|of| of["input"]["enum"] = json!((0..30_000).collect::<Vec<_>>())),
        ),
        case(SchemaTooManyFields, place, describe(|of| of["input"]["properties"] = json!(wide))),
        case(SchemaNotAnObject, place, input(|of| of["type"] = json!("string"))),
        case(
            SchemaMalformed,
            "describe/en.json: input/properties/topic/minLength",
            input(|of| of["properties"]["topic"]["minLength"] = json!("three")),
        ),
        case(SchemaMalformed, place, input(|of| of["properties"]["tone"]["pattern"] = json!("(?=a)(a+)+$"))),
        case(
            SchemaMalformed,
            place,
            input(|of| of["properties"]["tone"]["pattern"] = json!("(a{1000}){1000}")),
        ),
        case(
            SchemaKeyword,
            "describe/en.json: input/$ref",
            input(|of| of["$ref"] = json!("file:///etc/passwd")),
        ),
        // Each level would be checked twice as often as the one above.
        case(
            SchemaKeyword,
            "describe/en.json: input/allOf/0/unevaluatedProperties",
            input(|of| of["allOf"] = json!([{ "unevaluatedProperties": false }])),
        ),
        case(
            SchemaTooManyFields,
            place,
            input(|of| of["anyOf"] = (0..300).map(|_| json!({ "pattern": "\\w{200}" })).collect()),
        ),
        // Two references at each of thirty levels: a billion ways to check one value.
        case(SchemaKeyword, "describe/en.json: input/$defs/a/allOf/0/$ref", {
            input(|of| {
                of["$defs"] = json!({ "a": { "allOf": [{ "$ref": "#/$defs/b" }, { "$ref": "#/$defs/b" }] } })
            })
        }),
    ]);
}

#[test]
fn a_field_may_be_called_anything() {
    let field = describe(|of| of["output"]["properties"]["$ref"] = json!({ "type": "string" }));
    assert_eq!(codes(&field), [SchemaDiffers], "it is a field and no reference");
    let pattern = describe(|of| of["output"]["patternProperties"] = json!({ "^x": { "$ref": "#" } }));
    assert!(codes(&pattern).contains(&SchemaKeyword), "below a name there is a schema again");
}

#[test]
fn examples_fit_their_schemas() {
    let example = |change: fn(&mut Value)| with_json("examples/bread.json", change);
    let data = "examples/bread.json: expected/outcome/data/lines/0";
    hold(vec![
        case(ExampleUnfit, "examples/bread.json: input", example(|of| of["input"]["more"] = json!(1))),
        case(
            ExampleUnfit,
            "examples/bread.json: input/tone",
            example(|of| of["input"]["tone"] = json!("shy")),
        ),
        case(ExampleUnfit, data, example(|of| of["expected"]["outcome"]["data"]["lines"][0] = json!(1))),
        case(ExampleLanguage, "examples/bread.json: language", example(|of| of["language"] = json!("de"))),
        case(JsonMalformed, "examples/bread.json", example(|of| of["expected"] = json!(null))),
        case(
            FileUnknown,
            "examples/Bread.json",
            with_file("examples/Bread.json", descriptor("en").to_string()),
        ),
    ]);
}

#[test]
fn v1_an_example_that_is_too_slow_to_check_is_refused() {
    let choices: Vec<_> = (0..5_000).map(|number| json!({ "required": [format!("f{number}")] })).collect();
    let schema =
        json!({ "type": "object", "properties": { "a": { "items": { "anyOf": choices } } } }).to_string();
    let example = json!({ "a": (0..60_000).map(|_| json!({})).collect::<Vec<_>>() }).to_string();
    let problems =
        sitewright_package::check_schema(&schema, &example, &sitewright_package::Limits::default());
    let found: Vec<_> =
        problems.iter().map(|problem| (problem.code, problem.params["rule"].clone())).collect();
    assert_eq!(found, [(ExampleUnfit, json!("size"))]);
}
