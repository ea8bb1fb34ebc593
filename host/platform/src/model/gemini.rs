//! Google's Gemini API: `POST {base}/v1beta/models/{model}:streamGenerateContent?alt=sse`.

use serde::Deserialize;
use serde_json::{Value, json};
use sitewright_engine::{CompletionRequest, Role};

use super::dialect::{Dialect, REASONING_TOKENS, Shape, max_tokens};
use super::images;
use super::stream::{End, Piece, Tokens};

/// Parts of JSON Schema that `responseSchema` takes, which is a subset of OpenAPI's.
const KNOWN: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "maxItems",
    "minItems",
    "properties",
    "required",
    "minProperties",
    "maxProperties",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
    "items",
    "minimum",
    "maximum",
];

/// The address below the base.
pub(super) fn address(base: &str, model: &str) -> String {
    let model: String = form_urlencoded::byte_serialize(bare(model).as_bytes()).collect();
    format!("{}/v1beta/models/{model}:streamGenerateContent?alt=sse", root(base))
}

/// The base without the version, which administrators may have copied.
pub(super) fn root(base: &str) -> &str {
    base.strip_suffix("/v1beta").unwrap_or(base)
}

/// The name of a model without the collection that lists put before it.
pub(super) fn bare(model: &str) -> &str {
    model.strip_prefix("models/").unwrap_or(model)
}

/// The body of a request.
pub(super) fn body(dialect: Dialect, request: &CompletionRequest, schema: Option<&Value>) -> Value {
    let part = |text: &str| json!({ "text": text });
    let of_system = request.messages.iter().filter(|message| message.role == Role::System);
    let rule = dialect.rule(schema);
    let system: Vec<Value> =
        of_system.map(|message| message.text.as_str()).chain(rule.as_deref()).map(part).collect();
    let seen = images::place(request);
    let others = request.messages.iter().enumerate().filter(|(_, message)| message.role != Role::System);
    let contents: Vec<Value> = others
        .map(|(place, message)| {
            let role = if message.role == Role::Assistant { "model" } else { "user" };
            let images = request.images.iter().filter(|_| seen == Some(place));
            let image =
                |(media, data): (&str, &str)| json!({ "inlineData": { "mimeType": media, "data": data } });
            let images = images.filter_map(|image| images::parts(image)).map(image);
            json!({ "role": role, "parts": images.chain([part(&message.text)]).collect::<Vec<_>>() })
        })
        .collect();
    // The models think within the limit.
    let tokens = max_tokens(request.max_words).saturating_add(REASONING_TOKENS);
    let mut config = json!({ "maxOutputTokens": tokens });
    if let Some(temperature) = dialect.temperature_of(request) {
        config["temperature"] = temperature.into();
    }
    if let Some(schema) = schema.filter(|_| dialect.shape != Shape::Plain) {
        config["responseMimeType"] = "application/json".into();
        if dialect.shape == Shape::Schema {
            config["responseSchema"] = known(schema);
        }
    }
    if contents.is_empty() {
        // There has to be a content.
        return json!({ "contents": [{ "role": "user", "parts": system }], "generationConfig": config });
    }
    let mut body = json!({ "contents": contents, "generationConfig": config });
    if !system.is_empty() {
        body["systemInstruction"] = json!({ "parts": system });
    }
    body
}

/// The schema without what the API does not know. The host checks the answer against the whole schema.
fn known(schema: &Value) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let kept = fields.iter().filter(|(name, _)| KNOWN.contains(&name.as_str())).map(|(name, value)| {
        let value = match (name.as_str(), value) {
            ("properties", Value::Object(all)) => {
                Value::Object(all.iter().map(|(name, schema)| (name.clone(), known(schema))).collect())
            }
            ("anyOf", Value::Array(all)) => all.iter().map(known).collect(),
            ("items", schema) => known(schema),
            _ => value.clone(),
        };
        (name.clone(), value)
    });
    Value::Object(kept.collect())
}

