//! Between the protocol and the network. Error statuses are read here, bounded and with their `Retry-After`.

use std::future::ready;
use std::time::Duration;

use axum::http::{StatusCode, header};
use bytes::{Bytes, BytesMut};
use eventsource_stream::{EventStreamError, Eventsource as _};
use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use reqwest::{RequestBuilder, Response};
use serde_json::{Value, json};

use super::retry::retry_after;
use super::stream::{End, Piece, Read};

/// The data of the last event of OpenAI's protocol.
const DONE: &str = "[DONE]";
/// Most bytes of an error body.
const ERROR_BODY: usize = 16 * 1024;
/// Most bytes of a complete answer sent although a stream was requested.
const WHOLE_ANSWER: usize = 4 * 1024 * 1024;

/// Why a request has no answer, or an answer does not continue.
#[derive(Debug)]
pub(super) enum Failure {
    Refused(Refusal),
    Unreachable(reqwest::Error),
    Aborted(EventStreamError<reqwest::Error>),
    NoJson(serde_json::Error),
}

/// A status that is not a success.
#[derive(Debug)]
pub(super) struct Refusal {
    pub status: StatusCode,
    pub retry_after: Option<Duration>,
    pub body: String,
}

/// The pieces of an answer, in order.
pub(super) type Pieces = BoxStream<'static, Result<Piece, Failure>>;

/// Sends a request and returns when its answer begins.
pub(super) async fn send(request: RequestBuilder, read: Read) -> Result<Pieces, Failure> {
    let response = request.send().await.map_err(Failure::Unreachable)?;
    if !response.status().is_success() {
        return Err(Failure::Refused(refusal(response).await));
    }
    if is_whole(&response) {
        return whole(response, read).await;
    }
    let events = response.bytes_stream().eventsource().map_err(Failure::Aborted);
    let pieces = events.try_filter(|event| ready(event.event != "keepalive")).map(move |event| match event?
        .data
        .as_str()
    {
        DONE => Ok(Piece { end: Some(End::Last), ..Piece::default() }),
        data => read(data).map_err(Failure::NoJson),
    });
    Ok(pieces.boxed())
}

impl Refusal {
    /// The status and the provider's own message, without the JSON around it.
    pub fn complaint(&self) -> String {
        let Self { status, body, .. } = self;
        let said = match serde_json::from_str::<Value>(body) {
            Ok(body) => message_in(&body).unwrap_or_default(),
            // A page of a proxy says nothing else than the status.
            Err(_) if body.trim_start().starts_with('<') => String::new(),
            Err(_) => body.trim().to_owned(),
        };
        if said.is_empty() { status.to_string() } else { format!("{status}: {said}") }
    }
}

/// The message in the error of a provider; each has another shape.
pub(super) fn message_in(error: &Value) -> Option<String> {
    match error {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Array(all) => all.iter().find_map(message_in),
        Value::Object(fields) => {
            ["message", "error", "detail", "msg"].iter().find_map(|name| message_in(fields.get(*name)?))
        }
        _ => None,
    }
}

pub(super) async fn refusal(response: Response) -> Refusal {
    let (status, retry_after) = (response.status(), retry_after(response.headers()));
    let body = bounded(response, ERROR_BODY).await.unwrap_or_default();
    Refusal { status, retry_after, body: String::from_utf8_lossy(&body).into_owned() }
}

fn is_whole(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

/// Some servers ignore `stream: true`; their single message is the only piece.
async fn whole(response: Response, read: Read) -> Result<Pieces, Failure> {
    let body = bounded(response, WHOLE_ANSWER).await.map_err(Failure::Unreachable)?;
    let not_json = Piece { error: Some(json!("not JSON")), ..Piece::default() };
    let piece = match serde_json::from_slice::<serde::de::IgnoredAny>(&body) {
        // It is complete, whatever it says about its end.
        Ok(_) => read(&String::from_utf8_lossy(&body))
            .map(|piece| Piece { end: piece.end.or(Some(End::Whole)), ..piece })
            .map_err(Failure::NoJson),
        Err(_) => Ok(not_json),
    };
    Ok(stream::iter([piece]).boxed())
}

/// The first bytes of a body, at most `limit`.
pub(super) async fn bounded(response: Response, limit: usize) -> reqwest::Result<Bytes> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_a_provider_is_found_in_every_shape() {
        let complaint = |status: StatusCode, body: &str| {
            Refusal { status, retry_after: None, body: body.to_owned() }.complaint()
        };
        for (body, expected) in [
            (r#"{"error":{"message":"Incorrect API key","code":"invalid_api_key"}}"#, "Incorrect API key"),
            (r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, "Overloaded"),
            (r#"[{"error":{"code":400,"message":"API key not valid."}}]"#, "API key not valid."),
            (r#"{"error":"model 'x' not found"}"#, "model 'x' not found"),
            (r#"{"detail":[{"loc":["body"],"msg":"field required"}]}"#, "field required"),
            ("no such route\n", "no such route"),
        ] {
            assert_eq!(complaint(StatusCode::BAD_REQUEST, body), format!("400 Bad Request: {expected}"));
        }
        for body in ["<html>oops</html>", "{}", ""] {
            assert_eq!(complaint(StatusCode::BAD_GATEWAY, body), "502 Bad Gateway", "{body}");
        }
    }
}
