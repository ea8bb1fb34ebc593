//! Deleting a project: its data is deleted, the ledger stays, and nothing else is affected.

use super::until;
use crate::prelude::*;

/// Rows of runs, documents, versions, bulk jobs, their rows and kits.
async fn rows(app: &TestApp) -> Vec<i64> {
    let mut rows = Vec::new();
    for count in [
        "SELECT count(*) FROM runs",
        "SELECT count(*) FROM documents",
        "SELECT count(*) FROM document_versions",
        "SELECT count(*) FROM bulk_jobs",
        "SELECT count(*) FROM bulk_rows",
        "SELECT count(*) FROM brand_kits",
        "SELECT count(*) FROM selected_projects",
    ] {
        rows.push(app.value(count).await);
    }
    rows
}

#[app_test(TestApp::with_model([Reply::text("Three good words.")]))]
async fn all_related_data_goes_and_the_ledger_keeps_every_row(app: TestApp, mut client: user) {
    let kept = client.project("kept.pl").await;
    client.run(json!({ "topic": "tea" })).await;
    client.save_kit("Kept").await;
    let before = rows(&app).await;

    let doomed = client.project("doomed.pl").await;
    client.save_kit("Doomed").await;
    let document = client.run(json!({ "topic": "coffee" })).await.string("document_id");
    let change = json!({ "title": "Coffee", "version": 1 });
    client.patch(&format!("/api/documents/{document}"), change).await.is(200);
    let job = client.topics(&["milk", "cream"]).await;
    client.post(&format!("/api/bulk/{job}/start"), json!({})).await;
    until(&mut client, &job, "done").await;
    let left = client.get("/api/words").await.body["left"].clone();
    let entries: i64 = app.value("SELECT count(*) FROM meter_entries").await;

    client.delete_project(doomed).await.is(200);
    assert_eq!(rows(&app).await[..6], before[..6]);
    client.get(&format!("/api/documents/{document}")).await.is(404);
    client.get(&format!("/api/bulk/{job}")).await.is(404);
    assert_eq!(client.get("/api/words").await.body["left"], left, "the words that were used stay used");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM meter_entries").await, entries);
    let list = client.projects().await;
    assert_eq!((&list["selected_project"], client.kit().await), (&json!(kept), json!("Kept")));
    assert_eq!(client.delete_project(doomed).await.status, 404, "it is gone");
}

#[app_test(TestApp::with_model([Reply::Holds(vec!["Half of it".into()])]))]
async fn running_work_is_cancelled_first_and_its_words_are_settled(app: TestApp, model: model) {
    let mut client = app.user().await;
    let kept = client.project("kept.pl").await;
    let other = client.begin(json!({ "topic": "tea" })).await;
    model.until("one is asked", |seen| seen.open == 1).await;

    let doomed = client.project("doomed.pl").await;
    let job = client.topics(&["a", "b", "c", "d", "e", "f"]).await;
    client.post(&format!("/api/bulk/{job}/start"), json!({})).await;
    let run = client.begin(json!({ "topic": "coffee" })).await;
    model.until("more are asked", |seen| seen.open >= 4).await;
    client.delete_project(doomed).await.is(200);
    client.get(&format!("/api/runs/{run}")).await.is(404);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM runs").await, 1, "only the run of the other project");
    assert_eq!(client.get(&format!("/api/runs/{other}")).await.body["status"], "running");

    model.open_gate();
    assert_eq!(client.ended(&other).await["status"], "succeeded");
    assert_eq!(client.documents(&format!("?project={kept}")).await, 1);
    assert_eq!(client.documents("").await, 1, "a cancelled run leaves no document");
    // Stopping the server checks the ledger: nothing stays reserved.
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn an_account_is_left_with_nothing_but_its_own(app: TestApp, mut client: user, mut other: user) {
    client.run(json!({ "topic": "before any project" })).await;
    let project = client.project("example.pl").await;
    client.call(Method::PUT, "/api/tools/scripted/favourite", None).await;
    let theirs = other.project("example.pl").await;
    other.run(json!({ "topic": "theirs" })).await;
    client.delete_project(project).await;
    assert_eq!(client.documents("").await, 1, "runs without a project stay");
    let tools = client.get("/api/tools").await.body;
    let tool = tools["tools"].as_array().expect("tools").iter().find(|tool| tool["id"] == "scripted");
    assert_eq!(tool.map(|tool| &tool["favourite"]), Some(&json!(true)), "favourites are the account's");
    assert_eq!(other.documents(&format!("?project={theirs}")).await, 1);
    assert_eq!(client.projects().await["selected_project"], Value::Null);
}
