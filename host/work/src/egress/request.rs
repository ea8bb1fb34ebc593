//! Prepares a plugin's request: checks its headers and inserts secrets.

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Url};
use sitewright_engine::HttpRequest;

use super::destination::host;
use super::{refused, shown};
use crate::connections::Opened;
use crate::platform::error::{Problem, Result, refuse_if};

const MOST_HEADERS: usize = 64;
const HEADER_BYTES: usize = 16 * 1024;

/// Headers that the connection sets, or that a response must not depend on.
const NOT_THE_PLUGINS: [HeaderName; 10] = [
    header::HOST,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::CONNECTION,
    header::TE,
    header::TRAILER,
    header::UPGRADE,
    header::EXPECT,
    // Responses come uncompressed, so that none is a bomb or hides a secret.
    header::ACCEPT_ENCODING,
    header::REFERER,
];
/// Headers that request a part of a response. A secret that comes back in parts is not recognised, so they are
/// refused if the run has any secret: even a request without one could read a secret that another request stored.
const IN_PIECES: [HeaderName; 2] = [header::RANGE, header::IF_RANGE];
const METHODS: [Method; 6] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// A request that can be sent, and sent again after a redirect.
pub(super) struct Prepared {
    pub method: Method,
    pub headers: HeaderMap,
    pub body: Bytes,
    /// The headers that contain a secret.
    secret_headers: Vec<HeaderName>,
    pub secret_body: bool,
}

impl Prepared {
    /// Checks a request to this URL and inserts its secrets.
    pub fn of(request: HttpRequest, url: &Url, connections: &[Arc<Opened>]) -> Result<Self> {
        let method = METHODS.into_iter().find(|known| known.as_str() == request.method);
        let method = method.ok_or_else(|| refused("outside.method"))?;
        let length: usize = request.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        if request.headers.len() > MOST_HEADERS || length > HEADER_BYTES {
            let problem = refused("outside.too-many-headers");
            return Err(problem.with("max", MOST_HEADERS).with("max_kb", HEADER_BYTES / 1024));
        }
        let vault = Vault { host: host(url), connections };
        let (mut headers, mut secret_headers) = (HeaderMap::new(), Vec::new());
        for (name, value) in &request.headers {
            let wrong = || refused("outside.header").with("name", shown(name));
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
            refuse_if(NOT_THE_PLUGINS.contains(&name) || is_of_proxies(&name), wrong)?;
            if vault.holds_secrets() && IN_PIECES.contains(&name) {
                return Err(refused("outside.range").with("name", shown(name.as_str())));
            }
            let filled = vault.fill(value.as_bytes())?;
            // Line breaks would start another header, or another request.
            let mut value = HeaderValue::from_bytes(&filled).map_err(|_| wrong())?;
            if let Cow::Owned(_) = filled {
                value.set_sensitive(true);
                secret_headers.push(name.clone());
            }
            headers.append(name, value);
        }
        let filled = vault.fill(&request.body)?;
        let secret_body = matches!(filled, Cow::Owned(_));
        let body = Bytes::from(filled.into_owned());
        Ok(Self { method, headers, body, secret_headers, secret_body })
    }

    /// The size of the request in bytes.
    pub fn bytes(&self) -> usize {
        let headers = self.headers.iter().map(|(name, value)| name.as_str().len() + value.len());
        self.body.len() + headers.sum::<usize>()
    }

    /// Removes credentials before a redirect to another server.
    pub fn leave_home(&mut self) {
        for name in self.secret_headers.drain(..).chain([header::AUTHORIZATION, header::COOKIE]) {
            self.headers.remove(name);
        }
    }

    /// Turns the request into a GET, for redirects that require it.
    pub fn become_get(&mut self) {
        if self.method != Method::HEAD {
            self.method = Method::GET;
        }
        self.body = Bytes::new();
        self.secret_body = false;
        for name in [header::CONTENT_TYPE, header::CONTENT_ENCODING, header::CONTENT_LANGUAGE] {
            self.headers.remove(name);
        }
    }
}

fn is_of_proxies(name: &HeaderName) -> bool {
    let name = name.as_str();
    name.starts_with("proxy-")
        || name.starts_with("x-forwarded-")
        || ["keep-alive", "forwarded", "via", "x-real-ip", "x-http-method-override"].contains(&name)
}

