//! The archive: list, search, open, edit, trash, export.

mod bounds;
mod export_many;
mod folders;
mod search;
mod trash;

use std::io::{Cursor, Read as _};

use reqwest::{Method, header};
use serde_json::json;
use sitewright::workspace::documents::{self, NewDocument};

use crate::util::{Client, TestApp};

/// Stores a document as the end of a run does.
async fn store(app: &TestApp, client: &Client, title: &str, text: &str) -> String {
    let run = sitewright::platform::db::new_id();
    let mut tx = app.app.db.write().await.expect("a transaction");
    let new = NewDocument {
        account: client.user_id.as_deref().expect("signed in"),
        project: None,
        run: &run,
        tool: if title.contains("meta") { "seo-metatags" } else { "facebook-post" },
        tool_version: "0.1.0",
        package: None,
        title,
        text,
        data: r#"{"drafted":true,"variants":[]}"#,
        words: 0,
        drafted: true,
    };
    let id = documents::create(&mut tx, new).await.expect("stored");
    tx.commit().await.expect("committed");
    id
}

#[tokio::test]
async fn the_newest_comes_first_and_pages_follow_one_another() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    for number in 1..=3 {
        store(&app, &client, &format!("Post {number}"), &format!("## Variant\n\nText *number* {number}"))
            .await;
    }
    let first = client.get("/api/documents?per_page=2").await;
    assert_eq!(first.status, 200, "{}", first.body);
    assert_eq!(
        (&first.body["total"], &first.body["page"], &first.body["per_page"]),
        (&json!(3), &json!(1), &json!(2))
    );
    assert_eq!(first.body["data"][0]["title"], "Post 3");
    assert_eq!(first.body["data"][0]["excerpt"], "Text number 3");
    let second = client.get("/api/documents?per_page=2&page=2").await;
    assert_eq!(second.body["data"][0]["title"], "Post 1");
    assert_eq!(second.body["data"].as_array().map(Vec::len), Some(1));
    app.stop().await;
}

#[tokio::test]
async fn the_search_ignores_case_and_accents() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    store(&app, &client, "Wyprzedaż w Łodzi", "Zażółć gęślą jaźń, 50% taniej").await;
    store(&app, &client, "Other meta", "Nothing of the kind").await;
    for (query, found) in [
        ("LODZI", 1),
        ("%C5%82odzi", 1),
        ("zazolc%20jazn", 1),
        ("jazn%20wyprzedaz", 1),
        ("50%25%20tan", 1),
        ("5_%25", 1),
        ("meta", 1),
        ("", 2),
        ("nothing%20here", 0),
    ] {
        let answer = client.get(&format!("/api/documents?q={query}")).await;
        assert_eq!(answer.body["total"], found, "{query}: {}", answer.body);
    }
    assert_eq!(client.get("/api/documents?tool=seo-metatags").await.body["total"], 1);
    app.stop().await;
}

#[tokio::test]
async fn an_edit_of_an_old_version_is_refused_and_nothing_is_lost() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    let id = store(&app, &client, "Post", "Text").await;
    let path = format!("/api/documents/{id}");
    let opened = client.get(&path).await;
    assert_eq!((opened.header("etag"), &opened.body["version"]), ("\"1\"", &json!(1)));
    assert_eq!(opened.body["data"], json!({"drafted": true, "variants": []}));

    let edit = json!({"text": "Better text, żółw", "data": {"variants": [1]}, "version": 1});
    let saved = client.patch(&path, edit).await;
    assert_eq!(saved.status, 200, "{}", saved.body);
    assert_eq!(saved.body["version"], 2);
    assert_eq!(saved.body["title"], "Post", "absent fields keep their value");
    assert_eq!(saved.body["data"], json!({"variants": [1]}));
    assert_eq!(client.get("/api/documents?q=zolw").await.body["total"], 1, "the search finds the new text");

    let late = client.patch(&path, json!({"title": "Mine", "version": 1})).await;
    assert_eq!(late.problem(), (409, "documents.changed-meanwhile"));
    let request = client
        .request(Method::PATCH, &path)
        .header(header::IF_MATCH, "\"1\"")
        .json(&json!({"title": "Mine"}));
    assert_eq!(client.send(request).await.status, 409);
    let request = client
        .request(Method::PATCH, &path)
        .header(header::IF_MATCH, "\"2\"")
        .json(&json!({"title": "Mine"}));
    assert_eq!(client.send(request).await.body["title"], "Mine");
    assert_eq!(client.get(&path).await.body["text"], "Better text, żółw");
    app.stop().await;
}

