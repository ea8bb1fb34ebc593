//! The interface `http`: requests to external systems with the user's connections.

use crate::bindings::sitewright::plugin::http;
pub use crate::bindings::sitewright::plugin::http::{Allowance, Connection, Hash, TakenSecret};
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

/// A message to hash, with `{secret:NAME}` as the placeholder of a secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DigestRequest {
    pub hash: Hash,
    /// The key of an HMAC.
    pub key: Option<String>,
    #[serde(with = "crate::octets")]
    pub message: Vec<u8>,
    /// The name under which the result becomes a secret of the run.
    pub keep_as: Option<String>,
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

    async fn pace(&mut self, host: String, allowance: Allowance) -> Result<Answered<()>> {
        self.call(Call::HttpPace { host, allowance }).await
    }

    async fn send_at(&mut self, request: http::Request, cost: f64) -> Result<Answered<http::Response>> {
        let call = Call::HttpSendAt { request: request.into(), cost };
        Ok(self.call::<HttpResponse>(call).await?.map(Into::into))
    }

    async fn renew(
        &mut self,
        request: http::Request,
        taken: Vec<TakenSecret>,
    ) -> Result<Answered<http::Response>> {
        let call = Call::HttpRenew { request: request.into(), taken };
        Ok(self.call::<HttpResponse>(call).await?.map(Into::into))
    }

    async fn digest(
        &mut self,
        hash: Hash,
        key: Option<String>,
        message: Vec<u8>,
        keep_as: Option<String>,
    ) -> Result<Answered<String>> {
        self.call(Call::HttpDigest(DigestRequest { hash, key, message, keep_as })).await
    }
}
