//! A browser for tests: keeps cookies, fetches the CSRF token on demand, reads JSON.

use reqwest::StatusCode;

use crate::prelude::*;

pub struct Client {
    http: reqwest::Client,
    base: String,
    pub cookies: BTreeMap<String, String>,
    /// Sent as a bearer token instead of cookies, where set.
    pub bearer: Option<String>,
    /// The token of the account that signed in.
    pub token: Option<String>,
    /// The account that signed in.
    pub user_id: Option<String>,
    /// Sent as `Accept-Language`, where set.
    pub language: Option<&'static str>,
}

/// A response of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: header::HeaderMap,
    /// The JSON of the body; null where it is not JSON.
    pub body: Value,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Status and code of a problem.
    pub fn problem(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or_default())
    }

    /// Checks the status.
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    /// Checks status and code of a problem.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Self {
        assert_eq!(self.problem(), (status, code), "{}", self.body);
        self
    }

    /// Checks fields of the body, as [`has`] does.
    #[track_caller]
    pub fn has(self, expected: Value) -> Self {
        has(&self.body, expected);
        self
    }

    /// Checks that a validation has failed at this field, and maybe at others.
    #[track_caller]
    pub fn wrong(self, field: &str) -> Self {
        let answer = self.is(422);
        assert!(answer.body["errors"][field].is_array(), "{field}: {}", answer.body);
        answer
    }

    /// Checks all errors of a failed validation.
    #[track_caller]
    pub fn errors(self, expected: Value) -> Self {
        let answer = self.is(422);
        assert_eq!(answer.body["errors"], expected);
        answer
    }

    /// The fields with errors.
    pub fn fields(&self) -> Vec<String> {
        self.body["errors"].as_object().map(|errors| errors.keys().cloned().collect()).unwrap_or_default()
    }

    /// The id of the object in the body.
    #[track_caller]
    pub fn id(&self) -> String {
        self.string("id")
    }

    /// A text in the body.
    #[track_caller]
    pub fn string(&self, field: &str) -> String {
        self.body[field].as_str().unwrap_or_else(|| panic!("no {field} in {}", self.body)).to_owned()
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("UTF-8")
    }
}

/// Checks that a value has these fields, at any depth; objects may have others. A name such as `/data/0/id` is a JSON
/// pointer.
#[track_caller]
pub fn has(value: &Value, expected: Value) {
    if let Some(path) = difference(value, &expected) {
        panic!("at {path:?}:\n     got: {value}\nexpected: {expected}");
    }
}

/// Checks that a text contains all these parts.
#[track_caller]
pub fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
}

/// Checks that a value is a text with this part.
#[track_caller]
pub fn mentions(value: &Value, part: &str) {
    contains_all(value.as_str().unwrap_or_else(|| panic!("no text: {value}")), &[part]);
}

/// [`has`] as a method, for a value that a request returns.
pub trait Has {
    #[track_caller]
    fn has(self, expected: Value) -> Self;
}

impl Has for Value {
    #[track_caller]
    fn has(self, expected: Value) -> Self {
        has(&self, expected);
        self
    }
}

/// The pointer to the first value that differs.
fn difference(value: &Value, expected: &Value) -> Option<String> {
    match expected {
        Value::Object(fields) => fields.iter().find_map(|(name, expected)| {
            let found = if name.starts_with('/') { value.pointer(name) } else { value.get(name) };
            difference(found.unwrap_or(&Value::Null), expected).map(|path| format!("/{name}{path}"))
        }),
        _ => (value != expected).then(String::new),
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        // The server does the same, but some tests use a server in another process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self {
            http: reqwest::Client::builder()
                .no_proxy()
                // Tests check redirects themselves.
                .redirect(reqwest::redirect::Policy::none())
                .build()
                .expect("a client"),
            base: format!("http://{address}"),
            cookies: BTreeMap::new(),
            bearer: None,
            token: None,
            user_id: None,
            language: None,
        }
    }

    /// The same account as a program: no cookies, a bearer token.
    pub fn program(&self) -> Self {
        Self {
            http: self.http.clone(),
            base: self.base.clone(),
            cookies: BTreeMap::new(),
            bearer: self.token.clone(),
            token: self.token.clone(),
            user_id: self.user_id.clone(),
            language: self.language,
        }
    }

    /// Stores the signed-in account.
    pub fn remember(&mut self, answer: &Answer) {
        self.token = answer.body["token"].as_str().map(str::to_owned);
        self.user_id = answer.body["user"]["id"].as_str().map(str::to_owned);
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    pub async fn patch(&mut self, path: &str, body: Value) -> Answer {
        self.call(Method::PATCH, path, Some(body)).await
    }

    pub async fn put(&mut self, path: &str) -> Answer {
        self.call(Method::PUT, path, None).await
    }

    pub async fn put_with(&mut self, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, Some(body)).await
    }

    pub async fn delete_with(&mut self, path: &str, body: Value) -> Answer {
        self.call(Method::DELETE, path, Some(body)).await
    }

    pub async fn delete(&mut self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    /// A changing request as a browser sends it: with the CSRF token.
    pub async fn call(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        self.fetch_csrf_token().await;
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request = request.json(&body);
        }
        self.send(request).await
    }

    /// Sends a body of another type than JSON.
    pub async fn upload(
        &mut self,
        method: Method,
        path: &str,
        kind: &str,
        body: impl Into<reqwest::Body>,
    ) -> Answer {
        self.fetch_csrf_token().await;
        let request = self.request(method, path).header(header::CONTENT_TYPE, kind).body(body);
        self.send(request).await
    }

    /// Fetches the CSRF token if there is none yet.
    pub async fn fetch_csrf_token(&mut self) {
        if self.bearer.is_none() && !self.cookies.contains_key("XSRF-TOKEN") {
            let answer = self.get("/sanctum/csrf-cookie").await;
            assert_eq!(answer.status, 204);
        }
    }

    /// A request with this client's cookies or token, to be changed before it is sent.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(language) = self.language {
            request = request.header(header::ACCEPT_LANGUAGE, language);
        }
        if let Some(token) = &self.bearer {
            return request.bearer_auth(token);
        }
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        if let Some(token) = self.cookies.get("XSRF-TOKEN") {
            request = request.header("x-xsrf-token", token);
        }
        request
    }

    /// Sends a request and keeps the cookies of the response.
    pub async fn send(&mut self, request: reqwest::RequestBuilder) -> Answer {
        let response = request.send().await.expect("the server answers");
        self.read(response).await
    }

    async fn read(&mut self, response: reqwest::Response) -> Answer {
        let (status, headers) = (response.status(), response.headers().clone());
        for cookie in headers.get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("a text");
            let (name, value) =
                cookie.split(';').next().and_then(|pair| pair.split_once('=')).expect("name=value");
            if cookie.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        let bytes = response.bytes().await.expect("the whole body").to_vec();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            eprintln!("the server failed: {body}");
        }
        Answer { status: status.as_u16(), headers, body, bytes }
    }
}
