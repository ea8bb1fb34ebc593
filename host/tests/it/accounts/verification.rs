//! Verification of addresses.

use super::registration;
use crate::prelude::*;

/// The token of the mail that was queued last.
pub async fn mailed_token(app: &TestApp) -> String {
    let text = app.letter(None).await;
    let token = text.split("token=").nth(1).unwrap_or_else(|| panic!("no link in {text}"));
    token.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// A server that requires verification and keeps its mails.
pub async fn demanding() -> TestApp {
    TestApp::with(|config| config.verify_email = Some(true)).await
}

/// A user who registered and has not verified the address.
async fn claimant(app: &TestApp, email: &str) -> Client {
    let mut client = app.visitor();
    let made = client.post("/register", registration(email)).await.is(201);
    client.remember(&made);
    client
}

async fn verify(client: &mut Client, token: &str) -> Value {
    let verified = client.post("/api/email/verify", json!({"token": token})).await.is(200);
    verified.body
}

#[app_test(demanding())]
async fn an_unverified_account_can_only_verify_its_address(app: TestApp) {
    let mut client = claimant(&app, "anna@example.com").await;
    let user = client.get("/api/user").await.is(200).has(json!({ "email": "anna@example.com" }));
    assert!(user.body["email_verified_at"].is_null());
    assert_eq!(user.body["words"]["left"], 0, "the words come with the proof");
    for path in ["/api/tools", "/api/documents", "/api/words", "/api/user/sessions"] {
        assert_eq!(client.get(path).await.problem(), (403, "auth.email-unverified"), "{path}");
    }
    client.cookies.insert("locale".into(), "pl".into());
    let refused = client.get("/api/documents").await;
    assert!(refused.body["message"].as_str().expect("a text").starts_with("Najpierw"), "{}", refused.body);

    let token = mailed_token(&app).await;
    let user = verify(&mut client, &token).await;
    assert!(user["email_verified_at"].is_string());
    assert_eq!((&user["words"]["left"], &user["pending_email"]), (&json!(10_000), &Value::Null));
    client.get("/api/documents").await.is(200);
    let again = client.post("/api/email/verify", json!({"token": token})).await;
    assert_eq!(again.problem(), (410, "auth.link-expired"), "a link works once");
    let resend = client.post("/api/email/verification-notification", json!({})).await;
    assert_eq!(resend.problem(), (409, "accounts.nothing-to-verify"));
}

#[app_test(demanding())]
async fn the_mailed_link_leads_on_to_the_page_that_was_chosen(app: TestApp, mut client: visitor) {
    let mut new = registration("anna@example.com");
    new["next"] = json!("/checkout?plan=2&period=annual");
    client.post("/register", new).await.is(201);
    let text = app.letter(Some("verify-email")).await;
    assert!(text.contains("&next=%2Fcheckout%3Fplan%3D2%26period%3Dannual"), "{text}");
    for foreign in ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example"] {
        let mut new = registration("ewa@example.com");
        new["next"] = json!(foreign);
        let refused = client.post("/register", new).await.is(422);
        assert!(refused.body["errors"]["next"].is_array(), "{foreign}: {}", refused.body);
    }
}

#[app_test(demanding())]
async fn no_response_reveals_whether_an_address_is_registered(app: TestApp) {
    let mut owner = claimant(&app, "anna@example.com").await;
    verify(&mut owner, &mailed_token(&app).await).await;

    let mut stranger = claimant(&app, "anna@example.com").await;
    let mut fresh = claimant(&app, "ewa@example.com").await;
    let blank = |mut user: Value| {
        user["id"] = json!("");
        user["email"] = json!("");
        user["pending_email"] = json!("");
        user
    };
    let (known, unknown) = (stranger.get("/api/user").await.body, fresh.get("/api/user").await.body);
    assert_eq!(blank(known), blank(unknown));
    for email in ["anna@example.com", "ewa@example.com"] {
        let right = json!({"email": email, "password": "correct horse"});
        app.visitor().post("/login", right).await.is(200);
        let wrong = json!({"email": email, "password": "wrong horse"});
        app.visitor().post("/login", wrong).await.refused(422, "auth.invalid-credentials");
    }
    // The owner is notified, and the stranger got no link.
    let output: i64 = app
        .value("SELECT count(*) FROM mails WHERE recipient = 'anna@example.com' AND template = 'already-registered'")
        .await;
    let links: i64 = app.value("SELECT count(*) FROM mailed_links WHERE email = 'anna@example.com'").await;
    assert_eq!((output, links), (1, 0));
}

#[app_test(demanding())]
async fn a_link_verifies_the_address_of_its_own_account_only(app: TestApp) {
    let mut anna = claimant(&app, "anna@example.com").await;
    let token = mailed_token(&app).await;
    let mut ewa = claimant(&app, "ewa@example.com").await;
    let foreign = ewa.post("/api/email/verify", json!({"token": token})).await;
    assert_eq!(foreign.problem(), (409, "accounts.link-of-another-account"));
    let visitor = app.visitor().post("/api/email/verify", json!({"token": token})).await;
    assert_eq!(visitor.problem(), (401, "auth.unauthenticated"));
    verify(&mut anna, &token).await;
}

