//! The meaningful parts of a page, in the order of its tags.
//!
//! A page is read as a sequence of tags and texts and not as a tree: building the tree of a hostile page can take
//! minutes. Reading also stops at a time limit and keeps what was found so far.

mod property;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Time limit; ordinary pages take some milliseconds.
const LONGEST: Duration = Duration::from_secs(2);
/// Bytes that are read between two checks of the clock.
const PIECE: usize = 8 * 1024;
/// Characters of one part of a page; anything longer is not a heading or an address.
const PART_CHARS: usize = 4_000;
/// Most parts of a page.
const MOST_PARTS: usize = 20_000;
/// Most characters of the page's text.
const TEXT_CHARS: usize = 200_000;
/// Values of `rel` for icons.
const ICON_RELS: [&str; 3] = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed"];
/// An intended line break; elsewhere blanks are just blanks.
pub const LINE_BREAK: char = '\u{2028}';

/// A part of a page.
#[derive(Debug, PartialEq)]
pub enum Part {
    /// The language of the page.
    Language(String),
    Title(String),
    /// Name and content.
    Meta(String, String),
    /// JSON-LD.
    Data(String),
    Address(String),
    /// Level and text.
    Heading(u8, String),
    Paragraph(String),
    /// Address, text and `rel`.
    Link(String, String, String),
    /// The canonical address.
    Canonical(String),
    /// An icon of the site: address, `rel` in lower case, and `sizes`.
    Icon(String, String, String),
    /// A fact that the page marks with microdata, RDFa or hCard.
    Property(Property, String),
    /// The alternative text of a logo.
    Logo(String),
    /// The last part: the text of the page, with a line break around each block.
    Text(String),
}

pub use property::Property;

/// The parts of a page, in the order in which they end.
pub fn parts(html: &str) -> Vec<Part> {
    let until = Instant::now() + LONGEST;
    let tokenizer = Tokenizer::new(Parts::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    let mut rest = html;
    while !rest.is_empty() && Instant::now() < until {
        let (piece, after) = rest.split_at(rest.ceil_char_boundary(PIECE));
        input.push_back(StrTendril::from_slice(piece));
        // Scripts are not run, so the tokenizer never waits.
        let _ = tokenizer.feed(&input);
        rest = after;
    }
    tokenizer.end();
    let mut open = tokenizer.sink.0.into_inner();
    open.finish_all();
    open.found
}

/// The kind of an open part.
#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Title,
    Data,
    Address,
    Heading(u8),
    Paragraph,
    /// Address and `rel`.
    Link(String, String),
    /// What is marked, and the name of its element.
    Property(Property, String),
}

#[derive(Default)]
struct Parts(RefCell<Open>);

#[derive(Default)]
struct Open {
    found: Vec<Part>,
    /// Open parts, at most one of each kind.
    open: Vec<(Kind, String)>,
    /// Within a script or a style.
    raw: bool,
    /// The text of the page.
    text: String,
}

