//! Who sends a request: sessions, the `User` and `Admin` extractors, and the proof that a browser meant it (CSRF).
//!
//! One random secret is a session. A browser keeps it in an HttpOnly cookie, a program sends it as a bearer token; the
//! database knows only its SHA-256.

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use utoipa::ToSchema;

use crate::{
    app::App,
    clock::Timestamp,
    db::Conn,
    error::{Problem, Result},
    http::visit,
    locale::Locale,
};

/// Cookie with the session's secret.
pub const SESSION_COOKIE: &str = "sitewright_session";
/// Cookie with the CSRF token, readable by scripts; they repeat it in the header.
pub const CSRF_COOKIE: &str = "XSRF-TOKEN";
const CSRF_HEADER: &str = "x-xsrf-token";

/// What somebody may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "kebab-case")]
#[sqlx(rename_all = "kebab-case", type_name = "TEXT")]
pub enum Role {
    User,
    Admin,
    SuperAdmin,
}

/// The account behind a request.
#[derive(Debug, sqlx::FromRow)]
pub struct Account {
    pub id: String,
    pub name: String,
    pub email: String,
    pub avatar: Option<String>,
    pub role: Role,
    pub language: Option<Locale>,
    pub product_id: i64,
    pub email_verified_at: Option<Timestamp>,
}

/// Somebody who is signed in. A handler that takes a `User` is protected.
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
        visit(parts)?.user(app).await?.cloned().ok_or_else(Problem::unauthenticated)
    }
}

/// Somebody who is signed in and may administer the product.
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

/// The secret that came with a request. A bearer token wins: who sends one does not mean the cookie.
pub(crate) enum Credentials {
    None,
    Cookie(String),
    Bearer(String),
}

impl Credentials {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        if let Some((scheme, token)) = authorization.and_then(|value| value.split_once(' '))
            && scheme.eq_ignore_ascii_case("bearer")
        {
            return Self::Bearer(token.trim().to_owned());
        }
        cookie(headers, SESSION_COOKIE).map_or(Self::None, |secret| Self::Cookie(secret.to_owned()))
    }

    /// The hash of the secret, by which the session is known.
    pub(crate) fn session(&self) -> Option<String> {
        match self {
            Self::None => None,
            Self::Cookie(secret) | Self::Bearer(secret) => Some(hash_of(secret)),
        }
    }
}

/// The value of a cookie.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// A fresh secret of 256 bits, as hexadecimal text.
pub fn new_secret() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}