#[tokio::test]
async fn a_document_keeps_its_limits() {
    let app = TestApp::with(|config| config.body_bytes = 4 * 1024 * 1024).await;
    let mut client = app.user().await;
    let id = store(&app, &client, "Post", "Text").await;
    let path = format!("/api/documents/{id}");
    let long =
        client.patch(&path, json!({"title": "x".repeat(301), "text": "x".repeat(1024 * 1024 + 1)})).await;
    assert_eq!(long.status, 422);
    assert_eq!(long.body["errors"]["title"], json!(["Use at most 300 characters."]));
    assert!(long.body["errors"]["text"].is_array(), "{}", long.body);
    assert_eq!(client.patch(&path, json!({"title": ""})).await.status, 422);
    let not_object = client.patch(&path, json!({"data": [1]})).await;
    assert_eq!(not_object.body["errors"], json!({"data": ["This value has the wrong type."]}));
    assert_eq!(client.get(&path).await.body["version"], 1, "nothing was stored");
    app.stop().await;
}

#[tokio::test]
async fn a_deleted_document_can_come_back() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    let id = store(&app, &client, "Post", "Text").await;
    let path = format!("/api/documents/{id}");
    assert_eq!(client.delete(&path).await.status, 204);
    assert_eq!(client.get(&path).await.problem(), (404, "not-found"));
    assert_eq!(client.get("/api/documents").await.body["total"], 0);
    assert_eq!(client.patch(&path, json!({"title": "x"})).await.status, 404);
    assert_eq!(client.post(&format!("{path}/restore"), json!({})).await.status, 204);
    assert_eq!(client.get(&path).await.body["title"], "Post");
    assert_eq!(client.delete("/api/documents/none").await.status, 404);
    app.stop().await;
}

#[tokio::test]
async fn documents_of_others_do_not_exist() {
    let app = TestApp::start().await;
    let owner = app.user().await;
    let id = store(&app, &owner, "Post", "Text").await;
    let mut other = app.user().await;
    let path = format!("/api/documents/{id}");
    assert_eq!(other.get(&path).await.status, 404);
    assert_eq!(other.patch(&path, json!({"title": "x"})).await.status, 404);
    assert_eq!(other.delete(&path).await.status, 404);
    assert_eq!(other.post(&format!("{path}/restore"), json!({})).await.status, 404);
    assert_eq!(other.get(&format!("{path}/export/md")).await.status, 404);
    assert_eq!(other.get("/api/documents").await.body["total"], 0);
    assert_eq!(app.visitor().get(&path).await.status, 401);
    app.stop().await;
}

const MARKDOWN: &str = "Intro with **bold**, *italic* & [a link](https://example.com/?a=1&b=2).\n\n## Lists <here>\n\n\
    - one\n- two\n  1. deep\n  2. deeper\n\n3. three\n\n> quoted\n\n```\ncode\n  more\n```\n\n| A | B |\n|---|---|\n| ł | x |\n";

#[tokio::test]
async fn a_document_is_exported_as_markdown() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    let id = store(&app, &client, "Post w Łodzi", MARKDOWN).await;
    let file = client.get(&format!("/api/documents/{id}/export/md")).await;
    assert_eq!(file.header("content-type"), "text/markdown; charset=utf-8");
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"post-w-lodzi.md\"; filename*=UTF-8''Post%20w%20%C5%81odzi.md"
    );
    assert_eq!(file.text(), format!("# Post w Łodzi\n\n{MARKDOWN}"));
    assert_eq!(client.get(&format!("/api/documents/{id}/export/pdf")).await.status, 404);
    app.stop().await;
}