#[app_test(demanding())]
async fn the_link_can_be_sent_again_but_not_at_once(app: TestApp) {
    let mut client = claimant(&app, "anna@example.com").await;
    let first = mailed_token(&app).await;
    client.post("/api/email/verification-notification", json!({})).await.is(202);
    let soon = client.post("/api/email/verification-notification", json!({})).await;
    assert_eq!(soon.problem(), (429, "auth.too-many-attempts"));
    assert!(soon.header("retry-after").parse::<u64>().expect("seconds") <= 61);
    let old = client.post("/api/email/verify", json!({"token": first})).await;
    assert_eq!(old.problem(), (410, "auth.link-expired"), "only the newest link works");
    verify(&mut client, &mailed_token(&app).await).await;
}

#[app_test(demanding())]
async fn a_new_address_takes_effect_once_it_is_verified(app: TestApp) {
    let mut client = claimant(&app, "anna@example.com").await;
    verify(&mut client, &mailed_token(&app).await).await;
    let change = client.put_with("/api/user/email", json!({"email": "New@Example.com"})).await.is(200);
    has(&change.body, json!({ "email": "anna@example.com", "pending_email": "new@example.com" }));
    let user = verify(&mut client, &mailed_token(&app).await).await;
    assert_eq!((&user["email"], &user["pending_email"]), (&json!("new@example.com"), &Value::Null));
    let output: i64 = app
        .value(
            "SELECT count(*) FROM mails WHERE recipient = 'anna@example.com' AND template = 'email-changed'",
        )
        .await;
    assert_eq!(output, 1, "the former address is notified");
    let old =
        app.visitor().post("/login", json!({"email": "anna@example.com", "password": "correct horse"})).await;
    assert_eq!(old.status, 422);
}

#[app_test(TestApp::with(|config| {
    config.verify_email = Some(true);
    config.verify_lifetime = Duration::ZERO;
}))]
async fn an_expired_link_verifies_nothing(app: TestApp) {
    let mut client = claimant(&app, "anna@example.com").await;
    let late = client.post("/api/email/verify", json!({"token": mailed_token(&app).await})).await;
    assert_eq!(late.problem(), (410, "auth.link-expired"));
}

#[app_test(TestApp::with(|config| config.registration_open = false))]
async fn a_closed_server_makes_no_accounts(app: TestApp) {
    let refused = app.visitor().post("/register", registration("anna@example.com")).await;
    assert_eq!(refused.problem(), (403, "accounts.registration-closed"));
    let ways = app.visitor().get("/api/ways-in").await.body;
    assert_eq!(ways, json!({"google": false, "registration": false, "verification": false}));
}

/// Mails of a template to an address.
async fn mails(app: &TestApp, template: &str, to: &str) -> i64 {
    db::query_scalar("SELECT count(*) FROM mails WHERE template = $1 AND recipient = $2")
        .binds((template, to))
        .fetch_one(app.app.db.read())
        .await
        .expect("a number")
}

#[app_test(TestApp::with(|config| {
    config.verify_email = Some(true);
    config.trust_forwarded = true;
}))]
async fn v7_strangers_cannot_stop_the_mail_that_proves_an_address(app: TestApp) {
    let email = "new@example.com";
    for _ in 0..8 {
        app.visitor().post("/forgot-password", json!({"email": email})).await.is(202);
    }
    // Strangers elsewhere claim the address as often as they like.
    for stranger in 0..30 {
        let mut client = app.visitor();
        client.fetch_csrf_token().await;
        let request = client.request(Method::POST, "/register").json(&registration(email));
        let request = request.header("x-forwarded-for", format!("203.0.113.{}", stranger / 6));
        client.send(request).await.is(201);
    }
    let before = mails(&app, "verify-email", email).await;
    assert!((6..=24).contains(&before), "the mailbox is not flooded: {before}");
    let mut owner = claimant(&app, email).await;
    owner.post("/api/email/verification-notification", json!({})).await.is(202);
    assert!(mails(&app, "verify-email", email).await > before, "the owner's own mail was sent");
    verify(&mut owner, &mailed_token(&app).await).await;
}

#[app_test(demanding())]
async fn v7_claims_to_an_address_stay_until_one_is_proven(app: TestApp) {
    let mut owner = claimant(&app, "anna@example.com").await;
    let token = mailed_token(&app).await;
    let mut stranger = app.visitor();
    let mut other = registration("anna@example.com");
    other["password"] = json!("another horse");
    other["password_confirmation"] = json!("another horse");
    stranger.post("/register", other).await.is(201);
    assert_eq!(owner.get("/api/user").await.status, 200, "the stranger's claim removes no account");
    for password in ["correct horse", "another horse"] {
        let again = json!({"email": "anna@example.com", "password": password});
        assert_eq!(app.visitor().post("/login", again).await.status, 200, "{password}");
    }
    verify(&mut owner, &token).await;
    stranger.get("/api/user").await.refused(401, "auth.unauthenticated");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM users").await, 1);
}

#[app_test(demanding())]
async fn v7_changing_an_address_removes_no_other_claim(app: TestApp) {
    let mut owner = claimant(&app, "anna@example.com").await;
    let mut stranger = claimant(&app, "stranger@example.com").await;
    stranger.put_with("/api/user/email", json!({"email": "anna@example.com"})).await.is(200);
    owner.get("/api/user").await.is(200);
}
