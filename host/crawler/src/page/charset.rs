//! The charset of a document, as the HTML standard finds it: byte order mark, Content-Type, `meta`, and then a guess.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::memmem;

use super::{
    names::{Name, Tag},
    tokens::{Token, Tokens},
};

/// The bytes that are searched for a `meta`.
const PRESCANNED: usize = 1_024;
/// The bytes from which a charset is guessed.
const GUESSED: usize = 16_384;

/// The document as text; damaged sequences become U+FFFD.
pub fn decode<'a>(body: &'a [u8], header: &str) -> Cow<'a, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(body) {
        return encoding.decode_without_bom_handling(&body[mark..]).0;
    }
    let declared = Encoding::for_label(header.as_bytes()).or_else(|| declared_in(body));
    // Most documents are UTF-8, and a wrong declaration of another charset is not rare, but readers see what it says.
    declared.unwrap_or_else(|| guess(body)).decode_without_bom_handling(body).0
}

/// Whether a byte order mark says what the charset is.
pub fn has_mark(body: &[u8]) -> bool {
    Encoding::for_bom(body).is_some()
}

/// The charset of a `meta` in the first bytes.
fn declared_in(body: &[u8]) -> Option<&'static Encoding> {
    let start = &body[..body.len().min(PRESCANNED)];
    if memmem::find(start, b"charset").is_none() && memmem::find(start, b"CHARSET").is_none() {
        return None;
    }
    // Names and values of attributes are ASCII, so other bytes may be anything.
    let text = WINDOWS_1252.decode_without_bom_handling(start).0;
    let mut tokens = Tokens::new(&text);
    while let Some(token) = tokens.next() {
        if !matches!(token, Token::Start { tag: Tag::Meta, .. }) {
            continue;
        }
        let attributes = &tokens.attributes;
        let label = match attributes.get(Name::Charset) {
            Some(label) => Some(label.into_owned()),
            None if attributes.is(Name::HttpEquiv, "content-type") => {
                attributes.get(Name::Content).and_then(|content| charset_of(&content).map(str::to_owned))
            }
            None => None,
        };
        if let Some(encoding) = label.and_then(|label| Encoding::for_label(label.as_bytes())) {
            // A document in UTF-16 could not have been read so far.
            return Some(if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding });
        }
    }
    None
}

/// The charset parameter of a media type.
pub fn charset_of(media_type: &str) -> Option<&str> {
    let lower = media_type.to_ascii_lowercase();
    let start = lower.find("charset")? + "charset".len();
    let value = media_type[start..].trim_ascii_start().strip_prefix('=')?.trim_ascii_start();
    let value = value.trim_start_matches(['"', '\'']);
    let end = value.find(|sign: char| sign.is_ascii_whitespace() || matches!(sign, ';' | '"' | '\'' | ','));
    Some(&value[..end.unwrap_or(value.len())])
}

fn guess(body: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(body).is_ok() {
        return UTF_8;
    }
    let start = &body[..body.len().min(GUESSED)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(start, start.len() == body.len());
    detector.guess(None, Utf8Detection::Allow)
}
