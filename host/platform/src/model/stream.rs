//! The pieces of a streamed answer, the same for all protocols.

use serde_json::Value;

/// A part of an answer, from one event of the stream.
#[derive(Debug, Default)]
pub(super) struct Piece {
    pub text: String,
    /// How the answer ends here; `None` if it continues.
    pub end: Option<End>,
    /// The provider's error.
    pub error: Option<Value>,
    pub tokens: Tokens,
}

/// Reads the data of one event.
pub(super) type Read = fn(&str) -> Result<Piece, serde_json::Error>;

/// Tokens as the provider counts them, of the whole request so far.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tokens {
    pub input: Option<u64>,
    pub output: Option<u64>,
}

impl Tokens {
    /// Replaces what is known now.
    pub fn update(&mut self, newer: Self) {
        self.input = newer.input.or(self.input);
        self.output = newer.output.or(self.output);
    }
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Whole,
    /// Nothing follows; the end itself may have been reported before.
    Last,
    /// The length limit was reached in the middle of the text.
    CutOff,
    /// The provider refuses to write this.
    Declined,
    /// The provider failed.
    Broken,
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
