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

/// The trial of a run, with the terms of its simulated customer.
#[derive(Debug)]
pub struct Trial {
    pub id: String,
    /// The plan's words per month.
    pub words: i64,
    /// The plan's runs per day.
    pub limit: Option<DailyLimit>,
    /// The administrator, for the audit log.
    pub actor: Actor,
    /// The name of the plan.
    pub plan: Value,
}

impl Trial {
    /// Refuses words beyond the plan, or beyond its limit for the tool.
    pub(super) fn expect_words(&self, ceilings: &SharedCeilings, used: i64, needed: i64) -> Result<()> {
        if let Some(ceilings) = ceilings {
            ceilings.expect_words_after(used, needed)?;
        }
        let left = (self.words - used).max(0);
        if left < needed { Err(words::exhausted(left, needed)) } else { Ok(()) }
    }
}
