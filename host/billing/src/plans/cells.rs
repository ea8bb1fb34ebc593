//! The cells of the matrix: each plan's terms for each tool, and how to change them.

use super::Plan;
use super::ceilings::Ceilings;
use super::terms::ToolSets;
use crate::platform::prelude::*;

/// A plan's terms for a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Whether the plan includes the tool.
    pub open: bool,
    pub ceilings: Ceilings,
}

/// All plans' terms for all tools.
#[derive(Debug)]
pub struct Cells {
    sets: ToolSets,
    ceilings: HashMap<i64, HashMap<String, Ceilings>>,
}

#[derive(sqlx::FromRow)]
struct Row {
    product_id: i64,
    tool: String,
    #[sqlx(flatten)]
    ceilings: Ceilings,
}

impl Cells {
    pub async fn read(conn: &mut Conn) -> Result<Self> {
        let sets = ToolSets::read(conn).await?;
        let rows: Vec<Row> = db::query_as(
            "SELECT product_id, tool, words_per_month, runs_per_day, memory_mib, hosts FROM plan_tools
             WHERE words_per_month IS NOT NULL OR runs_per_day IS NOT NULL OR memory_mib IS NOT NULL OR hosts IS NOT NULL",
        )
        .fetch_all(conn)
        .await?;
        let mut ceilings = HashMap::<i64, HashMap<String, Ceilings>>::new();
        for row in rows {
            ceilings.entry(row.product_id).or_default().insert(row.tool, row.ceilings);
        }
        Ok(Self { sets, ceilings })
    }

    pub fn of(&self, plan: &Plan, tool: &str) -> Cell {
        let ceilings = self.ceilings.get(&plan.id).and_then(|of_plan| of_plan.get(tool));
        Cell { open: self.sets.has(plan, tool), ceilings: ceilings.cloned().unwrap_or_default() }
    }
}

/// The revision of each plan's tools.
pub async fn revisions(conn: &mut Conn) -> Result<HashMap<i64, i64>> {
    let rows: Vec<(i64, i64)> =
        db::query_as("SELECT id, tools_revision FROM products").fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// Starts a change of a plan's tools; false if they changed since that revision.
pub async fn begin_change(tx: &mut Conn, plan: i64, revision: i64) -> Result<bool> {
    let done = db::query(
        "UPDATE products SET tools_revision = tools_revision + 1 WHERE id = $1 AND tools_revision = $2",
    );
    let done = done.binds((plan, revision)).execute(tx).await?;
    Ok(done.rows_affected() == 1)
}

/// Stores a plan's terms for a tool.
pub async fn save_cell(tx: &mut Conn, plan: &Plan, tool: &str, cell: &Cell) -> Result<()> {
    if !plan.all_tools {
        let sql = match cell.open {
            true => "INSERT INTO product_tools (product_id, tool) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            false => "DELETE FROM product_tools WHERE product_id = $1 AND tool = $2",
        };
        db::query(sql).binds((plan.id, tool)).execute(&mut *tx).await?;
    }
    let closed = plan.all_tools && !cell.open;
    if !closed && cell.ceilings.is_empty() {
        let query = db::query("DELETE FROM plan_tools WHERE product_id = $1 AND tool = $2");
        query.binds((plan.id, tool)).execute(tx).await?;
        return Ok(());
    }
    let Ceilings { words_per_month, runs_per_day, memory_mib, hosts } = &cell.ceilings;
    db::query(
        "INSERT INTO plan_tools (product_id, tool, closed, words_per_month, runs_per_day, memory_mib, hosts)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (product_id, tool) DO UPDATE SET closed = excluded.closed, words_per_month = excluded.words_per_month,
             runs_per_day = excluded.runs_per_day, memory_mib = excluded.memory_mib, hosts = excluded.hosts",
    )
    .binds((plan.id, tool, closed, words_per_month, runs_per_day, memory_mib, Stored(hosts)))
    .run(tx)
    .await
}
