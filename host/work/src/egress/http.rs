//! One request of a plugin with its redirects; each redirect is checked like a request of the plugin. The response is
//! limited in size, with repeated secrets removed.

use std::time::Duration;

use reqwest::header::{self, HeaderMap, HeaderName};
use reqwest::{Response, StatusCode, Url};
use sitewright_engine::{Allowance, HttpRequest, HttpResponse, Permission};

use super::destination::{check, destination, expect_open, unanswered};
use super::request::Prepared;
use super::{Inner, Keys, pace, refused, unavailable};
use crate::platform::error::Result;
use crate::platform::fetch::{self, Unread, next, reason};

const REDIRECTS: usize = 5;

/// Refusals of a server with a pace after which a request is given up.
const REFUSALS: u32 = 8;

/// Sends a request: when its turn comes, if its host has a pace, and within its time limit. One that the server refuses
/// because there are too many is sent again.
pub(super) async fn send(way: &Inner, request: HttpRequest, cost: f64) -> Result<HttpResponse> {
    let config = &way.shared.app.config;
    let keys = way.keys().await?;
    let url = destination(&request.url, &way.grants, &keys.connections, &config.plugin_http_ports)?;
    expect_open(&url, &way.grants, &way.ceilings)?;
    let host = url.host_str().unwrap_or_default();
    for refusals in 0.. {
        pace::turn(way, host, cost).await?;
        let prepared = Prepared::of(request.clone(), &url, &keys.connections)?;
        let exchange = follow(way, &keys, url.clone(), prepared);
        let answer = tokio::time::timeout(config.plugin_http_timeout, exchange).await;
        let answer = answer.unwrap_or_else(|_| Err(unanswered(&Unread::TimedOut, &url)))?;
        if answer.status != StatusCode::TOO_MANY_REQUESTS || !way.pace.is_set(host) || refusals == REFUSALS {
            return Ok(answer);
        }
        pace::back_off(way, host, retry_after(&answer), refusals).await?;
    }
    Err(unavailable("outside.busy").with("host", host))
}

/// The pause that a response asks for, in seconds.
fn retry_after(answer: &HttpResponse) -> Option<Duration> {
    let header = answer.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("retry-after"));
    header.and_then(|(_, value)| value.trim().parse().ok()).map(Duration::from_secs)
}

/// Sets the pace of requests to a host that the plugin may call.
pub(super) async fn pace(way: &Inner, host: &str, allowance: Allowance) -> Result<()> {
    let keys = way.keys().await?;
    let ports = &way.shared.app.config.plugin_http_ports;
    let url = destination(&format!("https://{host}/"), &way.grants, &keys.connections, ports)?;
    pace::set(way, url.host_str().unwrap_or_default(), allowance).await
}

async fn follow(way: &Inner, keys: &Keys, mut url: Url, mut request: Prepared) -> Result<HttpResponse> {
    for _ in 0..=REDIRECTS {
        way.carry(Permission::Http, "sent", request.bytes())?;
        let Prepared { method, headers, body, .. } = &request;
        let there = way.shared.app.config.plugin_http_plain.stand_in(&url);
        let call = way.shared.client.request(method.clone(), there).headers(headers.clone());
        let response =
            call.body(body.clone()).send().await.map_err(|error| unanswered(&reason(error), &url))?;
        let Some(there) = next(&url, &response).map_err(|reason| unanswered(&reason, &url))? else {
            return read(way, keys, &url, response).await;
        };
        check(&there, &way.grants, &keys.connections, &way.shared.app.config.plugin_http_ports)?;
        expect_open(&there, &way.grants, &way.ceilings)?;
        redirect(&mut request, &url, &there, response.status())?;
        url = there;
    }
    Err(unavailable("outside.redirects").with("host", url.host_str().unwrap_or_default()))
}

/// Adapts a request to a redirect (RFC 9110, 15.4).
fn redirect(request: &mut Prepared, url: &Url, there: &Url, status: StatusCode) -> Result<()> {
    let asks_the_same = matches!(status, StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT)
        || request.method == reqwest::Method::GET;
    if !asks_the_same {
        request.become_get();
    }
    if url.origin() != there.origin() {
        if request.secret_body {
            return Err(
                refused("outside.secret-elsewhere").with("host", there.host_str().unwrap_or_default())
            );
        }
        request.leave_home();
    }
    Ok(())
}

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
