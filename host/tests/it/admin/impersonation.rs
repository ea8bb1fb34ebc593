//! Impersonation.

use crate::prelude::*;

async fn act_as(admin: &mut Client, person: &Client) {
    let begun = admin.post(&format!("/api/admin/users/{}/impersonate", id(person)), json!({})).await.is(200);
    assert!(begun.body["token"].is_null(), "a browser gets a cookie out of reach for scripts");
    assert_eq!(begun.header("cache-control"), "no-store");
}

#[app_test]
async fn an_impersonation_ends_without_a_new_sign_in(app: TestApp, mut admin: administrator, user: anna) {
    let own = admin.cookies["sitewright_session"].clone();
    act_as(&mut admin, &user).await;
    admin.get("/api/user").await.has(json!({ "email": "anna@example.com", "impersonated_by": "Adam Admin" }));
    assert_eq!(admin.get("/api/admin/users").await.problem(), (403, "auth.forbidden"), "with her rights");

    admin.post("/api/impersonation/end", json!({})).await.is(200).has(json!({ "signed_in": true }));
    assert_eq!(admin.cookies["sitewright_session"], own);
    assert!(!admin.cookies.contains_key("sitewright_own_session"));
    assert_eq!(admin.get("/api/user").await.body["email"], "adam@example.com");
    admin.post("/api/impersonation/end", json!({})).await.refused(409, "auth.not-impersonating");
    assert_eq!(actions(&mut admin).await, ["user.impersonation-ended", "user.impersonated"]);
    let log = admin.get("/api/admin/audit-log").await.body;
    for entry in log["data"].as_array().expect("entries") {
        assert_eq!(entry["actor"], json!({"id": id(&admin), "name": "Adam Admin"}));
        assert_eq!(entry["subject"], json!({"kind": "user", "id": id(&user), "name": "Anna Łąka"}));
        assert_eq!(entry["network"], "127.0.0.0/24", "never the whole address");
    }
}

#[app_test]
async fn an_impersonator_cannot_take_the_account_or_its_data(app: TestApp) {
    let (mut admin, user) = (administrator(&app).await, anna(&app).await);
    act_as(&mut admin, &user).await;
    let change = json!({"current_password": PASSWORD, "password": "better horse", "password_confirmation": "better horse"});
    for (method, path, body) in [
        (Method::PUT, "/api/user/password", Some(change)),
        (Method::POST, "/api/user/confirm-password", Some(json!({"password": PASSWORD}))),
        (Method::PUT, "/api/user/email", Some(json!({"email": "x@example.com"}))),
        (Method::DELETE, "/api/user/email", None),
        (Method::POST, "/api/user/two-factor", None),
        (Method::POST, "/api/user/two-factor/confirm", Some(json!({"code": "123456"}))),
        (Method::POST, "/api/user/two-factor/recovery-codes", None),
        (Method::DELETE, "/api/user/two-factor", None),
        (Method::DELETE, "/api/user/google", None),
        (Method::GET, "/api/user/export", None),
        (Method::DELETE, "/api/user/sessions", None),
        (Method::DELETE, "/api/user/sessions/000000000000000000000000", None),
        (Method::DELETE, "/api/user", Some(json!({"password": PASSWORD}))),
    ] {
        let refused = admin.call(method.clone(), path, body).await;
        assert_eq!(refused.problem(), (403, "auth.impersonating"), "{method} {path}");
    }
}

