//! The dashboard and the list of projects with their figures.

use crate::prelude::*;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A run that ended some days ago, or in some minutes of today.
async fn add_run(
    app: &TestApp,
    client: &Client,
    project: Option<i64>,
    tool: &str,
    words: i64,
    at: Timestamp,
) {
    let id = format!("{}-7000-8000-{:012x}", at.first_id(), words);
    let insert = db::query(
        "INSERT INTO runs (id, account_id, project_id, tool, tool_version, language, status, input, words, created_at, finished_at)
         VALUES ($1, $2, $3, $4, '0.1.0', 'en', 'cancelled', '{}', $5, $6, $6)",
    );
    app.change(insert.binds((id, client.user_id.as_deref(), project, tool, words, at))).await;
}

fn ago(days: i64) -> Timestamp {
    Timestamp::now().plus_ms(-days * DAY_MS)
}

/// What a dashboard says of the words per day: days before today, tool and words.
fn uses(dashboard: &Value) -> Vec<(usize, String, i64)> {
    let days: Vec<&str> =
        dashboard["days"].as_array().expect("days").iter().map(|day| day.as_str().expect("a day")).collect();
    assert_eq!(days.len(), 30);
    let uses = dashboard["uses"].as_array().expect("uses").iter();
    let read = uses.map(|each| {
        let place = days.iter().position(|day| *day == each["day"]).expect("a listed day");
        (
            29 - place,
            each["tool"].as_str().expect("a tool").to_owned(),
            each["words"].as_i64().expect("words"),
        )
    });
    read.collect()
}

#[app_test(TestApp::with_model([Reply::text("Three good words.")]))]
async fn a_text_is_counted_in_its_project_and_over_all(app: TestApp, mut client: user, mut other: user) {
    let empty = client.get("/api/dashboard").await.is(200).body;
    assert_eq!((&empty["project"], &empty["texts"]["total"]), (&Value::Null, &json!(0)));
    assert_eq!((uses(&empty), &empty["changes"], &empty["words"]["pace"]), (vec![], &json!([]), &json!(0)));

    let first = client.project("first.pl").await;
    let run = client.run(json!({ "topic": "tea" })).await;
    let document = run.string("document_id");
    let second = client.project("second.pl").await;
    client.run(json!({ "topic": "coffee" })).await;
    other.project("theirs.pl").await;
    other.run(json!({ "topic": "milk" })).await;

    let all = client.get("/api/dashboard").await.is(200).body;
    assert_eq!(uses(&all), [(0, SCRIPTED.to_owned(), 6)]);
    has(&all["texts"], json!({ "total": 2, "week": 2, "week_before": 0 }));
    assert_eq!(all["texts"]["by_tool"], json!([{ "tool": SCRIPTED, "count": 2 }]));
    let words = client.get("/api/words").await.body;
    assert_eq!((&all["words"]["left"], &all["words"]["used"]), (&words["left"], &json!(6)));
    assert_eq!(all["words"]["renews_at"], client.get("/api/plan").await.body["words_renew_at"]);
    assert_eq!(all["words"]["pace"], 6);
    assert!(all["tools"][SCRIPTED]["category"].is_string(), "{}", all["tools"]);
    has(&all["changes"][0], json!({ "kind": "written", "count": 2, "id": null, "title": "" }));

    let one = client.get(&format!("/api/dashboard?project={first}")).await.is(200).body;
    assert_eq!(uses(&one), [(0, SCRIPTED.to_owned(), 3)]);
    assert_eq!((&one["project"], &one["recent"][0]["id"]), (&json!(first), &json!(document)));
    assert_eq!(one["recent"].as_array().map(Vec::len), Some(1));
    has(&one["changes"][0], json!({ "kind": "written", "count": 1, "id": document }));
    assert_eq!(one["words"]["pace"], 6, "the words are those of the account");
    let selected = client.get("/api/dashboard?selected=true").await.is(200).body;
    assert_eq!(selected["project"], second);

    other.get(&format!("/api/dashboard?project={first}")).await.refused(404, "not-found");
    client.get("/api/dashboard?utc_offset=900").await.is(400);
    app.visitor().get("/api/dashboard").await.is(401);
}

