//! The tables of connections, models and roles. A key is encrypted for its connection and the host of that, and cannot
//! be decrypted for another one.

use url::Url;

use super::role::ModelRole;
use crate::platform::auth;
use crate::platform::model::Kind;
use crate::platform::prelude::*;

/// The id of the model that the settings name, and of its connection.
pub(super) const FROM_SETTINGS: &str = "settings";
/// The id of users' own models in the counted usage.
pub(super) const OWN: &str = "own";
const PURPOSE: &str = "model-connection";
const CONNECTIONS: &str = "SELECT id, name, kind, url, secret, created_at, updated_at FROM model_connections";
const MODELS: &str = "SELECT id, connection_id, name, label, input_price, output_price, sees_images, context_tokens, enabled FROM models";

/// A row of `model_connections`, or of `own_models` with the account as its id. It has no `Debug`, so that it is never logged.
#[derive(Clone, sqlx::FromRow)]
pub(super) struct Connection {
    pub id: String,
    /// Of an own model: the name of the model.
    pub name: String,
    pub kind: Kind,
    pub url: String,
    pub secret: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Connection {
    /// The context that the key is bound to.
    fn about(&self) -> String {
        format!("{} {}", self.id, origin(&self.url))
    }

    /// The key; empty without one, `None` if it was encrypted with another server key.
    pub fn key(&self, app: &App) -> Option<String> {
        let Some(secret) = &self.secret else { return Some(String::new()) };
        String::from_utf8(auth::unseal(app, PURPOSE, &self.about(), secret)?).ok()
    }

    /// Sets the key; an empty one removes it.
    pub fn seal(&mut self, app: &App, key: &str) -> Result<()> {
        self.secret = match key {
            "" => None,
            key => Some(auth::seal(app, PURPOSE, &self.about(), key.as_bytes())?),
        };
        Ok(())
    }
}

/// Scheme, host and port of an address.
pub(super) fn origin(url: &str) -> String {
    Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

/// A row of `models`.
#[derive(Debug, Clone, sqlx::FromRow)]
pub(super) struct ModelRow {
    pub id: String,
    pub connection_id: String,
    pub name: String,
    pub label: String,
    /// Micro-USD for a million tokens.
    pub input_price: Option<i64>,
    pub output_price: Option<i64>,
    pub sees_images: bool,
    pub context_tokens: Option<i64>,
    pub enabled: bool,
}

/// The columns with the rest of a query, both from the code.
fn selected(columns: &'static str, rest: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{columns} {rest}"))
}

pub(super) async fn connections(conn: &mut Conn) -> Result<Vec<Connection>> {
    Ok(db::query_as(selected(CONNECTIONS, "ORDER BY id")).fetch_all(conn).await?)
}

pub(super) async fn find_connection(conn: &mut Conn, id: &str) -> Result<Connection> {
    let found = db::query_as(selected(CONNECTIONS, "WHERE id = $1")).bind(id).fetch_optional(conn).await?;
    found.ok_or_else(Problem::not_found)
}

pub(super) async fn insert_connection(tx: &mut Conn, row: &Connection) -> Result<()> {
    db::query(
        "INSERT INTO model_connections (id, name, kind, url, secret, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .binds((&row.id, &row.name, row.kind, &row.url, &row.secret, row.created_at, row.updated_at))
    .run(tx)
    .await
}

pub(super) async fn update_connection(tx: &mut Conn, row: &Connection) -> Result<()> {
    db::query("UPDATE model_connections SET name = $2, url = $3, secret = $4, updated_at = $5 WHERE id = $1")
        .binds((&row.id, &row.name, &row.url, &row.secret, row.updated_at))
        .run(tx)
        .await
}

pub(super) async fn delete_connection(tx: &mut Conn, id: &str) -> Result<()> {
    db::query("DELETE FROM model_connections WHERE id = $1").bind(id).run(tx).await
}

pub(super) async fn find_own(conn: &mut Conn, account: &str) -> Result<Option<Connection>> {
    let own = db::query_as(
        "SELECT account_id AS id, name, kind, url, secret, created_at, updated_at FROM own_models WHERE account_id = $1",
    );
    Ok(own.bind(account).fetch_optional(conn).await?)
}

pub(super) async fn save_own(tx: &mut Conn, row: &Connection) -> Result<()> {
    db::query(
        "INSERT INTO own_models (account_id, name, kind, url, secret, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, kind = excluded.kind, url = excluded.url,
             secret = excluded.secret, updated_at = excluded.updated_at",
    )
    .binds((&row.id, &row.name, row.kind, &row.url, &row.secret, row.created_at, row.updated_at))
    .run(tx)
    .await
}

pub(super) async fn delete_own(tx: &mut Conn, account: &str) -> Result<bool> {
    let delete = db::query("DELETE FROM own_models WHERE account_id = $1");
    Ok(delete.bind(account).execute(tx).await?.rows_affected() > 0)
}

pub(super) async fn models(conn: &mut Conn) -> Result<Vec<ModelRow>> {
    Ok(db::query_as(selected(MODELS, "ORDER BY id")).fetch_all(conn).await?)
}

pub(super) async fn find_model(conn: &mut Conn, id: &str) -> Result<Option<ModelRow>> {
    Ok(db::query_as(selected(MODELS, "WHERE id = $1")).bind(id).fetch_optional(conn).await?)
}

/// Whether the connection has a model of this name other than the given one.
pub(super) async fn has_model(conn: &mut Conn, connection: &str, name: &str, but: &str) -> Result<bool> {
    let known = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM models WHERE connection_id = $1 AND name = $2 AND id <> $3)",
    );
    Ok(known.binds((connection, name, but)).fetch_one(conn).await?)
}

pub(super) async fn count_models(conn: &mut Conn) -> Result<i64> {
    Ok(db::query_scalar("SELECT count(*) FROM models").fetch_one(conn).await?)
}

pub(super) async fn insert_model(tx: &mut Conn, row: &ModelRow) -> Result<()> {
    db::query(
        "INSERT INTO models (id, connection_id, name, label, input_price, output_price, sees_images, context_tokens, enabled, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
    )
    .binds((&row.id, &row.connection_id, &row.name, &row.label, row.input_price, row.output_price))
    .binds((row.sees_images, row.context_tokens, row.enabled, Timestamp::now()))
    .run(tx)
    .await
}

pub(super) async fn update_model(tx: &mut Conn, row: &ModelRow) -> Result<()> {
    db::query(
        "UPDATE models SET name = $2, label = $3, input_price = $4, output_price = $5, sees_images = $6, context_tokens = $7, enabled = $8, updated_at = $9
         WHERE id = $1",
    )
    .binds((&row.id, &row.name, &row.label, row.input_price, row.output_price, row.sees_images))
    .binds((row.context_tokens, row.enabled, Timestamp::now()))
    .run(tx)
    .await
}

pub(super) async fn delete_model(tx: &mut Conn, id: &str) -> Result<()> {
    db::query("DELETE FROM models WHERE id = $1").bind(id).run(tx).await
}

/// Roles with their models in order.
pub(super) async fn roles(conn: &mut Conn) -> Result<Vec<(ModelRole, Option<String>)>> {
    Ok(db::query_as("SELECT role, model_id FROM model_roles ORDER BY role, place").fetch_all(conn).await?)
}

pub(super) async fn set_role(tx: &mut Conn, role: ModelRole, models: &[String]) -> Result<()> {
    db::query("DELETE FROM model_roles WHERE role = $1").bind(role).run(&mut *tx).await?;
    for (place, id) in (0_i64..).zip(models) {
        let id = Some(id).filter(|id| *id != FROM_SETTINGS);
        db::query("INSERT INTO model_roles (role, place, model_id) VALUES ($1, $2, $3)")
            .binds((role, place, id))
            .run(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Tools with their roles.
pub(super) async fn tools(conn: &mut Conn) -> Result<Vec<(String, ModelRole)>> {
    Ok(db::query_as("SELECT tool, role FROM model_tools ORDER BY tool").fetch_all(conn).await?)
}

pub(super) async fn has_tool(conn: &mut Conn, tool: &str) -> Result<bool> {
    let known = db::query_scalar("SELECT EXISTS (SELECT 1 FROM model_tools WHERE tool = $1)");
    Ok(known.bind(tool).fetch_one(conn).await?)
}

pub(super) async fn set_tool(tx: &mut Conn, tool: &str, role: Option<ModelRole>) -> Result<()> {
    db::query("DELETE FROM model_tools WHERE tool = $1").bind(tool).run(&mut *tx).await?;
    if let Some(role) = role {
        db::query("INSERT INTO model_tools (tool, role) VALUES ($1, $2)").binds((tool, role)).run(tx).await?;
    }
    Ok(())
}

/// The version of the tables, and the default role.
pub(super) async fn settings(conn: &mut Conn) -> Result<(i64, ModelRole)> {
    Ok(db::query_as("SELECT version, default_role FROM model_settings").fetch_one(conn).await?)
}

/// A row of `model_budgets`.
#[derive(Debug, Clone, Copy, PartialEq, sqlx::FromRow)]
pub(super) struct Budget {
    /// `None`: of all plans together.
    pub plan_id: Option<i64>,
    pub micro_usd: i64,
    pub notified: Option<i64>,
}

pub(super) async fn budgets(conn: &mut Conn) -> Result<Vec<Budget>> {
    let all =
        db::query_as("SELECT plan_id, micro_usd, notified FROM model_budgets ORDER BY COALESCE(plan_id, -1)");
    Ok(all.fetch_all(conn).await?)
}

/// Replaces the budgets. One that is larger than before may be reported again.
pub(super) async fn set_budgets(tx: &mut Conn, budgets: &[Budget]) -> Result<()> {
    db::query("DELETE FROM model_budgets").run(&mut *tx).await?;
    for budget in budgets {
        db::query("INSERT INTO model_budgets (plan_id, micro_usd, notified) VALUES ($1, $2, $3)")
            .binds((budget.plan_id, budget.micro_usd, budget.notified))
            .run(&mut *tx)
            .await?;
    }
    Ok(())
}