#[app_test]
async fn actions_while_impersonating_an_administrator_name_both(app: TestApp) {
    let (mut top, admin) = (super_administrator(&app).await, administrator(&app).await);
    let user = anna(&app).await;
    act_as(&mut top, &admin).await;
    let user = format!("/api/admin/users/{}", id(&user));
    top.post(&format!("{user}/words"), json!({"amount": 1, "reason": "x"})).await.is(201);
    for (method, path) in
        [(Method::POST, "/link"), (Method::POST, "/impersonate"), (Method::DELETE, "/two-factor")]
    {
        let refused = top.call(method, &format!("{user}{path}"), None).await;
        assert_eq!(refused.problem(), (403, "auth.impersonating"), "{path}");
    }
    let entry = top.get("/api/admin/audit-log?action=user.words-given").await.body["data"][0].clone();
    assert_eq!(entry["actor"]["name"], "Adam Admin");
    assert_eq!(entry["impersonator"], json!({"id": id(&top), "name": "Sabina Super"}));
    let found = top.get("/api/admin/audit-log?actor=sabina%40example.com").await.body;
    assert_eq!(found["total"], 2, "both are found by their author");
}

#[app_test]
async fn not_every_user_can_be_impersonated(app: TestApp) {
    let (mut admin, mut top) = (administrator(&app).await, super_administrator(&app).await);
    let other = person(&app, Role::SuperAdmin, "Olga", "olga@example.com").await;
    let path = |id: String| format!("/api/admin/users/{id}/impersonate");
    top.post(&path(id(&other)), json!({})).await.refused(403, "admin.not-in-this-place");
    admin.post(&path(id(&top)), json!({})).await.refused(403, "admin.only-super-administrators");
    let user = anna(&app).await;
    admin.put(&format!("/api/admin/users/{}/suspension", id(&user))).await.is(204);
    admin.post(&path(id(&user)), json!({})).await.refused(403, "auth.suspended");
}

#[app_test]
async fn signing_out_of_an_impersonation_signs_out_completely(app: TestApp) {
    let (mut admin, mut top) = (administrator(&app).await, super_administrator(&app).await);
    let user = anna(&app).await;
    let own = admin.cookies["sitewright_session"].clone();
    act_as(&mut admin, &user).await;
    admin.post("/logout", json!({})).await.is(204);
    assert!(!admin.cookies.contains_key("sitewright_own_session"));
    admin.cookies.insert("sitewright_session".into(), own);
    admin.get("/api/user").await.refused(401, "auth.unauthenticated");
    assert_eq!(actions(&mut top).await, ["user.impersonation-ended", "user.impersonated"]);
}

#[app_test]
async fn an_impersonation_ends_with_the_administrators_role(app: TestApp) {
    let (mut admin, mut top) = (administrator(&app).await, super_administrator(&app).await);
    let user = anna(&app).await;
    act_as(&mut admin, &user).await;
    top.patch(&format!("/api/admin/users/{}", id(&admin)), json!({"role": "user"})).await.is(200);
    app.app.sessions.forget_user_now(&id(&user));
    admin.get("/api/user").await.refused(401, "auth.unauthenticated");
}

#[app_test]
async fn a_program_keeps_its_own_token_and_the_secret_of_another_session_opens_nothing(app: TestApp) {
    let (admin, user) = (administrator(&app).await, anna(&app).await);
    let mut program = admin.program();
    let begun = program.post(&format!("/api/admin/users/{}/impersonate", id(&user)), json!({})).await;
    let mut acting = app.visitor();
    acting.bearer = begun.body["token"].as_str().map(str::to_owned);
    assert_eq!(acting.get("/api/user").await.body["impersonated_by"], "Adam Admin");
    acting.post("/api/impersonation/end", json!({})).await.is(200);
    acting.get("/api/user").await.refused(401, "auth.unauthenticated");
    program.get("/api/user").await.is(200);

    // A forged cookie in place of the administrator's own session is refused.
    let mut admin = administrator_again(&app).await;
    act_as(&mut admin, &user).await;
    let stranger = user.cookies["sitewright_session"].clone();
    admin.cookies.insert("sitewright_own_session".into(), stranger);
    admin.post("/api/impersonation/end", json!({})).await.is(200).has(json!({ "signed_in": false }));
    assert!(!admin.cookies.contains_key("sitewright_session"));
}

async fn administrator_again(app: &TestApp) -> Client {
    person(app, Role::Admin, "Alina", "alina@example.com").await
}

