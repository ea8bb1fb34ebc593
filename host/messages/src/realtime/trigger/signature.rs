//! A request with the application's signature of its method, its path, its parameters and the digest of its body.

use axum::extract::{FromRequest, FromRequestParts as _, Request};
use md5::{Digest as _, Md5};
use subtle::ConstantTimeEq as _;

use super::Realtime;
use crate::platform::prelude::*;

/// Lifetime of a signature, in seconds.
const FRESH: u64 = 600;

/// The body of a correctly signed request; `()` for none.
pub(super) struct Signed<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Signed<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (mut parts, body) = request.into_parts();
        let keys = &app.part::<Realtime>().0.keys;
        let Path(params) = Path::<BTreeMap<String, String>>::from_request_parts(&mut parts, app)
            .await
            .map_err(|error| Problem::not_found().because(error))?;
        refuse_if(!app.config.realtime || params.get("app") != Some(&keys.app), Problem::not_found)?;
        let query: BTreeMap<String, String> =
            form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
        let bytes = json::read(app, &parts.headers, body, app.config.body_bytes).await?;
        let text = text_to_sign(parts.method.as_str(), parts.uri.path(), &query);
        let is_signed = query.get("auth_key") == Some(&keys.key)
            && is_fresh(&query)
            && has_digest(&query, &bytes)
            && query.get("auth_signature").is_some_and(|signature| keys.has_signed(&text, signature));
        refuse_if(!is_signed, || Problem::new(StatusCode::UNAUTHORIZED, "realtime.unsigned"))?;
        let bytes = if bytes.is_empty() || parts.method == "GET" { b"null".as_slice() } else { &bytes };
        Ok(Self(json::decode(bytes)?))
    }
}

fn text_to_sign(method: &str, path: &str, query: &BTreeMap<String, String>) -> String {
    let params: Vec<String> = query
        .iter()
        .filter(|(name, _)| *name != "auth_signature")
        .map(|(name, value)| format!("{}={value}", name.to_ascii_lowercase()))
        .collect();
    format!("{method}\n{path}\n{}", params.join("&"))
}

fn is_fresh(query: &BTreeMap<String, String>) -> bool {
    let signed_at = query.get("auth_timestamp").and_then(|time| time.parse::<i64>().ok());
    signed_at.is_some_and(|time| time.abs_diff(Timestamp::now().0 / 1000) <= FRESH)
}

/// The digest is part of the signed text, so a body without one, or with another's, was not signed.
fn has_digest(query: &BTreeMap<String, String>, body: &[u8]) -> bool {
    if body.is_empty() {
        return true;
    }
    let digest = hex::encode(Md5::digest(body));
    query.get("body_md5").is_some_and(|md5| digest.as_bytes().ct_eq(md5.as_bytes()).into())
}
