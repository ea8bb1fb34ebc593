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

/// A change in the valid template.
macro_rules! edited {
    ($name:literal, $code:expr, $place:literal, $from:literal, $to:expr $(,)?) => {
        spoilt($name, $code, concat!("template.toml: ", $place), |b| with(b, $from, $to))
    };
}

/// Another text in its draft.
macro_rules! draft {
    ($name:literal, $code:expr, $text:expr) => {
        edited!($name, $code, "draft.en.line", "{product}: good.", $text)
    };
}

pub const ALL: &[Spoilt] = &[
    draft!("a secret as a placeholder", UNKNOWN, "{secret:token}"),
    draft!("`__proto__` as a placeholder", UNKNOWN, "{__proto__}"),
    draft!("a placeholder within a placeholder", UNKNOWN, "{{product}}"),
    draft!("an unclosed placeholder", UNKNOWN, "{product and no end"),
    draft!("a placeholder of a part, which would contain itself", UNKNOWN, "{line}{line}"),
    draft!("six thousand placeholders in one draft", "package.text-too-long", &"{product}".repeat(6000)),
    edited!(
        "a draft with a hundred alternatives",
        "package.count-wrong",
        "draft.en.line",
        "\"{product}: good.\"",
        &format!("[{}]", "\"{product}\",".repeat(100)),
    ),
    spoilt("a hundred fields", "package.count-wrong", "template.toml: fields", |b| {
        let fields: String = (0..100).map(|n| field(&format!("f{n}"))).collect();
        with(b, "[result]", &(fields + "[result]"))
    }),
    edited!(
        "two fields with the same id",
        "package.template-id-taken",
        "fields.product.id",
        "[result]",
        &(field("product") + "[result]"),
    ),
    edited!(
        "a field with the id of a common field",
        "package.template-id-taken",
        "fields.language.id",
        "[result]",
        &(field("language") + "[result]"),
    ),
    edited!("an unknown key", "package.field-unknown", "script", "\nname", "\nscript = \"alert(1)\"\nname"),
    draft!("markup in a draft", "package.markup", "<script>{product}</script>"),
    edited!(
        "a prompt with invisible characters",
        "package.text-hidden",
        "prompt.en.role",
        "You write.",
        "You write.\u{e0049}\u{e0067}\u{e006e}"
    ),
    edited!(
        "a prompt with a right-to-left override",
        "package.text-hidden",
        "prompt.en.role",
        "You write.",
        "You \u{202e}write."
    ),
    spoilt("a template of seventy kilobytes", "package.entry-too-large", "template.toml", |b| {
        let template = format!("{TEMPLATE}#{}", " evil".repeat(14_000));
        b.archived(|entries| entries.push(Entry::deflated("template.toml", template.as_bytes())))
    }),
    spoilt("a template of nested brackets", "package.toml-malformed", "template.toml", |b| {
        b.template(format!("name = {}", "[".repeat(60_000)))
    }),
    edited!(
        "a value that is not a number",
        "package.number-wrong",
        "prompt.temperature",
        "[prompt.en]",
        "[prompt]\ntemperature = nan\n[prompt.en]"
    ),
];

fn with(b: &Base, from: &str, to: &str) -> Vec<u8> {
    assert!(TEMPLATE.contains(from), "{from}");
    b.template(TEMPLATE.replacen(from, to, 1))
}

fn field(id: &str) -> String {
    format!("[[fields]]\nid = \"{id}\"\nkind = \"text\"\ntitle = {{ en = \"F\", pl = \"P\" }}\n")
}
