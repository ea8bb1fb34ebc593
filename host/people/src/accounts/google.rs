//! Google sign-in: the redirects, and the account that a Google account opens.
//!
//! The state between the redirects is in an encrypted cookie of this browser: no other browser can finish the
//! sign-in, and the server stores nothing for users who do not return.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use subtle::ConstantTimeEq as _;

use crate::platform::auth::secret_cookie;
use crate::platform::prelude::*;

use super::create::{self, NewAccount, Standing};
use super::google_client::{self, Profile};
use super::sign_in::{SignUp, SignUps, local_path};
use super::{password, second_step, session_answer};

const COOKIE: &str = "sitewright_google";
const PURPOSE: &str = "google sign-in";
/// The longest time at Google.
const PATIENCE_MS: i64 = 10 * 60 * 1000;

/// Whether Google sign-in is configured.
pub fn is_set_up(config: &Config) -> bool {
    config.google_client_id.is_some() && config.google_client_secret.is_some()
}

/// The state while a user is at Google.
#[derive(Serialize, Deserialize)]
struct Away {
    state: String,
    verifier: String,
    /// The account to connect with the Google account; `None` to sign in.
    connect: Option<Connecting>,
    /// The path to open afterwards; empty for the usual one.
    next: String,
    /// Where a registration began.
    origin: SignUp,
    until: i64,
}

/// An account to connect with a Google account, valid while the requesting session exists.
#[derive(Serialize, Deserialize)]
struct Connecting {
    user_id: String,
    /// The hash of the session's secret.
    session: String,
}

/// The redirect to Google, with the cookie for the way back.
fn leave(app: &App, connect: Option<Connecting>, begin: Begin) -> Result<(String, HeaderMap)> {
    refuse_if(!is_set_up(&app.config), Problem::not_found)?;
    let google_client::Departure { url, state, verifier } = google_client::depart(app)?;
    let until = Timestamp::now().plus_ms(PATIENCE_MS).0;
    let Begin { next, page, source } = begin;
    let origin = SignUp { page, source };
    let away = serde_json::to_vec(&Away { state, verifier, connect, next, origin, until })?;
    let mut headers = HeaderMap::new();
    set_cookie(app, &mut headers, COOKIE, &auth::seal(app, PURPOSE, "", &away)?, Cookie::Brief);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok((url, headers))
}

fn redirect(mut headers: HeaderMap, to: &str) -> Result<Response> {
    headers.insert(header::LOCATION, HeaderValue::from_str(to).map_err(Problem::internal)?);
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}

/// How a sign-in begins. What is too long, or no path of this server, is ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(crate) struct Begin {
    /// The path to open afterwards; empty for the usual one.
    next: String,
    /// For a new account: the path of the page of the public site on which the registration began.
    page: String,
    /// For a new account: where the visitor came from, the name of a host or a campaign.
    source: String,
}

const HERE: &str = "http://localhost";

impl Begin {
    fn checked(self) -> Self {
        let fits = |text: String, most| if text.len() <= most { text } else { String::new() };
        let next = fits(local(&self.next).unwrap_or_default(), 500);
        Self { next, page: fits(self.page, 300), source: fits(self.source, 300) }
    }
}

/// A path of this server as a header may contain it; `None` for another address.
fn local(next: &str) -> Option<String> {
    local_path(next, &()).ok().filter(|()| !next.is_empty())?;
    let url = Url::parse(HERE).ok()?.join(next).ok()?;
    url.as_str().strip_prefix(HERE).filter(|path| !path.starts_with("//")).map(str::to_owned)
}

/// Sign in with Google
///
/// For browsers: redirects to Google, and back to `/auth/google/callback`.
#[utoipa::path(get, path = "/auth/google", tag = "accounts", security(()), params(Begin), responses(
    (status = 303, description = "Redirect to Google"), (status = 404, description = "Google sign-in is not set up")))]
pub(crate) async fn begin_google(app: App, Query(begin): Query<Begin>) -> Result<Response> {
    let (url, headers) = leave(&app, None, begin.checked())?;
    redirect(headers, &url)
}

