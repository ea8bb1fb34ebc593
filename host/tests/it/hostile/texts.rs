//! Texts and icons with active content.

use super::base::{Base, Spoilt, spoilt};
use crate::prelude::*;

const NAME: &str = "describe/en.json: name";
const MARKUP: &str = "package.markup";
const UNSEEN: &str = "package.text-hidden";
const ELEMENT: &str = "package.icon-element";
const ICON: &str = "icon.svg";

pub const ALL: &[Spoilt] = &[
    spoilt("a script in the name", MARKUP, NAME, |b| called(b, "<script>alert(1)</script>")),
    spoilt("an image with an event handler, in the summary", MARKUP, "describe/en.json: summary", |b| {
        b.described(|of| of["summary"] = json!("Good.<img src=x onerror=alert(1)>"))
    }),
    spoilt(
        "an SVG with an event handler, in a field's title",
        MARKUP,
        "describe/en.json: input/properties/topic/title",
        |b| b.described(|of| of["input"]["properties"]["topic"]["title"] = json!("<svg onload=alert(1)>")),
    ),
    spoilt("a tool name with a right-to-left override (U+202E)", UNSEEN, NAME, |b| {
        called(b, "Good \u{202e}looT")
    }),
    spoilt("a name with zero-width characters (U+200B)", UNSEEN, NAME, |b| called(b, "Face\u{200b}book")),
    spoilt("a name with tag characters (U+E0061)", UNSEEN, NAME, |b| called(b, "Good\u{e0061}\u{e0062}")),
    spoilt("a name with NUL", UNSEEN, NAME, |b| called(b, "Good\0tool")),
    spoilt("a name with terminal escape sequences", UNSEEN, NAME, |b| called(b, "\u{1b}[2JGood")),
    spoilt("a name that is too long", "package.text-too-long", NAME, |b| called(b, &"Good ".repeat(1000))),
    spoilt("an empty name", "package.text-empty", NAME, |b| called(b, " \u{3000} ")),
    spoilt("a prompt with invisible characters", UNSEEN, "texts/en.toml: prompt.role", |b| {
        b.with(|files| {
            files.insert("texts/en.toml".into(), "[prompt]\nrole = \"Write.\u{e0049}\u{e0067}\"".into());
            files.insert("texts/pl.toml".into(), "[prompt]\nrole = \"Pisz.\"".into());
        })
    }),
    spoilt("a description that is not text", "package.not-text", "describe/en.json", |b| {
        b.with_file("describe/en.json", b"{\"name\":\"\xc3\x28\"}")
    }),
    spoilt("a manifest that is not text", "package.not-text", "plugin.toml", |b| {
        b.with_file("plugin.toml", b"id = \"\xff\xfe\"")
    }),
    spoilt("a script in the icon", ELEMENT, ICON, |b| icon(b, "<script>fetch('/api/user')</script>")),
    spoilt("a web page in the icon", ELEMENT, ICON, |b| icon(b, "<foreignObject><iframe/></foreignObject>")),
    spoilt("an animation in the icon", ELEMENT, ICON, |b| icon(b, "<animate attributeName=\"href\"/>")),
    spoilt("an icon with an event handler", "package.icon-attribute", ICON, |b| {
        icon(b, "<g onload=\"x()\"/>")
    }),
    spoilt("an icon with an embedded image", "package.icon-element", ICON, |b| {
        icon(b, "<image href=\"https://evil.example/pixel\"/>")
    }),
    spoilt("an icon that references another document", "package.icon-outside", ICON, |b| {
        icon(b, "<g fill=\"url(//evil.example/a.svg#b)\"/>")
    }),
    spoilt("an icon with a script link", "package.icon-outside", ICON, |b| {
        icon(b, "<path href=\"java&#10;script:alert(1)\"/>")
    }),
    spoilt("an icon with an external entity", "package.icon-malformed", ICON, |b| {
        let entity = "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg><title>&a;</title></svg>";
        b.with_file(ICON, entity)
    }),
    spoilt("an icon with an entity expansion bomb", "package.icon-malformed", ICON, |b| {
        let entities: String =
            (1..10).map(|n| format!("<!ENTITY a{n} '&a{};&a{};'>", n - 1, n - 1)).collect();
        b.with_file(
            ICON,
            format!("<!DOCTYPE svg [<!ENTITY a0 'ha'>{entities}]><svg><title>&a9;</title></svg>"),
        )
    }),
    spoilt("an icon with NUL", "package.icon-malformed", ICON, |b| icon(b, "<title>a\0b</title>")),
    spoilt("a web page among the files of the module", "package.ui-file-kind", "ui/index.html", |b| {
        b.with_file("ui/index.html", "<script>alert(1)</script>")
    }),
    spoilt("an image of the module that contains a script", ELEMENT, "ui/logo.svg", |b| {
        b.with_file("ui/logo.svg", "<svg><script>alert(1)</script></svg>")
    }),
];

fn called(b: &Base, name: &str) -> Vec<u8> {
    b.described(|of| of["name"] = json!(name))
}

/// With an addition in its icon.
fn icon(b: &Base, part: &str) -> Vec<u8> {
    b.edited(ICON, "<path", &format!("{part}<path"))
}
