//! The site of a language, if each language has its own.

use std::str::FromStr;

use anyhow::Context as _;

/// Scheme, host and port of a site, as browsers write them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let url = reqwest::Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
        (url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty())
            .then(|| Self(url.origin().ascii_serialization()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a `Host` header names this site.
    pub(super) fn is_at(&self, host: &str) -> bool {
        self.0.split_once("://").is_some_and(|(_, own)| own.eq_ignore_ascii_case(host))
    }
}

impl FromStr for Origin {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        Self::parse(text).context("not an origin")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_matches_the_host_header() {
        let origin: Origin = "https://Example.com/".parse().expect("an origin");
        assert_eq!(origin.as_str(), "https://example.com");
        assert!(origin.is_at("EXAMPLE.com") && !origin.is_at("example.com:8443"));
        assert!(Origin::parse("https://example.pl:8443").is_some_and(|site| site.is_at("example.pl:8443")));
        for wrong in ["example.com", "https://example.com/en", "ftp://example.com", "https://a@example.com"] {
            assert!(Origin::parse(wrong).is_none(), "{wrong}");
        }
    }
}
