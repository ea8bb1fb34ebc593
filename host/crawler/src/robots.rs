//! robots.txt: the Robots Exclusion Protocol (RFC 9309), read as Google reads it.
//!
//! - The most specific rule wins, which is the longest; of equal ones, the one that allows.
//! - Groups of the same crawler are merged; `*` applies only if no group names the crawler.
//! - Frequent misspellings such as `disalow` and a missing colon are understood, and reported.
//! - A status of 4xx allows everything, 5xx and 429 forbid everything, up to five redirects are followed (by the
//!   caller), and bytes after the first 500 KiB are ignored.

mod lines;
mod rules;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use lines::{Key, Lines};
pub use rules::{Rules, path_and_query};

/// Bytes that are read.
pub const MOST_BYTES: usize = 500 * 1024;
/// Bytes that are transferred, to tell the size of a file that is too large.
pub const MOST_TRANSFERRED: usize = 2 * 1024 * 1024;
/// Redirects that are followed; after them the file counts as missing.
pub const MOST_REDIRECTS: usize = 5;
/// Problems that are kept.
const MOST_PROBLEMS: usize = 200;
/// Directives that other search engines read.
const FOREIGN: [&str; 7] =
    ["clean-param", "content-signal", "content-usage", "host", "noindex", "request-rate", "visit-time"];

/// A robots.txt.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Robots {
    groups: Vec<Group>,
    /// Addresses of sitemaps as they are written.
    pub sitemaps: Vec<String>,
    pub problems: Vec<Problem>,
    /// Lines with a directive that Google reads.
    pub directives: usize,
    /// Lines with another directive.
    pub unknown: usize,
    /// The number of the last line with a directive.
    pub last_line: u32,
}

/// Something wrong in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Starts with 1; 0 stands for the whole file.
    pub line: u32,
    pub kind: ProblemKind,
    /// The start of the line.
    pub text: String,
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    UnknownDirective,
    /// A rule that no `User-agent` precedes: it is ignored.
    RuleBeforeGroup,
    /// A sitemap whose address is not absolute.
    InvalidSitemap,
    /// A delay that is not a number.
    InvalidDelay,
    /// A path that starts neither with `/` nor with `*`: it matches nothing.
    InvalidPath,
    /// A misspelt directive that is understood.
    Misspelt,
    /// A blank in place of the colon.
    MissingColon,
    /// Text that is no directive.
    NoDirective,
    LineTooLong,
    /// The file is longer than [`MOST_BYTES`].
    TooLarge,
}

/// The rules for some crawlers.
#[derive(Debug, Clone, Default, PartialEq)]
struct Group {
    /// Product tokens in lower case; `*` stands for all others.
    agents: Vec<String>,
    rules: Vec<Rule>,
    delay: Option<Duration>,
}

/// One `Allow` or `Disallow`.
#[derive(Debug, Clone, PartialEq)]
struct Rule {
    allow: bool,
    pattern: Vec<u8>,
    line: u32,
}

/// What a crawler may do at a server.
#[derive(Debug, Clone, PartialEq)]
pub enum Access {
    /// There are no rules.
    Open,
    /// The rules cannot be read at the moment, so nothing may be fetched.
    Closed,
    Ruled(Rules),
}

impl Access {
    /// Whether an address may be fetched.
    pub fn allows(&self, url: &str) -> bool {
        match self {
            Self::Open => true,
            Self::Closed => false,
            Self::Ruled(rules) => rules.allow(url),
        }
    }

    pub fn delay(&self) -> Option<Duration> {
        match self {
            Self::Ruled(rules) => rules.delay,
            _ => None,
        }
    }
}

/// What the status of the answer to a request for robots.txt means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The body has the rules.
    Rules,
    /// There are none.
    Open,
    /// They may exist but cannot be read.
    Closed,
}

/// The meaning of a status that is no redirect.
pub fn meaning(status: u16) -> Meaning {
    match status {
        200..=299 => Meaning::Rules,
        429 => Meaning::Closed,
        300..=499 => Meaning::Open,
        _ => Meaning::Closed,
    }
}

/// Whether a text may name a crawler in robots.txt.
pub fn is_token(text: &str) -> bool {
    !text.is_empty() && token(text.as_bytes()).len() == text.len()
}