/// The secrets that a request to this host may contain: those of connections with it.
pub(super) struct Vault<'a> {
    pub host: &'a str,
    pub connections: &'a [Arc<Opened>],
}

impl Vault<'_> {
    fn holds_secrets(&self) -> bool {
        self.connections.iter().any(|connection| !connection.secrets.is_empty())
    }

    /// Replaces `{secret:NAME}`, `{basic:NAME}` and `{basic:USER:PASSWORD}`; borrowed if there was nothing to replace.
    pub fn fill<'t>(&self, text: &'t [u8]) -> Result<Cow<'t, [u8]>> {
        let (mut filled, mut rest) = (Vec::new(), text);
        while let Some((before, kind, after)) = placeholder(rest) {
            let end = after.iter().position(|byte| *byte == b'}');
            let end = end.ok_or_else(|| missing("", self.host))?;
            let (name, after) = (&after[..end], &after[end + 1..]);
            filled.extend_from_slice(before);
            filled.extend_from_slice(&self.secret(kind, &String::from_utf8_lossy(name))?);
            rest = after;
        }
        if rest.len() == text.len() {
            return Ok(Cow::Borrowed(text));
        }
        filled.extend_from_slice(rest);
        Ok(Cow::Owned(filled))
    }

    fn secret(&self, kind: Kind, name: &str) -> Result<Vec<u8>> {
        let here = self.host;
        let own = || self.connections.iter().filter(|connection| connection.host == here);
        let both = |(user, password): (&str, &str)| {
            own().find_map(|own| Some((own.secrets.get(user)?, own.secrets.get(password)?)))
        };
        if let (Kind::Basic, Some((user, password))) = (kind, name.split_once(':').and_then(both)) {
            return Ok(STANDARD.encode(format!("{user}:{password}")).into_bytes());
        }
        let found = own().find_map(|own| Some((own, own.secrets.get(name)?)));
        let (connection, secret) = found.ok_or_else(|| missing(name, here))?;
        Ok(match kind {
            Kind::Secret => secret.clone().into_bytes(),
            // Without a login the secret is the user, as for keys.
            Kind::Basic if connection.login.is_empty() => STANDARD.encode(format!("{secret}:")).into_bytes(),
            Kind::Basic => STANDARD.encode(format!("{}:{secret}", connection.login)).into_bytes(),
        })
    }
}

fn missing(name: &str, host: &str) -> Problem {
    refused("outside.no-secret").with("name", shown(name)).with("host", shown(host))
}

#[derive(Clone, Copy)]
enum Kind {
    Secret,
    Basic,
}

