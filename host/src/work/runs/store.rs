//! The table of runs: what is written to it, each write as one value that the writer (see `writer.rs`) applies together
//! with others. The statements are in `store/write.rs`, what is read in `store/read.rs`, and what dead processes left in
//! `store/left.rs`.

mod apply;
mod left;
mod read;
mod write;

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, value::RawValue};
use sitewright_engine::Outcome;

use super::{Progress, RunStatus, bill::Bill, trial_terms::Trial};
use crate::{
    billing::{
        plans::{DailyLimit, SharedCeilings},
        words::{Charge, FreeCalls},
    },
    catalogue::tools::{self, Described, Effort, Tool},
    platform::{
        clock::Timestamp,
        db::{self},
        error::{Problem, Result},
        locale::Locale,
    },
    work::keys::KeyMonth,
};

pub(super) use left::{left, note_version, recover};
pub use read::count;
pub(super) use read::{Filter, balance, cancelled_elsewhere, find, find_by_key, list, unfinished_of};

/// What is written to the database.
#[derive(Debug)]
pub(super) enum Write {
    /// Stores a new run.
    Insert { run: Box<NewRun> },
    /// Sets words aside for a model call, and notes that the run runs.
    Reserve { run: Arc<Ticket>, call: u32, words: u32, free: FreeCalls },
    /// Ends a run: its state, its words and its document at once.
    Finish { run: Arc<Ticket>, ending: Arc<Ending> },
    /// Notes that somebody wants the run ended, should the server stop first.
    Cancel { id: String },
    /// Notes that a run that was taken up again has really begun.
    Start { run: Arc<Ticket> },
}

/// How a write went.
#[derive(Debug, PartialEq)]
pub(super) enum Written {
    Done,
    /// A finished run's words and document.
    Finished {
        words: i64,
        document_id: Option<String>,
    },
    /// The idempotency key is taken.
    Duplicate,
    /// Somebody else took the run over; nothing was written.
    Lost,
}

/// What names an attempt of a run.
#[derive(Debug)]
pub(super) struct Ticket {
    pub id: String,
    pub account: String,
    pub project: Option<i64>,
    pub tool: String,
    pub tool_version: String,
    /// Digest of the package that the tool came in.
    pub package: Option<String>,
    /// The document that is rewritten; such a run makes none of its own.
    pub revises: Option<String>,
    pub attempt: i64,
    /// The key that began it, whose words are counted.
    pub key: Option<KeyMonth>,
    /// How much of the tool the run may use.
    pub ceilings: SharedCeilings,
    /// The trial that it belongs to.
    pub trial: Option<Box<Trial>>,
}

impl Ticket {
    pub fn charge(&self) -> Charge<'_> {
        Charge { account: &self.account, run: &self.id, attempt: self.attempt, tool: &self.tool }
    }

    pub fn trial_id(&self) -> Option<&str> {
        self.trial.as_ref().map(|trial| trial.id.as_str())
    }
}

/// A run that is admitted.
#[derive(Debug)]
pub(super) struct NewRun {
    pub ticket: Arc<Ticket>,
    pub locale: Locale,
    pub input: Arc<str>,
    pub key: Option<IdempotencyKey>,
    pub created_at: Timestamp,
    /// Where it waits and runs.
    pub process: String,
    /// How many the plan allows a day.
    pub limit: Option<DailyLimit>,
    /// Whether an administrator began it in the person's place.
    pub acted: bool,
}

/// The client's own name for a request, and the digest of what it asked for.
#[derive(Debug, Clone)]
pub(super) struct IdempotencyKey {
    pub key: String,
    pub digest: String,
}

/// How a run ends.
#[derive(Debug)]
pub(super) struct Ending {
    pub status: RunStatus,
    /// Of a run that succeeded.
    pub made: Option<Made>,
    pub problem: Option<Problem>,
    /// Whether a model is connected, so that words may have been reserved.
    pub asked: bool,
    pub bill: Bill,
    /// Calls that may be free in a day, of one account.
    pub free_calls: u32,
    pub drafted: bool,
    pub progress: Option<Progress>,
    /// Of a run that the engine brought to its end.
    pub spent: Option<Spent>,
    pub started_at: Option<Timestamp>,
    pub finished_at: Timestamp,
}

impl Ending {
    /// Why the run failed, as it is kept: with what was charged all the same, where a model could have been asked.
    pub fn problem(&self, words: i64) -> Option<Problem> {
        let problem = self.problem.clone()?;
        Some(if self.asked { problem.charged(words) } else { problem })
    }
}

/// What a run took of the machine, and how often it asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spent {
    pub guest_cpu_us: i64,
    pub peak_memory_bytes: i64,
    pub host_calls: i64,
    pub model_calls: i64,
}

/// What a run made: the parts for the document, and the whole as JSON.
#[derive(Debug)]
pub(super) struct Made {
    pub title: String,
    pub text: String,
    pub data: String,
    pub json: String,
}

#[derive(Serialize)]
struct Whole<'a> {
    title: &'a str,
    text: &'a str,
    data: &'a RawValue,
}

impl Made {
    /// Holds an outcome against the tool's own schema; the reason where it does not fit.
    pub async fn check(
        outcome: Outcome,
        tool: &Tool,
        described: &Arc<Described>,
        locale: Locale,
    ) -> Result<Self, String> {
        let Outcome { title, text, data } = outcome;
        let parts: Value = serde_json::from_str(&data).map_err(|error| error.to_string())?;
        if described.text(locale).output.effort(&parts) == Effort::Long {
            let described = described.clone();
            let check = move || described.text(locale).output.check(&parts);
            tools::aside(check).await.map_err(|problem| problem.to_string())??;
        } else {
            described.text(locale).output.check(&parts)?;
        }
        let title = if title.trim().is_empty() { tool.text(locale).name.clone() } else { title };
        let raw: &RawValue = serde_json::from_str(&data).map_err(|error| error.to_string())?;
        let json = serde_json::to_string(&Whole { title: &title, text: &text, data: raw })
            .map_err(|error| error.to_string())?;
        Ok(Self { title, text, data, json })
    }
}

impl Write {
    /// Whose rows it reads and writes; none for one statement about one row.
    pub fn account(&self) -> Option<&str> {
        match self {
            Self::Insert { run } => Some(&run.ticket.account),
            Self::Reserve { run, .. } | Self::Finish { run, .. } | Self::Start { run } => Some(&run.account),
            Self::Cancel { .. } => None,
        }
    }

    /// Whether it needs no transaction around it.
    pub fn is_one_statement(&self) -> bool {
        match self {
            // What is counted is counted in the transaction that stores it.
            Self::Insert { run } => run.limit.is_none() && run.ticket.trial.is_none(),
            _ => matches!(self, Self::Cancel { .. } | Self::Start { .. }),
        }
    }
}

/// A new id for a run.
pub(super) fn new_id() -> String {
    db::new_id()
}
