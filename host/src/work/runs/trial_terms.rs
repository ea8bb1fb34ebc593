//! The terms of a trial's run.

use serde_json::Value;

use crate::{
    billing::{
        plans::{DailyLimit, SharedCeilings},
        words,
    },
    messages::audit_log::Actor,
    platform::error::Result,
};

/// The trial of a run: the customer that it stands for.
#[derive(Debug)]
pub struct Trial {
    pub id: String,
    /// Words of the plan's month.
    pub words: i64,
    /// Runs of the plan's day.
    pub limit: Option<DailyLimit>,
    /// Who tries, for the audit log.
    pub actor: Actor,
    /// The name of the plan.
    pub plan: Value,
}

impl Trial {
    /// Refuses words that the plan, or its ceiling of the tool, does not have after so many.
    pub(super) fn expect_words(&self, ceilings: &SharedCeilings, used: i64, needed: i64) -> Result<()> {
        if let Some(ceilings) = ceilings {
            ceilings.expect_words_after(used, needed)?;
        }
        let left = (self.words - used).max(0);
        if left < needed { Err(words::exhausted(left, needed)) } else { Ok(()) }
    }
}
