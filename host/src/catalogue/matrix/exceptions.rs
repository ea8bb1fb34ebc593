//! The table of exceptions.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    billing::plans::{Access, CeilingColumns, Ceilings},
    platform::{
        clock::Timestamp,
        db::{self, Conn},
        error::Result,
    },
};

/// An account's exception from its plan.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ToolException {
    pub tool: String,
    /// Null to follow the plan.
    #[schema(required)]
    pub access: Option<Access>,
    /// Replaces the plan's limits; null to keep them.
    #[schema(required)]
    pub ceilings: Option<Ceilings>,
    /// The reason, for administrators.
    pub reason: String,
    /// When the exception ends; null for no end.
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
    /// Whether it has ended.
    pub is_over: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, sqlx::FromRow)]
pub(super) struct Row {
    pub tool: String,
    access: Option<Access>,
    own_ceilings: bool,
    #[sqlx(flatten)]
    ceilings: CeilingColumns,
    reason: String,
    ends_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

pub(super) const COLUMNS: &str = "e.tool, e.access, e.own_ceilings, e.words_per_month, e.runs_per_day, e.memory_mib, e.hosts, e.reason, e.ends_at, \
    e.created_at, e.updated_at";

impl Row {
    pub fn view(self) -> Result<ToolException> {
        let ceilings = self.ceilings.read()?;
        Ok(ToolException {
            tool: self.tool,
            access: self.access,
            ceilings: self.own_ceilings.then_some(ceilings),
            reason: self.reason,
            ends_at: self.ends_at,
            is_over: self.ends_at.is_some_and(|end| end <= Timestamp::now()),
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

/// All exceptions of an account, including expired ones, by tool.
pub(super) async fn all_of(conn: &mut Conn, account: &str) -> Result<Vec<ToolException>> {
    let sql = format!("SELECT {COLUMNS} FROM tool_exceptions e WHERE e.account_id = $1 ORDER BY e.tool");
    let rows: Vec<Row> = db::query_as(sqlx::AssertSqlSafe(sql)).bind(account).fetch_all(conn).await?;
    rows.into_iter().map(Row::view).collect()
}

pub(super) async fn find(conn: &mut Conn, account: &str, tool: &str) -> Result<Option<ToolException>> {
    let sql = format!("SELECT {COLUMNS} FROM tool_exceptions e WHERE e.account_id = $1 AND e.tool = $2");
    let row: Option<Row> =
        db::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(tool).fetch_optional(conn).await?;
    row.map(Row::view).transpose()
}

/// An exception to store.
pub(super) struct Wanted<'a> {
    pub access: Option<Access>,
    pub ceilings: Option<&'a Ceilings>,
    pub reason: &'a str,
    pub ends_at: Option<Timestamp>,
}

pub(super) async fn save(tx: &mut Conn, account: &str, tool: &str, wanted: Wanted<'_>) -> Result<()> {
    let columns = wanted.ceilings.map(CeilingColumns::of).transpose()?;
    let own_ceilings = columns.is_some();
    let CeilingColumns { words_per_month, runs_per_day, memory_mib, hosts } = columns.unwrap_or_default();
    db::query(
        "INSERT INTO tool_exceptions (account_id, tool, access, own_ceilings, words_per_month, runs_per_day, memory_mib, hosts, reason, ends_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
         ON CONFLICT (account_id, tool) DO UPDATE SET access = excluded.access, own_ceilings = excluded.own_ceilings,
             words_per_month = excluded.words_per_month, runs_per_day = excluded.runs_per_day, memory_mib = excluded.memory_mib,
             hosts = excluded.hosts, reason = excluded.reason, ends_at = excluded.ends_at, updated_at = excluded.updated_at",
    )
    .bind(account)
    .bind(tool)
    .bind(wanted.access)
    .bind(own_ceilings)
    .bind(words_per_month)
    .bind(runs_per_day)
    .bind(memory_mib)
    .bind(hosts)
    .bind(wanted.reason)
    .bind(wanted.ends_at)
    .bind(Timestamp::now())
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether it existed.
pub(super) async fn delete(tx: &mut Conn, account: &str, tool: &str) -> Result<bool> {
    let done = db::query("DELETE FROM tool_exceptions WHERE account_id = $1 AND tool = $2")
        .bind(account)
        .bind(tool)
        .execute(tx)
        .await?;
    Ok(done.rows_affected() == 1)
}