/// How a secret is stored.
pub fn hash_of(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// Begins a session and returns its secret.
pub async fn begin_session(app: &App, tx: &mut Conn, user_id: &str) -> Result<String> {
    let (secret, now) = (new_secret(), Timestamp::now());
    sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND expires_at < $2")
        .bind(user_id)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    sqlx::query("INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)")
        .bind(hash_of(&secret))
        .bind(user_id)
        .bind(now)
        .bind(now.plus_ms(lifetime_ms(app)))
        .execute(tx)
        .await?;
    Ok(secret)
}

/// Ends the session of these credentials.
pub(crate) async fn end_session(app: &App, credentials: &Credentials) -> Result<()> {
    let Some(session) = credentials.session() else { return Ok(()) };
    let mut tx = app.db.write().await?;
    sqlx::query("DELETE FROM sessions WHERE token_hash = $1").bind(&session).execute(&mut *tx).await?;
    tx.commit().await?;
    app.sessions.forget(&session);
    Ok(())
}

fn lifetime_ms(app: &App) -> i64 {
    i64::try_from(app.config.session_lifetime.as_millis()).unwrap_or(i64::MAX / 2)
}

#[derive(sqlx::FromRow)]
struct Found {
    #[sqlx(flatten)]
    account: Account,
    expires_at: Timestamp,
}

/// Whose session it is; none for nobody, an unknown secret or a session that is over.
pub(crate) async fn user_of(app: &App, credentials: &Credentials) -> Result<Option<User>> {
    let Some(session) = credentials.session() else { return Ok(None) };
    if let Some(user) = app.sessions.recall(&session) {
        return Ok(Some(user));
    }
    let ticket = app.sessions.ticket();
    let now = Timestamp::now();
    let found: Option<Found> = sqlx::query_as(
        "SELECT u.id, u.name, u.email, u.avatar, u.role, u.language, u.product_id, u.email_verified_at, s.expires_at
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND s.expires_at > $2",
    )
    .bind(&session)
    .bind(now)
    .fetch_optional(app.db.read())
    .await?;
    let Some(Found { account, expires_at }) = found else { return Ok(None) };
    prolong(app, &session, expires_at, now).await?;
    let user = User(Arc::new(account));
    app.sessions.remember(session, user.clone(), ticket);
    Ok(Some(user))
}

/// A visit in the second half of a session's life gives it a whole one, so there is one write in weeks and not one per request.
async fn prolong(app: &App, session: &str, expires_at: Timestamp, now: Timestamp) -> Result<()> {
    let lifetime = lifetime_ms(app);
    if expires_at.0 - now.0 > lifetime / 2 {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    sqlx::query("UPDATE sessions SET expires_at = $2 WHERE token_hash = $1")
        .bind(session)
        .bind(now.plus_ms(lifetime))
        .execute(&mut *tx)
        .await?;
    Ok(tx.commit().await?)
}

/// Who was seen lately, by session.
#[derive(Default)]
pub struct SessionCache(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    users: HashMap<String, (User, Instant)>,
    /// Goes up whenever something is forgotten, so that a look-up that began before cannot bring it back.
    generation: u64,
}

impl SessionCache {
    /// Another process of the same database may end a session; this one notices after so long at the latest.
    const FRESH: Duration = Duration::from_secs(15);
    /// About 5 MB.
    const MOST: usize = 10_000;

    fn recall(&self, session: &str) -> Option<User> {
        let seen = self.seen();
        let (user, since) = seen.users.get(session)?;
        (since.elapsed() < Self::FRESH).then(|| user.clone())
    }

    fn ticket(&self) -> u64 {
        self.seen().generation
    }

    fn remember(&self, session: String, user: User, ticket: u64) {
        let mut seen = self.seen();
        if seen.generation != ticket {
            return;
        }
        if seen.users.len() >= Self::MOST {
            seen.users.retain(|_, (_, since)| since.elapsed() < Self::FRESH);
        }
        if seen.users.len() < Self::MOST {
            seen.users.insert(session, (user, Instant::now()));
        }
    }

    /// Forgets a session, because it ended.
    pub fn forget(&self, session: &str) {
        let mut seen = self.seen();
        seen.generation += 1;
        seen.users.remove(session);
    }

    /// Forgets what is known about somebody, because it changed.
    pub fn forget_user(&self, user_id: &str) {
        let mut seen = self.seen();
        seen.generation += 1;
        seen.users.retain(|_, (user, _)| user.id != user_id);
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A CSRF token: random bytes and their signature, so that only we can have made it.
pub fn csrf_token(app: &App) -> String {
    let nonce = hex::encode(rand::random::<[u8; 16]>());
    let signature = signature(app, &nonce);
    format!("{nonce}.{signature}")
}

fn signature(app: &App, nonce: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(app.key.as_slice()).expect("HMAC takes keys of any length");
    mac.update(b"csrf:");
    mac.update(nonce.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

/// Lets a request that changes something pass only with the token in both cookie and header. A bearer token is never
/// sent by a browser on its own, so it needs no such proof.
pub(crate) async fn check_csrf(State(app): State<App>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE);
    if safe
        || matches!(Credentials::of(request.headers()), Credentials::Bearer(_))
        || has_csrf_token(&app, request.headers())
    {
        return next.run(request).await;
    }
    let status = StatusCode::from_u16(419).unwrap_or(StatusCode::FORBIDDEN);
    Problem::new(status, "csrf.mismatch").into_response()
}

fn has_csrf_token(app: &App, headers: &HeaderMap) -> bool {
    let sent = headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok());
    let (Some(kept), Some(sent)) = (cookie(headers, CSRF_COOKIE), sent) else { return false };
    let Some((nonce, signed)) = kept.split_once('.') else { return false };
    let same: bool = kept.as_bytes().ct_eq(sent.as_bytes()).into();
    let ours: bool = signature(app, nonce).as_bytes().ct_eq(signed.as_bytes()).into();
    same && ours
}
