//! Figures for administrators: the list of users, its table, the overview, and the figures of plugins.

use crate::prelude::*;

async fn names(admin: &mut Client, query: &str) -> Vec<String> {
    let list = admin.get(&format!("/api/admin/users?{query}")).await.is(200).body;
    let users = list["data"].as_array().expect("users");
    users.iter().map(|user| user["name"].as_str().expect("a name").to_owned()).collect()
}

async fn row(admin: &mut Client, email: &str) -> Value {
    admin.get(&format!("/api/admin/users?search={email}")).await.is(200).body["data"][0].clone()
}

fn failing() -> Value {
    json!({ "do": "memory" })
}

#[app_test(TestApp::with_model([Reply::text("Fresh tea every day.")]))]
async fn the_list_of_users_shows_plan_words_and_runs_and_is_sorted_by_them(app: TestApp) {
    let mut admin = administrator(&app).await;
    let (mut user, _other) = (anna(&app).await, jan(&app).await);
    for _ in 0..2 {
        user.run(json!({ "topic": "tea" })).await.is(201);
    }
    let path = format!("/api/admin/users/{}/plan", id(&user));
    admin.put_with(&path, json!({ "product_id": 2, "period": "monthly" })).await.is(200);
    user.run(json!({ "topic": "tea" })).await.is(201);
    let seen = row(&mut admin, "anna@example.com").await;
    has(&seen, json!({ "plan": "Pro", "plan_id": 2, "allowance": 300_000, "words_used": 4, "runs": 3 }));
    has(
        &row(&mut admin, "jan@example.com").await,
        json!({ "plan": "Free", "words_used": 0, "runs": 0, "cost_usd": 0.0 }),
    );
    for (query, first) in [
        ("sort=words", "Anna Łąka"),
        ("sort=runs&order=desc", "Anna Łąka"),
        ("sort=plan", "Anna Łąka"),
        ("sort=name", "Adam Admin"),
        ("sort=name&order=desc", "Jan"),
        ("sort=joined&order=asc", "Adam Admin"),
        ("sort=cost&order=asc", "Adam Admin"),
    ] {
        assert_eq!(names(&mut admin, query).await[0], first, "{query}");
    }
    assert_eq!(names(&mut admin, "plan=2").await, ["Anna Łąka"]);
    assert_eq!(names(&mut admin, "plan=0&sort=name").await, ["Adam Admin", "Jan"]);
    admin.get("/api/admin/users?sort=secret").await.is(400);
}

#[app_test]
async fn users_are_filtered_by_state(app: TestApp, mut admin: administrator, user: anna) {
    let _late = jan(&app).await;
    app.execute("UPDATE users SET email_verified_at = NULL WHERE email = 'jan@example.com'").await;
    admin.put(&format!("/api/admin/users/{}/suspension", id(&user))).await.is(204);
    assert_eq!(names(&mut admin, "state=active").await, ["Adam Admin"]);
    assert_eq!(names(&mut admin, "state=unverified").await, ["Jan"]);
    assert_eq!(names(&mut admin, "state=suspended").await, ["Anna Łąka"]);
}

#[app_test]
async fn the_table_of_users_has_the_filtered_list_without_formulas(app: TestApp, mut admin: administrator) {
    let evil = person(&app, Role::User, "=HYPERLINK(\"http://evil.test\")", "evil@example.com").await;
    let _jan = jan(&app).await;
    let table = admin.get("/api/admin/users.csv?search=evil").await.is(200);
    assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
    assert!(table.header("content-disposition").contains("filename"), "a file");
    let text = table.text();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains("\"'=HYPERLINK(") && text.contains("\"evil@example.com\""), "{text}");
    assert!(text.contains("\"Free\",\"0\",\"10000\",\"0\",\"0.0000\""), "{text}");
    let mut evil = evil;
    evil.get("/api/admin/users.csv").await.refused(403, "auth.forbidden");
}

#[app_test]
async fn the_audit_log_counts_saved_users_and_names_none(app: TestApp, mut admin: administrator) {
    let (_anna, _jan) = (anna(&app).await, jan(&app).await);
    admin.get("/api/admin/users.csv?search=jan@example.com").await.is(200);
    admin.get("/api/admin/users.csv").await.is(200);
    admin.get("/api/admin/users.csv?sort=secret").await.is(400);
    let log = admin.get("/api/admin/audit-log?action=users.exported").await.has(json!({
        "total": 2,
        "/data/0/actor/id": id(&admin),
        "/data/0/details": { "count": 3 },
        "/data/1/details": { "count": 1 },
        "/data/1/subject/id": "users.csv",
    }));
    assert!(!log.body.to_string().contains("jan@example.com"), "{}", log.body);
}

