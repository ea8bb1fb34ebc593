//! The server enforces plan limits, and refusals name the limit and the plan.

use super::{give, product};
use crate::mail::administrator;
use crate::prelude::*;

/// A server with the test plugins, its administrator, and a user with a plan changed like this.
async fn with_plan(changes: Value) -> (TestApp, Client, Client, i64) {
    let app = TestApp::with_plugins(|_| {}).await;
    let mut admin = administrator(&app).await;
    let client = app.user().await;
    let plan = admin.make_plan(changes).await;
    give(&mut admin, &client.id(), plan, "monthly").await.is(200);
    (app, admin, client, plan)
}

async fn send_table(client: &mut Client, tool: &str, rows: usize) -> Answer {
    let table = format!("Topic\r\n{}", "tea\r\n".repeat(rows));
    client.upload(Method::POST, &format!("/api/tools/{tool}/bulk"), "text/csv", table).await
}

#[tokio::test]
async fn a_tool_that_the_plan_does_not_have_is_locked_and_refused() {
    let (app, mut admin, mut client, plan) =
        with_plan(json!({ "all_tools": false, "tools": [HOSTILE] })).await;
    client.language = Some("en");
    let catalogue = client.get("/api/tools").await.body;
    let lock = |id: &str| {
        let tools = catalogue["tools"].as_array().expect("tools");
        tools.iter().find(|tool| tool["id"] == id).expect("the tool")["lock"].clone()
    };
    assert_eq!((lock(HOSTILE), lock(SCRIPTED)), (Value::Null, json!({ "plan": "Free" })));
    assert_eq!(client.get(&format!("/api/tools/{SCRIPTED}")).await.body["lock"], json!({ "plan": "Free" }));

    let refused = client.run(json!({ "topic": "tea" })).await.refused(402, "plans.tool-locked");
    let message = refused.body["message"].as_str().expect("a message");
    assert!(message.contains("Bakery") && message.contains("Free"), "{message}");
    send_table(&mut client, SCRIPTED, 1).await.refused(402, "plans.tool-locked");

    let all = product(json!({}));
    admin.put_with(&format!("/api/admin/products/{plan}"), all).await.is(200);
    client.run(json!({ "topic": "tea" })).await.is(201);
    app.stop().await;
}

#[tokio::test]
async fn a_table_uploaded_under_a_larger_plan_waits_for_one() {
    let (app, mut admin, mut client, plan) = with_plan(json!({ "bulk_rows": 3 })).await;
    let refused = send_table(&mut client, SCRIPTED, 4).await.refused(402, "plans.bulk-rows");
    assert_eq!((&refused.body["max"], &refused.body["rows"]), (&json!(3), &json!(4)));
    let job = send_table(&mut client, SCRIPTED, 3).await.is(201);
    let start = format!("/api/bulk/{}/start", job.body["id"].as_str().expect("an id"));

    for (changes, code) in [
        (json!({ "bulk_rows": 2 }), "plans.bulk-rows"),
        (json!({ "all_tools": false, "tools": [HOSTILE] }), "plans.tool-locked"),
    ] {
        admin.change_plan(plan, changes).await.is(200);
        client.post(&start, json!({})).await.refused(402, code);
    }
    admin.change_plan(plan, json!({})).await.is(200);
    client.post(&start, json!({})).await.is(200);
    app.stop().await;
}

#[tokio::test]
async fn requests_at_once_do_not_begin_more_runs_than_a_day_has() {
    let (app, _admin, client, _) = with_plan(json!({ "runs_per_day": 3 })).await;
    let mut clients: Vec<_> = (0..10).map(|_| client.program()).collect();
    let runs = clients.iter_mut().map(|client| client.run(json!({ "topic": "tea" })));
    let answers = join_all(runs).await;
    let begun = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(begun, 3, "{answers:?}");
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 201).collect();
    assert!(refused.iter().all(|answer| answer.problem() == (402, "plans.runs-per-day")), "{refused:?}");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM runs").await, 3);
    app.stop().await;
}

#[tokio::test]
async fn the_same_request_twice_counts_once_and_a_deleted_project_gives_no_run_back() {
    let (app, _admin, mut client, _) = with_plan(json!({ "runs_per_day": 1 })).await;
    let added = json!({ "domain": "example.pl", "language_code": "pl", "location_code": 2616 });
    let project = client.post("/api/project/addProject", added).await.body["project"]["id"].clone();
    client.fetch_csrf_token().await;
    for _ in 0..2 {
        let path = format!("/api/tools/{SCRIPTED}/runs");
        let request = client.request(Method::POST, &path).json(&json!({ "input": { "topic": "tea" } }));
        let request = request.header("idempotency-key", "one").header("prefer", "wait=30");
        client.send(request).await.is(201);
    }
    client.run(json!({ "topic": "tea" })).await.refused(402, "plans.runs-per-day");
    client.post("/api/project/deleteProject", json!({ "projectID": project })).await.is(200);
    client.run(json!({ "topic": "tea" })).await.refused(402, "plans.runs-per-day");
    app.stop().await;
}

#[tokio::test]
async fn requests_at_once_do_not_make_more_projects_than_the_plan_has_room_for() {
    let (app, _admin, mut client, _) = with_plan(json!({ "projects": 2 })).await;
    let mut clients: Vec<_> = (0..8).map(|_| client.program()).collect();
    let added = clients.iter_mut().enumerate().map(|(number, client)| async move {
        let domain = format!("site-{number}.pl");
        let project = json!({ "domain": domain, "language_code": "pl", "location_code": 2616 });
        client.post("/api/project/addProject", project).await
    });
    let answers = join_all(added).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 2, "{answers:?}");
    let refused = answers.iter().find(|answer| answer.status != 201).expect("a refusal");
    assert_eq!((refused.problem(), &refused.body["max"]), ((402, "projects.limit"), &json!(2)));
    let projects = client.get("/api/project/getUserProjects").await.body;
    assert_eq!(projects["projects"].as_array().map(Vec::len), Some(2));
    app.stop().await;
}
