//! The routes of a user's own sessions.

use crate::platform::auth::SessionView;
use crate::platform::prelude::*;

/// Your sessions
#[utoipa::path(get, path = "/api/user/sessions", tag = "accounts", responses((status = 200, body = Vec<SessionView>)))]
pub(crate) async fn list_sessions(app: App, user: User) -> Result<Json<Vec<SessionView>>> {
    let mut conn = app.db.read().acquire().await?;
    Ok(Json(auth::sessions_of(&mut conn, &user.id, &user.session).await?))
}

/// End all your other sessions
#[utoipa::path(delete, path = "/api/user/sessions", tag = "accounts", responses((status = 204, description = "Only this session is left")))]
pub(crate) async fn end_other_sessions(app: App, user: User) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    auth::end_sessions(&app, &mut tx, &user.id, Some(&user.session)).await?;
    committed(tx, no_content()).await
}

/// End one of your sessions
#[utoipa::path(delete, path = "/api/user/sessions/{id}", tag = "accounts", params(("id" = String, Path, description = "Id of the session")),
    responses((status = 204, description = "It has ended")))]
pub(crate) async fn end_session(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    auth::end_session_of(&app, &mut tx, &user.id, &id).await?;
    committed(tx, no_content()).await
}
