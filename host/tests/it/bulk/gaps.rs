//! Rows whose texts have places to fill in, the strip of all rows, and results for other programs.

use super::counts;
use crate::prelude::*;
use crate::shops::shop_bundle;

const SPEC: &str = "/api/tools/product-description/bulk";

#[app_test(TestApp::with_model([Reply::text("A chair. [What does it cost?] [Name]"), Reply::text("A [link](https://lipa.pl).")]))]
async fn texts_to_fill_in_are_counted_and_listed(app: TestApp, model: model, mut user: user) {
    let job = user.table("topic\nchair\n").await;
    user.turn(&job, "start").await;
    user.job_with(&job, "done").await;
    let view = user.job(&job).await;
    assert_eq!(counts(&view), json!({ "total": 1, "succeeded": 1, "gaps": 1 }));
    assert_eq!(view["strip"], json!([{ "status": "succeeded", "gaps": true, "count": 1 }]));
    let path = format!("/api/bulk/{job}/rows?gaps=true");
    let row = user.get(&path).await.has(json!({ "total": 1, "/data/0/gaps": 2 })).body["data"][0].clone();
    user.get("/api/bulk").await.has(json!({ "/data/0/rows/gaps": 1 }));
    let result = user.get(&format!("/api/bulk/{job}/result.csv")).await;
    assert!(result.text().contains(r#""to fill in (2 places)""#), "{}", result.text());

    // A text that was filled in is finished.
    let document = format!("/api/documents/{}", row["document_id"].as_str().expect("a document"));
    user.patch(&document, json!({ "text": "A chair. It costs 90 zł. Ada" })).await.is(200);
    assert_eq!(counts(&user.job(&job).await), json!({ "total": 1, "succeeded": 1 }));
    user.get(&path).await.has(json!({ "total": 0 }));

    // A link is no place to fill in.
    let job = user.table("topic\nbench\n").await;
    user.turn(&job, "start").await;
    let view = user.job_with(&job, "done").await;
    assert_eq!(counts(&view), json!({ "total": 1, "succeeded": 1 }));
}

#[app_test(TestApp::with_model([Reply::text("A chair. [Price]")]))]
async fn the_notification_tells_rows_to_fill_in_and_invalid_rows(app: TestApp, model: model, mut user: user) {
    let job = user.table("topic,count\nchair,1\n,1\n,1\n").await;
    user.turn(&job, "start").await;
    user.job_with(&job, "done").await;
    for (language, text) in [
        ("en", "“table.csv” has ended: 1 row done (1 to fill in), 2 invalid."),
        (
            "pl",
            "Zadanie „table.csv” zostało zakończone: 1 gotowy wiersz (1 do uzupełnienia), 2 nieprawidłowe.",
        ),
    ] {
        user.cookies.insert("locale".to_owned(), language.to_owned());
        user.get("/api/notifications").await.has(json!({ "/data/0/text": text }));
    }
}

#[app_test(TestApp::with_plugins(|_| {}))]
async fn the_strip_has_the_rows_in_their_order(app: TestApp, mut user: user) {
    let job = user.table("topic,count\ntea,1\ncoffee,1\n,1\nmilk,1\n").await;
    let strip = user.job(&job).await["strip"].clone();
    let stretch = |status: &str, count: i64| json!({ "status": status, "gaps": false, "count": count });
    assert_eq!(strip, json!([stretch("waiting", 2), stretch("invalid", 1), stretch("waiting", 1)]));
    assert_eq!(user.get("/api/bulk").await.body["data"][0]["strip"], Value::Null);
}

/// The table of a finished job.
async fn result(user: &mut Client, table: &str) -> String {
    let job = user.upload(Method::POST, SPEC, "text/csv", table.to_owned()).await.is(201).id();
    user.turn(&job, "start").await;
    user.job_with(&job, "done").await;
    let answer = user.get(&format!("/api/bulk/{job}/result.csv")).await.is(200);
    String::from_utf8(answer.bytes).expect("a text")
}

#[app_test(TestApp::with(|config| config.bundle = Some(shop_bundle())))]
async fn a_description_is_html_where_the_row_asks_for_html(app: TestApp, mut user: user) {
    let features = "solid oak|oiled by hand|seat height 45 cm|load up to 150 kg|felt pads in the box";
    let html = result(&mut user, &format!("product_name,features,format\nOak chair,{features},html\n")).await;
    assert!(html.contains("<li>") && !html.contains("\n- "), "{html}");
    let plain =
        result(&mut user, &format!("product_name,features,format\nOak chair,{features},plain\n")).await;
    assert!(!plain.contains("<li>") && !plain.contains("<p>"), "{plain}");
}

#[app_test(TestApp::with(|config| config.bundle = Some(shop_bundle())))]
async fn columns_are_matched_by_what_they_mean(app: TestApp, mut user: user) {
    user.language = Some("pl");
    for (header, name, features) in [
        ("product,description", "product", "description"),
        ("Nazwa,Opis", "Nazwa", "Opis"),
        ("NAZWA PRODUKTU,cecha", "NAZWA PRODUKTU", "cecha"),
        ("tytul,opis_produktu", "tytul", "opis_produktu"),
        ("Product Names,Feature", "Product Names", "Feature"),
    ] {
        let table = format!("{header},cena\nKrzesło,dąb,99\n");
        let view = user.upload(Method::POST, SPEC, "text/csv", table).await.is(201).body;
        let columns = view["columns"].as_array().expect("columns");
        let of = |name: &str| columns.iter().find(|column| column["name"] == name).expect("a column");
        assert_eq!(
            (&of(name)["field"], &of(features)["field"]),
            (&json!("product_name"), &json!("features")),
            "{header}"
        );
        assert_eq!(of("cena")["field"], Value::Null, "the tool has no field for it");
        assert_eq!(view["rows"]["waiting"], 1);
    }
    // A guess is marked; a name that only has another ending is not a guess.
    let view = user.upload(Method::POST, SPEC, "text/csv", "Nazwa,Cecha\nKrzesło,dąb\n").await.is(201).body;
    assert_eq!(
        view["columns"],
        json!([{ "name": "Nazwa", "field": "product_name", "guessed": true }, { "name": "Cecha", "field": "features" }])
    );
    // The column with the field's name gets it, even after one that only means it.
    let table = "Nazwa,Product name,Cechy\n1,Krzesło,dąb\n";
    let view = user.upload(Method::POST, SPEC, "text/csv", table).await.is(201).body;
    assert_eq!(view["columns"][0]["field"], Value::Null);
    assert_eq!(view["columns"][1]["field"], "product_name");
}
