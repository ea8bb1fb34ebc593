//! The cost of exporting, listing and storing documents is bounded, whatever they contain.

use super::store;
use crate::prelude::*;

const MB: usize = 1024 * 1024;

/// A text as long as texts may be.
fn full(unit: &str) -> String {
    unit.repeat(MB / unit.len())
}

/// `word/document.xml` of a Word file.
fn body_of(docx: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(docx)).expect("a document of Word");
    let mut xml = String::new();
    archive.by_name("word/document.xml").expect("its text").read_to_string(&mut xml).expect("UTF-8");
    xml
}

/// Adjacent text with the same formatting is one run, so meaningless markup costs no more than letters.
#[app_test]
async fn v2_meaningless_markup_is_one_run(app: TestApp, mut client: user) {
    for unit in ["<", "[", "&lt;", "a\n", "_a ", "<!-- ", "[x] "] {
        let id = store(&app, &client, "Znaki", &full(unit)).await;
        let file = client.get(&format!("/api/documents/{id}/export/docx")).await;
        assert_eq!(file.status, 200, "{unit}: {}", file.body);
        let runs = body_of(&file.bytes).matches("<w:r>").count();
        assert!(runs < 10, "{unit}: {runs} runs");
    }
}

/// Real formatting is refused beyond a limit, and the message contains advice.
#[app_test]
async fn v2_too_much_formatting_is_refused_for_word_and_kept_as_markdown_in_an_archive(app: TestApp) {
    let mut client = app.user().await;
    for unit in [
        "[a](https://a.pl) ",
        "*a **b** c* ",
        "|a|b|\n",
        "# a\n",
        "a\\\n",
        "1. a\n\n# b\n\n",
        "`a` b ",
        "- a\n",
        "***\n",
        "    a\n",
    ] {
        let text = if unit.starts_with('|') { format!("|a|b|\n|-|-|\n{}", full(unit)) } else { full(unit) };
        let text: String = text.chars().take(MB).collect();
        let id = store(&app, &client, "Formatowanie", &text).await;
        let file = client.get(&format!("/api/documents/{id}/export/docx")).await;
        assert_eq!(file.problem(), (422, "documents.too-much-formatting"), "{unit}");
        assert_eq!(file.body["max"], 20_000);
        assert_eq!(client.get(&format!("/api/documents/{id}/export/md")).await.status, 200, "{unit}");
        assert_eq!(client.get(&format!("/api/documents/{id}/export/html")).await.status, 200, "{unit}");
    }
    client.cookies.insert("locale".into(), "pl".into());
    let id = store(&app, &client, "Cytaty", &">".repeat(MB)).await;
    let page = client.get(&format!("/api/documents/{id}/export/html")).await;
    assert_eq!(page.problem(), (422, "documents.page-too-large"));
    assert_eq!(
        page.body["message"],
        "Jako strona internetowa ten dokument miałby ponad 8 MB. Wyeksportuj go jako Markdown."
    );

    store(&app, &client, "Zwykły", "tekst").await;
    let archive = client.get("/api/documents/export/docx").await.is(200);
    let archive = zip::ZipArchive::new(Cursor::new(archive.bytes)).expect("an archive");
    let names: Vec<&str> = archive.file_names().collect();
    assert!(names.contains(&"Zwykły.docx") && names.contains(&"Formatowanie.md"), "{names:?}");
}

