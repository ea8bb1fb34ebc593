//! What an answer says and its data do not: numbers, links, names, quotations and promises. A text with such a fact is
//! requested again, and marked if the fact stays.

mod names;
mod numbers;
mod orders;
mod promises;
mod quotes;
mod sites;
mod spelled;

use crate::check::Checks;
use crate::language::Language;
use crate::limit::Level;
use crate::output::{Output, Value};
use crate::parts::Joined;
use crate::stems::language_of;
use crate::units::lower;

/// Findings that a message lists.
const SHOWN: usize = 5;

/// The data of a request: the words of the user, the brand kit and the project. They are read when an answer comes.
#[derive(Debug, Default)]
pub(crate) struct Data {
    pub text: String,
    /// The answer is in another language than the data.
    pub foreign: bool,
    /// The answer is a script.
    pub spoken: bool,
}

impl Data {
    pub fn read(&self) -> Known {
        Known::new(&self.text, self.foreign, self.spoken)
    }
}

/// The data as they are compared with an answer.
#[derive(Debug, Default)]
pub(crate) struct Known {
    text: String,
    /// Lines that are orders to a model: what they say is no data.
    orders: String,
    /// In lower case.
    lower: String,
    /// The answer is in another language than the data: only links and numbers can be compared.
    foreign: bool,
    /// The answer is a script: words to be spoken stand in quotation marks, and scenes begin with their seconds.
    spoken: bool,
}

impl Known {
    pub fn new(text: &str, foreign: bool, spoken: bool) -> Self {
        let (text, orders) = orders::split(text);
        let lower = lower(&text);
        Self { text, orders, lower, foreign, spoken }
    }

    /// Checks every requested part of a variant.
    pub fn check(&self, variant: &impl Output, language: Language, checks: &mut Checks) {
        let sources = Sources::of(self, language);
        for (place, part) in variant.parts().iter().enumerate().filter(|(_, part)| !part.computed) {
            let list;
            let text = match variant.value(place) {
                Value::Text(text) => text,
                Value::List(entries) => {
                    list = entries.joined("\n");
                    &list
                }
                Value::Number(_) => continue,
            };
            for (name, level, found) in self.invented(text, &sources) {
                if !found.is_empty() {
                    let more = if found.len() > SHOWN { ", …" } else { "" };
                    let shown = found[..found.len().min(SHOWN)].joined(", ") + more;
                    let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
                    checks.rule(part.name, name, level, count, &[("found", &shown)]);
                }
            }
        }
    }

    /// What a text of an answer has and the data do not, by the name of the check.
    fn invented(&self, text: &str, sources: &Sources) -> Vec<(&'static str, Level, Vec<String>)> {
        let links = sites::sites(text, &self.lower);
        // The digits of a link are reported once.
        let mut rest = sites::without(text);
        if self.spoken {
            rest = without_times(&rest);
        }
        let language = sources.language;
        let mut found = vec![
            ("invented-links", Level::Hard, links),
            ("obeyed", Level::Hard, orders::obeyed(text, &self.orders, &self.lower)),
            ("invented-numbers", Level::Hard, numbers::numbers(&rest, &sources.numbers, language)),
        ];
        let Some(known) = &sources.names else { return found };
        let promises = promises::promises(&rest, &self.lower, language);
        found.push(("invented-names", Level::Recommended, names::names(&rest, known)));
        found.push(("invented-promises", Level::Recommended, promises));
        if !self.spoken {
            found.push(("invented-quotes", Level::Recommended, quotes::quotes(&rest, &self.lower)));
        }
        found
    }
}

/// The data of a request, prepared for comparison.
struct Sources {
    numbers: numbers::Known,
    /// `None` if the data are in another language than the answer.
    names: Option<names::Known>,
    language: Language,
}

impl Sources {
    fn of(known: &Known, language: Language) -> Self {
        let foreign = known.foreign || language_of(&known.text).is_some_and(|found| found != language);
        let names = (!foreign).then(|| names::Known::of(&known.text, language));
        Self { numbers: numbers::Known::of(&known.text), names, language }
    }
}

/// What a text says and these data do not, by the name of the check, for hosts that compare texts themselves. `foreign`: the
/// data are in another language, so that only links and numbers are compared.
#[cfg(not(target_arch = "wasm32"))]
pub fn invented(
    text: &str,
    data: &str,
    language: Language,
    foreign: bool,
) -> Vec<(&'static str, Level, Vec<String>)> {
    let known = Known::new(data, foreign, false);
    let sources = Sources::of(&known, language);
    let mut found = known.invented(text, &sources);
    found.retain(|(_, _, found)| !found.is_empty());
    found
}

/// A script without the times at the beginnings of its scenes: "0–3 s", "0:15".
fn without_times(script: &str) -> String {
    let without = |line| {
        let rest: &str = str::trim_start_matches(line, |letter: char| !letter.is_alphabetic());
        let time = &line[..line.len() - rest.len()];
        let is_time = time.contains([':', '–', '-']) && time.contains(|letter: char| letter.is_ascii_digit())
            || rest.starts_with("s ");
        if is_time { rest.strip_prefix("s ").unwrap_or(rest) } else { line }
    };
    script.lines().map(without).collect::<Vec<_>>().joined("\n")
}

#[cfg(test)]
mod tests;
