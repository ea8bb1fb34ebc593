//! The findings of one part of the suite.

use super::super::case::{Finding, Tested, Verdict};
use super::stage::{Done, Ended};
use crate::cli::prelude::*;

/// After this many findings of one part, further ones would hide the first.
const MOST: usize = 20;

pub(super) struct Sheet {
    name: String,
    pub language: Locale,
    reader: Locale,
    verdict: Verdict,
    calls: usize,
    left_out: usize,
}

impl Sheet {
    /// `language` is that of the calls, and `reader` that of the report.
    pub fn new(name: &str, language: Locale, reader: Locale) -> Self {
        let (name, verdict) = (name.to_owned(), Verdict::default());
        Self { name, language, reader, verdict, calls: 0, left_out: 0 }
    }

    /// Counts a call of the plugin.
    pub fn called(&mut self) {
        self.calls += 1;
    }

    pub fn found(&mut self, call: &str, expected: &Text, made: impl fmt::Display) {
        if self.verdict.findings.len() == MOST {
            self.left_out += 1;
            return;
        }
        let (expected, made) = (expected.say(self.reader), made.to_string());
        let text = Text::key("cli.shop-finding").with("call", call).with("expected", expected.as_str());
        self.verdict.problems.push(text.with("made", made.as_str()).say(self.reader));
        self.verdict.findings.push(Finding { call: call.to_owned(), expected, made });
    }

    /// A finding unless it `is` so.
    pub fn expect(&mut self, is: bool, call: &str, expected: &'static str, made: impl fmt::Display) {
        if !is {
            self.found(call, &Text::key(expected), made);
        }
    }

    /// The result of a call that should succeed.
    pub fn success<T>(&mut self, call: &str, done: Done<T>) -> Option<T> {
        self.called();
        done.map_err(|ended| self.found(call, &Text::key("cli.shop-success"), ended)).ok()
    }

    /// Whether a call ended as the contract permits: with a result or a fault.
    pub fn is_within<T>(&mut self, call: &str, done: &Done<T>) -> bool {
        self.called();
        if let Err(Ended::Broken(error)) = done {
            self.found(call, &Text::key("cli.shop-within"), error);
        }
        !matches!(done, Err(Ended::Broken(_)))
    }

    pub fn problem(&mut self, text: &Text) {
        self.verdict.problems.push(text.say(self.reader));
    }

    pub fn note(&mut self, text: &Text) {
        self.verdict.notes.push(text.say(self.reader));
    }

    pub fn end(mut self) -> Tested {
        if self.left_out > 0 {
            self.problem(&Text::key("cli.shop-more").with("findings", self.left_out));
        }
        self.verdict.made = Text::key("cli.shop-calls").with("calls", self.calls).say(self.reader);
        Tested { name: self.name, language: self.language.tag(), verdict: self.verdict }
    }
}
