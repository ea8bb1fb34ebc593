//! One reason to refuse a package, and the list of all of them.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::Code;

/// More problems would not help the author, and a hostile package could have any number.
const MOST: usize = 500;
/// Values from a package are truncated to this number of characters.
const LONGEST: usize = 200;

/// One reason to refuse a package.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    pub code: Code,
    /// The file, and the location in it: `plugin.toml: version`, `describe/pl.json: input/properties/topic`. Empty
    /// for the package as a whole.
    pub place: String,
    /// The values of the message, as [`Code::values`] lists them.
    pub params: Map<String, Value>,
}

impl Problem {
    pub fn at(code: Code, place: impl Into<String>) -> Self {
        Self { code, place: shortened(&place.into()), params: Map::new() }
    }

    /// Adds a value to the message.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = match value.into() {
            Value::String(text) => Value::String(shortened(&text)),
            value => value,
        };
        self.params.insert(name.to_owned(), value);
        self
    }
}

/// Control characters would let a package write to the reader's terminal.
fn shortened(text: &str) -> String {
    let plain = |char: char| if char.is_control() { '\u{fffd}' } else { char };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => text[..end].chars().map(plain).chain(['…']).collect(),
        None => text.chars().map(plain).collect(),
    }
}

/// All reasons found so far.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<Problem>);

impl Problems {
    pub fn add(&mut self, problem: Problem) {
        if self.0.len() < MOST && !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }

    /// A problem without values.
    pub fn at(&mut self, place: impl Into<String>, code: Code) {
        self.add(Problem::at(code, place));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_list(self) -> Vec<Problem> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_short_and_plain() {
        let problem = Problem::at(Code::NameUnsafe, "a\u{1b}[31m").with("x", "b".repeat(1000));
        assert_eq!(problem.place, "a\u{fffd}[31m");
        assert_eq!(problem.params["x"].as_str().map(|text| text.chars().count()), Some(LONGEST + 1));
    }

    #[test]
    fn codes_are_distinct() {
        let names: std::collections::BTreeSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }
}
