//! Forgotten and changed passwords.

use super::registration;
use super::verification::mailed_token;
use crate::prelude::*;

async fn person(app: &TestApp) -> Client {
    let mut client = app.visitor();
    let made = client.post("/register", registration("anna@example.com")).await;
    client.remember(&made);
    client
}

async fn ask(app: &TestApp, email: &str) -> Answer {
    app.visitor().post("/forgot-password", json!({"email": email})).await
}

/// The mail is queued after the response.
async fn wait_for_mails(app: &TestApp, count: i64) {
    let queued = async || app.value::<i64>("SELECT count(*) FROM mails").await >= count;
    becomes("the mail is queued", queued).await;
}

fn new_password(token: &str) -> Value {
    json!({"token": token, "password": "better horse", "password_confirmation": "better horse"})
}

async fn sign_in(app: &TestApp, password: &str) -> u16 {
    app.visitor().post("/login", json!({"email": "anna@example.com", "password": password})).await.status
}

#[app_test]
async fn a_forgotten_password_is_replaced_once_and_ends_all_sessions(app: TestApp, mut client: person) {
    let (known, unknown) = (ask(&app, "anna@example.com").await, ask(&app, "nobody@example.com").await);
    assert_eq!((known.status, known.bytes), (202, unknown.bytes));
    assert_eq!(unknown.status, 202);
    wait_for_mails(&app, 1).await;
    let token = mailed_token(&app).await;
    assert_eq!(app.value::<i64>("SELECT count(*) FROM mailed_links WHERE kind = 'reset'").await, 1);

    let mut visitor = app.visitor();
    let body = json!({"token": token, "password": "short", "password_confirmation": "other"});
    let short = visitor.post("/reset-password", body).await.refused(422, "validation.failed");
    assert!(
        short.body["errors"]["password"].is_array()
            && short.body["errors"]["password_confirmation"].is_array()
    );
    visitor.post("/reset-password", new_password(&token)).await.is(204);
    client.get("/api/user").await.refused(401, "auth.unauthenticated");
    assert_eq!((sign_in(&app, "correct horse").await, sign_in(&app, "better horse").await), (422, 200));
    visitor.post("/reset-password", new_password(&token)).await.refused(410, "auth.link-expired");
    let output: i64 = app.value("SELECT count(*) FROM mails WHERE template = 'password-changed'").await;
    assert_eq!(output, 1);
}

#[app_test(TestApp::with(|config| config.reset_lifetime = Duration::ZERO))]
async fn an_old_reset_link_is_invalid(app: TestApp) {
    person(&app).await;
    ask(&app, "anna@example.com").await;
    wait_for_mails(&app, 1).await;
    let late = app.visitor().post("/reset-password", new_password(&mailed_token(&app).await)).await;
    assert_eq!(late.problem(), (410, "auth.link-expired"));
}

#[app_test]
async fn mails_to_a_mailbox_are_limited(app: TestApp) {
    person(&app).await;
    for _ in 0..12 {
        ask(&app, "anna@example.com").await.is(202);
    }
    wait_for_mails(&app, 6).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(app.value::<i64>("SELECT count(*) FROM mails").await, 6);
}

#[app_test]
async fn changing_the_password_needs_the_current_one_and_ends_other_sessions(app: TestApp) {
    let mut client = person(&app).await;
    let mut other = app.visitor();
    other.post("/login", json!({"email": "anna@example.com", "password": "correct horse"})).await.is(200);
    let change = |current: &str| json!({"current_password": current, "password": "better horse", "password_confirmation": "better horse"});
    let wrong = client.put_with("/api/user/password", change("wrong horse")).await;
    assert_eq!(wrong.problem(), (422, "auth.wrong-password"));
    assert_eq!(wrong.body["errors"], json!({"current_password": ["Wrong password."]}));
    let body = json!({"password": "better horse", "password_confirmation": "better horse"});
    let missing = client.put_with("/api/user/password", body).await;
    assert_eq!(missing.body["errors"], json!({"current_password": ["Fill in this field."]}));
    client.put_with("/api/user/password", change("correct horse")).await.is(204);
    client.get("/api/user").await.is(200);
    other.get("/api/user").await.refused(401, "auth.unauthenticated");
    assert_eq!(sign_in(&app, "better horse").await, 200);
}

#[app_test]
async fn v7_a_reset_link_stays_valid_when_strangers_request_others(app: TestApp) {
    person(&app).await;
    ask(&app, "anna@example.com").await;
    wait_for_mails(&app, 1).await;
    let token = mailed_token(&app).await;
    ask(&app, "anna@example.com").await;
    wait_for_mails(&app, 2).await;
    let later = mailed_token(&app).await;
    assert_ne!(token, later);
    app.visitor().post("/reset-password", new_password(&token)).await.is(204);
    let used = app.visitor().post("/reset-password", new_password(&later)).await;
    assert_eq!(used.problem(), (410, "auth.link-expired"), "with one all are used up");
}

#[app_test]
async fn v7_a_request_for_an_unknown_address_uses_up_no_limit(app: TestApp) {
    for _ in 0..8 {
        ask(&app, "anna@example.com").await;
    }
    person(&app).await;
    ask(&app, "anna@example.com").await;
    wait_for_mails(&app, 1).await;
}

#[app_test]
async fn u8_the_commonest_passwords_are_refused_in_both_languages(app: TestApp, mut client: visitor) {
    for (language, said) in
        [("en", "This password is common"), ("pl", "To jedno z najczęściej używanych haseł")]
    {
        client.language = Some(language);
        for password in
            ["password", "Password1", "qwerty123", "zaq12wsx", "polska123", "12345678", "P@ssw0rd"]
        {
            let mut new = registration("ewa@example.com");
            new["password"] = json!(password);
            new["password_confirmation"] = json!(password);
            let refused = client.post("/register", new).await;
            assert_eq!(refused.problem(), (422, "validation.failed"), "{password}");
            let message = refused.body["errors"]["password"][0].as_str().expect("a message");
            assert!(message.starts_with(said), "{message}");
        }
    }
    let mut owner = person(&app).await;
    let change = json!({"current_password": "correct horse", "password": "iloveyou1", "password_confirmation": "iloveyou1"});
    owner.put_with("/api/user/password", change).await.wrong("password");
}
