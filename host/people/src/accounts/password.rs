//! The password: changing it, and confirming it before sensitive actions.

use crate::messages::mail::{self, Mail};
use crate::platform::auth::Person;
use crate::platform::prelude::*;

use super::mailed_links::{self, Kind};
use super::{Passwords, passwords};

/// Wrong passwords of a signed-in user.
const WRONG: Limit = Limit::new(10, MINUTE.saturating_mul(15));

/// The new password and the current one.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct PasswordChange {
    /// The current password; not needed for an account without one.
    #[serde(default)]
    #[garde(inner(length(chars, max = 200)))]
    #[schema(value_type = Option<String>, format = Password)]
    current_password: Option<String>,
    #[serde(default)]
    #[garde(required, inner(length(chars, min = 8, max = 200), custom(passwords::uncommon)))]
    #[schema(required, value_type = String, format = Password, min_length = 8, max_length = 200)]
    password: Option<String>,
    /// The new password again.
    #[serde(default)]
    #[garde(required, matches(password))]
    #[schema(required, value_type = String, format = Password)]
    password_confirmation: Option<String>,
}

/// Change your password
///
/// Ends all other sessions. A user without a password sets one, shortly after signing in.
#[utoipa::path(put, path = "/api/user/password", tag = "accounts", request_body = PasswordChange, responses(
    (status = 204, description = "The password is changed, and all other sessions have ended"),
    (status = 423, description = "A user without a password must sign in again first"),
    (status = 429, description = "Too many wrong passwords; `Retry-After` says when to retry"),
))]
pub(crate) async fn change_password(
    app: App,
    user: User,
    Valid(change): Valid<PasswordChange>,
) -> Result<Response> {
    if has_password(&app, &user.id).await? {
        auth::refuse_impersonator(&user)?;
        expect_password(&app, &user, "current_password", change.current_password).await?;
    } else {
        auth::expect_confirmed(&app, &user).await?;
    }
    let hash = app.part::<Passwords>().hash(change.password.unwrap_or_default()).await?;
    let mut tx = app.db.write().await?;
    users::set_password(&mut tx, &user.id, &hash).await?;
    auth::end_sessions(&app, &mut tx, &user.id, Some(&user.session)).await?;
    end_links(&mut tx, &user.id).await?;
    notify(&app, &mut tx, &user.id).await?;
    committed(tx, no_content()).await
}

/// Your password.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct PasswordAgain {
    #[serde(default)]
    #[garde(required, inner(length(chars, max = 200)))]
    #[schema(required, value_type = String, format = Password)]
    password: Option<String>,
}

/// Confirm your password
///
/// For a quarter of an hour this allows requests that otherwise return 423.
#[utoipa::path(post, path = "/api/user/confirm-password", tag = "accounts", request_body = PasswordAgain, responses(
    (status = 204, description = "It is your own account"),
    (status = 429, description = "Too many wrong passwords; `Retry-After` says when to retry"),
))]
pub(crate) async fn confirm_password(
    app: App,
    Person(user): Person,
    Valid(again): Valid<PasswordAgain>,
) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    expect_password(&app, &user, "password", again.password).await?;
    let mut tx = app.db.write().await?;
    auth::confirm_session(&mut tx, &user).await?;
    committed(tx, no_content()).await
}

pub(super) async fn has_password(app: &App, user_id: &str) -> Result<bool> {
    let has = db::query_scalar("SELECT has_password FROM user_profiles WHERE id = $1");
    Ok(has.bind(user_id).fetch_one(app.db.read()).await?)
}

/// Continues only with the right password; a wrong one is reported at its field.
pub(super) async fn expect_password(
    app: &App,
    user: &User,
    field: &str,
    password: Option<String>,
) -> Result<()> {
    let Some(password) = password.filter(|password| !password.is_empty()) else {
        return Err(Problem::invalid_field(field, Text::key("validation.required")));
    };
    app.rates.count("password", &user.id, WRONG)?;
    let known = users::with_id(&mut app.db.read().acquire().await?, &user.id).await?;
    let hash = known.ok_or_else(Problem::unauthenticated)?.password_hash;
    if !app.part::<Passwords>().verify(password, hash).await? {
        return Err(
            Problem::invalid_field(field, Text::key("auth.wrong-password")).named("auth.wrong-password")
        );
    }
    app.rates.forget("password", &user.id);
    Ok(())
}

/// Sign-in and reset links from before the change become invalid, like the sessions.
pub(super) async fn end_links(tx: &mut Conn, user_id: &str) -> Result<()> {
    mailed_links::forget(tx, user_id, Kind::Reset).await?;
    db::query("DELETE FROM login_links WHERE user_id = $1").bind(user_id).run(tx).await
}

/// Notifies a user by mail that their password was changed: another person may have done it.
pub(super) async fn notify(app: &App, tx: &mut Conn, user_id: &str) -> Result<()> {
    notify_of(app, tx, user_id, "password-changed").await
}

/// Notifies a user by mail of a security change.
pub(super) async fn notify_of(app: &App, tx: &mut Conn, user_id: &str, template: &'static str) -> Result<()> {
    let query = db::query_as("SELECT email, language FROM user_profiles WHERE id = $1");
    let (email, language): (String, Option<Locale>) = query.bind(user_id).fetch_one(&mut *tx).await?;
    let params = params([("link", format!("{}/reset-password", app.url()).into())]);
    let language = language.unwrap_or_default();
    mail::send(app, tx, Mail { to: &email, language, template, params }).await
}
