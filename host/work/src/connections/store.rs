//! The table of connections. Secrets are encrypted for their row, account and host, and cannot be decrypted in
//! another context.

use super::applications;
use super::rules::expect_few;
use super::{Connection, ConnectionEdit, NewConnection};
use crate::platform::prelude::*;

/// Connections of one account.
const MOST: i64 = 100;
const PURPOSE: &str = "connection";
const COLUMNS: &str = "SELECT id, account_id, project_id, kind, name, host, login, secrets, application, version, created_at, updated_at FROM connections";

pub(super) type Secrets = BTreeMap<String, String>;

/// A row of `connections`.
#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    /// Of a connection that an application has made, none until its owner has signed in.
    account_id: Option<String>,
    project_id: Option<i64>,
    kind: String,
    name: String,
    host: String,
    login: String,
    secrets: String,
    application: bool,
    version: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl Row {
    /// The context that the secrets are bound to.
    fn about(&self) -> String {
        format!("{} {} {}", self.id, self.account_id.as_deref().unwrap_or_default(), self.host)
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

    /// With its secrets and those of its application; `None` if its own were encrypted with another key.
    async fn open(self, app: &App) -> Result<Option<Opened>> {
        let Some(own) = self.secrets(app) else {
            tracing::warn!(
                connection = self.id,
                "the secrets of a connection were encrypted with another key"
            );
            return Ok(None);
        };
        let mut secrets = match self.application {
            true => applications::secrets(app, &self.kind).await?,
            false => Secrets::new(),
        };
        secrets.extend(own);
        let Self { id, version, kind, name, host, login, .. } = self;
        Ok(Some(Opened { id, version, kind, name, host, login, secrets }))
    }

    fn view(self, app: &App) -> Connection {
        let secrets = self.secrets(app).unwrap_or_default().into_keys().collect();
        let Self { id, project_id, kind, name, host, login, created_at, updated_at, .. } = self;
        Connection { id, kind, name, host, login, project_id, secrets, created_at, updated_at }
    }
}

/// A connection with its secrets, for a run. It has no `Debug`, so that it cannot be logged.
#[derive(Clone, Default)]
pub struct Opened {
    pub id: String,
    /// Counts the changes of its secrets.
    pub version: i64,
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
        opened.extend(row.open(app).await?);
    }
    Ok(opened)
}

/// One connection of an account, if it is of one of these kinds. The account is empty for a connection without one.
pub async fn opened_one(app: &App, account: &str, id: &str, kinds: &[String]) -> Result<Option<Opened>> {
    let sql = selected("WHERE COALESCE(account_id, '') = $1 AND id = $2");
    let row: Option<Row> = db::query_as(sql).binds((account, id)).fetch_optional(app.db.read()).await?;
    match row.filter(|row| kinds.contains(&row.kind)) {
        Some(row) => row.open(app).await,
        None => Ok(None),
    }
}

/// What a run that wants to renew the secrets of a connection has to do.
pub enum Renewal {
    /// It renews them, and ends that with this token.
    Begun(String),
    /// Another run has renewed them.
    Done(Opened),
    /// Another run is renewing them.
    Elsewhere,
    /// The connection was deleted.
    Gone,
}

/// Begins to renew the secrets of a connection whose version is `known`; until `longest` no other run does.
pub async fn begin_renewal(app: &App, id: &str, known: i64, longest: Duration) -> Result<Renewal> {
    let (token, now) = (db::new_id(), Timestamp::now());
    let until = now.plus_ms(i64::try_from(longest.as_millis()).unwrap_or(i64::MAX));
    let begun = db::query(
        "UPDATE connections SET renewal = $2, renewal_until = $3
         WHERE id = $1 AND version = $4 AND (renewal_until IS NULL OR renewal_until < $5)",
    );
    let begun =
        begun.binds((id, &token, until, known, now)).execute(&mut app.db.write_alone().await?).await?;
    if begun.rows_affected() == 1 {
        return Ok(Renewal::Begun(token));
    }
    let row: Option<Row> =
        db::query_as(selected("WHERE id = $1")).bind(id).fetch_optional(app.db.read()).await?;
    Ok(match row {
        None => Renewal::Gone,
        Some(row) if row.version == known => Renewal::Elsewhere,
        Some(row) => row.open(app).await?.map_or(Renewal::Gone, Renewal::Done),
    })
}

/// Stores renewed secrets; without any nothing changes. The connection as it is now.
pub async fn end_renewal(app: &App, id: &str, token: &str, renewed: Secrets) -> Result<Opened> {
    let mut tx = app.db.write().await?;
    let sql = selected("WHERE id = $1 AND renewal = $2");
    let row: Option<Row> = db::query_as(sql).binds((id, token)).fetch_optional(&mut *tx).await?;
    let mut row = row.ok_or_else(Problem::not_found)?;
    if !renewed.is_empty() {
        let mut secrets = row.secrets(app).unwrap_or_default();
        secrets.extend(renewed);
        row.seal(app, &secrets)?;
        row.version += 1;
    }
    db::query("UPDATE connections SET secrets = $2, version = $3, renewal = NULL, renewal_until = NULL WHERE id = $1")
        .binds((id, &row.secrets, row.version))
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    row.open(app).await?.ok_or_else(Problem::not_found)
}

