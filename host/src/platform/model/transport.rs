//! Between async-openai and the network. Error statuses are read here, bounded and with their `Retry-After`, before
//! the library would log them.

use std::time::Duration;

use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use axum::http::{StatusCode, header};
use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use reqwest::{Response, ResponseBuilderExt as _};
use serde_json::{Value, json};

use super::retry::retry_after;

/// Most bytes of an error body.
const ERROR_BODY: usize = 16 * 1024;
/// Most bytes of a complete answer sent although a stream was requested.
const WHOLE_ANSWER: usize = 4 * 1024 * 1024;

/// A status that is not a success.
#[derive(Debug, thiserror::Error)]
#[error("the model answered {status}")]
pub(super) struct Refusal {
    pub status: StatusCode,
    pub retry_after: Option<Duration>,
    pub body: String,
}

/// Sends one request of async-openai.
pub(super) async fn send(
    client: reqwest::Client,
    has_key: bool,
    factory: HttpRequestFactory,
) -> Result<Response, OpenAIError> {
    let mut request = factory.build().await?;
    if has_key {
        if let Some(key) = request.headers_mut().get_mut(header::AUTHORIZATION) {
            key.set_sensitive(true);
        }
    } else {
        request.headers_mut().remove(header::AUTHORIZATION);
    }
    let response = client.execute(request).await?;
    if !response.status().is_success() {
        return Err(refusal(response).await);
    }
    if is_whole(&response) {
        return as_stream(response).await;
    }
    Ok(response)
}

async fn refusal(response: Response) -> OpenAIError {
    let (status, retry_after) = (response.status(), retry_after(response.headers()));
    let body = bounded(response, ERROR_BODY).await.unwrap_or_default();
    let body = String::from_utf8_lossy(&body).into_owned();
    OpenAIError::Boxed(Box::new(Refusal { status, retry_after, body }))
}

fn is_whole(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

/// Some servers ignore `stream: true`; their single message becomes a stream of one event.
async fn as_stream(response: Response) -> Result<Response, OpenAIError> {
    let url = response.url().clone();
    let body = bounded(response, WHOLE_ANSWER).await?;
    let event = serde_json::from_slice::<Value>(&body).unwrap_or_else(|_| json!({ "error": "not JSON" }));
    let stream = format!("data: {event}\n\ndata: [DONE]\n\n");
    axum::http::Response::builder()
        .url(url)
        .body(stream)
        .map(Response::from)
        .map_err(|error| OpenAIError::Boxed(Box::new(error)))
}

/// The first bytes of a body, at most `limit`.
async fn bounded(response: Response, limit: usize) -> Result<Bytes, OpenAIError> {
    let mut body = BytesMut::new();
    let mut pieces = response.bytes_stream();
    while let Some(piece) = pieces.next().await {
        body.extend_from_slice(&piece?);
        if body.len() >= limit {
            body.truncate(limit);
            break;
        }
    }
    Ok(body.freeze())
}
