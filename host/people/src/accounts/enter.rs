//! The last step of every sign-in: a session, or the request for the second factor.

use super::second_step;
use super::session_answer::{SignInAnswer, begin};
use crate::platform::prelude::*;

/// Creates the session of a user who has passed the first step, or asks for their second factor.
pub(super) async fn let_in(app: &App, parts: &Parts, user_id: &str) -> Result<Response> {
    if let Some(step) = second_step::demanded(app, user_id).await? {
        return Ok((NO_STORE, Json(SignInAnswer::SecondStep(step))).into_response());
    }
    begin(app, parts, user_id).await
}
