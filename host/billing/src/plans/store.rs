//! The tables of plans.

use super::product_edit::ProductEdit;
use super::{OfAccount, Plan};
use crate::platform::prelude::*;

pub(super) const COLUMNS: &str = "p.id, p.name_en, p.name_pl, p.description_en, p.description_pl, p.monthly_usd, p.annual_usd, p.monthly_pln, p.annual_pln, \
    p.ai_words, p.pages, p.projects, p.runs_per_day, p.bulk_rows, p.all_tools, p.own_model, p.position, p.on_offer, p.recommended";

/// Accounts with a due month that are loaded at once.
const DUE_AT_ONCE: i64 = 200;

/// The plan of an account; the free one by default.
pub async fn of_account(conn: &mut Conn, account: &str) -> Result<OfAccount> {
    let sql = format!(
        "SELECT {COLUMNS}, COALESCE(s.period, 'monthly') AS period, s.since, s.term_ends_at
         FROM products p LEFT JOIN subscriptions s ON s.account_id = $1
         WHERE p.id = COALESCE((SELECT product_id FROM subscriptions WHERE account_id = $1), 0)"
    );
    Ok(db::query_as(AssertSqlSafe(sql)).bind(account).fetch_one(conn).await?)
}

/// All plans in display order, those not offered any more last.
pub async fn list(conn: &mut Conn) -> Result<Vec<Plan>> {
    let sql = format!("SELECT {COLUMNS} FROM products p ORDER BY p.on_offer DESC, p.position, p.id");
    Ok(db::query_as(AssertSqlSafe(sql)).fetch_all(conn).await?)
}

/// Whether there is such a plan.
pub async fn exists(conn: &mut Conn, id: i64) -> Result<bool> {
    Ok(find(conn, id).await?.is_some())
}

pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<Option<Plan>> {
    let sql = format!("SELECT {COLUMNS} FROM products p WHERE p.id = $1");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await?)
}

/// The tools of the plans that do not include all of them.
pub(super) async fn tools(conn: &mut Conn) -> Result<HashMap<i64, HashSet<String>>> {
    let rows: Vec<(i64, String)> = db::query_as(
        "SELECT t.product_id, t.tool FROM product_tools t JOIN products p ON p.id = t.product_id WHERE NOT p.all_tools",
    )
    .fetch_all(conn)
    .await?;
    let mut tools = HashMap::<i64, HashSet<String>>::new();
    for (plan, tool) in rows {
        tools.entry(plan).or_default().insert(tool);
    }
    Ok(tools)
}

/// Stores a plan under its number, new or existing, with its tools.
pub(super) async fn save(conn: &mut Conn, id: i64, plan: &ProductEdit) -> Result<()> {
    if plan.recommended {
        let query = db::query("UPDATE products SET recommended = FALSE WHERE recommended AND id <> $1");
        query.bind(id).execute(&mut *conn).await?;
    }
    db::query(
        "INSERT INTO products (id, name_en, name_pl, description_en, description_pl, monthly_usd, annual_usd, monthly_pln, annual_pln, ai_words,
             pages, projects, runs_per_day, bulk_rows, all_tools, own_model, position, on_offer, edited_at, recommended)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         ON CONFLICT (id) DO UPDATE SET name_en = excluded.name_en, name_pl = excluded.name_pl, description_en = excluded.description_en,
             description_pl = excluded.description_pl, monthly_usd = excluded.monthly_usd, annual_usd = excluded.annual_usd,
             monthly_pln = excluded.monthly_pln, annual_pln = excluded.annual_pln, ai_words = excluded.ai_words, pages = excluded.pages,
             projects = excluded.projects, runs_per_day = excluded.runs_per_day, bulk_rows = excluded.bulk_rows, all_tools = excluded.all_tools,
             own_model = excluded.own_model, position = excluded.position, on_offer = excluded.on_offer, edited_at = excluded.edited_at, recommended = excluded.recommended,
             tools_revision = products.tools_revision + 1",
    )
    .binds((id, &plan.name_en, &plan.name_pl, &plan.description_en, &plan.description_pl))
    .binds((plan.monthly_usd, plan.annual_usd, plan.monthly_pln, plan.annual_pln, plan.ai_words, plan.pages))
    .binds((plan.projects, plan.runs_per_day, plan.bulk_rows, plan.all_tools, plan.own_model, plan.position))
    .binds((plan.on_offer, Timestamp::now(), plan.recommended))
    .execute(&mut *conn)
    .await?;
    db::query("DELETE FROM product_tools WHERE product_id = $1").bind(id).execute(&mut *conn).await?;
    for tool in &plan.tools {
        db::query("INSERT INTO product_tools (product_id, tool) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .binds((id, tool))
            .execute(&mut *conn)
            .await?;
    }
    if !plan.all_tools {
        // A list of tools needs no closed ones.
        let query = db::query("UPDATE plan_tools SET closed = FALSE WHERE product_id = $1");
        query.bind(id).execute(&mut *conn).await?;
    }
    Ok(())
}

