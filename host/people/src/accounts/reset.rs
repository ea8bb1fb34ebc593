//! Password reset.

use crate::messages::mail::{self, Mail};
use crate::platform::prelude::*;

use super::attempts::may_mail_guest;
use super::mailed_links::{self, Kind};
use super::{Passwords, passwords, trimmed, verification};

/// The address of a forgotten password.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct Forgotten {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254), email))]
    #[schema(required, value_type = String, format = Email)]
    email: Option<String>,
}

/// Request a link to reset the password
///
/// The response is the same whether or not the account exists, and is sent before any lookup.
#[utoipa::path(post, path = "/forgot-password", tag = "accounts", security(()), request_body = Forgotten, responses(
    (status = 202, description = "If the account exists, a mail with a link is queued"),
    (status = 429, description = "Too many attempts; `Retry-After` says when to retry"),
))]
pub(crate) async fn forgot_password(
    app: App,
    locale: Locale,
    parts: Parts,
    Valid(forgotten): Valid<Forgotten>,
) -> Result<Response> {
    let email = forgotten.email.unwrap_or_default().to_lowercase();
    let address = visit(&parts)?.address;
    app.rates.count_from("forgot", address, Limit::new(30, HOUR))?;
    let later = app.clone();
    app.tasks.spawn(async move {
        if let Err(problem) = send_link(&later, &email, locale, address).await {
            tracing::error!(%problem, "a reset link could not be mailed");
        }
    });
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn send_link(app: &App, email: &str, language: Locale, address: Option<IpAddr>) -> Result<()> {
    let mut tx = app.db.write().await?;
    // A verified address takes precedence over claims; of claims the last one gets the link, and the reader of the
    // mail gets that account.
    let known = db::query_as(
        "SELECT id, language FROM user_profiles WHERE email = $1 OR (pending_email = $1 AND email_verified_at IS NULL)
         ORDER BY CASE WHEN email = $1 THEN 0 ELSE 1 END, id DESC LIMIT 1",
    );
    let known: Option<(String, Option<Locale>)> = known.bind(email).fetch_optional(&mut *tx).await?;
    let Some((id, chosen)) = known else { return Ok(()) };
    // Limits mails to the mailbox without revealing it.
    if !may_mail_guest(app, "reset-password", email, address) {
        return Ok(());
    }
    mail_reset(app, &mut tx, &id, email, chosen.unwrap_or(language)).await?;
    Ok(tx.commit().await?)
}

/// Mails a user a link to reset the password, to a verified address.
pub async fn mail_reset(app: &App, tx: &mut Conn, id: &str, email: &str, language: Locale) -> Result<()> {
    let token = mailed_links::make(app, tx, id, Kind::Reset, email).await?;
    let path = language.pick("/reset-password", "/reset-hasla");
    let minutes = app.config.reset_lifetime.as_secs().div_ceil(60);
    let link = format!("{}{path}?token={token}", app.url());
    let params = params([("link", link.into()), ("minutes", minutes.into())]);
    mail::send(app, tx, Mail { to: email, language, template: "reset-password", params }).await
}

/// A new password, with the token of the mailed link.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct PasswordReset {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 200)))]
    #[schema(required, value_type = String)]
    token: Option<String>,
    #[serde(default)]
    #[garde(required, inner(length(chars, min = 8, max = 200), custom(passwords::uncommon)))]
    #[schema(required, value_type = String, format = Password, min_length = 8, max_length = 200)]
    password: Option<String>,
    /// The password again.
    #[serde(default)]
    #[garde(required, matches(password))]
    #[schema(required, value_type = String, format = Password)]
    password_confirmation: Option<String>,
}

/// Set a new password
///
/// Ends every session of the account. A second factor is still required at the next sign-in.
#[utoipa::path(post, path = "/reset-password", tag = "accounts", security(()), request_body = PasswordReset, responses(
    (status = 204, description = "The password is changed"),
    (status = 410, description = "Used, expired or unknown"),
    (status = 429, description = "Too many attempts; `Retry-After` says when to retry"),
))]
pub(crate) async fn reset_password(
    app: App,
    parts: Parts,
    Valid(reset): Valid<PasswordReset>,
) -> Result<Response> {
    app.rates.count_from("reset", visit(&parts)?.address, Limit::new(30, HOUR))?;
    let hash = app.part::<Passwords>().hash(reset.password.unwrap_or_default()).await?;
    let mut tx = app.db.write().await?;
    let followed = mailed_links::take(&mut tx, &reset.token.unwrap_or_default(), Kind::Reset).await?;
    let followed = followed.ok_or_else(|| Problem::new(StatusCode::GONE, "auth.link-expired"))?;
    let id = &followed.user_id;
    // The mail proves the address. Without a mail server an administrator read it.
    if mail::is_connected(&app) {
        verification::prove(&app, &mut tx, id, &followed.email).await?;
    }
    users::set_password(&mut tx, id, &hash).await?;
    auth::end_sessions(&app, &mut tx, id, None).await?;
    super::password::end_links(&mut tx, id).await?;
    super::password::notify(&app, &mut tx, id).await?;
    committed(tx, no_content()).await
}
