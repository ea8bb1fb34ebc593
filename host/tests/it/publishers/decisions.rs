//! Notices to a publisher about decisions, and the rollout state of its versions.

use super::register;
use super::reviews::{approved, submit};
use crate::prelude::*;

/// The latest notification: its kind, its text and its subject.
async fn bell(client: &mut Client) -> (String, String, Value) {
    let news = client.get("/api/notifications").await.body;
    let last = &news["data"][0];
    let text = |name: &str| last[name].as_str().unwrap_or_default().to_owned();
    (text("kind"), text("text"), last["about"].clone())
}

async fn standing(client: &mut Client, submission: &str) -> Value {
    client.get(&format!("/api/publisher/packages/{submission}")).await.body["standing"].clone()
}

#[app_test]
async fn p4_a_publisher_is_notified_of_every_decision_and_sees_the_rollout(app: TestApp) {
    let (mut admin, mut anna) = (administrator(&app).await, anna(&app).await);
    anna.language = Some("en");
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, true).await;
    let id = submit(&app, &mut anna, &key, Plain::new("motto", "1.1.0")).await;
    assert_eq!(standing(&mut anna, &id).await, Value::Null, "it is not approved yet");
    let path = format!("/api/admin/reviews/{id}/approve");
    let approve = json!({ "listed": true, "stage": "percent", "percent": 10 });
    admin.post(&path, approve).await.is(200);
    assert_eq!(standing(&mut anna, &id).await, json!({ "serves": "percent", "percent": 10, "reason": null }));

    let digest = anna.get(&format!("/api/publisher/packages/{id}")).await.body["digest"].clone();
    let half = json!({ "digest": digest, "stage": "percent", "percent": 50 });
    admin.post("/api/admin/plugins/motto/release", half).await.is(200);
    let (kind, text, about) = bell(&mut anna).await;
    assert_eq!((kind.as_str(), &about), ("version-decided", &json!(id)));
    assert_eq!(text, "Version 1.1.0 of motto now serves 50% of all accounts.");

    let path = "/api/admin/plugins/motto/rollback";
    admin.post(path, json!({ "reason": "" })).await.refused(422, "validation.failed");
    admin.post(path, json!({ "reason": "It forgets the <b>title</b>." })).await.is(200);
    let (_, text, _) = bell(&mut anna).await;
    assert_eq!(text, "Version 1.1.0 of motto was rolled back. Reason: It forgets the <b>title</b>.");
    let back = json!({ "serves": "rolled-back", "percent": null, "reason": "It forgets the <b>title</b>." });
    assert_eq!(standing(&mut anna, &id).await, back);
    let letters: i64 = app.value("SELECT count(*) FROM mails WHERE template = 'version-decided'").await;
    assert_eq!(letters, 2);
    let html = app.letter_html("version-decided").await;
    contains_all(&html, &["&lt;b&gt;title", &format!("/app/publisher/packages/{id}")]);
    let entry = admin.get("/api/admin/audit-log?per_page=1").await.body["data"][0].clone();
    assert_eq!(entry["action"], "plugin.rolled-back");
    assert_eq!(entry["details"]["reason"], "It forgets the <b>title</b>.", "{entry}");

    let digest = digest.as_str().expect("a digest");
    let closes = format!("/api/admin/packages/{digest}/quarantine");
    let body = Some(json!({ "reason": "We look at it." }));
    admin.call(Method::PUT, &closes, body).await.is(204);
    assert_eq!(standing(&mut anna, &id).await["serves"], "closed");
    admin.delete(&closes).await.is(204);
    assert!(bell(&mut anna).await.1.contains("was opened again"));
    let revokes = format!("/api/admin/packages/{digest}/revocation");
    let body = Some(json!({ "reason": "It is unsafe." }));
    admin.call(Method::PUT, &revokes, body).await.is(204);
    assert!(bell(&mut anna).await.1.contains("was revoked"));
    assert_eq!(standing(&mut anna, &id).await["serves"], "revoked");
    admin.delete("/api/admin/plugins/motto").await.is(204);
    assert!(bell(&mut anna).await.1.contains("Version 1.0.0 of motto was uninstalled"));
    assert_eq!(admin.get("/api/notifications").await.body["data"][0]["kind"], "review-requested");
    assert_eq!(actions(&mut admin).await[0], "plugin.uninstalled");
}

#[app_test]
async fn p4_an_approved_package_is_not_reviewed_again(app: TestApp) {
    let (mut admin, mut anna) = (administrator(&app).await, anna(&app).await);
    let key = register(&mut anna).await;
    let package = key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await);
    let sent = anna.send_package(package.clone()).await.body;
    let id = sent["id"].as_str().expect("an id");
    anna.post(&format!("/api/publisher/packages/{id}/submit"), json!({})).await.is(200);
    let approve = json!({ "listed": true, "stage": "all" });
    admin.post(&format!("/api/admin/reviews/{id}/approve"), approve).await.is(200);
    let again = anna.send_package(package).await.body;
    assert_eq!((&again["id"], &again["state"]), (&sent["id"], &json!("approved")), "{again}");
    let refused = anna.post(&format!("/api/publisher/packages/{id}/submit"), json!({})).await;
    assert_eq!(refused.problem(), (409, "publishers.not-checked"));
    assert_eq!(admin.get("/api/admin/reviews").await.body["total"], 0);
}
