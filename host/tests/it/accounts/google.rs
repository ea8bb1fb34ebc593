//! Google sign-in, against a fake server on loopback.

use axum::Form;
use axum::routing::get;
use reqwest::Url;
use sha2::{Digest as _, Sha256};

use super::registration;
use crate::prelude::*;

#[derive(Default)]
struct Desk {
    profile: Value,
    /// What the exchange must prove.
    challenge: String,
}

/// A fake Google, which returns a token for the code `right` and the matching verifier, and a server that uses it.
struct Google {
    app: TestApp,
    desk: Arc<Mutex<Desk>>,
}

type Fields = std::collections::HashMap<String, String>;

async fn exchange(
    State(desk): State<Arc<Mutex<Desk>>>,
    Form(fields): Form<Fields>,
) -> (StatusCode, Json<Value>) {
    use base64::Engine as _;
    let field = |name: &str| fields.get(name).map_or("", String::as_str);
    let hashed =
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(Sha256::digest(field("code_verifier")));
    let expected = desk.lock().unwrap_or_else(PoisonError::into_inner).challenge.clone();
    if field("code") != "right"
        || hashed != expected
        || !field("redirect_uri").ends_with("/auth/google/callback")
    {
        return (StatusCode::BAD_REQUEST, Json(json!({"error": "invalid_grant"})));
    }
    (StatusCode::OK, Json(json!({"access_token": "token", "token_type": "Bearer", "expires_in": 3600})))
}

async fn userinfo(State(desk): State<Arc<Mutex<Desk>>>, headers: HeaderMap) -> Json<Value> {
    assert_eq!(headers["authorization"], "Bearer token");
    Json(desk.lock().unwrap_or_else(PoisonError::into_inner).profile.clone())
}

impl std::ops::Deref for Google {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Google {
    async fn start() -> Self {
        let desk = Arc::new(Mutex::new(Desk::default()));
        let routes = Router::new()
            .route("/token", post(exchange))
            .route("/userinfo", get(userinfo))
            .with_state(desk.clone());
        let url = format!("http://{}", crate::util::serve(routes).await);
        let app = TestApp::with(|config| {
            config.google_client_id = Some("client".into());
            config.google_client_secret = Some("secret".into());
            config.google_auth_url = format!("{url}/auth");
            config.google_token_url = format!("{url}/token");
            config.google_userinfo_url = format!("{url}/userinfo");
            config.verify_email = Some(true);
        });
        Self { app: app.await, desk }
    }

    async fn stop(self) {
        self.app.stop().await;
    }

    /// A browser with a registered account whose address is verified.
    async fn owner(&self) -> Client {
        let mut owner = self.visitor();
        owner.post("/register", registration("anna@example.com")).await;
        let token = super::verification::mailed_token(self).await;
        owner.post("/api/email/verify", json!({"token": token})).await.is(200);
        owner
    }

    fn is(&self, profile: Value) {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner).profile = profile;
    }

    /// Stores the parameters of the redirect, and returns the state.
    fn departs(&self, url: &str) -> String {
        let url = Url::parse(url).expect("an address");
        let query: Fields = url.query_pairs().into_owned().collect();
        assert_eq!(
            (query["response_type"].as_str(), query["code_challenge_method"].as_str()),
            ("code", "S256")
        );
        assert!(query["scope"].contains("openid") && query["scope"].contains("email"));
        self.desk.lock().unwrap_or_else(PoisonError::into_inner).challenge = query["code_challenge"].clone();
        query["state"].clone()
    }

    /// Both redirects; returns where the last one leads.
    async fn sign_in(&self, client: &mut Client) -> String {
        self.sign_in_from(client, "").await
    }

    /// Both redirects from a page with this query.
    async fn sign_in_from(&self, client: &mut Client, query: &str) -> String {
        let away = client.get(&format!("/auth/google{query}")).await.is(303);
        let state = self.departs(away.header("location"));
        self.come_back(client, &state).await
    }

    async fn come_back(&self, client: &mut Client, state: &str) -> String {
        let back = client.get(&format!("/auth/google/callback?code=right&state={state}")).await.is(303);
        back.header("location").to_owned()
    }
}

fn anna() -> Value {
    json!({"sub": "g-1", "email": "Anna@Example.com", "email_verified": true, "name": "Anna Nowak"})
}

#[app_test]
async fn google_leads_on_to_the_chosen_plan(google: Google) {
    let chosen = "?next=%2Fcheckout%3Fplan%3Dpro%26period%3Dannual&page=%2Fpricing&source=newsletter";
    google.is(anna());
    assert_eq!(google.sign_in_from(&mut google.visitor(), chosen).await, "/checkout?plan=pro&period=annual");
    for (next, to) in [
        ("%2Fapp%2F%C5%BC%C3%B3%C5%82w", "/app/%C5%BC%C3%B3%C5%82w"),
        ("%2F%2Fevil.example", "/app/dashboard"),
        ("%2F..%2F%2Fevil.example", "/app/dashboard"),
        ("https%3A%2F%2Fevil.example", "/app/dashboard"),
        ("%2F%5Cevil.example", "/app/dashboard"),
    ] {
        let led = google.sign_in_from(&mut google.visitor(), &format!("?next={next}")).await;
        assert_eq!(led, to, "{next}");
    }
    // The state of the sign-in stays the reason, and the path is kept for the next attempt.
    let mut client = google.visitor();
    client.get(&format!("/auth/google{chosen}")).await.is(303);
    let back = client.get("/auth/google/callback?error=access_denied").await.is(303);
    assert_eq!(
        back.header("location"),
        "/login?problem=google-declined&next=%2Fcheckout%3Fplan%3Dpro%26period%3Dannual"
    );
}

