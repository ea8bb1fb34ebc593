//! Decodes a page from any character set.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1250, WINDOWS_1252};

/// Bytes at the start of a page that are searched for its declared character set.
const PRESCAN: usize = 1024;

/// Decodes a page by its byte order mark, its header, its declaration, or else by a guess from the bytes.
pub(super) fn decode(bytes: &[u8], content_type: &str, polish: bool) -> String {
    let known = charset(content_type.as_bytes()).or_else(|| charset(&bytes[..bytes.len().min(PRESCAN)]));
    let guess = match std::str::from_utf8(bytes) {
        Ok(_) => UTF_8,
        Err(_) if polish => WINDOWS_1250,
        Err(_) => WINDOWS_1252,
    };
    known.unwrap_or(guess).decode(bytes).0.into_owned()
}

/// The name after `charset=`.
fn charset(text: &[u8]) -> Option<&'static Encoding> {
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    let name = text.split("charset").nth(1)?.trim_start().strip_prefix('=')?;
    let name = name.trim_start().trim_start_matches(['"', '\'']);
    Encoding::for_label(name.split(['"', '\'', ';', ' ', '>', '/']).next()?.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polish_letters_are_decoded_from_every_encoding() {
        let latin2 = b"<meta http-equiv=Content-Type content=\"text/html; charset=iso-8859-2\">\xb1\xbf";
        assert!(decode(latin2, "text/html", false).ends_with("ąż"));
        assert_eq!(decode(b"\xb9\xbf", "text/html; charset=\"windows-1250\"", false), "ąż");
        assert_eq!(decode(b"\xb9\xbf", "text/html", true), "ąż");
        assert_eq!(decode("ąż".as_bytes(), "text/html", true), "ąż");
        assert_eq!(decode(b"\xe9t\xe9", "", false), "été");
    }
}
