//! The interfaces for egress. A component that uses one of them imports it, which is a permission that its
//! `plugin.toml` requests and users see; unused interfaces are not in the component.
//!
//! ```toml
//! permissions = ["http", "store"]
//! hosts = ["api.example.com", "*.shoparena.pl"]   # one host, or each directly below a domain
//! connections = ["shoper"]                        # the kinds of users' connections that it works with
//! ```
//!
//! Secrets never enter the component: write `{secret:NAME}` in the value of a header or in the body.

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
        // All interfaces share the failure type.
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

    /// Adds a header to the request.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push(http::Header { name: name.to_owned(), value: value.to_owned() });
        self
    }

    /// Sends the request. A response with any status is `Ok`.
    pub fn send(&self) -> Result<http::Response, crate::Failure> {
        http::send(self)
    }
}

impl http::Response {
    /// Whether the status is 200 to 299.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body as text, with invalid UTF-8 replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