#[app_test]
async fn an_impersonation_does_not_count_as_a_visit(app: TestApp, mut admin: administrator, user: anna) {
    app.execute("UPDATE users SET seen_at = NULL WHERE email = 'anna@example.com'").await;
    act_as(&mut admin, &user).await;
    admin.get("/api/user").await.is(200);
    let seen: Option<i64> = app.value("SELECT seen_at FROM users WHERE email = 'anna@example.com'").await;
    assert_eq!(seen, None);
}

#[app_test]
async fn w8_an_impersonator_changes_only_work_and_each_change_is_recorded(app: TestApp) {
    let (mut admin, mut top) = (administrator(&app).await, super_administrator(&app).await);
    let user = anna(&app).await;
    act_as(&mut admin, &user).await;
    for (method, path) in [
        (Method::POST, "/api/connections"),
        (Method::PATCH, "/api/connections/1"),
        (Method::DELETE, "/api/connections/1"),
        (Method::POST, "/api/plan/request"),
        (Method::DELETE, "/api/plan/request"),
        (Method::PUT, "/api/user/avatar"),
        (Method::DELETE, "/api/user/avatar"),
        (Method::POST, "/api/user/google"),
        (Method::PUT, "/api/user/email"),
        (Method::POST, "/api/keys"),
        (Method::POST, "/api/publisher"),
        (Method::POST, "/api/tool-invitations/accept"),
        (Method::DELETE, "/api/user"),
    ] {
        let refused = admin.call(method.clone(), path, Some(json!({}))).await;
        assert_eq!(refused.problem(), (403, "auth.impersonating"), "{method} {path}");
    }
    assert_eq!(actions(&mut top).await, ["user.impersonated"], "a refused request is not logged");
    admin.post("/api/folders", json!({"name": "Help"})).await.is(201);
    admin.patch("/api/user", json!({"name": "Anna Nowak"})).await.is(200);
    let log = top.get("/api/admin/audit-log?action=user.acted-for").await.has(json!({ "total": 2 })).body;
    let entry = &log["data"][1];
    assert_eq!(entry["details"], json!({"method": "POST", "path": "/api/folders"}));
    assert_eq!(entry["impersonator"]["id"], json!(id(&admin)));
    assert_eq!((&entry["actor"]["id"], &entry["subject"]["id"]), (&json!(id(&user)), &json!(id(&user))));
}

/// Every operation that changes something is either refused, or recorded, or one of these.
#[tokio::test]
async fn w8_no_route_is_forgotten() {
    const NO_CHANGE: [&str; 11] = [
        "/api/impersonation/end",
        "/api/one-time-login/validate",
        "/api/publisher-invitations/look",
        "/api/tool-invitations/look",
        "/broadcasting/auth",
        "/forgot-password",
        "/login",
        "/logout",
        "/register",
        "/reset-password",
        "/two-factor-challenge",
    ];
    let app = TestApp::start().await;
    let (mut admin, mut top) = (administrator(&app).await, super_administrator(&app).await);
    let user = anna(&app).await;
    act_as(&mut admin, &user).await;
    let document = admin.get("/api/openapi.json").await.body;
    let mut recorded = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        let names = path.starts_with("/api/admin/")
            || path.starts_with("/apps/")
            || NO_CHANGE.contains(&path.as_str());
        for method in operations.as_object().expect("operations").keys().filter(|_| !names) {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            if method.is_safe() {
                continue;
            }
            let concrete = path.replace(['{', '}'], "");
            let answer = admin.call(method.clone(), &concrete, Some(json!({}))).await;
            if answer.problem() != (403, "auth.impersonating") {
                recorded += 1;
                let total = top.get("/api/admin/audit-log?action=user.acted-for").await.body["total"].clone();
                assert_eq!(total, recorded, "{method} {path}: {}", answer.body);
            }
        }
    }
    assert!(recorded > 20, "{recorded}");
    app.stop().await;
}
