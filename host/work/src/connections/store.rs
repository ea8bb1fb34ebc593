//! The table of connections. Secrets are encrypted for their row, account and host, and cannot be decrypted in
//! another context.

use super::rules::expect_few;
use super::{Connection, ConnectionEdit, NewConnection};
use crate::platform::prelude::*;

/// Connections of one account.
const MOST: i64 = 100;
const PURPOSE: &str = "connection";
const COLUMNS: &str = "SELECT id, account_id, project_id, kind, name, host, login, secrets, created_at, updated_at FROM connections";

type Secrets = BTreeMap<String, String>;

/// A row of `connections`.
#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    account_id: String,
    project_id: Option<i64>,
    kind: String,
    name: String,
    host: String,
    login: String,
    secrets: String,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl Row {
    /// The context that the secrets are bound to.
    fn about(&self) -> String {
        format!("{} {} {}", self.id, self.account_id, self.host)
    }

    /// `None` if they were encrypted with another server key.
    fn secrets(&self, app: &App) -> Option<Secrets> {
        let plain = auth::unseal(app, PURPOSE, &self.about(), &self.secrets)?;
        serde_json::from_slice(&plain).ok()
    }

    fn seal(&mut self, app: &App, secrets: &Secrets) -> Result<()> {
        self.secrets = auth::seal(app, PURPOSE, &self.about(), &serde_json::to_vec(secrets)?)?;
        Ok(())
    }

    fn view(self, app: &App) -> Connection {
        let secrets = self.secrets(app).unwrap_or_default().into_keys().collect();
        let Self { id, project_id, kind, name, host, login, created_at, updated_at, .. } = self;
        Connection { id, kind, name, host, login, project_id, secrets, created_at, updated_at }
    }
}

/// A connection with its secrets, for a run. It has no `Debug`, so that it cannot be logged.
#[derive(Default)]
pub struct Opened {
    pub kind: String,
    pub name: String,
    pub host: String,
    pub login: String,
    pub secrets: Secrets,
}

/// An account's connections of these kinds for a project. Of two to the same system, that of the project takes
/// precedence.
pub async fn opened(app: &App, account: &str, project: Option<i64>, kinds: &[String]) -> Result<Vec<Opened>> {
    if kinds.is_empty() {
        return Ok(Vec::new());
    }
    let sql = selected(
        "WHERE account_id = $1 AND (project_id IS NULL OR project_id = $2)
         ORDER BY CASE WHEN project_id IS NULL THEN 1 ELSE 0 END, id",
    );
    let rows: Vec<Row> = db::query_as(sql).binds((account, project)).fetch_all(app.db.read()).await?;
    let mut opened: Vec<Opened> = Vec::new();
    for row in rows.into_iter().filter(|row| kinds.contains(&row.kind)) {
        if opened.iter().any(|known| known.kind == row.kind && known.host == row.host) {
            continue;
        }
        let Some(secrets) = row.secrets(app) else {
            tracing::warn!(
                connection = row.id,
                "the secrets of a connection were encrypted with another key"
            );
            continue;
        };
        let Row { kind, name, host, login, .. } = row;
        opened.push(Opened { kind, name, host, login, secrets });
    }
    Ok(opened)
}

/// The columns with the rest of a query, both from the code.
fn selected(rest: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{COLUMNS} {rest}"))
}

pub(super) async fn list(app: &App, account: &str, page: Page) -> Result<Paged<Connection>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM connections WHERE account_id = $1").bind(account);
    let rows =
        db::query_as(selected("WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3")).bind(account);
    Ok(page.fetch(&mut tx, count, rows).await?.map(|row: Row| row.view(app)))
}

pub(super) async fn insert(
    app: &App,
    tx: &mut Conn,
    account: &str,
    content: NewConnection,
) -> Result<Connection> {
    let (same, all): (i64, i64) = db::query_as(
        "SELECT count(*) FILTER (WHERE COALESCE(project_id, 0) = $2 AND kind = $3 AND host = $4), count(*)
         FROM connections WHERE account_id = $1",
    )
    .binds((account, content.project_id.unwrap_or(0), &content.kind, &content.host))
    .fetch_one(&mut *tx)
    .await?;
    refuse_if(same > 0, || Problem::conflict("connections.exists").with("host", content.host.as_str()))?;
    refuse_if(all >= MOST, || Problem::conflict("connections.too-many").with("max", MOST))?;
    let NewConnection { kind, name, host, login, secrets, project_id } = content;
    let now = Timestamp::now();
    let mut row = Row {
        id: db::new_id(),
        account_id: account.to_owned(),
        project_id,
        kind,
        name,
        host,
        login,
        secrets: String::new(),
        created_at: now,
        updated_at: now,
    };
    row.seal(app, &secrets)?;
    db::query(
        "INSERT INTO connections (id, account_id, project_id, kind, name, host, login, secrets, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
    )
    .binds((&row.id, &row.account_id, row.project_id, &row.kind, &row.name, &row.host, &row.login))
    .binds((&row.secrets, now))
    .execute(tx)
    .await?;
    Ok(row.view(app))
}

pub(super) async fn change(
    app: &App,
    tx: &mut Conn,
    account: &str,
    id: &str,
    change: ConnectionEdit,
) -> Result<Connection> {
    let mut row: Row = db::query_as(selected("WHERE account_id = $1 AND id = $2"))
        .binds((account, id))
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(Problem::not_found)?;
    // Secrets that cannot be decrypted are lost; new ones replace them.
    let mut secrets = row.secrets(app).unwrap_or_default();
    for (name, secret) in change.secrets {
        match secret {
            Some(secret) => drop(secrets.insert(name, secret)),
            None => drop(secrets.remove(&name)),
        }
    }
    expect_few(secrets.len())?;
    row.seal(app, &secrets)?;
    row.name = change.name.unwrap_or(row.name);
    row.login = change.login.unwrap_or(row.login);
    row.updated_at = Timestamp::now();
    db::query("UPDATE connections SET name = $2, login = $3, secrets = $4, updated_at = $5 WHERE id = $1")
        .binds((&row.id, &row.name, &row.login, &row.secrets, row.updated_at))
        .execute(tx)
        .await?;
    Ok(row.view(app))
}

/// Returns whether it existed.
pub(super) async fn delete(tx: &mut Conn, account: &str, id: &str) -> Result<bool> {
    let deleted = db::query("DELETE FROM connections WHERE account_id = $1 AND id = $2");
    Ok(deleted.binds((account, id)).execute(tx).await?.rows_affected() > 0)
}

/// For the export of a user's data: everything except the secrets, which are for other systems.
pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let rows: Vec<Row> =
            db::query_as(selected("WHERE account_id = $1 ORDER BY id")).bind(account).fetch_all(conn).await?;
        let entry = |row: &Row| {
            serde_json::json!({
                "kind": row.kind, "name": row.name, "host": row.host, "login": row.login,
                "project_id": row.project_id, "created_at": row.created_at,
            })
        };
        Ok(vec![File::json("connections.json", &rows.iter().map(entry).collect::<Vec<_>>())?])
    })
}