impl TokenSink for Parts {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut open = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => return open.begin(&tag),
                TagKind::EndTag => open.end(&tag.name),
            },
            Token::CharacterTokens(text) => open.read(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Open {
    fn begin(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let attribute = |name: &str| {
            let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name);
            found.map(|attribute| attribute.value.to_string())
        };
        // Lines and cells are separated, whatever element they use.
        self.text(if &*tag.name == "br" { "\u{2028}" } else { " " });
        self.break_line(&tag.name);
        match property::marked(tag) {
            Some((property, Some(value))) => self.push(Part::Property(property, value)),
            Some((property, None)) => self.start(Kind::Property(property, tag.name.to_string())),
            None => {}
        }
        match &*tag.name {
            "html" => self.push(Part::Language(attribute("lang").unwrap_or_default())),
            "meta" => {
                let name = attribute("name").or(attribute("property")).unwrap_or_default();
                let content = attribute("content").unwrap_or_default();
                self.push(Part::Meta(name.to_ascii_lowercase(), content));
            }
            "title" => {
                self.start(Kind::Title);
                return TokenSinkResult::RawData(RawKind::Rcdata);
            }
            "textarea" => return TokenSinkResult::RawData(RawKind::Rcdata),
            "script" => {
                if attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("application/ld+json")) {
                    self.start(Kind::Data);
                }
                self.raw = true;
                return TokenSinkResult::RawData(RawKind::ScriptData);
            }
            "style" | "iframe" | "noembed" | "noframes" | "xmp" => {
                self.raw = true;
                return TokenSinkResult::RawData(RawKind::Rawtext);
            }
            "address" => self.start(Kind::Address),
            "img" => {
                if let Some(alt) = property::logo(tag) {
                    self.push(Part::Logo(alt));
                }
            }
            "p" => self.start(Kind::Paragraph),
            "a" => {
                let [href, rel] = ["href", "rel"].map(|name| attribute(name).unwrap_or_default());
                self.start(Kind::Link(href, rel));
            }
            "link" if attribute("rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) => {
                self.push(Part::Canonical(attribute("href").unwrap_or_default()));
            }
            "link" => {
                let [href, rel, sizes] =
                    ["href", "rel", "sizes"].map(|name| attribute(name).unwrap_or_default());
                let rel = rel.to_ascii_lowercase();
                if rel.split_ascii_whitespace().any(|word| ICON_RELS.contains(&word)) {
                    self.push(Part::Icon(href, rel, sizes));
                }
            }
            name => {
                if let Some(level) = level(name) {
                    self.start(Kind::Heading(level));
                }
            }
        }
        TokenSinkResult::Continue
    }

    fn end(&mut self, name: &str) {
        self.raw = false;
        self.break_line(name);
        let marked = self.open.iter().find_map(|(kind, _)| match kind {
            Kind::Property(property, element) if element == name => Some(*property),
            _ => None,
        });
        if let Some(property) = marked {
            self.finish(&Kind::Property(property, String::new()));
        }
        match name {
            "title" => self.finish(&Kind::Title),
            "script" => self.finish(&Kind::Data),
            "address" => self.finish(&Kind::Address),
            "p" => self.finish(&Kind::Paragraph),
            "a" => self.finish(&Kind::Link(String::new(), String::new())),
            name => match level(name) {
                Some(level) => self.finish(&Kind::Heading(level)),
                None => self.text(" "),
            },
        }
    }

    fn push(&mut self, part: Part) {
        if self.found.len() < MOST_PARTS {
            self.found.push(part);
        }
    }

    fn start(&mut self, kind: Kind) {
        self.finish(&kind);
        self.open.push((kind, String::new()));
    }

    fn text(&mut self, text: &str) {
        for (kind, collected) in &mut self.open {
            let is_data = *kind == Kind::Data;
            if self.raw == is_data && (is_data || collected.len() < PART_CHARS) {
                collected.push_str(text);
            }
        }
    }

    /// Adds text to the page and to the open parts.
    fn read(&mut self, text: &str) {
        let in_title = self.open.iter().any(|(kind, _)| *kind == Kind::Title);
        if !self.raw && !in_title && self.text.len() < TEXT_CHARS {
            self.text.push_str(text);
        }
        self.text(text);
    }

    /// Block elements break the text; inline elements do not.
    fn break_line(&mut self, name: &str) {
        const INLINE: [&str; 16] = [
            "a", "abbr", "b", "code", "em", "i", "label", "mark", "q", "s", "small", "span", "strong", "sub",
            "sup", "u",
        ];
        if !INLINE.contains(&name) && self.text.len() < TEXT_CHARS {
            self.text.push(LINE_BREAK);
        }
    }

    fn finish(&mut self, kind: &Kind) {
        let same = |open: &Kind| std::mem::discriminant(open) == std::mem::discriminant(kind);
        let Some(index) = self.open.iter().position(|(open, _)| same(open)) else { return };
        let (kind, text) = self.open.remove(index);
        self.push(match kind {
            Kind::Title => Part::Title(text),
            Kind::Data => Part::Data(text),
            Kind::Address => Part::Address(text),
            Kind::Heading(level) => Part::Heading(level, text),
            Kind::Paragraph => Part::Paragraph(text),
            Kind::Link(there, rel) => Part::Link(there, text, rel),
            Kind::Property(property, _) => Part::Property(property, text),
        });
    }

    fn finish_all(&mut self) {
        while let Some((kind, _)) = self.open.first().cloned() {
            self.finish(&kind);
        }
        self.found.push(Part::Text(std::mem::take(&mut self.text)));
    }
}

/// The level of a heading tag.
fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', level @ b'1'..=b'6'] => Some(level - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
