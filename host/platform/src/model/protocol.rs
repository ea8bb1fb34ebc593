//! The protocols of providers: what a request looks like, and how the pieces of its answer are read.

use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use sitewright_engine::CompletionRequest;

use super::stream::Read;
use super::{Kind, ModelSettings, anthropic, gemini, openai};

pub(super) use super::dialect::Dialect;

/// The request for an answer, as a stream.
pub(super) fn request(
    client: &Client,
    settings: &ModelSettings,
    dialect: Dialect,
    request: &CompletionRequest,
    schema: Option<&Value>,
) -> RequestBuilder {
    let ModelSettings { url, name, .. } = settings;
    let (address, body) = match settings.kind {
        Kind::OpenAi => (format!("{url}/chat/completions"), openai::body(dialect, name, request, schema)),
        Kind::Anthropic => (anthropic::address(url), anthropic::body(dialect, name, request, schema)),
        Kind::Gemini => (gemini::address(url, name), gemini::body(dialect, request, schema)),
    };
    authorized(client.post(address).json(&body), settings)
}

/// Adds the key. The client follows no redirects, so only this host gets it.
pub(super) fn authorized(call: RequestBuilder, settings: &ModelSettings) -> RequestBuilder {
    let key = settings.key.as_str();
    match settings.kind {
        Kind::OpenAi if key.is_empty() => call,
        Kind::OpenAi => call.bearer_auth(key),
        Kind::Anthropic => call.header("x-api-key", key).header("anthropic-version", anthropic::VERSION),
        Kind::Gemini => call.header("x-goog-api-key", key),
    }
}

/// Reads the events of an answer.
pub(super) fn reader(kind: Kind) -> Read {
    match kind {
        Kind::OpenAi => openai::read,
        Kind::Anthropic => anthropic::read,
        Kind::Gemini => gemini::read,
    }
}
