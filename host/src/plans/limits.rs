//! What a plan does not reach to: each limit has its refusal, a 402 that names the limit and the plan.

use std::collections::HashSet;

use axum::http::StatusCode;
use serde_json::Value;

use super::{Plan, store};
use crate::{
    clock::{DAY_MS, Timestamp},
    db::Conn,
    error::{Problem, Result},
};

const LIMIT: StatusCode = StatusCode::PAYMENT_REQUIRED;

/// Which tools a plan does not have, and which plan does.
#[derive(Debug)]
pub struct Locks {
    plan: Value,
    /// None: the plan has all tools.
    open: Option<HashSet<String>>,
    /// Plans on offer, the smallest first, by name.
    offers: Vec<(Value, Option<HashSet<String>>)>,
}

/// A tool that the plan does not have.
#[derive(Debug)]
pub struct Lock<'a> {
    /// The smallest plan on offer that has it, by name.
    pub plan: Option<&'a Value>,
}

impl Locks {
    /// What stands before a tool; nothing where the plan has it.
    pub fn of(&self, tool: &str) -> Option<Lock<'_>> {
        if self.open.as_ref().is_none_or(|open| open.contains(tool)) {
            return None;
        }
        let has = |tools: &Option<HashSet<String>>| tools.as_ref().is_none_or(|tools| tools.contains(tool));
        Some(Lock { plan: self.offers.iter().find(|(_, tools)| has(tools)).map(|(name, _)| name) })
    }

    /// Refuses a tool that the plan does not have; `name` as a value of a sentence.
    pub fn expect(&self, tool: &str, name: Value) -> Result<()> {
        let Some(lock) = self.of(tool) else { return Ok(()) };
        let problem = match lock.plan {
            Some(larger) => Problem::new(LIMIT, "plans.tool-locked").with("larger", larger.clone()),
            None => Problem::new(LIMIT, "plans.tool-nowhere"),
        };
        Err(problem.with("tool", name).with("plan", self.plan.clone()))
    }
}

/// So many runs a day, and whose limit that is.
#[derive(Debug, Clone)]
pub struct DailyLimit {
    max: i64,
    plan: Value,
}

impl DailyLimit {
    /// Refuses a run that is one too many today. Inside the transaction that stores it.
    pub async fn expect(&self, tx: &mut Conn, account: &str) -> Result<()> {
        if store::runs_of_day(tx, account, today()).await? < self.max {
            return Ok(());
        }
        Err(Problem::new(LIMIT, "plans.runs-per-day").with("max", self.max).with("plan", self.plan.clone()))
    }

    /// Counts a run that was stored.
    pub async fn count(&self, tx: &mut Conn, account: &str) -> Result<()> {
        store::count_run(tx, account, today()).await
    }
}

impl Plan {
    pub async fn locks(&self, conn: &mut Conn) -> Result<Locks> {
        let mut locks = Locks { plan: self.name(), open: None, offers: Vec::new() };
        if self.all_tools {
            return Ok(locks);
        }
        let mut tools = store::tools(conn).await?;
        locks.open = Some(tools.get(&self.id).cloned().unwrap_or_default());
        for plan in store::list(conn).await?.into_iter().filter(|plan| plan.on_offer) {
            let its = (!plan.all_tools).then(|| tools.remove(&plan.id).unwrap_or_default());
            locks.offers.push((plan.name(), its));
        }
        Ok(locks)
    }

    pub fn daily_limit(&self) -> Option<DailyLimit> {
        self.runs_per_day.map(|max| DailyLimit { max, plan: self.name() })
    }

    /// Refuses another project beside so many. Inside the transaction that stores it.
    pub fn expect_project(&self, count: i64) -> Result<()> {
        match self.projects {
            Some(max) if count >= max => {
                Err(Problem::new(LIMIT, "projects.limit").with("max", max).with("plan", self.name()))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a table with too many rows.
    pub fn expect_rows(&self, rows: i64) -> Result<()> {
        match self.bulk_rows {
            Some(max) if rows > max => Err(Problem::new(LIMIT, "plans.bulk-rows")
                .with("rows", rows)
                .with("max", max)
                .with("plan", self.name())),
            _ => Ok(()),
        }
    }
}

/// The day as it is counted: days since the Unix epoch, UTC.
pub(super) fn today() -> i64 {
    Timestamp::now().0.div_euclid(DAY_MS)
}
