//! The ports of a run at the command line: there is no account, so words are only counted.

use std::sync::{Arc, Mutex, PoisonError};

use sitewright_engine::{Answer, BoxFuture, Call, Completion, CompletionRequest, Context, Failure, Ports};

use super::screen::Screen;
use crate::cli::desk::WayOut;
use crate::platform::error::Problem;
use crate::platform::locale::Locale;
use crate::platform::model::{Heard, Model};
use crate::work::runs::problems;

/// The totals of the model calls.
#[derive(Debug, Default, Clone)]
pub(super) struct Sums {
    pub words: u32,
    pub drafted: bool,
    pub refusal: Option<Problem>,
}

pub(super) struct TerminalPorts {
    context: Context,
    locale: Locale,
    model: Arc<dyn Model>,
    way: Option<WayOut>,
    screen: Arc<Screen>,
    sums: Mutex<Sums>,
}

impl TerminalPorts {
    pub fn new(
        context: Context,
        locale: Locale,
        model: Arc<dyn Model>,
        way: Option<WayOut>,
        screen: Screen,
    ) -> Self {
        Self { context, locale, model, way, screen: Arc::new(screen), sums: Mutex::default() }
    }

    pub fn sums(&self) -> Sums {
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // The refusal is more specific than the plugin's failure.
        sums.refusal = sums.refusal.or_else(|| self.way.as_ref().and_then(WayOut::refusal));
        sums
    }

    pub fn end(&self) {
        self.screen.end();
    }

    async fn ask(&self, request: CompletionRequest) -> Result<Answer, Failure> {
        let label = request.show_as.clone().filter(|_| self.model.connected());
        let screen = self.screen.clone();
        let listener = Arc::new(move |heard: Heard<'_>| {
            if let (Some(label), Heard::Piece(piece)) = (&label, heard) {
                screen.write(label, piece);
            }
        });
        let answer = self.model.complete(request, listener).await.map_err(|error| error.problem());
        self.note(&answer);
        answer.map(Answer::from).map_err(|problem| problems::failure(&problem, self.locale))
    }

    fn note(&self, answer: &Result<Completion, Problem>) {
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok(answer) => {
                sums.words += answer.words;
                sums.drafted |= answer.drafted;
            }
            Err(problem) => sums.refusal = Some(problem.clone()),
        }
    }
}

impl Ports for TerminalPorts {
    fn context(&self) -> &Context {
        &self.context
    }

    fn call(&self, call: Call) -> BoxFuture<'_, Result<Answer, Failure>> {
        match (call, &self.way) {
            (Call::ModelComplete(request), _) => Box::pin(self.ask(request)),
            (call, Some(way)) => Box::pin(way.call(call)),
            (call, None) => call.refuse(),
        }
    }

    fn progress(&self, done: u32, total: u32, label: &str) {
        self.screen.write("", &format!("{done}/{total} {label}\n"));
    }
}
