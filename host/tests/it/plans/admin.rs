//! Plans as administrators manage them, and permissions.

use super::{give, product};
use crate::mail::administrator;
use crate::prelude::*;

#[app_test]
async fn an_administrator_creates_changes_and_deletes_plans(app: TestApp, mut admin: administrator) {
    let id = admin.make_plan(json!({ "all_tools": false, "tools": ["translate", "email", "email"] })).await;
    let list = admin.get("/api/admin/products").await.is(200).has(json!({ "total": 5 }));
    let made = list.body["data"].as_array().expect("plans").iter().find(|plan| plan["id"] == id).expect("it");
    assert_eq!((&made["subscribers"], &made["tools"]), (&json!(0), &json!(["email", "translate"])));

    let changed = admin.change_plan(id, json!({ "ai_words": 7, "pages": 3, "projects": 4 })).await;
    changed.is(200).has(json!({ "ai_words": 7, "pages": 3 }));
    let path = format!("/api/admin/products/{id}");
    admin.delete(&path).await.is(204);
    admin.delete(&path).await.refused(404, "not-found");
    assert_eq!(admin.make_plan(json!({})).await, id + 1, "a number is never given twice");
    let log = actions(&mut admin).await;
    assert_eq!(log, ["product.created", "product.deleted", "product.changed", "product.created"]);
    let entry = admin.get("/api/admin/audit-log?action=product.changed").await.body["data"][0].clone();
    has(&entry["details"], json!({ "ai_words": [50_000, 7], "pages": [2_500, 3] }));
    assert_eq!((&entry["subject"]["kind"], &entry["subject"]["name"]), (&json!("product"), &json!("Bakery")));
}

#[app_test]
async fn errors_of_a_plan_are_reported_at_its_field(app: TestApp, mut admin: administrator) {
    admin.language = Some("en");
    for (changes, field) in [
        (json!({ "name_en": "  " }), "name_en"),
        (json!({ "name_pl": "x".repeat(61) }), "name_pl"),
        (json!({ "monthly_usd": -1 }), "monthly_usd"),
        (json!({ "projects": 0 }), "projects"),
        (json!({ "ai_words": "many" }), "ai_words"),
        (json!({ "pages": -1 }), "pages"),
        (json!({ "all_tools": false }), "tools"),
        (json!({ "all_tools": false, "tools": ["email", "no-such-tool"] }), "tools"),
    ] {
        admin.post("/api/admin/products", product(changes.clone())).await.wrong(field);
    }
    let free = admin.change_plan(0, json!({ "on_offer": false })).await.is(422);
    for field in ["monthly_usd", "annual_pln", "on_offer"] {
        assert!(free.body["errors"][field].is_array(), "{field}: {}", free.body);
    }
    admin.delete("/api/admin/products/0").await.refused(409, "plans.free-stays");
    admin.change_plan(99, json!({})).await.is(404);
    admin.delete("/api/admin/products/none").await.is(404);
    let mut conn = app.app.db.write_alone().await.expect("a connection");
    let kept = db::query("DELETE FROM products WHERE id = 0").execute(&mut conn).await;
    assert!(kept.is_err(), "the database keeps the free plan, too");
    drop(conn);
}

#[app_test]
async fn a_plan_with_subscribers_is_archived_and_keeps_them(app: TestApp, mut admin: administrator) {
    let mut client = app.user().await;
    let id = admin.make_plan(json!({})).await;
    let given = give(&mut admin, &client.id(), id, "annual").await;
    assert_eq!((given.status, &given.body["plan"]["id"]), (200, &json!(id)), "{}", given.body);
    assert!(given.body["renews_at"].as_str() > given.body["words_renew_at"].as_str(), "{}", given.body);
    admin.delete(&format!("/api/admin/products/{id}")).await.refused(409, "plans.in-use");

    admin.change_plan(id, json!({ "on_offer": false })).await.is(200);
    assert_eq!(client.get("/api/plan").await.body["plan"]["id"], id);
    let offer = client.get("/api/plans").await.body;
    assert!(offer["data"].as_array().expect("plans").iter().all(|plan| plan["id"] != id));
    let other = app.user().await;
    give(&mut admin, &other.id(), id, "annual").await.wrong("product_id");
    assert_eq!(give(&mut admin, &client.id(), id, "monthly").await.status, 200, "it is their own");
    give(&mut admin, "nobody", 1, "monthly").await.is(404);

    let log = actions(&mut admin).await;
    assert_eq!(log.iter().filter(|code| *code == "user.plan-changed").count(), 2, "{log:?}");
    let news = client.get("/api/notifications").await.body;
    assert_eq!(news["data"][0]["kind"], "plan-changed");
}

#[app_test]
async fn one_plan_is_recommended_and_the_account_sees_its_use(app: TestApp, mut admin: administrator) {
    let first = admin.make_plan(json!({ "recommended": true })).await;
    let second = admin.make_plan(json!({ "recommended": true })).await;
    let mut client = app.user().await;
    let plans = client.get("/api/plans").await.body["data"].clone();
    let marked: Vec<_> =
        plans.as_array().expect("plans").iter().filter(|plan| plan["recommended"] == true).collect();
    assert_eq!(marked.len(), 1, "{first} lost its mark");
    assert_eq!(marked[0]["id"], second);
    admin.change_plan(second, json!({ "recommended": false })).await.is(200);
    let plans = client.get("/api/plans").await.body["data"].clone();
    assert!(plans.as_array().expect("plans").iter().all(|plan| plan["recommended"] == false));
    client.get("/api/plan").await.has(json!({ "words_used": 0, "pages_used": 0 }));
}

#[app_test(TestApp::with_model([Reply::text("Three good words.")]))]
async fn the_words_of_the_last_thirty_days_are_counted(app: TestApp, model: model, mut user: user) {
    user.run(json!({ "topic": "tea" })).await;
    assert_eq!(user.get("/api/plan").await.body["words_used"], 3);
}
