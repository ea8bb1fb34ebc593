//! Permissions of administrators.

use crate::prelude::*;

/// Every action on a user, with a valid body.
fn deeds(id: &str) -> Vec<(Method, String, Option<Value>)> {
    let path = |rest: &str| format!("/api/admin/users/{id}{rest}");
    vec![
        (Method::PATCH, path(""), Some(json!({"name": "Another Name"}))),
        (Method::POST, path("/link"), None),
        (Method::POST, path("/password-reset"), None),
        (Method::DELETE, path("/two-factor"), None),
        (Method::DELETE, path("/sessions"), None),
        (Method::DELETE, path("/sessions/000000000000000000000000"), None),
        (Method::PUT, path("/suspension"), None),
        (Method::DELETE, path("/suspension"), None),
        (Method::POST, path("/impersonate"), None),
        (Method::DELETE, path(""), Some(json!({"email": "x@example.com"}))),
    ]
}

#[app_test]
async fn a_refused_action_leaves_no_entry_in_the_log(app: TestApp, mut user: anna) {
    for (method, path, body) in deeds(&id(&user)) {
        let refused = user.call(method.clone(), &path, body).await;
        assert_eq!(refused.problem(), (403, "auth.forbidden"), "{method} {path}");
    }
    let mut admin = administrator(&app).await;
    assert!(actions(&mut admin).await.is_empty());
}

#[app_test]
async fn an_administrator_acts_on_ordinary_users_only_and_not_on_themselves(app: TestApp) {
    let (mut admin, mut top) = (administrator(&app).await, super_administrator(&app).await);
    let colleague = person(&app, Role::Admin, "Celina", "celina@example.com").await;
    for staff in [id(&colleague), id(&top)] {
        for (method, path, body) in deeds(&staff) {
            let refused = admin.call(method.clone(), &path, body).await;
            assert_eq!(refused.problem(), (403, "admin.only-super-administrators"), "{method} {path}");
        }
    }
    for client in [&mut admin, &mut top] {
        let own = id(client);
        for (method, path, body) in deeds(&own) {
            let refused = client.call(method.clone(), &path, body).await;
            assert_eq!(refused.problem(), (403, "admin.own-account"), "{method} {path}");
        }
    }
    for (method, path, body) in deeds("nobody") {
        assert_eq!(top.call(method, &path, body).await.problem(), (404, "not-found"), "{path}");
    }
    let seen = admin.get(&format!("/api/admin/users/{}", id(&top))).await;
    assert_eq!((seen.status, &seen.body["may_act"]), (200, &json!(false)), "looking is allowed");
}

#[app_test]
async fn only_a_super_administrator_gives_roles_and_one_always_stays(app: TestApp) {
    let (mut admin, mut top) = (administrator(&app).await, super_administrator(&app).await);
    let user = format!("/api/admin/users/{}", id(&anna(&app).await));
    admin.patch(&user, json!({"role": "admin"})).await.refused(403, "admin.only-super-administrators");
    let new = json!({"name": "N", "email": "n@example.com", "role": "super-admin"});
    admin.post("/api/admin/users", new).await.refused(403, "admin.only-super-administrators");

    top.patch(&user, json!({"role": "super-admin"})).await.is(200).has(json!({ "role": "super-admin" }));
    top.patch(&format!("/api/admin/users/{}", id(&admin)), json!({"role": "user"})).await.is(200);
    assert_eq!(admin.get("/api/admin/users").await.problem(), (403, "auth.forbidden"), "at once");
    let log = top.get("/api/admin/audit-log?action=user.role-changed").await.has(json!({ "total": 2 }));
    assert_eq!(log.body["data"][0]["details"], json!({"from": "admin", "to": "user"}));
}

#[app_test]
async fn what_opens_an_account_asks_for_the_password_after_a_while(app: TestApp) {
    let mut top = super_administrator(&app).await;
    let user = format!("/api/admin/users/{}", id(&anna(&app).await));
    app.execute("UPDATE sessions SET confirmed_at = 0").await;
    let guarded = [
        (Method::POST, format!("{user}/link"), None),
        (Method::DELETE, format!("{user}/two-factor"), None),
        (Method::POST, format!("{user}/impersonate"), None),
        (Method::PATCH, user.clone(), Some(json!({"role": "admin"}))),
        (Method::DELETE, user.clone(), Some(json!({"email": "anna@example.com"}))),
        (Method::POST, "/api/admin/users".into(), Some(json!({"name": "N", "email": "n@example.com"}))),
    ];
    for (method, path, body) in guarded {
        let refused = top.call(method.clone(), &path, body).await;
        assert_eq!(refused.problem(), (423, "auth.confirm-password"), "{method} {path}");
    }
    // A form with errors is corrected first.
    for path in ["/api/admin/users", "/api/keys"] {
        top.post(path, json!({})).await.is(422);
    }
    top.post("/api/user/confirm-password", json!({"password": PASSWORD})).await.is(204);
    top.post(&format!("{user}/link"), json!({})).await.is(200);
}

#[app_test]
async fn nonsense_is_refused_and_breaks_nothing(app: TestApp, mut top: super_administrator) {
    for path in [
        "users?search=%00&role=user",
        "users?role=emperor",
        "users?sort=%00",
        "users/%00",
        "audit-log?action=%00",
        "audit-log?actor=%00&subject=%00",
        "audit-log?from=9999-99-99",
        "outbox?status=lost",
        "outbox/%00",
    ] {
        let status = top.get(&format!("/api/admin/{path}")).await.status;
        assert!(status < 500, "{path}: {status}");
    }
    let user = format!("/api/admin/users/{}", id(&anna(&app).await));
    for (method, path, body) in [
        (Method::PATCH, user.clone(), json!({"name": "a\u{0}b"})),
        (Method::PATCH, user.clone(), json!({"role": "emperor"})),
        (Method::PATCH, user.clone(), json!({"email": "other@example.com"})),
        (Method::POST, format!("{user}/words"), json!({"words": -5, "reason": "a\u{0}b"})),
        (Method::POST, format!("{user}/words"), json!({"words": 4_000_000_000_u64, "reason": "x"})),
        (
            Method::POST,
            "/api/admin/users".to_owned(),
            json!({"name": "x".repeat(500), "email": "not an address"}),
        ),
        (Method::DELETE, format!("{user}/sessions/%00"), json!({})),
    ] {
        let status = top.call(method.clone(), &path, Some(body.clone())).await.status;
        assert!(status < 500, "{method} {path} {body}: {status}");
    }
}
