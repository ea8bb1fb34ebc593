//! The XML of the webservice: read into a tree, which a write sends back with changes.

use std::borrow::Cow;

use sitewright_sdk::Parts as _;

/// Deeper documents are refused.
const DEEPEST: usize = 32;

/// An element.
#[derive(Clone, Debug, Default)]
pub struct Node<'t> {
    pub name: &'t str,
    attributes: Vec<(&'t str, Cow<'t, str>)>,
    pub children: Vec<Node<'t>>,
    /// Its text, if it has no children.
    text: Cow<'t, str>,
}

impl<'t> Node<'t> {
    /// The first child of this name.
    pub fn get(&self, name: &str) -> Option<&Node<'t>> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of the first child of this name; empty if there is none.
    pub fn text_of(&self, name: &str) -> &str {
        self.get(name).map_or("", Node::text)
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// The text of a field in the language of this id; fields of shops with one language may have no languages.
    pub fn in_language(&self, name: &str, language: &str) -> &str {
        let Some(field) = self.get(name) else { return "" };
        if field.children.is_empty() {
            return field.text();
        }
        field.children.iter().find(|text| text.attribute("id") == language).map_or("", Node::text)
    }

    /// Sets the text of a field in a language, and leaves the other languages.
    pub fn set_in_language(&mut self, name: &'t str, language: &'t str, value: &'t str) {
        let field = self.child(name);
        field.text = Cow::Borrowed("");
        match field.children.iter_mut().find(|text| text.attribute("id") == language) {
            Some(text) => text.text = Cow::Borrowed(value),
            None => field.children.push(Node {
                name: "language",
                attributes: vec![("id", Cow::Borrowed(language))],
                text: Cow::Borrowed(value),
                ..Node::default()
            }),
        }
    }

    pub fn set(&mut self, name: &'t str, value: &'t str) {
        self.child(name).text = Cow::Borrowed(value);
    }

    fn child(&mut self, name: &'t str) -> &mut Node<'t> {
        let place = self.children.iter().position(|child| child.name == name).unwrap_or_else(|| {
            self.children.push(Node { name, ..Node::default() });
            self.children.len() - 1
        });
        &mut self.children[place]
    }

    /// The element as XML. Only the ids of languages are kept of the attributes: the others are links.
    pub fn write(&self, out: &mut String) {
        out.push('<');
        out.push_str(self.name);
        if self.name == "language" && !self.attribute("id").is_empty() {
            out.push_str(" id=\"");
            escape(self.attribute("id"), out);
            out.push('"');
        }
        out.push('>');
        if self.children.is_empty() {
            escape(&self.text, out);
        }
        self.children.iter().for_each(|child| child.write(out));
        out.push_str("</");
        out.push_str(self.name);
        out.push('>');
    }
}

/// Writes a text. A brace is a reference, so that no text becomes the placeholder of a secret.
fn escape(text: &str, out: &mut String) {
    for part in text.split_inclusive(['&', '<', '>', '"', '{']) {
        let (plain, mark) = match part.char_indices().last() {
            Some((at, '&')) => (&part[..at], "&amp;"),
            Some((at, '<')) => (&part[..at], "&lt;"),
            Some((at, '>')) => (&part[..at], "&gt;"),
            Some((at, '"')) => (&part[..at], "&quot;"),
            Some((at, '{')) => (&part[..at], "&#123;"),
            _ => (part, ""),
        };
        // XML does not allow the other control characters at all.
        if plain.bytes().any(|byte| byte < b' ' && !b"\t\n\r".contains(&byte)) {
            out.extend(plain.chars().filter(|char| *char >= ' ' || "\t\n\r".contains(*char)));
        } else {
            out.push_str(plain);
        }
        out.push_str(mark);
    }
}

/// The root element of a document; none if it is not well-formed.
pub fn parse(text: &str) -> Option<Node<'_>> {
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.halves("<")?;
        if let Some(node) = open.last_mut() {
            add(node, unescaped(before), false);
        }
        if let Some(after) = after.strip_prefix("![CDATA[") {
            let (inside, after) = after.halves("]]>")?;
            add(open.last_mut()?, Cow::Borrowed(inside), true);
            rest = after;
        } else if let Some(after) = after.strip_prefix("!--") {
            rest = after.halves("-->")?.1;
        } else if after.starts_with(['?', '!']) {
            rest = after.halves(">")?.1;
        } else if let Some(after) = after.strip_prefix('/') {
            let (name, after) = after.halves(">")?;
            let node = open.pop().filter(|node| node.name == name.trim_end())?;
            match open.last_mut() {
                Some(parent) => parent.children.push(node),
                None => return Some(node),
            }
            rest = after;
        } else {
            let (node, is_empty, after) = start(after)?;
            if !is_empty {
                open.push(node);
                if open.len() > DEEPEST {
                    return None;
                }
            } else if let Some(parent) = open.last_mut() {
                parent.children.push(node);
            } else {
                return Some(node);
            }
            rest = after;
        }
    }
}

