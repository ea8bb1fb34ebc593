//! Parts of addresses, and their comparison.

/// An address of http or https.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    pub is_https: bool,
    /// The host, with its port unless it is the scheme's own.
    pub host: &'a str,
    /// The path and the query, without the fragment; empty for a bare host.
    pub path: &'a str,
}

impl<'a> Address<'a> {
    /// `None` if the text is no absolute address of http or https.
    pub fn of(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let (is_https, rest) = match (after_scheme(text, "https://"), after_scheme(text, "http://")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return None,
        };
        let rest = &rest[..rest.find('#').unwrap_or(rest.len())];
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let host = &rest[..end];
        let host = &host[host.rfind('@').map_or(0, |at| at + 1)..];
        let host = host.strip_suffix(if is_https { ":443" } else { ":80" }).unwrap_or(host);
        (!host.is_empty()).then_some(Self { is_https, host, path: &rest[end..] })
    }

    /// Whether both lead to the same page. The case of the host, the scheme's own port and a fragment do not matter.
    pub fn is_same(self, other: Self) -> bool {
        self.is_https == other.is_https && self.is_at(other.host) && rooted(self.path) == rooted(other.path)
    }

    /// Whether it is on this host.
    pub fn is_at(self, host: &str) -> bool {
        self.host.eq_ignore_ascii_case(host)
    }

    /// The parts of the path that are not empty.
    pub fn segments(self) -> impl Iterator<Item = &'a str> + Clone {
        let path = &self.path[..self.path.find('?').unwrap_or(self.path.len())];
        path.split('/').filter(|segment| !segment.is_empty())
    }
}

/// A bare host has the path "/".
fn rooted(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

fn after_scheme<'a>(text: &'a str, scheme: &str) -> Option<&'a str> {
    let start = text.get(..scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
}

/// Whether two texts are addresses of the same page.
pub fn is_same_address(one: &str, other: &str) -> bool {
    match (Address::of(one), Address::of(other)) {
        (Some(one), Some(other)) => one.is_same(other),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, is_same_address};

    #[test]
    fn addresses_are_compared_by_what_they_lead_to() {
        assert!(is_same_address("http://Site.example", "HTTP://site.example:80/#top"));
        assert!(is_same_address("https://site.example/a?b=1", "https://site.example:443/a?b=1"));
        assert!(!is_same_address("http://site.example/a", "https://site.example/a"));
        assert!(!is_same_address("https://site.example/A", "https://site.example/a"));
        assert!(!is_same_address("https://www.site.example/", "https://site.example/"));
    }

    #[test]
    fn parts_of_addresses_are_found() {
        let address =
            Address::of("https://user:word@site.example:8443/shop//mugs/?a=/b#c").expect("an address");
        assert_eq!((address.is_https, address.host), (true, "site.example:8443"));
        assert_eq!(address.segments().collect::<Vec<_>>(), ["shop", "mugs"]);
        assert_eq!(Address::of("//site.example/"), None);
        assert_eq!(Address::of("/a"), None);
    }
}
