//! Impersonation: an administrator acts as a user, and returns.
//!
//! Meanwhile the browser keeps the administrator's own session in a separate cookie, so that no new sign-in is
//! needed. A program keeps its own token itself.

use crate::messages::audit_log::{self, Actor, Subject};
use crate::messages::realtime;
use crate::platform::auth::{Credentials, OWN_SESSION_COOKIE, Person, SESSION_COOKIE, secret_cookie};
use crate::platform::prelude::*;

use super::{UserView, profile};

/// The user whom the administrator impersonates.
#[derive(Debug, Serialize, ToSchema)]
pub struct Impersonation {
    /// For programs, which send it instead of their own token; browsers get a cookie.
    #[schema(required)]
    token: Option<String>,
    user: UserView,
}

/// Starts a session of an administrator as a user, inside the caller's transaction; send the response after the
/// commit. The caller checks the permission.
pub async fn begin_impersonation(
    app: &App,
    tx: &mut Conn,
    parts: &Parts,
    admin: &User,
    user_id: &str,
) -> Result<Response> {
    let session = NewSession {
        user_id,
        device: Device::of(parts)?,
        impersonator_id: Some(&admin.id),
        ..NewSession::default()
    };
    let token = auth::begin_session(app, tx, session).await?;
    let user = profile::view(tx, user_id, Some(&admin.id)).await?;
    let mut headers = HeaderMap::from_iter(NO_STORE);
    let token = match &visit(parts)?.credentials {
        Credentials::Cookie(own) | Credentials::PlainCookie(own) => {
            set_cookie(app, &mut headers, OWN_SESSION_COOKIE, own, Cookie::Secret);
            set_cookie(app, &mut headers, SESSION_COOKIE, &token, Cookie::Secret);
            None
        }
        _ => Some(token),
    };
    Ok((headers, Json(Impersonation { token, user })).into_response())
}

/// The result of ending an impersonation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ImpersonationEnd {
    /// Whether the administrator's session is restored; otherwise they have to sign in again. A program continues
    /// with its own token.
    signed_in: bool,
}

/// End the impersonation
///
/// The administrator's own session is restored.
#[utoipa::path(post, path = "/api/impersonation/end", tag = "accounts", responses(
    (status = 200, body = ImpersonationEnd),
    (status = 409, description = "This session does not impersonate a user"),
))]
pub(crate) async fn end_impersonation(app: App, Person(user): Person, parts: Parts) -> Result<Response> {
    refuse_if(!note_end(&app, &parts, &user).await?, || Problem::conflict("auth.not-impersonating"))?;
    let credentials = &visit(&parts)?.credentials;
    auth::end_session(&app, credentials).await?;
    realtime::reconnect_now(&app, &user.id);
    let mut headers = HeaderMap::from_iter(NO_STORE);
    let mut signed_in = false;
    if let Credentials::Cookie(_) | Credentials::PlainCookie(_) = credentials {
        let own = own_session(&app, &parts.headers, user.impersonator_id.as_deref()).await?;
        signed_in = own.is_some();
        match own {
            Some(own) => set_cookie(&app, &mut headers, SESSION_COOKIE, own, Cookie::Secret),
            None => set_cookie(&app, &mut headers, SESSION_COOKIE, "", Cookie::Gone),
        }
        set_cookie(&app, &mut headers, OWN_SESSION_COOKIE, "", Cookie::Gone);
    }
    Ok((headers, Json(ImpersonationEnd { signed_in })).into_response())
}

/// The administrator's own session, if it is still valid.
async fn own_session<'h>(
    app: &App,
    headers: &'h HeaderMap,
    admin_id: Option<&str>,
) -> Result<Option<&'h str>> {
    let Some(secret) = secret_cookie(app, headers, OWN_SESSION_COOKIE) else { return Ok(None) };
    let Some(admin_id) = admin_id else { return Ok(None) };
    let mut conn = app.db.read().acquire().await?;
    let lasts = auth::session_lasts(&mut conn, admin_id, &auth::hash_of(secret)).await?;
    Ok(lasts.then_some(secret))
}

/// Records the end of an impersonation; false if there is none.
pub(super) async fn note_end(app: &App, parts: &Parts, user: &User) -> Result<bool> {
    let Some(admin_id) = &user.impersonator_id else { return Ok(false) };
    let network = Device::of(parts)?.network;
    let actor = Actor { id: admin_id.clone(), impersonator_id: None, network };
    let mut tx = app.db.write().await?;
    audit_log::record(&mut tx, &actor, "user.impersonation-ended", Subject::user(&user.id), json!({}))
        .await?;
    committed(tx, true).await
}

/// Signing out during an impersonation also signs the administrator out.
pub(super) async fn end_own_session(app: &App, sent: &HeaderMap, answer: &mut HeaderMap) -> Result<()> {
    let Some(secret) = secret_cookie(app, sent, OWN_SESSION_COOKIE) else { return Ok(()) };
    auth::end_session(app, &Credentials::Cookie(secret.to_owned())).await?;
    set_cookie(app, answer, OWN_SESSION_COOKIE, "", Cookie::Gone);
    Ok(())
}
