//! The tables of audits. The large ones are written some thousand rows at a time, passed as one JSON text.

use super::settings::Settings;
use super::{AuditState, Cause};
use crate::platform::db::Either;
use crate::platform::prelude::*;

/// SQL: whether the address `q` answered, so that what is not found there is gone. A server that fails or has too many
/// requests shows another page than the one that was checked before.
pub(super) const ANSWERED: &str = "q.batch >= 0 AND q.status > 0 AND q.status < 500 AND q.status <> 429";

/// The page of a finding about the whole site.
pub(super) const SITE: i64 = -1;
/// The batch of a page that a limit left out.
pub(super) const LEFT_OUT: i64 = -1;

const COLUMNS: &str = "SELECT id, number, account_id, project_id, start, settings, cause, state, problem, limit_name, found, fetched, \
    pages, broken, site_errors, errors, warnings, notices, score, render_asked, rendered, unchanged, version, earlier, created_at, started_at, ended_at FROM audits";

/// A row of `audits`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct Audit {
    pub id: String,
    pub number: i64,
    pub account_id: String,
    pub project_id: i64,
    pub start: String,
    #[sqlx(try_from = "Stored<Settings>")]
    pub settings: Settings,
    pub cause: Cause,
    pub state: AuditState,
    #[sqlx(try_from = "Stored<Option<Problem>>")]
    pub problem: Option<Problem>,
    pub limit_name: String,
    pub found: i64,
    pub fetched: i64,
    pub pages: i64,
    pub broken: i64,
    pub site_errors: i64,
    pub errors: i64,
    pub warnings: i64,
    pub notices: i64,
    pub score: Option<i64>,
    /// Pages that a browser was asked to render, and those that it rendered.
    pub render_asked: i64,
    pub rendered: i64,
    /// Pages that have not changed since the audit before, and were not fetched.
    pub unchanged: i64,
    /// The version that read the facts.
    pub version: String,
    pub earlier: Option<String>,
    pub created_at: Timestamp,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
}

impl Audit {
    /// The host of the site, for messages.
    pub(super) fn host(&self) -> String {
        let start = Url::parse(&self.start).ok();
        start.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
    }
}

pub(super) fn selected(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{COLUMNS} {rest}"))
}

/// Loads an audit, for its job.
pub(super) async fn load(conn: &mut Conn, id: &str) -> Result<Option<Audit>> {
    Ok(db::query_as(selected("WHERE id = $1")).bind(id).fetch_optional(conn).await?)
}

/// Finds an audit that the caller may read: for a key, of its project.
pub(super) async fn find(conn: &mut Conn, caller: &Caller, id: &str) -> Result<Audit> {
    let audit = db::query_as(selected("WHERE id = $1 AND account_id = $2")).binds((id, &caller.id));
    let audit: Audit = audit.fetch_optional(conn).await?.ok_or_else(Problem::not_found)?;
    caller.expect_project(audit.project_id)?;
    Ok(audit)
}

/// A kind of a value in a row of JSON.
#[derive(Clone, Copy)]
pub(super) enum Of {
    Number,
    Text,
    Flag,
}

/// Runs a statement over rows that are passed as one JSON text. The statement sees them as the table `given` with the column
/// `audit` and these ones. SQLite would read the text once for each row of the table that it changes if it were no table.
pub(super) async fn put_rows(
    conn: &mut Conn,
    columns: &[(&str, Of)],
    statement: &str,
    audit: i64,
    rows: &[Value],
) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    let lite: String = (0..columns.len()).map(|at| format!(", value ->> {at}")).collect();
    let pg = columns.iter().enumerate().map(|(at, (_, kind))| match kind {
        Of::Number => format!(", CAST(value ->> {at} AS BIGINT)"),
        Of::Text => format!(", value ->> {at}"),
        Of::Flag => format!(", CAST(value ->> {at} AS BOOLEAN)"),
    });
    let pg: String = pg.collect();
    let sql = Either {
        lite: AssertSqlSafe(format!(
            "WITH given (audit, {names}) AS MATERIALIZED (SELECT $1{lite} FROM json_each($2)) {statement}"
        )),
        pg: AssertSqlSafe(format!(
            "WITH given (audit, {names}) AS (SELECT CAST($1 AS BIGINT){pg}
             FROM jsonb_array_elements(CAST($2 AS JSONB)) AS value) {statement}"
        )),
    };
    db::query(sql).binds((audit, serde_json::to_string(rows)?)).run(conn).await
}

