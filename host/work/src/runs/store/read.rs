//! Reads from the table of runs.

use super::super::{Run, RunStatus};
use crate::platform::prelude::*;
use crate::platform::process::Process;

pub(super) const COLUMNS: &str = "id, account_id, project_id, tool, tool_version, package_digest, revises, language, status, attempt, input, outcome, problem, words, drafted, document_id, \
    progress_done, progress_total, progress_label, created_at, started_at, finished_at, process, key_id, trial_id";

/// Columns of a list, without the result.
pub(in super::super) const LIST_COLUMNS: &str = "id, account_id, project_id, tool, tool_version, package_digest, revises, language, status, attempt, input, NULL AS outcome, problem, words, drafted, \
    document_id, progress_done, progress_total, progress_label, created_at, started_at, finished_at, process, key_id";

/// Finds a run of this account, also one of its trials.
pub(in super::super) async fn find(db: &Db, account: &str, id: &str) -> Result<Run> {
    let sql = format!("SELECT {COLUMNS} FROM runs WHERE id = $1 AND account_id = $2");
    let run = db::query_as(sqlx::AssertSqlSafe(sql)).binds((id, account)).fetch_optional(db.read()).await?;
    run.ok_or_else(Problem::not_found)
}

/// The run that this key started, with the digest of the request.
pub(in super::super) async fn find_by_key(
    db: &Db,
    account: &str,
    key: &str,
) -> Result<Option<(String, String)>> {
    let found = db::query_as(
        "SELECT id, idempotency_digest FROM runs WHERE account_id = $1 AND idempotency_key = $2",
    )
    .binds((account, key))
    .fetch_optional(db.read())
    .await?;
    Ok(found)
}

/// Which runs to list.
#[derive(Debug, Default)]
pub(in super::super) struct Filter<'a> {
    pub tool: Option<&'a str>,
    pub status: Option<RunStatus>,
    /// Only of these tools; `None` for all.
    pub tools: Option<&'a [String]>,
    /// Only of the project of the key, and only of the wanted one; `None` for all.
    pub projects: [Option<i64>; 2],
}

/// A page of an account's runs, newest first, and their number.
pub(in super::super) async fn list(
    db: &Db,
    account: &str,
    filter: Filter<'_>,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Run>, i64)> {
    // Parsed numbers and placeholders, so they are safe in SQL.
    let [own, wanted] = filter.projects.map(|project| match project {
        Some(0) => " AND project_id IS NULL".to_owned(),
        Some(project) => format!(" AND project_id = {project}"),
        None => String::new(),
    });
    let tools = filter
        .tools
        .map_or_else(String::new, |tools| format!(" AND tool IN ({})", db::places(4, tools.len())));
    let only = format!(
        "account_id = $1 AND revises IS NULL AND ($2 IS NULL OR tool = $2) AND ($3 IS NULL OR status = $3){own}{wanted}{tools}"
    );
    let tools = filter.tools.unwrap_or_default();
    let mut tx = db.read().begin().await?;
    let sql = format!("SELECT count(*) FROM customer_runs WHERE {only}");
    let count = db::query_scalar(sqlx::AssertSqlSafe(sql)).binds((account, filter.tool, filter.status));
    let total = tools.iter().fold(count, |query, tool| query.bind(tool)).fetch_one(&mut *tx).await?;
    let sql = format!(
        "SELECT {LIST_COLUMNS} FROM customer_runs WHERE {only} ORDER BY id DESC LIMIT {limit} OFFSET {offset}"
    );
    let rows = db::query_as(sqlx::AssertSqlSafe(sql)).binds((account, filter.tool, filter.status));
    let runs = tools.iter().fold(rows, |query, tool| query.bind(tool)).fetch_all(&mut *tx).await?;
    Ok((runs, total))
}

/// The unfinished runs of a project.
pub(in super::super) async fn unfinished_of(conn: &mut Conn, project: i64) -> Result<Vec<String>> {
    let runs = db::query_scalar(
        "SELECT id FROM runs WHERE project_id = $1 AND status IN ('queued', 'running') ORDER BY id",
    );
    Ok(runs.bind(project).fetch_all(conn).await?)
}

/// The runs of this process that were cancelled at another one.
pub(in super::super) async fn cancelled_elsewhere(
    db: &Db,
    process: &Process,
) -> Result<Vec<(String, String)>> {
    let runs = db::query_as(
        "SELECT account_id, id FROM runs WHERE process = $1 AND cancel_requested AND status IN ('queued', 'running')",
    )
    .bind(process.id())
    .fetch_all(db.read())
    .await?;
    Ok(runs)
}

/// The number of runs of a trial, and their cost.
pub async fn sums_of_trial(conn: &mut Conn, trial: &str) -> Result<(i64, i64)> {
    let sums = db::query_as(
        "SELECT count(*), CAST(COALESCE(SUM(words), 0) AS BIGINT) FROM runs WHERE trial_id = $1",
    );
    Ok(sums.bind(trial).fetch_one(conn).await?)
}

/// How many runs an account has started.
pub async fn count(conn: &mut Conn, account: &str) -> Result<i64> {
    let count = db::query_scalar("SELECT count(*) FROM customer_runs WHERE account_id = $1");
    Ok(count.bind(account).fetch_one(conn).await?)
}
