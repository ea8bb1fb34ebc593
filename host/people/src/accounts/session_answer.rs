//! The response to a successful sign-in.

use super::{UserView, profile};
use crate::platform::prelude::*;

/// The signed-in user, and the token for programs; browsers also get it as a cookie.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedIn {
    /// For the header `Authorization: Bearer …`.
    token: String,
    user: UserView,
}

/// Either a session, or a request for a code.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = SignIn)]
pub(crate) enum SignInAnswer {
    SignedIn(Box<SignedIn>),
    SecondStep(SecondStep),
}

/// A code is required.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondStep {
    /// Always true.
    pub two_factor: bool,
    /// To be sent back with the code, within ten minutes.
    pub challenge: String,
}

/// Creates the session of a user who has passed every step.
pub(super) async fn begin(app: &App, parts: &Parts, user_id: &str) -> Result<Response> {
    let mut tx = app.db.write_for(user_id).await?;
    let session = NewSession { user_id, device: Device::of(parts)?, ..NewSession::default() };
    let token = auth::begin_session(app, &mut tx, session).await?;
    let user = profile::view(&mut tx, user_id, None).await?;
    committed(tx, signed_in(app, &parts.headers, token, user)).await
}

/// The cookies of a new session.
pub(super) fn cookies(app: &App, sent: &HeaderMap, token: &str, language: Option<Locale>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    set_cookie(app, &mut headers, auth::SESSION_COOKIE, token, Cookie::Secret);
    // A language chosen in this browser stays; otherwise the user's own is set.
    if let (None, Some(language)) = (auth::cookie(sent, "locale"), language) {
        set_cookie(app, &mut headers, "locale", language.tag(), Cookie::Preference);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers
}

pub(super) fn signed_in(app: &App, sent: &HeaderMap, token: String, user: UserView) -> Response {
    let headers = cookies(app, sent, &token, user.language);
    (headers, Json(SignInAnswer::SignedIn(Box::new(SignedIn { token, user })))).into_response()
}
