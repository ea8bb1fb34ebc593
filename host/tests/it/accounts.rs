//! Registration, sign-in and sign-out, the current user, one-time links.

mod business;
mod google;
mod lockout;
mod personal;
mod reset;
mod second_step;
mod sessions;
mod steps;
mod verification;

use crate::prelude::*;

pub fn registration(email: &str) -> Value {
    json!({
        "name": " Anna Nowak ",
        "email": email,
        "password": "correct horse",
        "password_confirmation": "correct horse",
    })
}

#[app_test]
async fn a_new_account_is_signed_in_and_has_the_free_words(app: TestApp, mut client: visitor) {
    let made = client.post("/register", registration("Anna@Example.com")).await.is(201);
    has(&made.body["user"], json!({ "name": "Anna Nowak", "email": "anna@example.com" }));
    client.remember(&made);

    let user = client.get("/api/user").await.is(200);
    assert_eq!(user.body, made.body["user"]);
    assert_eq!(user.body["words"], json!({"allowance": 10_000, "used": 0, "left": 10_000}));
    assert_eq!(
        user.body["subscription"],
        json!({"product_id": 0, "ai_words": 0, "product": {"ai_words": 10_000}})
    );
    assert_eq!(user.body["role"], "user");

    let mut program = client.program();
    assert_eq!(program.get("/api/user").await.body["id"], user.body["id"]);
}

#[app_test(TestApp::with(|config| config.secure_cookies = Some(true)))]
async fn the_session_cookie_is_http_only(app: TestApp, mut client: visitor) {
    let made = client.post("/register", registration("a@example.com")).await;
    let cookies: Vec<_> =
        made.headers.get_all("set-cookie").iter().map(|c| c.to_str().expect("text")).collect();
    let session =
        cookies.iter().find(|cookie| cookie.starts_with("__Host-sitewright_session=")).expect("a session");
    contains_all(session, &["Path=/", "SameSite=Lax", "HttpOnly", "Secure", "Max-Age=2592000"]);
    let secret = made.body["token"].as_str().expect("a token");
    let stored: i64 = app.value("SELECT count(*) FROM sessions").await;
    let plain: Vec<String> = db::query_scalar("SELECT token_hash FROM sessions")
        .fetch_all(app.app.db.read())
        .await
        .expect("sessions");
    assert_eq!(stored, 1);
    assert!(!plain.contains(&secret.to_owned()), "the secret itself is not stored");
}

#[app_test]
async fn all_errors_of_a_registration_are_reported_at_once_in_the_readers_language(app: TestApp) {
    let mut client = app.visitor();
    client.language = Some("pl");
    let body = json!({"name": "  ", "email": "anna", "password": "krótkie", "password_confirmation": "inne"});
    let refused = client.post("/register", body).await.refused(422, "validation.failed").errors(json!({
        "name": ["Wypełnij to pole."],
        "email": ["Wpisz poprawny adres e-mail."],
        "password": ["Wpisz co najmniej 8 znaków."],
        "password_confirmation": ["Oba wpisy muszą być takie same."],
    }));
    assert_eq!(refused.body["message"], "Wpisz poprawny adres e-mail.", "the first of them");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM users").await, 0);
}

#[app_test]
async fn a_name_is_one_visible_line(app: TestApp, mut client: visitor) {
    let mut new = registration("a@example.com");
    for nothing in ["\u{200b}\u{200b}", "\n\t", "\u{202e}"] {
        new["name"] = nothing.into();
        client.post("/register", new.clone()).await.errors(json!({"name": ["Fill in this field."]}));
    }
    new["name"] = "Anna\r\nNowak\u{202e}gpj".into();
    client.post("/register", new).await.has(json!({ "user": { "name": "Anna Nowakgpj" } }));

    client.patch("/api/user", json!({"language": "pl"})).await.has(json!({ "name": "Anna Nowakgpj" }));
    let emptied = client.patch("/api/user", json!({"name": " ", "language": "en"})).await;
    assert_eq!(emptied.body["errors"], json!({"name": ["Wypełnij to pole."]}), "{}", emptied.body);
    assert_eq!(client.get("/api/user").await.body["language"], "pl", "nothing was stored");
}

#[app_test]
async fn one_address_is_one_account(app: TestApp, mut client: visitor) {
    client.post("/register", registration("a@example.com")).await.is(201);
    let again = app.visitor().post("/register", registration("A@EXAMPLE.COM")).await.is(422);
    assert_eq!(again.body["errors"]["email"][0], again.body["message"]);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM users").await, 1);
}

