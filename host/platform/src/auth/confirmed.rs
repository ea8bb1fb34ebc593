//! Users who have confirmed their identity recently: for actions that an unattended screen must not allow.

use crate::app::App;
use crate::clock::Timestamp;
use crate::db;
use crate::error::{Problem, Result, refuse_if};
use crate::libraries::*;

use super::{Admin, User};

/// How long a confirmation lasts.
const FRESH_MS: i64 = 15 * 60 * 1000;

/// The stored time of a confirmation given now that lasts for `lasts` instead of the default.
pub(super) fn confirmed_from(now: Timestamp, lasts: Option<Duration>) -> Timestamp {
    let more = lasts.map_or(0, |lasts| i64::try_from(lasts.as_millis()).unwrap_or(i64::MAX / 2) - FRESH_MS);
    now.plus_ms(more.max(0))
}

/// A `User` who signed in or entered their password recently. Otherwise the response is 423 and the client asks for
/// the password. An administrator who impersonates a user is refused.
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

/// An administrator who has confirmed their identity recently: for actions that open or delete a user's account.
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

/// Refuses impersonators: such an action must be the user's own.
pub fn refuse_impersonator(user: &User) -> Result<()> {
    refuse_if(user.impersonator_id.is_some(), || Problem::new(StatusCode::FORBIDDEN, "auth.impersonating"))
}

/// The same as [`Confirmed`] for a handler that requires it only in some cases.
pub async fn expect_confirmed(app: &App, user: &User) -> Result<()> {
    refuse_impersonator(user)?;
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