#[tokio::test]
async fn a_document_is_exported_to_word() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    let id = store(&app, &client, "Post w Łodzi", MARKDOWN).await;
    let file = client.get(&format!("/api/documents/{id}/export/docx")).await;
    assert_eq!(file.status, 200, "{}", file.body);
    let mut archive = zip::ZipArchive::new(Cursor::new(file.bytes)).expect("a zip");
    let mut part = |name: &str| {
        let mut xml = String::new();
        archive.by_name(name).expect(name).read_to_string(&mut xml).expect("UTF-8");
        xml
    };
    let document = part("word/document.xml");
    for piece in [
        "Post w Łodzi",
        "w:val=\"Heading1\"",
        "w:val=\"Heading2\"",
        "<w:b />",
        "<w:i />",
        "<w:hyperlink",
        "&lt;here&gt;",
        "<w:numPr>",
        "<w:tbl>",
        "quoted",
    ] {
        assert!(document.contains(piece), "no {piece} in {document}");
    }
    assert!(part("word/_rels/document.xml.rels").contains("https://example.com/?a=1&amp;b=2"));
    assert!(part("word/numbering.xml").contains("bullet"));
    app.stop().await;
}

#[tokio::test]
async fn every_edit_keeps_the_previous_version() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    let id = store(&app, &client, "First", "one").await;
    let path = format!("/api/documents/{id}");
    for (title, text) in [("Second", "two"), ("Third", "three")] {
        let edited = client.patch(&path, json!({ "title": title, "text": text })).await;
        assert_eq!(edited.status, 200, "{}", edited.body);
    }
    let versions = client.get(&format!("{path}/versions")).await;
    let titles: Vec<_> =
        versions.body["data"].as_array().expect("a list").iter().map(|v| &v["title"]).collect();
    assert_eq!(titles, ["Third", "Second", "First"]);
    let first = client.get(&format!("{path}/versions/1")).await;
    assert_eq!((&first.body["text"], first.status), (&json!("one"), 200));
    assert_eq!(client.get(&format!("{path}/versions/9")).await.status, 404);

    let back = client.post(&format!("{path}/versions/1/restore"), json!({})).await;
    assert_eq!((&back.body["text"], &back.body["version"]), (&json!("one"), &json!(4)), "{}", back.body);
    let versions = client.get(&format!("{path}/versions")).await;
    assert_eq!(versions.body["data"].as_array().map(Vec::len), Some(4), "going back can be undone");

    let mut stranger = app.user().await;
    for path in [format!("{path}/versions"), format!("{path}/versions/1")] {
        assert_eq!(stranger.get(&path).await.status, 404);
    }
    let stolen = stranger.post(&format!("{path}/versions/1/restore"), json!({})).await;
    assert_eq!(stolen.status, 404);
    app.stop().await;
}

#[tokio::test]
async fn a_document_is_rated() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    let id = store(&app, &client, "Post", "text").await;
    let path = format!("/api/documents/{id}");
    for rating in [json!("good"), json!("bad"), json!(null)] {
        let rated =
            client.call(Method::PUT, &format!("{path}/rating"), Some(json!({ "rating": rating }))).await;
        assert_eq!(rated.status, 204, "{}", rated.body);
        assert_eq!(client.get(&path).await.body["rating"], rating);
    }
    let wrong = client.call(Method::PUT, &format!("{path}/rating"), Some(json!({ "rating": "so-so" }))).await;
    assert_eq!(wrong.status, 422, "{}", wrong.body);
    app.stop().await;
}

#[tokio::test]
async fn a_document_is_exported_as_a_page_without_active_content() {
    let app = TestApp::start().await;
    let mut client = app.user().await;
    let id = store(&app, &client, "Bułki & <b>", "## Świeże\n\n**Od 7:00** <script>alert(1)</script>").await;
    let page = client.get(&format!("/api/documents/{id}/export/html")).await;
    let text = page.text();
    assert!(text.contains("<title>Bułki &amp; &lt;b&gt;</title>"), "{text}");
    assert!(text.contains("<strong>Od 7:00</strong>") && !text.contains("<script>"), "{text}");
    app.stop().await;
}
