//! Removes the secrets of connections from responses. A malicious server can always encode a secret so that it is not
//! recognised; it has the secret anyway. This is for servers that echo what they received: plain, or as JSON, URLs,
//! HTML, Base64 or hexadecimal.

use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use crate::connections::Opened;
use crate::platform::error::{Problem, Result};

/// The replacement of a secret.
const MARK: &[u8] = b"[secret]";

/// Finds the secrets of a run.
pub(super) struct Redactor(AhoCorasick);

impl Redactor {
    /// `None` if there are no secrets.
    pub fn new(connections: &[&Opened]) -> Result<Option<Self>> {
        let mut needles = Vec::new();
        for (connection, secret) in connections.iter().flat_map(|c| c.secrets.values().map(move |s| (c, s))) {
            needles.extend(forms(secret));
            let basic = match connection.login.as_str() {
                "" => format!("{secret}:"),
                login => format!("{login}:{secret}"),
            };
            needles.push(STANDARD_NO_PAD.encode(basic).into_bytes());
        }
        if needles.is_empty() {
            return Ok(None);
        }
        let finder = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::LeftmostLongest)
            .build(needles);
        finder.map(|finder| Some(Self(finder))).map_err(Problem::internal)
    }

    /// Returns the bytes without secrets.
    pub fn clean(&self, bytes: &[u8]) -> Vec<u8> {
        let mut found: Vec<Range<usize>> = self.0.find_iter(bytes).map(|found| found.range()).collect();
        let mut view = View::of(bytes);
        // Twice: escapes may be nested.
        for _ in 0..2 {
            found.extend(self.0.find_iter(&view.bytes).map(|found| view.source(found.range())));
            view = view.again();
        }
        if found.is_empty() {
            return bytes.to_vec();
        }
        found.sort_by_key(|range| range.start);
        let (mut clean, mut at) = (Vec::with_capacity(bytes.len()), 0);
        for range in found {
            if range.start >= at {
                clean.extend_from_slice(&bytes[at..range.start]);
                clean.extend_from_slice(MARK);
            }
            at = at.max(range.end);
        }
        clean.extend_from_slice(&bytes[at..]);
        clean
    }
}

/// The encodings of a secret, beside the escapes that a [`View`] decodes.
fn forms(secret: &str) -> Vec<Vec<u8>> {
    let bytes = secret.as_bytes();
    let mut forms = vec![bytes.to_vec(), hex::encode(bytes).into_bytes()];
    // A plugin may request a response in UTF-16.
    forms.push(secret.encode_utf16().flat_map(u16::to_le_bytes).collect());
    forms.push(secret.encode_utf16().flat_map(u16::to_be_bytes).collect());
    if secret.contains(' ') {
        forms.push(secret.replace(' ', "+").into_bytes());
    }
    // Inside a longer text a secret has three Base64 forms, by its offset; the characters that depend on its
    // neighbours are cut off.
    for offset in 0..3 {
        let padded = [vec![0; offset], bytes.to_vec()].concat();
        let start = [0, 2, 3][offset];
        let end = padded.len() * 8 / 6;
        for encoded in [STANDARD_NO_PAD.encode(&padded), URL_SAFE_NO_PAD.encode(&padded)] {
            forms.push(encoded.as_bytes()[start..end].to_vec());
        }
    }
    forms
}

/// Bytes with their escapes decoded, and their source positions.
struct View {
    bytes: Vec<u8>,
    /// The source position of each byte, and at the end the source's length.
    starts: Vec<usize>,
}

impl View {
    fn of(source: &[u8]) -> Self {
        let starts: Vec<usize> = (0..=source.len()).collect();
        Self { bytes: source.to_vec(), starts }.again()
    }

    /// Decodes the escapes once more.
    fn again(&self) -> Self {
        let (mut bytes, mut starts) = (Vec::with_capacity(self.bytes.len()), Vec::new());
        let mut at = 0;
        while at < self.bytes.len() {
            let (byte, length) = unescaped(&self.bytes[at..]).unwrap_or((self.bytes[at], 1));
            bytes.push(byte);
            starts.push(self.starts[at]);
            at += length;
        }
        starts.push(self.starts[self.bytes.len()]);
        Self { bytes, starts }
    }

    fn source(&self, range: Range<usize>) -> Range<usize> {
        self.starts[range.start]..self.starts[range.end]
    }
}

