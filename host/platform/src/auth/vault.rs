//! Encrypts and signs with the server's secret key. Each purpose has its own derived key.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::app::App;
use crate::error::{Problem, Result};

const NONCE: usize = 24;

/// The HMAC-SHA256 of a text.
pub fn signature(key: &[u8], text: &str) -> [u8; 32] {
    let mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.chain_update(text).finalize().into_bytes().into()
}

fn key(app: &App, purpose: &str) -> [u8; 32] {
    signature(app.key.as_slice(), &format!("sealed:{purpose}"))
}

/// Encrypts a value; `about` binds it to its context, so that it is not valid elsewhere.
pub fn seal(app: &App, purpose: &str, about: &str, plain: &[u8]) -> Result<String> {
    let nonce: [u8; NONCE] = rand::random();
    let sealed = XChaCha20Poly1305::new(&key(app, purpose).into())
        .encrypt(&XNonce::from(nonce), Payload { msg: plain, aad: about.as_bytes() })
        .map_err(|_| Problem::internal(anyhow::anyhow!("{purpose} could not be encrypted")))?;
    Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
}

/// Decrypts a value; `None` if this server did not encrypt it, or not for this context.
pub fn unseal(app: &App, purpose: &str, about: &str, text: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
    XChaCha20Poly1305::new(&key(app, purpose).into())
        .decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: about.as_bytes() })
        .ok()
}
