//! Authentication: sessions, the `User` and `Admin` extractors, and CSRF protection.
//!
//! A session is a random secret. A browser keeps it in an HttpOnly cookie, a program sends it as a bearer token; the
//! database stores only its SHA-256. API keys are a different kind of bearer token, see `keys.rs`.

mod confirmed;
mod cookies;
mod credentials;
mod csrf;
mod developers;
mod device;
mod keys;
mod reach;
mod scopes;
mod session_list;
mod sessions;
mod vault;

use std::ops::Deref;

use crate::app::App;
use crate::clock::Timestamp;
use crate::error::{Problem, Result};
use crate::http::visit;
use crate::libraries::*;
use crate::locale::Locale;
use crate::text_column;

pub use confirmed::{Confirmed, ConfirmedAdmin, expect_confirmed, refuse_impersonator};
pub use cookies::{Cookie, cookie, secret_cookie, set_cookie};
pub use credentials::Credentials;
pub use credentials::{hash_of, new_secret};
pub use csrf::{CSRF_COOKIE, csrf_token};
pub use developers::expect_developer;
pub use device::Device;
pub use keys::{Caller, FindCaller, KEY_PREFIX, Key};
pub use reach::{expect_reach, only_super_administrators, reaches, role_now};
pub use scopes::{
    AnyKey, AuditsRead, AuditsWrite, DocumentsRead, DocumentsWrite, PluginsWrite, RunsRead, RunsWrite, Scope,
    ScopeType, Scoped, ShopsRead, ShopsWrite, TasksRead, TasksWrite, ToolsRead,
};
pub use session_list::{SessionView, end_session_of, sessions_of};
pub use sessions::{
    NewSession, OWN_SESSION_COOKIE, SESSION_COOKIE, SessionCache, begin_session, clear_sessions,
    confirm_session, end_impersonations, end_session, end_sessions, session_lasts,
};
pub use vault::{seal, signature, unseal};

pub(crate) use csrf::check_csrf;
pub(crate) use keys::caller_of;
pub(crate) use sessions::{Visitor, keep_cookie, visitor_of};

/// The role of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    User,
    Admin,
    SuperAdmin,
}

text_column!(Role);

/// The account behind a request.
#[derive(Debug, sqlx::FromRow)]
pub struct Account {
    pub id: String,
    pub name: String,
    pub email: String,
    pub avatar: Option<String>,
    pub role: Role,
    pub language: Option<Locale>,
    pub email_verified_at: Option<Timestamp>,
    /// The session of the request, by the hash of its secret.
    pub session: String,
    /// The administrator who impersonates this user.
    pub impersonator_id: Option<String>,
}

/// A signed-in user with a verified address. A handler that takes a `User` requires sign-in.
#[derive(Debug, Clone)]
pub struct User(Arc<Account>);

impl Deref for User {
    type Target = Account;

    fn deref(&self) -> &Account {
        &self.0
    }
}

impl FromRequestParts<App> for User {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Person(user) = Person::from_request_parts(parts, app).await?;
        if user.email_verified_at.is_none() {
            return Err(Problem::new(StatusCode::FORBIDDEN, "auth.email-unverified"));
        }
        Ok(user)
    }
}

/// A signed-in user whose address may not be verified yet: for the handlers that verify it. API keys are refused; a
/// handler that accepts keys takes a `Scoped`.
#[derive(Debug, Clone)]
pub struct Person(pub User);

impl FromRequestParts<App> for Person {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let visit = visit(parts)?;
        if matches!(visit.credentials, Credentials::Key(_)) {
            // An invalid key gets 401 first.
            visit.key(app).await?;
            return Err(Problem::new(StatusCode::FORBIDDEN, "keys.not-here"));
        }
        let user = visit.user(app).await?.cloned();
        user.map(Self).ok_or_else(Problem::unauthenticated)
    }
}

/// A signed-in administrator.
#[derive(Debug, Clone)]
pub struct Admin(pub User);

impl FromRequestParts<App> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let user = User::from_request_parts(parts, app).await?;
        match user.role {
            Role::Admin | Role::SuperAdmin => Ok(Self(user)),
            Role::User => Err(Problem::forbidden()),
        }
    }
}
