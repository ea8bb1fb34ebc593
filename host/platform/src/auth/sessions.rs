//! Sessions: created at sign-in, identified by the hash of their secret, prolonged by visits, deleted at sign-out.

use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::error::{Problem, Result, refuse_if};
use crate::libraries::*;

use super::confirmed::confirmed_from;
use super::cookies::{remove_plain, secret_name};
use super::{Account, Cookie, Credentials, Device, User, hash_of, new_secret, set_cookie};

/// Precision of the last visit.
const SEEN_MS: i64 = 15 * 60 * 1000;

/// Cookie with the session's secret.
pub const SESSION_COOKIE: &str = "sitewright_session";
/// Cookie with the administrator's own session while they impersonate a user.
pub const OWN_SESSION_COOKIE: &str = "sitewright_own_session";

/// The longest impersonation, whatever the lifetime of a session.
const LONGEST_IMPERSONATION_MS: i64 = 12 * 60 * 60 * 1000;

/// A new session.
#[derive(Debug, Clone, Default)]
pub struct NewSession<'a> {
    pub user_id: &'a str,
    pub device: Device,
    /// The administrator who impersonates this user.
    pub impersonator_id: Option<&'a str>,
    /// How long it counts as confirmed; `None` for a quarter of an hour.
    pub confirmed: Option<Duration>,
}

/// Creates a session and returns its secret; 403 if the user is suspended.
pub async fn begin_session(app: &App, tx: &mut Conn, new: NewSession<'_>) -> Result<String> {
    let (secret, now) = (new_secret(), Timestamp::now());
    let is_own = new.impersonator_id.is_none();
    let seen = db::query(
        "UPDATE users SET seen_at = CASE WHEN $2 THEN $3 ELSE seen_at END WHERE id = $1 AND suspended_at IS NULL",
    );
    let seen = seen.binds((new.user_id, is_own, now)).execute(&mut *tx).await?;
    refuse_if(seen.rows_affected() == 0, || Problem::new(StatusCode::FORBIDDEN, "auth.suspended"))?;
    let lifetime = if is_own { lifetime_ms(app) } else { lifetime_ms(app).min(LONGEST_IMPERSONATION_MS) };
    let query = db::query("DELETE FROM sessions WHERE user_id = $1 AND expires_at < $2");
    query.binds((new.user_id, now)).execute(&mut *tx).await?;
    db::query(
        "INSERT INTO sessions (token_hash, user_id, created_at, expires_at, seen_at, user_agent, network, confirmed_at, impersonator_id, plain_cookie)
         VALUES ($1, $2, $3, $4, $3, $5, $6, $7, $8, $9)",
    )
    .binds((hash_of(&secret), new.user_id, now, now.plus_ms(lifetime), new.device.user_agent))
    .bind(new.device.network)
    // A sign-in counts as a confirmation; an impersonation does not.
    .binds((is_own.then_some(confirmed_from(now, new.confirmed)), new.impersonator_id))
    .bind(!app.config.has_secure_cookies())
    .execute(&mut *tx)
    .await?;
    Ok(secret)
}

/// Deletes all sessions of a user except this one, and returns their number; this process's cache forgets them after
/// the commit.
pub async fn end_sessions(app: &App, tx: &mut Conn, user_id: &str, but: Option<&str>) -> Result<u64> {
    let ended = db::query("DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2");
    let ended = ended.binds((user_id, but.unwrap_or_default())).execute(&mut *tx).await?;
    app.sessions.forget_user(tx, user_id);
    Ok(ended.rows_affected())
}

/// Deletes the sessions in which an administrator acts as another user.
pub async fn end_impersonations(tx: &mut Conn, admin_id: &str) -> Result<()> {
    db::query("DELETE FROM sessions WHERE impersonator_id = $1").bind(admin_id).run(tx).await
}

/// Deletes expired sessions.
pub async fn clear_sessions(tx: &mut Conn) -> Result<()> {
    db::query("DELETE FROM sessions WHERE expires_at < $1").bind(Timestamp::now()).run(tx).await
}

/// Stores that the user of this session has entered the password.
pub async fn confirm_session(tx: &mut Conn, user: &User) -> Result<()> {
    let query = db::query("UPDATE sessions SET confirmed_at = $2 WHERE token_hash = $1");
    query.binds((&user.session, Timestamp::now())).run(tx).await
}

/// Whether a user's session still exists, by the hash of its secret.
pub async fn session_lasts(conn: &mut Conn, user_id: &str, session: &str) -> Result<bool> {
    let lasts = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND s.user_id = $2
             AND s.impersonator_id IS NULL AND s.expires_at > $3 AND u.suspended_at IS NULL)",
    );
    Ok(lasts.binds((session, user_id, Timestamp::now())).fetch_one(conn).await?)
}

/// Deletes the session of these credentials.
pub async fn end_session(app: &App, credentials: &Credentials) -> Result<()> {
    let Some(session) = credentials.session() else { return Ok(()) };
    let mut tx = app.db.write_rows().await?;
    db::query("DELETE FROM sessions WHERE token_hash = $1").bind(&session).execute(&mut *tx).await?;
    tx.commit().await?;
    app.sessions.forget(&session);
    Ok(())
}

fn lifetime_ms(app: &App) -> i64 {
    i64::try_from(app.config.session_lifetime.as_millis()).unwrap_or(i64::MAX / 2)
}

/// The sender of a request.
#[derive(Default)]
pub(crate) struct Visitor {
    pub user: Option<User>,
    /// The session was prolonged; its cookie must be renewed too.
    pub prolonged: bool,
}

#[derive(sqlx::FromRow)]
struct Found {
    #[sqlx(flatten)]
    account: Account,
    expires_at: Timestamp,
    seen_at: Option<Timestamp>,
    plain_cookie: bool,
}

