//! Shows on a terminal how far an audit is, and nothing elsewhere.

use std::cell::RefCell;
use std::io::{IsTerminal as _, Write as _, stderr};

use crate::cli::prelude::*;
use crate::sites::audits::offline::Step;

/// How often the line changes.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) struct Screen {
    is_terminal: bool,
    language: Locale,
    /// The characters of the line, and when it was written.
    last: RefCell<(usize, Option<Instant>)>,
}

impl Screen {
    pub(super) fn new(language: Locale) -> Self {
        Self { is_terminal: stderr().is_terminal(), language, last: RefCell::default() }
    }

    pub(super) fn show(&self, step: Step) {
        let is_early = self.last.borrow().1.is_some_and(|at| at.elapsed() < PAUSE);
        if !self.is_terminal || (is_early && matches!(step, Step::Reading { .. })) {
            return;
        }
        let text = match step {
            Step::Preparing => Text::key("cli.audit-preparing"),
            Step::Reading { read, found, per_second } => Text::key("cli.audit-reading")
                .with("read", read)
                .with("found", found)
                .with("speed", per_second.round() as u64),
            Step::Checking => Text::key("cli.audit-checking"),
        };
        self.write(&text.say(self.language));
    }

    fn write(&self, line: &str) {
        let (before, _) = self.last.replace((line.chars().count(), Some(Instant::now())));
        let mut out = stderr().lock();
        // A closed terminal does not stop the audit.
        let _ = write!(out, "\r{line:before$}").and_then(|()| out.flush());
    }

    /// Removes the line.
    pub(super) fn end(&self) {
        if self.is_terminal {
            self.write("");
            self.write("");
        }
    }
}