/// An address that a crawl found.
pub(super) struct FoundRow {
    pub number: u32,
    pub url: String,
    pub role: u8,
    pub found: u8,
    pub depth: u32,
}

pub(super) async fn put_found(conn: &mut Conn, audit: i64, found: &[FoundRow]) -> Result<()> {
    let rows: Vec<Value> =
        found.iter().map(|row| json!([row.number, row.url, row.role, row.found, row.depth])).collect();
    put_rows(
        conn,
        &[
            ("number", Of::Number),
            ("url", Of::Text),
            ("role", Of::Number),
            ("found", Of::Number),
            ("depth", Of::Number),
        ],
        "INSERT INTO audit_pages (audit, number, url, role, found, depth) SELECT * FROM given WHERE TRUE
         ON CONFLICT (audit, number) DO NOTHING",
        audit,
        &rows,
    )
    .await
}

/// Marks pages that a sitemap lists, see `states` of the facts.
pub(super) async fn mark_listed(conn: &mut Conn, audit: i64, listed: &[u32]) -> Result<()> {
    let rows: Vec<Value> =
        listed.iter().filter(|number| **number != u32::MAX).map(|number| json!([number])).collect();
    put_rows(
        conn,
        &[("number", Of::Number)],
        "UPDATE audit_pages SET flags = flags | 16 FROM given
         WHERE audit_pages.audit = given.audit AND audit_pages.number = given.number",
        audit,
        &rows,
    )
    .await
}

/// Notes the days on which pages changed, as sitemaps say; the newest one counts.
pub(super) async fn mark_changed(conn: &mut Conn, audit: i64, changed: &[(u32, u32)]) -> Result<()> {
    let mut days: BTreeMap<u32, u32> = BTreeMap::new();
    for (number, day) in changed.iter().filter(|(number, _)| *number != u32::MAX) {
        let known = days.entry(*number).or_default();
        *known = (*known).max(*day);
    }
    let rows: Vec<Value> = days.iter().map(|(number, day)| json!([number, day])).collect();
    put_rows(
        conn,
        &[("number", Of::Number), ("day", Of::Number)],
        "UPDATE audit_pages SET changed = given.day FROM given
         WHERE audit_pages.audit = given.audit AND audit_pages.number = given.number
           AND (audit_pages.changed IS NULL OR audit_pages.changed < given.day)",
        audit,
        &rows,
    )
    .await
}

/// A finding to store. `page` is a number of the crawl, or [`SITE`].
#[derive(Debug, Clone)]
pub(super) struct FindingRow {
    pub rule: i64,
    pub page: i64,
    pub severity: u8,
    pub data: FindingData,
}

/// What a finding shows: the values of its text, and rows of the page's tables.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FindingData {
    #[serde(rename = "v", default, skip_serializing_if = "Map::is_empty")]
    pub values: Map<String, Value>,
    #[serde(rename = "e", default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<(String, u32)>,
}

pub(super) async fn put_facts(conn: &mut Conn, audit: i64, batch: i64, facts: Vec<u8>) -> Result<()> {
    let query = db::query(
        "INSERT INTO audit_facts (audit, batch, facts) VALUES ($1, $2, $3)
         ON CONFLICT (audit, batch) DO UPDATE SET facts = excluded.facts",
    );
    query.binds((audit, batch, facts)).run(conn).await
}

pub(super) async fn facts(conn: &mut Conn, audit: i64, batch: i64) -> Result<Option<Vec<u8>>> {
    let facts = db::query_scalar("SELECT facts FROM audit_facts WHERE audit = $1 AND batch = $2");
    Ok(facts.binds((audit, batch)).fetch_optional(conn).await?)
}

/// The number of the next batch of an audit.
pub(super) async fn next_batch(conn: &mut Conn, audit: i64) -> Result<i64> {
    let next = db::query_scalar("SELECT COALESCE(MAX(batch), -1) + 1 FROM audit_facts WHERE audit = $1");
    Ok(next.bind(audit).fetch_one(conn).await?)
}

/// Sets the state of an audit that is not at its end.
pub(super) async fn set_state(conn: &mut Conn, id: &str, state: AuditState) -> Result<()> {
    let set = db::query(
        "UPDATE audits SET state = $2 WHERE id = $1 AND state NOT IN ('done', 'failed', 'cancelled')",
    );
    set.binds((id, state)).run(conn).await
}