#[app_test]
async fn sign_in_and_out(app: TestApp, mut first: visitor) {
    first.post("/register", registration("a@example.com")).await;

    let mut client = app.visitor();
    let signed_in =
        client.post("/login", json!({"email": "A@example.com ", "password": "correct horse"})).await.is(200);
    client.remember(&signed_in);
    let mut program = client.program();
    client.get("/api/user").await.is(200);
    program.get("/api/user").await.is(200);

    let kept = client.cookies["sitewright_session"].clone();
    client.post("/logout", json!({})).await.is(204);
    assert!(!client.cookies.contains_key("sitewright_session"));
    client.cookies.insert("sitewright_session".to_owned(), kept);
    client.get("/api/user").await.refused(401, "auth.unauthenticated");
    program.get("/api/user").await.refused(401, "auth.unauthenticated");
    assert_eq!(first.get("/api/user").await.status, 200, "the other session is still valid");
}

#[app_test]
async fn a_wrong_password_and_an_unknown_address_look_the_same(app: TestApp) {
    app.visitor().post("/register", registration("a@example.com")).await;
    let mut client = app.visitor();
    let wrong = client.post("/login", json!({"email": "a@example.com", "password": "wrong horse"})).await;
    let unknown = client.post("/login", json!({"email": "b@example.com", "password": "wrong horse"})).await;
    assert_eq!(wrong.problem(), (422, "auth.invalid-credentials"));
    assert_eq!(wrong.body["errors"], json!({"email": ["Wrong email address or password."]}));
    assert_eq!(wrong.body["errors"], unknown.body["errors"]);
    assert_eq!(wrong.body["message"], unknown.body["message"]);
}

#[app_test(TestApp::with(|config| config.registrations_per_address = 1))]
async fn a_long_wait_is_reported_in_minutes(app: TestApp) {
    app.visitor().post("/register", registration("a@example.com")).await.is(201);
    let refused = app.visitor().post("/register", registration("b@example.com")).await;
    assert_eq!(refused.problem(), (429, "auth.too-many-attempts-for-long"));
    assert_eq!(refused.body["message"], "Too many attempts. Try again in 60 minutes.");
}

#[app_test(TestApp::with(|config| config.login_failures = 2))]
async fn too_many_wrong_passwords_have_to_wait(app: TestApp) {
    app.visitor().post("/register", registration("a@example.com")).await;
    let mut client = app.visitor();
    for _ in 0..2 {
        client.post("/login", json!({"email": "a@example.com", "password": "wrong horse"})).await.is(422);
    }
    let refused = client.post("/login", json!({"email": "a@example.com", "password": "correct horse"})).await;
    assert_eq!(refused.problem(), (429, "auth.too-many-attempts"));
    let seconds: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=61).contains(&seconds), "{seconds}");
    // Another account from the same address is not affected.
    app.visitor().post("/register", registration("b@example.com")).await;
    client.post("/login", json!({"email": "b@example.com", "password": "correct horse"})).await.is(200);
}

#[app_test]
async fn a_browser_needs_a_csrf_token_and_a_program_does_not(app: TestApp, client: user) {
    let mut program = client.program();

    let mut careless = app.visitor();
    careless.cookies.insert("sitewright_session".into(), client.cookies["sitewright_session"].clone());
    let change = json!({"name": "Another Name"});
    let no_token = careless.send(careless.request(Method::PATCH, "/api/user").json(&change)).await;
    assert_eq!(no_token.problem(), (419, "csrf.mismatch"));

    // A forged token is refused, although header and cookie match.
    careless.cookies.insert("XSRF-TOKEN".into(), "made.up".into());
    let forged = careless.send(careless.request(Method::PATCH, "/api/user").json(&change)).await;
    assert_eq!(forged.problem(), (419, "csrf.mismatch"));

    let mut visitor = app.visitor();
    let login = visitor.send(visitor.request(Method::POST, "/login").json(&json!({}))).await;
    assert_eq!(login.problem(), (419, "csrf.mismatch"), "signing in can be forged too");

    program.patch("/api/user", change).await.is(200).has(json!({ "name": "Another Name" }));
}

#[app_test]
async fn name_and_language_can_be_changed_and_count_at_once(app: TestApp, mut client: user) {
    client.get("/api/user").await.is(200);
    client.patch("/api/user", json!({"language": "pl"})).await.is(200);
    assert_eq!(client.cookies["locale"], "pl");
    assert_eq!(client.get("/api/user").await.body["language"], "pl");

    // Without the cookie the account's language takes precedence over the browser's.
    let mut program = client.program();
    program.language = Some("en");
    let missing = program.get("/api/documents/none").await;
    assert_eq!(missing.body["message"], "Nie ma tu tego, czego szukasz, albo nie masz do tego dostępu.");

    let wrong = client.patch("/api/user", json!({"language": "de"})).await;
    assert_eq!(wrong.body["errors"], json!({"language": ["Wybierz jedną z podanych wartości."]}));
    client.patch("/api/user", json!({"role": "admin"})).await.is(422);
}

