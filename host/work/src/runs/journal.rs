//! The journal of a run: the answers that its plugin has received, stored before the plugin sees them.
//!
//! A plugin is deterministic: it has no clock and no random numbers. A run that is taken over from a dead process is
//! therefore executed again from its beginning, and gets the stored answers until it makes a call that has none. No
//! answered call is repeated, and its words are charged once. A call without a stored answer is repeated.
//!
//! Calls are identified by their number. If the call with a number is not the stored one, the run has diverged from
//! its journal and fails.

use std::sync::atomic::AtomicU32;

use sitewright_engine::Context;

use super::bill::CallFailure;
use super::store::{Ticket, Write, Written};
use super::writer::Writer;
use crate::platform::prelude::*;

/// Slots of one call: a request to the model, and the one that follows a cut answer.
const SLOTS: i64 = 2;
/// The slot of the run's context; calls have the following ones.
const CONTEXT: i64 = 0;

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub(super) struct Entry {
    pub slot: i64,
    pub digest: String,
    /// Words that may be charged.
    pub words: i64,
    pub outcome: String,
}

/// What a plugin received; with what the bill needs of a request to the model that failed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Outcome {
    Answer(Value),
    Problem { problem: Problem, failure: Option<CallFailure> },
}

impl Outcome {
    pub fn of<A: Serialize>(answer: &Result<A>) -> Result<Self> {
        Ok(match answer {
            Ok(answer) => Self::Answer(serde_json::to_value(answer)?),
            Err(problem) => Self::Problem { problem: problem.clone(), failure: None },
        })
    }
}

/// What does not change during a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Fixed {
    #[serde(flatten)]
    pub context: Context,
    /// Texts whose style the model imitates; plugins do not see them.
    #[serde(default)]
    pub examples: Vec<String>,
}

/// A request with its slot.
pub(super) struct Asked {
    slot: i64,
    digest: String,
}

/// The journal of one attempt.
pub(super) struct Journal {
    run: Arc<Ticket>,
    writer: Writer,
    /// Whether answers are stored: drafts can be computed again, and a trial ends with its process.
    keeps: bool,
    next: AtomicU32,
    /// Entries of earlier attempts that were not used yet.
    known: Mutex<HashMap<i64, Entry>>,
    /// The context, until it is stored with the first answer.
    context: Mutex<Option<String>>,
    diverged: CancellationToken,
}

impl Journal {
    pub fn new(run: Arc<Ticket>, writer: Writer, keeps: bool, known: Vec<Entry>) -> Self {
        let known = known.into_iter().map(|entry| (entry.slot, entry)).collect();
        Self {
            run,
            writer,
            keeps,
            next: AtomicU32::new(0),
            known: Mutex::new(known),
            context: Mutex::default(),
            diverged: CancellationToken::new(),
        }
    }

    /// What is fixed for the run: that of its first answer, since project and brand may have changed.
    pub fn fixed(&self, current: Fixed) -> Result<Fixed> {
        if let Some(entry) = self.take(CONTEXT) {
            return Ok(serde_json::from_str(&entry.outcome)?);
        }
        if self.keeps {
            *self.context.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(serde_json::to_string(&current)?);
        }
        Ok(current)
    }

    /// The slot of a call. Must be called when the plugin makes it.
    pub fn begin(&self) -> i64 {
        CONTEXT + 1 + i64::from(self.next.fetch_add(1, Relaxed)) * SLOTS
    }

    /// Cancelled when the plugin makes another call than the stored one.
    pub fn diverged(&self) -> &CancellationToken {
        &self.diverged
    }

    /// Looks up the answer in a slot. `question`: the call with its arguments.
    pub async fn find<Q: Serialize>(&self, slot: i64, question: &Q) -> Result<(Asked, Option<Outcome>)> {
        if !self.keeps {
            return Ok((Asked { slot, digest: String::new() }, None));
        }
        let digest = hex::encode(Sha256::digest(serde_json::to_vec(question)?));
        let outcome = match self.take(slot) {
            Some(entry) if entry.digest == digest => Some(serde_json::from_str(&entry.outcome)?),
            Some(_) => {
                self.diverged.cancel();
                std::future::pending().await
            }
            None => None,
        };
        Ok((Asked { slot, digest }, outcome))
    }

    /// Stores what the plugin is about to receive. `words`: those that may be charged.
    pub async fn keep(&self, asked: Asked, outcome: &Outcome, words: u32) -> Result<()> {
        if !self.keeps {
            return Ok(());
        }
        let outcome = serde_json::to_string(outcome)?;
        let Asked { slot, digest } = asked;
        let context = self.context.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let context =
            context.map(|outcome| Entry { slot: CONTEXT, digest: String::new(), words: 0, outcome });
        let entry = Entry { slot, digest, words: words.into(), outcome };
        let entries = context.into_iter().chain([entry]).collect();
        if self.writer.write(Write::Answer { run: self.run.clone(), entries }).await? == Written::Lost {
            return Err(Problem::new(StatusCode::BAD_GATEWAY, "run.interrupted"));
        }
        *self.context.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    fn take(&self, slot: i64) -> Option<Entry> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(&slot)
    }
}
