//! One's password: changed, and entered again before what an unattended screen must not allow.

use axum::{extract::State, http::StatusCode, response::Response};
use garde::Validate;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    messages::mail::{self, Mail},
    platform::{
        app::App,
        auth::{self, Person, User},
        clock::Timestamp,
        db::{self, Conn},
        error::{Problem, Result, Text},
        http::no_content,
        json::Valid,
        locale::{Locale, Params},
        rate::{Limit, MINUTE},
    },
};

use super::{
    Passwords,
    mailed_links::{self, Kind},
    passwords,
};

/// Wrong passwords of somebody who is signed in.
const WRONG: Limit = Limit::new(10, MINUTE.saturating_mul(15));

/// A new password, and the present one.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct PasswordChange {
    /// The present password; an account without one does without it.
    #[serde(default)]
    #[garde(inner(length(chars, max = 200)))]
    #[schema(value_type = Option<String>, format = Password)]
    current_password: Option<String>,
    #[serde(default)]
    #[garde(required, inner(length(chars, min = 8, max = 200), custom(passwords::uncommon)))]
    #[schema(required, value_type = String, format = Password, min_length = 8, max_length = 200)]
    password: Option<String>,
    /// The new password once more.
    #[serde(default)]
    #[garde(required, matches(password))]
    #[schema(required, value_type = String, format = Password)]
    password_confirmation: Option<String>,
}

/// Change one's password
///
/// Ends all other sessions. Somebody without a password chooses one, shortly after signing in.
#[utoipa::path(put, path = "/api/user/password", tag = "accounts", request_body = PasswordChange, responses(
    (status = 204, description = "The new password holds, and all other sessions are over"),
    (status = 423, description = "Somebody without a password signs in again first"),
    (status = 429, description = "Too many wrong passwords; `Retry-After` says when to come back"),
))]
pub(crate) async fn change_password(
    State(app): State<App>,
    user: User,
    Valid(change): Valid<PasswordChange>,
) -> Result<Response> {
    if has_password(&app, &user.id).await? {
        refuse_impersonator(&user)?;
        expect_password(&app, &user, "current_password", change.current_password).await?;
    } else {
        auth::expect_confirmed(&app, &user).await?;
    }
    let hash = app.part::<Passwords>().hash(change.password.unwrap_or_default()).await?;
    let mut tx = app.db.write().await?;
    db::query("UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1")
        .bind(&user.id)
        .bind(&hash)
        .bind(Timestamp::now())
        .execute(&mut *tx)
        .await?;
    auth::end_sessions(&mut tx, &user.id, Some(&user.session)).await?;
    end_links(&mut tx, &user.id).await?;
    tell(&app, &mut tx, &user.id).await?;
    app.sessions.forget_user(&mut tx, &user.id);
    tx.commit().await?;
    Ok(no_content())
}

/// One's password.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct PasswordAgain {
    #[serde(default)]
    #[garde(required, inner(length(chars, max = 200)))]
    #[schema(required, value_type = String, format = Password)]
    password: Option<String>,
}

/// Confirm one's password
///
/// Opens for a quarter of an hour what answers 423 otherwise.
#[utoipa::path(post, path = "/api/user/confirm-password", tag = "accounts", request_body = PasswordAgain, responses(
    (status = 204, description = "It is you"),
    (status = 429, description = "Too many wrong passwords; `Retry-After` says when to come back"),
))]
pub(crate) async fn confirm_password(
    State(app): State<App>,
    Person(user): Person,
    Valid(again): Valid<PasswordAgain>,
) -> Result<Response> {
    refuse_impersonator(&user)?;
    expect_password(&app, &user, "password", again.password).await?;
    let mut tx = app.db.write().await?;
    db::query("UPDATE sessions SET confirmed_at = $2 WHERE token_hash = $1")
        .bind(&user.session)
        .bind(Timestamp::now())
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(no_content())
}

pub(super) fn refuse_impersonator(user: &User) -> Result<()> {
    match user.impersonator_id {
        Some(_) => Err(Problem::new(StatusCode::FORBIDDEN, "auth.not-as-somebody-else")),
        None => Ok(()),
    }
}

pub(super) async fn has_password(app: &App, user_id: &str) -> Result<bool> {
    let has = db::query_scalar("SELECT password_hash IS NOT NULL FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_one(app.db.read())
        .await?;
    Ok(has)
}

/// Goes on only with the right password; a wrong one is told at its field.
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
    let hash: Option<String> = db::query_scalar("SELECT password_hash FROM users WHERE id = $1")
        .bind(&user.id)
        .fetch_one(app.db.read())
        .await?;
    if !app.part::<Passwords>().verify(password, hash).await? {
        return Err(
            Problem::invalid_field(field, Text::key("auth.wrong-password")).named("auth.wrong-password")
        );
    }
    app.rates.forget("password", &user.id);
    Ok(())
}

/// Links that sign in or lead to a new password were asked for before the password was changed: they end with the sessions.
pub(super) async fn end_links(tx: &mut Conn, user_id: &str) -> Result<()> {
    mailed_links::forget(tx, user_id, Kind::Reset).await?;
    db::query("DELETE FROM login_links WHERE user_id = $1").bind(user_id).execute(tx).await?;
    Ok(())
}

/// Tells somebody by mail that their password was changed: it may not have been them.
pub(super) async fn tell(app: &App, tx: &mut Conn, user_id: &str) -> Result<()> {
    tell_of(app, tx, user_id, "password-changed").await
}

/// Tells somebody by mail of a change that matters to their safety.
pub(super) async fn tell_of(app: &App, tx: &mut Conn, user_id: &str, template: &'static str) -> Result<()> {
    let (email, language): (String, Option<Locale>) =
        db::query_as("SELECT email, language FROM users WHERE id = $1")
            .bind(user_id)
            .fetch_one(&mut *tx)
            .await?;
    let params = Params::from_iter([("link".to_owned(), format!("{}/reset-password", app.url()).into())]);
    let language = language.unwrap_or_default();
    mail::send(app, tx, Mail { to: &email, language, template, params }).await
}
