//! The protocol of OpenAI, which Azure, Mistral, Groq, OpenRouter, Ollama, vLLM, llama.cpp, LM Studio and many others
//! speak. Answers are parsed leniently.

use serde::Deserialize;
use serde_json::{Value, json};
use sitewright_engine::{CompletionRequest, Role};

use super::dialect::{Dialect, REASONING_TOKENS, Shape, max_tokens};
use super::images;
use super::stream::{End, Piece, Tokens};

/// The body of a request.
pub(super) fn body(
    dialect: Dialect,
    model: &str,
    request: &CompletionRequest,
    schema: Option<&Value>,
) -> Value {
    let mut body = json!({ "model": model, "stream": true, "messages": messages(dialect, request, schema) });
    let tokens = max_tokens(request.max_words);
    if dialect.new_token_field {
        body["max_completion_tokens"] = tokens.saturating_add(REASONING_TOKENS).into();
        if dialect.effort {
            body["reasoning_effort"] = "low".into();
        }
    } else {
        body["max_tokens"] = tokens.into();
    }
    if dialect.usage {
        body["stream_options"] = json!({ "include_usage": true });
    }
    if let Some(temperature) = dialect.temperature_of(request) {
        body["temperature"] = temperature.into();
    }
    if let Some(format) = schema.and_then(|schema| format(dialect, schema)) {
        body["response_format"] = format;
    }
    body
}

fn format(dialect: Dialect, schema: &Value) -> Option<Value> {
    match dialect.shape {
        Shape::Schema => {
            // Strict mode requires closed objects and refuses open ones.
            let strict = schema["additionalProperties"] == Value::Bool(false);
            let answer = json!({ "name": "answer", "schema": schema, "strict": strict });
            Some(json!({ "type": "json_schema", "json_schema": answer }))
        }
        Shape::Object => Some(json!({ "type": "json_object" })),
        Shape::Plain => None,
    }
}

fn messages(dialect: Dialect, request: &CompletionRequest, schema: Option<&Value>) -> Vec<Value> {
    let message = |role: &str, text: &str| json!({ "role": role, "content": text });
    let seen = images::place(request);
    let own = request.messages.iter().enumerate().map(|(place, said)| {
        let mut message = message(role(&said.role), &said.text);
        if seen == Some(place) {
            let image = |image: &String| json!({ "type": "image_url", "image_url": { "url": image } });
            let text = [json!({ "type": "text", "text": said.text })].into_iter();
            message["content"] = text.chain(request.images.iter().map(image)).collect();
        }
        message
    });
    own.chain(dialect.rule(schema).map(|rule| message("system", &rule))).collect()
}

