//! Tasks about findings of audits: opened from one, closed when it is gone, open again when it is back.

use sitewright::sites::tasks::{
    Actor, Finding, NewFindingTask, TaskState, of_findings, open_for, returned, verified,
};

use super::*;

const HOME: Finding<'static> = Finding { rule: "title-long", page_url: Some("https://example.com/") };
const SITE: Finding<'static> = Finding { rule: "robots-missing", page_url: None };
const OTHER: Finding<'static> = Finding { rule: "title-long", page_url: Some("https://example.com/tea") };

/// Opens the task of a finding; its id.
async fn open(app: &TestApp, client: &Client, project: i64, finding: Finding<'_>, audit: &str) -> String {
    let account = client.user_id.as_deref().expect("an id");
    let new = NewFindingTask {
        account,
        project,
        finding,
        audit,
        title: "Shorten the title",
        note: "",
        addition: None,
    };
    let mut tx = app.app.db.write_for(account).await.expect("a transaction");
    let opened = open_for(&app.app, &mut tx, &Actor::audit(), new).await.expect("a task");
    tx.commit().await.expect("committed");
    opened.task.id
}

/// Reports findings as gone, or as back; how many tasks changed.
async fn report(app: &TestApp, client: &Client, project: i64, findings: &[Finding<'_>], gone: bool) -> usize {
    let account = client.user_id.as_deref().expect("an id");
    let mut tx = app.app.db.write_for(account).await.expect("a transaction");
    let changed = match gone {
        true => verified(&app.app, &mut tx, project, findings).await,
        false => returned(&app.app, &mut tx, project, findings).await,
    };
    tx.commit().await.expect("committed");
    changed.expect("reported")
}

#[app_test]
async fn a_task_follows_its_finding(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    let id = open(&app, &client, project, HOME, "audit-1").await;
    let path = format!("/api/tasks/{id}");
    has(
        &client.get(&path).await.is(200).body,
        json!({ "title": "Shorten the title", "/finding/rule": "title-long",
        "/finding/page_url": "https://example.com/", "/finding/audit_id": "audit-1" }),
    );
    let site = open(&app, &client, project, SITE, "audit-1").await;
    assert!(client.get(&format!("/api/tasks/{site}")).await.body["finding"]["page_url"].is_null());
    assert_eq!(titles(&mut client, "origin=finding").await.len(), 2);

    // A finding has one task.
    assert_eq!(open(&app, &client, project, HOME, "audit-2").await, id);
    assert_eq!(client.get(&path).await.body["finding"]["audit_id"], "audit-2");

    // It closes itself, once.
    assert_eq!(report(&app, &client, project, &[HOME, OTHER], true).await, 1);
    assert_eq!(report(&app, &client, project, &[HOME, OTHER], true).await, 0);
    let closed = client.get(&path).await.body;
    assert_eq!(closed["state"], "done");
    assert!(closed["verified_at"].is_string() && closed["closed_at"].is_string(), "{closed}");

    // It is back.
    assert_eq!(report(&app, &client, project, &[HOME, SITE], false).await, 1, "the other one is open");
    has(&client.get(&path).await.body, json!({ "state": "open", "verified_at": null, "closed_at": null }));
    let note = client.get("/api/notifications").await.body["data"][0].clone();
    has(&note, json!({ "kind": "task-returned", "about": id }));
    let history = client.get(&format!("{path}/changes")).await.body;
    let kinds: Vec<_> =
        history["data"].as_array().expect("a list").iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["returned", "verified", "edited", "created"]);
    assert!(
        history["data"].as_array().expect("a list").iter().all(|one| one["actor"] == "audit"),
        "{history}"
    );

    // What was closed by hand is verified as well, and opened when the user wants the task again.
    client.patch(&path, json!({ "state": "done" })).await.is(200);
    assert_eq!(report(&app, &client, project, &[HOME], true).await, 1);
    assert!(client.get(&path).await.body["verified_at"].is_string());
    open(&app, &client, project, HOME, "audit-3").await;
    has(&client.get(&path).await.body, json!({ "state": "open", "verified_at": null }));
}

#[app_test]
async fn findings_are_looked_up_in_their_project(app: TestApp, mut client: user) {
    let first = client.project("first.pl").await;
    let second = client.project("second.pl").await;
    let id = open(&app, &client, first, HOME, "audit-1").await;
    let other = open(&app, &client, second, HOME, "audit-2").await;
    assert_ne!(id, other);
    let pages: Vec<String> = (0..1_000).map(|page| format!("https://example.com/{page}")).collect();
    let mut findings: Vec<Finding<'_>> =
        pages.iter().map(|page| Finding { rule: "title-long", page_url: Some(page) }).collect();
    findings.extend([HOME, SITE]);
    let mut conn = app.app.db.read().acquire().await.expect("a connection");
    let found = of_findings(&mut conn, first, &findings).await.expect("found");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].id.as_str(), found[0].state), (id.as_str(), TaskState::Open));
    drop(conn);
    assert_eq!(report(&app, &client, first, &findings, true).await, 1);
    assert_eq!(client.get(&format!("/api/tasks/{other}")).await.body["state"], "open");

    let too_long = format!("https://example.com/{}", "x".repeat(2_000));
    let account = client.user_id.as_deref().expect("an id");
    let finding = Finding { rule: "url-long", page_url: Some(&too_long) };
    let new = NewFindingTask {
        account,
        project: first,
        finding,
        audit: "a",
        title: "Shorten it",
        note: "",
        addition: None,
    };
    let mut tx = app.app.db.write_for(account).await.expect("a transaction");
    let refused = open_for(&app.app, &mut tx, &Actor::audit(), new).await.expect_err("refused");
    assert_eq!(refused.code(), "validation.failed");
    // The server does not end before its transactions.
    drop(tx);
}

#[app_test]
async fn several_returned_findings_are_one_notification(app: TestApp, mut client: user) {
    let project = client.project("example.com").await;
    for finding in [HOME, SITE, OTHER] {
        open(&app, &client, project, finding, "audit-1").await;
    }
    assert_eq!(report(&app, &client, project, &[HOME, SITE, OTHER], true).await, 3);
    assert_eq!(report(&app, &client, project, &[HOME, SITE, OTHER], false).await, 3);
    let notes = client.get("/api/notifications").await.body;
    has(&notes, json!({ "total": 1, "/data/0/kind": "tasks-returned" }));
    mentions(&notes["data"][0]["text"], "3 tasks are open again");
}