#[app_test]
async fn google_makes_an_account_and_signs_in_again(google: Google) {
    google.is(anna());
    assert_eq!(google.visitor().get("/api/ways-in").await.body["google"], true);
    let mut client = google.visitor();
    assert_eq!(google.sign_in(&mut client).await, "/app/dashboard");
    let user = client.get("/api/user").await.body;
    assert_eq!((&user["email"], &user["name"]), (&json!("anna@example.com"), &json!("Anna Nowak")));
    assert!(user["email_verified_at"].is_string());
    assert_eq!(user["words"]["left"], 10_000);

    let mut again = google.visitor();
    google.is(json!({"sub": "g-1", "email": "other@example.com", "email_verified": false}));
    assert_eq!(google.sign_in(&mut again).await, "/app/dashboard", "the account and not the address counts");
    assert_eq!(again.get("/api/user").await.body["id"], user["id"]);
    assert_eq!(google.value::<i64>("SELECT count(*) FROM users").await, 1);
}

#[app_test]
async fn an_unverified_address_is_not_taken_over(google: Google) {
    // A stranger registered the address and never verified it.
    let mut squatter = google.visitor();
    squatter.post("/register", registration("anna@example.com")).await;
    google.is(anna());
    let mut client = google.visitor();
    assert_eq!(google.sign_in(&mut client).await, "/app/dashboard");
    assert_eq!(squatter.get("/api/user").await.problem(), (401, "auth.unauthenticated"), "the claim is gone");
    assert!(client.get("/api/user").await.body["email_verified_at"].is_string());

    google.is(json!({"sub": "g-2", "email": "ewa@example.com", "email_verified": false}));
    assert_eq!(google.sign_in(&mut google.visitor()).await, "/login?problem=google-unverified");
}

#[app_test]
async fn an_account_is_connected_only_if_its_address_is_verified(google: Google) {
    google.owner().await;
    google.is(anna());
    let mut client = google.visitor();
    assert_eq!(google.sign_in(&mut client).await, "/app/dashboard");
    assert_eq!(client.get("/api/user/security").await.body["google"], true);

    google.execute("UPDATE users SET google_id = NULL, email_proven = FALSE").await;
    assert_eq!(google.sign_in(&mut google.visitor()).await, "/login?problem=google-needs-password");
}

#[app_test]
async fn a_sign_in_started_elsewhere_is_not_finished_here(google: Google) {
    google.is(anna());
    let mut attacker = google.visitor();
    let away = attacker.get("/auth/google").await;
    let state = google.departs(away.header("location"));
    assert_eq!(google.come_back(&mut google.visitor(), &state).await, "/login?problem=google-failed");
    let mut other = google.visitor();
    other.get("/auth/google").await;
    assert_eq!(google.come_back(&mut other, &state).await, "/login?problem=google-failed");
    let declined = attacker.get("/auth/google/callback?error=access_denied&state=x").await;
    assert_eq!(declined.header("location"), "/login?problem=google-declined");
    assert_eq!(google.value::<i64>("SELECT count(*) FROM users").await, 0);
}

#[app_test]
async fn google_is_connected_and_disconnected_in_the_settings(google: Google) {
    google.is(json!({"sub": "g-9", "email": "private@example.com", "email_verified": true}));
    let mut owner = google.owner().await;
    let away = owner.post("/api/user/google", json!({})).await;
    let state = google.departs(away.body["url"].as_str().expect("an address"));
    assert_eq!(google.come_back(&mut owner, &state).await, "/app/settings/security?connected=google");
    assert_eq!(google.sign_in(&mut google.visitor()).await, "/app/dashboard");
    owner.delete("/api/user/google").await.is(204);
    assert_eq!(owner.get("/api/user/security").await.body["google"], false);
}

#[app_test]
async fn without_its_settings_there_is_no_google(app: TestApp) {
    app.visitor().get("/auth/google").await.refused(404, "not-found");
    assert_eq!(app.visitor().get("/api/ways-in").await.body["google"], false);
}

#[app_test]
async fn w12_a_connection_ends_with_the_session_that_began_it(google: Google) {
    google.is(anna());
    let mut owner = google.owner().await;
    let mut thief = google.visitor();
    let known = json!({"email": "anna@example.com", "password": "correct horse"});
    thief.post("/login", known).await.is(200);
    let away = thief.post("/api/user/google", json!({})).await;
    let state = google.departs(away.body["url"].as_str().expect("an address"));
    // The owner ends all other sessions.
    owner.delete("/api/user/sessions").await.is(204);
    google.is(json!({"sub": "thief", "email": "thief@example.com", "email_verified": true}));
    let to = google.come_back(&mut thief, &state).await;
    assert_eq!(to, "/app/settings/security?problem=google-failed");
    assert_eq!(owner.get("/api/user/security").await.body["google"], false);
    // With the session that started it, the connection succeeds.
    let away = owner.post("/api/user/google", json!({})).await;
    let state = google.departs(away.body["url"].as_str().expect("an address"));
    google.is(anna());
    assert_eq!(google.come_back(&mut owner, &state).await, "/app/settings/security?connected=google");
}
