//! HTML of shops: as readable text, cleaned for a shop, and compared.

use std::cell::RefCell;

use ammonia::Builder;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::platform::prelude::*;
use crate::workspace::documents;

/// Elements with content that is not a text: a new text would lose it.
const BLOCKS: [&str; 9] = ["table", "iframe", "img", "video", "audio", "object", "embed", "form", "svg"];
/// Elements inside a line.
const INLINE: [&str; 16] = [
    "a", "abbr", "b", "code", "em", "font", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u",
    "wbr",
];

/// A part of HTML, with its whitespace and its notation normalised.
#[derive(Debug, PartialEq)]
enum Piece {
    /// An opening tag with its attributes by name.
    Open(String, Vec<(String, String)>),
    Close(String),
    Text(String),
}

#[derive(Default)]
struct Pieces(RefCell<Vec<Piece>>);

impl TokenSink for Pieces {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut pieces = self.0.borrow_mut();
        match token {
            Token::TagToken(Tag { kind, name, attrs, .. }) => {
                let name = name.to_string();
                pieces.push(match kind {
                    TagKind::EndTag => Piece::Close(name),
                    TagKind::StartTag => {
                        let attributes = attrs
                            .into_iter()
                            .map(|attr| (attr.name.local.to_string(), attr.value.to_string()));
                        let mut attributes: Vec<_> = attributes.collect();
                        attributes.sort();
                        Piece::Open(name, attributes)
                    }
                });
            }
            Token::CharacterTokens(text) => match pieces.last_mut() {
                Some(Piece::Text(before)) => before.push_str(&text),
                _ => pieces.push(Piece::Text(text.to_string())),
            },
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn pieces(html: &str) -> Vec<Piece> {
    let tokenizer = Tokenizer::new(Pieces::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // Scripts are not run, so the tokenizer never waits.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// The readable text, its blocks separated by line breaks.
pub(super) fn plain(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for piece in pieces(html) {
        match piece {
            Piece::Text(part) => text.push_str(&part),
            Piece::Open(name, _) | Piece::Close(name) if !INLINE.contains(&name.as_str()) => text.push('\n'),
            Piece::Open(..) | Piece::Close(_) => {}
        }
    }
    let lines = text.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The names of the elements that hold something else than text, in their order.
pub(super) fn blocks(html: &str) -> Vec<String> {
    let names = pieces(html).into_iter().filter_map(|piece| match piece {
        Piece::Open(name, _) if BLOCKS.contains(&name.as_str()) => Some(name),
        _ => None,
    });
    names.collect()
}

/// Whether two texts of HTML show the same: white space between blocks, the notation of tags and characters, and the order
/// of attributes do not matter.
pub(super) fn same(one: &str, other: &str) -> bool {
    one == other || normal(one) == normal(other)
}

fn normal(html: &str) -> Vec<Piece> {
    let mut normal = Vec::new();
    for piece in pieces(html) {
        match piece {
            Piece::Text(text) => {
                let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let (starts, ends) =
                    (text.starts_with(char::is_whitespace), text.ends_with(char::is_whitespace));
                if !words.is_empty() {
                    let lead = if starts && follows_line(&normal) { " " } else { "" };
                    let tail = if ends { " " } else { "" };
                    normal.push(Piece::Text(format!("{lead}{words}{tail}")));
                } else if follows_line(&normal) && !text.is_empty() {
                    normal.push(Piece::Text(" ".to_owned()));
                }
            }
            Piece::Close(name) if matches!(name.as_str(), "br" | "img" | "hr" | "p") && name != "p" => {}
            piece => {
                // White space before a block is not shown.
                if is_block(&piece)
                    && let Some(Piece::Text(before)) = normal.last_mut()
                {
                    before.truncate(before.trim_end().len());
                    if before.is_empty() {
                        normal.pop();
                    }
                }
                normal.push(piece);
            }
        }
    }
    if let Some(Piece::Text(last)) = normal.last_mut() {
        last.truncate(last.trim_end().len());
        if last.is_empty() {
            normal.pop();
        }
    }
    normal
}

fn is_block(piece: &Piece) -> bool {
    match piece {
        Piece::Open(name, _) | Piece::Close(name) => !INLINE.contains(&name.as_str()),
        Piece::Text(_) => false,
    }
}

/// Whether the last piece belongs to a line, so that white space after it is shown.
fn follows_line(pieces: &[Piece]) -> bool {
    match pieces.last() {
        Some(Piece::Text(text)) => !text.ends_with(' '),
        Some(piece) => !is_block(piece),
        None => false,
    }
}

/// The HTML of a text that a tool wrote: of its own HTML, or of its Markdown; only with these elements.
pub(super) fn made(text: &str, elements: &[String]) -> String {
    let is_html = pieces(text).iter().any(|piece| matches!(piece, Piece::Open(name, _) if is_known(name)));
    let html = if is_html { text.to_owned() } else { documents::html_of(text) };
    clean(&html, elements)
}

fn is_known(name: &str) -> bool {
    matches!(name, "p" | "ul" | "ol" | "li" | "h2" | "h3" | "h4" | "strong" | "em" | "br" | "b" | "div")
}

/// Attributes that any element may keep: they are the shop's own layout.
const ATTRIBUTES: [&str; 8] = ["class", "dir", "height", "id", "lang", "style", "title", "width"];
/// Attributes that only these elements may keep.
const OWN_ATTRIBUTES: [(&str, &[&str]); 7] = [
    ("a", &["href", "rel", "target"]),
    ("iframe", &["allow", "allowfullscreen", "frameborder", "src"]),
    ("img", &["alt", "loading", "src", "srcset"]),
    ("source", &["src", "srcset", "type"]),
    ("td", &["align", "colspan", "rowspan", "valign"]),
    ("th", &["align", "colspan", "rowspan", "scope", "valign"]),
    ("video", &["controls", "poster", "src"]),
];

/// Removes everything but these elements, and attributes that are not layout or an address.
pub(super) fn clean(html: &str, elements: &[String]) -> String {
    let tags: HashSet<&str> = elements.iter().map(String::as_str).collect();
    let own = OWN_ATTRIBUTES.iter().filter(|(tag, _)| tags.contains(tag));
    let own = own.map(|(tag, names)| (*tag, names.iter().copied().collect())).collect();
    let mut builder = Builder::empty();
    builder.tags(tags).link_rel(None).url_schemes(HashSet::from(["https", "http", "mailto", "tel"]));
    builder.url_relative(ammonia::UrlRelative::PassThrough);
    builder.clean_content_tags(HashSet::from(["script", "style"]));
    builder.generic_attributes(HashSet::from(ATTRIBUTES)).tag_attributes(own);
    builder.clean(html).to_string().trim().to_owned()
}

/// The addresses of links, images and frames, in their order.
pub(super) fn addresses(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in pieces(html) {
        if let Piece::Open(_, attributes) = piece {
            let addresses =
                attributes.into_iter().filter(|(name, _)| matches!(name.as_str(), "href" | "src"));
            found.extend(addresses.map(|(_, address)| address));
        }
    }
    found
}

/// Identifies a text for finding duplicates: its words in lower case.
pub(super) fn hash(plain: &str) -> String {
    let words = plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
    hex::encode(&Sha256::digest(words.as_bytes())[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_text_has_its_blocks_in_lines() {
        assert_eq!(
            plain("<p>Kubek  <b>1,5</b> l</p><ul><li>a</li><li>b &amp; c</li></ul>"),
            "Kubek 1,5 l\na\nb & c"
        );
        assert_eq!(plain("a<br>b"), "a\nb");
        assert_eq!(plain("  "), "");
    }

    #[test]
    fn notation_makes_no_difference() {
        for (one, other) in [
            ("<p>a</p>\n<p>b</p>", "<p>a</p><p>b</p>"),
            ("<p>a<br/>b</p>", "<p>a<br>b</p>"),
            ("<P CLASS=x ID=y>a</P>", "<p id=\"y\" class=\"x\">a</p>"),
            ("<p>a &amp; b&nbsp;c</p>", "<p>a & b\u{a0}c</p>"),
            ("<p>  a\n b </p>", "<p>a b</p>"),
            ("<p>a <b>b</b></p>\n", "<p>a <b>b</b></p>"),
        ] {
            assert!(same(one, other), "{one} / {other}: {:?} {:?}", normal(one), normal(other));
        }
        for (one, other) in [
            ("<p>a</p>", "<p>b</p>"),
            ("<p>a</p>", "a"),
            ("<p>a <b>b</b></p>", "<p>a<b>b</b></p>"),
            ("<p class=x>a</p>", "<p>a</p>"),
            ("<p>a</p><p>b</p>", "<p>a b</p>"),
        ] {
            assert!(!same(one, other), "{one} / {other}");
        }
    }

    #[test]
    fn only_elements_of_the_shop_are_left() {
        let elements = ["p", "ul", "li", "strong", "a", "img"].map(str::to_owned);
        assert_eq!(
            clean("<p onclick=x>a<script>b</script> <i>c</i></p><img src=\"/x.png\" onerror=y>", &elements),
            "<p>a c</p><img src=\"/x.png\">"
        );
        assert_eq!(clean("<a href=\"javascript:alert(1)\" class=b>a</a>", &elements), "<a class=\"b\">a</a>");
        assert_eq!(made("Ala\n\n* a\n* b", &elements), "<p>Ala</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>");
        assert_eq!(made("<p>Ala</p>", &elements), "<p>Ala</p>");
        assert_eq!(made("a < b", &elements), "<p>a &lt; b</p>");
    }

    #[test]
    fn blocks_are_found() {
        assert_eq!(addresses("<a href=/a>x</a><img src='/b.png'>"), ["/a", "/b.png"]);
        assert_eq!(blocks("<p>a</p><table><tr><td>1</td></tr></table><IMG src=x>"), ["table", "img"]);
    }
}