/// The start of a value that is a product token.
fn token(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|byte| !(byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')));
    &value[..end.unwrap_or(value.len())]
}

impl Robots {
    pub fn parse(bytes: &[u8]) -> Self {
        let mut parser = Parser::default();
        if bytes.len() > MOST_BYTES {
            parser.problem(0, ProblemKind::TooLarge, b"");
        }
        for line in Lines::new(&bytes[..bytes.len().min(MOST_BYTES)]) {
            parser.line(&line);
        }
        parser.robots
    }

    /// The crawlers that the file names, in lower case; `*` for all others.
    pub fn agents(&self) -> impl Iterator<Item = &str> {
        self.groups.iter().flat_map(|group| &group.agents).map(String::as_str)
    }

    /// The rules that apply to a crawler.
    pub fn rules(&self, agent: &str) -> Rules {
        let named = |name: &str| -> Vec<&Group> {
            self.groups.iter().filter(|group| group.agents.iter().any(|agent| agent == name)).collect()
        };
        let mut groups = named(&agent.to_ascii_lowercase());
        if groups.is_empty() {
            groups =
                self.groups.iter().filter(|group| group.agents.iter().any(|agent| agent == "*")).collect();
        }
        let delay = groups.iter().filter_map(|group| group.delay).max();
        Rules::new(groups.iter().flat_map(|group| &group.rules), delay)
    }
}

/// Collects the groups of a file.
#[derive(Default)]
struct Parser {
    robots: Robots,
    /// A rule closed the list of crawlers of the last group.
    is_closed: bool,
}

impl Parser {
    fn line(&mut self, line: &lines::Line) {
        if line.is_too_long {
            self.problem(line.number, ProblemKind::LineTooLong, line.text);
        }
        let Some((key, value)) = line.parts() else {
            if line.has_text() {
                self.problem(line.number, ProblemKind::NoDirective, line.text);
            }
            return;
        };
        if line.lacks_colon() {
            self.problem(line.number, ProblemKind::MissingColon, line.text);
        }
        let (known, is_misspelt) = Key::of(key);
        if is_misspelt {
            self.problem(line.number, ProblemKind::Misspelt, line.text);
        }
        match known {
            Key::Unknown | Key::Delay => self.robots.unknown += 1,
            _ => self.robots.directives += 1,
        }
        self.robots.last_line = line.number;
        match known {
            Key::Agent => self.agent(value),
            Key::Allow => self.rule(true, value, line),
            Key::Disallow => self.rule(false, value, line),
            Key::Sitemap => self.sitemap(value, line),
            Key::Delay => self.delay(value, line),
            Key::Unknown => {
                if !FOREIGN.iter().any(|foreign| key.eq_ignore_ascii_case(foreign.as_bytes())) {
                    self.problem(line.number, ProblemKind::UnknownDirective, line.text);
                }
            }
        }
    }

    fn agent(&mut self, value: &[u8]) {
        if self.is_closed || self.robots.groups.is_empty() {
            self.robots.groups.push(Group::default());
            self.is_closed = false;
        }
        let is_any = value.first() == Some(&b'*') && value.get(1).is_none_or(u8::is_ascii_whitespace);
        let name = if is_any { b"*" } else { token(value) };
        if let Some(group) = self.robots.groups.last_mut() {
            group.agents.push(String::from_utf8_lossy(name).to_ascii_lowercase());
        }
    }

    fn rule(&mut self, allow: bool, value: &[u8], line: &lines::Line) {
        let Some(group) = self.robots.groups.last_mut() else {
            return self.problem(line.number, ProblemKind::RuleBeforeGroup, line.text);
        };
        self.is_closed = true;
        group.rules.push(Rule { allow, pattern: lines::escaped(value), line: line.number });
        if !matches!(value.first(), None | Some(b'/' | b'*')) {
            self.problem(line.number, ProblemKind::InvalidPath, line.text);
        }
    }

    fn sitemap(&mut self, value: &[u8], line: &lines::Line) {
        let text = String::from_utf8_lossy(value).into_owned();
        if !url::Url::parse(&text).is_ok_and(|url| matches!(url.scheme(), "http" | "https")) {
            self.problem(line.number, ProblemKind::InvalidSitemap, line.text);
        }
        self.robots.sitemaps.push(text);
    }

    fn delay(&mut self, value: &[u8], line: &lines::Line) {
        let seconds = str::from_utf8(value).ok().and_then(|value| value.parse::<f64>().ok());
        match (
            seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            self.robots.groups.last_mut(),
        ) {
            (Some(delay), Some(group)) => group.delay = group.delay.max(Some(delay)),
            (Some(_), None) => self.problem(line.number, ProblemKind::RuleBeforeGroup, line.text),
            (None, _) => self.problem(line.number, ProblemKind::InvalidDelay, line.text),
        }
    }

    fn problem(&mut self, line: u32, kind: ProblemKind, text: &[u8]) {
        if self.robots.problems.len() < MOST_PROBLEMS {
            let text = String::from_utf8_lossy(&text[..text.len().min(200)]).trim().to_owned();
            self.robots.problems.push(Problem { line, kind, text });
        }
    }
}

#[cfg(test)]
mod tests;
