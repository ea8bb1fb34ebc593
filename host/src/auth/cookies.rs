//! Cookies, read and set.

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

/// How a cookie behaves.
#[derive(Clone, Copy, PartialEq)]
pub enum Cookie {
    /// Out of reach for scripts, as long as a session.
    Secret,
    /// For scripts, as long as a session.
    Readable,
    /// For scripts, a year.
    Preference,
    /// Thirty days: who sent somebody here.
    Affiliate,
    /// Out of reach for scripts, for some minutes.
    Brief,
    /// Removed.
    Gone,
}

/// Adds a cookie to an answer.
pub fn set_cookie(app: &App, headers: &mut HeaderMap, name: &str, value: &str, kind: Cookie) {
    let seconds = match kind {
        Cookie::Secret | Cookie::Readable => app.config.session_lifetime.as_secs(),
        Cookie::Preference => 365 * 24 * 3600,
        Cookie::Affiliate => 30 * 24 * 3600,
        Cookie::Brief => 10 * 60,
        Cookie::Gone => 0,
    };
    let http_only =
        if matches!(kind, Cookie::Secret | Cookie::Brief | Cookie::Gone) { "; HttpOnly" } else { "" };
    let secure = if app.config.secure_cookies { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Lax{http_only}{secure}");
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        headers.append(header::SET_COOKIE, value);
    }
}
