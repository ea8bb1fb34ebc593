//! Differences between servers of the OpenAI protocol. What a provider supports is kept here, so that only the first
//! request has to find out.

use serde_json::{Value, json};
use sitewright_engine::{CompletionRequest, Role};

/// How the answer is bound to a schema, from the strictest to the most widely understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Schema,
    Object,
    Plain,
}

/// What to omit or write differently for this provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    shape: Shape,
    /// Newer models refuse `max_tokens`, older servers support nothing else.
    new_token_field: bool,
    temperature: bool,
}

impl Dialect {
    pub const FIRST: Self = Self { shape: Shape::Schema, new_token_field: false, temperature: true };

    /// The dialect to try after the provider refused a request; `None` if nothing is left to change.
    pub fn after(self, refusal: &str, request: &CompletionRequest) -> Option<Self> {
        let refusal = refusal.to_ascii_lowercase();
        if !self.new_token_field && refusal.contains("max_tokens") {
            return Some(Self { new_token_field: true, ..self });
        }
        if self.temperature && request.temperature.is_some() && refusal.contains("temperature") {
            return Some(Self { temperature: false, ..self });
        }
        request.schema.as_ref()?;
        let shape = match self.shape {
            Shape::Schema => Shape::Object,
            Shape::Object => Shape::Plain,
            Shape::Plain => return None,
        };
        Some(Self { shape, ..self })
    }

    /// The body of the request.
    pub fn body(self, model: &str, request: &CompletionRequest, schema: Option<&Value>) -> Value {
        let mut body = json!({
            "model": model,
            "stream": true,
            "messages": self.messages(request, schema),
        });
        let tokens = if self.new_token_field { "max_completion_tokens" } else { "max_tokens" };
        body[tokens] = max_tokens(request.max_words).into();
        if let Some(temperature) = request.temperature.filter(|_| self.temperature) {
            // Converted to f64 directly, 0.7 would be sent as 0.699999988.
            body["temperature"] = ((f64::from(temperature) * 100.0).round() / 100.0).into();
        }
        if let Some(format) = schema.and_then(|schema| self.format(schema)) {
            body["response_format"] = format;
        }
        body
    }

    fn format(self, schema: &Value) -> Option<Value> {
        match self.shape {
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

    fn messages(self, request: &CompletionRequest, schema: Option<&Value>) -> Vec<Value> {
        let mut messages: Vec<Value> = request
            .messages
            .iter()
            .map(|message| json!({ "role": role(&message.role), "content": message.text }))
            .collect();
        if let Some(schema) = schema.filter(|_| self.shape != Shape::Schema) {
            let rule = format!(
                "Answer only with one JSON object that satisfies this JSON Schema, without any text around it:\n{schema}"
            );
            messages.push(json!({ "role": "system", "content": rule }));
        }
        messages
    }
}

fn role(role: &Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

/// Polish takes about two and a half tokens a word, English one and a half. The larger bound is used for both,
/// because a cut text is worthless.
fn max_tokens(words: u32) -> u32 {
    64 + words.saturating_mul(5) / 2
}

#[cfg(test)]
mod tests {
    use sitewright_engine::Message;

    use super::*;

    fn request() -> CompletionRequest {
        CompletionRequest {
            messages: vec![Message { role: Role::User, text: "Write.".into() }],
            max_words: 100,
            temperature: Some(0.5),
            schema: Some(r#"{"type":"object"}"#.into()),
            draft: None,
            show_as: None,
        }
    }

    #[test]
    fn a_schema_is_requested_in_simpler_ways() {
        let schema = json!({ "type": "object" });
        let strict = Dialect::FIRST;
        let object = strict.after("response_format is not supported", &request()).expect("a step");
        let plain = object.after("response_format is not supported", &request()).expect("a step");
        assert_eq!(plain.after("still no", &request()), None);

        let body = |dialect: Dialect| dialect.body("m", &request(), Some(&schema));
        assert_eq!(body(strict)["response_format"]["type"], "json_schema");
        assert_eq!(body(strict)["messages"].as_array().map(Vec::len), Some(1));
        assert_eq!(body(object)["response_format"]["type"], "json_object");
        assert_eq!(body(plain).get("response_format"), None);
        assert_eq!(body(plain)["messages"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn the_newer_name_of_the_token_limit_is_used() {
        let refusal = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
        let newer = Dialect::FIRST.after(refusal, &request()).expect("a step");
        let body = newer.body("m", &request(), None);
        assert_eq!(body["max_completion_tokens"], 314);
        assert_eq!(body.get("max_tokens"), None);
    }

    #[test]
    fn a_refused_temperature_is_omitted() {
        let calm = Dialect::FIRST.after("'temperature' does not support 0.5", &request());
        let body = calm.expect("a step").body("m", &request(), None);
        assert_eq!(body.get("temperature"), None);
    }
}
