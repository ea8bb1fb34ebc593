//! Responses to plugins: limited in size, with repeated secrets removed.

use reqwest::{
    Response, Url,
    header::{self, HeaderMap, HeaderName},
};
use sitewright_engine::{HttpResponse, Permission};

use super::{Inner, Keys, destination::unanswered, unavailable};
use crate::platform::{error::Result, fetch};

const HEADER_BYTES: usize = 32 * 1024;

/// Headers of the connection, not of the response.
const OF_THE_CONNECTION: [HeaderName; 6] = [
    header::CONNECTION,
    header::TRANSFER_ENCODING,
    header::CONTENT_LENGTH,
    header::TRAILER,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
];

pub(super) async fn read(
    way: &Inner,
    keys: &Keys,
    url: &Url,
    mut response: Response,
) -> Result<HttpResponse> {
    // Compression was not requested: a compressed body may be a bomb, and may hide a secret.
    let encoding = response.headers().get(header::CONTENT_ENCODING);
    if encoding.is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(unavailable("outside.packed").with("host", url.host_str().unwrap_or_default()));
    }
    let headers = headers(response.headers(), keys);
    let length: usize = headers.iter().map(|(name, value)| name.len() + value.len()).sum();
    if length > HEADER_BYTES {
        return Err(unavailable("outside.too-large").with("max_kb", HEADER_BYTES / 1024));
    }
    let room = way.room();
    let body = match fetch::read(&mut response, room).await {
        Ok(body) => body,
        Err(why) => {
            // The bytes read so far still count.
            if let fetch::Unread::TooLarge(_) = why {
                way.carry(Permission::Http, "received", room)?;
            }
            return Err(unanswered(&why, url));
        }
    };
    way.carry(Permission::Http, "received", body.len() + length)?;
    let body = keys.redactor.as_ref().map_or_else(|| body.clone(), |redactor| redactor.clean(&body));
    Ok(HttpResponse { status: response.status().as_u16(), headers, body })
}

fn headers(headers: &HeaderMap, keys: &Keys) -> Vec<(String, String)> {
    let clean = |bytes: &[u8]| {
        let clean = keys.redactor.as_ref().map(|redactor| redactor.clean(bytes));
        String::from_utf8_lossy(clean.as_deref().unwrap_or(bytes)).into_owned()
    };
    headers
        .iter()
        .filter(|(name, _)| !OF_THE_CONNECTION.contains(name))
        .map(|(name, value)| (clean(name.as_str().as_bytes()), clean(value.as_bytes())))
        .collect()
}
