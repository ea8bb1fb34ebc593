//! The effects of a change of the matrix: accounts that lose tools or exceed limits, and pending work.

use super::change::{Changed, Prepared};
use super::uses::{self, Pair, Use};
use crate::billing::plans::exceptions::{self, Except};
use crate::billing::plans::{Access, Cell};
use crate::platform::prelude::*;

/// Accounts that are listed by name.
const SHOWN: usize = 10;

/// An account that the change affects.
#[derive(Debug, Serialize, ToSchema)]
struct TouchedAccount {
    id: String,
    name: String,
    email: String,
    /// Names of the tools, in the reader's language.
    tools: Vec<String>,
    /// Runs with these tools in the last 30 days.
    runs: i64,
}

/// The effects of a change. Exceptions of single accounts are taken into account.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MatrixEffects {
    /// Cells of the matrix that change.
    cells: usize,
    /// Accounts that have one of the plans.
    accounts: i64,
    /// Accounts that used a tool in the last 30 days and would lose it.
    losing: usize,
    /// Accounts whose words of the last 30 days exceed the new monthly limit.
    words: usize,
    /// Accounts that had more runs on one of the last 30 days than the new limit allows.
    runs: usize,
    /// Accounts that used a tool in the last 30 days whose runs would get less memory; how much they need is not
    /// known.
    memory: usize,
    /// Accounts that used a tool in the last 30 days whose runs could call fewer hosts.
    hosts: usize,
    /// Unfinished bulk jobs that could not continue.
    bulk_jobs: usize,
    /// API keys that name a lost tool, or used it in the last 30 days.
    keys: usize,
    /// Accounts that would lose a tool or have reached a limit, the most active first; at most 10.
    touched: Vec<TouchedAccount>,
}

/// The accounts of each kind of effect.
#[derive(Default)]
struct Reached<'a> {
    losing: BTreeSet<&'a str>,
    words: BTreeSet<&'a str>,
    runs: BTreeSet<&'a str>,
    memory: BTreeSet<&'a str>,
    hosts: BTreeSet<&'a str>,
    /// With the tools and the number of their runs.
    touched: BTreeMap<&'a str, (Vec<String>, i64)>,
}

/// The cells of a change by plan and tool, and the exceptions that override them.
struct Held<'a> {
    cells: HashMap<(i64, &'a str), &'a Changed>,
    exceptions: HashMap<Pair, Except>,
}

impl<'a> Held<'a> {
    fn cell(&self, plan: i64, tool: &str) -> Option<&'a Changed> {
        self.cells.get(&(plan, tool)).copied()
    }

    fn exception(&self, account: &str, tool: &str) -> Option<Except> {
        self.exceptions.get(&(account.to_owned(), tool.to_owned())).copied()
    }

    /// Whether the account would lose the tool.
    fn loses(&self, account: &str, plan: i64, tool: &str) -> bool {
        let Some(cell) = self.cell(plan, tool) else { return false };
        let access = self.exception(account, tool).and_then(|exception| exception.access);
        cell.before.open && !cell.after.open && access.is_none()
    }

    /// The changed cell, if the account keeps the tool and the plan's limits apply.
    fn ceilings(&self, account: &str, plan: i64, tool: &str) -> Option<&'a Changed> {
        let cell = self.cell(plan, tool)?;
        let exception = self.exception(account, tool);
        let access = exception.and_then(|exception| exception.access);
        let open = access.map_or(cell.after.open, |access| access == Access::Allow);
        (open && !exception.is_some_and(|exception| exception.own_ceilings)).then_some(cell)
    }
}

