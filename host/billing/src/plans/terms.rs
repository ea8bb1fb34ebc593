//! An account's terms for one tool: those of its plan, overridden by an exception.

use super::ceilings::{Ceilings, RunCeilings, SharedCeilings};
use super::limits::{self, DailyLimit};
use super::store::COLUMNS;
use super::{OfAccount, Plan};
use crate::platform::prelude::*;

/// The access that an exception sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// The account has the tool, regardless of its plan.
    Allow,
    /// It does not have it.
    Deny,
}

text_column!(Access);

/// An account's terms for a tool.
#[derive(Debug)]
pub struct Terms {
    pub own: OfAccount,
    in_plan: bool,
    access: Option<Access>,
    own_ceilings: bool,
    ceilings: Ceilings,
}

/// Whether the plan `p` includes the tool `$2`, with its cell `c`.
const IN_PLAN: &str = "CASE WHEN p.all_tools THEN NOT COALESCE(c.closed, FALSE)
                 ELSE EXISTS (SELECT 1 FROM product_tools t WHERE t.product_id = p.id AND t.tool = $2) END AS in_plan";

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    own: OfAccount,
    in_plan: bool,
    access: Option<Access>,
    own_ceilings: bool,
    tool_words_per_month: Option<i64>,
    tool_runs_per_day: Option<i64>,
    tool_memory_mib: Option<i64>,
    #[sqlx(try_from = "Stored<Option<BTreeSet<String>>>")]
    tool_hosts: Option<BTreeSet<String>>,
}

/// The current terms of an account for a tool.
pub async fn terms(conn: &mut Conn, account: &str, tool: &str) -> Result<Terms> {
    // Renamed, since the plan has a column of the same name.
    let ceiling = |column: &str| {
        format!("CASE WHEN e.own_ceilings THEN e.{column} ELSE c.{column} END AS tool_{column}")
    };
    let sql = format!(
        "SELECT {COLUMNS}, COALESCE(s.period, 'monthly') AS period, s.since, s.term_ends_at, {IN_PLAN},
             e.access, COALESCE(e.own_ceilings, FALSE) AS own_ceilings, {}, {}, {}, {}
         FROM products p
         LEFT JOIN subscriptions s ON s.account_id = $1
         LEFT JOIN plan_tools c ON c.product_id = p.id AND c.tool = $2
         LEFT JOIN tool_exceptions e ON e.account_id = $1 AND e.tool = $2 AND (e.ends_at IS NULL OR e.ends_at > $3)
         WHERE p.id = COALESCE((SELECT product_id FROM subscriptions WHERE account_id = $1), 0)",
        ceiling("words_per_month"),
        ceiling("runs_per_day"),
        ceiling("memory_mib"),
        ceiling("hosts"),
    );
    let row = db::query_as(AssertSqlSafe(sql)).binds((account, tool, Timestamp::now()));
    let row: Row = row.fetch_one(conn).await?;
    Ok(row.terms())
}

/// The terms of a plan for a tool, without an account; `None` if there is no such plan.
pub async fn terms_of_plan(conn: &mut Conn, plan: i64, tool: &str) -> Result<Option<Terms>> {
    let sql = format!(
        "SELECT {COLUMNS}, 'monthly' AS period, CAST(NULL AS BIGINT) AS since, CAST(NULL AS BIGINT) AS term_ends_at, {IN_PLAN},
             CAST(NULL AS TEXT) AS access, FALSE AS own_ceilings, c.words_per_month AS tool_words_per_month,
             c.runs_per_day AS tool_runs_per_day, c.memory_mib AS tool_memory_mib, c.hosts AS tool_hosts
         FROM products p LEFT JOIN plan_tools c ON c.product_id = p.id AND c.tool = $2 WHERE p.id = $1"
    );
    let row: Option<Row> = db::query_as(AssertSqlSafe(sql)).binds((plan, tool)).fetch_optional(conn).await?;
    Ok(row.map(Row::terms))
}

impl Row {
    fn terms(self) -> Terms {
        let ceilings = Ceilings {
            words_per_month: self.tool_words_per_month,
            runs_per_day: self.tool_runs_per_day,
            memory_mib: self.tool_memory_mib,
            hosts: self.tool_hosts,
        };
        let Self { own, in_plan, access, own_ceilings, .. } = self;
        Terms { own, in_plan, access, own_ceilings, ceilings }
    }
}

