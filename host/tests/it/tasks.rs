//! Tasks: added by hand, listed, changed, exported, and deleted with their project.

mod agents;
mod findings;

use sitewright::sites::tasks;

use crate::prelude::*;
use crate::webhooks::{self, Receiver};

async fn add(client: &mut Client, new: Value) -> String {
    client.post("/api/tasks", new).await.is(201).id()
}

/// The titles of the tasks that a query lists, in order.
async fn titles(client: &mut Client, query: &str) -> Vec<String> {
    let list = client.get(&format!("/api/tasks?{query}")).await.is(200).body;
    let data = list["data"].as_array().expect("a list").clone();
    assert_eq!(list["total"], data.len());
    data.iter().map(|task| task["title"].as_str().expect("a title").to_owned()).collect()
}

/// A day, this many days after today.
fn day(days: i64) -> String {
    Timestamp::now().plus_ms(days * 24 * 60 * 60 * 1000).date()
}

#[app_test]
async fn a_task_goes_through_its_states_and_keeps_its_history(app: TestApp, mut client: user) {
    client.post("/api/tasks", json!({ "title": "Tea" })).await.refused(409, "tasks.no-project");
    let project = client.project("example.com").await;
    let me = client.user_id.clone().expect("an id");
    let new = json!({ "title": "  Shorten\nthe title ", "note": "See **home**.", "due": "2030-01-31" });
    let task = client.post("/api/tasks", new).await.is(201).body;
    has(
        &task,
        json!({ "project_id": project, "title": "Shorten the title", "state": "open", "owner": null,
        "due": "2030-01-31", "finding": null, "closed_at": null }),
    );
    let path = format!("/api/tasks/{}", task["id"].as_str().expect("an id"));
    let change = json!({ "owner_id": me, "due": null, "state": "doing", "note": "See the home page." });
    let changed = client.patch(&path, change).await.is(200).body;
    has(&changed, json!({ "/owner/id": me, "/owner/name": "Test Person", "due": null, "state": "doing" }));
    client.patch(&path, json!({ "state": "done" })).await.is(200);
    client.patch(&path, json!({ "state": "done", "title": "Shorten the title" })).await.is(200);
    let done = client.get(&path).await.is(200).body;
    assert!(done["closed_at"].is_string() && done["verified_at"].is_null(), "{done}");
    let open = client.patch(&path, json!({ "state": "open" })).await.is(200).body;
    assert!(open["closed_at"].is_null(), "{open}");

    let history = client.get(&format!("{path}/changes")).await.is(200).body;
    assert_eq!(history["total"], 4, "an edit that changes nothing is none: {history}");
    has(
        &history["data"][3],
        json!({ "kind": "created", "actor": "user", "name": "Test Person", "fields": [] }),
    );
    let fields = json!([
        { "field": "owner", "old": null, "new": "Test Person" },
        { "field": "due", "old": "2030-01-31", "new": null },
        { "field": "state", "old": "open", "new": "doing" },
        { "field": "note", "old": null, "new": null },
    ]);
    assert_eq!(history["data"][2]["fields"], fields);
    let (_, mut program) =
        client.key(json!({ "name": "Robot", "scopes": ["tasks:read", "tasks:write"] })).await;
    program.patch(&path, json!({ "title": "Shorten it" })).await.is(200);
    let last = client.get(&format!("{path}/changes?per_page=1")).await.body["data"][0].clone();
    has(&last, json!({ "kind": "edited", "actor": "program", "name": "Robot" }));
    client.delete(&path).await.is(204);
    client.get(&path).await.refused(404, "not-found");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM task_changes").await, 0);
}