#[app_test(TestApp::with_model([Reply::text("Fresh tea every day.")]))]
async fn the_overview_sums_days_and_compares_them_with_those_before(app: TestApp) {
    let mut admin = administrator(&app).await;
    let (mut user, mut other) = (anna(&app).await, jan(&app).await);
    user.run(json!({ "topic": "tea" })).await.is(201);
    other.run(json!({ "topic": "tea" })).await.is(201);
    user.run_to_end(HOSTILE, failing()).await.is(201);
    // Another account, and its run, were 40 days ago.
    let _late = ewa(&app).await;
    app.execute("UPDATE users SET created_at = created_at - 3456000000 WHERE email = 'ewa@example.com'")
        .await;
    app.execute(
        "UPDATE runs SET created_at = created_at - 3456000000 WHERE account_id = (SELECT id FROM users WHERE email = 'jan@example.com')",
    )
    .await;
    let path = format!("/api/admin/users/{}/plan", id(&user));
    admin.put_with(&path, json!({ "product_id": 1, "period": "monthly" })).await.is(200);

    let seen = admin.get("/api/admin/overview").await.is(200).body;
    assert_eq!(seen["days"].as_array().map(Vec::len), Some(30));
    has(&seen["now"], json!({ "sign_ups": 3, "active": 1, "runs": 2, "failed": 1, "words": 8, "paid": 1 }));
    has(
        &seen["before"],
        json!({ "sign_ups": 1, "active": 1, "runs": 1, "failed": 0, "words": 0, "paid": 0 }),
    );
    has(&seen["days"][29], json!({ "sign_ups": 3, "active": 1, "runs": 2 }));
    assert_eq!(seen["accounts"], 4);
    let plans = seen["money"]["plans"].as_array().expect("plans");
    has(&plans[1], json!({ "id": 1, "accounts": 1, "monthly_usd": 3_900, "monthly_pln": 9_900 }));
    let all = admin.get("/api/admin/overview?days=90").await.is(200).body;
    assert_eq!(all["days"].as_array().map(Vec::len), Some(90));
    has(&all["now"], json!({ "sign_ups": 4, "active": 2, "runs": 3 }));
    admin.get("/api/admin/overview?days=31").await.is(400);
}

#[app_test]
async fn the_overview_counts_what_waits_for_an_administrator(app: TestApp, mut admin: administrator) {
    let mut user = anna(&app).await;
    let nothing = json!({
        "failed_jobs": 0, "failed_mails": 0, "quarantined": 0, "waiting": 0, "reviews": 0, "plan_requests": 0,
        "refused_shops": 0,
    });
    has(&admin.get("/api/admin/overview").await.body["attention"], nothing);
    user.post("/api/plan/request", json!({ "product_id": 1, "period": "monthly" })).await.is(201);
    admin.post(&format!("/api/admin/users/{}/password-reset", id(&user)), json!({})).await.is(202);
    app.execute("UPDATE mails SET status = 'failed' WHERE id = (SELECT MIN(id) FROM mails)").await;
    has(
        &admin.get("/api/admin/overview").await.body["attention"],
        json!({ "failed_mails": 1, "plan_requests": 1 }),
    );
}

#[app_test(TestApp::with_model([Reply::text("Fresh tea every day.")]))]
async fn plugins_have_their_runs_failures_and_words(app: TestApp, mut admin: administrator, mut user: anna) {
    user.run(json!({ "topic": "tea" })).await.is(201);
    user.run_to_end(HOSTILE, failing()).await.is(201);
    let report = admin.get(&format!("/api/admin/plugins/{SCRIPTED}/figures")).await.is(200).body;
    assert_eq!(report["days"].as_array().map(Vec::len), Some(30));
    has(
        &report,
        json!({ "now": { "runs": 1, "failed": 0, "words": 4 }, "before": { "runs": 0 }, "accounts": 1 }),
    );
    admin.get("/api/admin/plugins/nothing/figures").await.refused(404, "not-found");
    let list = admin.get("/api/admin/plugins?sort=failed&order=desc").await.is(200).body;
    has(&list["data"][0], json!({ "id": HOSTILE, "runs": 1, "failed": 1 }));
    let list = admin.get("/api/admin/plugins?sort=words&order=desc").await.is(200).body;
    has(&list["data"][0], json!({ "id": SCRIPTED, "runs": 1, "words": 4 }));
}
