//! The hosts that a plugin may call, as its manifest lists them: one host, or all hosts directly below a domain.

use std::fmt;

use serde::{Serialize, Serializer};

const HOST_CHARS: usize = 253;
const LABEL_CHARS: usize = 63;

/// `api.example.com`, or `*.example.com`, where `*` stands for exactly one label. Never an IP address, never a port,
/// never a wildcard below a public suffix such as `*.com.pl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostPattern {
    host: String,
    /// Whether the pattern starts with `*.`.
    below: bool,
}

impl HostPattern {
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("*.") {
            Some(host) => (is_host(host) && !is_public_suffix(host))
                .then(|| Self { host: host.to_owned(), below: true }),
            None => is_host(text).then(|| Self { host: text.to_owned(), below: false }),
        }
    }

    /// Whether the pattern matches a host, in lower case and in ASCII as in a parsed URL.
    pub fn matches(&self, host: &str) -> bool {
        if !self.below {
            return host == self.host;
        }
        let label = host.strip_suffix(self.host.as_str()).and_then(|rest| rest.strip_suffix('.'));
        label.is_some_and(is_label)
    }
}

impl fmt::Display for HostPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.below { "*." } else { "" }, self.host)
    }
}

impl Serialize for HostPattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Whether this is the name of a host on the internet: in lower case and in ASCII, with at least two labels, and not
/// an IP address, whose last label would be a number.
pub fn is_host(text: &str) -> bool {
    let labels = text.split('.');
    let last = text.rsplit('.').next().unwrap_or_default();
    text.len() <= HOST_CHARS
        && labels.clone().count() >= 2
        && labels.clone().all(is_label)
        && last.bytes().next().is_some_and(|first| first.is_ascii_lowercase())
}

fn is_label(label: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LABEL_CHARS).contains(&label.len())
        && label.bytes().all(fits)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Shops of a platform are below a suffix of the list's private part, which one company owns; the suffixes of
/// registries are shared by the public.
fn is_public_suffix(host: &str) -> bool {
    let suffix = psl::suffix(host.as_bytes());
    suffix.is_some_and(|suffix| suffix == host && suffix.typ() != Some(psl::Type::Private))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, host: &str) -> bool {
        HostPattern::parse(pattern).expect(pattern).matches(host)
    }

    #[test]
    fn a_pattern_matches_one_host_or_one_label_below() {
        assert!(matches("api.example.com", "api.example.com"));
        assert!(matches("*.shoparena.pl", "lipa.shoparena.pl"));
        assert!(matches("*.xn--w-uga1v8h.pl", "api.xn--w-uga1v8h.pl"));
        let others = "\
            shoparena.pl|evil-shoparena.pl|evilshoparena.pl|.shoparena.pl|a.b.shoparena.pl|\
            lipa.shoparena.pl.|lipa.shoparena.pl.evil.com|LIPA.shoparena.pl|\
            shoparena.pl.shoparena.pl.evil|-.shoparena.pl|a@b.shoparena.pl|";
        for other in others.split('|') {
            assert!(!matches("*.shoparena.pl", other), "{other}");
        }
        assert!(
            !matches("api.example.com", "x.api.example.com")
                && !matches("api.example.com", "api.example.com.")
        );
    }

    #[test]
    fn invalid_hosts_are_invalid_patterns() {
        let wrongs = "\
            |*|*.|*.com|*.pl|*.com.pl|*.co.uk|localhost|example.com:443|https://example.com|example.com/|\
            user@example.com|EXAMPLE.com|żółw.pl|127.0.0.1|2130706433|0x7f.1|1.2.3|[::1]|example.com.|\
            .example.com|a..com|a.*.com|*a.example.com|*.*.example.com|-a.example.com|a_b.example.com|\
            exam ple.com|example.c\u{200b}om";
        for wrong in wrongs.split('|') {
            assert_eq!(HostPattern::parse(wrong), None, "{wrong}");
        }
        let long = format!("{}.com", "a".repeat(64));
        assert_eq!(HostPattern::parse(&long), None);
    }
}
