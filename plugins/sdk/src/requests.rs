//! Requests and responses of the interface `http`.

use crate::http;

impl http::Request {
    /// A request without a body.
    pub fn new(method: &str, url: impl Into<String>) -> Self {
        http::Request { method: method.to_owned(), url: url.into(), headers: Vec::new(), body: Vec::new() }
    }

    /// A GET of this address.
    pub fn get(url: impl Into<String>) -> Self {
        http::Request::new("GET", url)
    }

    /// A POST of JSON to this address.
    pub fn post_json(url: impl Into<String>, json: impl Into<Vec<u8>>) -> Self {
        http::Request::new("POST", url).json(json)
    }

    /// Sets the body, which is JSON.
    pub fn json(self, json: impl Into<Vec<u8>>) -> Self {
        self.content("application/json", json)
    }

    /// Sets the body and its media type.
    pub fn content(mut self, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("Content-Type", kind)
    }

    /// Adds a header to the request.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push(http::Header { name: name.to_owned(), value: value.to_owned() });
        self
    }

    /// Adds the secret of this name as the token of the bearer.
    pub fn bearer(self, secret: &str) -> Self {
        self.header("Authorization", &["Bearer {secret:", secret, "}"].concat())
    }

    /// Adds the connection's login with the secret of this name, as HTTP Basic credentials.
    pub fn basic(self, secret: &str) -> Self {
        self.header("Authorization", &["Basic {basic:", secret, "}"].concat())
    }

    /// Adds two secrets of the connection, as the user and the password of HTTP Basic credentials.
    pub fn basic_of(self, user: &str, password: &str) -> Self {
        self.header("Authorization", &["Basic {basic:", user, ":", password, "}"].concat())
    }

    /// Sends the request. A response with any status is `Ok`.
    pub fn send(&self) -> Result<http::Response, http::Failure> {
        http::send(self)
    }
}

impl http::Response {
    /// Whether the status is 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The value of a header, whose name is compared without case; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        let header = self.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        header.map_or("", |header| &header.value)
    }

    /// The body as text, with invalid UTF-8 replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
