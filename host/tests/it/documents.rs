//! The archive: list, search, open, edit, trash, export.

mod bounds;
mod export_many;
mod folders;
mod search;
mod share;
mod titles;
mod trash;

use crate::prelude::*;

/// Stores a document as the end of a run does.
async fn store(app: &TestApp, client: &Client, title: &str, text: &str) -> String {
    let run = db::new_id();
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
    app.store(new).await
}

#[app_test]
async fn the_newest_comes_first_and_pages_follow_one_another(app: TestApp, mut client: user) {
    for number in 1..=3 {
        store(&app, &client, &format!("Post {number}"), &format!("## Variant\n\nText *number* {number}"))
            .await;
    }
    let first = client.get("/api/documents?per_page=2").await.is(200);
    has(&first.body, json!({ "total": 3, "page": 1, "per_page": 2 }));
    has(&first.body["data"][0], json!({ "title": "Post 3", "excerpt": "Text number 3" }));
    let second = client.get("/api/documents?per_page=2&page=2").await;
    assert_eq!(second.body["data"][0]["title"], "Post 1");
    assert_eq!(second.body["data"].as_array().map(Vec::len), Some(1));
}

#[app_test]
async fn the_search_ignores_case_and_accents(app: TestApp, mut client: user) {
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
}

#[app_test]
async fn an_edit_of_an_old_version_is_refused_and_nothing_is_lost(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Post", "Text").await;
    let path = format!("/api/documents/{id}");
    let opened = client.get(&path).await;
    assert_eq!((opened.header("etag"), &opened.body["version"]), ("\"1\"", &json!(1)));
    assert_eq!(opened.body["data"], json!({"drafted": true, "variants": []}));

    let edit = json!({"text": "Better text, żółw", "data": {"variants": [1]}, "version": 1});
    let saved = client.patch(&path, edit).await.is(200).has(json!({ "version": 2 }));
    assert_eq!(saved.body["title"], "Post", "absent fields keep their value");
    assert_eq!(saved.body["data"], json!({"variants": [1]}));
    assert_eq!(client.get("/api/documents?q=zolw").await.body["total"], 1, "the search finds the new text");

    let late = client.patch(&path, json!({"title": "Mine", "version": 1})).await;
    assert_eq!(late.problem(), (409, "documents.changed-meanwhile"));
    let request = client
        .request(Method::PATCH, &path)
        .header(header::IF_MATCH, "\"1\"")
        .json(&json!({"title": "Mine"}));
    client.send(request).await.is(409);
    let request = client
        .request(Method::PATCH, &path)
        .header(header::IF_MATCH, "\"2\"")
        .json(&json!({"title": "Mine"}));
    assert_eq!(client.send(request).await.body["title"], "Mine");
    assert_eq!(client.get(&path).await.body["text"], "Better text, żółw");
}

#[app_test(TestApp::with(|config| config.body_bytes = 4 * 1024 * 1024))]
async fn a_document_keeps_its_limits(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Post", "Text").await;
    let path = format!("/api/documents/{id}");
    let long =
        client.patch(&path, json!({"title": "x".repeat(301), "text": "x".repeat(1024 * 1024 + 1)})).await;
    assert_eq!(long.status, 422);
    assert_eq!(long.body["errors"]["title"], json!(["Use at most 300 characters."]));
    assert!(long.body["errors"]["text"].is_array(), "{}", long.body);
    client.patch(&path, json!({"title": ""})).await.is(422);
    let not_object = client.patch(&path, json!({"data": [1]})).await;
    assert_eq!(not_object.body["errors"], json!({"data": ["This value has the wrong type."]}));
    assert_eq!(client.get(&path).await.body["version"], 1, "nothing was stored");
}

#[app_test]
async fn a_deleted_document_can_come_back(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Post", "Text").await;
    let path = format!("/api/documents/{id}");
    client.delete(&path).await.is(204);
    client.get(&path).await.refused(404, "not-found");
    assert_eq!(client.get("/api/documents").await.body["total"], 0);
    client.patch(&path, json!({"title": "x"})).await.is(404);
    client.post(&format!("{path}/restore"), json!({})).await.is(204);
    assert_eq!(client.get(&path).await.body["title"], "Post");
    client.delete("/api/documents/none").await.is(404);
}

const MARKDOWN: &str = "Intro with **bold**, *italic* & [a link](https://example.com/?a=1&b=2).\n\n## Lists <here>\n\n\
    - one\n- two\n  1. deep\n  2. deeper\n\n3. three\n\n> quoted\n\n```\ncode\n  more\n```\n\n| A | B |\n|---|---|\n| ł | x |\n";

#[app_test]
async fn a_document_is_exported_as_markdown(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Post w Łodzi", MARKDOWN).await;
    let file = client.get(&format!("/api/documents/{id}/export/md")).await;
    assert_eq!(file.header("content-type"), "text/markdown; charset=utf-8");
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"post-w-lodzi.md\"; filename*=UTF-8''Post%20w%20%C5%81odzi.md"
    );
    assert_eq!(file.text(), format!("# Post w Łodzi\n\n{MARKDOWN}"));
    client.get(&format!("/api/documents/{id}/export/pdf")).await.is(404);
}

#[app_test]
async fn a_document_is_exported_to_word(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Post w Łodzi", MARKDOWN).await;
    let file = client.get(&format!("/api/documents/{id}/export/docx")).await.is(200);
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
}

#[app_test]
async fn every_edit_keeps_the_previous_version(app: TestApp, mut client: user) {
    let id = store(&app, &client, "First", "one").await;
    let path = format!("/api/documents/{id}");
    for (title, text) in [("Second", "two"), ("Third", "three")] {
        client.patch(&path, json!({ "title": title, "text": text })).await.is(200);
    }
    let versions = client.get(&format!("{path}/versions")).await;
    let titles: Vec<_> =
        versions.body["data"].as_array().expect("a list").iter().map(|v| &v["title"]).collect();
    assert_eq!(titles, ["Third", "Second", "First"]);
    client.get(&format!("{path}/versions/1")).await.is(200).has(json!({ "text": "one" }));
    client.get(&format!("{path}/versions/9")).await.is(404);

    let back = client.post(&format!("{path}/versions/1/restore"), json!({})).await;
    assert_eq!((&back.body["text"], &back.body["version"]), (&json!("one"), &json!(4)), "{}", back.body);
    let versions = client.get(&format!("{path}/versions")).await;
    assert_eq!(versions.body["data"].as_array().map(Vec::len), Some(4), "going back can be undone");
}

#[app_test]
async fn a_document_is_rated(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Post", "text").await;
    let path = format!("/api/documents/{id}");
    for rating in [json!("good"), json!("bad"), json!(null)] {
        client.put_with(&format!("{path}/rating"), json!({ "rating": rating })).await.is(204);
        assert_eq!(client.get(&path).await.body["rating"], rating);
    }
    client.put_with(&format!("{path}/rating"), json!({ "rating": "so-so" })).await.is(422);
}

#[app_test]
async fn a_document_is_exported_as_a_page_without_active_content(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Bułki & <b>", "## Świeże\n\n**Od 7:00** <script>alert(1)</script>").await;
    let page = client.get(&format!("/api/documents/{id}/export/html")).await;
    let text = page.text();
    assert!(text.contains("<title>Bułki &amp; &lt;b&gt;</title>"), "{text}");
    assert!(text.contains("<strong>Od 7:00</strong>") && !text.contains("<script>"), "{text}");
}