/// A number that was never used.
pub(super) async fn new_number(conn: &mut Conn) -> Result<i64> {
    Ok(db::query_scalar("UPDATE product_numbers SET last = last + 1 RETURNING last").fetch_one(conn).await?)
}

pub(super) async fn delete(conn: &mut Conn, id: i64) -> Result<()> {
    db::query("DELETE FROM products WHERE id = $1").bind(id).run(conn).await
}

/// How many accounts have each plan.
pub(super) async fn subscribers(conn: &mut Conn) -> Result<HashMap<i64, i64>> {
    let rows = db::query_as("SELECT product_id, count(*) FROM subscriptions GROUP BY product_id");
    let rows: Vec<(i64, i64)> = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// Sets the words and pages of the free plan from the settings, unless an administrator has edited it.
pub(super) async fn follow_settings(conn: &mut Conn, words: i64, pages: i64) -> Result<()> {
    let query = db::query("UPDATE products SET ai_words = $1, pages = $2 WHERE id = 0 AND edited_at IS NULL");
    query.binds((words, pages)).run(conn).await
}

/// Some of the accounts with a due month.
pub(super) async fn due(conn: &mut Conn, now: Timestamp) -> Result<Vec<String>> {
    let due = db::query_scalar(
        "SELECT account_id FROM subscriptions WHERE term_ends_at <= $1 ORDER BY term_ends_at LIMIT $2",
    );
    Ok(due.binds((now, DUE_AT_ONCE)).fetch_all(conn).await?)
}

/// Counted runs of an account that were started on a day.
pub(super) async fn runs_of_day(conn: &mut Conn, account: &str, day: i64) -> Result<i64> {
    let runs = db::query_scalar("SELECT runs FROM run_days WHERE account_id = $1 AND day = $2");
    let runs: Option<i64> = runs.binds((account, day)).fetch_optional(conn).await?;
    Ok(runs.unwrap_or_default())
}

pub(super) async fn count_run(conn: &mut Conn, account: &str, day: i64) -> Result<()> {
    let query = db::query(
        "INSERT INTO run_days (account_id, day, runs) VALUES ($1, $2, 1)
         ON CONFLICT (account_id, day) DO UPDATE SET runs = run_days.runs + 1",
    );
    query.binds((account, day)).run(conn).await
}

/// Runs of a tool that an account started on a day, if a limit counts them.
pub(super) async fn tool_runs_of_day(conn: &mut Conn, account: &str, tool: &str, day: i64) -> Result<i64> {
    let runs: Option<i64> =
        db::query_scalar("SELECT runs FROM tool_days WHERE account_id = $1 AND tool = $2 AND day = $3")
            .binds((account, tool, day))
            .fetch_optional(conn)
            .await?;
    Ok(runs.unwrap_or_default())
}

pub(super) async fn count_tool_run(conn: &mut Conn, account: &str, tool: &str, day: i64) -> Result<()> {
    let query = db::query(
        "INSERT INTO tool_days (account_id, tool, day, runs) VALUES ($1, $2, $3, 1)
         ON CONFLICT (account_id, tool, day) DO UPDATE SET runs = tool_days.runs + 1",
    );
    query.binds((account, tool, day)).run(conn).await
}

/// Deletes the counts of earlier days.
pub(super) async fn forget_days(conn: &mut Conn, before: i64) -> Result<()> {
    db::query("DELETE FROM run_days WHERE day < $1").bind(before).execute(&mut *conn).await?;
    db::query("DELETE FROM tool_days WHERE day < $1").bind(before).run(conn).await
}
