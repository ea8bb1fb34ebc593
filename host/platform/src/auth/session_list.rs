//! The sessions of a user as a list, and how to end one of them.

use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::error::{Problem, Result, refuse_if};
use crate::libraries::*;

/// A session as its owner sees it.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = Session)]
pub struct SessionView {
    /// The first digits of the secret's hash: enough to identify it, but not to derive the secret.
    pub id: String,
    /// The user agent.
    pub user_agent: Option<String>,
    /// The network where it was created.
    pub network: Option<String>,
    pub created_at: Timestamp,
    /// Last use, to a quarter of an hour.
    pub seen_at: Option<Timestamp>,
    /// Whether it is the session of this request.
    pub is_current: bool,
    /// Whether an administrator created it to impersonate the user.
    pub is_impersonated: bool,
}

/// The sessions of a user: the current one first, then by last use.
pub async fn sessions_of(conn: &mut Conn, user_id: &str, current: &str) -> Result<Vec<SessionView>> {
    let sessions = db::query_as(
        "SELECT substr(token_hash, 1, 24) AS id, user_agent, network, created_at, seen_at, token_hash = $2 AS is_current,
             impersonator_id IS NOT NULL AS is_impersonated
         FROM sessions WHERE user_id = $1 AND expires_at > $3
         ORDER BY CASE WHEN token_hash = $2 THEN 0 ELSE 1 END, COALESCE(seen_at, created_at) DESC",
    );
    Ok(sessions.binds((user_id, current, Timestamp::now())).fetch_all(&mut *conn).await?)
}

/// Deletes a session of a user; this process's cache forgets it after the commit.
pub async fn end_session_of(app: &App, tx: &mut Conn, user_id: &str, id: &str) -> Result<()> {
    let ended = db::query("DELETE FROM sessions WHERE user_id = $1 AND substr(token_hash, 1, 24) = $2");
    let ended = ended.binds((user_id, id)).execute(&mut *tx).await?;
    refuse_if(ended.rows_affected() == 0, Problem::not_found)?;
    app.sessions.forget_user(tx, user_id);
    Ok(())
}
