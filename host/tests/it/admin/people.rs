//! Administration of users: search, details, support, suspension and deletion.

use crate::prelude::*;

async fn names(admin: &mut Client, query: &str) -> Vec<String> {
    let list = admin.get(&format!("/api/admin/users?{query}")).await.is(200);
    let people = list.body["data"].as_array().expect("people");
    people.iter().map(|person| person["name"].as_str().expect("a name").to_owned()).collect()
}

#[app_test]
async fn people_are_found_by_name_and_address_however_they_are_spelt(app: TestApp, mut admin: administrator) {
    let mut lodz = person(&app, Role::User, "Żaneta Łódzka", "zaneta@example.com").await;
    let _anna = anna(&app).await;
    for query in
        ["search=ZANETA", "search=%C5%82%C3%B3d%C5%BAka", "search=lodzka%20zaneta", "search=zaneta%40ex"]
    {
        assert_eq!(names(&mut admin, query).await, ["Żaneta Łódzka"], "{query}");
    }
    assert_eq!(names(&mut admin, "search=%25").await, Vec::<String>::new(), "a sign is searched as it is");
    assert_eq!(names(&mut admin, "role=admin").await, ["Adam Admin"]);
    assert_eq!(names(&mut admin, "per_page=2").await, ["Anna Łąka", "Żaneta Łódzka"], "newest first");
    assert_eq!(names(&mut admin, "per_page=2&page=2").await, ["Adam Admin"]);

    app.execute("UPDATE users SET seen_at = 1").await;
    app.execute("UPDATE users SET seen_at = 2 WHERE name LIKE '%aneta%'").await;
    assert_eq!(names(&mut admin, "sort=seen&per_page=1").await, ["Żaneta Łódzka"]);

    // A new name is found at once, the old one no more.
    lodz.patch("/api/user", json!({"name": "Żaneta Śliwa"})).await.is(200);
    assert_eq!(names(&mut admin, "search=sliwa").await, ["Żaneta Śliwa"]);
    assert_eq!(names(&mut admin, "search=lodzka").await, Vec::<String>::new());
}

#[app_test]
async fn one_user_is_shown_with_all_details(app: TestApp, mut admin: administrator, user: anna) {
    let seen = admin.get(&format!("/api/admin/users/{}", id(&user))).await.body;
    assert_eq!((&seen["email"], &seen["role"]), (&json!("anna@example.com"), &json!("user")));
    assert_eq!(seen["words"], json!({"allowance": 10_000, "used": 0, "left": 10_000}));
    assert_eq!(seen["counts"], json!({"projects": 0, "documents": 0, "runs": 0}));
    assert_eq!(
        (
            &seen["has_password"],
            &seen["google"],
            &seen["two_factor"],
            &seen["may_act"],
            &seen["may_impersonate"]
        ),
        (&json!(true), &json!(false), &json!(false), &json!(true), &json!(true))
    );
    assert!(seen["seen_at"].is_string() && seen["suspended_at"].is_null(), "{seen}");
    // A session of a browser that signed in has its network.
    let mut browser = app.visitor();
    browser.post("/login", json!({"email": "anna@example.com", "password": "correct horse"})).await.is(200);
    let seen = admin.get(&format!("/api/admin/users/{}", id(&user))).await.body;
    let networks = seen["sessions"].as_array().expect("sessions").iter().map(|session| &session["network"]);
    assert!(networks.into_iter().any(|network| network == "127.0.0.0/24"), "{seen}");
    admin.get("/api/admin/users/nobody").await.refused(404, "not-found");
}

async fn enter(app: &TestApp, url: &Value) -> (Client, u16) {
    let token = url.as_str().expect("an address").rsplit('/').next().expect("a token").to_owned();
    let mut client = app.visitor();
    let answer = client.post("/api/one-time-login/validate", json!({"token": token})).await;
    client.remember(&answer);
    let status = answer.status;
    (client, status)
}

