//! The rules for one crawler.

use std::time::Duration;

use memchr::memmem;

use super::Rule;

/// The rules for one crawler, the most specific first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rules {
    patterns: Vec<Pattern>,
    /// The pause between two requests that the file asks for.
    pub delay: Option<Duration>,
}

#[derive(Debug, Clone, PartialEq)]
struct Pattern {
    allow: bool,
    /// The parts between the `*`.
    parts: Vec<Box<[u8]>>,
    /// The path ends where the pattern ends.
    is_whole: bool,
    length: usize,
    line: u32,
}

impl Pattern {
    fn new(rule: &Rule) -> Self {
        let (text, is_whole) = match rule.pattern.strip_suffix(b"$") {
            Some(text) => (text, true),
            None => (&rule.pattern[..], false),
        };
        let parts = text.split(|byte| *byte == b'*').map(Box::from).collect();
        Self { allow: rule.allow, parts, is_whole, length: rule.pattern.len(), line: rule.line }
    }

    /// Takes the first place of each part, so that the time grows only with the length of the path.
    fn matches(&self, path: &[u8]) -> bool {
        let Some((first, others)) = self.parts.split_first() else { return false };
        let Some(mut rest) = path.strip_prefix(&**first) else { return false };
        let Some((last, middle)) = others.split_last() else { return !self.is_whole || rest.is_empty() };
        for part in middle {
            let Some(at) = memmem::find(rest, part) else { return false };
            rest = &rest[at + part.len()..];
        }
        if self.is_whole { rest.ends_with(last) } else { memmem::find(rest, last).is_some() }
    }
}

impl Rules {
    pub(super) fn new<'a>(rules: impl Iterator<Item = &'a Rule>, delay: Option<Duration>) -> Self {
        let mut patterns = Vec::new();
        for rule in rules.filter(|rule| !rule.pattern.is_empty()) {
            patterns.push(Pattern::new(rule));
            patterns.extend(directory(rule).as_ref().map(Pattern::new));
        }
        patterns.sort_by(|a, b| b.length.cmp(&a.length).then(b.allow.cmp(&a.allow)));
        Self { patterns, delay }
    }

    /// Whether an address may be fetched.
    pub fn allow(&self, url: &str) -> bool {
        self.deciding(url).is_none_or(|(allow, _)| allow)
    }

    /// The line that decides about an address, and whether it allows it.
    pub fn deciding(&self, url: &str) -> Option<(bool, u32)> {
        let path = path_and_query(url);
        let found = self.patterns.iter().find(|pattern| pattern.matches(path.as_bytes()));
        found.map(|pattern| (pattern.allow, pattern.line))
    }

    /// Whether no page may be fetched.
    pub fn forbid_all(&self) -> bool {
        !self.allow("/") && !self.patterns.iter().any(|pattern| pattern.allow)
    }
}

/// Google reads `Allow: /a/index.html` also as `Allow: /a/$`.
fn directory(rule: &Rule) -> Option<Rule> {
    let slash = rule.pattern.iter().rposition(|byte| *byte == b'/')?;
    let is_index = rule.allow && rule.pattern[slash..].starts_with(b"/index.htm");
    is_index.then(|| {
        let pattern = [&rule.pattern[..=slash], b"$"].concat();
        Rule { allow: true, pattern, line: rule.line }
    })
}

/// The part of an address that rules are compared with: path and query, with `/` in front.
pub fn path_and_query(url: &str) -> String {
    let start = if url.starts_with("//") { 2 } else { 0 };
    let find = |text: &str, from: usize| url[from..].find(text).map(|at| at + from);
    let first = |from: usize| url[from..].find(['/', '?', ';']).map(|at| at + from);
    let scheme = find("://", start).filter(|scheme| first(start).is_none_or(|early| early >= *scheme));
    let Some(path) = first(scheme.map_or(start, |scheme| scheme + 3)) else { return "/".to_owned() };
    let end = find("#", start).unwrap_or(url.len());
    match url.get(path..end) {
        None => "/".to_owned(),
        Some(found) if found.starts_with('/') => found.to_owned(),
        Some(found) => format!("/{found}"),
    }
}
