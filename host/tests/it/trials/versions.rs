//! Which versions can be tried: every version that could be released, at any stage.

use reqwest::Method;
use serde_json::{Value, json};

use super::FREE;
use crate::{
    admin::{administrator, anna},
    publishers::{register, reviews::submit},
    registry::{ui::package, version, workshop},
    util::{Client, TestApp, packages::Plain},
};

async fn says(admin: &mut Client, digest: &str) -> Value {
    let trial = admin.trial(json!({ "package": digest }), FREE).await;
    let run = admin.tries(&trial, json!({ "topic": "tea" })).await.body;
    assert_eq!(run["status"], "succeeded", "{run}");
    run["outcome"]["text"].clone()
}

#[tokio::test]
async fn each_version_can_be_tried_that_is_not_revoked() {
    let app = workshop().await;
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let first = admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let waiting = admin.installs(Plain::new("motto", "1.1.0").asking().pack(&app).await).await;
    let older = admin.installs(Plain::new("motto", "0.9.0").pack(&app).await).await;
    for (digest, expected) in [(&first, "1.0.0"), (&waiting, "1.1.0"), (&older, "0.9.0")] {
        assert_eq!(says(&mut admin, digest).await, expected);
    }
    assert_eq!(version(&mut user, "motto").await, "1.0.0");

    let trial = admin.trial(json!({ "package": older }), FREE).await;
    let why = json!({ "reason": "It is looked at." });
    let path = |digest: &str, what: &str| format!("/api/admin/packages/{digest}/{what}");
    let closed = admin.call(Method::PUT, &path(&older, "quarantine"), Some(why.clone())).await;
    assert_eq!(closed.status, 204, "{}", closed.body);
    assert_eq!(says(&mut admin, &older).await, "0.9.0", "it is closed for customers alone");
    let revoked = admin.call(Method::PUT, &path(&older, "revocation"), Some(why)).await;
    assert_eq!(revoked.status, 204, "{}", revoked.body);
    let refused = admin.begins_trial(json!({ "package": older }), FREE).await;
    assert_eq!(refused.problem(), (409, "trials.not-there"), "{}", refused.body);
    let refused = admin.tries(&trial, json!({ "topic": "tea" })).await;
    assert_eq!(refused.problem(), (409, "trials.not-there"), "{}", refused.body);
    app.stop().await;
}

#[tokio::test]
async fn a_page_is_served_during_a_trial_of_its_version() {
    let app = workshop().await;
    let (mut admin, mut frame) = (administrator(&app).await, app.visitor());
    let digest = admin.installs(package(&app, "1.0.0").await).await;
    let page = format!("/plugin-ui/{digest}/index.html");
    let why = json!({ "reason": "It is looked at." });
    let quarantine = format!("/api/admin/packages/{digest}/quarantine");
    assert_eq!(admin.call(Method::PUT, &quarantine, Some(why)).await.status, 204);
    assert_eq!(frame.get(&page).await.status, 404);
    let trial = admin.trial(json!({ "package": digest }), FREE).await;
    assert_eq!(admin.trial_view(&trial).await["tool"]["ui"]["entry"], page);
    let sent = frame.get(&page).await;
    assert_eq!((sent.status, sent.text().contains("<p>Motto</p>")), (200, true));
    assert!(sent.header("content-security-policy").starts_with("sandbox allow-scripts;"));
    app.stop().await;
}

#[tokio::test]
async fn a_package_under_review_is_tried_without_being_installed() {
    let app = TestApp::start().await;
    let (mut admin, mut anna) = (administrator(&app).await, anna(&app).await);
    let key = register(&mut anna).await;
    let id = submit(&app, &mut anna, &key, Plain::new("motto", "1.0.0")).await;
    let digest = admin.get(&format!("/api/admin/reviews/{id}")).await.body["digest"].clone();
    let digest = digest.as_str().expect("a digest");
    assert_eq!(says(&mut admin, digest).await, "1.0.0");
    assert_eq!(admin.get("/api/admin/plugins/motto").await.status, 404);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM packages").await, 0);

    // After it was returned only its publisher has access.
    let why = json!({ "reason_en": "Too short." });
    assert_eq!(admin.post(&format!("/api/admin/reviews/{id}/return"), why).await.status, 200);
    assert_eq!(admin.begins_trial(json!({ "package": digest }), FREE).await.status, 404);
    app.stop().await;
}
