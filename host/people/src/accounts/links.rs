//! One-time sign-in links.

use crate::platform::auth::Person;
use crate::platform::prelude::*;

use super::session_answer::SignInAnswer;
use super::{enter, trimmed};

/// Creates a link's token; the link is `<public url>/auth/one-time-login/<token>`.
pub async fn new_link(app: &App, tx: &mut Conn, user_id: &str) -> Result<String> {
    let (token, now) = (auth::new_secret(), Timestamp::now());
    let lifetime = i64::try_from(app.config.link_lifetime.as_millis()).unwrap_or(i64::MAX / 2);
    db::query("DELETE FROM login_links WHERE user_id = $1 AND (used_at IS NOT NULL OR expires_at < $2)")
        .binds((user_id, now))
        .execute(&mut *tx)
        .await?;
    let query = db::query(
        "INSERT INTO login_links (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
    );
    query.binds((auth::hash_of(&token), user_id, now, now.plus_ms(lifetime))).execute(&mut *tx).await?;
    Ok(token)
}

/// The token of a link.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct OneTimeLogin {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 200)))]
    #[schema(required, value_type = String)]
    token: Option<String>,
}

/// Sign in by a one-time link
///
/// A link works once and for a limited time; afterwards the response is 410.
#[utoipa::path(post, path = "/api/one-time-login/validate", tag = "accounts", security(()), request_body = OneTimeLogin,
    responses((status = 200, body = SignInAnswer), (status = 410, description = "Used, expired or unknown")))]
pub(crate) async fn validate_link(
    app: App,
    parts: Parts,
    Valid(link): Valid<OneTimeLogin>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let user_id = take(&mut tx, link).await?;
    tx.commit().await?;
    enter::let_in(&app, &parts, &user_id).await
}

/// Uses up a link; its user.
async fn take(tx: &mut Conn, link: OneTimeLogin) -> Result<String> {
    let user_id: Option<String> = db::query_scalar(
        "UPDATE login_links SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 RETURNING user_id",
    )
    .binds((auth::hash_of(&link.token.unwrap_or_default()), Timestamp::now()))
    .fetch_optional(tx)
    .await?;
    user_id.ok_or_else(expired)
}

fn expired() -> Problem {
    Problem::new(StatusCode::GONE, "auth.link-expired")
}

/// Confirm that it is you by a one-time link
///
/// For a user without a password. For a quarter of an hour this allows requests that otherwise return 423.
#[utoipa::path(post, path = "/api/user/confirm-link", tag = "accounts", request_body = OneTimeLogin, responses(
    (status = 204, description = "It is your own account"),
    (status = 410, description = "Used, expired, unknown, or of another user"),
))]
pub(crate) async fn confirm_link(
    app: App,
    Person(user): Person,
    Valid(link): Valid<OneTimeLogin>,
) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    // A link of another user is not used up: the transaction is dropped.
    refuse_if(take(&mut tx, link).await? != user.id, expired)?;
    auth::confirm_session(&mut tx, &user).await?;
    committed(tx, no_content()).await
}
