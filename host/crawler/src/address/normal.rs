//! The normal form of an address; the module above describes it.

use url::Url;

use super::origin;

/// Parameters that name a campaign or a click and never change a page.
pub const IGNORED_PARAMETERS: [&str; 12] = [
    "utm_*", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid", "mc_cid",
    "mc_eid", "_ga",
];

/// Makes normal forms.
#[derive(Debug, Clone)]
pub struct Normal {
    /// Names of parameters, in lower case; a `*` at the end stands for any rest.
    ignored: Vec<String>,
}

impl Default for Normal {
    fn default() -> Self {
        Self::ignoring(IGNORED_PARAMETERS)
    }
}

impl Normal {
    /// Drops these parameters, such as `utm_*`.
    pub fn ignoring<'a>(parameters: impl IntoIterator<Item = &'a str>) -> Self {
        Self { ignored: parameters.into_iter().map(str::to_ascii_lowercase).collect() }
    }

    /// The normal form of an address as a user types it: `https` is assumed if the scheme is missing.
    pub fn typed(&self, text: &str) -> Option<Url> {
        let text = text.trim();
        match text.split_once("://") {
            Some((scheme, _)) if !scheme.contains(['/', '.', '?']) => self.absolute(text),
            _ => self.absolute(&format!("https://{}", text.trim_start_matches('/'))),
        }
    }

    /// The normal form of an absolute address; `None` if it is not one of the web.
    pub fn absolute(&self, text: &str) -> Option<Url> {
        self.of(Url::parse(text).ok()?)
    }

    /// The normal form of a reference on a page.
    pub fn joined(&self, base: &Url, reference: &str) -> Option<Url> {
        self.of(base.join(reference).ok()?)
    }

    /// The same as a text. Most references are plain paths, which need not be parsed.
    pub fn joined_text(&self, base: &Url, reference: &str) -> Option<String> {
        if is_plain_path(reference) && is_plain_server(base) {
            return Some([origin(base), reference].concat());
        }
        self.joined(base, reference).map(String::from)
    }

    /// The normal form of a parsed address; `None` if it is not one of the web.
    pub fn of(&self, mut url: Url) -> Option<Url> {
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        url.set_fragment(None);
        if !url.username().is_empty() || url.password().is_some() {
            url.set_username("").ok()?;
            url.set_password(None).ok()?;
        }
        if url.host_str()?.ends_with('.') {
            let host = url.host_str()?.trim_end_matches('.').to_owned();
            url.set_host(Some(&host)).ok()?;
        }
        self.drop_parameters(&mut url);
        if !url.as_str().contains('%') {
            return Some(url);
        }
        if let Some(path) = encoded(url.path()) {
            url.set_path(&path);
        }
        if let Some(query) = url.query().and_then(encoded) {
            url.set_query(Some(&query));
        }
        Some(url)
    }

    fn drop_parameters(&self, url: &mut Url) {
        let Some(query) = url.query() else { return };
        if query.is_empty() {
            return url.set_query(None);
        }
        if !query.split('&').any(|pair| self.ignores(pair)) {
            return;
        }
        let kept: Vec<&str> = query.split('&').filter(|pair| !self.ignores(pair)).collect();
        let kept = kept.join("&");
        url.set_query(Some(kept.as_str()).filter(|kept| !kept.is_empty()));
    }

    fn ignores(&self, pair: &str) -> bool {
        let name = pair.split('=').next().unwrap_or(pair).as_bytes();
        self.ignored.iter().any(|ignored| match ignored.strip_suffix('*') {
            Some(start) => {
                name.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
            }
            None => name.eq_ignore_ascii_case(ignored.as_bytes()),
        })
    }
}

/// Whether a reference is an absolute path whose normal form is itself: without query, fragment, encoded characters, and
/// dots at the start of a part.
fn is_plain_path(reference: &str) -> bool {
    let bytes = reference.as_bytes();
    let mut before = b' ';
    for byte in bytes {
        let is_plain = match byte {
            b'/' => true,
            b'.' => before != b'/',
            _ => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~'),
        };
        if !is_plain {
            return false;
        }
        before = *byte;
    }
    bytes.first() == Some(&b'/') && bytes.get(1) != Some(&b'/')
}

/// Whether scheme, host and port of an address are in normal form as they are.
fn is_plain_server(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.host_str().is_some_and(|host| !host.ends_with('.'))
}

/// The text with its percent-encoding in normal form; `None` if it already is.
fn encoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut normal = String::with_capacity(text.len());
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = memchr::memchr(b'%', &bytes[at..]) {
        let percent = at + found;
        let digits =
            bytes.get(percent + 1..percent + 3).and_then(|pair| Some((hex(pair[0])?, hex(pair[1])?)));
        let Some((high, low)) = digits else {
            at = percent + 1;
            continue;
        };
        normal.push_str(&text[copied..percent]);
        let byte = high * 16 + low;
        let is_plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
        if is_plain && !has_open_percent(&normal) {
            normal.push(char::from(byte));
        } else {
            normal.push('%');
            normal.push_str(&text[percent + 1..percent + 3].to_ascii_uppercase());
        }
        at = percent + 3;
        copied = at;
    }
    normal.push_str(&text[copied..]);
    (normal != text).then_some(normal)
}

/// Whether a digit after the text would complete an escape that was none, as in `%%32f`.
fn has_open_percent(text: &str) -> bool {
    matches!(text.as_bytes(), [.., b'%'])
        || matches!(text.as_bytes(), [.., b'%', digit] if digit.is_ascii_hexdigit())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}