/// The byte of an escape at the start, and the escape's length.
fn unescaped(text: &[u8]) -> Option<(u8, usize)> {
    let hexadecimal = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    match text {
        [b'%', high, low, ..] => Some((hexadecimal(&[*high, *low])?, 3)),
        [b'\\', b'u', b'0', b'0', high, low, ..] => Some((hexadecimal(&[*high, *low])?, 6)),
        [b'\\', b'x', high, low, ..] => Some((hexadecimal(&[*high, *low])?, 4)),
        [b'\\', char, ..] if char.is_ascii_punctuation() => Some((*char, 2)),
        [b'&', b'#', ..] => {
            let end = text.iter().take(10).position(|byte| *byte == b';')?;
            let number = std::str::from_utf8(&text[2..end]).ok()?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            Some((u8::try_from(code).ok()?, end + 1))
        }
        [b'&', ..] => {
            const NAMED: [(&[u8], u8); 5] =
                [(b"&amp;", b'&'), (b"&lt;", b'<'), (b"&gt;", b'>'), (b"&quot;", b'"'), (b"&apos;", b'\'')];
            let found = NAMED.iter().find(|(name, _)| text.starts_with(name));
            found.map(|(name, char)| (*char, name.len()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};

    use super::*;

    const SECRET: &str = "s3cr&t/\"tok+en>?";

    fn redactor() -> Redactor {
        let secrets = [("token".to_owned(), SECRET.to_owned())].into();
        let connection = Opened { login: "jan".into(), secrets, ..Opened::default() };
        Redactor::new(&[&connection]).expect("it can be built").expect("there is a secret")
    }

    #[test]
    fn a_secret_is_removed_in_every_encoding() {
        let everything: String = SECRET.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let json = serde_json::to_string(SECRET).expect("JSON");
        let unicode: String = SECRET.bytes().map(|byte| format!("\\u00{byte:02X}")).collect();
        let entities: String = SECRET.bytes().map(|byte| format!("&#x{byte:x};")).collect();
        let decimal: String = SECRET.bytes().map(|byte| format!("&#{byte};")).collect();
        let url: String = url::form_urlencoded::byte_serialize(SECRET.as_bytes()).collect();
        let twice: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
        let written = [
            SECRET.to_owned(),
            SECRET.to_uppercase(),
            everything,
            json.trim_matches('"').replace('/', "\\/"),
            unicode,
            entities,
            decimal,
            url,
            twice,
            SECRET.replace('&', "&amp;").replace('"', "&quot;").replace('>', "&gt;"),
            hex::encode(SECRET),
            hex::encode_upper(SECRET),
            STANDARD.encode(format!("jan:{SECRET}")),
            STANDARD.encode(format!("{{\"t\":\"{SECRET}\"}}")),
            STANDARD.encode(format!("ab{SECRET}cd")),
            STANDARD.encode(SECRET),
            URL_SAFE.encode(SECRET),
        ];
        for text in written {
            let clean = redactor().clean(format!("before \"{text}\" after {text}").as_bytes());
            let clean = String::from_utf8(clean).expect("UTF-8");
            assert_eq!(clean.matches("[secret]").count(), 2, "{text}: {clean}");
            assert!(clean.starts_with("before \"") && clean.contains("\" after "), "{text}: {clean}");
            let left: String = clean.replace("[secret]", "").chars().collect();
            assert!(left.len() < 50, "{text}: {clean}");
        }
    }

    #[test]
    fn w5_a_secret_in_utf_16_is_removed() {
        let text = format!("a {SECRET} b");
        for encode in [u16::to_le_bytes, u16::to_be_bytes] {
            let encoded: Vec<u8> = text.encode_utf16().flat_map(encode).collect();
            let clean = redactor().clean(&encoded);
            assert!(clean.windows(MARK.len()).any(|part| part == MARK), "{clean:?}");
            assert!(clean.len() < encoded.len() - SECRET.len());
        }
    }

    #[test]
    fn other_texts_are_unchanged() {
        for text in ["", "plain", "100 % & more; \\ %zz &#; &#x; \\u12", "%", "\\", "&", "s3cr&t/\"tok"] {
            assert_eq!(redactor().clean(text.as_bytes()), text.as_bytes(), "{text}");
        }
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(redactor().clean(&bytes), bytes);
    }
}
