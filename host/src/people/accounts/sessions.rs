//! A user's sessions, and how to end them.

use axum::{
    Json,
    extract::{Path, State},
    response::Response,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::{
    app::App,
    auth::{self, User},
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result},
    http::no_content,
};

use super::password;

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
    )
    .bind(user_id)
    .bind(current)
    .bind(Timestamp::now())
    .fetch_all(&mut *conn)
    .await?;
    Ok(sessions)
}

/// Your sessions
#[utoipa::path(get, path = "/api/user/sessions", tag = "accounts", responses((status = 200, body = Vec<SessionView>)))]
pub(crate) async fn list_sessions(State(app): State<App>, user: User) -> Result<Json<Vec<SessionView>>> {
    let mut conn = app.db.read().acquire().await?;
    Ok(Json(sessions_of(&mut conn, &user.id, &user.session).await?))
}

/// End all your other sessions
#[utoipa::path(delete, path = "/api/user/sessions", tag = "accounts", responses((status = 204, description = "Only this session is left")))]
pub(crate) async fn end_other_sessions(State(app): State<App>, user: User) -> Result<Response> {
    password::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    auth::end_sessions(&app, &mut tx, &user.id, Some(&user.session)).await?;
    tx.commit().await?;
    Ok(no_content())
}

/// End one of your sessions
#[utoipa::path(delete, path = "/api/user/sessions/{id}", tag = "accounts", params(("id" = String, Path, description = "Id of the session")),
    responses((status = 204, description = "It has ended")))]
pub(crate) async fn end_session(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
) -> Result<Response> {
    password::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    end_session_of(&app, &mut tx, &user.id, &id).await?;
    tx.commit().await?;
    Ok(no_content())
}

/// Deletes a session of a user; this process's cache forgets it after the commit.
pub async fn end_session_of(app: &App, tx: &mut Conn, user_id: &str, id: &str) -> Result<()> {
    let ended = db::query("DELETE FROM sessions WHERE user_id = $1 AND substr(token_hash, 1, 24) = $2")
        .bind(user_id)
        .bind(id)
        .execute(&mut *tx)
        .await?;
    if ended.rows_affected() == 0 {
        return Err(Problem::not_found());
    }
    app.sessions.forget_user(tx, user_id);
    Ok(())
}