#[app_test]
async fn a_link_signs_in_once(app: TestApp) {
    let token = sitewright::people::accounts::administrator_link(&app.app).await.expect("a link");
    let again = sitewright::people::accounts::administrator_link(&app.app).await.expect("a link");
    assert_eq!(
        app.value::<i64>("SELECT count(*) FROM users").await,
        1,
        "the first administrator is made once"
    );

    let mut client = app.visitor();
    let signed_in = client.post("/api/one-time-login/validate", json!({"token": token})).await.is(200);
    assert_eq!(signed_in.body["user"]["role"], "super-admin");
    assert_eq!(client.get("/api/user").await.body["email"], "admin@localhost");

    let mut late = app.visitor();
    late.language = Some("pl");
    let used = late.post("/api/one-time-login/validate", json!({"token": token})).await;
    assert_eq!(used.problem(), (410, "auth.link-expired"));
    assert_eq!(used.body["message"], "Ten link został już użyty albo stracił ważność. Poproś o nowy.");
    let unknown = late.post("/api/one-time-login/validate", json!({"token": "made-up"})).await;
    assert_eq!(unknown.problem(), (410, "auth.link-expired"));
    late.post("/api/one-time-login/validate", json!({})).await.refused(422, "validation.failed");
    let other = late.post("/api/one-time-login/validate", json!({"token": again})).await;
    assert_eq!(other.status, 200, "a link that was not used yet still works");
}

#[app_test]
async fn a_user_without_a_password_confirms_with_a_new_link(app: TestApp, mut other: user) {
    let link = async || sitewright::people::accounts::administrator_link(&app.app).await.expect("a link");
    let mut client = app.visitor();
    let signed_in = client.post("/api/one-time-login/validate", json!({"token": link().await})).await.is(200);
    client.remember(&signed_in);
    app.execute("UPDATE sessions SET confirmed_at = 0").await;
    let key = json!({"name": "A program", "scopes": ["tools:read"]});
    client.post("/api/keys", key.clone()).await.refused(423, "auth.sign-in-again");
    let token = link().await;
    other.post("/api/user/confirm-link", json!({"token": token})).await.refused(410, "auth.link-expired");
    client
        .post("/api/user/confirm-link", json!({"token": "made-up"}))
        .await
        .refused(410, "auth.link-expired");
    client.post("/api/user/confirm-link", json!({"token": token})).await.is(204);
    client.post("/api/keys", key).await.is(201);
    client.post("/api/user/confirm-link", json!({"token": token})).await.refused(410, "auth.link-expired");
}

#[app_test(TestApp::with(|config| config.link_lifetime = Duration::ZERO))]
async fn expired_links_and_sessions_are_invalid(app: TestApp) {
    let token = sitewright::people::accounts::administrator_link(&app.app).await.expect("a link");
    let expired = app.visitor().post("/api/one-time-login/validate", json!({"token": token})).await;
    assert_eq!(expired.problem(), (410, "auth.link-expired"));

    let mut client = app.visitor();
    let made = client.post("/register", registration("a@example.com")).await;
    client.remember(&made);
    app.execute("UPDATE sessions SET expires_at = 1").await;
    client.program().get("/api/user").await.refused(401, "auth.unauthenticated");
}

#[app_test]
async fn sessions_outlive_the_server(app: TestApp, client: user) {
    let app = app.restart(|_| {}).await;
    let mut again = app.visitor();
    again.bearer.clone_from(&client.token);
    assert_eq!(again.get("/api/user").await.body["id"].as_str(), client.user_id.as_deref());
}

#[app_test]
async fn visits_prolong_a_session(app: TestApp, mut client: user) {
    let soon = sitewright::platform::clock::Timestamp::now().plus_ms(60_000);
    app.change(db::query("UPDATE sessions SET expires_at = $1").bind(soon)).await;

    let visit = client.get("/api/user").await;
    assert!(visit.header("set-cookie").starts_with("sitewright_session="), "{:?}", visit.headers);
    let until: i64 = app.value("SELECT expires_at FROM sessions").await;
    assert!(until > soon.0 + 1_000_000_000, "the session has a whole life again");
    assert_eq!(client.get("/api/user").await.header("set-cookie"), "", "once is enough");
}
