//! Patterns of addresses.

use regex::{Regex, RegexBuilder};

use super::path_and_query;

/// Bytes of memory that a compiled pattern may use.
const MOST_BYTES: usize = 1024 * 1024;

/// A pattern of addresses. `regex:…` is a regular expression over the whole address. In all others `*` stands for any
/// characters: `/shop/*` is compared with path and query, and `https://example.com/a*` with the whole address.
#[derive(Debug, Clone)]
pub struct Pattern {
    text: String,
    regex: Regex,
    whole: bool,
}

/// The pattern is not valid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the pattern \"{pattern}\" is not valid: {reason}")]
pub struct BadPattern {
    pub pattern: String,
    pub reason: String,
}

impl Pattern {
    pub fn new(text: &str) -> Result<Self, BadPattern> {
        let text = text.trim();
        let bad = |reason: &str| BadPattern { pattern: text.to_owned(), reason: reason.to_owned() };
        let (expression, whole) = match text.strip_prefix("regex:") {
            Some(expression) => (expression.to_owned(), true),
            None if text.starts_with(['/', '*', '?']) => (glob(text), false),
            None if text.contains("://") => (glob(text), true),
            None => return Err(bad("it starts neither with / nor with * nor with a scheme")),
        };
        let regex = RegexBuilder::new(&expression).size_limit(MOST_BYTES).build();
        let regex = regex.map_err(|error| bad(&error.to_string()))?;
        Ok(Self { text: text.to_owned(), regex, whole })
    }

    /// The pattern as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it matches an address in normal form.
    pub fn matches(&self, address: &str) -> bool {
        self.regex.is_match(if self.whole { address } else { path_and_query(address) })
    }
}

/// The expression that matches what the text matches, with `*` as any characters.
fn glob(text: &str) -> String {
    let parts: Vec<String> = text.split('*').map(regex::escape).collect();
    format!("^{}$", parts.join(".*"))
}