/// Where to continue.
#[derive(Serialize, ToSchema)]
pub(crate) struct GoOn {
    url: String,
}

/// Connect a Google account
///
/// The response contains the URL of Google to continue at.
#[utoipa::path(post, path = "/api/user/google", tag = "accounts", responses(
    (status = 200, body = GoOn),
    (status = 404, description = "Google sign-in is not set up"),
    (status = 423, description = "Confirm the password first"),
))]
pub(crate) async fn connect_google(app: App, Confirmed(user): Confirmed) -> Result<Response> {
    let connecting = Connecting { user_id: user.id.clone(), session: user.session.clone() };
    let (url, headers) = leave(&app, Some(connecting), Begin::default())?;
    Ok((headers, Json(GoOn { url })).into_response())
}

/// Disconnect the Google account
#[utoipa::path(delete, path = "/api/user/google", tag = "accounts", responses(
    (status = 204, description = "The link does not sign in any more"),
    (status = 409, description = "Without a password you could not sign in"),
    (status = 423, description = "Confirm the password first"),
))]
pub(crate) async fn disconnect_google(app: App, Confirmed(user): Confirmed) -> Result<Response> {
    let has_password = password::has_password(&app, &user.id).await?;
    refuse_if(!has_password, || Problem::conflict("accounts.google-is-the-only-way-in"))?;
    let mut tx = app.db.write().await?;
    users::set_google(&mut tx, &user.id, None).await?;
    committed(tx, no_content()).await
}

/// The parameters from Google.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Return {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
}

/// Return from Google
///
/// For browsers: redirects into the app, or to the sign-in page with the reason (`problem`).
#[utoipa::path(get, path = "/auth/google/callback", tag = "accounts", security(()), params(Return), responses(
    (status = 303, description = "Redirect to the app or to the sign-in page")))]
pub(crate) async fn finish_google(
    app: App,
    locale: Locale,
    parts: Parts,
    Query(back): Query<Return>,
) -> Result<Response> {
    let away = secret_cookie(&app, &parts.headers, COOKIE)
        .and_then(|sealed| auth::unseal(&app, PURPOSE, "", sealed))
        .and_then(|bytes| serde_json::from_slice::<Away>(&bytes).ok())
        .filter(|away| away.until > Timestamp::now().0);
    let connects = away.as_ref().is_some_and(|away| away.connect.is_some());
    let next = away.as_ref().map(|away| asking("&", &away.next)).unwrap_or_default();
    let mut gone = HeaderMap::new();
    set_cookie(&app, &mut gone, COOKIE, "", Cookie::Gone);
    let mut response = match arrive(&app, locale, &parts, away, back).await {
        Ok(response) => response,
        Err(Stop::Said(reason)) => {
            let page = if connects { "/app/settings/security" } else { "/login" };
            redirect(HeaderMap::new(), &format!("{page}?problem={reason}{next}"))?
        }
        Err(Stop::Problem(problem)) => return Err(problem),
    };
    for value in gone.get_all(header::SET_COOKIE) {
        response.headers_mut().append(header::SET_COOKIE, value.clone());
    }
    Ok(response)
}

/// Why the sign-in failed.
enum Stop {
    /// A reason that the page has a text for.
    Said(&'static str),
    Problem(Problem),
}

impl<E: Into<Problem>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Problem(error.into())
    }
}