/// Adds a text to an element. White space between elements is none.
fn add<'t>(node: &mut Node<'t>, text: Cow<'t, str>, is_data: bool) {
    if text.is_empty() || !is_data && text.trim().is_empty() {
        return;
    }
    if node.text.is_empty() { node.text = text } else { node.text.to_mut().push_str(&text) }
}

/// A start tag after its `<`: the element, whether it has no content, and what follows.
fn start(text: &str) -> Option<(Node<'_>, bool, &str)> {
    let end = text.find(|char: char| char.is_ascii_whitespace() || matches!(char, '>' | '/'))?;
    let mut node = Node { name: &text[..end], ..Node::default() };
    let mut rest = text[end..].trim_start();
    loop {
        if let Some(after) = rest.strip_prefix("/>") {
            return Some((node, true, after));
        }
        if let Some(after) = rest.strip_prefix('>') {
            return Some((node, false, after));
        }
        let (name, after) = rest.halves("=")?;
        let after = after.trim_start();
        let quote = after.get(..1).filter(|quote| matches!(*quote, "\"" | "'"))?;
        let (value, after) = after[1..].halves(quote)?;
        node.attributes.push((name.trim(), unescaped(value)));
        rest = after.trim_start();
    }
}

/// The text with references replaced; an unknown one stays.
fn unescaped(text: &str) -> Cow<'_, str> {
    let Some((before, mut rest)) = text.halves("&") else { return Cow::Borrowed(text) };
    let mut out = before.to_owned();
    loop {
        let reference = rest.halves(";").and_then(|(name, after)| Some((character(name)?, after)));
        match reference {
            Some((char, after)) => {
                out.push(char);
                rest = after;
            }
            None => out.push('&'),
        }
        match rest.halves("&") {
            Some((before, after)) => {
                out.push_str(before);
                rest = after;
            }
            None => {
                out.push_str(rest);
                return Cow::Owned(out);
            }
        }
    }
}

fn character(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_document_is_read_and_written() {
        let text = "<?xml version=\"1.0\"?>\n<!-- x --><a>\n <b id='1' link=\"x&amp;y\"><![CDATA[<p>1 & 2</p>]]></b>\n <c/>\
            <d>&lt;i&gt; &#322;&#x142; &nbsp;</d><name><language id=\"2\">x</language></name></a>";
        let node = parse(text).expect("XML");
        assert_eq!(
            (node.text_of("b"), node.text_of("c"), node.text_of("d")),
            ("<p>1 & 2</p>", "", "<i> łł &nbsp;")
        );
        assert_eq!(node.in_language("name", "2"), "x");
        let mut out = String::new();
        node.write(&mut out);
        assert_eq!(
            out,
            "<a><b>&lt;p&gt;1 &amp; 2&lt;/p&gt;</b><c></c><d>&lt;i&gt; łł &amp;nbsp;</d><name><language id=\"2\">x</language></name></a>"
        );
    }

    #[test]
    fn a_changed_text_leaves_the_other_languages() {
        let mut node = parse("<a><n><language id=\"1\">x</language><language id=\"2\">y</language></n></a>")
            .expect("XML");
        node.set_in_language("n", "2", "{secret:key}\u{1}");
        node.set_in_language("m", "1", "z");
        let mut out = String::new();
        node.write(&mut out);
        assert_eq!(
            out,
            "<a><n><language id=\"1\">x</language><language id=\"2\">&#123;secret:key}</language></n><m><language id=\"1\">z</language></m></a>"
        );
    }

    #[test]
    fn what_is_not_xml_is_refused() {
        for text in ["", "x", "<a>", "<a></b>", "<a x></a>", "<a x=1/>", "<a><![CDATA[</a>", "</a>"] {
            assert!(parse(text).is_none(), "{text}");
        }
        assert!(parse(&"<a>".repeat(100)).is_none());
    }
}
