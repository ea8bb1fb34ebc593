//! Two-factor codes.

use totp_rs::{Builder, Secret, Totp};

use super::registration;
use crate::prelude::*;

fn now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs()
}

fn app_for_codes(secret: &str) -> Totp {
    let secret = Secret::try_from_base32(secret).expect("base32");
    Builder::new().with_secret(secret).build().expect("codes")
}

fn code(totp: &Totp, at: u64) -> String {
    totp.generate(at).to_string()
}

/// A user with a second factor, their authenticator app, their recovery codes, and the time whose code is used up.
async fn guarded(app: &TestApp) -> (Client, Totp, Vec<String>, u64) {
    let mut client = app.visitor();
    let made = client.post("/register", registration("anna@example.com")).await;
    client.remember(&made);
    let begun = client.post("/api/user/two-factor", json!({})).await.is(200);
    assert!(begun.body["qr"].as_str().expect("a picture").contains("<svg"));
    let secret = begun.body["secret"].as_str().expect("a secret");
    assert!(begun.body["uri"].as_str().expect("a link").contains(secret));
    let stored: String = app.value("SELECT secret FROM two_factor").await;
    assert!(!stored.contains(secret) && !stored.is_empty(), "the secret itself is not stored");
    let totp = app_for_codes(secret);
    let wrong = client.post("/api/user/two-factor/confirm", json!({"code": "000000"})).await;
    assert_eq!(wrong.problem(), (422, "auth.wrong-code"));
    let at = now();
    let confirmed = client.post("/api/user/two-factor/confirm", json!({"code": code(&totp, at)})).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.body);
    let codes: Vec<String> = serde_json::from_value(confirmed.body["recovery_codes"].clone()).expect("codes");
    assert_eq!(codes.len(), 10);
    (client, totp, codes, at)
}

async fn challenge(app: &TestApp) -> (Client, Value) {
    let mut client = app.visitor();
    let step = client.post("/login", json!({"email": "anna@example.com", "password": "correct horse"})).await;
    assert_eq!((step.status, &step.body["two_factor"]), (200, &json!(true)), "{}", step.body);
    assert!(step.body["token"].is_null() && !client.cookies.contains_key("sitewright_session"));
    let challenge = step.body["challenge"].clone();
    (client, challenge)
}

#[app_test]
async fn with_a_second_factor_a_password_is_not_enough_and_a_code_works_once(app: TestApp) {
    let (_, totp, _, at) = guarded(&app).await;
    let (mut client, challenge_text) = challenge(&app).await;
    let answer = |code: String| json!({"challenge": challenge_text, "code": code});
    let used = client.post("/two-factor-challenge", answer(code(&totp, at))).await;
    assert_eq!(used.problem(), (422, "auth.wrong-code"), "the code that switched it on is used up");
    let next = code(&totp, at + 30);
    client.post("/two-factor-challenge", answer(next.clone())).await.is(200);
    assert_eq!(client.get("/api/user").await.body["email"], "anna@example.com");
    let (mut late, challenge_text) = challenge(&app).await;
    let replayed =
        late.post("/two-factor-challenge", json!({"challenge": challenge_text, "code": next})).await;
    assert_eq!(replayed.problem(), (422, "auth.wrong-code"), "the same code again");
    let forged = late.post("/two-factor-challenge", json!({"challenge": "made-up", "code": "123456"})).await;
    assert_eq!(forged.problem(), (410, "auth.second-step-expired"));
}

#[app_test]
async fn a_recovery_code_works_once_however_it_is_typed(app: TestApp) {
    let (mut owner, _, codes, _) = guarded(&app).await;
    for (expected, typed) in [(200, codes[3].to_uppercase().replace('-', " ")), (422, codes[3].clone())] {
        let (mut client, challenge) = challenge(&app).await;
        let answer =
            client.post("/two-factor-challenge", json!({"challenge": challenge, "code": typed})).await;
        assert_eq!(answer.status, expected, "{}", answer.body);
    }
    let security = owner.get("/api/user/security").await.body;
    assert_eq!(
        security,
        json!({"has_password": true, "google": false, "two_factor": true, "recovery_codes": 9})
    );
    owner.post("/api/user/two-factor/recovery-codes", json!({})).await.is(200);
    let (mut client, challenge) = challenge(&app).await;
    let old = client.post("/two-factor-challenge", json!({"challenge": challenge, "code": codes[4]})).await;
    assert_eq!(old.status, 422, "new codes replace the old ones");
}

