//! One request of a plugin with its redirects; each redirect is checked like a request of the plugin.

use reqwest::{StatusCode, Url};
use sitewright_engine::{HttpRequest, HttpResponse, Permission};

use super::{
    Inner, answer,
    destination::{check, destination, expect_open, unanswered},
    refused,
    request::Prepared,
    unavailable,
};
use crate::platform::{
    error::Result,
    fetch::{Unread, next, reason},
};

const REDIRECTS: usize = 5;

/// Sends a request, within its time limit.
pub(super) async fn send(way: &Inner, request: HttpRequest) -> Result<HttpResponse> {
    let config = &way.shared.app.config;
    let keys = way.keys().await?;
    let url = destination(&request.url, &way.grants, &keys.connections, &config.plugin_http_ports)?;
    expect_open(&url, &way.grants, &way.ceilings)?;
    let prepared = Prepared::of(request, &url, &keys.connections)?;
    let exchange = follow(way, url.clone(), prepared);
    match tokio::time::timeout(config.plugin_http_timeout, exchange).await {
        Ok(answer) => answer,
        Err(_) => Err(unanswered(&Unread::TimedOut, &url)),
    }
}

async fn follow(way: &Inner, mut url: Url, mut request: Prepared) -> Result<HttpResponse> {
    let keys = way.keys().await?;
    for _ in 0..=REDIRECTS {
        way.carry(Permission::Http, "sent", request.bytes())?;
        let Prepared { method, headers, body, .. } = &request;
        let call = way.shared.client.request(method.clone(), url.clone()).headers(headers.clone());
        let response =
            call.body(body.clone()).send().await.map_err(|error| unanswered(&reason(error), &url))?;
        let Some(there) = next(&url, &response).map_err(|reason| unanswered(&reason, &url))? else {
            return answer::read(way, keys, &url, response).await;
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
