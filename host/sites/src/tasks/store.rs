//! The table of tasks.

use super::{Task, TaskFinding, TaskOwner, TaskState};
use crate::platform::prelude::*;

/// Tasks of one account.
pub(super) const MOST: i64 = 10_000;

/// The name of an owner is that of the account.
pub(super) const SELECT: &str = "SELECT t.id, t.account_id, t.project_id, t.title, t.note, t.owner_id, u.name AS owner_name, \
    u.avatar AS owner_avatar, t.due, t.state, t.rule, t.page_url, t.audit_id, t.verified_at, t.closed_at, t.notified_due, \
    t.created_at, t.updated_at FROM tasks t LEFT JOIN user_profiles u ON u.id = t.owner_id";

/// A row of `tasks`.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub(super) struct Row {
    pub id: String,
    pub account_id: String,
    pub project_id: i64,
    pub title: String,
    pub note: String,
    pub owner_id: Option<String>,
    pub owner_name: Option<String>,
    pub owner_avatar: Option<String>,
    pub due: Option<String>,
    pub state: TaskState,
    pub rule: Option<String>,
    /// Empty for a finding about the whole site.
    pub page_url: Option<String>,
    pub audit_id: Option<String>,
    pub verified_at: Option<Timestamp>,
    pub closed_at: Option<Timestamp>,
    pub notified_due: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Row {
    pub fn view(self) -> Task {
        // The account of the owner may be deleted.
        let owner = self.owner_id.zip(self.owner_name);
        let owner = owner.map(|(id, name)| TaskOwner { id, name, avatar: self.owner_avatar });
        let finding = self.rule.map(|rule| TaskFinding {
            rule,
            page_url: self.page_url.filter(|url| !url.is_empty()),
            audit_id: self.audit_id.unwrap_or_default(),
        });
        Task {
            id: self.id,
            project_id: self.project_id,
            title: self.title,
            note: self.note,
            owner,
            due: self.due,
            state: self.state,
            finding,
            verified_at: self.verified_at,
            closed_at: self.closed_at,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }

    /// Changes the state, with what follows from it: a task that is not done is neither closed nor verified.
    pub fn set_state(&mut self, state: TaskState, now: Timestamp) {
        if state == self.state {
            return;
        }
        self.state = state;
        self.closed_at = (state == TaskState::Done).then_some(now);
        self.verified_at = None;
    }

    /// Sets the due date. A day that has come is not announced: its user has just chosen it.
    pub fn set_due(&mut self, due: Option<String>, now: Timestamp) {
        let has_come = due.as_ref().is_some_and(|due| *due <= now.date());
        self.notified_due = due.clone().filter(|_| has_come);
        self.due = due;
    }

    fn folded(&self) -> String {
        format!("{}\n{}", fold(&self.title), fold(&self.note))
    }
}

pub(super) fn selected(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{SELECT} {rest}"))
}

/// A task that the caller may access: for a key, of its project.
pub(super) async fn find_open(conn: &mut Conn, caller: &Caller, id: &str) -> Result<Row> {
    let row = db::query_as(selected("WHERE t.id = $1 AND t.account_id = $2")).binds((id, &caller.id));
    let row: Option<Row> = row.fetch_optional(conn).await?;
    let is_open = |row: &Row| caller.project().is_none_or(|project| project == row.project_id);
    row.filter(is_open).ok_or_else(Problem::not_found)
}

/// A task by its id.
pub(super) async fn load(conn: &mut Conn, id: &str) -> Result<Row> {
    let row = db::query_as(selected("WHERE t.id = $1")).bind(id);
    row.fetch_optional(conn).await?.ok_or_else(Problem::not_found)
}

/// Refuses another task if the account has as many as it may.
pub(super) async fn expect_room(conn: &mut Conn, account: &str) -> Result<()> {
    let count = db::query_scalar("SELECT count(*) FROM tasks WHERE account_id = $1").bind(account);
    let count: i64 = count.fetch_one(conn).await?;
    refuse_if(count >= MOST, || Problem::conflict("tasks.too-many").with("max", MOST))
}

pub(super) async fn insert(conn: &mut Conn, row: &Row) -> Result<()> {
    db::query(
        "INSERT INTO tasks (id, account_id, project_id, title, note, folded, owner_id, due, state, rule, page_url, audit_id, \
             verified_at, closed_at, notified_due, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
    )
    .binds((&row.id, &row.account_id, row.project_id, &row.title, &row.note, row.folded(), &row.owner_id))
    .binds((&row.due, row.state, &row.rule, &row.page_url, &row.audit_id, row.verified_at, row.closed_at))
    .binds((&row.notified_due, row.created_at, row.updated_at))
    .run(conn)
    .await
}

/// Stores what may change of a task.
pub(super) async fn update(conn: &mut Conn, row: &Row) -> Result<()> {
    db::query(
        "UPDATE tasks SET title = $2, note = $3, folded = $4, owner_id = $5, due = $6, state = $7, audit_id = $8, \
             verified_at = $9, closed_at = $10, notified_due = $11, updated_at = $12 WHERE id = $1",
    )
    .binds((&row.id, &row.title, &row.note, row.folded(), &row.owner_id, &row.due, row.state, &row.audit_id))
    .binds((row.verified_at, row.closed_at, &row.notified_due, row.updated_at))
    .run(conn)
    .await
}
