//! The titles of all documents in one response, for the command palette.

use super::store;
use crate::prelude::*;

const TITLES: &str = "/api/documents/titles";

#[app_test]
async fn titles_come_newest_first_in_columns_without_texts(app: TestApp, mut client: user) {
    let older = store(&app, &client, "Chleb żytni", "Długi tekst").await;
    let meta = store(&app, &client, "A meta title", "Text").await;
    let newer = store(&app, &client, "Bułki", "Tekst").await;
    let answer = client.get(TITLES).await.is(200);
    has(
        &answer.body,
        json!({
            "id": [newer, meta, older],
            "title": ["Bułki", "A meta title", "Chleb żytni"],
            "tool": [0, 1, 0],
            "project": [null, null, null],
            "tools": ["facebook-post", "seo-metatags"],
            "total": 3,
        }),
    );
    assert_eq!(answer.body["created_at"].as_array().map(Vec::len), Some(3));
    assert!(!answer.body.to_string().contains("tekst"), "{}", answer.body);
}

#[app_test]
async fn an_unchanged_list_is_not_sent_again(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Chleb", "Tekst").await;
    let first = client.get(TITLES).await.is(200);
    let tag = first.header("etag").to_owned();
    assert_eq!(first.header("cache-control"), "private, no-cache");
    let known = client.request(Method::GET, TITLES).header("if-none-match", &tag);
    client.send(known).await.is(304);
    client.delete(&format!("/api/documents/{id}")).await.is(204);
    let changed = client.request(Method::GET, TITLES).header("if-none-match", &tag);
    has(&client.send(changed).await.is(200).body, json!({ "id": [], "total": 0 }));
}

#[app_test]
async fn titles_of_other_users_are_not_listed(app: TestApp, client: user, mut other: user) {
    store(&app, &client, "Chleb", "Tekst").await;
    has(&other.get(TITLES).await.is(200).body, json!({ "id": [], "title": [], "total": 0 }));
}

#[app_test]
async fn a_title_that_was_stored_with_the_name_of_its_tool_is_shown_without(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Facebook post: Bułki od siódmej", "Tekst").await;
    assert_eq!(client.get("/api/documents").await.body["data"][0]["title"], "Bułki od siódmej");
    assert_eq!(client.get(TITLES).await.body["title"][0], "Bułki od siódmej");
    let path = format!("/api/documents/{id}");
    assert_eq!(client.get(&path).await.body["title"], "Bułki od siódmej");
    // The user's own title stays as it is.
    client.patch(&path, json!({ "title": "Facebook post: a plan" })).await.is(200);
    assert_eq!(client.get(&path).await.body["title"], "Facebook post: a plan");
}

#[app_test]
async fn a_new_document_is_named_after_its_content(app: TestApp, mut client: user) {
    let input = json!({ "topic": "Bread from rye", "language": "en", "variants": 1 });
    let run = client.run_to_end("facebook-post", input).await;
    assert_eq!(run.body["status"], "succeeded", "{}", run.body);
    assert_eq!(client.get("/api/documents").await.body["data"][0]["title"], "Bread from rye");
}
