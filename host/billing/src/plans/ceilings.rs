//! An account's limits for one tool: words per month, runs per day, memory of a run, and the hosts that a run may
//! call. Each has its refusal, a 402 with the limit and its origin.

use crate::meters::{self, Ceiling, Charge, Meter};
use crate::platform::prelude::*;

/// Largest value of a limit.
const MOST: i64 = 1_000_000_000;
/// More memory than any server gives a run, in MiB.
const MOST_MEMORY: i64 = 4_096;
const MIB: i64 = 1024 * 1024;

/// The limits of one tool; null for no limit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Validate, ToSchema, sqlx::FromRow)]
#[serde(deny_unknown_fields)]
#[schema(as = ToolCeilings)]
pub struct Ceilings {
    /// Words per month of the plan.
    #[garde(inner(range(min = 1, max = MOST)))]
    #[schema(required, minimum = 1)]
    pub words_per_month: Option<i64>,
    /// Runs per day (UTC).
    #[garde(inner(range(min = 1, max = MOST)))]
    #[schema(required, minimum = 1)]
    pub runs_per_day: Option<i64>,
    /// Memory of one run, in MiB.
    #[garde(inner(range(min = 1, max = MOST_MEMORY)))]
    #[schema(required, minimum = 1, maximum = 4096)]
    pub memory_mib: Option<i64>,
    /// The allowed hosts, as written in the tool's manifest.
    #[garde(inner(length(max = 100)))]
    #[schema(required)]
    #[sqlx(try_from = "Stored<Option<BTreeSet<String>>>")]
    pub hosts: Option<BTreeSet<String>>,
}

impl Ceilings {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The limits of a run, with the values of their refusals. A run without limits has none.
#[derive(Debug)]
pub struct RunCeilings {
    pub(super) ceilings: Ceilings,
    /// Whether they come from the account's exception and not from its plan.
    pub(super) own: bool,
    pub(super) tool: String,
    pub(super) tool_name: Value,
    pub(super) plan: Value,
}

impl RunCeilings {
    /// A refusal: `of_plan` if the plan sets the limit, `own` if an exception does.
    fn refusal(&self, of_plan: &'static str, own: &'static str) -> Problem {
        let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, if self.own { own } else { of_plan });
        problem.with("tool", self.tool_name.clone()).with("plan", self.plan.clone())
    }

    pub fn counts_runs(&self) -> bool {
        self.ceilings.runs_per_day.is_some()
    }

    /// Refuses a run beyond the tool's daily limit.
    pub fn expect_run_after(&self, runs: i64) -> Result<()> {
        match self.ceilings.runs_per_day {
            Some(max) if runs >= max => {
                Err(self.refusal("ceilings.runs", "ceilings.own-runs").with("max", max))
            }
            _ => Ok(()),
        }
    }

    /// Memory limit of the run, in bytes.
    pub fn memory_bytes(&self) -> Option<usize> {
        self.ceilings.memory_mib.and_then(|mib| usize::try_from(mib.saturating_mul(MIB)).ok())
    }

    /// The refusal of a run that needed more memory.
    pub fn too_much_memory(&self) -> Problem {
        let max = self.ceilings.memory_mib.unwrap_or_default();
        self.refusal("ceilings.memory", "ceilings.own-memory").with("max", max)
    }

    /// The allowed hosts of the manifest.
    pub fn hosts(&self) -> Option<&BTreeSet<String>> {
        self.ceilings.hosts.as_ref()
    }

    /// The refusal of a host of the manifest that is not allowed.
    pub fn closed_host(&self, host: &str) -> Problem {
        self.refusal("ceilings.host", "ceilings.own-host").with("host", host)
    }
}

/// A tool's limit per month of the plan.
impl Ceiling for RunCeilings {
    fn expect<'a>(
        &'a self,
        conn: &'a mut Conn,
        charge: &'a Charge<'_>,
        amount: i64,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            let (max, of_plan, own) = match charge.purse.meter {
                Meter::Words => (self.ceilings.words_per_month, "ceilings.words", "ceilings.own-words"),
                // Tools crawl no pages.
                Meter::Pages => return Ok(()),
            };
            let Some(max) = max else { return Ok(()) };
            let left = (max - meters::used_with_tool(conn, charge).await?).max(0);
            if amount <= left {
                return Ok(());
            }
            let refusal = self.refusal(of_plan, own);
            Err(refusal.with("max", max).with("left", left).with("needed", amount))
        })
    }
}

/// Shared by all parts of a run.
pub type SharedCeilings = Option<Arc<RunCeilings>>;
