//! Accounts: register, sign in and out, the current user, links that sign in once.

mod attempts;
mod create;
mod links;
mod passwords;
mod profile;

use std::time::Duration;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use garde::Validate;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    auth::{self, Cookie, Role, set_cookie},
    clock::Timestamp,
    db,
    error::{Problem, Result, Text},
    http::{no_content, visit},
    json::Valid,
    locale::Locale,
    realtime,
};

use attempts::Attempts;
use create::NewAccount;
use passwords::Passwords;

pub use create::{MadePerson, NewPerson, WaysIn, administrator_link, create_person};
pub use profile::{Subscription, UserView};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_csrf_cookie))
        .routes(routes!(register))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(profile::get_user, profile::update_user))
        .routes(routes!(links::validate_link))
}

/// Adds what this slice keeps in memory.
pub fn start(app: App) -> App {
    let (passwords, attempts) = (Passwords::new(&app.config), Attempts::default());
    app.with(passwords).with(attempts)
}

/// Clears away sessions and links that are over, now and every hour.
pub fn sweep(app: &App) {
    let (app, stop) = (app.clone(), app.stop.clone());
    app.tasks.clone().spawn(async move {
        let mut ticks = tokio::time::interval(Duration::from_secs(3600));
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            if let Err(problem) = clear_expired(&app).await {
                tracing::warn!(%problem, "sessions and links that are over could not be cleared away");
            }
        }
    });
}

async fn clear_expired(app: &App) -> Result<()> {
    let now = Timestamp::now();
    let mut tx = app.db.write().await?;
    db::query("DELETE FROM sessions WHERE expires_at < $1").bind(now).execute(&mut *tx).await?;
    db::query("DELETE FROM login_links WHERE expires_at < $1").bind(now).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// A text without blanks around it; an empty one counts as missing.
fn trimmed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// A new account. Fields are optional so that all that is missing can be told at once.
#[derive(Deserialize, Validate, ToSchema)]
#[schema(as = Registration)]
struct NewUser {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 120)))]
    #[schema(required, value_type = String, max_length = 120, example = "Anna Nowak")]
    name: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254), email))]
    #[schema(required, value_type = String, format = Email, example = "anna@example.com")]
    email: Option<String>,
    #[serde(default)]
    #[garde(required, inner(length(chars, min = 8, max = 200)))]
    #[schema(required, value_type = String, format = Password, min_length = 8, max_length = 200)]
    password: Option<String>,
    /// The password once more.
    #[serde(default)]
    #[garde(required, matches(password))]
    #[schema(required, value_type = String, format = Password)]
    password_confirmation: Option<String>,
}

/// Somebody who signs in.
#[derive(Deserialize, Validate, ToSchema)]
struct Login {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 254)))]
    #[schema(required, value_type = String, format = Email)]
    email: Option<String>,
    #[serde(default)]
    #[garde(required, inner(length(chars, max = 200)))]
    #[schema(required, value_type = String, format = Password)]
    password: Option<String>,
}

/// Who is signed in now, and the token for programs; browsers get it as a cookie too.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedIn {
    /// For the header `Authorization: Bearer …`.
    token: String,
    user: UserView,
}

/// Fetch a CSRF token
///
/// The answer sets the cookie XSRF-TOKEN. Requests that change something repeat its value in the header X-XSRF-TOKEN, unless they
/// carry a bearer token.
#[utoipa::path(get, path = "/sanctum/csrf-cookie", tag = "accounts", security(()), responses((status = 204, description = "The cookie is set")))]
async fn get_csrf_cookie(State(app): State<App>) -> Response {
    let token = auth::csrf_token(&app);
    let mut response = no_content();
    set_cookie(&app, response.headers_mut(), auth::CSRF_COOKIE, &token, Cookie::Readable);
    response
}

/// Make an account and sign in
#[utoipa::path(post, path = "/register", tag = "accounts", security(()), request_body = NewUser, responses(
    (status = 201, body = SignedIn),
    (status = 429, description = "Too many attempts; `Retry-After` says when to come back"),
))]
async fn register(
    State(app): State<App>,
    locale: Locale,
    parts: Parts,
    Valid(new): Valid<NewUser>,
) -> Result<Response> {
    if let Some(address) = visit(&parts)?.address {
        app.part::<Attempts>().registration(&app.config, address)?;
    }
    let hash = app.part::<Passwords>().hash(new.password.unwrap_or_default()).await?;
    // `Valid` saw to it that these are filled in.
    let (name, email) = (new.name.unwrap_or_default(), new.email.unwrap_or_default().to_lowercase());
    let account = NewAccount {
        name: &name,
        email: &email,
        password_hash: Some(&hash),
        role: Role::User,
        language: Some(locale),
    };

    let mut tx = app.db.write().await?;
    let id = create::create(&app, &mut tx, account).await?;
    let token = auth::begin_session(&app, &mut tx, &id).await?;
    let user = profile::view(&mut tx, &id).await?;
    tx.commit().await?;
    signed_in(&app, &parts.headers, StatusCode::CREATED, token, user)
}

/// Sign in
#[utoipa::path(post, path = "/login", tag = "accounts", security(()), request_body = Login, responses(
    (status = 200, body = SignedIn),
    (status = 429, description = "Too many attempts; `Retry-After` says when to come back"),
))]
async fn login(State(app): State<App>, parts: Parts, Valid(login): Valid<Login>) -> Result<Response> {
    let email = login.email.unwrap_or_default().to_lowercase();
    let attempt = app.part::<Attempts>().login(&app.config, visit(&parts)?.address, &email)?;
    let known: Option<(String, Option<String>)> =
        db::query_as("SELECT id, password_hash FROM users WHERE email = $1")
            .bind(&email)
            .fetch_optional(app.db.read())
            .await?;
    let (id, hash) = known.unzip();
    let right = app.part::<Passwords>().verify(login.password.unwrap_or_default(), hash.flatten()).await?;
    let (Some(id), true) = (id, right) else {
        return Err(Problem::invalid_field("email", Text::key("auth.invalid-credentials"))
            .named("auth.invalid-credentials"));
    };
    attempt.succeeded();

    let mut tx = app.db.write().await?;
    let token = auth::begin_session(&app, &mut tx, &id).await?;
    let user = profile::view(&mut tx, &id).await?;
    tx.commit().await?;
    signed_in(&app, &parts.headers, StatusCode::OK, token, user)
}

/// Sign out
#[utoipa::path(post, path = "/logout", tag = "accounts", security(()), responses((status = 204, description = "Nobody is signed in now")))]
async fn logout(State(app): State<App>, parts: Parts) -> Result<Response> {
    let visit = visit(&parts)?;
    let user = visit.user(&app).await?.map(|user| user.id.clone());
    auth::end_session(&app, &visit.credentials).await?;
    if let Some(user) = user {
        realtime::reconnect(&app, &user);
    }
    let mut response = no_content();
    set_cookie(&app, response.headers_mut(), auth::SESSION_COOKIE, "", Cookie::Gone);
    Ok(response)
}

fn signed_in(
    app: &App,
    sent: &HeaderMap,
    status: StatusCode,
    token: String,
    user: UserView,
) -> Result<Response> {
    let mut headers = HeaderMap::new();
    set_cookie(app, &mut headers, auth::SESSION_COOKIE, &token, Cookie::Secret);
    // The language chosen on this screen stays; on a new screen it is the person's own.
    if let (None, Some(language)) = (auth::cookie(sent, "locale"), user.language) {
        set_cookie(app, &mut headers, "locale", language.tag(), Cookie::Preference);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok((status, headers, Json(SignedIn { token, user })).into_response())
}