#[app_test]
async fn invalid_tasks_are_refused_at_their_fields(app: TestApp, mut client: user, mut other: user) {
    client.project("example.com").await;
    let theirs = other.project("example.org").await;
    let long = "x".repeat(201);
    for (new, field) in [
        (json!({}), "title"),
        (json!({ "title": "\u{200b}" }), "title"),
        (json!({ "title": long }), "title"),
        (json!({ "title": "Tea", "note": "x".repeat(10_001) }), "note"),
        (json!({ "title": "Tea", "due": "2030-02-30" }), "due"),
        (json!({ "title": "Tea", "due": "tomorrow" }), "due"),
        (json!({ "title": "Tea", "owner_id": other.user_id }), "owner_id"),
        (json!({ "title": "Tea", "state": "lost" }), "state"),
    ] {
        client.post("/api/tasks", new).await.wrong(field);
    }
    client
        .post("/api/tasks", json!({ "title": "Tea", "project_id": theirs }))
        .await
        .refused(404, "not-found");
    let id = add(&mut client, json!({ "title": "Tea" })).await;
    client.patch(&format!("/api/tasks/{id}"), json!({ "title": " " })).await.wrong("title");
    other.patch(&format!("/api/tasks/{id}"), json!({ "title": "Milk" })).await.refused(404, "not-found");
    other.get(&format!("/api/tasks/{id}/changes")).await.refused(404, "not-found");
    client.get("/api/tasks?due_to=soon").await.wrong("due_to");
}

#[app_test]
async fn the_list_is_filtered_and_sorted(app: TestApp, mut client: user) {
    let first = client.project("first.pl").await;
    let me = client.user_id.clone();
    add(&mut client, json!({ "title": "Żółta herbata", "due": day(3), "owner_id": me })).await;
    add(&mut client, json!({ "title": "Coffee", "note": "A hundred % arabica", "state": "doing" })).await;
    add(&mut client, json!({ "title": "Bread", "due": day(-1), "state": "done" })).await;
    client.project("second.pl").await;
    add(&mut client, json!({ "title": "Apples", "due": day(1) })).await;

    for (query, expected) in [
        ("", vec!["Bread", "Apples", "Żółta herbata", "Coffee"]),
        ("order=desc", vec!["Coffee", "Żółta herbata", "Apples", "Bread"]),
        ("sort=title", vec!["Apples", "Bread", "Coffee", "Żółta herbata"]),
        ("sort=created", vec!["Apples", "Bread", "Coffee", "Żółta herbata"]),
        ("sort=state", vec!["Apples", "Żółta herbata", "Coffee", "Bread"]),
        ("state=unfinished", vec!["Apples", "Żółta herbata", "Coffee"]),
        ("state=done", vec!["Bread"]),
        ("owner=me", vec!["Żółta herbata"]),
        ("owner=none&state=open", vec!["Apples"]),
        ("q=zolt%20herb", vec!["Żółta herbata"]),
        ("q=ARABICA", vec!["Coffee"]),
        ("q=%25", vec!["Coffee"]),
        ("undated=true", vec!["Coffee"]),
        ("origin=finding", vec![]),
        ("origin=hand&sort=title", vec!["Apples", "Bread", "Coffee", "Żółta herbata"]),
    ] {
        assert_eq!(titles(&mut client, query).await, expected, "{query}");
    }
    let (from, to) = (day(0), day(2));
    assert_eq!(titles(&mut client, &format!("due_from={from}&due_to={to}")).await, ["Apples"]);
    assert_eq!(titles(&mut client, &format!("due_to={from}")).await, ["Bread"]);
    let of_first = titles(&mut client, &format!("project={first}&sort=title")).await;
    assert_eq!(of_first, ["Bread", "Coffee", "Żółta herbata"]);
    let page = client.get("/api/tasks?per_page=3&page=2").await.is(200).body;
    assert_eq!((page["total"].as_i64(), page["data"][0]["title"].as_str()), (Some(4), Some("Coffee")));

    let bound = json!({ "name": "Robot", "scopes": ["tasks:read", "tasks:write"], "project_id": first });
    let (_, mut program) = client.key(bound).await;
    assert_eq!(titles(&mut program, "sort=title").await, ["Bread", "Coffee", "Żółta herbata"]);
    let made = program.post("/api/tasks", json!({ "title": "Of the program" })).await.is(201);
    assert_eq!(made.body["project_id"], first, "its project, not the selected one");
}

