//! A small reader and writer of XML: elements, attributes, text and CDATA.

use std::fmt::Write as _;

/// An element.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Node>,
    pub text: String,
}

impl Node {
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    pub fn text(name: &str, text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::new(name) }
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.attributes.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn holding(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    pub fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The document with this element as its root.
    pub fn document(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        self.write(&mut text);
        text.push('\n');
        text
    }

    fn write(&self, out: &mut String) {
        let _ = write!(out, "<{}", self.name);
        for (name, value) in &self.attributes {
            let value = value.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
            let _ = write!(out, " {name}=\"{value}\"");
        }
        out.push('>');
        if !self.text.is_empty() || self.children.is_empty() {
            let _ = write!(out, "<![CDATA[{}]]>", self.text.replace("]]>", "]]]]><![CDATA[>"));
        }
        for child in &self.children {
            child.write(out);
        }
        let _ = write!(out, "</{}>", self.name);
    }
}

/// The root of a document, or why it is not XML.
pub fn parse(text: &str) -> Result<Node, String> {
    let mut open = vec![Node::default()];
    let mut rest = text;
    while !rest.is_empty() {
        let top = open.last_mut().ok_or("an end without a start")?;
        if let Some(after) = rest.strip_prefix("<![CDATA[") {
            let (data, after) = after.split_once("]]>").ok_or("CDATA without an end")?;
            top.text.push_str(data);
            rest = after;
        } else if let Some(after) = rest.strip_prefix("<!--") {
            rest = after.split_once("-->").ok_or("a comment without an end")?.1;
        } else if rest.starts_with("<!") {
            return Err("a document type is not allowed".to_owned());
        } else if let Some(after) = rest.strip_prefix("<?") {
            rest = after.split_once("?>").ok_or("an instruction without an end")?.1;
        } else if let Some(after) = rest.strip_prefix("</") {
            let (name, after) = after.split_once('>').ok_or("a tag without an end")?;
            let node =
                open.pop().filter(|node| node.name == name.trim()).ok_or("an end of another element")?;
            open.last_mut().ok_or("an end without a start")?.children.push(tidy(node));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('<') {
            let (tag, after) = after.split_once('>').ok_or("a tag without an end")?;
            let node = start(tag.trim_end_matches('/'))?;
            if tag.ends_with('/') {
                top.children.push(node);
            } else {
                open.push(node);
            }
            rest = after;
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            top.text.push_str(&unescape(&rest[..end])?);
            rest = &rest[end..];
        }
    }
    let root = open.pop().filter(|_| open.is_empty()).ok_or("an element without an end")?;
    let outside = !root.text.trim().is_empty();
    let mut elements = root.children.into_iter();
    match (elements.next(), elements.next(), outside) {
        (Some(root), None, false) => Ok(root),
        _ => Err("not one root".to_owned()),
    }
}

/// Elements with children have no text of their own.
fn tidy(mut node: Node) -> Node {
    if !node.children.is_empty() {
        node.text.clear();
    }
    node
}

fn start(tag: &str) -> Result<Node, String> {
    let (name, mut rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let is_name = |name: &str| !name.is_empty() && !name.contains(['<', '&', '"', '\'', '=']);
    if !is_name(name) {
        return Err("not a name".to_owned());
    }
    let mut node = Node::new(name);
    while !rest.trim().is_empty() {
        let (name, value) = rest.split_once('=').ok_or("an attribute without a value")?;
        let value = value.trim_start();
        let quote =
            value.chars().next().filter(|sign| ['"', '\''].contains(sign)).ok_or("a value without quotes")?;
        let (value, after) = value[1..].split_once(quote).ok_or("a value without an end")?;
        node.attributes.push((name.trim().to_owned(), unescape(value)?));
        rest = after;
    }
    Ok(node)
}

fn unescape(text: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        let (name, after) = after.split_once(';').ok_or("an ampersand that is not escaped")?;
        plain.push_str(before);
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = name.strip_prefix('#').ok_or_else(|| format!("Entity '{name}' not defined"))?;
                let hex = number.strip_prefix('x').map(|hex| u32::from_str_radix(hex, 16));
                let code = hex.unwrap_or_else(|| number.parse());
                code.ok().and_then(char::from_u32).ok_or("not a character")?
            }
        });
        rest = after;
    }
    Ok(plain + rest)
}