#[app_test]
async fn a_new_user_signs_in_by_a_one_time_link(app: TestApp, mut admin: administrator) {
    admin.cookies.insert("locale".into(), "pl".into());
    let empty = admin.post("/api/admin/users", json!({})).await.is(422);
    assert_eq!(empty.fields(), ["email", "name"]);

    let new = json!({"name": "Ola", "email": "Ola@Example.com", "language": "pl"});
    let made = admin.post("/api/admin/users", new.clone()).await.is(201);
    assert_eq!(made.header("cache-control"), "no-store");
    let (mut ola, status) = enter(&app, &made.body["link"]["url"]).await;
    assert_eq!(status, 200);
    ola.get("/api/user").await.has(json!({ "email": "ola@example.com", "language": "pl" }));
    assert_eq!(enter(&app, &made.body["link"]["url"]).await.1, 410);

    let again = admin.post("/api/admin/users", new).await;
    assert_eq!(again.body["errors"], json!({"email": ["Konto z tym adresem e-mail już istnieje."]}));

    let link = admin.post(&format!("/api/admin/users/{}/link", id(&ola)), json!({})).await;
    assert_eq!(enter(&app, &link.body["url"]).await.1, 200);
    assert_eq!(enter(&app, &link.body["url"]).await.1, 410);
    assert_eq!(actions(&mut admin).await, ["user.link-made", "user.created"]);
    let log = admin.get("/api/admin/audit-log").await;
    let secret = link.body["url"].as_str().and_then(|url| url.rsplit('/').next()).expect("a token");
    assert!(!log.text().contains(secret), "no way in is written down");
}

#[app_test(TestApp::with(|config| config.link_lifetime = Duration::ZERO))]
async fn a_link_expires(app: TestApp, mut client: user) {
    app.execute("UPDATE users SET role = 'admin'").await;
    app.app.sessions.forget_user_now(&id(&client));
    let made = client.post("/api/admin/users", json!({"name": "Ola", "email": "ola@example.com"})).await;
    assert_eq!(enter(&app, &made.body["link"]["url"]).await.1, 410);
}

#[app_test]
async fn a_locked_out_user_is_helped(app: TestApp, mut admin: administrator, mut user: anna) {
    let path = format!("/api/admin/users/{}", id(&user));
    admin.delete(&format!("{path}/two-factor")).await.refused(409, "accounts.two-factor-is-off");
    let confirmed = "INSERT INTO two_factor (user_id, secret, confirmed_at)
        SELECT id, 'x', 1 FROM users WHERE email = 'anna@example.com'";
    app.execute(confirmed).await;
    assert_eq!(admin.get(&path).await.body["two_factor"], true);
    admin.delete(&format!("{path}/two-factor")).await.is(204);
    assert_eq!(admin.get(&path).await.body["two_factor"], false);
    admin.post(&format!("{path}/password-reset"), json!({})).await.is(202);
    let mails = admin.get("/api/admin/outbox").await.body;
    let mails: Vec<_> =
        mails["data"].as_array().expect("mails").iter().map(|mail| &mail["template"]).collect();
    assert_eq!(mails, [&json!("reset-password"), &json!("two-factor-off")], "the user is notified");

    let session = admin.get(&path).await.body["sessions"][0]["id"].as_str().expect("an id").to_owned();
    admin.delete(&format!("{path}/sessions/{session}")).await.is(204);
    user.get("/api/user").await.refused(401, "auth.unauthenticated");
    assert_eq!(
        actions(&mut admin).await,
        ["user.session-ended", "user.reset-mailed", "user.two-factor-removed"]
    );
}

#[app_test]
async fn words_and_pages_are_given_with_a_reason(app: TestApp, mut admin: administrator, mut user: anna) {
    for (meter, plan) in [("words", 10_000), ("pages", 500)] {
        let path = format!("/api/admin/users/{}/{meter}", id(&user));
        let wrong = admin.post(&path, json!({"amount": 0})).await.is(422);
        assert_eq!(wrong.fields(), ["amount", "reason"]);
        let much = admin.post(&path, json!({"amount": 99_999_999_999_i64, "reason": "x"})).await;
        assert_eq!(much.body["errors"], json!({"amount": ["Enter 10,000,000 or less."]}));
        let given = admin.post(&path, json!({"amount": 500, "reason": "A mistake of ours"})).await;
        assert_eq!((given.status, &given.body["left"]), (201, &json!(plan + 500)), "{}", given.body);
        assert_eq!(user.get(&format!("/api/{meter}")).await.body["left"], plan + 500);
        let entry = admin.get("/api/admin/audit-log").await.body["data"][0].clone();
        assert_eq!(entry["action"], format!("user.{meter}-given"));
        assert_eq!(entry["details"], json!({meter: 500, "reason": "A mistake of ours"}));
    }
    let seen = admin.get(&format!("/api/admin/users/{}", id(&user))).await.body;
    assert_eq!(seen["pages"], json!({"allowance": 1_000, "used": 0, "left": 1_000}));
}

