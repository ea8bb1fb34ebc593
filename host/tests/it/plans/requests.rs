//! Requests for plans, and administrators' decisions.

use crate::mail::administrator;
use crate::prelude::*;

impl Client {
    async fn ask(&mut self, product_id: i64, period: &str) -> Answer {
        self.post("/api/plan/request", json!({ "product_id": product_id, "period": period })).await
    }

    async fn open_requests(&mut self) -> Vec<Value> {
        let list = self.get("/api/admin/plan-requests").await.is(200);
        list.body["data"].as_array().expect("requests").clone()
    }

    async fn decide(&mut self, request: &Value, how: &str) -> Answer {
        let id = request["id"].as_str().expect("an id");
        self.post(&format!("/api/admin/plan-requests/{id}/{how}"), json!({})).await
    }

    /// Kind and text of the newest notification.
    async fn newest(&mut self) -> (Value, Value) {
        let news = self.get("/api/notifications").await.body["data"][0].clone();
        (news["kind"].clone(), news["text"].clone())
    }
}

#[app_test]
async fn a_request_is_accepted_and_the_words_are_there(app: TestApp) {
    let (mut admin, mut client) = (administrator(&app).await, app.user().await);
    let asked = client.ask(3, "annual").await.is(201);
    let request = &asked.body["request"];
    assert_eq!((&request["product_id"], &request["period"]), (&json!(3), &json!("annual")));
    assert_eq!(client.subscription().await.1, 10_000, "asking changes nothing");

    admin.language = Some("pl");
    let (kind, text) = admin.newest().await;
    assert_eq!((kind, text), (json!("plan-requested"), json!("Test Person prosi o plan Agencja.")));
    let open = admin.open_requests().await;
    assert_eq!(open.len(), 1);
    assert_eq!((&open[0]["plan"], &open[0]["has"]), (&json!("Agencja"), &json!("Darmowy")));
    admin.decide(&open[0], "accept").await.is(204);
    admin.decide(&open[0], "accept").await.refused(409, "plans.request-closed");

    assert_eq!(client.subscription().await.1, 1_000_000);
    assert_eq!(client.get("/api/plan").await.body["request"], Value::Null);
    client.language = Some("en");
    let (kind, text) = client.newest().await;
    assert_eq!(kind, "plan-changed");
    assert_eq!(text, "You now have the Agency plan: 1,000,000 words a month.");
    assert!(admin.open_requests().await.is_empty());
}

#[app_test]
async fn a_request_is_declined_or_withdrawn(app: TestApp, mut admin: administrator, mut client: user) {
    client.ask(1, "monthly").await.is(201);
    assert_eq!(client.ask(2, "monthly").await.status, 201, "a second request replaces the first");
    let open = admin.open_requests().await;
    assert_eq!((open.len(), &open[0]["product_id"]), (1, &json!(2)));
    admin.decide(&open[0], "decline").await.is(204);
    assert_eq!(client.newest().await.0, "plan-declined");
    assert_eq!(client.get("/api/plan").await.body["plan"]["id"], 0);

    client.ask(1, "monthly").await.is(201);
    let open = admin.open_requests().await;
    client.delete("/api/plan/request").await.is(204);
    client.delete("/api/plan/request").await.refused(404, "not-found");
    admin.decide(&open[0], "accept").await.refused(409, "plans.request-closed");
    admin.decide(&json!({ "id": "none" }), "accept").await.is(404);
}

#[app_test]
async fn the_current_plan_and_unavailable_plans_cannot_be_requested(app: TestApp) {
    let (mut admin, mut client) = (administrator(&app).await, app.user().await);
    assert_eq!(
        client.ask(0, "annual").await.problem(),
        (409, "plans.own"),
        "what is free is not paid by the year"
    );
    client.ask(77, "monthly").await.is(422);
    let id = admin.make_plan(json!({ "on_offer": false })).await;
    client.ask(id, "monthly").await.wrong("product_id");
    assert!(admin.open_requests().await.is_empty());

    // Assigning the requested plan fulfils the request, too.
    client.ask(2, "annual").await.is(201);
    super::give(&mut admin, &client.id(), 2, "annual").await.is(200);
    assert!(admin.open_requests().await.is_empty());
}
