//! Reading and setting cookies.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::app::App;

/// The value of a cookie.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// The kind of a cookie.
#[derive(Clone, Copy, PartialEq)]
pub enum Cookie {
    /// HttpOnly, with the lifetime of a session.
    Secret,
    /// Readable by scripts, with the lifetime of a session.
    Readable,
    /// Readable by scripts, for a year.
    Preference,
    /// HttpOnly, for thirty days: the referring partner.
    Affiliate,
    /// HttpOnly, for some minutes.
    Brief,
    /// Removed; for the two HttpOnly kinds.
    Gone,
    /// Removes the referring partner.
    NoAffiliate,
}

impl Cookie {
    fn is_secret(self) -> bool {
        matches!(self, Self::Secret | Self::Brief | Self::Gone)
    }
}

/// The name of a secret cookie. Over HTTPS its prefix makes browsers refuse one that another host of the same domain,
/// or a response without HTTPS, tries to set.
pub(super) fn secret_name(app: &App, name: &str) -> String {
    let prefix = if app.config.has_secure_cookies() { "__Host-" } else { "" };
    format!("{prefix}{name}")
}

/// The value of a secret cookie.
pub fn secret_cookie<'h>(app: &App, headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    cookie(headers, &secret_name(app, name))
}

/// Adds a cookie to a response. Read HttpOnly cookies with `secret_cookie`.
pub fn set_cookie(app: &App, headers: &mut HeaderMap, name: &str, value: &str, kind: Cookie) {
    if kind.is_secret() {
        add_cookie(app, headers, &secret_name(app, name), value, kind);
    } else {
        add_cookie(app, headers, name, value, kind);
    }
}

/// Removes the unprefixed cookie of an earlier version.
pub(super) fn remove_plain(app: &App, headers: &mut HeaderMap, name: &str) {
    add_cookie(app, headers, name, "", Cookie::Gone);
}

fn add_cookie(app: &App, headers: &mut HeaderMap, name: &str, value: &str, kind: Cookie) {
    let seconds = match kind {
        Cookie::Secret | Cookie::Readable => app.config.session_lifetime.as_secs(),
        Cookie::Preference => 365 * 24 * 3600,
        Cookie::Affiliate => 30 * 24 * 3600,
        Cookie::Brief => 10 * 60,
        Cookie::Gone | Cookie::NoAffiliate => 0,
    };
    let http_only = if kind.is_secret() || kind == Cookie::Affiliate { "; HttpOnly" } else { "" };
    let secure = if app.config.has_secure_cookies() { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Lax{http_only}{secure}");
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        headers.append(header::SET_COOKIE, value);
    }
}
