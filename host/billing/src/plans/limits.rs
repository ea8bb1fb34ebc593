//! The limits of a plan: each has its refusal, a 402 with the limit and the plan.

use super::ceilings::RunCeilings;
use super::terms::{self, Access, ToolSet, ToolSets};
use super::{Plan, store};
use crate::platform::prelude::*;

const LIMIT: StatusCode = StatusCode::PAYMENT_REQUIRED;

/// The tools that an account does not have, and the plans that include them.
#[derive(Debug)]
pub struct Locks {
    plan: Value,
    tools: ToolSet,
    /// Exceptions, which override the plan.
    own: HashMap<String, Access>,
    /// Available plans, the smallest first, by name.
    offers: Vec<(Value, ToolSet)>,
}

/// A tool that the account does not have.
#[derive(Debug)]
pub struct Lock<'a> {
    /// An administrator denied it to this account, so that no plan provides it.
    pub denied: bool,
    /// The smallest available plan that includes it, by name.
    pub plan: Option<&'a Value>,
}

impl Locks {
    /// Why a tool is locked; `None` if the account has it.
    pub fn of(&self, tool: &str) -> Option<Lock<'_>> {
        match self.own.get(tool) {
            Some(Access::Allow) => return None,
            Some(Access::Deny) => return Some(Lock { denied: true, plan: None }),
            None if self.tools.has(tool) => return None,
            None => {}
        }
        let larger = self.offers.iter().find(|(_, tools)| tools.has(tool));
        Some(Lock { denied: false, plan: larger.map(|(name, _)| name) })
    }

    /// Refuses a tool that the account does not have; `name` is a value of a message.
    pub fn expect(&self, tool: &str, name: Value) -> Result<()> {
        let Some(lock) = self.of(tool) else { return Ok(()) };
        if lock.denied {
            return Err(terms::denied(name));
        }
        let problem = match lock.plan {
            Some(larger) => Problem::new(LIMIT, "plans.tool-locked").with("larger", larger.clone()),
            None => Problem::new(LIMIT, "plans.tool-nowhere"),
        };
        Err(problem.with("tool", name).with("plan", self.plan.clone()))
    }
}

/// The daily limits of runs, of all tools and of one.
#[derive(Debug, Clone)]
pub struct DailyLimit {
    /// Of the plan: the limit, and its name.
    all: Option<(i64, Value)>,
    of_tool: Option<Arc<RunCeilings>>,
}

impl DailyLimit {
    pub(super) fn of(plan: &Plan, of_tool: Option<Arc<RunCeilings>>) -> Option<Self> {
        let all = plan.runs_per_day.map(|max| (max, plan.name()));
        (all.is_some() || of_tool.is_some()).then_some(Self { all, of_tool })
    }

    /// Refuses a run beyond a limit. Runs inside the transaction that stores it.
    pub async fn expect(&self, tx: &mut Conn, account: &str) -> Result<()> {
        let (mut all, mut of_tool) = (0, 0);
        if self.all.is_some() {
            all = store::runs_of_day(tx, account, Timestamp::now().day()).await?;
        }
        if let Some(ceilings) = &self.of_tool {
            of_tool = store::tool_runs_of_day(tx, account, &ceilings.tool, Timestamp::now().day()).await?;
        }
        self.expect_after(all, of_tool)
    }

    /// The same, with the runs of the day given: of all tools and of this one.
    pub fn expect_after(&self, all: i64, of_tool: i64) -> Result<()> {
        if let Some((max, plan)) = self.all.as_ref().filter(|(max, _)| all >= *max) {
            let problem = Problem::new(LIMIT, "plans.runs-per-day").with("max", *max);
            return Err(problem.with("plan", plan.clone()));
        }
        self.of_tool.as_ref().map_or(Ok(()), |ceilings| ceilings.expect_run_after(of_tool))
    }

    /// Counts a stored run.
    pub async fn count(&self, tx: &mut Conn, account: &str) -> Result<()> {
        if self.all.is_some() {
            store::count_run(tx, account, Timestamp::now().day()).await?;
        }
        if let Some(ceilings) = &self.of_tool {
            store::count_tool_run(tx, account, &ceilings.tool, Timestamp::now().day()).await?;
        }
        Ok(())
    }
}

/// The locked tools of an account with this plan.
pub async fn locks(conn: &mut Conn, account: &str, plan: &Plan) -> Result<Locks> {
    let own = terms::accesses(conn, account).await?;
    let tools = terms::tools_of(conn, plan).await?;
    if tools.is_all() {
        return Ok(Locks { plan: plan.name(), tools, own, offers: Vec::new() });
    }
    Ok(Locks { own, ..of_plan(conn, plan).await? })
}

/// The locked tools of a plan, without an account's exceptions.
pub async fn of_plan(conn: &mut Conn, plan: &Plan) -> Result<Locks> {
    let sets = ToolSets::read(conn).await?;
    let on_offer = store::list(conn).await?.into_iter().filter(|plan| plan.on_offer);
    let offers = on_offer.map(|plan| (plan.name(), sets.of(&plan))).collect();
    Ok(Locks { plan: plan.name(), tools: sets.of(plan), own: HashMap::new(), offers })
}

impl Plan {
    /// Refuses a project beyond the limit. Runs inside the transaction that stores it.
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