/// Lets another run renew the secrets.
pub async fn give_up_renewal(app: &App, id: &str, token: &str) -> Result<()> {
    let query = db::query(
        "UPDATE connections SET renewal = NULL, renewal_until = NULL WHERE id = $1 AND renewal = $2",
    );
    query.binds((id, token)).run(&mut app.db.write_alone().await?).await
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
    account: Option<&str>,
    content: NewConnection,
) -> Result<Connection> {
    let (same, all): (i64, i64) = db::query_as(
        "SELECT count(*) FILTER (WHERE COALESCE(project_id, 0) = $2 AND kind = $3 AND host = $4), count(*)
         FROM connections WHERE account_id = $1",
    )
    .binds((account, content.project_id.unwrap_or(0), &content.kind, &content.host))
    .fetch_one(&mut *tx)
    .await?;
    refuse_if(same > 0, || exists(&content.host))?;
    refuse_if(all >= MOST, too_many)?;
    let NewConnection { kind, name, host, login, secrets, project_id } = content;
    let now = Timestamp::now();
    let mut row = Row {
        id: db::new_id(),
        account_id: account.map(str::to_owned),
        project_id,
        kind,
        name,
        host,
        login,
        secrets: String::new(),
        application: account.is_none(),
        version: 0,
        created_at: now,
        updated_at: now,
    };
    row.seal(app, &secrets)?;
    db::query(
        "INSERT INTO connections (id, account_id, project_id, kind, name, host, login, secrets, application, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
    )
    .binds((&row.id, &row.account_id, row.project_id, &row.kind, &row.name, &row.host, &row.login))
    .binds((&row.secrets, row.application, now))
    .execute(tx)
    .await?;
    Ok(row.view(app))
}

fn exists(host: &str) -> Problem {
    Problem::conflict("connections.exists").with("host", host)
}

fn too_many() -> Problem {
    Problem::conflict("connections.too-many").with("max", MOST)
}

/// Gives a connection without an account to one.
///
/// Errors: 404 if it has one already, 409 if the account has this system already, or too many.
pub async fn claim(app: &App, tx: &mut Conn, id: &str, account: &str) -> Result<()> {
    let row: Option<Row> = db::query_as(selected("WHERE id = $1 AND account_id IS NULL"))
        .bind(id)
        .fetch_optional(&mut *tx)
        .await?;
    let mut row = row.ok_or_else(Problem::not_found)?;
    let (same, all): (i64, i64) = db::query_as(
        "SELECT count(*) FILTER (WHERE project_id IS NULL AND kind = $2 AND host = $3), count(*)
         FROM connections WHERE account_id = $1",
    )
    .binds((account, &row.kind, &row.host))
    .fetch_one(&mut *tx)
    .await?;
    refuse_if(same > 0, || exists(&row.host))?;
    refuse_if(all >= MOST, too_many)?;
    // The secrets are bound to the account.
    let secrets = row.secrets(app).unwrap_or_default();
    row.account_id = Some(account.to_owned());
    row.seal(app, &secrets)?;
    db::query("UPDATE connections SET account_id = $2, secrets = $3, updated_at = $4 WHERE id = $1")
        .binds((id, account, &row.secrets, Timestamp::now()))
        .run(tx)
        .await
}

/// The account of a connection; `None` if it has none, or does not exist.
pub async fn account_of(conn: &mut Conn, id: &str) -> Result<Option<String>> {
    let account = db::query_scalar("SELECT account_id FROM connections WHERE id = $1").bind(id);
    Ok(account.fetch_optional(conn).await?.flatten())
}

/// Replaces secrets of a connection; `None` removes all that it has.
pub async fn put_secrets(app: &App, tx: &mut Conn, id: &str, put: Option<Secrets>) -> Result<()> {
    let row: Option<Row> = db::query_as(selected("WHERE id = $1")).bind(id).fetch_optional(&mut *tx).await?;
    let mut row = row.ok_or_else(Problem::not_found)?;
    let secrets = match put {
        Some(put) => {
            let mut secrets = row.secrets(app).unwrap_or_default();
            secrets.extend(put);
            secrets
        }
        None => Secrets::new(),
    };
    row.seal(app, &secrets)?;
    db::query("UPDATE connections SET secrets = $2, version = version + 1, updated_at = $3 WHERE id = $1")
        .binds((id, &row.secrets, Timestamp::now()))
        .run(tx)
        .await
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
    db::query("UPDATE connections SET name = $2, login = $3, secrets = $4, version = version + 1, updated_at = $5 WHERE id = $1")
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
