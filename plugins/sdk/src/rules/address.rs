//! Parts of addresses, without the rules of the whole URL standard: what the tables have is absolute and normal already.

use crate::units::lower;

/// An absolute address of the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// "http" or "https" in normal addresses.
    pub scheme: &'a str,
    /// Host and port.
    pub authority: &'a str,
    /// With its first slash; empty if there is none.
    pub path: &'a str,
    /// Without the question mark.
    pub query: Option<&'a str>,
}

impl<'a> Address<'a> {
    /// The parts of an address; `None` if it is not absolute.
    pub fn of(url: &'a str) -> Option<Self> {
        let url = url.split('#').next()?;
        let (scheme, rest) = url.split_once("://")?;
        if scheme.is_empty() || !scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        let (rest, query) = match rest.split_once('?') {
            Some((rest, query)) => (rest, Some(query)),
            None => (rest, None),
        };
        let end = rest.find('/').unwrap_or(rest.len());
        let authority = rest[..end].rsplit('@').next()?;
        Some(Self { scheme, authority, path: &rest[end..], query }).filter(|_| !authority.is_empty())
    }

    /// The host without its port. An IPv6 address keeps its brackets.
    pub fn host(self) -> &'a str {
        match self.authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => self.authority,
        }
    }

    /// The parts of an address of http or https; `None` for every other text.
    pub fn of_web(url: &'a str) -> Option<Self> {
        Self::of(url.trim()).filter(|address| address.is_http() || address.is_https())
    }

    pub fn is_http(self) -> bool {
        self.scheme.eq_ignore_ascii_case("http")
    }

    pub fn is_https(self) -> bool {
        self.scheme.eq_ignore_ascii_case("https")
    }

    /// The parts of the path that are not empty.
    pub fn segments(self) -> impl Iterator<Item = &'a str> + Clone {
        self.path.split('/').filter(|segment| !segment.is_empty())
    }

    /// Whether the path is that of a home page.
    pub fn is_home(self) -> bool {
        matches!(self.path, "" | "/") && self.query.is_none()
    }
}

/// The path of an absolute address; empty if it has none.
pub fn path(url: &str) -> &str {
    Address::of(url).map_or("", |address| address.path)
}

/// The query of an absolute address without its question mark; empty if it has none.
pub fn query(url: &str) -> &str {
    Address::of(url).and_then(|address| address.query).unwrap_or_default()
}

/// The host of an absolute address, without a port.
pub fn host(url: &str) -> &str {
    Address::of(url).map_or("", Address::host)
}

/// Whether two hosts are the same site: they differ in `www` at most.
pub fn is_same_site(one: &str, other: &str) -> bool {
    let bare = |host| str::strip_prefix(host, "www.").unwrap_or(host);
    bare(one) == bare(other)
}

/// The text of a path or query whose bytes are written as "%C5%82"; what is not UTF-8 stays as it is.
pub fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let digits = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// The same address with scheme and host in lower case, and without a default port and a fragment; as it is if it is not
/// absolute.
pub fn normal(url: &str) -> String {
    let Some(Address { scheme, authority, path, query }) = Address::of(url.trim()) else {
        return url.trim().to_owned();
    };
    let (scheme, mut authority) = (lower(scheme), lower(authority));
    let port = if scheme == "https" { ":443" } else { ":80" };
    if let Some(host) = authority.strip_suffix(port) {
        authority = host.to_owned();
    }
    let path = if path.is_empty() { "/" } else { path };
    let query = query.map_or(String::new(), |query| ["?", query].concat());
    [&scheme, "://", &authority, path, &query].concat()
}

/// Whether two texts are addresses of the same page.
pub fn is_same_address(one: &str, other: &str) -> bool {
    normal(one) == normal(other)
}

/// The absolute address of a reference on the page `base`; `None` if it is no address of the web.
pub fn join(base: &str, reference: &str) -> Option<String> {
    let reference = reference.trim().split('#').next()?;
    let own = Address::of(base)?;
    let has_scheme =
        |scheme: &str| reference.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if has_scheme("http://") || has_scheme("https://") {
        return Some(without_dots(&normal(reference)));
    }
    if reference.split(['/', '?']).next()?.contains(':') {
        return None;
    }
    let path = if own.path.is_empty() { "/" } else { own.path };
    let start = if reference.is_empty() {
        return Some(normal(base));
    } else if reference.starts_with("//") {
        [own.scheme, ":"].concat()
    } else if reference.starts_with('/') {
        [own.scheme, "://", own.authority].concat()
    } else if reference.starts_with('?') {
        [own.scheme, "://", own.authority, path].concat()
    } else {
        let folder = &path[..=path.rfind('/').unwrap_or(0)];
        [own.scheme, "://", own.authority, folder].concat()
    };
    Some(without_dots(&normal(&[&start, reference].concat())))
}

/// Resolves the parts "." and ".." of the path.
fn without_dots(url: &str) -> String {
    let Some(Address { scheme, authority, path, query }) = Address::of(url) else { return url.to_owned() };
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        match part {
            "." | ".." => {
                if part == ".." {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            _ => kept.push(part),
        }
    }
    let query = query.map_or(String::new(), |query| ["?", query].concat());
    [scheme, "://", authority, "/", &kept.join("/"), &query].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found() {
        let address = Address::of("https://www.site.example:8080/a/b?c=d#e").expect("it is absolute");
        assert_eq!((address.scheme, address.host()), ("https", "www.site.example"));
        assert_eq!((address.path, address.query), ("/a/b", Some("c=d")));
        assert_eq!(Address::of("http://[::1]:80").map(|address| address.host()), Some("[::1]"));
        assert!(Address::of("http://site.example").is_some_and(Address::is_home));
        for other in ["/a", "//site.example/", "mailto:a@site.example", ""] {
            assert_eq!(Address::of(other), None, "{other}");
        }
    }

    #[test]
    fn bytes_of_paths_are_decoded() {
        assert_eq!(decoded("/sto%C5%82y%2f%zz"), "/stoły/%zz");
        assert_eq!(decoded("/%C5%82%E9"), "/%C5%82%E9", "not UTF-8");
        assert!(is_same_site("site.example", "www.site.example"));
        assert!(!is_same_site("cdn.site.example", "site.example"));
    }

    #[test]
    fn references_are_resolved() {
        let base = "http://site.example/a/b?c";
        for (reference, expected) in [
            ("HTTP://Site.example:80", "http://site.example/"),
            ("//other.example/x", "http://other.example/x"),
            ("/x/./y/../z", "http://site.example/x/z"),
            ("x", "http://site.example/a/x"),
            ("../x/", "http://site.example/x/"),
            ("..", "http://site.example/"),
            ("?d", "http://site.example/a/b?d"),
            ("#e", "http://site.example/a/b?c"),
            ("", "http://site.example/a/b?c"),
        ] {
            assert_eq!(join(base, reference).as_deref(), Some(expected), "{reference}");
        }
        assert_eq!(join(base, "javascript:void(0)"), None);
    }
}
