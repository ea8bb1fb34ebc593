//! Registration, sign-in and sign-out.

use crate::messages::realtime;
use crate::platform::prelude::*;
use crate::platform::users::Credentials;

use super::attempts::Attempt;
use super::create::{self, NewAccount, Standing};
use super::session_answer::{SignInAnswer, SignedIn, signed_in};
use super::verification::{self, Proof};
use super::{Passwords, enter, impersonation, passwords, profile, trimmed};

/// A new account. Fields are optional so that all missing ones are reported at once.
#[derive(Deserialize, Validate, ToSchema)]
#[schema(as = Registration)]
pub(crate) struct NewUser {
    #[serde(default, deserialize_with = "single_line::filled")]
    #[garde(required, inner(length(chars, max = 120)))]
    #[schema(required, value_type = String, max_length = 120, example = "Anna Nowak")]
    name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254), email))]
    #[schema(required, value_type = String, format = Email, example = "anna@example.com")]
    email: Option<String>,
    #[serde(default)]
    #[garde(required, inner(length(chars, min = 8, max = 200), custom(passwords::uncommon)))]
    #[schema(required, value_type = String, format = Password, min_length = 8, max_length = 200)]
    password: Option<String>,
    /// The password again.
    #[serde(default)]
    #[garde(required, matches(password))]
    #[schema(required, value_type = String, format = Password)]
    password_confirmation: Option<String>,
    /// The path to open once the address is verified; empty for the usual one.
    #[serde(default)]
    #[garde(length(bytes, max = 500), custom(local_path))]
    next: String,
    #[serde(default)]
    #[garde(dive)]
    origin: SignUp,
}

/// The credentials.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct Login {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254)))]
    #[schema(required, value_type = String, format = Email)]
    email: Option<String>,
    #[serde(default)]
    #[garde(required, inner(length(chars, max = 200)))]
    #[schema(required, value_type = String, format = Password)]
    password: Option<String>,
}

/// A path of this server, and no address of another one.
pub(super) fn local_path(path: &str, _: &()) -> garde::Result {
    let is_local = path.is_empty() || (path.starts_with('/') && !path.starts_with("//"));
    if is_local && !path.contains(['\\', '\r', '\n', '\t']) {
        Ok(())
    } else {
        Err(garde::Error::new("validation.wrong-format"))
    }
}

/// Where a registration began, for the operator's figures.
#[derive(Debug, Default, Serialize, Deserialize, Validate, ToSchema)]
#[serde(default)]
pub struct SignUp {
    /// The path of a page of the public site; empty if unknown, like the source.
    #[garde(length(bytes, max = 300))]
    pub page: String,
    /// Where the visitor came from: the name of a host or a campaign.
    #[garde(length(bytes, max = 300))]
    pub source: String,
}

/// Counts registrations. A later slice provides the function.
pub struct SignUps(pub for<'a> fn(&'a App, &'a SignUp) -> BoxFuture<'a, ()>);

/// The available ways to sign in.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaysToSignIn {
    /// Whether Google sign-in is configured.
    google: bool,
    /// Whether registration is open.
    registration: bool,
    /// Whether a new address must be verified before use.
    verification: bool,
}

/// Fetch a CSRF token
///
/// The response sets the cookie XSRF-TOKEN. Requests that change something repeat its value in the header
/// X-XSRF-TOKEN, unless they use a bearer token.
#[utoipa::path(get, path = "/sanctum/csrf-cookie", tag = "accounts", security(()), responses((status = 204, description = "The cookie is set")))]
pub(crate) async fn get_csrf_cookie(app: App) -> Response {
    let token = auth::csrf_token(&app);
    let mut response = no_content();
    set_cookie(&app, response.headers_mut(), auth::CSRF_COOKIE, &token, Cookie::Readable);
    response
}

/// The available ways to sign in
#[utoipa::path(get, path = "/api/ways-in", tag = "accounts", security(()), responses((status = 200, body = WaysToSignIn)))]
pub(crate) async fn get_ways_in(app: App) -> Json<WaysToSignIn> {
    Json(WaysToSignIn {
        google: super::google::is_set_up(&app.config),
        registration: app.config.registration_open,
        verification: app.config.demands_verification(),
    })
}

