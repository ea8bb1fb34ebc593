//! Security headers of responses.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;

use super::SocketAddress;

/// Scripts and modules come from this server only; styles are an exception, because Mantine creates style elements.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    font-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; connect-src 'self'";

/// Browsers use HTTPS for a year.
const HTTPS_ONLY: &str = "max-age=31536000";

/// Adds the security headers. A page may also connect to the socket, if that has its own address.
pub(super) fn protect(response: &mut Response, socket: Option<&SocketAddress>, is_https: bool) {
    // "Not modified" has no type, and its headers replace those of the cached page.
    let is_unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    let is_page = is_unchanged
        || headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let policy = socket
        .filter(|_| is_page)
        .and_then(|socket| HeaderValue::from_str(&format!("{POLICY} {}", socket.origin())).ok())
        .unwrap_or(HeaderValue::from_static(POLICY));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}
