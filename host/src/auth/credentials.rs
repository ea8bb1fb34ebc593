//! The secret that a request carries, and how it is known here.

use axum::http::{HeaderMap, header};
use sha2::{Digest as _, Sha256};

use super::{SESSION_COOKIE, cookie};

/// The secret that came with a request. A bearer token wins: who sends one does not mean the cookie.
pub(crate) enum Credentials {
    None,
    Cookie(String),
    Bearer(String),
}

impl Credentials {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some((scheme, token)) = authorization.and_then(|value| value.split_once(' '))
            && scheme.eq_ignore_ascii_case("bearer")
        {
            return Self::Bearer(token.trim().to_owned());
        }
        cookie(headers, SESSION_COOKIE).map_or(Self::None, |secret| Self::Cookie(secret.to_owned()))
    }

    /// The hash of the secret, by which the session is known.
    pub(crate) fn session(&self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Cookie(secret) | Self::Bearer(secret) => Some(hash_of(secret)),
        }
    }
}

/// A fresh secret of 256 bits, as hexadecimal text.
pub fn new_secret() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}

/// How a secret is stored.
pub fn hash_of(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}
