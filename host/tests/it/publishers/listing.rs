//! The listing of a plugin: administrators decide, its publisher requests, unlists and lists it again.

use super::register;
use super::reviews::approved;
use crate::prelude::*;

const OWN: &str = "/api/publisher/plugins/motto/listing";
const ADMINS: &str = "/api/admin/plugins/motto/listing";

async fn put(client: &mut Client, path: &str, listed: bool) -> Answer {
    client.put_with(path, json!({ "listed": listed })).await
}

async fn kind(client: &mut Client) -> Value {
    client.get("/api/notifications").await.body["data"][0]["kind"].clone()
}

#[app_test]
async fn a_publisher_requests_listing_once_and_then_decides_itself(app: TestApp) {
    let (mut admin, mut anna) = (administrator(&app).await, anna(&app).await);
    let mut jan = jan(&app).await;
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, false).await;
    anna.get(OWN).await.has(json!({ "listed": false, "approved": false, "request": null }));
    jan.get(OWN).await.is(404);
    put(&mut jan, OWN, true).await.is(404);

    // It requests, withdraws, and requests again.
    let ask = json!({ "listed": true, "note": "It is ready." });
    let asked = anna.put_with(OWN, ask.clone()).await;
    has(&asked.body, json!({ "listed": false, "request": { "note": "It is ready." } }));
    assert_eq!(kind(&mut admin).await, "listing-requested");
    assert_eq!(put(&mut anna, OWN, false).await.body["request"], Value::Null);
    admin.delete("/api/admin/listing-requests/motto").await.refused(409, "publishers.not-asked");
    anna.put_with(OWN, ask.clone()).await;
    admin.get("/api/admin/listing-requests").await.has(json!({ "total": 1, "/data/0/publisher": "acme" }));
    admin.delete("/api/admin/listing-requests/motto").await.is(204);
    assert_eq!(kind(&mut anna).await, "listing-declined");

    anna.put_with(OWN, ask).await;
    put(&mut admin, ADMINS, true).await.is(204);
    assert_eq!(kind(&mut anna).await, "listing-approved");
    assert_eq!(admin.get("/api/admin/listing-requests").await.body["total"], 0);
    jan.get("/api/tools/motto").await.is(200);

    // From now on the publisher decides.
    assert_eq!(put(&mut anna, OWN, false).await.body["listed"], false);
    jan.get("/api/tools/motto").await.is(404);
    assert_eq!(put(&mut anna, OWN, true).await.body["listed"], true);
    jan.get("/api/tools/motto").await.is(200);

    // Until an administrator decides otherwise.
    put(&mut admin, ADMINS, false).await.is(204);
    assert_eq!(kind(&mut anna).await, "listing-ended");
    let asked = put(&mut anna, OWN, true).await;
    assert_eq!(
        (&asked.body["listed"], asked.body["request"].is_object()),
        (&json!(false), true),
        "{}",
        asked.body
    );
    let changes = actions(&mut admin).await.iter().filter(|action| *action == "plugin.listing").count();
    assert_eq!(changes, 4);
    let letters: i64 = app.value("SELECT COUNT(*) FROM mails WHERE template LIKE 'listing-%'").await;
    assert_eq!(letters, 3);
}

#[app_test]
async fn a_member_sees_the_listing_and_leaves_it_to_the_owners(app: TestApp) {
    let (mut admin, mut anna) = (administrator(&app).await, anna(&app).await);
    let mut jan = jan(&app).await;
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, true).await;
    super::members::join(&app, &mut anna, &mut jan, "jan@example.com", "member").await;
    assert_eq!(jan.get(OWN).await.body["listed"], true);
    put(&mut jan, OWN, false).await.refused(403, "publishers.owners-only");
}
