//! Exceptions of single accounts from their plan. Administrators set them in the matrix.

use super::{Access, Ceilings};
use crate::platform::prelude::*;

/// An account's exception from its plan.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ToolException {
    pub tool: String,
    /// Null to follow the plan.
    #[schema(required)]
    pub access: Option<Access>,
    /// Replaces the plan's limits; null to keep them.
    #[schema(required)]
    #[sqlx(skip)]
    pub ceilings: Option<Ceilings>,
    /// The reason, for administrators.
    pub reason: String,
    /// When the exception ends; null for no end.
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
    /// Whether it has ended.
    #[sqlx(skip)]
    pub is_over: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The account of an exception.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct ExceptionAccount {
    #[sqlx(rename = "account_id")]
    id: String,
    name: String,
    email: String,
}

#[derive(sqlx::FromRow)]
struct WithAccount {
    #[sqlx(flatten)]
    account: ExceptionAccount,
    #[sqlx(flatten)]
    row: Row,
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    exception: ToolException,
    own_ceilings: bool,
    #[sqlx(flatten)]
    ceilings: Ceilings,
}

const COLUMNS: &str = "e.tool, e.access, e.own_ceilings, e.words_per_month, e.runs_per_day, e.memory_mib, e.hosts, e.reason, e.ends_at, \
    e.created_at, e.updated_at";

impl Row {
    fn view(self) -> ToolException {
        let is_over = self.exception.ends_at.is_some_and(|end| end <= Timestamp::now());
        ToolException { ceilings: self.own_ceilings.then_some(self.ceilings), is_over, ..self.exception }
    }
}

/// All exceptions of an account, including expired ones, by tool.
pub async fn all_of(conn: &mut Conn, account: &str) -> Result<Vec<ToolException>> {
    let sql = format!("SELECT {COLUMNS} FROM tool_exceptions e WHERE e.account_id = $1 ORDER BY e.tool");
    let rows: Vec<Row> = db::query_as(AssertSqlSafe(sql)).bind(account).fetch_all(conn).await?;
    Ok(rows.into_iter().map(Row::view).collect())
}

pub async fn find(conn: &mut Conn, account: &str, tool: &str) -> Result<Option<ToolException>> {
    let sql = format!("SELECT {COLUMNS} FROM tool_exceptions e WHERE e.account_id = $1 AND e.tool = $2");
    let row: Option<Row> =
        db::query_as(AssertSqlSafe(sql)).binds((account, tool)).fetch_optional(conn).await?;
    Ok(row.map(Row::view))
}

/// An exception to store.
pub struct Wanted<'a> {
    pub access: Option<Access>,
    pub ceilings: Option<&'a Ceilings>,
    pub reason: &'a str,
    pub ends_at: Option<Timestamp>,
}

pub async fn save(tx: &mut Conn, account: &str, tool: &str, wanted: Wanted<'_>) -> Result<()> {
    let (own_ceilings, none) = (wanted.ceilings.is_some(), Ceilings::default());
    let Ceilings { words_per_month, runs_per_day, memory_mib, hosts } = wanted.ceilings.unwrap_or(&none);
    db::query(
        "INSERT INTO tool_exceptions (account_id, tool, access, own_ceilings, words_per_month, runs_per_day, memory_mib, hosts, reason, ends_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
         ON CONFLICT (account_id, tool) DO UPDATE SET access = excluded.access, own_ceilings = excluded.own_ceilings,
             words_per_month = excluded.words_per_month, runs_per_day = excluded.runs_per_day, memory_mib = excluded.memory_mib,
             hosts = excluded.hosts, reason = excluded.reason, ends_at = excluded.ends_at, updated_at = excluded.updated_at",
    )
    .binds((account, tool, wanted.access, own_ceilings, words_per_month, runs_per_day, memory_mib))
    .binds((Stored(hosts), wanted.reason, wanted.ends_at, Timestamp::now()))
    .run(tx)
    .await
}

/// Returns whether it existed.
pub async fn delete(tx: &mut Conn, account: &str, tool: &str) -> Result<bool> {
    let done = db::query("DELETE FROM tool_exceptions WHERE account_id = $1 AND tool = $2");
    let done = done.binds((account, tool)).execute(tx).await?;
    Ok(done.rows_affected() == 1)
}

/// The exceptions for a tool with their accounts, latest first.
pub async fn all_for(
    conn: &mut Conn,
    tool: &str,
    page: Page,
) -> Result<Paged<(ExceptionAccount, ToolException)>> {
    let count = db::query_scalar("SELECT count(*) FROM tool_exceptions WHERE tool = $1").bind(tool);
    let sql = format!(
        "SELECT e.account_id, u.name, u.email, {COLUMNS} FROM tool_exceptions e JOIN user_profiles u ON u.id = e.account_id
         WHERE e.tool = $1 ORDER BY e.updated_at DESC, e.account_id LIMIT $2 OFFSET $3"
    );
    let rows = db::query_as(AssertSqlSafe(sql)).bind(tool);
    Ok(page.fetch(conn, count, rows).await?.map(|found: WithAccount| (found.account, found.row.view())))
}

/// What an exception overrides.
#[derive(Debug, Clone, Copy)]
pub struct Except {
    pub access: Option<Access>,
    pub own_ceilings: bool,
}

/// The active exceptions, by account and tool.
pub async fn active(conn: &mut Conn) -> Result<HashMap<(String, String), Except>> {
    let rows: Vec<(String, String, Option<Access>, bool)> = db::query_as(
        "SELECT account_id, tool, access, own_ceilings FROM tool_exceptions WHERE ends_at IS NULL OR ends_at > $1",
    )
    .bind(Timestamp::now())
    .fetch_all(conn)
    .await?;
    let except = |(account, tool, access, own_ceilings)| ((account, tool), Except { access, own_ceilings });
    Ok(rows.into_iter().map(except).collect())
}

/// Number of accounts with an active exception, by tool.
pub async fn count_active(conn: &mut Conn, tools: &[&str]) -> Result<HashMap<String, i64>> {
    if tools.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT tool, COUNT(*) FROM tool_exceptions WHERE (ends_at IS NULL OR ends_at > $1) AND tool IN ({}) GROUP BY tool",
        db::places(2, tools.len())
    );
    let query = db::query_as(AssertSqlSafe(sql)).bind(Timestamp::now());
    let rows: Vec<(String, i64)> =
        tools.iter().fold(query, |query, tool| query.bind(*tool)).fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}
