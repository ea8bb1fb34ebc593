//! Reviews of packages.

use super::register;
use crate::prelude::*;
use crate::util::packages::LONGEST;

/// Uploads a version, submits it and returns its id.
pub async fn submit(app: &TestApp, client: &mut Client, key: &Key, package: Plain) -> String {
    let sent = client.send_package(key.sign(&package.by("acme").pack(app).await)).await;
    assert_eq!(sent.body["state"], "checked", "{}", sent.body);
    let id = sent.id();
    let note = json!({ "note": "Please look at it." });
    client.post(&format!("/api/publisher/packages/{id}/submit"), note).await.is(200);
    id
}

/// Publishes a plugin `motto` for everyone, listed or not.
pub async fn approved(app: &TestApp, admin: &mut Client, owner: &mut Client, key: &Key, listed: bool) {
    let id = submit(app, owner, key, Plain::new("motto", "1.0.0")).await;
    let approve = json!({ "listed": listed, "stage": "all" });
    admin.post(&format!("/api/admin/reviews/{id}/approve"), approve).await.is(200);
}

async fn finds(client: &mut Client, tool: &str) -> bool {
    let list = client.get("/api/tools").await;
    list.body["tools"].as_array().expect("tools").iter().any(|one| one["id"] == tool)
}

#[app_test]
async fn an_approved_package_is_in_the_catalogue(app: TestApp, mut admin: administrator, mut anna: anna) {
    let key = register(&mut anna).await;
    let id = submit(&app, &mut anna, &key, Plain::new("motto", "1.0.0").asking()).await;
    anna.get("/api/tools/motto").await.is(404);
    let bell = admin.get("/api/notifications").await;
    assert_eq!(bell.body["data"][0]["kind"], "review-requested", "{}", bell.body);

    admin.get("/api/admin/reviews").await.has(json!({ "total": 1, "/data/0/plugin": "motto" }));
    let path = format!("/api/admin/reviews/{id}");
    let review = admin.get(&path).await;
    assert_eq!(review.body["more"][0]["import"], "model", "{}", review.body);
    assert_eq!((&review.body["note"], &review.body["serves"]), (&json!("Please look at it."), &json!(null)));
    assert_eq!(review.body["facts"]["texts"].as_array().map(Vec::len), Some(2));
    assert!(admin.get(&format!("{path}/package")).await.bytes.starts_with(b"PK"));

    let approve = json!({ "listed": true, "stage": "all" });
    let approved = admin.post(&format!("{path}/approve"), approve.clone()).await;
    assert_eq!((approved.status, &approved.body["state"]), (200, &json!("approved")), "{}", approved.body);
    assert!(finds(&mut anna, "motto").await);
    assert_eq!(version(&mut anna, "motto").await, "1.0.0");
    assert_eq!(anna.get("/api/notifications").await.body["data"][0]["kind"], "review-approved");
    let letter = app.letter(Some("review-approved")).await;
    assert!(letter.contains(&format!("/app/publisher/packages/{id}")), "{letter}");
    assert_eq!(actions(&mut admin).await[0], "review.approved");
    admin.post(&format!("{path}/approve"), approve).await.refused(409, "publishers.not-submitted");

    // The next version is compared with it, and additional permissions need no second approval.
    let id = submit(&app, &mut anna, &key, Plain::new("motto", "1.1.0")).await;
    let path = format!("/api/admin/reviews/{id}");
    admin.get(&path).await.has(json!({ "serves": "1.0.0", "/less/0/import": "model" }));
    let me = json!({ "listed": true, "stage": "me" });
    admin.post(&format!("{path}/approve"), me).await.is(200);
    assert_eq!(
        (version(&mut anna, "motto").await, version(&mut admin, "motto").await),
        ("1.0.0".into(), "1.1.0".into())
    );
}

#[app_test]
async fn a_returned_package_leaves_nothing_behind(app: TestApp, mut admin: administrator, mut anna: anna) {
    let key = register(&mut anna).await;
    let id = submit(&app, &mut anna, &key, Plain::new("motto", "1.0.0")).await;
    let path = format!("/api/admin/reviews/{id}");
    admin.post(&format!("{path}/try"), json!({})).await.is(200).has(json!({ "tried": true }));
    assert_eq!(version(&mut admin, "motto").await, "1.0.0");
    run(&mut anna, "motto").await.is(404);

    let nothing = admin.post(&format!("{path}/return"), json!({ "reason_en": " " })).await;
    assert_eq!(nothing.body["errors"].as_object().map(|errors| errors.contains_key("reason_en")), Some(true));
    let why = json!({ "reason_en": "Say less.", "reason_pl": "Mniej słów." });
    admin.post(&format!("{path}/return"), why).await.is(200).has(json!({ "state": "returned" }));
    run(&mut admin, "motto").await.is(404);
    let own = format!("/api/publisher/packages/{id}");
    assert_eq!(anna.get(&own).await.body["decision"], "Say less.");
    anna.cookies.insert("locale".into(), "pl".into());
    assert_eq!(anna.get(&own).await.body["decision"], "Mniej słów.");

    // It can be submitted again, and withdrawn.
    let again = anna.post(&format!("{own}/submit"), json!({ "note": "Shorter." })).await;
    assert_eq!((&again.body["state"], &again.body["decision"]), (&json!("submitted"), &json!(null)));
    admin.post(&format!("{path}/try"), json!({})).await.is(200);
    assert_eq!(anna.post(&format!("{own}/withdraw"), json!({})).await.body["state"], "checked");
    run(&mut admin, "motto").await.is(404);
    let late = admin.post(&format!("{path}/approve"), json!({ "listed": true, "stage": "all" })).await;
    assert_eq!(late.problem(), (409, "publishers.not-submitted"));
}