#[app_test(TestApp::with(|config| config.verify_email = Some(true)))]
async fn an_administrator_verifies_an_address(app: TestApp, mut user: visitor) {
    let new = json!({"name": "Ewa", "email": "ewa@example.com", "password": PASSWORD, "password_confirmation": PASSWORD});
    let made = user.post("/register", new).await;
    user.remember(&made);
    let mut admin = administrator(&app).await;
    let path = format!("/api/admin/users/{}", id(&user));
    assert_eq!(names(&mut admin, "search=ewa%40example").await, ["Ewa"], "found by the address that waits");
    admin.patch(&path, json!({"email_verified": false})).await.refused(422, "validation.failed");
    let seen = admin.patch(&path, json!({"email_verified": true, "name": "Ewa Nowa"})).await;
    assert!(seen.body["email_verified_at"].is_string(), "{}", seen.body);
    assert_eq!((&seen.body["name"], &seen.body["email"]), (&json!("Ewa Nowa"), &json!("ewa@example.com")));
    assert_eq!(user.get("/api/words").await.body["left"], 10_000, "at once, with the words of the plan");
    assert_eq!(actions(&mut admin).await, ["user.verified", "user.renamed"]);
}

#[app_test]
async fn a_user_is_suspended_and_the_suspension_lifted(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let path = format!("/api/admin/users/{}/suspension", id(&user));
    admin.delete(&path).await.refused(409, "admin.not-suspended");
    admin.put(&path).await.is(204);
    assert_eq!(admin.put(&path).await.status, 204, "twice is once");
    user.get("/api/user").await.refused(401, "auth.unauthenticated");
    let login = json!({"email": "anna@example.com", "password": PASSWORD});
    let mut again = app.visitor();
    again.language = Some("pl");
    let refused = again.post("/login", login.clone()).await.refused(403, "auth.suspended");
    assert_eq!(refused.body["message"], "To konto jest zawieszone. Napisz do administratora.");
    let wrong = again.post("/login", json!({"email": "anna@example.com", "password": "wrong horse"})).await;
    assert_eq!(wrong.problem(), (422, "auth.invalid-credentials"), "only the person learns of it");
    let link = admin.post(&format!("/api/admin/users/{}/link", id(&user)), json!({})).await;
    assert_eq!(enter(&app, &link.body["url"]).await.1, 403);
    admin.delete(&path).await.is(204);
    again.post("/login", login).await.is(200);
    assert_eq!(actions(&mut admin).await, ["user.reactivated", "user.link-made", "user.suspended"]);
}

#[app_test]
async fn an_account_is_erased_by_its_address(app: TestApp, mut top: super_administrator, mut user: anna) {
    let path = format!("/api/admin/users/{}", id(&user));
    top.delete_with(&path, json!({"email": "anne@example.com"})).await.wrong("email");
    top.delete_with(&path, json!({"email": " Anna@example.com "})).await.is(204);
    user.get("/api/user").await.refused(401, "auth.unauthenticated");
    top.get(&path).await.refused(404, "not-found");
    assert_eq!(names(&mut top, "search=anna").await, Vec::<String>::new());
    let log = top.get("/api/admin/audit-log").await;
    assert_eq!(log.body["data"][0]["action"], "user.erased");
    assert!(log.body["data"][0]["subject"]["name"].is_null(), "the log forgets the name with the account");
    assert!(!log.text().contains("anna@"), "{}", log.text());
}