impl Terms {
    /// Refuses a tool that the account does not have; `name` is a value of a message.
    pub async fn expect_open(&self, conn: &mut Conn, tool: &str, name: Value) -> Result<()> {
        match self.access {
            Some(Access::Allow) => Ok(()),
            Some(Access::Deny) => Err(denied(name)),
            None if self.in_plan => Ok(()),
            None => limits::of_plan(conn, &self.own.plan).await?.expect(tool, name),
        }
    }

    /// The limits of the tool.
    pub fn of_tool(&self) -> &Ceilings {
        &self.ceilings
    }

    /// The limits of a run; `None` without any.
    pub fn ceilings(&self, tool: &str, name: Value) -> SharedCeilings {
        if self.ceilings.is_empty() {
            return None;
        }
        Some(Arc::new(RunCeilings {
            ceilings: self.ceilings.clone(),
            own: self.own_ceilings,
            tool: tool.to_owned(),
            tool_name: name,
            plan: self.own.plan.name(),
        }))
    }

    /// The daily limits of runs: of all tools, and of this one.
    pub fn daily_limit(&self, ceilings: &SharedCeilings) -> Option<DailyLimit> {
        let of_tool = ceilings.clone().filter(|ceilings| ceilings.counts_runs());
        DailyLimit::of(&self.own.plan, of_tool)
    }
}

/// The refusal of a tool that an administrator denied to this account.
pub(super) fn denied(name: Value) -> Problem {
    Problem::new(StatusCode::PAYMENT_REQUIRED, "ceilings.denied").with("tool", name)
}

/// The tools of a plan.
#[derive(Debug, Clone)]
pub enum ToolSet {
    AllBut(HashSet<String>),
    Only(HashSet<String>),
}

impl ToolSet {
    pub fn has(&self, tool: &str) -> bool {
        match self {
            Self::AllBut(closed) => !closed.contains(tool),
            Self::Only(listed) => listed.contains(tool),
        }
    }

    /// The number of closed tools, if it includes all others.
    pub fn closed(&self) -> usize {
        match self {
            Self::AllBut(closed) => closed.len(),
            Self::Only(_) => 0,
        }
    }

    pub fn is_all(&self) -> bool {
        matches!(self, Self::AllBut(closed) if closed.is_empty())
    }
}

/// The tools of each plan.
#[derive(Debug)]
pub struct ToolSets(HashMap<i64, HashSet<String>>);

impl ToolSets {
    /// Of all plans.
    pub async fn read(conn: &mut Conn) -> Result<Self> {
        Self::read_where(conn, None).await
    }

    async fn read_where(conn: &mut Conn, plan: Option<i64>) -> Result<Self> {
        // A parsed number, so it is safe in SQL.
        let only = plan.map_or_else(String::new, |plan| format!(" AND p.id = {plan}"));
        let sql = format!(
            "SELECT t.product_id, t.tool FROM product_tools t JOIN products p ON p.id = t.product_id WHERE NOT p.all_tools{only}
             UNION ALL
             SELECT c.product_id, c.tool FROM plan_tools c JOIN products p ON p.id = c.product_id WHERE p.all_tools AND c.closed{only}"
        );
        let rows: Vec<(i64, String)> = db::query_as(AssertSqlSafe(sql)).fetch_all(conn).await?;
        let mut sets = HashMap::<i64, HashSet<String>>::new();
        for (plan, tool) in rows {
            sets.entry(plan).or_default().insert(tool);
        }
        Ok(Self(sets))
    }

    pub fn has(&self, plan: &Plan, tool: &str) -> bool {
        // The set contains the included tools, or the excluded ones.
        self.0.get(&plan.id).is_some_and(|named| named.contains(tool)) != plan.all_tools
    }

    pub fn of(&self, plan: &Plan) -> ToolSet {
        let named = self.0.get(&plan.id).cloned().unwrap_or_default();
        if plan.all_tools { ToolSet::AllBut(named) } else { ToolSet::Only(named) }
    }
}

/// The tools of one plan.
pub(super) async fn tools_of(conn: &mut Conn, plan: &Plan) -> Result<ToolSet> {
    Ok(ToolSets::read_where(conn, Some(plan.id)).await?.of(plan))
}

/// The accesses that an account's active exceptions set.
pub(super) async fn accesses(conn: &mut Conn, account: &str) -> Result<HashMap<String, Access>> {
    let rows = db::query_as(
        "SELECT tool, access FROM tool_exceptions
         WHERE account_id = $1 AND access IS NOT NULL AND (ends_at IS NULL OR ends_at > $2)",
    );
    let rows: Vec<(String, Access)> = rows.binds((account, Timestamp::now())).fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}
