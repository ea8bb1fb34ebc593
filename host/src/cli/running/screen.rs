//! Shows progress on a terminal, and nothing elsewhere, so that scripts get only the result.

use std::io::{Write as _, stderr};
use std::sync::{Mutex, PoisonError};

pub(super) struct Screen {
    terminal: bool,
    label: Mutex<String>,
}

impl Screen {
    pub fn new(terminal: bool) -> Self {
        Self { terminal, label: Mutex::default() }
    }

    pub fn write(&self, label: &str, text: &str) {
        if !self.terminal {
            return;
        }
        let mut last = self.label.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = stderr().lock();
        // A closed terminal does not stop the run.
        if *last != label {
            let _ = if label.is_empty() { writeln!(out) } else { write!(out, "\n[{label}] ") };
            label.clone_into(&mut last);
        }
        let _ = write!(out, "{text}").and_then(|()| out.flush());
    }

    pub fn end(&self) {
        if self.terminal {
            let _ = writeln!(stderr());
        }
    }
}
