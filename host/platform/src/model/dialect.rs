//! Differences between servers of the same protocol. What a provider supports is kept here, so that only the first
//! request has to find out.

use serde_json::Value;
use sitewright_engine::CompletionRequest;

use super::Kind;

/// How the answer is bound to a schema, from the strictest to the most widely understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Schema,
    Object,
    Plain,
}

/// What to omit or write differently for this provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) kind: Kind,
    pub shape: Shape,
    /// Newer models refuse `max_tokens`, older servers support nothing else. These are the reasoning models, which
    /// think within the limit, so it gets a reserve.
    pub new_token_field: bool,
    pub temperature: bool,
    /// Whether reasoning models are asked to think little.
    pub effort: bool,
    /// Whether the tokens are requested at the end of the stream.
    pub usage: bool,
}

impl Dialect {
    /// The dialect of the first request.
    pub fn first(kind: Kind) -> Self {
        // Anthropic's models follow a schema in the prompt, and its field for schemas depends on the model.
        let shape = if kind == Kind::Anthropic { Shape::Plain } else { Shape::Schema };
        Self { kind, shape, new_token_field: false, temperature: true, effort: true, usage: true }
    }

    /// The dialect to try after the provider refused a request; `None` if nothing is left to change.
    pub fn after(self, refusal: &str, request: &CompletionRequest) -> Option<Self> {
        let refusal = refusal.to_ascii_lowercase();
        let is_open = self.kind == Kind::OpenAi;
        if is_open && !self.new_token_field && refusal.contains("max_tokens") {
            return Some(Self { new_token_field: true, ..self });
        }
        if is_open && self.new_token_field && self.effort && refusal.contains("reasoning_effort") {
            return Some(Self { effort: false, ..self });
        }
        if is_open && self.usage && (refusal.contains("stream_options") || refusal.contains("include_usage"))
        {
            return Some(Self { usage: false, ..self });
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

    /// The temperature to send. Converted to f64 directly, 0.7 would be sent as 0.699999988.
    pub fn temperature_of(self, request: &CompletionRequest) -> Option<f64> {
        let temperature = request.temperature.filter(|_| self.temperature)?;
        Some((f64::from(temperature) * 100.0).round() / 100.0)
    }

    /// The rule of the prompt that describes the answer, if the provider does not take the schema.
    pub fn rule(self, schema: Option<&Value>) -> Option<String> {
        let schema = schema.filter(|_| self.shape != Shape::Schema)?;
        Some(format!(
            "Answer only with one JSON object that satisfies this JSON Schema, without any text around it:\n{schema}"
        ))
    }
}

/// Polish takes about two and a half tokens a word, English one and a half. The larger bound is used for both,
/// because a cut text is worthless.
pub(super) fn max_tokens(words: u32) -> u32 {
    64 + words.saturating_mul(5) / 2
}

/// Tokens in which a reasoning model thinks before it answers.
pub(super) const REASONING_TOKENS: u32 = 4_000;

#[cfg(test)]
pub(super) mod tests {
    use sitewright_engine::{Message, Role};

    use super::*;

    pub fn request() -> CompletionRequest {
        CompletionRequest {
            messages: vec![
                Message { role: Role::System, text: "Be brief.".into() },
                Message { role: Role::User, text: "Write.".into() },
            ],
            max_words: 100,
            temperature: Some(0.5),
            schema: Some(r#"{"type":"object"}"#.into()),
            draft: None,
            show_as: None,
            images: Vec::new(),
        }
    }

    #[test]
    fn each_refusal_changes_one_thing() {
        let first = Dialect::first(Kind::OpenAi);
        let newer =
            first.after("Use 'max_completion_tokens' instead of max_tokens", &request()).expect("a step");
        assert_eq!(newer, Dialect { new_token_field: true, ..first });
        let calm = newer.after("Unrecognized argument: reasoning_effort", &request()).expect("a step");
        assert_eq!(calm, Dialect { effort: false, ..newer });
        let unmeasured = calm.after("stream_options: extra inputs are not permitted", &request());
        assert_eq!(unmeasured, Some(Dialect { usage: false, ..calm }));
        let cold = first.after("'temperature' does not support 0.5", &request());
        assert_eq!(cold, Some(Dialect { temperature: false, ..first }));
    }

    #[test]
    fn a_schema_is_requested_in_simpler_ways() {
        let strict = Dialect::first(Kind::Gemini);
        let object = strict.after("responseSchema is not supported", &request()).expect("a step");
        let plain = object.after("responseMimeType is not supported", &request()).expect("a step");
        assert_eq!([object.shape, plain.shape], [Shape::Object, Shape::Plain]);
        assert_eq!(plain.after("still no", &request()), None);
        assert_eq!(Dialect::first(Kind::Anthropic).after("max_tokens: 9 > 8", &request()), None);
    }
}