#[app_test]
async fn guessing_codes_has_to_wait(app: TestApp) {
    guarded(&app).await;
    let (mut client, challenge) = challenge(&app).await;
    let mut last = 0;
    for guess in 0..12 {
        let guess = json!({"challenge": challenge, "code": format!("99999{}", guess % 10)});
        last = client.post("/two-factor-challenge", guess).await.status;
    }
    assert_eq!(last, 429);
}

#[app_test]
async fn a_one_time_link_asks_for_the_code_too(app: TestApp) {
    let (owner, ..) = guarded(&app).await;
    let id = owner.user_id.clone().expect("an id");
    let mut tx = app.app.db.write().await.expect("a transaction");
    let token = sitewright::people::accounts::new_link(&app.app, &mut tx, &id).await.expect("a link");
    tx.commit().await.expect("committed");
    let step = app.visitor().post("/api/one-time-login/validate", json!({"token": token})).await;
    assert_eq!((step.status, &step.body["two_factor"]), (200, &json!(true)));
}

#[app_test]
async fn disabling_it_needs_a_confirmation(app: TestApp) {
    let (mut client, ..) = guarded(&app).await;
    app.execute("UPDATE sessions SET confirmed_at = 1").await;
    client.delete("/api/user/two-factor").await.refused(423, "auth.confirm-password");
    for (path, method) in [
        ("/api/user/two-factor", Method::POST),
        ("/api/user/two-factor/recovery-codes", Method::POST),
        ("/api/user/google", Method::DELETE),
    ] {
        assert_eq!(client.call(method, path, None).await.problem(), (423, "auth.confirm-password"), "{path}");
    }
    let wrong = client.post("/api/user/confirm-password", json!({"password": "wrong horse"})).await;
    assert_eq!(wrong.problem(), (422, "auth.wrong-password"));
    client.post("/api/user/confirm-password", json!({"password": "correct horse"})).await.is(204);
    client.delete("/api/user/two-factor").await.is(204);
    assert_eq!(client.get("/api/user/security").await.body["recovery_codes"], 0);
    let signed_in =
        app.visitor().post("/login", json!({"email": "anna@example.com", "password": "correct horse"})).await;
    assert!(signed_in.body["token"].is_string(), "{}", signed_in.body);
}

#[app_test]
async fn v5_wrong_codes_are_counted_across_a_restart(app: TestApp) {
    guarded(&app).await;
    let (mut client, challenge_text) = challenge(&app).await;
    let wrong = json!({"challenge": challenge_text, "code": "000000"});
    for _ in 0..10 {
        client.post("/two-factor-challenge", wrong.clone()).await.refused(422, "auth.wrong-code");
    }
    let often = (429, "auth.too-many-attempts-for-long");
    assert_eq!(client.post("/two-factor-challenge", wrong.clone()).await.problem(), often);
    let app = app.restart(|_| {}).await;
    let (mut client, challenge_text) = challenge(&app).await;
    let wrong = json!({"challenge": challenge_text, "code": "000000"});
    assert_eq!(client.post("/two-factor-challenge", wrong).await.problem(), often);
}

#[app_test]
async fn w12_a_challenge_from_before_a_password_change_is_invalid(app: TestApp) {
    let (mut owner, totp, _, at) = guarded(&app).await;
    let (mut thief, challenge_text) = challenge(&app).await;
    let change = json!({"current_password": "correct horse", "password": "better horse", "password_confirmation": "better horse"});
    owner.put_with("/api/user/password", change).await.is(204);
    let answer = json!({"challenge": challenge_text, "code": code(&totp, at + 30)});
    thief.post("/two-factor-challenge", answer).await.refused(410, "auth.second-step-expired");
}
