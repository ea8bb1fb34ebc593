//! What a site asks for before it shows its pages, such as the password of a staging server.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};
use url::Url;

/// Headers that are sent to the site's own server and to no other.
#[derive(Clone)]
pub struct Credentials {
    site: Url,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// The credentials cannot be sent as a header.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the credentials have characters that a header cannot contain")]
pub struct BadCredentials;

impl Credentials {
    /// A user name and a password by the scheme Basic.
    pub fn basic(site: &Url, user: &str, password: &str) -> Result<Self, BadCredentials> {
        Self::header(site, AUTHORIZATION.as_str(), &Self::basic_value(user, password))
    }

    /// The value of the header for a user name and a password.
    pub fn basic_value(user: &str, password: &str) -> String {
        format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}")))
    }

    /// Cookies, such as `session=…; other=…`.
    pub fn cookie(site: &Url, cookies: &str) -> Result<Self, BadCredentials> {
        Self::header(site, COOKIE.as_str(), cookies)
    }

    /// Any other header.
    pub fn header(site: &Url, name: &str, value: &str) -> Result<Self, BadCredentials> {
        let name = HeaderName::try_from(name).map_err(|_| BadCredentials)?;
        let mut value = HeaderValue::try_from(value).map_err(|_| BadCredentials)?;
        value.set_sensitive(true);
        Ok(Self { site: site.clone(), headers: vec![(name, value)] })
    }

    /// These and others of the same site.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.headers.extend(others.headers);
        self
    }

    /// The headers for a request: to the same server, or to the same host after a change from HTTP to HTTPS.
    pub(super) fn headers_for(&self, url: &Url) -> &[(HeaderName, HeaderValue)] {
        let is_upgrade = || {
            let ports = (self.site.port_or_known_default(), url.port_or_known_default());
            self.site.host_str() == url.host_str()
                && url.scheme() == "https"
                && ports == (Some(80), Some(443))
        };
        if self.site.origin() == url.origin() || is_upgrade() { &self.headers } else { &[] }
    }
}

impl fmt::Debug for Credentials {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("site", &self.site.as_str()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_for_their_server_only() {
        let url = |text: &str| Url::parse(text).expect("a URL");
        let own = Credentials::basic(&url("http://staging.example.com/shop"), "Aladdin", "open sesame");
        let own = own.expect("credentials");
        for (text, sent) in [
            ("http://staging.example.com/a", true),
            ("https://staging.example.com/a", true),
            ("https://staging.example.com:8443/a", false),
            ("http://www.staging.example.com/", false),
            ("http://other.example/", false),
        ] {
            assert_eq!(!own.headers_for(&url(text)).is_empty(), sent, "{text}");
        }
        assert_eq!(own.headers[0].1, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert!(!format!("{own:?}").contains("QWx"));
        let secure = Credentials::cookie(&url("https://staging.example.com/"), "a=b").expect("credentials");
        assert!(secure.headers_for(&url("http://staging.example.com/")).is_empty());
        assert!(Credentials::header(&url("https://a.example/"), "X-Key", "a\r\nb").is_err());
        let site = url("http://staging.example.com/");
        let both = own.and(Credentials::cookie(&site, "a=b").expect("credentials"));
        assert_eq!(both.headers_for(&site).len(), 2);
    }
}
