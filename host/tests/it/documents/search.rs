//! Full-text search: Polish letters, endings, odd queries, other users' texts.

use sitewright::workspace::documents;

use super::store;
use crate::prelude::*;

async fn find(client: &mut Client, query: &str) -> Answer {
    let query: String = form(query);
    client.get(&format!("/api/documents?q={query}")).await
}

/// The text, URL-encoded.
fn form(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn titles(answer: &Answer) -> Vec<&str> {
    let rows = answer.body["data"].as_array().expect("a list");
    rows.iter().map(|row| row["title"].as_str().expect("a title")).collect()
}

#[app_test]
async fn polish_letters_and_endings_meet(app: TestApp, mut client: user) {
    store(&app, &client, "Łódź wita", "Miasto włókniarzy i rowerów").await;
    store(&app, &client, "Post", "Wycieczka do Łodzi, do lo\u{301}dz\u{301}kich kamienic").await;
    store(&app, &client, "Kraków", "Obwarzanki").await;
    for (query, found) in [
        ("łódź", 2),
        ("lodz", 2),
        ("Łódź", 2),
        ("ŁODZI", 2),
        ("lódzkich kamienice", 1),
        ("rower", 1),
        ("rowery", 1),
        ("wlokniarzy miasto", 1),
        ("obw", 1),
        ("w obwarzanki", 0),
        ("krakow lodz", 0),
    ] {
        let answer = find(&mut client, query).await;
        assert_eq!(answer.body["total"], found, "{query}: {}", answer.body);
    }
}

#[app_test]
async fn title_matches_rank_above_text_matches_and_newer_above_older(app: TestApp, mut client: user) {
    store(&app, &client, "Ser żółty", "a").await;
    store(&app, &client, "Ser", "żółty").await;
    store(&app, &client, "Chleb", "żółty ser").await;
    store(&app, &client, "Masło", "ser żółty").await;
    let answer = find(&mut client, "zolty ser").await;
    assert_eq!(titles(&answer), ["Ser żółty", "Ser", "Masło", "Chleb"]);
    let oldest = client.get("/api/documents?q=ser&sort=oldest").await;
    assert_eq!(titles(&oldest), ["Ser żółty", "Ser", "Chleb", "Masło"]);
    let by_title = client.get("/api/documents?sort=title").await;
    assert_eq!(titles(&by_title), ["Chleb", "Masło", "Ser", "Ser żółty"]);
    assert_eq!(client.get("/api/documents?sort=worst").await.status / 100, 4);
}

#[app_test]
async fn matches_are_marked_without_html(app: TestApp, mut client: user) {
    let text = format!("# Nagłówek\n\n{}**Łodzi** <script>alert(1)</script> koniec", "słowo ".repeat(100));
    store(&app, &client, "Łódź & <b>", &text).await;
    let answer = find(&mut client, "lodz").await;
    let found = &answer.body["data"][0]["found"];
    assert_eq!(
        found["title"],
        json!([{ "text": "Łódź", "found": true }, { "text": " & <b>", "found": false }])
    );
    let pieces: Vec<&Value> = found["text"].as_array().expect("pieces").iter().collect();
    assert_eq!(pieces[1], &json!({ "text": "Łodzi", "found": true }));
    assert!(pieces[0]["text"].as_str().is_some_and(|text| text.starts_with("… ")), "{found}");
    let listed = client.get("/api/documents").await;
    assert!(listed.body["data"][0].get("found").is_none(), "only a search returns matches");
}

#[app_test]
async fn odd_queries_are_handled(app: TestApp, mut client: user) {
    store(&app, &client, "Zażółć", "gęślą jaźń OR NOT near title nobody").await;
    let long = "ą".repeat(1000);
    let many = "słowo ".repeat(300);
    let odd = [
        ("\"", 0),
        ("'", 0),
        ("\"gesla", 1),
        ("gesla*", 1),
        ("(gesla", 1),
        ("gesla AND jazn", 0),
        ("OR", 1),
        ("NOT jazn", 1),
        ("NEAR(gesla jazn)", 1),
        ("title:gesla", 1),
        ("owner : nobody", 0),
        ("-gesla", 1),
        ("^gesla", 1),
        ("gesla & jazn", 1),
        ("gesla | jazn", 1),
        ("!gesla", 1),
        ("gesla:*", 1),
        ("<->", 0),
        ("\\", 0),
        ("%", 0),
        ("_", 0),
        ("🙂", 0),
        ("🙂 gesla", 1),
        ("!?…,.;", 0),
        ("\u{301}", 0),
        (&long, 0),
        (&many, 0),
        ("漢字", 0),
        ("ß", 0),
        ("@", 0),
        ("   ", 1),
        ("\t\n", 1),
        ("'; DROP TABLE documents; --", 0),
        ("$1", 0),
        ("gesla\u{a0}jazn", 1),
        ("İ", 0),
    ];
    for (query, found) in odd {
        let answer = find(&mut client, query).await;
        assert_eq!(
            (answer.status, &answer.body["total"]),
            (200, &json!(found)),
            "{query:?}: {}",
            answer.body
        );
        let trash = client.get(&format!("/api/documents?trash=true&sort=title&q={}", form(query))).await;
        assert_eq!((trash.status, &trash.body["total"]), (200, &json!(0)), "{query:?}: {}", trash.body);
    }
    client.get("/api/documents?q=%FF").await.is(200);
}

#[app_test]
async fn a_search_finds_ones_own_documents_where_they_are(app: TestApp, mut client: user, mut other: user) {
    let kept = store(&app, &client, "Sernik", "wiedeński").await;
    let thrown = store(&app, &client, "Sernik", "krakowski").await;
    store(&app, &other, "Sernik", "cudzy").await;
    client.delete(&format!("/api/documents/{thrown}")).await.is(204);

    find(&mut client, "sernik").await.has(json!({ "total": 1, "/data/0/id": kept }));
    let trash = client.get("/api/documents?q=sernik&trash=true").await;
    assert_eq!((&trash.body["total"], &trash.body["data"][0]["id"]), (&json!(1), &json!(thrown)));
    assert_eq!(find(&mut other, "wiedenski").await.body["total"], 0);
    // The account is an index term that no query can contain.
    let owner = client.user_id.clone().expect("signed in").replace('-', "");
    for query in [owner.clone(), format!("@{owner}"), format!("owner:{owner}")] {
        assert_eq!(find(&mut other, &query).await.body["total"], 0);
    }

    let path = format!("/api/documents/{kept}");
    client.patch(&path, json!({"title": "Makowiec", "text": "z bakaliami"})).await.is(200);
    assert_eq!(find(&mut client, "sernik").await.body["total"], 0, "the old words are forgotten");
    assert_eq!(find(&mut client, "makowiec bakalie").await.body["total"], 1);
    assert_eq!(client.delete("/api/documents/trash").await.body["count"], 1);
    let left: i64 = app.value("SELECT count(*) FROM indexed_documents").await;
    assert_eq!(left, 2, "deleted documents are not in the index");
}

/// Data of an older server: a row without index entries.
#[app_test]
async fn older_documents_are_indexed_afterwards(app: TestApp, mut client: user) {
    let account = client.user_id.clone().expect("signed in");
    let mut tx = app.app.db.write().await.expect("a transaction");
    for number in 0..120 {
        db::query(
            "INSERT INTO documents (id, account_id, run_id, tool, tool_version, title, text, data, folded, words, drafted, created_at, updated_at)
             VALUES ($1, $2, $1, 'facebook-post', '0.1.0', $3, 'Świeże bułki', '{}', 'x', 0, FALSE, $4, $4)",
        )
        .binds((db::new_id(), &account, format!("Piekarnia {number}"), Timestamp::now()))
        .execute(&mut *tx)
        .await
        .expect("stored");
    }
    tx.commit().await.expect("committed");
    // The server's own job may have begun with them.
    documents::index_missing(&app.app).await.expect("indexed");
    assert_eq!(find(&mut client, "swieze bulki").await.body["total"], 120);
    documents::index_missing(&app.app).await.expect("nothing to do");
    assert_eq!(find(&mut client, "piekarnia 119").await.body["total"], 1);
}

/// More words than a database accepts for one document.
#[app_test]
async fn a_text_of_a_megabyte_is_found_by_its_first_words(app: TestApp, mut client: user) {
    let text: String = (0..160_000).map(|number| format!("w{number} ")).collect();
    store(&app, &client, "Długi", &text[..1024 * 1024]).await;
    assert_eq!(find(&mut client, "w100 w2000").await.body["total"], 1);
}
