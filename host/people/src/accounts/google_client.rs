//! The Google client: OAuth 2.0 with PKCE, then one request for the profile.

use anyhow::{Context as _, ensure};
use oauth2::basic::BasicClient;
use oauth2::{
    AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse as _, TokenUrl,
};

use crate::platform::prelude::*;

const TIMEOUT: Duration = Duration::from_secs(15);
/// Most bytes of a response.
const MOST_BYTES: usize = 256 * 1024;

/// The redirect to Google.
pub(super) struct Departure {
    pub url: String,
    pub state: String,
    pub verifier: String,
}

/// The profile from Google.
#[derive(Debug, Deserialize)]
pub(super) struct Profile {
    /// Google's id of the account; unlike an address it never changes hands.
    pub sub: String,
    pub email: Option<String>,
    #[serde(default)]
    pub email_verified: bool,
    pub name: Option<String>,
}

type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

fn client(app: &App) -> anyhow::Result<Client> {
    let config = &app.config;
    let id = config.google_client_id.clone().context("SITEWRIGHT_GOOGLE_CLIENT_ID is not set")?;
    let secret = config.google_client_secret.clone().context("SITEWRIGHT_GOOGLE_CLIENT_SECRET is not set")?;
    Ok(BasicClient::new(ClientId::new(id))
        .set_client_secret(ClientSecret::new(secret))
        .set_auth_uri(AuthUrl::new(config.google_auth_url.clone()).context("SITEWRIGHT_GOOGLE_AUTH_URL")?)
        .set_token_uri(TokenUrl::new(config.google_token_url.clone()).context("SITEWRIGHT_GOOGLE_TOKEN_URL")?)
        .set_redirect_uri(RedirectUrl::new(format!("{}/auth/google/callback", app.url()))?))
}

/// The redirect for the user.
pub(super) fn depart(app: &App) -> Result<Departure> {
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (url, state) = client(app)?
        .authorize_url(CsrfToken::new_random)
        .add_scopes(["openid", "email", "profile"].map(|scope| Scope::new(scope.to_owned())))
        .set_pkce_challenge(challenge)
        .url();
    Ok(Departure { url: url.to_string(), state: state.secret().clone(), verifier: verifier.secret().clone() })
}

/// Exchanges the code and fetches the profile. The response comes from Google over TLS, so no signature has to be
/// checked.
pub(super) async fn profile(app: &App, code: String, verifier: String) -> anyhow::Result<Profile> {
    let http = reqwest::Client::builder()
        .timeout(TIMEOUT)
        // A redirect could send the secret elsewhere.
        .redirect(reqwest::redirect::Policy::none())
        .build()?;
    let exchange = |request: HttpRequest| {
        let http = http.clone();
        async move { send(&http, request).await.map_err(std::io::Error::other) }
    };
    let token = client(app)?
        .exchange_code(AuthorizationCode::new(code))
        .set_pkce_verifier(PkceCodeVerifier::new(verifier))
        .request_async(&exchange)
        .await
        .context("the code was not exchanged")?;
    let answer = http
        .get(&app.config.google_userinfo_url)
        .bearer_auth(token.access_token().secret())
        .send()
        .await?
        .error_for_status()?;
    let profile: Profile = serde_json::from_slice(&bounded(answer).await?)?;
    ensure!(!profile.sub.is_empty(), "an account without a name");
    Ok(profile)
}

async fn send(http: &reqwest::Client, request: HttpRequest) -> anyhow::Result<HttpResponse> {
    let response = http.execute(request.try_into()?).await?;
    let mut answer = axum::http::Response::builder().status(response.status());
    for (name, value) in response.headers() {
        answer = answer.header(name, value);
    }
    Ok(answer.body(bounded(response).await?)?)
}

async fn bounded(mut response: reqwest::Response) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        ensure!(bytes.len() <= MOST_BYTES, "the answer is too large");
    }
    Ok(bytes)
}
