//! Keys of programs: what a key opens, who it speaks for, and how often it may.
//!
//! A key is a bearer token of its own kind. Nothing is open to it by itself: a handler that takes a [`Scoped`] says which
//! scope it needs, and every other handler for people refuses a key. Keys are looked up for each request, so that one that
//! is revoked opens nothing from that moment on, in any process.

use std::{ops::Deref, sync::Arc};

use axum::http::StatusCode;

use crate::platform::{
    app::App,
    clock::Timestamp,
    db,
    error::{Problem, Result},
    rate::{Limit, MINUTE},
};

use super::{Account, Scope, User, hash_of};

/// What every key begins with.
pub const KEY_PREFIX: &str = "sw_";
/// How exactly it is known when a key was used last, so that there is one write in a minute and not one for each request.
const USED_MS: i64 = 60 * 1000;

/// What a key opens.
#[derive(Debug)]
pub struct Key {
    pub id: String,
    pub scopes: Vec<Scope>,
    /// The only tools that it may use; all where there are none named.
    pub tools: Option<Vec<String>>,
    /// The only project that it works for.
    pub project: Option<i64>,
}

impl Key {
    /// Whether the key may use this tool.
    pub fn has_tool(&self, tool: &str) -> bool {
        self.tools.as_ref().is_none_or(|tools| tools.iter().any(|own| own == tool))
    }

    /// Refuses what the key has no scope for. One for some tools or one project was not made for what serves everybody.
    pub fn expect(&self, scope: Scope) -> Result<()> {
        let is_bound = self.tools.is_some() || self.project.is_some();
        if scope == Scope::PluginsWrite && is_bound {
            return Err(Problem::forbidden());
        }
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        Err(Problem::new(StatusCode::FORBIDDEN, "keys.scope-missing").with("scope", scope.name()))
    }
}

/// Somebody who asks for something that programs may have as well: a person who is signed in, or their key.
#[derive(Debug, Clone)]
pub struct Caller {
    user: User,
    pub key: Option<Arc<Key>>,
}

impl Deref for Caller {
    type Target = User;

    fn deref(&self) -> &User {
        &self.user
    }
}

impl Caller {
    /// A person who is signed in: nothing of their own is closed to them.
    pub(super) fn person(user: User) -> Self {
        Self { user, key: None }
    }

    /// Whether something of the account's that this tool made for this project is open to the caller.
    pub fn reaches(&self, tool: &str, project: Option<i64>) -> bool {
        self.key
            .as_ref()
            .is_none_or(|key| key.has_tool(tool) && (key.project.is_none() || key.project == project))
    }

    /// The same as a refusal: what is not open does not exist.
    pub fn expect_reach(&self, tool: &str, project: Option<i64>) -> Result<()> {
        if self.reaches(tool, project) { Ok(()) } else { Err(Problem::not_found()) }
    }

    /// Whether the caller may use this tool, as far as the key goes.
    pub fn has_tool(&self, tool: &str) -> bool {
        self.key.as_ref().is_none_or(|key| key.has_tool(tool))
    }

    /// Refuses a tool that the key may not use.
    pub fn expect_tool(&self, tool: &str) -> Result<()> {
        match &self.key {
            Some(key) if !key.has_tool(tool) => {
                Err(Problem::new(StatusCode::FORBIDDEN, "keys.tool-missing").with("tool", tool))
            }
            _ => Ok(()),
        }
    }

    /// The only project that the caller may work for, where it is bound to one.
    pub fn project(&self) -> Option<i64> {
        self.key.as_ref()?.project
    }

    /// The only tools that the caller may use, where it is bound to some.
    pub fn tools(&self) -> Option<&[String]> {
        self.key.as_ref()?.tools.as_deref()
    }
}

#[derive(sqlx::FromRow)]
struct Found {
    #[sqlx(flatten)]
    account: Account,
    key_id: String,
    scopes: String,
    tools: Option<String>,
    project_id: Option<i64>,
    is_suspended: bool,
    expires_at: Option<Timestamp>,
    last_used_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
}

/// Whom a key speaks for; 401 for one that is unknown or over, 429 for one that is used too often.
pub(crate) async fn caller_of(app: &App, secret: &str) -> Result<Caller> {
    let found: Option<Found> = db::query_as(
        "SELECT u.id, u.name, u.email, u.avatar, u.role, u.language, u.email_verified_at, '' AS session,
             CAST(NULL AS TEXT) AS impersonator_id, u.suspended_at IS NOT NULL AS is_suspended,
             k.id AS key_id, k.scopes, k.tools, k.project_id, k.expires_at, k.last_used_at, k.revoked_at
         FROM api_keys k JOIN users u ON u.id = k.account_id WHERE k.secret_hash = $1 AND u.deleted_at IS NULL",
    )
    .bind(hash_of(secret))
    .fetch_optional(app.db.read())
    .await?;
    let refused = |status, code| Err(Problem::new(status, code));
    let Some(found) = found else { return refused(StatusCode::UNAUTHORIZED, "keys.unknown") };
    let now = Timestamp::now();
    if found.revoked_at.is_some() {
        return refused(StatusCode::UNAUTHORIZED, "keys.revoked");
    }
    if found.expires_at.is_some_and(|at| at <= now) {
        return refused(StatusCode::UNAUTHORIZED, "keys.expired");
    }
    if found.is_suspended {
        return refused(StatusCode::FORBIDDEN, "auth.suspended");
    }
    if found.account.email_verified_at.is_none() {
        return refused(StatusCode::FORBIDDEN, "auth.email-unverified");
    }
    let limit = Limit::new(app.config.key_requests_per_minute.max(1), MINUTE);
    app.rates.count_as("key", &found.key_id, limit, "keys.too-often")?;
    if found.last_used_at.is_none_or(|at| now.0 - at.0 >= USED_MS) {
        note_use(app, &found.key_id, now).await?;
    }
    let key = Key {
        id: found.key_id,
        scopes: serde_json::from_str(&found.scopes)?,
        tools: found.tools.as_deref().map(serde_json::from_str).transpose()?,
        project: found.project_id,
    };
    Ok(Caller { user: User(Arc::new(found.account)), key: Some(Arc::new(key)) })
}

/// Of many that see at the same time that it is time, one writes.
async fn note_use(app: &App, key: &str, now: Timestamp) -> Result<()> {
    db::query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)")
        .bind(key)
        .bind(now)
        .bind(now.plus_ms(-USED_MS))
        .execute(&mut app.db.write_alone().await?)
        .await?;
    Ok(())
}
