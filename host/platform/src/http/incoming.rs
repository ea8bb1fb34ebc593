//! Messages that other servers send to `/api/incoming/…` by themselves. They have no session; what they say counts only
//! if their signature is right.

use axum::extract::{FromRequest, Request};

use crate::app::App;
use crate::error::{Problem, Result};
use crate::json;
use crate::libraries::*;
use crate::rate::{Limit, MINUTE};

use super::visit;

/// The largest message.
const BYTES: usize = 1024 * 1024;
/// Messages from one address: a shop reports each of some thousand changed products.
const LIMIT: Limit = Limit::new(1_200, MINUTE);

/// The decoded parameters of an address, in their order.
pub type Parameters = Vec<(String, String)>;

/// A message of another server.
pub struct Incoming {
    /// Names in lower case, and values. Without cookies.
    pub headers: Vec<(String, String)>,
    pub query: Parameters,
    pub body: Bytes,
}

impl FromRequest<App> for Incoming {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (parts, body) = request.into_parts();
        app.rates.count_from("incoming", visit(&parts)?.address, LIMIT)?;
        let body = json::read(app, &parts.headers, body, BYTES).await?;
        let is_kept = |name: &str| name != header::COOKIE.as_str();
        let headers = parts.headers.iter().filter(|(name, _)| is_kept(name.as_str())).map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        });
        Ok(Self {
            headers: headers.collect(),
            query: parameters(parts.uri.query().unwrap_or_default()),
            body,
        })
    }
}

/// The parameters of a query.
pub fn parameters(query: &str) -> Parameters {
    form_urlencoded::parse(query.as_bytes()).into_owned().collect()
}