#[app_test]
async fn days_begin_at_the_midnight_of_the_reader(app: TestApp, mut client: user) {
    let now = Timestamp::now();
    let midnight = Timestamp(now.day() * DAY_MS);
    add_run(&app, &client, None, "facebook-post", 50, midnight.plus_ms(-30 * 60_000)).await;
    add_run(&app, &client, None, "facebook-post", 7, ago(20)).await;
    add_run(&app, &client, None, "seo-metatags", 9, ago(31)).await;
    let utc = client.get("/api/dashboard").await.is(200).body;
    assert_eq!(uses(&utc), [(20, "facebook-post".to_owned(), 7), (1, "facebook-post".to_owned(), 50)]);
    // 50 words in the last fourteen days.
    assert_eq!(utc["words"]["pace"], 3);

    // An hour to the east it is the same day as now, or both are a day later.
    let east = client.get("/api/dashboard?utc_offset=60").await.is(200).body;
    let late = now.plus_ms(60 * 60_000).day() > now.day();
    let place = usize::from(late);
    assert_eq!(uses(&east).last(), Some(&(place, "facebook-post".to_owned(), 50)));
}

#[app_test(TestApp::with_model([Reply::text("Three good words.")]))]
async fn edits_and_tables_are_changes_and_the_newest_comes_first(_app: TestApp, mut client: user) {
    let document = client.run(json!({ "topic": "tea" })).await.string("document_id");
    let table = "Topic\r\nmilk\r\n";
    let path = format!("/api/tools/{SCRIPTED}/bulk");
    let job = client.upload(Method::POST, &path, "text/csv", table).await.is(201).id();
    client.post(&format!("/api/bulk/{job}/start"), json!({})).await.is(200);
    becomes("the job is done", async || {
        client.get(&format!("/api/bulk/{job}")).await.body["status"] == "done"
    })
    .await;
    let edit = json!({ "title": "Green tea", "version": 1 });
    client.patch(&format!("/api/documents/{document}"), edit).await.is(200);

    let changes = client.get("/api/dashboard").await.is(200).body["changes"].clone();
    let kinds: Vec<&str> =
        changes.as_array().expect("changes").iter().filter_map(|each| each["kind"].as_str()).collect();
    assert_eq!(kinds.len(), 3, "{changes}");
    assert_eq!(kinds[0], "edited");
    has(&changes[0], json!({ "title": "Green tea", "id": document, "count": 1 }));
    let table =
        changes.as_array().expect("changes").iter().find(|each| each["kind"] == "job").expect("a job");
    assert_eq!(table["id"], job);

    client.delete(&format!("/api/documents/{document}")).await;
    let after = client.get("/api/dashboard").await.is(200).body;
    assert_eq!(after["texts"]["total"], 1, "the trash does not count");
    assert!(after["changes"].as_array().expect("changes").iter().all(|each| each["kind"] != "edited"));
}

#[app_test(TestApp::with_model([Reply::text("Three good words.")]))]
async fn the_list_of_projects_has_their_activity(app: TestApp, mut client: user, mut other: user) {
    let quiet = client.project("quiet.pl").await;
    let busy = client.project("busy.pl").await;
    client.run(json!({ "topic": "tea" })).await;
    add_run(&app, &client, Some(busy), "facebook-post", 40, ago(3)).await;
    add_run(&app, &client, Some(quiet), "facebook-post", 11, ago(45)).await;
    other.project("theirs.pl").await;

    let list = client.get("/api/projects").await.is(200).body;
    let projects = list["projects"].as_array().expect("projects");
    assert_eq!((projects.len(), &list["selected_project"]), (2, &json!(busy)));
    has(&projects[0], json!({ "id": quiet, "documents": 0, "words": 0, "texts": 0, "active_at": null }));
    has(&projects[1], json!({ "id": busy, "documents": 1, "words": 43, "texts": 1, "name": "busy.pl" }));
    let days = projects[1]["days"].as_array().expect("days");
    assert_eq!((days.len(), &days[29], &days[26]), (30, &json!(3), &json!(40)));
    assert!(projects[1]["active_at"].is_string());
    assert_eq!(app.user().await.get("/api/projects").await.is(200).body["projects"], json!([]));
}
