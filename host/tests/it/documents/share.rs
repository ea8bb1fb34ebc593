//! Links that share a document.

use super::store;
use crate::prelude::*;

async fn share(client: &mut Client, document: &str, body: Value) -> String {
    let made = client.post(&format!("/api/documents/{document}/share"), body).await.is(201);
    assert_eq!(made.header("cache-control"), "no-store");
    let link = made.string("link");
    let (_, token) = link.split_once("/shared/").expect("a link");
    format!("/api/shared/{token}")
}

#[app_test]
async fn everyone_with_a_link_reads_the_text_and_nothing_about_its_owner(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Post", "## Text\n\nŻółw").await;
    let path = format!("/api/documents/{id}/share");
    assert_eq!(client.get(&path).await.body, json!({ "share": null }));
    let shared = share(&mut client, &id, json!({})).await;
    client.get(&path).await.is(200).has(json!({ "share": { "expires_at": null } }));

    let mut reader = app.visitor();
    let read = reader.get(&shared).await.is(200);
    let expected = json!({ "title": "Post", "text": "## Text\n\nŻółw", "tool": "Facebook post", "drafted": true,
        "frame": false });
    assert_eq!(read.body, expected, "and nothing else");
    assert_eq!(
        (read.header("cache-control"), read.header("x-robots-tag")),
        ("no-store", "noindex, nofollow")
    );
    client.patch(&format!("/api/documents/{id}"), json!({ "text": "Better" })).await.is(200);
    assert_eq!(reader.get(&shared).await.body["text"], "Better", "readers see the current text");
    for (data, is_frame) in [(r#"{"frame":true}"#, true), (r#"{"frame":"no"}"#, false), ("[]", false)] {
        app.change(db::query("UPDATE documents SET data = $1").bind(data)).await;
        assert_eq!(reader.get(&shared).await.body["frame"], is_frame, "{data}");
    }

    let stored: String = app.value("SELECT token_hash FROM document_shares").await;
    assert!(!shared.ends_with(&stored), "only a hash is stored");
}

#[app_test]
async fn a_link_that_is_made_or_stopped_is_in_the_audit_log(
    app: TestApp,
    mut admin: administrator,
    mut client: user,
) {
    let id = store(&app, &client, "Post", "Text").await;
    share(&mut client, &id, json!({ "expires_in_days": 7 })).await;
    let path = format!("/api/documents/{id}/share");
    client.delete(&path).await.is(204);
    client.delete(&path).await.is(204);

    let log = admin.get("/api/admin/audit-log").await.is(200).body;
    let entries: Vec<_> = log["data"].as_array().expect("a list").iter().collect();
    let found: Vec<_> =
        entries.iter().map(|entry| (&entry["action"], &entry["details"], &entry["actor"]["id"])).collect();
    let actor = json!(client.user_id);
    assert_eq!(
        found,
        [
            (&json!("document.unshared"), &json!({ "document": id }), &actor),
            (&json!("document.shared"), &json!({ "document": id, "days": 7 }), &actor),
        ],
        "once each, without the title"
    );
}

#[app_test]
async fn a_link_ends_with_the_next_one_when_it_is_stopped_and_when_it_expires(
    app: TestApp,
    mut client: user,
) {
    let (id, mut reader) = (store(&app, &client, "Post", "Text").await, app.visitor());
    let path = format!("/api/documents/{id}/share");
    let first = share(&mut client, &id, json!({})).await;
    let second = share(&mut client, &id, json!({ "expires_in_days": 7 })).await;
    reader.get(&first).await.refused(404, "not-found");
    reader.get(&second).await.is(200);
    client.delete(&path).await.is(204);
    reader.get(&second).await.is(404);
    assert_eq!(client.delete(&path).await.status, 204, "stopping twice is no error");

    let third = share(&mut client, &id, json!({ "expires_in_days": 1 })).await;
    reader.get(&third).await.is(200);
    db::query("UPDATE document_shares SET expires_at = $1")
        .bind(Timestamp::now())
        .execute(&mut app.app.db.write_alone().await.expect("a connection"))
        .await
        .expect("changed");
    reader.get(&third).await.is(404);
    assert_eq!(client.get(&path).await.body, json!({ "share": null }));
    client.post(&path, json!({ "expires_in_days": 0 })).await.wrong("expires_in_days");
    client.post(&path, json!({ "expires_in_days": 366 })).await.wrong("expires_in_days");
    reader.get("/api/shared/none").await.refused(404, "not-found");
}

#[app_test]
async fn a_link_needs_its_document_and_an_owner_who_may_sign_in(app: TestApp) {
    let (mut admin, mut client) = (administrator(&app).await, anna(&app).await);
    let (id, mut reader) = (store(&app, &client, "Post", "Text").await, app.visitor());
    let shared = share(&mut client, &id, json!({})).await;
    client.delete(&format!("/api/documents/{id}")).await.is(204);
    reader.get(&shared).await.is(404);
    client.post(&format!("/api/documents/{id}/share"), json!({})).await.is(404);
    client.post(&format!("/api/documents/{id}/restore"), json!({})).await.is(204);
    reader.get(&shared).await.is(200);

    let suspension = format!("/api/admin/users/{}/suspension", crate::prelude::id(&client));
    admin.put(&suspension).await.is(204);
    reader.get(&shared).await.is(404);
    admin.delete(&suspension).await.is(204);
    reader.get(&shared).await.is(200);

    let mut again = app.visitor();
    again.post("/login", json!({ "email": "anna@example.com", "password": PASSWORD })).await.is(200);
    again.delete_with("/api/user", json!({ "password": PASSWORD })).await.is(204);
    reader.get(&shared).await.is(404);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM document_shares").await, 0);
}

#[app_test]
async fn links_are_not_opened_without_limit_from_one_address(app: TestApp, mut client: visitor) {
    for _ in 0..60 {
        client.get("/api/shared/none").await.is(404);
    }
    client.get("/api/shared/none").await.is(429);
}