pub(super) async fn of(conn: &mut Conn, prepared: &Prepared, locale: Locale) -> Result<MatrixEffects> {
    let plans: Vec<i64> = prepared.plans.iter().map(|plan| plan.id).collect();
    let cells = prepared.cells.iter().filter_map(|cell| {
        let plan = prepared.plans.get(cell.plan)?;
        Some(((plan.id, cell.tool.id.as_str()), cell))
    });
    let held = Held { cells: cells.collect(), exceptions: exceptions::active(conn).await? };
    let uses = uses::of_plans(conn, &plans).await?;
    let mut reached = Reached::default();
    for ((account, tool), used) in &uses {
        reached.note(&held, (account, tool), used, locale);
    }
    let lost = |waiting: &&uses::Waiting| held.loses(&waiting.account_id, waiting.plan, &waiting.tool);
    let jobs = uses::bulk_jobs(conn, &plans).await?;
    let keys = uses::keys(conn, &plans).await?;
    let keys: BTreeSet<&str> = keys.iter().filter(lost).map(|key| key.id.as_str()).collect();
    Ok(MatrixEffects {
        cells: prepared.cells.len(),
        accounts: accounts_of(conn, &plans).await?,
        losing: reached.losing.len(),
        words: reached.words.len(),
        runs: reached.runs.len(),
        memory: reached.memory.len(),
        hosts: reached.hosts.len(),
        bulk_jobs: jobs.iter().filter(lost).count(),
        keys: keys.len(),
        touched: named(conn, reached.touched).await?,
    })
}

impl<'a> Reached<'a> {
    fn note(&mut self, held: &Held<'_>, (account, tool): (&'a str, &'a str), used: &Use, locale: Locale) {
        let mut touches = None;
        if held.loses(account, used.plan, tool) {
            self.losing.insert(account);
            touches = held.cell(used.plan, tool);
        } else if let Some(cell) = held.ceilings(account, used.plan, tool) {
            let (before, after) = (&cell.before, &cell.after);
            for (is_beyond, accounts) in [
                (is_beyond(used.words, before, after, |cell| cell.ceilings.words_per_month), &mut self.words),
                (
                    is_beyond(used.most_a_day, before, after, |cell| cell.ceilings.runs_per_day),
                    &mut self.runs,
                ),
            ] {
                if is_beyond {
                    accounts.insert(account);
                    touches = Some(cell);
                }
            }
            if is_lower(before.ceilings.memory_mib, after.ceilings.memory_mib) {
                self.memory.insert(account);
            }
            if has_fewer_hosts(before, after) {
                self.hosts.insert(account);
            }
        }
        if let Some(cell) = touches {
            let (tools, runs) = self.touched.entry(account).or_default();
            tools.push(cell.tool.text(locale).name.clone());
            *runs += used.runs;
        }
    }
}

/// Whether a use exceeds the new limit, but not the old one.
fn is_beyond(used: i64, before: &Cell, after: &Cell, ceiling: fn(&Cell) -> Option<i64>) -> bool {
    let is_over = |cell: &Cell| ceiling(cell).is_some_and(|max| used > max);
    is_over(after) && !is_over(before)
}

fn is_lower(before: Option<i64>, after: Option<i64>) -> bool {
    after.is_some_and(|after| before.is_none_or(|before| after < before))
}

fn has_fewer_hosts(before: &Cell, after: &Cell) -> bool {
    match (&before.ceilings.hosts, &after.ceilings.hosts) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(before), Some(after)) => !before.is_subset(after),
    }
}

/// How many accounts have these plans; an account without a plan has the free one.
async fn accounts_of(conn: &mut Conn, plans: &[i64]) -> Result<i64> {
    let sql = format!(
        "SELECT COUNT(*) FROM user_profiles u LEFT JOIN account_plans s ON s.account_id = u.id
         WHERE COALESCE(s.product_id, 0) IN ({})",
        db::places(1, plans.len())
    );
    let query = db::query_scalar(AssertSqlSafe(sql));
    Ok(plans.iter().fold(query, |query, plan| query.bind(*plan)).fetch_one(conn).await?)
}

async fn named(conn: &mut Conn, touched: BTreeMap<&str, (Vec<String>, i64)>) -> Result<Vec<TouchedAccount>> {
    let mut busiest: Vec<_> = touched.into_iter().collect();
    busiest.sort_by_key(|(_, (_, runs))| std::cmp::Reverse(*runs));
    let mut named = Vec::new();
    for (id, (tools, runs)) in busiest.into_iter().take(SHOWN) {
        let person = db::query_as("SELECT name, email FROM user_profiles WHERE id = $1");
        let person: Option<(String, String)> = person.bind(id).fetch_optional(&mut *conn).await?;
        if let Some((name, email)) = person {
            named.push(TouchedAccount { id: id.to_owned(), name, email, tools, runs });
        }
    }
    Ok(named)
}
