//! Writes to the table of runs: each write is one value that the writer (see `writer.rs`) applies together with
//! others. The statements are in `store/write.rs`, reads in `store/read.rs`, and recovery from dead processes in
//! `store/left.rs`.

mod apply;
mod journal;
mod left;
mod read;
mod write;

use sitewright_engine::Outcome;

use super::bill::Bill;
use super::journal::Entry;
use super::{Progress, RunStatus};
use crate::billing::meters::{Ceiling, Charge, FreeCalls, Holder, Meter, Purse};
use crate::billing::plans::{DailyLimit, SharedCeilings};
use crate::catalogue::models::ModelTerms;
use crate::catalogue::tools::{self, Described, Effort, Tool};
use crate::keys::KeyMonth;
use crate::messages::audit_log::Actor;
use crate::platform::prelude::*;
use crate::workspace::documents;

pub(super) use journal::journal;
pub(super) use left::{note_version, recover};
pub(super) use read::{Filter, LIST_COLUMNS, cancelled_elsewhere, find, find_by_key, list, unfinished_of};
pub use read::{count, sums_of_trial};

/// A write to the database.
#[derive(Debug)]
pub(super) enum Write {
    /// Stores a new run.
    Insert { run: Box<NewRun> },
    /// Reserves words for a model call, and stores that the run runs.
    Reserve { run: Arc<Ticket>, call: u32, words: u32, free: FreeCalls },
    /// Stores answers that the plugin is about to receive.
    Answer { run: Arc<Ticket>, entries: Vec<Entry> },
    /// Ends a run: its state, its words and its document at once.
    Finish { run: Arc<Ticket>, ending: Arc<Ending> },
    /// Stores a request to cancel the run, in case the server stops first.
    Cancel { id: String },
    /// Stores that a run has started after it was taken over.
    Start { run: Arc<Ticket> },
}

/// The result of a write.
#[derive(Debug, PartialEq)]
pub(super) enum Written {
    Done,
    /// The words and document of a finished run.
    Finished {
        words: i64,
        document_id: Option<String>,
    },
    /// The idempotency key is taken.
    Duplicate,
    /// Another process took the run over; nothing was written.
    Lost,
}

/// Identifies an attempt of a run.
#[derive(Debug)]
pub(super) struct Ticket {
    pub id: String,
    pub account: String,
    pub project: Option<i64>,
    pub tool: String,
    pub tool_version: String,
    /// Digest of the tool's package.
    pub package: Option<String>,
    /// The document that is rewritten; such a run creates none.
    pub revises: Option<String>,
    pub attempt: i64,
    /// The key that started it, whose words are counted.
    pub key: Option<KeyMonth>,
    /// The limits of the tool for this run.
    pub ceilings: SharedCeilings,
    pub models: ModelTerms,
    /// The trial of the run.
    pub trial: Option<String>,
}

impl Ticket {
    pub fn charge(&self) -> Charge<'_> {
        let holder = Holder::of(&self.account, self.trial.as_deref());
        let key = self.key.iter().map(|key| key as &dyn Ceiling);
        let tool = self.ceilings.iter().map(|ceilings| &**ceilings as &dyn Ceiling);
        Charge {
            purse: Purse { meter: Meter::Words, holder },
            run: &self.id,
            attempt: self.attempt,
            tool: &self.tool,
            ceilings: key.chain(tool).collect(),
        }
    }
}

/// An admitted run.
#[derive(Debug)]
pub(super) struct NewRun {
    pub ticket: Arc<Ticket>,
    pub locale: Locale,
    pub input: Arc<str>,
    pub key: Option<IdempotencyKey>,
    pub created_at: Timestamp,
    /// The process that queues and runs it.
    pub process: String,
    /// The plan's limit per day.
    pub limit: Option<DailyLimit>,
    /// Whether an administrator started it while impersonating the user.
    pub acted: bool,
    /// The administrator and the plan of a trial's run, for the audit log.
    pub audit: Option<(Actor, Value)>,
}

/// The client's name for a request, and the digest of the request.
#[derive(Debug, Clone)]
pub(super) struct IdempotencyKey {
    pub key: String,
    pub digest: String,
}

/// The end of a run.
#[derive(Debug)]
pub(super) struct Ending {
    pub status: RunStatus,
    /// The result of a successful run.
    pub made: Option<Made>,
    pub problem: Option<Problem>,
    /// Whether a model is connected, so that words may have been reserved.
    pub asked: bool,
    /// Whether the run has a journal, which is deleted.
    pub journaled: bool,
    pub bill: Bill,
    /// Free model calls of an account per day.
    pub free_calls: u32,
    pub drafted: bool,
    pub progress: Option<Progress>,
    /// Of a run that the engine executed.
    pub spent: Option<Spent>,
    pub started_at: Option<Timestamp>,
    pub finished_at: Timestamp,
}

impl Ending {
    /// The problem as stored, with the charged words if a model could have been called.
    pub fn problem(&self, words: i64) -> Option<Problem> {
        let problem = self.problem.clone()?;
        Some(if self.asked { problem.charged(words) } else { problem })
    }
}

/// Resources and host calls of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spent {
    pub guest_cpu_us: i64,
    pub peak_memory_bytes: i64,
    pub host_calls: i64,
    pub model_calls: i64,
}

/// The result of a run: the parts for the document, and the whole as JSON.
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
    /// Validates a result against the tool's output schema; returns the reason if it is invalid.
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
        let other = locale.pick(Locale::Pl, Locale::En);
        let names = [locale, other].map(|locale| tool.text(locale).name.as_str());
        let title = documents::title_of(&title, &names, &text);
        let raw: &RawValue = serde_json::from_str(&data).map_err(|error| error.to_string())?;
        let json = serde_json::to_string(&Whole { title: &title, text: &text, data: raw })
            .map_err(|error| error.to_string())?;
        Ok(Self { title, text, data, json })
    }
}

impl Write {
    /// The account whose rows it reads and writes; `None` for one statement about one row.
    pub fn account(&self) -> Option<&str> {
        match self {
            Self::Insert { run } => Some(&run.ticket.account),
            Self::Reserve { run, .. }
            | Self::Answer { run, .. }
            | Self::Finish { run, .. }
            | Self::Start { run } => Some(&run.account),
            Self::Cancel { .. } => None,
        }
    }

    /// Whether it needs no transaction.
    pub fn is_one_statement(&self) -> bool {
        match self {
            // Limits are counted and trials are logged in the transaction that stores the run.
            Self::Insert { run } => run.limit.is_none() && run.audit.is_none(),
            _ => matches!(self, Self::Answer { .. } | Self::Cancel { .. } | Self::Start { .. }),
        }
    }
}

/// Milliseconds that the latest runs of a tool have taken on average; `None` if none of the latest runs was of it.
pub async fn usual_ms(conn: &mut Conn, tool: &str) -> Result<Option<i64>> {
    /// Runs of all tools, so that the query stays cheap.
    const LATEST: i64 = 1_000;
    let usual: Option<f64> = db::query_scalar(
        "SELECT CAST(AVG(finished_at - started_at) AS DOUBLE PRECISION) FROM (
             SELECT tool, status, started_at, finished_at FROM runs ORDER BY id DESC LIMIT $2
         ) latest WHERE tool = $1 AND status = 'succeeded' AND started_at IS NOT NULL",
    )
    .binds((tool, LATEST))
    .fetch_one(conn)
    .await?;
    Ok(usual.map(|ms| ms.ceil() as i64))
}

/// A new id for a run.
pub(super) fn new_id() -> String {
    db::new_id()
}
