//! The elements and attributes of HTML that a post may contain.

use std::sync::LazyLock;

use ammonia::Builder;

use super::notes;
use super::render::picture_id;
use crate::platform::prelude::*;

/// What a text may contain: what Markdown makes, and a few elements that authors write as HTML. Forms, frames, scripts,
/// styles and handlers are removed, with what is in them.
pub static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let tags = [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "cite",
        "code",
        "dd",
        "del",
        "details",
        "div",
        "dl",
        "dt",
        "em",
        "figcaption",
        "figure",
        "h2",
        "h3",
        "h4",
        "hr",
        "i",
        "img",
        "ins",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "summary",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "u",
        "ul",
        "var",
    ];
    let attributes = [
        ("a", ["href", "title", "id", "aria-label"].as_slice()),
        ("abbr", &["title"]),
        ("div", &["tabindex"]),
        ("h2", &["id"]),
        ("h3", &["id"]),
        ("h4", &["id"]),
        ("img", &["src", "alt"]),
        ("li", &["id"]),
        ("ol", &["start"]),
        ("pre", &["tabindex"]),
        ("span", &["role", "aria-label"]),
        ("td", &["colspan", "rowspan"]),
        ("th", &["colspan", "rowspan"]),
    ];
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(tags))
        .clean_content_tags(HashSet::from([
            "script", "style", "template", "noscript", "iframe", "object", "svg", "math",
        ]))
        .tag_attributes(attributes.map(|(tag, all)| (tag, all.iter().copied().collect())).into())
        .allowed_classes(HashMap::from([
            ("a", HashSet::from(["bare"])),
            ("div", HashSet::from(["docs-table", notes::CLASS])),
            ("figure", HashSet::from(["docs-code"])),
            ("span", HashSet::from(["task", "task-done"])),
        ]))
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .link_rel(Some("noopener"))
        .attribute_filter(|tag, name, value| match (tag, name) {
            ("img", "src") => picture_id(value).map(|_| value.into()),
            ("a" | "li", "id") => notes::is_id(value).then(|| value.into()),
            ("span", "role") => (value == "img").then(|| value.into()),
            _ => Some(value.into()),
        });
    builder
});