async fn arrive(
    app: &App,
    locale: Locale,
    parts: &Parts,
    away: Option<Away>,
    back: Return,
) -> Result<Response, Stop> {
    refuse_if(back.error.is_some(), || Stop::Said("google-declined"))?;
    let (Some(away), Some(code), Some(state)) = (away, back.code, back.state) else {
        return Err(Stop::Said("google-failed"));
    };
    refuse_if(!bool::from(away.state.as_bytes().ct_eq(state.as_bytes())), || Stop::Said("google-failed"))?;
    app.rates.count_from("google", visit(parts)?.address, Limit::new(60, HOUR))?;
    let profile = google_client::profile(app, code, away.verifier).await.map_err(|error| {
        tracing::warn!(cause = format!("{error:#}"), "Google sign-in failed");
        Stop::Said("google-failed")
    })?;
    let mut tx = app.db.write().await?;
    if let Some(Connecting { user_id, session }) = away.connect {
        refuse_if(!auth::session_lasts(&mut tx, &user_id, &session).await?, || Stop::Said("google-failed"))?;
        connect(&mut tx, &user_id, &profile).await?;
        tx.commit().await?;
        return Ok(redirect(HeaderMap::new(), "/app/settings/security?connected=google")?);
    }
    let (user_id, is_new) = account_of(app, &mut tx, &profile, locale).await?;
    tx.commit().await?;
    if is_new {
        let SignUps(count) = app.part::<SignUps>();
        count(app, &away.origin).await;
    }
    if let Some(step) = second_step::demanded(app, &user_id).await? {
        // In the fragment, so that it is not logged.
        let login = format!("/login{}#challenge={}", asking("?", &away.next), step.challenge);
        return Ok(redirect(HeaderMap::new(), &login)?);
    }
    let mut tx = app.db.write().await?;
    let session = NewSession { user_id: &user_id, device: Device::of(parts)?, ..NewSession::default() };
    let token = auth::begin_session(app, &mut tx, session).await.map_err(|problem| match problem.code() {
        "auth.suspended" => Stop::Said("suspended"),
        _ => Stop::Problem(problem),
    })?;
    let language = db::query_scalar("SELECT language FROM user_profiles WHERE id = $1");
    let language: Option<Locale> = language.bind(&user_id).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    let to = if away.next.is_empty() { "/app/dashboard" } else { &away.next };
    Ok(redirect(session_answer::cookies(app, &parts.headers, &token, language), to)?)
}

/// The parameter of the sign-in page that names the path to open; nothing without one.
fn asking(before: &str, next: &str) -> String {
    match next {
        "" => String::new(),
        next => format!("{before}next={}", utf8_percent_encode(next, NON_ALPHANUMERIC)),
    }
}

async fn connect(tx: &mut Conn, user_id: &str, profile: &Profile) -> Result<(), Stop> {
    let owner = users::with_google(tx, &profile.sub).await?;
    refuse_if(owner.is_some_and(|owner| owner != user_id), || Stop::Said("google-of-another-account"))?;
    Ok(users::set_google(tx, user_id, Some(&profile.sub)).await?)
}

/// The account that a Google account opens: the connected one, or the one with a verified address that Google
/// confirms, or a new one (then `true`). An unverified address is not enough: it may have been registered by another person.
async fn account_of(
    app: &App,
    tx: &mut Conn,
    profile: &Profile,
    locale: Locale,
) -> Result<(String, bool), Stop> {
    if let Some(id) = users::with_google(tx, &profile.sub).await? {
        return Ok((id, false));
    }
    let email = profile.email.as_deref().unwrap_or_default().trim().to_lowercase();
    refuse_if(email.is_empty() || !profile.email_verified, || Stop::Said("google-unverified"))?;
    let same = db::query_as("SELECT id, email_proven, has_google FROM user_profiles WHERE email = $1");
    let same: Option<(String, bool, bool)> = same.bind(&email).fetch_optional(&mut *tx).await?;
    match same {
        Some((id, true, false)) => {
            connect(tx, &id, profile).await?;
            Ok((id, false))
        }
        Some(_) => Err(Stop::Said("google-needs-password")),
        None if !app.config.registration_open => Err(Stop::Said("registration-closed")),
        None => {
            let name = profile.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
            let account = NewAccount {
                name: &name.unwrap_or(&email).chars().take(120).collect::<String>(),
                email: &email,
                password_hash: None,
                role: Role::User,
                language: Some(locale),
                standing: Standing::Proven,
            };
            users::remove_claims(tx, &email, "").await?;
            let id = create::create(tx, account).await?;
            connect(tx, &id, profile).await?;
            Ok((id, true))
        }
    }
}
