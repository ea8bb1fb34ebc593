//! Listing and ending sessions, and impersonation.

use super::registration;
use crate::prelude::*;

async fn sign_in(app: &TestApp, agent: &str) -> Client {
    let mut client = app.visitor();
    client.fetch_csrf_token().await;
    let login = json!({"email": "anna@example.com", "password": "correct horse"});
    let request = client.request(Method::POST, "/login").header("user-agent", agent).json(&login);
    client.send(request).await.is(200);
    client
}

#[app_test]
async fn sessions_are_listed_and_ended_one_by_one_or_all(app: TestApp, mut here: visitor) {
    here.post("/register", registration("anna@example.com")).await;
    let (mut phone, mut laptop) = (sign_in(&app, "Phone/1").await, sign_in(&app, "Laptop/2").await);

    let list = here.get("/api/user/sessions").await;
    let sessions = list.body.as_array().expect("a list");
    assert_eq!(sessions.len(), 3, "{}", list.body);
    assert_eq!(sessions[0]["is_current"], true);
    assert!(sessions[1..].iter().all(|session| session["is_current"] == false));
    assert!(sessions.iter().all(|session| session["network"] == "127.0.0.0/24"), "{}", list.body);
    let secret = here.cookies["sitewright_session"].clone();
    assert!(!list.text().contains(&secret));
    let of_phone = sessions.iter().find(|session| session["user_agent"] == "Phone/1").expect("the phone");
    let id = of_phone["id"].as_str().expect("an id");

    here.delete(&format!("/api/user/sessions/{id}")).await.is(204);
    phone.get("/api/user").await.refused(401, "auth.unauthenticated");
    laptop.get("/api/user").await.is(200);
    here.delete("/api/user/sessions").await.is(204);
    laptop.get("/api/user").await.refused(401, "auth.unauthenticated");
    assert_eq!(here.get("/api/user/sessions").await.body.as_array().map(Vec::len), Some(1));
}

#[app_test]
async fn an_impersonator_is_named_and_cannot_take_the_account(app: TestApp, mut owner: visitor) {
    let made = owner.post("/register", registration("anna@example.com")).await;
    owner.remember(&made);
    sitewright::people::accounts::administrator_link(&app.app).await.expect("an administrator");
    let admin: String = app.value("SELECT id FROM users WHERE role = 'super-admin'").await;
    let mut tx = app.app.db.write().await.expect("a transaction");
    let session = sitewright::platform::auth::NewSession {
        user_id: owner.user_id.as_deref().expect("an id"),
        impersonator_id: Some(&admin),
        ..Default::default()
    };
    let token =
        sitewright::platform::auth::begin_session(&app.app, &mut tx, session).await.expect("a session");
    tx.commit().await.expect("committed");

    let mut acting = app.visitor();
    acting.bearer = Some(token);
    let user = acting.get("/api/user").await;
    has(&user.body, json!({ "email": "anna@example.com", "impersonated_by": "Admin" }));
    let change = json!({"current_password": "correct horse", "password": "better horse", "password_confirmation": "better horse"});
    for (method, path, body) in [
        (Method::PUT, "/api/user/password", Some(change)),
        (Method::PUT, "/api/user/email", Some(json!({"email": "x@example.com"}))),
        (Method::POST, "/api/user/two-factor", None),
        (Method::POST, "/api/user/confirm-password", Some(json!({"password": "correct horse"}))),
        (Method::DELETE, "/api/user", Some(json!({"password": "correct horse"}))),
    ] {
        let refused = acting.call(method, path, body).await;
        assert_eq!(refused.problem(), (403, "auth.impersonating"), "{path}");
    }
    let listed = owner.get("/api/user/sessions").await.body;
    assert!(listed.as_array().expect("a list").iter().any(|session| session["is_impersonated"] == true));
}
