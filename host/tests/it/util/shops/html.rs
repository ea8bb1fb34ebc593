//! How shops clean HTML when they store it.

/// The rules of one system.
pub struct Cleaner {
    /// Other tags are removed; their content stays.
    pub tags: &'static [&'static str],
    /// Attributes of any tag; others are removed.
    pub attributes: &'static [&'static str],
    /// Tags that are removed with their content.
    pub dropped: &'static [&'static str],
    /// The end of tags without content: `>`, ` />`; `None` keeps what was sent.
    pub void_end: Option<&'static str>,
}

const TAGS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "iframe",
    "img",
    "li",
    "ol",
    "p",
    "s",
    "section",
    "span",
    "strong",
    "sub",
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
];
const KSES: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "s",
    "section",
    "span",
    "strong",
    "sub",
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
];
const ATTRIBUTES: &[&str] = &[
    "alt", "class", "colspan", "height", "href", "id", "rel", "rowspan", "src", "style", "target", "title",
    "width",
];

/// Shoper: `<br/>` becomes `<br>`, scripts and styles disappear with their content.
pub const SHOPER: Cleaner = Cleaner {
    tags: TAGS,
    attributes: ATTRIBUTES,
    dropped: &["script", "style", "object", "noscript"],
    void_end: Some(">"),
};

/// WordPress: the text of a script stays, tags without content end with ` />`, frames disappear.
pub const WORDPRESS: Cleaner =
    Cleaner { tags: KSES, attributes: ATTRIBUTES, dropped: &[], void_end: Some(" />") };

/// PrestaShop (HTMLPurifier): no frames, and neither classes nor ids change.
pub const PRESTASHOP: Cleaner = Cleaner {
    tags: KSES,
    attributes: ATTRIBUTES,
    dropped: &["script", "style", "object", "noscript"],
    void_end: Some(" />"),
};

/// Shopify keeps nearly everything except scripts.
pub const SHOPIFY: Cleaner =
    Cleaner { tags: TAGS, attributes: ATTRIBUTES, dropped: &["script", "style"], void_end: None };

/// A text without tags, for fields such as names.
pub fn plain(text: &str) -> String {
    let none = Cleaner { tags: &[], attributes: &[], dropped: &["script", "style"], void_end: None };
    none.clean(text)
}

impl Cleaner {
    /// The HTML as the shop stores it.
    pub fn clean(&self, html: &str) -> String {
        let mut clean = String::with_capacity(html.len());
        let mut rest = html;
        while let Some(start) = rest.find('<') {
            clean.push_str(&rest[..start]);
            rest = &rest[start..];
            if rest.starts_with("<!--") {
                rest = rest.find("-->").map_or("", |end| &rest[end + 3..]);
                continue;
            }
            let is_tag = rest[1..].starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
            let Some(end) = end_of_tag(rest).filter(|_| is_tag) else {
                clean.push_str("&lt;");
                rest = &rest[1..];
                continue;
            };
            let tag = &rest[1..end];
            rest = &rest[end + 1..];
            let name = name_of(tag);
            if self.dropped.contains(&name.as_str()) {
                if !tag.starts_with('/') {
                    rest = after_element(rest, &name);
                }
            } else if self.tags.contains(&name.as_str()) {
                self.push_tag(&mut clean, tag, &name);
            }
        }
        clean.push_str(rest);
        clean.trim().to_owned()
    }

    fn push_tag(&self, clean: &mut String, tag: &str, name: &str) {
        let void = ["br", "hr", "img"].contains(&name);
        if tag.starts_with('/') {
            if !void {
                clean.push_str(&format!("</{name}>"));
            }
            return;
        }
        clean.push_str(&format!("<{name}"));
        for (attribute, value) in attributes(tag) {
            let hostile = value.trim_start().to_ascii_lowercase().starts_with("javascript:");
            if self.attributes.contains(&attribute.as_str()) && !hostile {
                clean.push_str(&format!(" {attribute}=\"{value}\""));
            }
        }
        let sent = if tag.ends_with(" /") {
            " />"
        } else if tag.ends_with('/') {
            "/>"
        } else {
            ">"
        };
        clean.push_str(if void { self.void_end.unwrap_or(sent) } else { ">" });
    }
}

/// The index of the `>` that ends the first tag; quoted ones do not.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (index, sign) in text.char_indices() {
        match (quote, sign) {
            (None, '>') => return Some(index),
            (None, '"' | '\'') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            _ => {}
        }
    }
    None
}

fn name_of(tag: &str) -> String {
    let name = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric);
    name.collect::<String>().to_ascii_lowercase()
}

/// What follows the end of this element.
fn after_element<'a>(text: &'a str, name: &str) -> &'a str {
    let lower = text.to_ascii_lowercase();
    let Some(close) = lower.find(&format!("</{name}")) else { return "" };
    text[close..].find('>').map_or("", |end| &text[close + end + 1..])
}

/// The attributes with a value, in order.
fn attributes(tag: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = tag.trim_start_matches(|sign: char| !sign.is_whitespace());
    while let Some(equal) = rest.find('=') {
        let name = rest[..equal].split_whitespace().last().unwrap_or_default().to_ascii_lowercase();
        let value = rest[equal + 1..].trim_start();
        let quote = value.chars().next().filter(|sign| ['"', '\''].contains(sign));
        let (text, after) = match quote {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => value.split_once(char::is_whitespace).unwrap_or((value, "")),
        };
        found.push((name, text.replace('"', "&quot;")));
        rest = after;
    }
    found
}
