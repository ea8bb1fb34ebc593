//! Anthropic's Messages API: `POST {base}/v1/messages`. System texts are outside of the messages, and every request has
//! a token limit.

use serde::Deserialize;
use serde_json::{Value, json};
use sitewright_engine::{CompletionRequest, Role};

use super::dialect::{Dialect, max_tokens};
use super::images;
use super::stream::{End, Piece, Tokens};

/// The version of the API, which each request names.
pub(super) const VERSION: &str = "2023-06-01";

/// The address below the base.
pub(super) fn address(base: &str) -> String {
    format!("{}/v1/messages", root(base))
}

/// The base without the version, which administrators may have copied.
pub(super) fn root(base: &str) -> &str {
    base.strip_suffix("/v1").unwrap_or(base)
}

/// The body of a request.
pub(super) fn body(
    dialect: Dialect,
    model: &str,
    request: &CompletionRequest,
    schema: Option<&Value>,
) -> Value {
    let of_system = request.messages.iter().filter(|message| message.role == Role::System);
    let rule = dialect.rule(schema);
    let system: Vec<&str> = of_system.map(|message| message.text.as_str()).chain(rule.as_deref()).collect();
    let seen = images::place(request);
    let others = request.messages.iter().enumerate().filter(|(_, message)| message.role != Role::System);
    let mut messages: Vec<Value> = others
        .map(|(place, message)| {
            let role = if message.role == Role::Assistant { "assistant" } else { "user" };
            if seen != Some(place) {
                return json!({ "role": role, "content": message.text });
            }
            let image = |(media, data): (&str, &str)| {
                json!({ "type": "image", "source": { "type": "base64", "media_type": media, "data": data } })
            };
            let images = request.images.iter().filter_map(|seen| images::parts(seen)).map(image);
            let text = json!({ "type": "text", "text": message.text });
            json!({ "role": role, "content": images.chain([text]).collect::<Vec<_>>() })
        })
        .collect();
    let mut system = system.join("\n\n");
    if messages.is_empty() {
        // There has to be a message.
        messages.push(json!({ "role": "user", "content": std::mem::take(&mut system) }));
    }
    let mut body = json!({
        "model": model,
        "stream": true,
        "max_tokens": max_tokens(request.max_words),
        "messages": messages,
    });
    if !system.is_empty() {
        body["system"] = system.into();
    }
    if let Some(temperature) = dialect.temperature_of(request) {
        // The API takes 0 to 1, others 0 to 2.
        body["temperature"] = temperature.min(1.0).into();
    }
    body
}

/// An event of the stream, or a complete message.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    /// Of `message_start`.
    message: Option<Message>,
    /// Of `content_block_start`.
    content_block: Option<Block>,
    /// Of `content_block_delta` and `message_delta`.
    delta: Option<Delta>,
    /// Of `message_delta`, and of a complete message.
    usage: Option<Used>,
    /// Of a complete message.
    content: Option<Vec<Block>>,
    stop_reason: Option<String>,
    error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Message {
    usage: Option<Used>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Block {
    text: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Delta {
    text: Option<String>,
    stop_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Used {
    input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    output_tokens: Option<u64>,
}

impl From<Used> for Tokens {
    fn from(used: Used) -> Self {
        let cached =
            used.cache_creation_input_tokens.unwrap_or(0) + used.cache_read_input_tokens.unwrap_or(0);
        Self { input: used.input_tokens.map(|input| input + cached), output: used.output_tokens }
    }
}

/// Reads one event. The number of output tokens grows with each, and the last one counts.
pub(super) fn read(data: &str) -> Result<Piece, serde_json::Error> {
    let Event { kind, message, content_block, delta, usage, content, stop_reason, error } =
        serde_json::from_str(data)?;
    let delta = delta.unwrap_or_default();
    let mut tokens = Tokens::default();
    for used in [message.and_then(|message| message.usage), usage].into_iter().flatten() {
        tokens.update(used.into());
    }
    let blocks = content_block.into_iter().chain(content.into_iter().flatten());
    let text = blocks.filter_map(|block| block.text).chain(delta.text).collect();
    let reason = delta.stop_reason.or(stop_reason);
    let end = reason.as_deref().map(end).or((kind == "message_stop").then_some(End::Whole));
    Ok(Piece { text, end, error, tokens })
}

fn end(reason: &str) -> End {
    match reason {
        "refusal" => End::Declined,
        "max_tokens" | "model_context_window_exceeded" => End::CutOff,
        // "end_turn" and "stop_sequence".
        _ => End::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::dialect::tests::request;
    use super::*;

    #[test]
    fn system_texts_and_the_schema_are_outside_of_the_messages() {
        let sent =
            body(Dialect::first(Kind::Anthropic), "claude", &request(), Some(&json!({ "type": "object" })));
        assert!(
            sent["system"].as_str().is_some_and(|text| text.starts_with("Be brief.\n\nAnswer only with"))
        );
        assert_eq!(sent["messages"], json!([{ "role": "user", "content": "Write." }]));
        assert_eq!(sent["max_tokens"], 314);
        assert_eq!(address("https://api.anthropic.com/v1"), "https://api.anthropic.com/v1/messages");
    }

    #[test]
    fn events_are_read() {
        let piece = |json: &str| read(json).expect("an event");
        let start = r#"{"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":25,"cache_read_input_tokens":5,"output_tokens":1}}}"#;
        assert_eq!(piece(start).tokens, Tokens { input: Some(30), output: Some(1) });
        assert_eq!(
            piece(r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#)
                .text,
            ""
        );
        let text = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}"#;
        assert_eq!(piece(text).text, "Hi");
        let thinking =
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}"#;
        assert_eq!(piece(thinking).text, "");
        let last = r#"{"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null},"usage":{"output_tokens":15}}"#;
        assert_eq!((piece(last).end, piece(last).tokens.output), (Some(End::CutOff), Some(15)));
        assert_eq!(
            piece(r#"{"type":"message_delta","delta":{"stop_reason":"refusal"}}"#).end,
            Some(End::Declined)
        );
        assert_eq!(piece(r#"{"type":"message_stop"}"#).end, Some(End::Whole));
        assert_eq!(piece(text).end, None);
        assert!(
            piece(r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#)
                .error
                .is_some()
        );
        let whole = r#"{"type":"message","content":[{"type":"text","text":"All."}],"stop_reason":"end_turn","usage":{"input_tokens":3,"output_tokens":2}}"#;
        assert_eq!((piece(whole).text.as_str(), piece(whole).end), ("All.", Some(End::Whole)));
    }
}