/// The user of a session; `None` if the secret is unknown or the session has expired.
pub(crate) async fn visitor_of(app: &App, credentials: &Credentials) -> Result<Visitor> {
    let Some(session) = credentials.session() else { return Ok(Visitor::default()) };
    let is_plain = matches!(credentials, Credentials::PlainCookie(_));
    // Cached separately: a session from the secure cookie must not be valid in the other one.
    let known_as = if is_plain { plain(&session) } else { session.clone() };
    if let Some(user) = app.sessions.recall(&known_as) {
        return Ok(Visitor { user: Some(user), prolonged: false });
    }
    let ticket = app.sessions.ticket();
    let now = Timestamp::now();
    let found = db::query_as(
        "SELECT u.id, u.name, u.email, u.avatar, u.role, u.language, u.email_verified_at,
             s.token_hash AS session, s.impersonator_id, s.expires_at, s.seen_at, s.plain_cookie
         FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN users i ON i.id = s.impersonator_id
         WHERE s.token_hash = $1 AND s.expires_at > $2 AND u.suspended_at IS NULL
           AND (s.impersonator_id IS NULL OR (i.role <> 'user' AND i.suspended_at IS NULL))",
    );
    let found: Option<Found> = found.binds((&session, now)).fetch_optional(app.db.read()).await?;
    let Some(Found { account, expires_at, seen_at, plain_cookie }) = found else {
        return Ok(Visitor::default());
    };
    if is_plain && !(plain_cookie && take_plain_cookie(app, &session).await?) {
        return Ok(Visitor::default());
    }
    let prolonged = note_visit(app, &account, expires_at, seen_at, now).await?;
    let user = User(Arc::new(account));
    app.sessions.remember(known_as, user.clone(), ticket);
    // This response sets the cookie under its new name.
    Ok(Visitor { user: Some(user), prolonged: prolonged || is_plain })
}

/// The cache key of a session from a cookie with the former name.
fn plain(session: &str) -> String {
    format!("plain:{session}")
}

/// Marks that a session came in a cookie with the former name; false if it did before. Other requests of the same
/// page are accepted as long as the cache keeps the session.
async fn take_plain_cookie(app: &App, session: &str) -> Result<bool> {
    let taken =
        db::query("UPDATE sessions SET plain_cookie = FALSE WHERE token_hash = $1 AND plain_cookie = TRUE")
            .bind(session)
            .execute(&mut app.db.write_alone().await?)
            .await?;
    Ok(taken.rows_affected() == 1)
}

/// A visit in the second half of a session's lifetime prolongs it. The last visit is stored at most once in a quarter
/// of an hour and not for each request.
async fn note_visit(
    app: &App,
    account: &Account,
    expires_at: Timestamp,
    seen_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<bool> {
    let lifetime = lifetime_ms(app);
    let is_own = account.impersonator_id.is_none();
    let prolonged = is_own && expires_at.0 - now.0 <= lifetime / 2;
    if !prolonged && seen_at.is_some_and(|seen| now.0 - seen.0 < SEEN_MS) {
        return Ok(false);
    }
    let until = if prolonged { now.plus_ms(lifetime) } else { expires_at };
    let mut tx = app.db.write_rows().await?;
    let query = db::query("UPDATE sessions SET expires_at = $2, seen_at = $3 WHERE token_hash = $1");
    query.binds((&account.session, until, now)).execute(&mut *tx).await?;
    if is_own {
        let query = db::query("UPDATE users SET seen_at = $2 WHERE id = $1");
        query.binds((&account.id, now)).execute(&mut *tx).await?;
    }
    tx.commit().await?;
    Ok(prolonged)
}

/// Renews the browser's cookie of a session that was prolonged.
pub(crate) fn keep_cookie(app: &App, credentials: &Credentials, headers: &mut HeaderMap) {
    // A response that sets the cookie itself (sign-in or sign-out) takes precedence.
    let name = secret_name(app, SESSION_COOKIE);
    let is_set = headers.get_all(header::SET_COOKIE).iter().any(|cookie| {
        cookie.as_bytes().strip_prefix(name.as_bytes()).is_some_and(|rest| rest.starts_with(b"="))
    });
    match credentials {
        Credentials::Cookie(secret) if !is_set => {
            set_cookie(app, headers, SESSION_COOKIE, secret, Cookie::Secret);
        }
        Credentials::PlainCookie(secret) => {
            if !is_set {
                set_cookie(app, headers, SESSION_COOKIE, secret, Cookie::Secret);
            }
            remove_plain(app, headers, SESSION_COOKIE);
        }
        _ => {}
    }
}

/// Recently seen users, by session.
#[derive(Default)]
pub struct SessionCache(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    users: HashMap<String, (User, Instant)>,
    /// Incremented on each removal, so that a lookup that started earlier cannot restore an entry.
    generation: u64,
}

impl SessionCache {
    /// Another process may end a session; this one notices after this time at the latest.
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

    /// Removes a session that has ended.
    pub fn forget(&self, session: &str) {
        let mut seen = self.seen();
        seen.generation += 1;
        seen.users.remove(session);
        seen.users.remove(&plain(session));
    }

    /// Removes a user's entries after the commit of a change.
    pub fn forget_user(self: &Arc<Self>, conn: &mut Conn, user_id: &str) {
        let (cache, user_id) = (self.clone(), user_id.to_owned());
        conn.after_commit(move || cache.forget_user_now(&user_id));
    }

    /// Removes a user's entries.
    pub fn forget_user_now(&self, user_id: &str) {
        let mut seen = self.seen();
        seen.generation += 1;
        seen.users.retain(|_, (user, _)| user.id != user_id);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
