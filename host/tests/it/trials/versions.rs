//! Which versions can be tried: every version that could be released, at any stage.

use super::FREE;
use crate::prelude::*;
use crate::publishers::register;
use crate::publishers::reviews::submit;
use crate::registry::ui::package;

async fn says(admin: &mut Client, digest: &str) -> Value {
    let trial = admin.trial(json!({ "package": digest }), FREE).await;
    let run = admin.tries(&trial, json!({ "topic": "tea" })).await.has(json!({ "status": "succeeded" })).body;
    run["outcome"]["text"].clone()
}

#[app_test(workshop())]
async fn each_version_can_be_tried_that_is_not_revoked(app: TestApp) {
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
    admin.put_with(&path(&older, "quarantine"), why.clone()).await.is(204);
    assert_eq!(says(&mut admin, &older).await, "0.9.0", "it is closed for customers alone");
    admin.put_with(&path(&older, "revocation"), why).await.is(204);
    admin.begins_trial(json!({ "package": older }), FREE).await.refused(409, "trials.not-there");
    admin.tries(&trial, json!({ "topic": "tea" })).await.refused(409, "trials.not-there");
}

#[app_test(workshop())]
async fn a_page_is_served_during_a_trial_of_its_version(app: TestApp) {
    let (mut admin, mut frame) = (administrator(&app).await, app.visitor());
    let digest = admin.installs(package(&app, "1.0.0").await).await;
    let page = format!("/plugin-ui/{digest}/index.html");
    let why = json!({ "reason": "It is looked at." });
    admin.put_with(&format!("/api/admin/packages/{digest}/quarantine"), why).await.is(204);
    frame.get(&page).await.is(404);
    let trial = admin.trial(json!({ "package": digest }), FREE).await;
    assert_eq!(admin.trial_view(&trial).await["tool"]["ui"]["entry"], page);
    let sent = frame.get(&page).await;
    assert_eq!((sent.status, sent.text().contains("<p>Motto</p>")), (200, true));
    assert!(sent.header("content-security-policy").starts_with("sandbox allow-scripts;"));
}

#[app_test]
async fn a_package_under_review_is_tried_without_being_installed(app: TestApp) {
    let (mut admin, mut anna) = (administrator(&app).await, anna(&app).await);
    let key = register(&mut anna).await;
    let id = submit(&app, &mut anna, &key, Plain::new("motto", "1.0.0")).await;
    let digest = admin.get(&format!("/api/admin/reviews/{id}")).await.body["digest"].clone();
    let digest = digest.as_str().expect("a digest");
    assert_eq!(says(&mut admin, digest).await, "1.0.0");
    admin.get("/api/admin/plugins/motto").await.is(404);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM packages").await, 0);

    // After it was returned only its publisher has access.
    let why = json!({ "reason_en": "Too short." });
    admin.post(&format!("/api/admin/reviews/{id}/return"), why).await.is(200);
    admin.begins_trial(json!({ "package": digest }), FREE).await.is(404);
}
