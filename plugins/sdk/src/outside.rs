//! What leads out of a run. A component that uses one of these imports it, which is a permission that its `plugin.toml`
//! asks for and people read; whatever is not used stays out of the component.
//!
//! ```toml
//! permissions = ["http", "store"]
//! hosts = ["api.example.com", "*.shoparena.pl"]   # one host, or each directly below a domain
//! connections = ["shoper"]                        # the kinds of people's connections that it works with
//! ```
//!
//! A secret is never in here: write `{secret:NAME}` in the value of a header or in the body.

#[doc(hidden)]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world outside {
                import sitewright:plugin/http@0.1.0;
                import sitewright:plugin/search@0.1.0;
                import sitewright:plugin/store@0.1.0;
                import sitewright:plugin/web@0.1.0;
            }
        ",
        world: "sitewright:sdk/outside",
        // A failure is the same wherever it comes from.
        with: { "sitewright:plugin/types@0.1.0": crate::guest::bindings::sitewright::plugin::types },
        generate_all,
    });
}

pub use bindings::sitewright::plugin::{http, search, store, web};

impl http::Request {
    /// A GET of this address.
    pub fn get(url: impl Into<String>) -> Self {
        http::Request { method: "GET".to_owned(), url: url.into(), headers: Vec::new(), body: Vec::new() }
    }

    /// A POST of JSON to this address.
    pub fn post_json(url: impl Into<String>, json: impl Into<Vec<u8>>) -> Self {
        let request =
            http::Request { method: "POST".to_owned(), body: json.into(), ..http::Request::get(url) };
        request.header("Content-Type", "application/json")
    }

    /// The request with one more header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push(http::Header { name: name.to_owned(), value: value.to_owned() });
        self
    }

    /// Sends it. Any status is an answer.
    pub fn send(&self) -> Result<http::Response, crate::Failure> {
        http::send(self)
    }
}

impl http::Response {
    /// Whether the status is 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as text, whatever of it is no UTF-8 replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