/// The text before the first placeholder, its kind, and the text after its mark.
fn placeholder(text: &[u8]) -> Option<(&[u8], Kind, &[u8])> {
    const MARKS: [(&[u8], Kind); 2] = [(b"{secret:", Kind::Secret), (b"{basic:", Kind::Basic)];
    let at = |start: usize| {
        let found = MARKS.iter().find(|(mark, _)| text[start..].starts_with(mark));
        found.map(|(mark, kind)| (&text[..start], *kind, &text[start + mark.len()..]))
    };
    (0..text.len()).filter(|start| text[*start] == b'{').find_map(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prepared(headers: &[(&str, &str)], body: &str, url: &str) -> std::result::Result<Prepared, String> {
        let opened = |host: &str, secret: &str| {
            Arc::new(Opened {
                host: host.into(),
                login: "jan".into(),
                secrets: [("token".to_owned(), secret.to_owned()), ("id".to_owned(), "7".to_owned())].into(),
                ..Opened::default()
            })
        };
        let connections = [opened("a.example.pl", "first-secret"), opened("b.example.pl", "second-secret")];
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let request =
            HttpRequest { method: "POST".into(), url: url.into(), headers, body: body.as_bytes().to_vec() };
        Prepared::of(request, &Url::parse(url).expect("a URL"), &connections)
            .map_err(|problem| problem.code().to_owned())
    }

    #[test]
    fn secrets_go_to_the_host_of_their_connection_only() {
        let header = ("Authorization", "Bearer {secret:token}");
        let one =
            prepared(&[header], "t={secret:token}&{secret:token}", "https://a.example.pl/").expect("sent");
        assert_eq!(one.headers["authorization"], "Bearer first-secret");
        assert!(one.headers["authorization"].is_sensitive() && one.secret_body);
        assert_eq!(one.body, "t=first-secret&first-secret");
        let other = prepared(&[("X-Login", "{basic:token}")], "{}", "https://b.example.pl/").expect("sent");
        assert_eq!(other.headers["x-login"], format!("{}", STANDARD.encode("jan:second-secret")));
        assert!(!other.secret_body);
        let both = prepared(&[("X-Login", "{basic:id:token}")], "", "https://a.example.pl/").expect("sent");
        assert_eq!(both.headers["x-login"], STANDARD.encode("7:first-secret"));
        for (value, url) in [
            ("{secret:token}", "https://c.example.pl/"),
            ("{secret:other}", "https://a.example.pl/"),
            ("{secret:token", "https://a.example.pl/"),
            ("{secret:}", "https://a.example.pl/"),
            ("{secret:../token}", "https://a.example.pl/"),
            ("{secret:id:token}", "https://a.example.pl/"),
            ("{basic:id:token}", "https://c.example.pl/"),
            ("{basic:id:other}", "https://a.example.pl/"),
        ] {
            let refusal = prepared(&[("X-A", value)], "", url).err();
            assert_eq!(refusal.as_deref(), Some("outside.no-secret"), "{value}");
        }
    }

    #[test]
    fn headers_that_are_not_the_plugins_are_refused() {
        for (name, value) in [
            ("Host", "evil.com"),
            ("host", "evil.com"),
            ("Content-Length", "5"),
            ("Transfer-Encoding", "chunked"),
            ("Connection", "close"),
            ("Proxy-Authorization", "x"),
            ("Proxy-Connection", "x"),
            ("Upgrade", "h2c"),
            ("Accept-Encoding", "gzip"),
            ("X-Forwarded-For", "127.0.0.1"),
            ("X-A", "b\r\nHost: evil.com"),
            ("X-A", "b\nX-B: c"),
            ("X-A", "b\0"),
            ("X-A\r\nX-B", "c"),
            ("X A", "c"),
            ("X-A:", "c"),
            ("{secret:token}", "c"),
            ("", "c"),
        ] {
            let refusal = prepared(&[(name, value)], "", "https://a.example.pl/").err();
            assert_eq!(refusal.as_deref(), Some("outside.header"), "{name}: {value}");
        }
        let many: Vec<_> = (0..65).map(|_| ("X-A", "b")).collect();
        assert_eq!(
            prepared(&many, "", "https://a.example.pl/").err().as_deref(),
            Some("outside.too-many-headers")
        );
    }

    #[test]
    fn w5_partial_responses_are_refused_if_there_are_secrets() {
        for (name, value) in
            [("Range", "bytes=0-4"), ("range", "bytes=-5"), ("If-Range", "\"v1\""), ("RANGE", "items=0-5")]
        {
            for url in ["https://a.example.pl/", "https://c.example.pl/"] {
                let refusal = prepared(&[(name, value)], "", url).err();
                assert_eq!(refusal.as_deref(), Some("outside.range"), "{name}: {value}");
            }
        }
        let request = HttpRequest {
            method: "GET".into(),
            url: "https://a.example.pl/".into(),
            headers: vec![("Range".into(), "bytes=0-4".into())],
            body: Vec::new(),
        };
        let url = Url::parse(&request.url).expect("a URL");
        assert!(Prepared::of(request, &url, &[]).is_ok(), "without secrets there is nothing to hide");
    }

    #[test]
    fn credentials_are_not_sent_to_another_server() {
        let mut request = prepared(
            &[
                ("X-Key", "{secret:token}"),
                ("Authorization", "Bearer own"),
                ("Cookie", "a=b"),
                ("Accept", "*/*"),
            ],
            "",
            "https://a.example.pl/",
        )
        .expect("sent");
        request.leave_home();
        assert_eq!(request.headers.keys().map(HeaderName::as_str).collect::<Vec<_>>(), ["accept"]);
    }
}