/// Create an account and sign in
///
/// If addresses must be verified, the response is the same whether or not the address has an account: its owner is
/// notified by mail. Until the address is verified the account can do nothing else, and does not reserve the address.
#[utoipa::path(post, path = "/register", tag = "accounts", security(()), request_body = NewUser, responses(
    (status = 201, body = SignedIn),
    (status = 403, description = "Registration is closed"),
    (status = 429, description = "Too many attempts; `Retry-After` says when to retry"),
))]
pub(crate) async fn register(
    app: App,
    locale: Locale,
    parts: Parts,
    Valid(new): Valid<NewUser>,
) -> Result<Response> {
    if !app.config.registration_open {
        return Err(Problem::new(StatusCode::FORBIDDEN, "accounts.registration-closed"));
    }
    let limit = Limit::new(app.config.registrations_per_address, HOUR);
    app.rates.count_from("registration", visit(&parts)?.address, limit)?;
    let hash = app.part::<Passwords>().hash(new.password.unwrap_or_default()).await?;
    // `Valid` checked that these are present.
    let (name, email) = (new.name.unwrap_or_default(), new.email.unwrap_or_default().to_lowercase());
    let demands = app.config.demands_verification();
    let account = NewAccount {
        name: &name,
        email: &email,
        password_hash: Some(&hash),
        role: Role::User,
        language: Some(locale),
        standing: if demands { Standing::Claimed } else { Standing::Verified },
    };
    let mut tx = app.db.write().await?;
    let id = create::create(&mut tx, account).await?;
    if demands {
        let address = visit(&parts)?.address;
        let proof =
            Proof { user_id: &id, email: &email, language: locale, address, is_first: true, next: &new.next };
        verification::send(&app, &mut tx, proof).await?;
    }
    let session = NewSession { user_id: &id, device: Device::of(&parts)?, ..NewSession::default() };
    let token = auth::begin_session(&app, &mut tx, session).await?;
    let user = profile::view(&mut tx, &id, None).await?;
    tx.commit().await?;
    let SignUps(count) = app.part::<SignUps>();
    count(&app, &new.origin).await;
    Ok((StatusCode::CREATED, signed_in(&app, &parts.headers, token, user)).into_response())
}

/// Sign in
///
/// For an account with a second factor the response is `{"two_factor": true, "challenge": …}`; send the challenge
/// with a code to `/two-factor-challenge`.
#[utoipa::path(post, path = "/login", tag = "accounts", security(()), request_body = Login, responses(
    (status = 200, body = SignInAnswer),
    (status = 429, description = "Too many attempts; `Retry-After` says when to retry"),
))]
pub(crate) async fn login(app: App, parts: Parts, Valid(login): Valid<Login>) -> Result<Response> {
    let email = login.email.unwrap_or_default().to_lowercase();
    let attempt = Attempt::begin(&app, visit(&parts)?.address, &email)?;
    let Some(id) = account_of(&app, &email, login.password.unwrap_or_default()).await? else {
        return Err(Problem::invalid_field("email", Text::key("auth.invalid-credentials"))
            .named("auth.invalid-credentials"));
    };
    attempt.succeeded();
    enter::let_in(&app, &parts, &id).await
}

/// The account with this address and password, even if the address is not verified. The response and its time are the
/// same whether or not it exists: as many passwords are compared.
async fn account_of(app: &App, email: &str, password: String) -> Result<Option<String>> {
    let mut conn = app.db.read().acquire().await?;
    let known = users::with_email(&mut conn, email).await?;
    let passwords: &Passwords = app.part();
    let (id, hash) = known.map(|known| (known.id, known.password_hash)).unzip();
    if !app.config.demands_verification() {
        drop(conn);
        let right = passwords.verify(password, hash.flatten()).await?;
        return Ok(id.filter(|_| right));
    }
    // Several accounts may claim the address: the first and the last are checked, so that a stranger who claims it
    // before or after its owner does not lock them out. A password reset always lets the owner in.
    let claims = users::claimants(&mut conn, email).await?;
    drop(conn);
    let parts = |claim: &Credentials| (claim.id.clone(), claim.password_hash.clone());
    let (first, first_hash) = claims.first().map(parts).unzip();
    let (last, last_hash) = claims.get(1..).and_then(|others| others.last()).map(parts).unzip();
    let (right, right_first, right_last) = tokio::try_join!(
        passwords.verify(password.clone(), hash.flatten()),
        passwords.verify(password.clone(), first_hash.flatten()),
        passwords.verify(password, last_hash.flatten()),
    )?;
    Ok(id.filter(|_| right).or(first.filter(|_| right_first)).or(last.filter(|_| right_last)))
}

/// Sign out
#[utoipa::path(post, path = "/logout", tag = "accounts", security(()), responses((status = 204, description = "The session has ended")))]
pub(crate) async fn logout(app: App, parts: Parts) -> Result<Response> {
    let visit = visit(&parts)?;
    let user = visit.user(&app).await?.cloned();
    if let Some(user) = &user {
        impersonation::note_end(&app, &parts, user).await?;
    }
    auth::end_session(&app, &visit.credentials).await?;
    if let Some(user) = user {
        realtime::reconnect_now(&app, &user.id);
    }
    let mut response = no_content();
    set_cookie(&app, response.headers_mut(), auth::SESSION_COOKIE, "", Cookie::Gone);
    impersonation::end_own_session(&app, &parts.headers, response.headers_mut()).await?;
    Ok(response)
}
