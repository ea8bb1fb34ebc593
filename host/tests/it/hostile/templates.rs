//! Templates with malicious content.

use super::base::{Base, Entry, Spoilt, spoilt};

const UNKNOWN: &str = "package.placeholder-unknown";

/// A valid one, from which the others are made.
const TEMPLATE: &str = r#"
name = { en = "Slogans", pl = "Hasła" }
summary = { en = "Short lines.", pl = "Krótkie zdania." }
[[fields]]
id = "product"
kind = "text"
required = true
title = { en = "Product", pl = "Produkt" }
[result]
subject = "product"
[[result.parts]]
id = "line"
title = { en = "Slogan", pl = "Hasło" }
[prompt.en]
role = "You write."
[prompt.pl]
role = "Piszesz."
[draft.en]
line = "{product}: good."
[draft.pl]
line = "{product}: dobre."
[example.en]
product = "Bread"
[example.pl]
product = "Chleb"
"#;

pub const ALL: &[Spoilt] = &[
    spoilt("a secret as a placeholder", UNKNOWN, "template.toml: draft.en.line", |b| {
        with(b, "{product}: good.", "{secret:token}")
    }),
    spoilt("`__proto__` as a placeholder", UNKNOWN, "template.toml: draft.en.line", |b| {
        with(b, "{product}: good.", "{__proto__}")
    }),
    spoilt("a placeholder within a placeholder", UNKNOWN, "template.toml: draft.en.line", |b| {
        with(b, "{product}: good.", "{{product}}")
    }),
    spoilt("an unclosed placeholder", UNKNOWN, "template.toml: draft.en.line", |b| {
        with(b, "{product}: good.", "{product and no end")
    }),
    spoilt(
        "a placeholder of a part, which would contain itself",
        UNKNOWN,
        "template.toml: draft.en.line",
        |b| with(b, "{product}: good.", "{line}{line}"),
    ),
    spoilt(
        "six thousand placeholders in one draft",
        "package.text-too-long",
        "template.toml: draft.en.line",
        |b| with(b, "{product}: good.", &"{product}".repeat(6000)),
    ),
    spoilt(
        "a draft with a hundred alternatives",
        "package.count-wrong",
        "template.toml: draft.en.line",
        |b| with(b, "\"{product}: good.\"", &format!("[{}]", "\"{product}\",".repeat(100))),
    ),
    spoilt("a hundred fields", "package.count-wrong", "template.toml: fields", |b| {
        let field = |n: i32| {
            format!("[[fields]]\nid = \"f{n}\"\nkind = \"text\"\ntitle = {{ en = \"F\", pl = \"P\" }}\n")
        };
        with(b, "[result]", &format!("{}[result]", (0..100).map(field).collect::<String>()))
    }),
    spoilt(
        "two fields with the same id",
        "package.template-id-taken",
        "template.toml: fields.product.id",
        |b| {
            let field =
                "[[fields]]\nid = \"product\"\nkind = \"text\"\ntitle = { en = \"F\", pl = \"P\" }\n[result]";
            with(b, "[result]", field)
        },
    ),
    spoilt(
        "a field with the id of a common field",
        "package.template-id-taken",
        "template.toml: fields.language.id",
        |b| {
            let field = "[[fields]]\nid = \"language\"\nkind = \"text\"\ntitle = { en = \"F\", pl = \"P\" }\n[result]";
            with(b, "[result]", field)
        },
    ),
    spoilt("an unknown key", "package.field-unknown", "template.toml: script", |b| {
        with(b, "\nname", "\nscript = \"alert(1)\"\nname")
    }),
    spoilt("markup in a draft", "package.markup", "template.toml: draft.en.line", |b| {
        with(b, "{product}: good.", "<script>{product}</script>")
    }),
    spoilt(
        "a prompt with invisible characters",
        "package.text-hidden",
        "template.toml: prompt.en.role",
        |b| with(b, "You write.", "You write.\u{e0049}\u{e0067}\u{e006e}"),
    ),
    spoilt(
        "a prompt with a right-to-left override",
        "package.text-hidden",
        "template.toml: prompt.en.role",
        |b| with(b, "You write.", "You \u{202e}write."),
    ),
    spoilt("a template of seventy kilobytes", "package.entry-too-large", "template.toml", |b| {
        let template = format!("{TEMPLATE}#{}", " evil".repeat(14_000));
        b.archived(|entries| entries.push(Entry::deflated("template.toml", template.as_bytes())))
    }),
    spoilt("a template of nested brackets", "package.toml-malformed", "template.toml", |b| {
        b.template(format!("name = {}", "[".repeat(60_000)))
    }),
    spoilt(
        "a value that is not a number",
        "package.number-wrong",
        "template.toml: prompt.temperature",
        |b| with(b, "[prompt.en]", "[prompt]\ntemperature = nan\n[prompt.en]"),
    ),
];

fn with(b: &Base, from: &str, to: &str) -> Vec<u8> {
    assert!(TEMPLATE.contains(from), "{from}");
    b.template(TEMPLATE.replacen(from, to, 1))
}
