//! The chunks of a streamed answer, parsed leniently.

use serde::Deserialize;
use serde_json::Value;

/// One event of the stream. Every field may be missing: some providers send usage alone, some an empty list of
/// choices, some `null` for a text.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    choices: Option<Vec<Choice>>,
    /// Gateways report an upstream failure inside the stream.
    pub error: Option<Value>,
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

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Whole,
    /// The length limit was reached in the middle of the text.
    CutOff,
    /// The provider refuses to write this.
    Declined,
    /// The provider failed.
    Broken,
}

impl Chunk {
    /// The text that this chunk adds.
    pub fn text(&mut self) -> String {
        match self.delta().and_then(|delta| delta.content.take()) {
            Some(Content::Text(text)) => text,
            Some(Content::Parts(parts)) => parts.into_iter().filter_map(|part| part.text).collect(),
            None => String::new(),
        }
    }

    /// How the answer ends here; `None` if it continues.
    pub fn end(&mut self) -> Option<End> {
        if self.delta().is_some_and(|delta| delta.refusal.is_some()) {
            return Some(End::Declined);
        }
        let reason = self.choice()?.finish_reason.as_deref()?.to_ascii_lowercase();
        Some(match reason.as_str() {
            "content_filter" | "sensitive" | "safety" => End::Declined,
            "length" | "max_tokens" | "model_length" => End::CutOff,
            "error" | "network_error" | "insufficient_system_resource" => End::Broken,
            // "stop", and nonstandard values of other servers.
            _ => End::Whole,
        })
    }

    fn choice(&mut self) -> Option<&mut Choice> {
        self.choices.as_mut()?.first_mut()
    }

    fn delta(&mut self) -> Option<&mut Delta> {
        self.choice()?.delta.as_mut()
    }
}

/// Removes a reasoning model's `<think>…</think>` block at the start of its answer, while the answer is still
/// arriving.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    stage: Stage,
    held: String,
}

#[derive(Debug, Default, PartialEq)]
enum Stage {
    #[default]
    Start,
    Inside,
    Over,
}

impl Thinking {
    const OPEN: &'static str = "<think>";
    const CLOSE: &'static str = "</think>";

    /// The part of the answer that may be shown after `piece`.
    pub fn feed(&mut self, piece: String) -> String {
        if self.stage == Stage::Over {
            return piece;
        }
        self.held.push_str(&piece);
        if self.stage == Stage::Start {
            let start = self.held.trim_start();
            if start.starts_with(Self::OPEN) {
                self.stage = Stage::Inside;
            } else if !Self::OPEN.starts_with(start) {
                self.stage = Stage::Over;
                return std::mem::take(&mut self.held);
            }
        }
        if self.stage == Stage::Inside
            && let Some(end) = self.held.find(Self::CLOSE)
        {
            self.stage = Stage::Over;
            let answer = self.held[end + Self::CLOSE.len()..].trim_start().to_owned();
            self.held.clear();
            return answer;
        }
        String::new()
    }

    /// The held-back text when the stream ends: a short answer that only looked like the start of a `<think>` block.
    pub fn rest(&mut self) -> String {
        if self.stage == Stage::Start { std::mem::take(&mut self.held) } else { String::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(json: &str) -> String {
        serde_json::from_str::<Chunk>(json).expect("a chunk").text()
    }

    #[test]
    fn odd_chunks_are_read() {
        assert_eq!(text_of(r#"{"choices":[{"delta":{"content":"a"}}]}"#), "a");
        assert_eq!(text_of(r#"{"choices":[{"message":{"content":"whole"}}]}"#), "whole");
        assert_eq!(text_of(r#"{"choices":[{"delta":{"content":null}}]}"#), "");
        assert_eq!(text_of(r#"{"choices":[{"delta":null}]}"#), "");
        assert_eq!(text_of(r#"{"choices":[],"usage":{"total_tokens":3}}"#), "");
        assert_eq!(text_of(r#"{"choices":null}"#), "");
        assert_eq!(text_of("{}"), "");
        let parts = r#"{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"b"}]}}]}"#;
        assert_eq!(text_of(parts), "b");
    }

    #[test]
    fn ends_are_distinguished() {
        let end = |json: &str| serde_json::from_str::<Chunk>(json).expect("a chunk").end();
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

    fn shown(pieces: &[&str]) -> String {
        let mut thinking = Thinking::default();
        let mut shown: String = pieces.iter().map(|piece| thinking.feed((*piece).to_owned())).collect();
        shown.push_str(&thinking.rest());
        shown
    }

    #[test]
    fn reasoning_is_removed_and_answers_are_not() {
        assert_eq!(shown(&["<th", "ink>hm", "m</thi", "nk>\n\nAn", "swer"]), "Answer");
        assert_eq!(shown(&["Plain", " <think> text"]), "Plain <think> text");
        assert_eq!(shown(&["<th"]), "<th");
        assert_eq!(shown(&["<think>for ever"]), "");
    }
}
