//! API keys: what a key may access, and which user it acts for.
//!
//! A key is a separate kind of bearer token. It has no access by default: a handler that takes a [`Scoped`] names the
//! scope it needs, and every other handler for users refuses a key. Keys are looked up for each request, so a revoked
//! key stops working at once, in every process.

use std::ops::Deref;

use crate::app::App;
use crate::error::{Problem, Result, refuse_if};
use crate::libraries::*;

use super::{Account, Scope, User};

/// The prefix of every key.
pub const KEY_PREFIX: &str = "sw_";

/// What a key may access.
#[derive(Debug)]
pub struct Key {
    pub id: String,
    /// What its owner calls it.
    pub name: String,
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
        refuse_if(scope == Scope::PluginsWrite && is_bound, Problem::forbidden)?;
        let missing =
            || Problem::new(StatusCode::FORBIDDEN, "keys.scope-missing").with("scope", scope.name());
        refuse_if(!self.scopes.contains(&scope), missing)
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

    /// A program with a key of this account.
    pub fn program(account: Account, key: Key) -> Self {
        Self { user: User(Arc::new(account)), key: Some(Arc::new(key)) }
    }

    /// Whether the caller has this scope; a user has all.
    pub fn has_scope(&self, scope: Scope) -> bool {
        self.key.as_ref().is_none_or(|key| key.scopes.contains(&scope))
    }

    /// Refuses a key without this scope.
    pub fn expect_scope(&self, scope: Scope) -> Result<()> {
        self.key.as_ref().map_or(Ok(()), |key| key.expect(scope))
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

/// Finds the caller of an API key by its secret; 401 if the key is unknown or expired, 429 if it is used too often. The
/// slice that has the keys provides the function.
pub struct FindCaller(pub for<'a> fn(&'a App, &'a str) -> BoxFuture<'a, Result<Caller>>);

/// The caller of an API key.
pub(crate) async fn caller_of(app: &App, secret: &str) -> Result<Caller> {
    (app.part::<FindCaller>().0)(app, secret).await
}
