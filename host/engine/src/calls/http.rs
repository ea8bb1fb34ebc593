//! The interface `http`: requests to external systems with the user's connections.

use crate::bindings::sitewright::plugin::http;
pub use crate::bindings::sitewright::plugin::http::Connection;
use crate::prelude::*;

/// A request from the plugin, with `{secret:NAME}` as the placeholder of a secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HttpRequest {
    pub method: String,
    pub url: String,
    /// Name and value.
    pub headers: Vec<(String, String)>,
    #[serde(with = "crate::octets")]
    pub body: Vec<u8>,
}

/// A response as the plugin may read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HttpResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    #[serde(with = "crate::octets")]
    pub body: Vec<u8>,
}

impl From<http::Request> for HttpRequest {
    fn from(request: http::Request) -> Self {
        let headers = request.headers.into_iter().map(|header| (header.name, header.value)).collect();
        HttpRequest { method: request.method, url: request.url, headers, body: request.body }
    }
}

impl From<HttpResponse> for http::Response {
    fn from(response: HttpResponse) -> Self {
        let headers =
            response.headers.into_iter().map(|(name, value)| http::Header { name, value }).collect();
        http::Response { status: response.status, headers, body: response.body }
    }
}

impl http::Host for State {
    async fn connections(&mut self) -> Result<Answered<Vec<Connection>>> {
        self.call(Call::HttpConnections {}).await
    }

    async fn send(&mut self, request: http::Request) -> Result<Answered<http::Response>> {
        Ok(self.call::<HttpResponse>(Call::HttpSend(request.into())).await?.map(Into::into))
    }
}
