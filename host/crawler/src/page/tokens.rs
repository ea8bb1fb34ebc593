//! A tokenizer of HTML over a decoded document. It follows the HTML standard's states, and skips what no fact needs: the
//! content of comments and doctypes.
//!
//! Each byte is read once, except those of `<` in texts, so that the work is linear.

use std::borrow::Cow;

use memchr::{memchr, memchr2, memmem};

use super::names::{Name, Tag};

/// Attributes of an element that are kept; the standard has no limit.
const ATTRIBUTES: usize = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Doctype,
    /// A start tag, whose attributes are in [`Tokens::attributes`].
    Start {
        tag: Tag,
        name: &'a str,
        closed: bool,
        at: usize,
    },
    End {
        tag: Tag,
        name: &'a str,
    },
    /// A part of a text, in which entities are not decoded.
    Text {
        raw: &'a str,
        at: usize,
    },
    /// Text without entities, of CDATA.
    Plain {
        raw: &'a str,
        at: usize,
    },
}

/// How the content of an element is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Up to the end tag.
    Raw,
    /// As `Raw`, with the rules for scripts in comments.
    Script,
    /// To the end of the document.
    Rest,
}

#[derive(Clone, Copy, Debug)]
pub struct Attribute<'a> {
    pub name: Name,
    raw: &'a str,
}

/// The attributes of a start tag. The first of several with one name counts.
#[derive(Debug, Default)]
pub struct Attributes<'a> {
    all: Vec<Attribute<'a>>,
}

impl<'a> Attributes<'a> {
    pub fn raw(&self, name: Name) -> Option<&'a str> {
        self.all.iter().find(|attribute| attribute.name == name).map(|attribute| attribute.raw)
    }

    pub fn has(&self, name: Name) -> bool {
        self.raw(name).is_some()
    }

    pub fn get(&self, name: Name) -> Option<Cow<'a, str>> {
        self.raw(name).map(decoded)
    }

    /// The value without white space around it; none if it is empty.
    pub fn filled(&self, name: Name) -> Option<Cow<'a, str>> {
        let value = match self.get(name)? {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_ascii()),
            Cow::Owned(text) => Cow::Owned(text.trim_ascii().to_owned()),
        };
        (!value.is_empty()).then_some(value)
    }

    pub fn is(&self, name: Name, value: &str) -> bool {
        self.raw(name).is_some_and(|raw| raw.trim_ascii().eq_ignore_ascii_case(value))
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

fn decoded(raw: &str) -> Cow<'_, str> {
    if memchr(b'&', raw.as_bytes()).is_none() { Cow::Borrowed(raw) } else { htmlize::unescape_attribute(raw) }
}

pub struct Tokens<'a> {
    document: &'a str,
    at: usize,
    /// Whether `<![CDATA[` begins a text, as in SVG.
    pub foreign: bool,
    pub attributes: Attributes<'a>,
}

impl<'a> Tokens<'a> {
    pub fn new(document: &'a str) -> Self {
        Self { document, at: 0, foreign: false, attributes: Attributes::default() }
    }

    /// The offset at which the last token ends.
    pub fn end(&self) -> usize {
        self.at
    }

    /// Reads the content of the element `name`, whose start tag was the last token, up to its end tag, and the offset of
    /// that content.
    pub fn content(&mut self, content: Content, name: &str) -> (&'a str, usize) {
        let (start, rest) = (self.at, &self.document[self.at..]);
        self.at += match content {
            Content::Rest => rest.len(),
            Content::Script => end_of_script(rest.as_bytes()),
            Content::Raw => end_of_raw(rest.as_bytes(), name.as_bytes()),
        };
        (&self.document[start..self.at], start)
    }

