//! Rollouts: one account, a plan, a percentage, everyone.

use crate::prelude::*;

#[app_test(workshop())]
async fn a_version_is_rolled_out_stage_by_stage(app: TestApp, mut admin: administrator, mut user: anna) {
    admin.installs(Plain::new("motto", "1.0.0").pack(&app).await).await;
    let staged = admin.install(Plain::new("motto", "2.0.0").pack(&app).await, "?stage=me").await.is(201);
    let digest = staged.string("digest");
    assert_eq!(version(&mut admin, "motto").await, "2.0.0");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    assert_eq!(admin.get("/api/tools/motto").await.body["version"], "2.0.0");

    let mut to = async |body: Value| {
        let mut whole = json!({ "digest": digest });
        whole.as_object_mut().expect("an object").extend(body.as_object().cloned().unwrap_or_default());
        admin.post("/api/admin/plugins/motto/release", whole).await
    };
    to(json!({ "stage": "plan" })).await.wrong("product_id");
    to(json!({ "stage": "plan", "product_id": 999_999 })).await.is(422);
    to(json!({ "stage": "percent", "percent": 100 })).await.is(422);
    to(json!({ "stage": "plan", "product_id": 1 })).await.is(200);
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    // Anna has the free plan.
    to(json!({ "stage": "plan", "product_id": 0 })).await.is(200);
    assert_eq!(version(&mut user, "motto").await, "2.0.0");
    assert_eq!(user.get("/api/tools?q=motto").await.body["tools"][0]["version"], "2.0.0");
    let few = to(json!({ "stage": "percent", "percent": 99 })).await;
    assert_eq!((few.status, &few.body["releases"][0]["state"]), (200, &json!("open")), "{}", few.body);
    let all = to(json!({ "stage": "all" })).await;
    let releases = all.body["releases"].as_array().expect("releases").len();
    assert_eq!((&all.body["version"], releases), (&json!("2.0.0"), 2), "{}", all.body);
    assert_eq!(version(&mut user, "motto").await, "2.0.0");
    to(json!({ "stage": "me" })).await.refused(409, "registry.serves-all");
}

#[app_test(workshop())]
async fn a_partial_rollout_is_rolled_back(app: TestApp, mut admin: administrator) {
    // A new plugin can start with a small rollout as well: others do not see it.
    admin.install(Plain::new("motto", "1.0.0").pack(&app).await, "?stage=me").await.is(201);
    assert_eq!(version(&mut admin, "motto").await, "1.0.0");
    let mut user = anna(&app).await;
    user.get("/api/tools/motto").await.is(404);
    admin
        .post("/api/admin/plugins/motto/rollback", json!({ "reason": "It fails." }))
        .await
        .is(200)
        .has(json!({ "/releases/0/state": "rolled-back" }));
    admin.get("/api/tools/motto").await.is(404);
}

#[app_test(workshop())]
async fn a_tool_of_the_server_is_replaced_by_its_makers_package_and_comes_back(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let bundled = user.get("/api/tools/email").await.body["version"].clone();
    admin.installs(Plain::new("email", "9.0.0").by("sitewright").pack(&app).await).await;
    assert_eq!(version(&mut user, "email").await, "9.0.0");
    let back = admin.post("/api/admin/plugins/email/rollback", json!({ "reason": "It fails." })).await;
    assert_eq!((back.status, &back.body["digest"]), (200, &json!(null)), "{}", back.body);
    assert_eq!(user.get("/api/tools/email").await.body["version"], bundled);
}
