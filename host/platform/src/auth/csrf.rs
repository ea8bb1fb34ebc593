//! CSRF protection: a token in a cookie that the client repeats in a header.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq as _;

use crate::app::App;
use crate::error::Problem;

use super::{Credentials, cookie, vault};

/// Cookie with the CSRF token; scripts read it and repeat it in the header.
pub const CSRF_COOKIE: &str = "XSRF-TOKEN";
const CSRF_HEADER: &str = "x-xsrf-token";
/// Where other servers send messages. Their handlers use no session and check a signature.
const INCOMING: &str = "/api/incoming/";

/// A CSRF token: random bytes with the server's signature.
pub fn csrf_token(app: &App) -> String {
    let nonce = hex::encode(rand::random::<[u8; 16]>());
    let signature = signature(app, &nonce);
    format!("{nonce}.{signature}")
}

fn signature(app: &App, nonce: &str) -> String {
    hex::encode(vault::signature(app.key.as_slice(), &format!("csrf:{nonce}")))
}

/// Requires the token in both cookie and header for requests that change something. A browser never sends a bearer
/// token on its own, so those requests need no token.
pub(crate) async fn check_csrf(State(app): State<App>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    if safe
        || request.uri().path().starts_with(INCOMING)
        || matches!(Credentials::of(&app, request.headers()), Credentials::Bearer(_) | Credentials::Key(_))
        || has_csrf_token(&app, request.headers())
    {
        return next.run(request).await;
    }
    let status = StatusCode::from_u16(419).unwrap_or(StatusCode::FORBIDDEN);
    Problem::new(status, "csrf.mismatch").into_response()
}

fn has_csrf_token(app: &App, headers: &HeaderMap) -> bool {
    let sent = headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok());
    let (Some(kept), Some(sent)) = (cookie(headers, CSRF_COOKIE), sent) else { return false };
    let Some((nonce, signed)) = kept.split_once('.') else { return false };
    let same: bool = kept.as_bytes().ct_eq(sent.as_bytes()).into();
    let ours: bool = signature(app, nonce).as_bytes().ct_eq(signed.as_bytes()).into();
    same && ours
}
