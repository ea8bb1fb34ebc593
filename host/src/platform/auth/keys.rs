//! API keys: what a key may access, which user it acts for, and its rate limit.
//!
//! A key is a separate kind of bearer token. It has no access by default: a handler that takes a [`Scoped`] names the
//! scope it needs, and every other handler for users refuses a key. Keys are looked up for each request, so a revoked
//! key stops working at once, in every process.

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

/// The prefix of every key.
pub const KEY_PREFIX: &str = "sw_";
/// Precision of a key's last use: one write per minute instead of one per request.
const USED_MS: i64 = 60 * 1000;

/// What a key may access.
#[derive(Debug)]
pub struct Key {
    pub id: String,
    pub scopes: Vec<Scope>,
    /// The tools that it may use; `None` for all.
    pub tools: Option<Vec<String>>,
    /// The project that it is bound to.
    pub project: Option<i64>,
}

impl Key {
    /// Whether the key may use this tool.
    pub fn has_tool(&self, tool: &str) -> bool {
        self.tools.as_ref().is_none_or(|tools| tools.iter().any(|own| own == tool))
    }

    /// Refuses a key without the scope. A key for some tools or one project must not use what serves the whole
    /// account.
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

/// The sender of a request that keys may send as well: a signed-in user, or their key.
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
    /// A signed-in user: no restriction on their own data.
    pub(super) fn person(user: User) -> Self {
        Self { user, key: None }
    }

    /// Whether the caller may access what this tool made for this project.
    pub fn reaches(&self, tool: &str, project: Option<i64>) -> bool {
        self.key
            .as_ref()
            .is_none_or(|key| key.has_tool(tool) && (key.project.is_none() || key.project == project))
    }

    /// The same as a check: what the caller may not access is reported as missing.
    pub fn expect_reach(&self, tool: &str, project: Option<i64>) -> Result<()> {
        if self.reaches(tool, project) { Ok(()) } else { Err(Problem::not_found()) }
    }

    /// Whether the caller may use this tool.
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

    /// The project that the caller is bound to, if any.
    pub fn project(&self) -> Option<i64> {
        self.key.as_ref()?.project
    }

    /// The tools that the caller is bound to, if any.
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

/// The user of a key; 401 if it is unknown or expired, 429 if it is used too often.
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

/// Of many concurrent requests only one writes.
async fn note_use(app: &App, key: &str, now: Timestamp) -> Result<()> {
    db::query("UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)")
        .bind(key)
        .bind(now)
        .bind(now.plus_ms(-USED_MS))
        .execute(&mut app.db.write_alone().await?)
        .await?;
    Ok(())
}
