//! The answer of one attempt while it arrives, and whether it is usable.

use std::borrow::Cow;
use std::sync::Arc;

use sitewright_engine::{Completion, CompletionRequest};

use super::provider::Failed;
use super::schema::{self, Wanted};
use super::shown::Shown;
use super::stream::{End, Piece, Thinking, Tokens};
use super::{Heard, ModelError, Usage, Written, answer_bytes, count_words, estimated_tokens};

/// The answer of one attempt so far.
pub(super) struct Answer<'a> {
    text: String,
    limit: usize,
    thinking: Thinking,
    /// What is shown of an answer in JSON that stands for text.
    data: Option<Shown>,
    pub shown: bool,
    /// The provider reported an end. A stream that ends without it was broken off.
    pub has_end: bool,
    /// The provider reported that it stopped in the middle.
    cut: bool,
    tokens: Tokens,
    written: &'a Written,
}

impl<'a> Answer<'a> {
    /// With `is_data` the answer is JSON that stands for text.
    pub fn new(request: &CompletionRequest, written: &'a Written, is_data: bool) -> Self {
        let limit = answer_bytes(request.max_words);
        let (text, thinking, tokens) = (String::new(), Thinking::default(), Tokens::default());
        let data = is_data.then(Shown::default);
        Self { text, limit, thinking, data, shown: false, has_end: false, cut: false, tokens, written }
    }

    pub fn add(&mut self, piece: Piece) -> Result<(), Failed> {
        self.tokens.update(piece.tokens);
        if let Some(error) = &piece.error {
            if says_no_credit(&error.to_string()) {
                return Err(Failed::for_good(ModelError::NoCredit));
            }
            let code = error["code"].as_u64().or_else(|| error["status"].as_u64());
            let is_busy = code == Some(429) || error["type"] == "rate_limit_error";
            return Err(Failed::for_now(if is_busy { ModelError::Busy } else { ModelError::BrokenOff }));
        }
        if piece.end == Some(End::Declined) {
            return Err(Failed::for_good(ModelError::Declined));
        }
        let text = self.thinking.feed(piece.text);
        self.push(&text);
        self.has_end |= piece.end.is_some();
        match piece.end {
            Some(End::Broken) => Err(Failed::for_now(ModelError::BrokenOff)),
            Some(End::CutOff) => {
                self.cut = true;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, piece: &str) {
        if piece.is_empty() {
            return;
        }
        self.text.push_str(piece);
        let shown = self.data.as_mut().map_or(Cow::Borrowed(piece), |data| data.feed(piece).into());
        if !shown.is_empty() {
            self.shown = true;
            (self.written)(Heard::Piece(&shown));
        }
    }

    pub fn is_full(&self) -> bool {
        self.text.len() >= self.limit
    }

    /// An answer must be complete, not empty, and satisfy its schema if it has one.
    pub async fn check(&mut self, wanted: Option<&Arc<Wanted>>) -> Result<(), Failed> {
        let rest = self.thinking.rest();
        self.push(&rest);
        if self.cut || self.is_full() {
            tracing::warn!(bytes = self.text.len(), "the model's answer was cut off");
            return Err(Failed::for_good(ModelError::CutOff));
        }
        if self.text.trim().is_empty() {
            tracing::warn!("the model's answer is empty");
            self.shown = false;
            return Err(Failed::for_now(ModelError::Garbled));
        }
        let Some(wanted) = wanted.filter(|wanted| !wanted.or_text) else { return Ok(()) };
        let bare = bare_json(&self.text);
        if !schema::is_satisfied(wanted, bare).await.map_err(Failed::for_good)? {
            tracing::warn!("the model's answer does not satisfy the schema");
            return Err(Failed::for_now(ModelError::Garbled));
        }
        self.text = bare.to_owned();
        Ok(())
    }

    /// The tokens of the attempt: those that the provider reported, or an estimate if it worked and reported none.
    pub fn usage(&self, request: &CompletionRequest, is_done: bool) -> Usage {
        let Tokens { input, output } = self.tokens;
        if let (Some(input), Some(output)) = (input, output) {
            return Usage { input, output, estimated: false };
        }
        if !is_done && self.text.is_empty() && input.is_none() && output.is_none() {
            return Usage::default();
        }
        let prompt =
            request.messages.iter().map(|message| message.text.as_str()).chain(request.schema.as_deref());
        Usage {
            input: input.unwrap_or_else(|| prompt.map(estimated_tokens).sum()),
            output: output.unwrap_or_else(|| estimated_tokens(&self.text)),
            estimated: true,
        }
    }

    pub fn completion(self, request: &CompletionRequest) -> Completion {
        // Never more than was reserved: the balance must not become negative.
        let words = count_words(&self.text).min(request.max_words);
        Completion { text: self.text, words, drafted: false }
    }
}

/// Models without a schema mode often wrap JSON in a code fence.
fn bare_json(text: &str) -> &str {
    let text = text.trim();
    let Some(fenced) = text.strip_prefix("```") else { return text };
    let fenced = fenced.strip_prefix("json").unwrap_or(fenced);
    fenced.strip_suffix("```").unwrap_or(fenced).trim()
}

/// How providers report that an account is empty or has reached its owner's limit.
pub(super) fn says_no_credit(complaint: &str) -> bool {
    const SIGNS: [&str; 5] = [
        "insufficient_quota",
        "insufficient_balance",
        "billing_hard_limit_reached",
        "billing_not_active",
        "credit balance is too low",
    ];
    let complaint = complaint.to_ascii_lowercase();
    SIGNS.iter().any(|sign| complaint.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_around_json_are_removed() {
        assert_eq!(bare_json("```json\n{\"a\":1}\n```"), r#"{"a":1}"#);
        assert_eq!(bare_json("```\n[]\n```\n"), "[]");
        assert_eq!(bare_json(" {} "), "{}");
    }
}