    pub fn next(&mut self) -> Option<Token<'a>> {
        let bytes = self.document.as_bytes();
        while self.at < bytes.len() {
            let start = self.at;
            if bytes[start] == b'<' {
                match self.markup() {
                    Markup::Token(token) => return Some(token),
                    Markup::Skipped => continue,
                    Markup::Text => {}
                }
            }
            let from = self.at.max(start + 1);
            self.at = memchr(b'<', &bytes[from..]).map_or(bytes.len(), |found| from + found);
            return Some(Token::Text { raw: &self.document[start..self.at], at: start });
        }
        None
    }

    /// What begins with the `<` at the current place.
    fn markup(&mut self) -> Markup<'a> {
        let bytes = self.document.as_bytes();
        let start = self.at;
        match bytes.get(start + 1) {
            Some(b'a'..=b'z' | b'A'..=b'Z') => {
                self.at = start + 1;
                let name = self.tag_name();
                let Some(closed) = self.read_attributes() else { return Markup::Skipped };
                Markup::Token(Token::Start { tag: Tag::of(name), name, closed, at: start })
            }
            Some(b'/') => match bytes.get(start + 2) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => {
                    self.at = start + 2;
                    let name = self.tag_name();
                    if self.read_attributes().is_none() {
                        return Markup::Skipped;
                    }
                    Markup::Token(Token::End { tag: Tag::of(name), name })
                }
                Some(_) => self.skip_to(b'>'),
                None => Markup::Text,
            },
            Some(b'!') => self.declaration(),
            Some(b'?') => self.skip_to(b'>'),
            _ => Markup::Text,
        }
    }

    fn declaration(&mut self) -> Markup<'a> {
        let rest = &self.document.as_bytes()[self.at + 2..];
        if rest.starts_with(b"--") {
            return self.comment();
        }
        if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            self.skip_to(b'>');
            return Markup::Token(Token::Doctype);
        }
        if self.foreign && rest.starts_with(b"[CDATA[") {
            let start = self.at + 9;
            let end = memmem::find(&rest[7..], b"]]>").map_or(self.document.len(), |found| start + found);
            self.at = (end + 3).min(self.document.len());
            return Markup::Token(Token::Plain { raw: &self.document[start..end], at: start });
        }
        self.skip_to(b'>')
    }

    /// Skips a comment, which `-->`, `--!>`, `<!-->` or `<!--->` ends.
    fn comment(&mut self) -> Markup<'a> {
        let bytes = self.document.as_bytes();
        let mut from = self.at + 4;
        for end in [&b">"[..], b"->"] {
            if bytes[from..].starts_with(end) {
                self.at = from + end.len();
                return Markup::Skipped;
            }
        }
        let start = from;
        while let Some(found) = memchr(b'>', &bytes[from..]) {
            let end = from + found;
            let content = &bytes[start..end];
            if content.ends_with(b"--") || content.ends_with(b"--!") {
                self.at = end + 1;
                return Markup::Skipped;
            }
            from = end + 1;
        }
        self.at = bytes.len();
        Markup::Skipped
    }

    fn skip_to(&mut self, end: u8) -> Markup<'a> {
        let bytes = self.document.as_bytes();
        self.at = memchr(end, &bytes[self.at..]).map_or(bytes.len(), |found| self.at + found + 1);
        Markup::Skipped
    }

    fn tag_name(&mut self) -> &'a str {
        let start = self.at;
        self.skip_while(|byte| !matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>'));
        &self.document[start..self.at]
    }

    fn skip_while(&mut self, accept: impl Fn(u8) -> bool) {
        let rest = &self.document.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| !accept(*byte)).unwrap_or(rest.len());
    }

    /// Reads to the end of the tag, and whether it closes itself; none if the document ends before.
    fn read_attributes(&mut self) -> Option<bool> {
        let bytes = self.document.as_bytes();
        self.attributes.all.clear();
        loop {
            self.skip_while(|byte| is_space(byte) || byte == b'/');
            if *bytes.get(self.at)? == b'>' {
                self.at += 1;
                return Some(bytes[self.at - 2] == b'/');
            }
            let start = self.at;
            // An equals sign at the beginning belongs to the name.
            self.at += 1;
            self.skip_while(|byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='));
            let name = self.document.get(start..self.at).unwrap_or_default();
            self.skip_while(is_space);
            let mut raw = "";
            if *bytes.get(self.at)? == b'=' {
                self.at += 1;
                self.skip_while(is_space);
                match *bytes.get(self.at)? {
                    b'>' => {
                        self.at += 1;
                        self.keep(name, raw);
                        return Some(false);
                    }
                    _ => raw = self.value()?,
                }
            }
            self.keep(name, raw);
        }
    }

    fn value(&mut self) -> Option<&'a str> {
        let bytes = self.document.as_bytes();
        let start = self.at;
        if let quote @ (b'"' | b'\'') = bytes[start] {
            let Some(length) = memchr(quote, &bytes[start + 1..]) else {
                self.at = bytes.len();
                return None;
            };
            self.at = start + 1 + length + 1;
            return Some(&self.document[start + 1..start + 1 + length]);
        }
        self.skip_while(|byte| !is_space(byte) && byte != b'>');
        Some(&self.document[start..self.at])
    }

    fn keep(&mut self, name: &str, raw: &'a str) {
        let name = Name::of(name);
        if name != Name::Other && self.attributes.all.len() < ATTRIBUTES {
            self.attributes.all.push(Attribute { name, raw });
        }
    }
}

enum Markup<'a> {
    Token(Token<'a>),
    Skipped,
    /// The `<` is a letter of a text.
    Text,
}

pub fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// Whether a tag with this name begins at the start of `rest`, which follows `<` or `</`.
fn is_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && rest.get(name.len()).is_some_and(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'))
}

fn end_of_raw(bytes: &[u8], name: &[u8]) -> usize {
    let mut from = 0;
    while let Some(found) = memchr(b'<', &bytes[from..]) {
        let at = from + found;
        if bytes.get(at + 1) == Some(&b'/') && is_tag(&bytes[at + 2..], name) {
            return at;
        }
        from = at + 1;
    }
    bytes.len()
}

/// A script in a comment may contain `<script>`, whose end tag does not end the outer one.
fn end_of_script(bytes: &[u8]) -> usize {
    let (mut from, mut escaped, mut inner) = (0, false, false);
    while let Some(found) = memchr2(b'<', b'-', &bytes[from..]) {
        let at = from + found;
        let rest = &bytes[at..];
        from = at + 1;
        if rest.starts_with(b"-->") {
            (escaped, inner) = (false, false);
        } else if rest.starts_with(b"<!--") && !escaped {
            // The dashes may be those of the end: `<!-->`.
            (escaped, from) = (true, at + 2);
        } else if rest.starts_with(b"</") && is_tag(&rest[2..], b"script") {
            if !inner {
                return at;
            }
            inner = false;
        } else if escaped && rest[0] == b'<' && is_tag(&rest[1..], b"script") {
            inner = true;
        }
    }
    bytes.len()
}