/// One event of the stream.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Event {
    candidates: Option<Vec<Candidate>>,
    prompt_feedback: Option<Feedback>,
    usage_metadata: Option<Used>,
    error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Candidate {
    content: Option<Content>,
    finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Content {
    parts: Option<Vec<Part>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Part {
    text: Option<String>,
    thought: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Used {
    prompt_token_count: Option<u64>,
    candidates_token_count: Option<u64>,
    thoughts_token_count: Option<u64>,
}

/// Reads one event. The numbers of tokens grow with each, and the last ones count.
pub(super) fn read(data: &str) -> Result<Piece, serde_json::Error> {
    let Event { candidates, prompt_feedback, usage_metadata, error } = serde_json::from_str(data)?;
    let used = usage_metadata.unwrap_or_default();
    let output = used.candidates_token_count.map(|written| written + used.thoughts_token_count.unwrap_or(0));
    let tokens = Tokens { input: used.prompt_token_count, output };
    let candidate = candidates.into_iter().flatten().next().unwrap_or_default();
    let parts = candidate.content.and_then(|content| content.parts).into_iter().flatten();
    let text = parts.filter(|part| part.thought != Some(true)).filter_map(|part| part.text).collect();
    let is_blocked = prompt_feedback.is_some_and(|feedback| feedback.block_reason.is_some());
    let end = if is_blocked { Some(End::Declined) } else { candidate.finish_reason.as_deref().and_then(end) };
    Ok(Piece { text, end, error, tokens })
}

fn end(reason: &str) -> Option<End> {
    Some(match reason {
        "FINISH_REASON_UNSPECIFIED" => return None,
        "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => End::Declined,
        "MAX_TOKENS" => End::CutOff,
        "OTHER" | "MALFORMED_FUNCTION_CALL" | "MALFORMED_RESPONSE" => End::Broken,
        _ => End::Whole,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::super::dialect::tests::request;
    use super::*;

    #[test]
    fn the_schema_is_reduced_to_what_the_api_knows() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "$schema": "x", "required": ["tags"],
            "properties": { "tags": { "type": "array", "uniqueItems": true, "items": { "type": "string", "examples": [] } } },
        });
        let sent = body(Dialect::first(Kind::Gemini), &request(), Some(&schema));
        let expected = json!({
            "type": "object", "required": ["tags"],
            "properties": { "tags": { "type": "array", "items": { "type": "string" } } },
        });
        assert_eq!(sent["generationConfig"]["responseSchema"], expected);
        assert_eq!(sent["generationConfig"]["responseMimeType"], "application/json");
        assert_eq!(sent["generationConfig"]["maxOutputTokens"], 4_314);
        assert_eq!(sent["systemInstruction"], json!({ "parts": [{ "text": "Be brief." }] }));
        assert_eq!(sent["contents"], json!([{ "role": "user", "parts": [{ "text": "Write." }] }]));
    }

    #[test]
    fn addresses_name_the_model() {
        let expected = "https://g.example/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse";
        assert_eq!(address("https://g.example/v1beta", "models/gemini-2.5-flash"), expected);
        assert!(address("https://g.example", "a/../b").contains("a%2F..%2Fb:stream"));
    }

    #[test]
    fn events_are_read() {
        let piece = |json: &str| read(json).expect("an event");
        let first = r#"{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"Hi"}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":4,"totalTokenCount":4}}"#;
        assert_eq!(piece(first).text, "Hi");
        assert_eq!(piece(first).tokens, Tokens { input: Some(4), output: None });
        let last = r#"{"candidates":[{"content":{"parts":[{"text":"."}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":2,"thoughtsTokenCount":30}}"#;
        assert_eq!((piece(last).end, piece(last).tokens.output), (Some(End::Whole), Some(32)));
        assert_eq!(piece(r#"{"candidates":[{"finishReason":"MAX_TOKENS"}]}"#).end, Some(End::CutOff));
        assert_eq!(piece(r#"{"candidates":[{"finishReason":"SAFETY"}]}"#).end, Some(End::Declined));
        assert_eq!(piece(r#"{"promptFeedback":{"blockReason":"SAFETY"}}"#).end, Some(End::Declined));
        assert!(
            piece(r#"{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}"#).error.is_some()
        );
    }
}
