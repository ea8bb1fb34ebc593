//! The secret of a request, and how it is stored.

use axum::http::{HeaderMap, header};
use sha2::{Digest as _, Sha256};

use super::cookies::secret_cookie;
use super::{KEY_PREFIX, SESSION_COOKIE, cookie};
use crate::app::App;

/// The secret of a request. A bearer token takes precedence over the cookie.
pub enum Credentials {
    None,
    Cookie(String),
    /// The cookie under its name from before HTTPS was required.
    PlainCookie(String),
    Bearer(String),
    /// A bearer token that is an API key and not a session.
    Key(String),
}

impl Credentials {
    pub fn of(app: &App, headers: &HeaderMap) -> Self {
        let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some((scheme, token)) = authorization.and_then(|value| value.split_once(' '))
            && scheme.eq_ignore_ascii_case("bearer")
        {
            let token = token.trim().to_owned();
            return if token.starts_with(KEY_PREFIX) { Self::Key(token) } else { Self::Bearer(token) };
        }
        if let Some(secret) = secret_cookie(app, headers, SESSION_COOKIE) {
            return Self::Cookie(secret.to_owned());
        }
        cookie(headers, SESSION_COOKIE).map_or(Self::None, |secret| Self::PlainCookie(secret.to_owned()))
    }

    /// The hash of the secret, which identifies the session.
    pub(crate) fn session(&self) -> Option<String> {
        match self {
            Self::None | Self::Key(_) => None,
            Self::Cookie(secret) | Self::PlainCookie(secret) | Self::Bearer(secret) => Some(hash_of(secret)),
        }
    }
}

/// A new secret of 256 bits, as hexadecimal text.
pub fn new_secret() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}

/// The stored form of a secret.
pub fn hash_of(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}