fn role(role: &Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

/// One event of the stream. Every field may be missing: some providers send usage alone, some an empty list of
/// choices, some `null` for a text.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Chunk {
    choices: Option<Vec<Choice>>,
    usage: Option<Used>,
    /// Gateways report an upstream failure inside the stream.
    error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Used {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Choice {
    #[serde(alias = "message")]
    delta: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Delta {
    content: Option<Content>,
    refusal: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    /// Mistral's reasoning models send parts, of which only some are text.
    Parts(Vec<Part>),
}

#[derive(Debug, Deserialize)]
struct Part {
    #[serde(default)]
    text: Option<String>,
}

/// Reads one event.
pub(super) fn read(data: &str) -> Result<Piece, serde_json::Error> {
    let Chunk { choices, usage, error } = serde_json::from_str(data)?;
    let usage = usage.unwrap_or_default();
    let tokens = Tokens { input: usage.prompt_tokens, output: usage.completion_tokens };
    let Choice { delta, finish_reason } = choices.into_iter().flatten().next().unwrap_or_default();
    let Delta { content, refusal } = delta.unwrap_or_default();
    let text = match content {
        Some(Content::Text(text)) => text,
        Some(Content::Parts(parts)) => parts.into_iter().filter_map(|part| part.text).collect(),
        None => String::new(),
    };
    let end = if refusal.is_some() { Some(End::Declined) } else { finish_reason.as_deref().map(end) };
    Ok(Piece { text, end, error, tokens })
}

fn end(reason: &str) -> End {
    match reason.to_ascii_lowercase().as_str() {
        "content_filter" | "sensitive" | "safety" => End::Declined,
        "length" | "max_tokens" | "model_length" => End::CutOff,
        "error" | "network_error" | "insufficient_system_resource" => End::Broken,
        // "stop", and nonstandard values of other servers.
        _ => End::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::dialect::tests::request;
    use super::*;

    fn text_of(json: &str) -> String {
        read(json).expect("a chunk").text
    }

    #[test]
    fn a_schema_is_sent_as_the_server_takes_it() {
        let schema = json!({ "type": "object" });
        let first = Dialect::first(Kind::OpenAi);
        let body = |shape| body(Dialect { shape, ..first }, "m", &request(), Some(&schema));
        assert_eq!(body(Shape::Schema)["response_format"]["type"], "json_schema");
        assert_eq!(body(Shape::Schema)["messages"].as_array().map(Vec::len), Some(2));
        assert_eq!(body(Shape::Object)["response_format"]["type"], "json_object");
        assert_eq!(body(Shape::Plain).get("response_format"), None);
        assert_eq!(body(Shape::Plain)["messages"].as_array().map(Vec::len), Some(3));
    }

    #[test]
    fn reasoning_models_get_room_to_think_and_are_asked_to_think_little() {
        let newer = Dialect { new_token_field: true, ..Dialect::first(Kind::OpenAi) };
        let sent = body(newer, "m", &request(), None);
        assert_eq!(sent["max_completion_tokens"], 4_314);
        assert_eq!(sent["reasoning_effort"], "low");
        assert_eq!(sent.get("max_tokens"), None);
        let plain = Dialect { effort: false, usage: false, temperature: false, ..newer };
        let sent = body(plain, "m", &request(), None);
        for gone in ["reasoning_effort", "stream_options", "temperature"] {
            assert_eq!(sent.get(gone), None, "{gone}");
        }
    }

    #[test]
    fn odd_chunks_are_read() {
        assert_eq!(text_of(r#"{"choices":[{"delta":{"content":"a"}}]}"#), "a");
        assert_eq!(text_of(r#"{"choices":[{"message":{"content":"whole"}}]}"#), "whole");
        assert_eq!(text_of(r#"{"choices":[{"delta":{"content":null}}]}"#), "");
        assert_eq!(text_of(r#"{"choices":[{"delta":null}]}"#), "");
        assert_eq!(text_of(r#"{"choices":null}"#), "");
        assert_eq!(text_of("{}"), "");
        let parts = r#"{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"b"}]}}]}"#;
        assert_eq!(text_of(parts), "b");
    }

    #[test]
    fn the_tokens_come_with_the_last_chunk() {
        let last = r#"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}"#;
        assert_eq!(read(last).expect("a chunk").tokens, Tokens { input: Some(7), output: Some(3) });
        assert_eq!(read(r#"{"usage":null}"#).expect("a chunk").tokens, Tokens::default());
    }

    #[test]
    fn ends_are_distinguished() {
        let end = |json: &str| read(json).expect("a chunk").end;
        assert_eq!(end(r#"{"choices":[{"delta":{"refusal":"no"}}]}"#), Some(End::Declined));
        for (reason, expected) in [
            ("content_filter", End::Declined),
            ("length", End::CutOff),
            ("MAX_TOKENS", End::CutOff),
            ("error", End::Broken),
            ("stop", End::Whole),
            ("eos", End::Whole),
        ] {
            let chunk = format!(r#"{{"choices":[{{"delta":{{}},"finish_reason":"{reason}"}}]}}"#);
            assert_eq!(end(&chunk), Some(expected), "{reason}");
        }
        assert_eq!(end(r#"{"choices":[{"delta":{},"finish_reason":null}]}"#), None);
    }
}