#[app_test]
async fn the_export_has_the_filtered_tasks_in_the_readers_language(app: TestApp, mut client: user) {
    client.project("example.com").await;
    add(&mut client, json!({ "title": "=HYPERLINK(\"x\")", "due": "2030-01-31" })).await;
    add(&mut client, json!({ "title": "Tea", "state": "done" })).await;
    let csv = client.get("/api/tasks/export/csv?state=unfinished").await.is(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<&str> = csv.text().lines().collect();
    assert_eq!(lines.len(), 2);
    contains_all(lines[0], &["\"Task\",\"State\",\"Due\""]);
    contains_all(lines[1], &["\"'=HYPERLINK(\"\"x\"\")\",\"Open\",\"2030-01-31\"", "\"example.com\""]);

    client.cookies.insert("locale".into(), "pl".into());
    let xlsx = client.get("/api/tasks/export/xlsx?sort=title").await.is(200);
    assert!(xlsx.header("content-disposition").contains("zadania.xlsx"), "{:?}", xlsx.headers);
    let mut archive = zip::ZipArchive::new(Cursor::new(xlsx.bytes)).expect("an archive");
    let mut part = |name: &str| {
        let mut text = String::new();
        archive.by_name(name).expect(name).read_to_string(&mut text).expect("UTF-8");
        text
    };
    let texts = part("xl/sharedStrings.xml");
    contains_all(&texts, &["Zadanie", "Do zrobienia", "Zrobione", "=HYPERLINK("]);
    let sheet = part("xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>"), "no cell is a formula: {sheet}");
    // The day is a number of days since 1900, not a text.
    contains_all(&sheet, &["<v>47514</v>"]);
    client.get("/api/tasks/export/pdf").await.refused(404, "not-found");
}

#[app_test]
async fn due_tasks_are_announced_once(app: TestApp, mut client: user) {
    client.project("example.com").await;
    let id = add(&mut client, json!({ "title": "Tea", "due": day(2) })).await;
    add(&mut client, json!({ "title": "Its day is chosen", "due": day(0) })).await;
    add(&mut client, json!({ "title": "Done", "due": day(2), "state": "done" })).await;
    let at = |days: i64| Timestamp::now().plus_ms(days * 24 * 60 * 60 * 1000);
    for days in [0, 1, 2, 2, 3] {
        tasks::notify_due(&app.app, at(days)).await.expect("notified");
    }
    let notes = client.get("/api/notifications").await.body;
    has(
        &notes,
        json!({ "total": 1, "/data/0/kind": "task-due", "/data/0/about": id, "/data/0/text": "“Tea” is due." }),
    );

    // Another day is announced again, and several tasks together.
    client.patch(&format!("/api/tasks/{id}"), json!({ "due": day(5) })).await.is(200);
    add(&mut client, json!({ "title": "Coffee", "due": day(5) })).await;
    tasks::notify_due(&app.app, at(5)).await.expect("notified");
    let notes = client.get("/api/notifications").await.body;
    has(&notes, json!({ "total": 2, "/data/0/kind": "tasks-due", "/data/0/text": "2 tasks are due." }));
}

#[app_test(webhooks::local())]
async fn webhooks_and_open_pages_get_every_change(app: TestApp, mut client: user) {
    let receiver = Receiver::start().await;
    let events = ["task.created", "task.changed", "task.deleted"];
    webhooks::add(&mut client, &receiver.url, &events).await;
    client.project("example.com").await;
    let id = add(&mut client, json!({ "title": "Tea" })).await;
    receiver.has(1).await;
    client.patch(&format!("/api/tasks/{id}"), json!({ "state": "done" })).await.is(200);
    receiver.has(2).await;
    client.delete(&format!("/api/tasks/{id}")).await.is(204);
    receiver.has(3).await;
    assert_eq!(receiver.types(), events);
    has(&receiver.data(1), json!({ "id": id, "state": "done", "title": "Tea" }));
}

#[app_test]
async fn tasks_go_with_their_project_and_their_account(app: TestApp, mut client: user) {
    let kept = client.project("kept.pl").await;
    add(&mut client, json!({ "title": "Kept" })).await;
    let doomed = client.project("doomed.pl").await;
    add(&mut client, json!({ "title": "Doomed" })).await;
    client.delete_project(doomed).await.is(200);
    assert_eq!(titles(&mut client, "").await, ["Kept"]);
    assert_eq!(client.get(&format!("/api/tasks?project={kept}")).await.body["total"], 1);

    let export = client.get("/api/user/export").await.is(200);
    let mut archive = zip::ZipArchive::new(Cursor::new(export.bytes)).expect("an archive");
    let mut text = String::new();
    archive.by_name("tasks/1.json").expect("the tasks").read_to_string(&mut text).expect("UTF-8");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    has(&file, json!({ "/tasks/0/title": "Kept", "/changes/0/kind": "created" }));
    client.delete_with("/api/user", json!({ "password": PASSWORD })).await.is(204);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM tasks").await, 0);
}
