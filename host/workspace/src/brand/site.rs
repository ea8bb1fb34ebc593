//! Facts in the ordinary text of a page: most sites of small companies mark nothing for machines.
//!
//! Each module takes the lines of a page and returns what it is sure of. A fact that is missed costs the user a line to
//! type; a wrong one goes into every text, so a doubtful number is no fact.

pub(super) mod business;
pub(super) mod emails;
pub(super) mod founded;
pub(super) mod manner;
pub(super) mod offer;
pub(super) mod opening;
pub(super) mod phones;
pub(super) mod postal;
pub(super) mod profiles;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use regex::Regex;

use crate::platform::fetch::LINE_BREAK;
use crate::platform::single_line::line;

/// Characters of a line; a longer one is cut. Facts are in short lines or at the start of long ones.
const LINE_CHARS: usize = 600;
/// Lines of a page.
const MOST_LINES: usize = 5_000;

/// The lines of a page's text, without empty ones.
pub(super) fn lines(text: &str) -> Vec<String> {
    let lines = text.split(LINE_BREAK).map(line).filter(|line| !line.is_empty());
    lines.take(MOST_LINES).map(|line| line.chars().take(LINE_CHARS).collect()).collect()
}

/// A pattern of this program: it compiles, because a test uses each.
macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        static $name: std::sync::LazyLock<regex::Regex> =
            std::sync::LazyLock::new(|| regex::Regex::new($pattern).expect("a valid pattern"));
    };
}
use pattern;

/// Whether a text contains one of the words that begin so; both are folded.
fn has_any(folded: &str, starts: &[&str]) -> bool {
    count(folded, starts) > 0
}

/// The number of words of a folded text that begin with one of these; an entry with a blank is found anywhere.
fn count(folded: &str, starts: &[&str]) -> usize {
    static WORD: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[\p{L}\d]+").expect("a valid pattern"));
    let (phrases, words): (Vec<&str>, Vec<&str>) = starts.iter().partition(|start| start.contains(' '));
    let said =
        WORD.find_iter(folded).filter(|word| words.iter().any(|start| word.as_str().starts_with(start)));
    said.count() + phrases.iter().map(|phrase| folded.matches(phrase).count()).sum::<usize>()
}