#[app_test]
async fn a_publisher_sees_statistics_without_users(app: TestApp, mut admin: administrator, mut anna: anna) {
    let key = register(&mut anna).await;
    let id = submit(&app, &mut anna, &key, Plain::new("motto", "1.0.0")).await;
    let body = json!({ "listed": true, "stage": "all" });
    admin.post(&format!("/api/admin/reviews/{id}/approve"), body).await.is(200);
    let document = run(&mut admin, "motto").await.string("document_id");
    let rating = Some(json!({ "rating": "good" }));
    admin.call(Method::PUT, &format!("/api/documents/{document}/rating"), rating).await.is(204);
    run(&mut anna, "motto").await;
    admin.run_to_end("motto", json!({ "topic": "a".repeat(LONGEST) })).await;
    registry::settle(&app.app).await.expect("stored");

    anna.get("/api/publisher/plugins").await.has(json!({ "total": 1, "/data/0/version": "1.0.0" }));
    let stats = anna.get("/api/publisher/plugins/motto/stats?days=2").await;
    let expected =
        json!({ "runs": 3, "faults": 0, "breakdowns": 1, "accounts": 2, "words": 0, "good": 1, "bad": 0 });
    assert_eq!(stats.body["total"], expected, "{}", stats.body);
    assert_eq!(stats.body["versions"][0]["version"], "1.0.0");
    assert!(!stats.text().contains(&crate::admin::id(&admin)), "{}", stats.text());
    let answer = anna.get("/api/publisher/plugins/motto/stats.csv").await;
    let table = answer.text();
    let titles =
        "\u{feff}\"day\",\"runs\",\"faults\",\"breakdowns\",\"accounts\",\"words\",\"good\",\"bad\"\r\n\"20";
    assert!(table.starts_with(titles), "{table}");
    anna.get("/api/publisher/plugins/motto/stats?days=91").await.is(422);
    admin.get("/api/publisher/plugins/motto/stats").await.is(404);
}

#[app_test]
async fn users_do_not_approve_their_own_packages(app: TestApp, mut admin: administrator) {
    let key = register(&mut admin).await;
    let id = submit(&app, &mut admin, &key, Plain::new("motto", "1.0.0")).await;
    let path = format!("/api/admin/reviews/{id}");
    assert_eq!(admin.get(&path).await.body["may_approve"], false);
    let body = json!({ "listed": true, "stage": "all" });
    admin.post(&format!("{path}/approve"), body.clone()).await.refused(403, "publishers.own");
    run(&mut admin, "motto").await.is(404);
    let mut other = person(&app, Role::Admin, "Ewa", "ewa@example.com").await;
    other.post(&format!("{path}/approve"), body.clone()).await.is(200);

    let id = submit(&app, &mut admin, &key, Plain::new("motto", "1.0.1")).await;
    let mut boss = super_administrator(&app).await;
    boss.post(&format!("/api/admin/reviews/{id}/approve"), body).await.is(200);
}

#[app_test]
async fn all_members_are_notified_of_a_review(app: TestApp) {
    let (mut admin, mut anna, mut jan) = (administrator(&app).await, anna(&app).await, jan(&app).await);
    let key = register(&mut anna).await;
    super::members::join(&app, &mut anna, &mut jan, "jan@example.com", "member").await;
    let review = submit(&app, &mut jan, &key, Plain::new("motto", "1.0.0")).await;
    let back = json!({ "reason_en": "Say less." });
    admin.post(&format!("/api/admin/reviews/{review}/return"), back).await.is(200);
    assert_eq!(
        (&super::members::kinds(&mut anna).await[0], &super::members::kinds(&mut jan).await[0]),
        (&"review-returned".to_owned(), &"review-returned".to_owned())
    );
    let letters: i64 = app.value("SELECT COUNT(*) FROM mails WHERE template = 'review-returned'").await;
    assert_eq!(letters, 2);
}

#[app_test]
async fn an_administrator_does_not_approve_packages_of_their_publisher(
    app: TestApp,
    mut admin: administrator,
    mut anna: anna,
) {
    let key = register(&mut anna).await;
    super::members::join(&app, &mut anna, &mut admin, "adam@example.com", "member").await;
    let review = submit(&app, &mut anna, &key, Plain::new("motto", "1.0.0")).await;
    let path = format!("/api/admin/reviews/{review}");
    assert_eq!(admin.get(&path).await.body["may_approve"], false);
    let approve = json!({ "listed": true, "stage": "all" });
    admin.post(&format!("{path}/approve"), approve).await.refused(403, "publishers.own");
}
