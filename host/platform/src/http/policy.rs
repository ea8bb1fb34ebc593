//! Security headers of responses.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;

use super::SocketAddress;

/// Scripts and modules come from this server only; styles are an exception, because Mantine creates style elements.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    font-src 'self' data:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; connect-src 'self'";

/// Browsers use HTTPS for a year.
const HTTPS_ONLY: &str = "max-age=31536000";

/// The origins whose pages may have this response in a frame, of a page that other systems open in theirs.
#[derive(Debug, Clone)]
pub struct FramedBy(pub Vec<String>);

/// The origins of scripts that measure visits, which a page of the public site loads after consent.
#[derive(Debug, Clone)]
pub struct Measured(pub Vec<String>);

/// Adds the security headers. A page may also connect to the socket, if that has its own address.
pub(super) fn protect(response: &mut Response, socket: Option<&SocketAddress>, is_https: bool) {
    let framers = response.extensions_mut().remove::<FramedBy>();
    let measured = response.extensions_mut().remove::<Measured>();
    // "Not modified" has no type, and its headers replace those of the cached page.
    let is_unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    let is_page = is_unchanged
        || headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let socket = socket.filter(|_| is_page).map(|socket| format!(" {}", socket.origin())).unwrap_or_default();
    let mut own = framers.as_ref().map(|FramedBy(origins)| {
        POLICY.replace("frame-ancestors 'self'", &format!("frame-ancestors 'self' {}", origins.join(" ")))
    });
    if let Some(Measured(origins)) = measured {
        own = Some(measuring(own.as_deref().unwrap_or(POLICY), &origins.join(" ")));
    }
    let policy = match (own, socket.as_str()) {
        (None, "") => HeaderValue::from_static(POLICY),
        (own, socket) => HeaderValue::from_str(&(own.unwrap_or_else(|| POLICY.to_owned()) + socket))
            .unwrap_or(HeaderValue::from_static(POLICY)),
    };
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    if is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HTTPS_ONLY));
    }
    if framers.is_none() {
        headers.entry(header::X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("SAMEORIGIN"));
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

/// The policy with further sources of scripts, and of what these load and send.
fn measuring(policy: &str, origins: &str) -> String {
    ["script-src 'self'", "img-src 'self'", "connect-src 'self'"]
        .iter()
        .fold(policy.to_owned(), |policy, rule| policy.replace(rule, &format!("{rule} {origins}")))
}
