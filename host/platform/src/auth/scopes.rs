//! Scopes of keys. A handler that takes a `Scoped<RunsWrite>` is open to signed-in users and to keys with that scope.

use std::ops::Deref;

use crate::app::App;
use crate::error::{Problem, Result};
use crate::http::visit;
use crate::libraries::*;

use super::{Caller, Credentials, User};

/// A scope as a type.
pub trait ScopeType: Send + Sync {
    const SCOPE: Scope;
}

/// What a key may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Scope {
    /// Reads the catalogue.
    #[serde(rename = "tools:read")]
    ToolsRead,
    /// Runs tools, which costs words, and cancels runs.
    #[serde(rename = "runs:write")]
    RunsWrite,
    /// Reads runs and what they made.
    #[serde(rename = "runs:read")]
    RunsRead,
    /// Reads the archive.
    #[serde(rename = "documents:read")]
    DocumentsRead,
    /// Changes documents and puts them into the trash.
    #[serde(rename = "documents:write")]
    DocumentsWrite,
    /// Reads shops: their texts, proposals and orders.
    #[serde(rename = "shops:read")]
    ShopsRead,
    /// Orders and decides on texts of shops, and writes them to the shops.
    #[serde(rename = "shops:write")]
    ShopsWrite,
    /// Reads tasks.
    #[serde(rename = "tasks:read")]
    TasksRead,
    /// Adds, changes and deletes tasks.
    #[serde(rename = "tasks:write")]
    TasksWrite,
    /// Tries out, checks and publishes plugins, where its account may.
    #[serde(rename = "plugins:write")]
    PluginsWrite,
}

macro_rules! scope_types {
    ($($scope:ident: $name:literal)*) => {
        impl Scope {
            /// All scopes, in display order.
            pub const ALL: &'static [Self] = &[$(Self::$scope),*];

            /// The name of the scope.
            pub fn name(self) -> &'static str {
                match self {$( Self::$scope => $name, )*}
            }
        }

        $(
            /// The scope of the same name, as a type.
            #[derive(Debug, Clone, Copy)]
            pub struct $scope;

            impl ScopeType for $scope {
                const SCOPE: Scope = Scope::$scope;
            }
        )*
    };
}

scope_types! {
    ToolsRead: "tools:read"
    RunsWrite: "runs:write"
    RunsRead: "runs:read"
    DocumentsRead: "documents:read"
    DocumentsWrite: "documents:write"
    ShopsRead: "shops:read"
    ShopsWrite: "shops:write"
    TasksRead: "tasks:read"
    TasksWrite: "tasks:write"
    PluginsWrite: "plugins:write"
}

/// A signed-in user, or a key with this scope.
#[derive(Debug, Clone)]
pub struct Scoped<S> {
    caller: Caller,
    scope: PhantomData<S>,
}

impl<S> Deref for Scoped<S> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl<S: ScopeType> Scoped<S> {
    /// A caller that does not send its request to a route; 403 for a key without the scope.
    pub fn of(caller: Caller) -> Result<Self> {
        caller.expect_scope(S::SCOPE)?;
        Ok(Self { caller, scope: PhantomData })
    }
}

impl<S: ScopeType> FromRequestParts<App> for Scoped<S> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let visit = visit(parts)?;
        match visit.credentials {
            Credentials::Key(_) => Self::of(visit.key(app).await?.clone()),
            _ => Self::of(Caller::person(User::from_request_parts(parts, app).await?)),
        }
    }
}

/// A key, with any scopes.
#[derive(Debug, Clone)]
pub struct AnyKey(pub Caller);

impl FromRequestParts<App> for AnyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let visit = visit(parts)?;
        Ok(Self(visit.key(app).await?.clone()))
    }
}