/// Ordinary documents look the same as before.
#[app_test]
async fn v2_formatting_is_kept(app: TestApp, mut client: user) {
    let text = "Raz **dwa** *trzy* ~~cztery~~ `pięć` [sześć](https://a.pl)\nsiedem\\\nosiem\n\n1. a\n2. b\n\n```\nx\ny\n```\n\n|h|\n|-|\n|c|\n";
    let id = store(&app, &client, "Tytuł", text).await;
    let xml = body_of(&client.get(&format!("/api/documents/{id}/export/docx")).await.bytes);
    for part in [
        ">Tytuł<",
        ">Raz <",
        "<w:b />",
        ">dwa<",
        "<w:i />",
        ">trzy<",
        "<w:strike />",
        ">cztery<",
        "Consolas",
        ">pięć<",
        "<w:hyperlink",
        ">sześć<",
        "siedem<",
        "<w:br",
        ">osiem<",
        "<w:numPr>",
        ">x<",
        ">y<",
        "<w:tbl>",
        ">h<",
        ">c<",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
}

/// One conversion at a time per account; those of others continue meanwhile.
#[app_test]
async fn v2_many_exports_of_one_account_wait_for_one_another(app: TestApp, client: user) {
    let id = store(&app, &client, "Znaki", &"<".repeat(100_000)).await;
    let account = client.user_id.clone().expect("signed in");
    let held = app.app.conversions.turn(&account).await.expect("a turn");
    let path = format!("/api/documents/{id}/export/docx");
    let mut exports = Box::pin(join_all((0..24).map(|_| client.request(Method::GET, &path).send())));
    let mut other = app.user().await;
    let own = store(&app, &other, "Inny", "tekst").await;
    let own = format!("/api/documents/{own}/export/docx");
    tokio::select! {
        _ = &mut exports => panic!("none of them has its turn"),
        answer = other.get(&own) => assert_eq!(answer.status, 200),
    }
    drop(held);
    for answer in exports.await {
        assert_eq!(answer.expect("an answer").status(), 200);
    }
}

/// A document of the maximal length is edited, searched and listed like any other.
#[app_test]
async fn v2_long_texts_are_indexed_and_found(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Długi", "krótki").await;
    let text = format!("{} zażółć", "słowo ".repeat(120_000));
    client.patch(&format!("/api/documents/{id}"), json!({ "text": text })).await.is(200);
    assert_eq!(client.get("/api/documents?q=zazolc").await.body["total"], 1);
}

/// Fifty versions of the longest text would be a hundred times the document.
#[app_test]
async fn v2_earlier_versions_have_a_size_together(app: TestApp, mut client: user) {
    let id = store(&app, &client, "Długi", "krótki").await;
    let path = format!("/api/documents/{id}");
    for number in 0..8 {
        let text = format!("{number}{}", "x".repeat(1_000_000));
        client.patch(&path, json!({ "text": text })).await.is(200);
    }
    let versions = client.get(&format!("{path}/versions")).await;
    assert_eq!(versions.body["data"].as_array().map(Vec::len), Some(1 + 4), "{}", versions.body);
}

async fn put_rows(app: &TestApp, client: &Client, sql: &'static str, count: i64) {
    app.change(db::query(sql).bind(id(client)).bind(count).bind(Timestamp::now())).await;
}

const DOCUMENTS: &str = "WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < $2)
    INSERT INTO documents (id, account_id, run_id, tool, tool_version, title, text, data, folded, words, drafted, version, created_at, updated_at)
    SELECT 'filler-' || n, $1, 'filler-' || n, 'email', '1.0.0', 'x', 'x', '{}', 'x', 0, TRUE, 1, $3, $3 FROM numbers";

#[app_test]
async fn v2_a_title_is_one_line_without_marks_of_direction(app: TestApp, mut client: user) {
    put_rows(&app, &client, DOCUMENTS, 1).await;
    let edited = client
        .patch("/api/documents/filler-1", json!({ "title": "Rye\r\n\r\n# bread \u{202E}now\u{7}" }))
        .await;
    assert_eq!(edited.body["title"], "Rye # bread now", "{}", edited.body);
    client.patch("/api/documents/filler-1", json!({ "title": "\u{202E}" })).await.wrong("title");
}

/// Runs without a model cost nothing, so documents have their own limit.
#[app_test]
async fn v2_an_archive_that_is_full_takes_no_more_runs(app: TestApp, mut client: user) {
    put_rows(&app, &client, DOCUMENTS, 20_000).await;
    let run = client.run_tool("facebook-post", json!({ "topic": "Bułki", "language": "pl" }), None).await;
    assert_eq!(run.problem(), (409, "documents.too-many"), "{}", run.body);

    // Deleting one permanently makes room for one.
    let ids = [app.value::<String>("SELECT MIN(id) FROM documents").await];
    client.post("/api/documents/trash", json!({ "ids": ids })).await.is(200);
    assert_eq!(client.post("/api/documents/delete", json!({ "ids": ids })).await.body["count"], 1);
    let input = json!({ "topic": "Bułki", "language": "pl" });
    let run = client.run_tool("facebook-post", input.clone(), None).await;
    client.ended(run.body["id"].as_str().expect("it has begun")).await;
    client.run_tool("facebook-post", input, None).await.refused(409, "documents.too-many");
}
