//! The tags as HTML, ready for a page's head.

use crate::{Kind, Order, Tags};
use sitewright_sdk::{Joined, Language, Parts};

/// A fenced block with every tag.
pub fn html(order: &Order, tags: &Tags) -> String {
    let locale = match order.voice.language {
        Language::En => "en_GB",
        Language::Pl => "pl_PL",
    };
    let mut lines = vec![
        ["<title>", &escape(&tags.title), "</title>"].concat(),
        meta("name", "description", &tags.meta_description),
        meta("property", "og:type", kind(order.page_type)),
        meta("property", "og:title", &tags.og_title),
        meta("property", "og:description", &tags.og_description),
    ];
    if !order.brand.is_empty() {
        lines.push(meta("property", "og:site_name", &order.brand));
    }
    lines.push(meta("property", "og:locale", locale));
    ["```html\n", &lines.joined("\n"), "\n```"].concat()
}

const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Article => "article",
        Kind::Product => "product",
        _ => "website",
    }
}

fn meta(attribute: &str, name: &str, content: &str) -> String {
    ["<meta ", attribute, "=\"", name, "\" content=\"", &escape(content), "\">"].concat()
}

/// Safe between tags and in a double-quoted attribute.
fn escape(text: &str) -> String {
    text.with("&", "&amp;").with("<", "&lt;").with(">", "&gt;").with("\"", "&quot;").with("\n", " ")
}
