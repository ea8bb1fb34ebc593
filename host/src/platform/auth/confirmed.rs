//! Somebody who has just proven that it is them: for what an unattended screen must not allow.

use std::time::Duration;

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};

use crate::platform::{
    app::App,
    clock::Timestamp,
    db,
    error::{Problem, Result},
};

use super::{Admin, User};

/// How long a proof holds.
const FRESH_MS: i64 = 15 * 60 * 1000;

/// The moment of a proof that is given now and holds for longer than usual, where so much is said.
pub(super) fn confirmed_from(now: Timestamp, lasts: Option<Duration>) -> Timestamp {
    let more = lasts.map_or(0, |lasts| i64::try_from(lasts.as_millis()).unwrap_or(i64::MAX / 2) - FRESH_MS);
    now.plus_ms(more.max(0))
}

/// A `User` who signed in or entered their password lately. Otherwise the answer is 423 and the screen asks for it. An administrator who acts as somebody else is refused.
#[derive(Debug, Clone)]
pub struct Confirmed(pub User);

impl FromRequestParts<App> for Confirmed {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let user = User::from_request_parts(parts, app).await?;
        expect_confirmed(app, &user).await?;
        Ok(Self(user))
    }
}

/// An administrator who has just proven that it is them: for what would open somebody's account, or end it.
#[derive(Debug, Clone)]
pub struct ConfirmedAdmin(pub User);

impl FromRequestParts<App> for ConfirmedAdmin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Admin(user) = Admin::from_request_parts(parts, app).await?;
        expect_confirmed(app, &user).await?;
        Ok(Self(user))
    }
}

/// The same for a handler that demands it only at times.
pub async fn expect_confirmed(app: &App, user: &User) -> Result<()> {
    if user.impersonator_id.is_some() {
        return Err(Problem::new(StatusCode::FORBIDDEN, "auth.not-as-somebody-else"));
    }
    let state: Option<(Option<Timestamp>, bool)> = db::query_as(
            "SELECT s.confirmed_at, u.password_hash IS NOT NULL FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1",
        )
        .bind(&user.session)
        .fetch_optional(app.db.read())
        .await?;
    let (confirmed_at, has_password) = state.ok_or_else(Problem::unauthenticated)?;
    if confirmed_at.is_some_and(|at| Timestamp::now().0 - at.0 < FRESH_MS) {
        return Ok(());
    }
    if has_password {
        Err(Problem::new(StatusCode::LOCKED, "auth.confirm-password"))
    } else {
        Err(Problem::new(StatusCode::LOCKED, "auth.sign-in-again"))
    }
}
