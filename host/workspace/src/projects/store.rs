//! The tables of projects.

use super::{Project, tab};
use crate::platform::prelude::*;

const COLUMNS: &str = "p.id, p.domain, p.language_code, p.location_code, p.name, p.color, p.created_at,
    (SELECT tag FROM project_icons i WHERE i.project_id = p.id) AS icon";

/// A number that no project has.
const NONE: i64 = -1;

/// The projects of an account, oldest first.
pub async fn list(conn: &mut Conn, account: &str) -> Result<Vec<Project>> {
    let sql = format!("SELECT {COLUMNS} FROM projects p WHERE p.account_id = $1 ORDER BY p.id");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(account).fetch_all(conn).await?)
}

/// Finds a project by its number; `None` if it is deleted.
pub async fn find(conn: &mut Conn, id: i64) -> Result<Option<Project>> {
    let sql = format!("SELECT {COLUMNS} FROM projects p WHERE p.id = $1");
    Ok(db::query_as(AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await?)
}

/// The number of a project of this account; refuses any other.
pub async fn expect_own(conn: &mut Conn, account: &str, id: i64) -> Result<i64> {
    owns(conn, account, id).await?.then_some(id).ok_or_else(Problem::not_found)
}

/// Whether a project belongs to this account.
pub async fn owns(conn: &mut Conn, account: &str, id: i64) -> Result<bool> {
    let own = db::query_scalar("SELECT EXISTS (SELECT 1 FROM projects WHERE id = $1 AND account_id = $2)");
    Ok(own.binds((id, account)).fetch_one(conn).await?)
}

/// The project that an account works in: that of the tab that asks, or the selected one, or else its oldest. `None` if it
/// has none.
pub async fn selected(conn: &mut Conn, account: &str) -> Result<Option<Project>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM projects p
         LEFT JOIN selected_projects s ON s.account_id = p.account_id AND s.project_id = p.id
         WHERE p.account_id = $1 ORDER BY p.id <> $2, s.project_id IS NULL, p.id LIMIT 1"
    );
    let values = (account, tab::named().unwrap_or(NONE));
    Ok(db::query_as(AssertSqlSafe(sql)).binds(values).fetch_optional(conn).await?)
}

pub(super) async fn select(conn: &mut Conn, account: &str, id: i64) -> Result<()> {
    let query = db::query(
        "INSERT INTO selected_projects (account_id, project_id) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET project_id = excluded.project_id",
    );
    query.binds((account, id)).run(conn).await
}

pub(super) async fn count(conn: &mut Conn, account: &str) -> Result<i64> {
    let count = db::query_scalar("SELECT count(*) FROM projects WHERE account_id = $1");
    Ok(count.bind(account).fetch_one(conn).await?)
}

/// Whether the account has a project for this domain in this language.
pub(super) async fn has(conn: &mut Conn, account: &str, project: &Project) -> Result<bool> {
    let has: Option<i64> = db::query_scalar(
        "SELECT id FROM projects WHERE account_id = $1 AND domain = $2 AND language_code = $3",
    )
    .binds((account, &project.domain, &project.language_code))
    .fetch_optional(conn)
    .await?;
    Ok(has.is_some())
}

/// Stores a project under a new number; `None` if a concurrent request stored an equal one.
pub(super) async fn insert(
    conn: &mut Conn,
    account: &str,
    project: &Project,
    now: Timestamp,
) -> Result<Option<i64>> {
    let number: i64 = db::query_scalar("UPDATE project_numbers SET last = last + 1 RETURNING last")
        .fetch_one(&mut *conn)
        .await?;
    let stored = db::query_scalar(
        "INSERT INTO projects (id, account_id, domain, language_code, location_code, created_at, color)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account_id, domain, language_code) DO NOTHING RETURNING id",
    )
    .binds((number, account, &project.domain, &project.language_code, project.location_code, now))
    .bind(project.color)
    .fetch_optional(conn)
    .await?;
    Ok(stored)
}

/// Deletes a project of this account; the database deletes its dependents.
pub(super) async fn delete(conn: &mut Conn, account: &str, id: i64) -> Result<()> {
    db::query("DELETE FROM projects WHERE id = $1 AND account_id = $2").binds((id, account)).run(conn).await
}
